"""`python -m tests.soak.breeding_day --games 100000`: the shape of a day of breeding, with scores that cost nothing.

A million games a day are 86 ms of processor time for each game in the process that makes children, takes in scores and
writes checkpoints: the only part of a run that more machines cannot share. Here that process does its whole work, for
a tenth of a day or more, while the workers answer at once with scores made from the rules' key. Reported are its
processor time for each game, and how checkpoint, log and memory grow.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from croupier.games.genome.files import from_dict, rules_key
from croupier.lab.breeding.evolution import FILE, Config, Evolution, resumed
from croupier.lab.breeding.seen_log import FILE as SEEN
from croupier.lab.scoring.fitness import Fitness
from croupier.lab.scoring.intervals import Estimate
from croupier.lab.scoring.measures import names_for

from .evidence import EVIDENCE, commit, versions

DAY_GAMES, DAY_SECONDS = 1_000_000, 86_400
PARTS = 10
"""Parts of a run that are reported apart, to show what grows."""


class Instant:
    """Workers that answer at once: one game in ten passes all gates, with a score made from the key of its rules."""

    def __init__(self) -> None:
        self.waiting: list[str] = []

    def start(self, task: str) -> None:
        """Take a task."""
        self.waiting.append(task)

    def finished(self) -> tuple[str, str]:
        """Answer the task that came last: answers need not come in order."""
        task = self.waiting.pop()
        asked = msgspec.json.decode(task)
        genome = from_dict(asked["genome"])
        rng = Random(f"{rules_key(genome)} {asked['seed']}")
        mean = rng.random()
        found = Estimate(mean, mean - 0.05, mean + 0.05, 18)
        failed = "fairness: made up" if asked["admission"] and Random(rules_key(genome)).random() > 0.1 else ""
        fitness = Fitness(asked["style"], Estimate(0.0, 0.0, 0.0, 0) if failed else found,
                          {} if failed else dict.fromkeys(names_for(genome), found), failed, {"games": 1.0})
        return task, msgspec.json.encode(fitness.as_dict() | {"genome": asked["genome"]}).decode()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def day(folder: Path, games: int, children: int, mode: str, islands: int) -> list[dict[str, Any]]:
    """Breed so many games; return what each part of the run took."""
    run, workers, rows = Evolution(Config("balanced", 1, mode, children, islands=islands), folder), Instant(), []
    for part in range(1, PARTS + 1):
        began, before = time.process_time(), run.scored
        while run.scored < games * part // PARTS:
            run.generation(workers)
        rows.append({"games": run.scored, "ms_a_game": round(1e3 * (time.process_time() - began) /
                                                             max(1, run.scored - before), 2),
                     "kept": len(run.archive), "checkpoint_bytes": (folder / FILE).stat().st_size,
                     "log_bytes": (folder / SEEN).stat().st_size,
                     "peak_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1)})
        print(rows[-1], flush=True)
    began = time.process_time()
    assert resumed(folder).as_dict() == run.as_dict()
    print(f"read again in {time.process_time() - began:.1f} s, the same")
    return rows


def main(words: list[str] | None = None) -> int:
    """Breed, and write the evidence; the exit code is 1 if a day would be too short for a million games."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.breeding_day", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--children", type=int, default=256, help="games that are scored at the same time")
    parser.add_argument("--islands", type=int, default=4)
    parser.add_argument("--mode", default="archive")
    parser.add_argument("--out", type=Path, default=EVIDENCE / "breeding-day.json")
    asked = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        rows = day(Path(folder), asked.games, asked.children, asked.mode, asked.islands)
    slowest = max(row["ms_a_game"] for row in rows)
    hours = slowest * DAY_GAMES / 3.6e6
    asked.out.write_text(json.dumps({
        "check": "breeding-day", "what": "processor time of the process that breeds, with scores that cost nothing",
        "volume": asked.games, "children": asked.children, "islands": asked.islands, "mode": asked.mode, "parts": rows,
        "slowest_ms_a_game": slowest, "hours_for_a_million": round(hours, 2), "commit": commit(),
        "versions": versions(), "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n")
    print(f"a million games take {hours:.1f} hours of one processor, at the pace of the slowest part")
    return int(hours * 3600 > DAY_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
