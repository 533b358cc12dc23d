"""Side by side on a noisy machine: contenders take turns, and what is compared is always within one round.

A contender is a callable that is given a count, does that many units of work, and may answer with what it did: fewer
or more units than asked, or seconds measured elsewhere (the C limit reports its own CPU time, threads the wall's).
Where it does not say, time is the CPU time of this process, so that neighbours who take the core away do not count.
A ratio is the median of the ratios within each round: a slow minute of the machine hits both sides alike.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple


class Done(NamedTuple):
    """What a turn came to: None stands for what was asked for, and for the CPU time of this process."""

    units: float | None = None
    seconds: float | None = None


Work = Callable[[int], Done | None]
Factory = Callable[[], Work]
TURN_UNITS_MAX = 1 << 28


@dataclass(frozen=True)
class Options:
    """How long to measure."""

    rounds: int = 7
    seconds: float = 0.4


@dataclass
class Race:
    """The rates of all contenders, round by round."""

    title: str
    unit: str
    rates: dict[str, list[float]] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)

    def rate(self, name: str) -> float:
        """A contender's median rate, in units per second."""
        return statistics.median(self.rates[name])

    def ratio(self, ours: str, theirs: str) -> float:
        """How many times as fast ours is: the median over the rounds."""
        return statistics.median(mine / other for mine, other in zip(self.rates[ours], self.rates[theirs], strict=True))

    def best(self, but: str) -> str | None:
        """The fastest of the others, None if there are none."""
        return max((name for name in self.rates if name != but), key=self.rate, default=None)

    def missing(self, *names: str) -> str | None:
        """Why these cannot be compared, None if they can."""
        for name in names:
            if name not in self.rates:
                return f"{name} {self.left_out.get(name, 'not measured')}"
        return None


class Unavailable(Exception):  # noqa: N818 - what it is
    """A contender that cannot take part here; the text says why."""


def race(title: str, unit: str, factories: dict[str, Factory], options: Options) -> Race:
    """Let the contenders take turns; those that cannot take part are named and left out."""
    found = Race(title, unit)
    contenders = _present(factories, found)
    sizes = {name: turn_size(work, options.seconds) for name, work in contenders.items()}
    found.rates = {name: [] for name in contenders}
    for number in range(options.rounds):
        progress(f"{title}: round {number + 1} of {options.rounds}")
        for name, work in contenders.items():
            found.rates[name].append(rate(work, sizes[name]))
    progress("")
    return found


def progress(words: str) -> None:
    """Say where we are, on a terminal only, in one line that is written over."""
    if sys.stderr.isatty():
        print(f"\r{words:<79}", end="" if words else "\r", file=sys.stderr, flush=True)


def _present(factories: dict[str, Factory], found: Race) -> dict[str, Work]:
    contenders = {}
    for name, factory in factories.items():
        try:
            contenders[name] = factory()
        except ImportError:
            found.left_out[name] = "not installed"
        except Unavailable as reason:
            found.left_out[name] = str(reason)
    return contenders


def turn(work: Work, n: int) -> tuple[float, float]:
    """Units and seconds of one turn."""
    begin = time.process_time()
    done = work(n) or Done()
    spent = time.process_time() - begin
    units = n if done.units is None else done.units
    return units, max(spent if done.seconds is None else done.seconds, 1e-9)


def rate(work: Work, n: int) -> float:
    """Units per second of one turn."""
    units, seconds = turn(work, n)
    return units / seconds


def turn_size(work: Work, seconds: float) -> int:
    """The count that fills a turn; finding it warms the contender up."""
    n = 1
    while (spent := turn(work, n)[1]) < seconds / 4 and n < TURN_UNITS_MAX:
        n *= 2
    return max(1, int(n * seconds / spent))
