"""`python -m tests.soak.random_search`: does evolution find better games than random search at the same cost?

For each seed both get the same processor time. They differ only in how a child is made: evolution changes and crosses
the games it keeps and the known ones, random search makes each game from nothing. Gates, scores, admission and archive
are the same. What each found is its best games, one of a cell at most, as many as asked for; they are scored afresh
with a seed that neither run drew, for the best of many scores is a lucky one. A place that is not filled counts as 0.

Evolution is better if the mean of the differences, one for each seed, is above 0 beyond its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from croupier.games.genome.values import GameGenome
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import SCOUTING, Config, Evolution
from croupier.lab.breeding.random_games import random_genome
from croupier.lab.breeding.tidy import tidied
from croupier.lab.breeding.workers import Alone, confirming
from croupier.lab.scoring.fitness import score
from croupier.stats.intervals import mean_of

from .evidence import EVIDENCE, commit, versions

FRESH = 7_000_000
"""Far from any seed that a run draws."""
POINTS = 16
"""Choice points of a hand at most."""


class RandomSearch(Evolution):
    """A run in which every child is made from nothing."""

    def _child(self, parents: dict[str, list[ArchivedGame]], wanted: str, rng: Random) -> GameGenome:
        return tidied(random_genome(rng))


def config(seed: int) -> Config:
    """Return the settings of both searches: small generations of games with short hands, so that neither overruns its
    time by much.
    """
    return Config(seed=seed, mode="archive", children=2, budget=replace(SCOUTING, points=POINTS))


def searched(kind: type[Evolution], seed: int, seconds: float, best: int) -> dict[str, Any]:
    """Let one kind of search use its processor time, and score its best games afresh."""
    run, workers, began = kind(config(seed)), Alone(), time.process_time()
    while time.process_time() - began < seconds:
        run.generation(workers)
    used = time.process_time() - began
    games = run.evolved()[:best]
    fresh = [score(entry.genome, seed=FRESH + seed, budget=confirming(run.config.budget)) for entry in games]
    return {"scored": run.scored, "kept": len(run.archive), "processor_seconds": round(used, 1),
            "games": [entry.genome.name for entry in games], "totals": [round(one.total.mean, 4) for one in fresh],
            "mean": sum(one.total.mean for one in fresh) / best}


def main(words: list[str] | None = None) -> int:
    """Compare the two on every seed and write the evidence; the exit code is 1 if evolution is not surely better."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.random_search", description=__doc__)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=120.0, help="processor time of each search")
    parser.add_argument("--best", type=int, default=3, help="how many games of each search are compared")
    parser.add_argument("--out", type=Path, default=EVIDENCE / "random-search.json")
    asked = parser.parse_args(words)
    rows = []
    for seed in range(1, asked.seeds + 1):
        rows.append({"seed": seed, "evolution": searched(Evolution, seed, asked.seconds, asked.best),
                     "random": searched(RandomSearch, seed, asked.seconds, asked.best)})
        print(json.dumps(rows[-1]), flush=True)
    gain = mean_of([row["evolution"]["mean"] - row["random"]["mean"] for row in rows])
    asked.out.write_text(json.dumps({
        "check": "random-search", "what": "fresh scores of the best games of evolution and of random search",
        "seconds": asked.seconds, "best": asked.best, "rows": rows,
        "gain": {"mean": gain.mean, "low": gain.low, "high": gain.high}, "commit": commit(), "versions": versions(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n")
    print(f"evolution gains {gain.mean:.3f} ({gain.low:.3f} to {gain.high:.3f})")
    return int(gain.low <= 0)


if __name__ == "__main__":
    sys.exit(main())
