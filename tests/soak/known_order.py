"""`python -m tests.soak.known_order`: do known games score in the order that players would expect?

The order was written down before it was measured, and nothing was tuned to it: hold'em, stud and trick games should
score above war, guts and betting war, which is high card with bets. The games of `tests/lab/cheats.py` that no gate is
sure to stop are scored beside them: they should be below every known game with decisions. Games are scored whatever
gates they fail, since a gate's verdict says nothing about the order; the gate is named.
"""

from __future__ import annotations

import argparse
import json
import sys
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from croupier import lab
from croupier.lab.scoring.fitness import Budget, Trials, score, weights
from croupier.lab.scoring.measures import total

from .evidence import EVIDENCE, commit, versions

ABOVE = ("step-holdem", "blind-holdem", "five-card-stud", "whist-for-stakes")
BELOW = ("war", "guts", "betting-war")


def scored(genome: lab.GameGenome, budget: Budget) -> dict[str, Any]:
    """Return the total of a game, or 0 if it has no choice to make, and the gate that it fails."""
    refused = score(genome, budget=Budget(blocks=budget.blocks, iterations=budget.iterations))
    if refused.gate in ("static", "choice"):
        return {"mean": 0.0, "low": 0.0, "high": 0.0, "gate": refused.gate}
    game = genome.game()
    trials = Trials(game, game.seats(None), 1, budget)
    found = total(genome, trials.searched(trials.met_random(trials.quick())), weights("balanced"))
    return {"mean": found.mean, "low": found.low, "high": found.high, "gate": refused.gate}


def cheats() -> dict[str, lab.GameGenome]:
    """Return the games made to fool the measures that no gate is sure to stop."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from tests.lab.cheats import CHEATS, LOW

    return {f"cheat: {name}": genome for name, (gate, genome) in CHEATS.items() if gate == LOW}


def out_of_order(found: dict[str, dict[str, Any]]) -> list[str]:
    """Return the pairs that are the other way round, and whether their intervals leave that in doubt. A cheat should be
    below the games of both kinds, unless a gate stops it or the game.
    """
    free = [name for name, one in found.items() if name.startswith("cheat") and not one["gate"]]
    pairs = [(high, low) for high in ABOVE for low in (*BELOW, *free)]
    pairs += [(high, low) for high in BELOW for low in free if not found[high]["gate"]]
    return [f"{low} {found[low]['mean']:.3f} is not below {high} {found[high]['mean']:.3f}"
            + (" (surely)" if found[low]["low"] > found[high]["high"] else " (intervals overlap)")
            for high, low in pairs if found[low]["mean"] >= found[high]["mean"]]


def main(words: list[str] | None = None) -> int:
    """Score all games and write the evidence."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.known_order", description=__doc__)
    parser.add_argument("--blocks", type=int, default=64)
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=EVIDENCE / "known-order.json")
    asked = parser.parse_args(words)
    games = {**{name: lab.load(name) for name in (*ABOVE, *BELOW)}, **cheats()}
    budget = Budget(blocks=asked.blocks, iterations=asked.iterations)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        found = dict(zip(games, pool.map(partial(scored, budget=budget), games.values())))
    wrong = out_of_order(found)
    asked.out.write_text(json.dumps({
        "check": "known-order", "what": "total scores of known games, in the order stated beforehand", "above": ABOVE,
        "below": BELOW, "blocks": asked.blocks, "iterations": asked.iterations, "found": found, "out_of_order": wrong,
        "commit": commit(), "versions": versions(), "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n")
    for name, one in found.items():
        print(f"{name:<18} {one['mean']:.3f} ({one['low']:.3f} to {one['high']:.3f}) {one['gate']}")
    print("out of order:", *wrong, sep="\n  ")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
