"""Compute means with the 95 % intervals that are printed with every result.

    >>> print(mean_of([1, 2, 3, 4]))
    +2.50 ± 2.05
    >>> print(bb_per_100([40, -20, -20, 60], bb=20))
    +75.0 ± 328.0 bb/100
    >>> print(wilson(60, 100))
    60.0 % (50.2–69.1 %)

Samples must be independent. Hands from different deals are independent; the same deal played from several seats counts
as one sample.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from numbers import Real
from typing import Any

from croupier.errors import Error, short
from croupier.stats.student import NORMAL_975, t_factor


class BadSample(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for samples from which no interval can be computed."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with its 95 % interval. The mean prints as `+12.3 ± 4.5 bb/100`, or with both limits if the interval is
    not symmetric.
    """

    mean: float
    margin: float
    samples: int
    unit: str = ""
    method: str = "student"
    """The kind of interval: "student", "sequence" (valid however often it is checked), "bounded" (valid also for every
    distribution) or "unknown".
    """
    ends: tuple[float, float] | None = None
    """The limits of an interval that is not symmetric."""

    @property
    def low(self) -> float:
        """Return the lower limit."""
        return self.mean - self.margin if self.ends is None else self.ends[0]

    @property
    def high(self) -> float:
        """Return the upper limit."""
        return self.mean + self.margin if self.ends is None else self.ends[1]

    @property
    def decided(self) -> bool:
        """Return True if the whole interval is above zero, or the whole interval is below zero."""
        return self.low > 0 or self.high < 0

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high

    def as_dict(self) -> dict[str, Any]:
        """Return the interval as values for JSON. JSON has no infinity, so an unknown margin is None."""
        known = isfinite(self.margin)
        return {"mean": self.mean, "margin": self.margin if known else None, "low": self.low if known else None,
                "high": self.high if known else None, "samples": self.samples, "method": self.method}

    def __str__(self) -> str:
        digits = 1 if self.unit else 2
        if self.ends is not None:
            ends = f"({self.low:+,.{digits}f} to {self.high:+,.{digits}f})"
            return f"{self.mean:+,.{digits}f} {ends} {self.unit}".rstrip()
        margin = f"{self.margin:,.{digits}f}" if isfinite(self.margin) else "?"
        return f"{self.mean:+,.{digits}f} ± {margin} {self.unit}".rstrip()


@dataclass(frozen=True, slots=True)
class Share:
    """A share of trials with its 95 % interval by Wilson's formula, which stays between 0 and 1."""

    share: float
    low: float
    high: float
    trials: int

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % ({100 * self.low:.1f}–{100 * self.high:.1f} %)"


@dataclass(slots=True)
class Tally:
    """Running sums over samples: their number, their sum and the sum of their squares."""

    samples: int = 0
    total: float = 0
    squares: float = 0

    def add(self, value: float) -> None:
        """Add one sample. Whole numbers are summed exactly."""
        self.samples += 1
        self.total += value
        self.squares += value * value

    def interval(self, scale: float = 1.0, unit: str = "") -> Interval:
        """Return the mean multiplied by `scale`, with its 95 % interval."""
        return from_sums(self.samples, self.total, self.squares, scale, unit)

    def per_100(self, bb: int, unit: str = "bb/100") -> Interval:
        """Return chips per hand as big blinds per hundred hands."""
        return self.interval(100 / _big_blind(bb), unit)


def _big_blind(bb: int) -> int:
    """Return a big blind. Raise BadSample if it is not a number of chips."""
    if not is_finite(bb) or bb <= 0:
        raise BadSample(f"a big blind is at least 1 chip, not {short(bb)}")
    return bb


def is_finite(value: object) -> bool:
    """Return True for a finite number that floats can be computed with. Decimals are not mixed with floats."""
    return isinstance(value, Real) and isfinite(value) if not isinstance(value, int) else value.bit_length() <= 1000


def from_sums(samples: int, total: float, squares: float, scale: float = 1.0, unit: str = "") -> Interval:
    """Return the mean of samples multiplied by `scale`, with its 95 % interval. With only one sample the margin is
    infinite.
    """
    if samples < 1:
        raise BadSample("no samples: a mean needs at least one")
    mean = total / samples
    if samples == 1:
        return Interval(mean * scale, inf, 1, unit)
    # exact for whole chips; with floats, rounding may give a result slightly below zero
    spread = max(0.0, (squares * samples - total * total) / (samples * (samples - 1)))
    return Interval(mean * scale, abs(scale) * t_factor(samples - 1) * sqrt(spread / samples), samples, unit)


def mean_of(values: Iterable[float], scale: float = 1.0, unit: str = "") -> Interval:
    """Return the mean of independent samples with its 95 % interval (Student's t)."""
    tally = Tally()
    if not isinstance(values, Iterable):
        raise BadSample(f"{short(values)} are not samples: a list of numbers is needed")
    for value in values:
        if not is_finite(value):
            raise BadSample(f"{short(value)} is not a sample: all must be finite numbers")
        tally.add(value)
    return tally.interval(scale, unit)


def bb_per_100(payoffs: Iterable[float], bb: int) -> Interval:
    """Return chips won or lost per hand as big blinds per hundred hands."""
    return mean_of(payoffs, 100 / _big_blind(bb), "bb/100")


def wilson(successes: int, trials: int) -> Share:
    """Return the share of successes with Wilson's interval, which is accurate even for few trials and for shares near 0
    and 1.
    """
    known = is_finite(successes) and is_finite(trials)
    if not known or not 0 <= successes <= trials or trials < 1:
        raise BadSample(f"{short(successes)} of {short(trials)} is not a share: 0 ≤ successes ≤ trials, at least one "
                        "trial")
    share, z2 = successes / trials, NORMAL_975**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = NORMAL_975 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    return Share(share, max(0.0, middle - half), min(1.0, middle + half), trials)
