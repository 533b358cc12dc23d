"""`python -m tools.rules_page`: write every clause of `croupier.rulebook` into `docs/rules.md`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from croupier.rulebook import CLAUSES, GROUPS, Clause
from tools.pages import write

PAGE = "rules.md"


def parts() -> dict[str, str]:
    """Return the generated parts of the page."""
    return {"clauses": "\n\n".join(block for letter in GROUPS for block in _group(letter))}


def _group(letter: str) -> Iterator[str]:
    yield f"\n### {GROUPS[letter]}"
    for clause in CLAUSES.values():
        if clause.number.startswith(letter):
            yield from _blocks(clause)


def _blocks(clause: Clause) -> Iterator[str]:
    yield f'<a id="{clause.anchor}"></a>'
    yield f"#### {clause.number}. {clause.title}"
    yield from map(_wrapped, clause.text.split("\n\n"))
    if clause.example:
        yield _wrapped(f"*Example.* {clause.example}")


def _wrapped(paragraph: str) -> str:
    return textwrap.fill(paragraph, 120, break_long_words=False, break_on_hyphens=False)


if __name__ == "__main__":
    write(PAGE, parts())
