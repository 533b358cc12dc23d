"""`python -m bench.beside OTHER`: compare the speed of this checkout with that of another version.

    git archive b35d112 | tar x -C /tmp/before
    pip install --no-deps --target /tmp/old /tmp/before
    pip install --no-deps --target /tmp/new .
    python -m bench.beside /tmp/old --ours /tmp/new --json docs/evidence/beside.json

Each side is a folder that holds a compiled package: installed, or the `src` of a checkout that was built in place; ours
is that of this checkout unless `--ours` names another. Each side runs in a process of its own. The two take turns, a
few hundred of them; each turn's CPU time is compared with the turn of the other side next to it, so that a slow second
of the machine affects both. The interval is the 2.5 % to 97.5 % range of the median of resampled ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

OURS = Path(__file__).resolve().parents[1]
TURNS, WARM_UP, RESAMPLES = 200, 5, 2000
UNITS = {"hands inside the core": 40_000, "actions from Python": 4_000}
"""The work of one turn: this many hands are played."""

WORKER = """
import sys, time
from random import Random
import croupier
try:
    from croupier.games.poker.engine.playout import Playout
except ImportError:  # where it was before games/poker had sub-packages
    from croupier.games.poker.playout import Playout

SEATS, STACK, SMALL, BIG = 6, 10_000, 50, 100
game = croupier.holdem(SMALL, BIG)
deal = game.facts(SEATS, (1 << SEATS) - 1, 0)
deal.set_stacks([STACK] * SEATS)
table = Playout(deal, 1)
stacks = [STACK] * SEATS

def core(n):
    table.run(n)
    return n

def actions(n):
    chance, done = Random(n).random, 0
    for number in range(n):
        hand = game.deal(stacks, number % SEATS, seed=number)
        while not hand.is_over:
            legal, draw = hand.legal(), chance()
            call, least = legal.call, legal.min_raise_to
            if call is None and (least is None or draw < 0.5):
                hand.check()
            elif call is not None and draw < (1 / 3 if least is not None else 0.5):
                hand.call()
            elif call is not None and (least is None or draw < 2 / 3):
                hand.fold()
            else:
                hand.raise_to(least + int(chance() * (legal.max_raise_to - least + 1)))
            done += 1
    return done

WORK = {"hands inside the core": core, "actions from Python": actions}
for line in sys.stdin:
    name, _, count = line.rstrip().rpartition("|")
    began = time.process_time()
    units = WORK[name](int(count))
    print(units / (time.process_time() - began), flush=True)
"""


class Side:
    """One checkout in a process of its own, asked for a turn of work at a time."""

    def __init__(self, source: Path) -> None:
        self.process = subprocess.Popen([sys.executable, "-c", WORKER], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        text=True, env={**os.environ, "PYTHONPATH": str(source)}, cwd=source)

    def rate(self, what: str, count: int) -> float:
        """Let the side work for one turn and return its units per second of CPU time."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(f"{what}|{count}", file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def ratios(ours: Side, theirs: Side, what: str, turns: int) -> list[float]:
    """Return ours to theirs for each pair of turns; who goes first alternates."""
    found = []
    for turn in range(turns + WARM_UP):
        rates = {}
        for side in (ours, theirs) if turn % 2 else (theirs, ours):
            rates[side] = side.rate(what, UNITS[what])
        if turn >= WARM_UP:
            found.append(rates[ours] / rates[theirs])
    return found


def interval(sample: list[float]) -> tuple[float, float, float]:
    """Return the median and the ends of its 95 % interval, by resampling."""
    chance = Random(1)
    medians = sorted(statistics.median(chance.choices(sample, k=len(sample))) for _ in range(RESAMPLES))
    return statistics.median(sample), medians[RESAMPLES // 40], medians[-RESAMPLES // 40]


def commit() -> str:
    """Return the commit of this checkout."""
    return subprocess.run(["git", "rev-parse", "HEAD"], cwd=OURS, capture_output=True, text=True,
                          check=False).stdout.strip()


def main() -> int:
    """Print the ratios; return 1 if the lower end of an interval is below the bar."""
    parser = argparse.ArgumentParser(prog="python -m bench.beside", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("other", type=Path, help="the folder with the other version's package")
    parser.add_argument("--ours", type=Path, default=OURS / "src", help="the folder with our package")
    parser.add_argument("--against", default="b35d112", help="what the other version is called in the JSON file")
    parser.add_argument("--json", type=Path, help="write the figures to this file")
    parser.add_argument("--turns", type=int, default=TURNS)
    parser.add_argument("--bar", type=float, default=0.95)
    options = parser.parse_args()
    ours, theirs = Side(options.ours.resolve()), Side(options.other.resolve())
    met = True
    rows = {}
    load = os.getloadavg()[0]
    for what in UNITS:
        middle, low, high = interval(ratios(ours, theirs, what, options.turns))
        met = met and low >= options.bar
        rows[what] = {"ratio": round(middle, 3), "low": round(low, 3), "high": round(high, 3), "turns": options.turns}
        print(f"{what}: {middle:.3f} of the other's speed, 95 % interval {low:.3f} to {high:.3f}, "
              f"{options.turns} turns each")
    ours.close()
    theirs.close()
    if options.json:
        options.json.write_text(json.dumps({
            "check": "beside", "what": f"speed of this commit to that of {options.against}, by CPU time in turns",
            "commit": commit(), "against": options.against, "bar": options.bar, "met": met, "ratios": rows,
            "load_average": [round(load, 1), round(os.getloadavg()[0], 1)], "python": platform.python_version(),
            "date": datetime.now(UTC).strftime("%Y-%m-%d")}, indent=2) + "\n", encoding="utf-8")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
