"""Runs a check in chunks on several processes; finished chunks are kept in `.soak/`, so that a run can go on later.

Each item has its check's CPU time and each process its memory. A failure is told on standard error as it comes, so
that a run of hours can be watched; so is a hang inside compiled code, which no signal ends, with its stack, once a
chunk is long overdue.
"""

from __future__ import annotations

import faulthandler
import json
import os
import resource
import signal
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from .checks import CHECKS, ROOT, Check

KEPT = ROOT / ".soak"
EXAMPLES = 20
MB = 1 << 20
HANG_SECONDS = 600
SPAN = 10**9  # each seed has its own numbers: seed 1 begins at 0, seed 2 at a thousand million


def kept_rows(path: Path) -> Iterator[dict[str, Any]]:
    """Return finished pieces of work; a line cut off by an interruption is dropped."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        try:
            yield json.loads(line)
        except ValueError:
            return


@dataclass
class Outcome:
    """What came out so far."""

    items: int = 0
    seconds: float = 0.0
    """CPU time of all items, with that of the processes they started."""
    counts: Counter[str] = field(default_factory=Counter)
    failures: int = 0
    slowest_seconds: float = 0.0
    """CPU time of the slowest item."""
    peak_mb: float = 0.0
    """Memory of the largest process."""
    examples: list[str] = field(default_factory=list)

    def add(self, part: dict[str, Any]) -> None:
        self.items += part["count"]
        self.seconds += part["seconds"]
        self.counts.update(part["counts"])
        self.failures += len(part["failures"])
        self.slowest_seconds = max(self.slowest_seconds, part["slowest_seconds"])
        self.peak_mb = max(self.peak_mb, part["peak_mb"])
        self.examples = (self.examples + part["failures"])[:EXAMPLES]


class TooSlow(AssertionError):  # noqa: N818 - what it is
    """An item that does not come to its end in time."""


@contextmanager
def in_time(seconds: float | None) -> Iterator[None]:
    """Give what is done inside so much CPU time."""
    def stop(*_: object) -> None:
        raise TooSlow(f"more than {seconds} s of CPU time")

    signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds or 0)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@contextmanager
def ended_in_order(check: Check) -> Iterator[None]:
    """A check without a limit of time may have a server of its own: told to end, it ends that first.

    The others may hang in compiled code, and a process that waits for work must not be woken up to clean up.
    """
    if not check.seconds_max:
        signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)


def begin_process(check: Check) -> None:
    """What holds for a whole process: its memory, and that it ends when told to, whatever its parent handles."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job would ignore it
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if check.memory_max_mb:
        resource.setrlimit(resource.RLIMIT_AS, (check.memory_max_mb * MB, resource.RLIM_INFINITY))


def tell(check: Check, number: int, failure: str) -> None:
    """Say at once what failed, with the seed that brings it again; in one write, as several processes speak, and past
    the progress bar, which takes what is written to `sys.stderr` for itself."""
    os.write(2, f"{check.name}, seed {number // SPAN + 1}, {failure}\n".encode())


def processor_seconds() -> float:
    """Return the processor time of this process and of its children that have ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def run_chunk(job: tuple[str, int, int]) -> dict[str, Any]:
    """Run some items of a check; a failure is written down and the next item is run."""
    name, first, count = job
    check = CHECKS[name]
    begun, slowest, counts, failures = processor_seconds(), 0.0, Counter(), []
    if check.seconds_max:
        faulthandler.dump_traceback_later(HANG_SECONDS, repeat=True)
    for number in range(first, first + count):
        at = processor_seconds()
        try:
            with in_time(check.seconds_max), ended_in_order(check):
                counts += check.run(number)
        except Exception as error:
            where = "" if isinstance(error, AssertionError) else traceback.format_exc(limit=-3)
            failures.append(f"item {number}: {str(error)[:2000]} {where}".strip())
            tell(check, number, failures[-1])
        slowest = max(slowest, processor_seconds() - at)
    faulthandler.cancel_dump_traceback_later()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"first": first, "count": count, "counts": counts, "failures": failures,
            "seconds": processor_seconds() - begun, "slowest_seconds": round(slowest, 3), "peak_mb": round(peak, 1)}


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
    with Progress(*columns, TextColumn("{task.fields[failures]} failures")) as bar, \
            Pool(jobs, begin_process, (check,)) as pool:
        task = bar.add_task(check.name, total=volume, completed=outcome.items, failures=outcome.failures)
        for part in pool.imap_unordered(run_chunk, missing):
            kept.add(part)
            outcome.add(part)
            bar.update(task, completed=outcome.items, failures=outcome.failures)
    return outcome
