"""`python -m tests.soak.agreement`: do plain and adjusted results of house bots agree over a million hands?

An adjustment that takes out luck must not move the mean. Each pair plays a hundred matches of 10,000 hands; the mean of
the adjusted results must lie within the common interval of both. Pairs that docs/evidence/agreement.json already holds
are not played again, and finished matches of the others are kept in `.soak/agreement.jsonl`: `--minutes` ends a run
early, and the next one goes on. Pairs that take the least time come first.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from datetime import UTC, datetime
from math import sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import croupier
from croupier.stats import mean_of
from croupier.workers import begin_work

from .evidence import EVIDENCE, commit, versions
from .runner import KEPT, kept_rows

GAME = croupier.holdem(50, 100)
PAIRS = (("random", "folder"), ("folder", "maniac"), ("random", "maniac"), ("strength", "maniac"), ("caller", "folder"),
         ("folder", "strength"), ("random", "strength"), ("random", "caller"), ("caller", "maniac"),
         ("folder", "greedy"), ("random", "greedy"), ("caller", "strength"), ("caller", "greedy"),
         ("strength", "greedy"), ("maniac", "greedy"))
"""Every pair of house bots, the quickest first."""
MATCHES, HANDS = 100, 10_000


def played(job: tuple[str, str, int]) -> dict[str, Any]:
    """Play one match and return the means of the first bot."""
    first, second, number = job
    began = time.process_time()
    result = croupier.match([first, second], GAME, HANDS, seed=26_000_000 + number)
    return {"pair": f"{first} v {second}", "number": number, "plain": result.bb_per_100[0].mean,
            "adjusted": result.adjusted[0].mean, "cpu_seconds": time.process_time() - began}


def answer(pair: str, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return whether the matches of a pair agree, in bb/100 of the first bot."""
    plain, adjusted = (mean_of([row[kind] for row in rows]) for kind in ("plain", "adjusted"))
    common = sqrt(plain.margin ** 2 + adjusted.margin ** 2)
    return {"pair": pair, "hands": HANDS * len(rows), "plain": plain.mean, "plain_margin": plain.margin,
            "adjusted": adjusted.mean, "adjusted_margin": adjusted.margin, "difference": adjusted.mean - plain.mean,
            "common_margin": common, "agree": abs(adjusted.mean - plain.mean) <= common, "commit": commit(),
            "cpu_seconds": round(sum(row["cpu_seconds"] for row in rows), 1)}


class Run:
    """A run: pairs answered before, and matches of pairs that are not finished."""

    def __init__(self, kept: Path, out: Path, fresh: bool) -> None:
        self.kept, self.out = kept, out
        if fresh:
            kept.unlink(missing_ok=True)
        old = json.loads(out.read_text(encoding="utf-8"))["pairs"] if out.exists() and not fresh else []
        self.answers: dict[str, dict[str, Any]] = {each["pair"]: each for each in old}
        self.rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in kept_rows(kept):
            self.rows[row["pair"]].append(row)

    def missing(self) -> list[tuple[str, str, int]]:
        """Return the matches still to be played."""
        done = {(row["pair"], row["number"]) for rows in self.rows.values() for row in rows}
        return [(*pair, number) for pair in PAIRS if " v ".join(pair) not in self.answers for number in range(MATCHES)
                if (" v ".join(pair), number) not in done]

    def play(self, pool: ProcessPoolExecutor, jobs: int, seconds: float) -> None:
        """Play missing matches until all are played or the processor time is used up."""
        left, used = self.missing(), 0.0
        with self.kept.open("a", encoding="utf-8") as file:
            for start in range(0, len(left), jobs):
                if used >= seconds:
                    return
                for row in pool.map(played, left[start:start + jobs]):
                    used += row["cpu_seconds"]
                    file.write(json.dumps(row) + "\n")
                    file.flush()
                    self.add(row)

    def add(self, row: dict[str, Any]) -> None:
        """Keep a match; write the evidence when it was the last of its pair."""
        pair = row["pair"]
        self.rows[pair].append(row)
        if len(self.rows[pair]) == MATCHES:
            self.answers[pair] = answer(pair, self.rows[pair])
            print(json.dumps(self.answers[pair]), flush=True)
            self.write()

    def write(self) -> None:
        """Write the evidence: every pair that is finished, and the names of the others."""
        names = [" v ".join(pair) for pair in PAIRS]
        self.out.write_text(json.dumps({
            "check": "agreement", "what": "plain and adjusted means of matches of two house bots, bb/100 of the first",
            "pairs": [self.answers[name] for name in names if name in self.answers],
            "not_played": [name for name in names if name not in self.answers],
            "failed": [name for name, each in self.answers.items() if not each["agree"]],
            "versions": versions(), "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=1) + "\n", encoding="utf-8")


def main(words: list[str] | None = None) -> int:
    """Play what is missing; return 1 if a pair does not agree."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.agreement", description=__doc__)
    parser.add_argument("--minutes", type=float, default=1e6, help="processor time after which no match is begun")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fresh", action="store_true", help="forget what was played before")
    parser.add_argument("--out", type=Path, default=EVIDENCE / "agreement.json")
    asked = parser.parse_args(words)
    KEPT.mkdir(exist_ok=True)
    run = Run(KEPT / "agreement.jsonl", asked.out, asked.fresh)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), begin_work) as pool:
        run.play(pool, asked.jobs, 60 * asked.minutes)
    missing = len(PAIRS) - len(run.answers)
    failed = [name for name, each in run.answers.items() if not each["agree"]]
    print(f"{len(run.answers)} pairs of {len(PAIRS)} played, {missing} to go; not in agreement: {failed or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
