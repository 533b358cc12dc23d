"""`python -m bench [ranking equity engine records contests sting lab envs footprint threads arena characters
flood walk page]`.

All are measured if none is named.

`python -m bench compare A B`: measure two versions of croupier side by side (see `compare`).

The exit code is 1 if a bar was missed; a bar that cannot be measured here is skipped and says why.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from importlib import import_module
from pathlib import Path

from bench.bars import MISSED, Bar, bar_table, race_table
from bench.harness import Options, Race

SUBSETS = ("ranking", "equity", "engine", "records", "contests", "sting", "lab", "envs", "footprint", "threads",
           "arena", "characters", "flood", "walk", "page")


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """What was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="croupier beside its peers and a C limit")
    parser.add_argument("subsets", nargs="*", metavar="subset", help=f"of {', '.join(SUBSETS)}; all if none is named")
    parser.add_argument("--rounds", type=int, default=7, help="rounds in which each contender has a turn")
    parser.add_argument("--seconds", type=float, default=0.4, help="length of a turn")
    parser.add_argument("--json", type=Path, help="write the results here")
    asked = parser.parse_args(words)
    strangers = [name for name in asked.subsets if name not in SUBSETS]
    if strangers:
        parser.error(f"no subset {', '.join(strangers)}: there are {', '.join(SUBSETS)}")
    if asked.rounds < 1 or asked.seconds <= 0:
        parser.error("--rounds and --seconds must be above 0")
    return asked


def machine() -> dict[str, object]:
    """Where and when this was measured."""
    return {"date": time.strftime("%Y-%m-%d"), "python": platform.python_version(), "cores": os.cpu_count(),
            "load": round(os.getloadavg()[0], 2), "core": "compiled" if compiled() else "interpreted"}


def compiled() -> bool:
    """Whether what is measured is the compiled core."""
    return not str(import_module("croupier.games.poker.hand").__file__).endswith(".py")


def as_json(races: list[tuple[Race, str]], bars: list[Bar]) -> str:
    """All figures of a run, those of each round included."""
    told = [{"title": race.title, "unit": race.unit, "rates": race.rates, "left_out": race.left_out}
            for race, _ in races]
    return json.dumps({"machine": machine(), "bars": [bar.as_json() for bar in bars], "races": told}, indent=1) + "\n"


def main(words: list[str] | None = None) -> int:
    """Measure what was asked for; gives the exit code."""
    given = sys.argv[1:] if words is None else words
    if given[:1] == ["compare"]:
        return int(import_module("bench.compare").main(given[1:]))
    asked = arguments(words)
    options = Options(asked.rounds, asked.seconds)
    races: list[tuple[Race, str]] = []
    bars: list[Bar] = []
    for name in asked.subsets or SUBSETS:
        more_races, more_bars = import_module(f"bench.{name}").measure(options)
        races += more_races
        bars += more_bars
    told = ", ".join(f"{name} {value}" for name, value in machine().items())
    print("\n\n".join([*(race_table(race, ours) for race, ours in races), told, bar_table(bars)]))
    if asked.json:
        asked.json.parent.mkdir(parents=True, exist_ok=True)
        asked.json.write_text(as_json(races, bars), encoding="utf-8")
    return int(any(bar.verdict == MISSED for bar in bars))


if __name__ == "__main__":
    from croupier.cli import ending_in_order

    with ending_in_order():  # servers that were opened end with it
        sys.exit(main())
