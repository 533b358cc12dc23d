"""`python -m tools.referee_page`: write the table of `docs/referee.md`. All engines must be installed."""

from __future__ import annotations

from croupier.adapters.referee.engines import ENGINES, installed
from croupier.adapters.referee.verdicts import answers
from tools.pages import write


def table() -> str:
    """Return the cases and answers as a Markdown table; a tick is the answer of our rules."""
    versions = installed()
    missing = set(ENGINES) - set(versions)
    if missing:
        raise SystemExit(f"install {', '.join(sorted(missing))} first")
    lines = ["| case | stacks | actions | by the rules | " + " | ".join(f"{n} {v}" for n, v in versions.items()) + " |",
             "|---" * (4 + len(versions)) + "|"]
    for each in answers(versions):
        case = each.case
        cells = [f"{case.name} ([{case.clause}](rules.md#{case.clause.lower()}))", ", ".join(map(str, case.stacks)),
                 case.line or "–", case.answer, *(each.differing.get(name, "✓") for name in versions)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


if __name__ == "__main__":
    write("referee.md", {"cases": table()})
