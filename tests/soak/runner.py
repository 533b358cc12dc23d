"""Runs a check in chunks on several processes; finished chunks are kept in `.soak/`, so that a run can go on later."""

from __future__ import annotations

import json
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .checks import CHECKS, ROOT, Check

KEPT = ROOT / ".soak"
EXAMPLES = 20
SPAN = 10**9  # each seed has its own numbers: seed 1 begins at 0, seed 2 at a thousand million


@dataclass
class Outcome:
    """What came out so far."""

    items: int = 0
    seconds: float = 0.0
    counts: Counter[str] = field(default_factory=Counter)
    failures: int = 0
    examples: list[str] = field(default_factory=list)

    def add(self, part: dict[str, Any]) -> None:
        self.items += part["count"]
        self.seconds += part["seconds"]
        self.counts.update(part["counts"])
        self.failures += len(part["failures"])
        self.examples = (self.examples + part["failures"])[:EXAMPLES]


def run_chunk(job: tuple[str, int, int]) -> dict[str, Any]:
    """Run some items of a check; a failure is written down and the next item is run."""
    check, first, count = job
    begun, counts, failures = time.perf_counter(), Counter(), []
    for number in range(first, first + count):
        try:
            counts += CHECKS[check].run(number)
        except Exception as error:
            where = "" if isinstance(error, AssertionError) else traceback.format_exc(limit=-3)
            failures.append(f"item {number}: {str(error)[:2000]} {where}".strip())
    seconds = time.perf_counter() - begun
    return {"first": first, "count": count, "counts": counts, "failures": failures, "seconds": seconds}


def chunks(check: Check, volume: int, seed: int) -> list[tuple[str, int, int]]:
    start = (seed - 1) * SPAN
    firsts = range(0, volume, check.chunk)
    return [(check.name, start + first, min(check.chunk, volume - first)) for first in firsts]


class Kept:
    """The finished chunks of one run in a file; another commit, seed or volume begins a new file."""

    def __init__(self, check: Check, volume: int, seed: int, commit: str) -> None:
        KEPT.mkdir(exist_ok=True)
        self.path: Path = KEPT / f"{check.name}.jsonl"
        self.head = {"check": check.name, "volume": volume, "seed": seed, "commit": commit}

    def read(self) -> list[dict[str, Any]]:
        """What was finished before, or nothing; a line cut off by an interruption is dropped."""
        rows = []
        for line in self.path.read_text().splitlines() if self.path.exists() else []:
            try:
                rows.append(json.loads(line))
            except ValueError:
                break
        if not rows or rows[0] != self.head:
            rows = [self.head]
        self.path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return rows[1:]

    def add(self, part: dict[str, Any]) -> None:
        with self.path.open("a") as file:
            file.write(json.dumps(part) + "\n")

    def drop(self) -> None:
        self.path.unlink(missing_ok=True)


def run(check: Check, volume: int, seed: int, jobs: int, kept: Kept) -> Outcome:
    """Run what is still missing and give what came out of everything."""
    outcome, done = Outcome(), set()
    for part in kept.read():
        outcome.add(part)
        done.add(part["first"])
    missing = [job for job in chunks(check, volume, seed) if job[1] not in done]
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, TextColumn("{task.fields[failures]} failures")) as bar, Pool(jobs) as pool:
        task = bar.add_task(check.name, total=volume, completed=outcome.items, failures=outcome.failures)
        for part in pool.imap_unordered(run_chunk, missing):
            kept.add(part)
            outcome.add(part)
            bar.update(task, completed=outcome.items, failures=outcome.failures)
    return outcome
