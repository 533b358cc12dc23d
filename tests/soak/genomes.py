"""`python -m tests.soak.genomes --games 100000`: random games of the whole language, none of which may end abnormally.

Each is written as JSON and read again, played inside the core, played with decks handed in and every view compared with
that of another world, guessed at, searched, described by a rulebook, and played again from its journal.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from tests.genome.volume import check_genome

CHUNK = 200


def chunk(first: int) -> int:
    """Check some games; an AssertionError names the seed."""
    for seed in range(first, first + CHUNK):
        try:
            check_genome(seed)
        except Exception as error:
            raise AssertionError(f"seed {seed}: {error!r}") from error
    return CHUNK


def main(words: list[str] | None = None) -> int:
    """Check all games."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.genomes", description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args(words)
    done = 0
    with ProcessPoolExecutor(asked.jobs, get_context("spawn")) as pool:
        for count in pool.map(chunk, range(asked.first, asked.first + asked.games, CHUNK)):
            done += count
            if done % 2000 == 0:
                print(f"{done:,} games", flush=True)
    print(f"{done:,} random games: none ended abnormally")
    return 0


if __name__ == "__main__":
    sys.exit(main())
