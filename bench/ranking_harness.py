"""Side by side on a noisy machine: contenders take turns, and the medians of their rounds are compared.

Time is the CPU time of this process. A contender is called with a count and does that many units of work; a ratio is
the median of the ratios within one round, so that a slow minute of the machine hits both sides alike.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

Work = Callable[[int], object]


def arguments(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which each contender has a turn")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of a turn")
    parser.add_argument("--json", type=Path, help="write the results here")
    return parser.parse_args()


def built(factories: dict[str, Callable[[], Work]]) -> dict[str, Work]:
    """The contenders at hand; one that is missing is named and left out."""
    contenders = {}
    for name, factory in factories.items():
        try:
            contenders[name] = factory()
        except Exception as error:
            print(f"left out {name}: {type(error).__name__}: {str(error)[:100]}", file=sys.stderr)
    return contenders


def timed(work: Work, n: int) -> float:
    begin = time.process_time()
    work(n)
    return max(time.process_time() - begin, 1e-9)


def turn_size(work: Work, seconds: float) -> int:
    """How many units fill a turn."""
    n = 1
    while (spent := timed(work, n)) < seconds / 4 and n < 1 << 26:
        n *= 2
    return max(1, int(n * seconds / spent))


def race(title: str, factories: dict[str, Callable[[], Work]], ours: str,
         options: argparse.Namespace) -> dict[str, object]:
    """Time all contenders, print a table, and give rates and our ratio to each."""
    contenders = built(factories)
    sizes = {name: turn_size(work, options.seconds) for name, work in contenders.items()}
    rates: dict[str, list[float]] = {name: [] for name in contenders}
    for _ in range(options.rounds):
        for name, work in contenders.items():
            rates[name].append(sizes[name] / timed(work, sizes[name]))
    print(f"\n{title} ({options.rounds} rounds, Python {platform.python_version()}, units per CPU second)")
    rows = {}
    for name, seen in sorted(rates.items(), key=lambda item: -statistics.median(item[1])):
        ratio = statistics.median(mine / theirs for mine, theirs in zip(rates[ours], seen))
        rows[name] = {"per_second": statistics.median(seen), "low": min(seen), "high": max(seen), "ours_to_it": ratio}
        print(f"  {name:44s} {statistics.median(seen):>16,.1f}   ours is {ratio:.3g} x")
    return {"title": title, "ours": ours, "rows": rows}


def report(results: list[dict[str, object]], options: argparse.Namespace) -> None:
    """Write what was measured, if a file was named."""
    if options.json:
        options.json.parent.mkdir(parents=True, exist_ok=True)
        options.json.write_text(json.dumps({"python": platform.python_version(), "races": results}, indent=1) + "\n")
