"""`python -m tests.soak.push_fold`: what best answers win against the tables for short stacks, counted exactly.

The equities of all kinds of hands against each other are counted anew, over every board; the tables are those that are
shipped. Writes docs/evidence/push-fold.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from croupier.bots.characters.push_fold import tables
from croupier.lab.solver.push_fold import BEHIND_MAX, STACKS, KindsOfHands, PushFold, all_equities, numbers

from .evidence import EVIDENCE, commit, versions

GAIN_MAX = 0.1
"""What best answers may win, in bb/100."""


def gains(deals: KindsOfHands) -> list[dict[str, Any]]:
    """Return what best answers win in each game, added up over its players."""
    found = []
    for stack in STACKS:
        table = tables()[f"bb{stack}"]
        for behind in range(1, BEHIND_MAX + 1):
            calls = [numbers(table[f"call{behind}_{caller}"]) for caller in range(behind)]
            won = PushFold(deals, stack, behind).gains(numbers(table[f"push{behind}"]), calls)
            found.append({"stack": stack, "players": behind + 1, "bb_per_100": 100 * won})
    return found


def main(words: list[str] | None = None) -> int:
    """Count the gains; return 1 if one is above the limit."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.push_fold", description=__doc__)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "push-fold.json")
    asked = parser.parse_args(words)
    rows = gains(KindsOfHands(all_equities(asked.jobs)))
    worst = max(row["bb_per_100"] for row in rows)
    found = {"check": "push-fold", "what": "what best answers win against the tables for short stacks, in bb/100",
             "volume": len(rows), "failures": sum(row["bb_per_100"] > GAIN_MAX for row in rows), "worst": worst,
             "rows": rows, "commit": commit(), "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions()}
    asked.out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"best answers win at most {worst:.4f} bb/100 in {len(rows)} games")
    return int(found["failures"] > 0)


if __name__ == "__main__":
    sys.exit(main())
