"""`python -m tests.soak.mcts_games`: does the searching player beat random, greedy and always-bet in the known games?

Every deal is played once from each seat, hands from the opening stacks, with 100 iterations a decision, on seeds that
nothing was tuned on. The number of deals is fixed beforehand: 1,000, in black lady, whose hands are long, 400. It
holds if the 95 % interval lies above 0 against random and greedy in at least eight games, and nowhere below 0 against
always-bet. The figures go to docs/evidence/mcts-games.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from tests.genome.searching import GAMES, OTHERS, faced

from .evidence import EVIDENCE, commit, versions

DEALS, LONG = 1000, {"black-lady": 400}
ITERATIONS = 100


def pair(asked: tuple[str, str, int, int]) -> dict[str, Any]:
    """One game against one kind of player."""
    name, other, deals, seed = asked
    found = faced(name, other, deals, seed, ITERATIONS)
    return {"game": name, "against": other, **found.as_dict()}


def verdict(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """In which games it wins, and whether that is enough."""
    sure = {(row["game"], row["against"]) for row in rows if row["low"] > 0}
    both = [name for name in GAMES if {(name, "random"), (name, "greedy")} <= sure]
    lost = [row["game"] for row in rows if row["against"] == "always-bet" and row["low"] < 0]
    return {"beats_random_and_greedy": both, "always_bet_not_surely_held": lost, "holds": len(both) >= 8 and not lost}


def main(words: list[str] | None = None) -> int:
    """Play all pairs; 1 if it does not hold."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.mcts_games", description=__doc__)
    parser.add_argument("--deals", type=int, help="deals of every game")
    parser.add_argument("--seed", type=int, default=1001)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "mcts-games.json")
    asked = parser.parse_args(words)
    pairs = [(name, other, asked.deals or LONG.get(name, DEALS), asked.seed) for name in GAMES for other in OTHERS]
    rows = []
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for row in pool.map(pair, pairs):
            rows.append(row)
            print(f"{row['game']:<18} {row['against']:<10} {row['mean']:+9.2f} ± {row['margin']:.2f}", flush=True)
    found = {"check": "mcts-games", "what": "chips a hand that a searcher wins from others, every deal from every seat",
             "iterations": ITERATIONS, "seed": asked.seed, **verdict(rows), "pairs": rows, "commit": commit(),
             "date": datetime.now(UTC).strftime("%Y-%m-%d"), "versions": versions()}
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    asked.out.write_text(json.dumps(found, indent=1) + "\n")
    print(f"beats random and greedy in {len(found['beats_random_and_greedy'])} of {len(GAMES)} games; "
          f"against always-bet not surely held: {', '.join(found['always_bet_not_surely_held']) or 'none'}")
    return 0 if found["holds"] else 1


if __name__ == "__main__":
    sys.exit(main())
