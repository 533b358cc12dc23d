"""`python -m tests.soak [check ...] [--volume N] [--seed S] [--jobs J]`."""

from __future__ import annotations

import argparse
import signal
import sys

from .checks import CHECKS
from .evidence import commit, record, write
from .runner import Kept, run


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("checks", nargs="*", metavar="check", help=f"any of {', '.join(CHECKS)}; all by default")
    parser.add_argument("--volume", type=int, help="items to run, instead of each check's own number")
    parser.add_argument("--seed", type=int, default=1, help="another seed runs other hands (default 1)")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--fresh", action="store_true", help="forget an interrupted run")
    found = parser.parse_args()
    unknown = set(found.checks) - set(CHECKS)
    if unknown:
        parser.error(f"no check {', '.join(sorted(unknown))}: there are {', '.join(CHECKS)}")
    return found


def main() -> int:
    """Run the checks one after another; 1 if anything failed."""
    asked, failed = arguments(), 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that its processes end too
    for name in asked.checks or CHECKS:
        check, at = CHECKS[name], commit()
        volume = asked.volume or check.volume
        kept = Kept(check, volume, asked.seed, at)
        if asked.fresh:
            kept.drop()
        outcome = run(check, volume, asked.seed, asked.jobs, kept)
        write(record(check, outcome, volume, asked.seed, at))
        kept.drop()
        failed += outcome.failures
        print(f"{name}: {volume:,} run, {outcome.failures} failed", *outcome.examples[:3], sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
