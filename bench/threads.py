"""Two threads beside one, each with a table of its own inside the core, by the clock on the wall.

The wall's clock also counts what neighbours take of the cores. Linux tells how long a thread stood ready without a
core: rounds in which that came to more than a little are left out, and where too few are left the machine is too busy
to say. Waiting for each other, which is what would be wrong here, is no such wait and stays counted.
"""

from __future__ import annotations

import os
import statistics
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.bars import Bar
from bench.engine import our_core, playout
from bench.harness import Done, Options, Race, turn_size

ONE, TWO = "one thread", "two threads"
NAME, REQUIRED = "two threads to one, by the wall's clock", 1.9
ROUNDS_EACH, SECONDS_MAX = 40, 0.02
WAITED_MAX, ROUNDS_MIN = 0.03, 5
TASKS = Path("/proc/self/task")


def ready_seconds() -> float:
    """How long the threads of this process have stood ready without a core; 0 where the system does not tell."""
    return sum(int(task.read_text().split()[1]) for task in TASKS.glob("*/schedstat")) / 1e9


class Tables:
    """So many threads, each of which plays as many hands as asked for at a table of its own."""

    def __init__(self, threads: int) -> None:
        self.pool = ThreadPoolExecutor(threads)
        self.tables = [playout(seed) for seed in range(1, threads + 1)]
        self.waited = 0.0

    def play(self, n: int) -> Done:
        """A turn; `waited` is then the share of it that a thread had no core, wake-ups included."""
        before, begin = ready_seconds(), time.perf_counter()
        for turn in [self.pool.submit(table.run, n) for table in self.tables]:
            turn.result()
        wall = time.perf_counter() - begin
        self.waited = (ready_seconds() - before) / wall / len(self.tables)
        return Done(n * len(self.tables), wall)


def rounds(options: Options) -> tuple[Race, list[float]]:
    """Turns of one and of two threads, and for each round the share in which a thread had no core."""
    contenders = {ONE: Tables(1), TWO: Tables(2)}
    wall = Race("threads by the wall's clock", "hands", {name: [] for name in contenders})
    n = turn_size(our_core(), min(options.seconds, SECONDS_MAX))  # by CPU time: a busy machine must not shorten turns
    waits = []
    for _ in range(options.rounds * ROUNDS_EACH):
        for name, tables in contenders.items():
            units, seconds = tables.play(n)
            wall.rates[name].append(units / seconds)
        waits.append(max(tables.waited for tables in contenders.values()))
    return wall, waits


def undisturbed(wall: Race, waits: list[float]) -> Race:
    """The rounds in which every thread had its core."""
    kept = [number for number, waited in enumerate(waits) if waited <= WAITED_MAX]
    return Race(wall.title, wall.unit, {name: [rates[number] for number in kept] for name, rates in wall.rates.items()})


def thread_bar(wall: Race, waits: list[float]) -> Bar:
    """The bar, on the rounds that count."""
    calm = undisturbed(wall, waits)
    count = len(calm.rates[ONE])
    if count < ROUNDS_MIN:
        return Bar(NAME, None, REQUIRED, note=f"machine too busy, threads waited for a core "
                   f"{statistics.median(waits):.0%} of the time; {wall.ratio(TWO, ONE):.2f} × all the same")
    return Bar(NAME, calm.ratio(TWO, ONE), REQUIRED, note=f"{count} of {len(waits)} rounds undisturbed")


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The race and its bar."""
    if (os.cpu_count() or 1) < 2:
        return [], [Bar(NAME, None, REQUIRED, note="one core only")]
    wall, waits = rounds(options)
    return [(wall, TWO)], [thread_bar(wall, waits)]
