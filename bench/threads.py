"""Two threads beside one, each with a table of its own inside the core, by the clock on the wall.

The wall's clock also counts what neighbours take of the second core, so turns are short and there are many; how busy
the machine was is told with the result.
"""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

from bench.bars import Bar, ratio_bar
from bench.engine import playout
from bench.harness import Done, Factory, Options, Race, Unavailable, Work, race

ONE, TWO = "one thread", "two threads"
ROUNDS_EACH, SECONDS_MAX = 5, 0.1


def tables(threads: int) -> Factory:
    """So many threads, each of which plays as many hands as asked for."""
    def factory() -> Work:
        if (os.cpu_count() or 1) < threads:
            raise Unavailable(f"not measured: {threads} threads need {threads} cores")
        pool = ThreadPoolExecutor(threads)
        seats = [playout(seed) for seed in range(1, threads + 1)]

        def work(n: int) -> Done:
            begin = time.perf_counter()
            for waiting in [pool.submit(table.run, n) for table in seats]:
                waiting.result()
            return Done(n * threads, time.perf_counter() - begin)
        return work
    return factory


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The race and its bar."""
    short = Options(options.rounds * ROUNDS_EACH, min(options.seconds, SECONDS_MAX))
    wall = race("threads by the wall's clock", "hands", {ONE: tables(1), TWO: tables(2)}, short)
    return [(wall, TWO)], [ratio_bar("two threads to one", wall, TWO, ONE, 1.7)]
