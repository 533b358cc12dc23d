"""`python -m tests.simulation --seed N [--worlds W] [--hands H]`: play worlds and print what happened in them."""

from __future__ import annotations

import argparse
import sys
import time

from .mutants import MUTANTS, planted
from .worlds import several


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="the first world")
    parser.add_argument("--worlds", type=int, default=1)
    parser.add_argument("--hands", type=int, default=150, help="hands in each world")
    parser.add_argument("--mutant", choices=sorted(MUTANTS), help="plant a bug first")
    asked = parser.parse_args()
    began = time.process_time()
    with planted(asked.mutant):
        counts = several(range(asked.seed, asked.seed + asked.worlds), asked.hands)
    for name, count in sorted(counts.items()):
        print(f"{count:9,}  {name}")
    seconds = time.process_time() - began
    print(f"{seconds:9.1f}  seconds, {1000 * seconds / max(1, counts['hands']):.2f} ms a hand")
    return 0


if __name__ == "__main__":
    sys.exit(main())
