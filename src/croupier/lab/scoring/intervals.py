"""Compute intervals of measures that contain the true value in 95 % of cases, even near 0 and 1.

Games are played in independent blocks. Each figure is a *ratio* of two counts, and both counts are added up over the
blocks. The variance of a ratio is estimated by the jackknife, which leaves out one block at a time. Two kinds of ratio
need two kinds of interval:

    share    part of things counted, such as bets that were bluffs: Wilson's interval for as many independent things
             as the jackknife's variance stands for, at most those that were counted. No bluff among forty bets is
             0 to 0.1, not 0 ± 0.
    mean     chips won per chip at stake, decisions in a hand: Student's interval

A measure is a function of a ratio, limited to the range from 0 to 1. The interval of the ratio is computed first, and
the function is applied to both of its limits. For example, a ratio may be only slightly above the value at which its
measure becomes 1. Then the measure is 1, and its interval reaches below 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf, isfinite, sqrt
from typing import Any

from croupier.rng import seeded
from croupier.stats.student import t_factor

Counts = dict[str, float]
"""Counts by name. The counts of several blocks can be added up."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure with its 95 % interval, which need not be symmetric."""

    mean: float
    low: float
    high: float
    samples: int

    @property
    def margin(self) -> float:
        """Return half the width of the interval."""
        return (self.high - self.low) / 2

    def __contains__(self, value: float) -> bool:
        return self.low - 1e-12 <= value <= self.high + 1e-12

    def through(self, shape: Callable[[float], float]) -> Estimate:
        """Apply an increasing function to the figure and to the limits of its interval."""
        return Estimate(shape(self.mean), shape(self.low), shape(self.high), self.samples)

    def as_dict(self) -> dict[str, Any]:
        """Return the estimate as values for JSON. JSON has no infinity, so unknown limits are null."""
        return {"mean": self.mean, "low": self.low if isfinite(self.low) else None,
                "high": self.high if isfinite(self.high) else None, "samples": self.samples}

    @classmethod
    def from_dict(cls, found: dict[str, Any]) -> Estimate:
        """Return the estimate that `as_dict` described."""
        low, high = found["low"], found["high"]
        return cls(found["mean"], -inf if low is None else low, inf if high is None else high, found["samples"])

    def __str__(self) -> str:
        return f"{self.mean:.3f} ({self.low:.3f} to {self.high:.3f})"


def block_seed(seed: int, block: int) -> int:
    """Return the seed of one block of a run. The two numbers are not combined by exclusive or, because then block a of
    run b would have the same seed as block b of run a.
    """
    return seeded((seeded(seed) + block) % 2**64) >> 1


def added(blocks: Sequence[Counts]) -> Counts:
    """Add up the counts of several blocks."""
    return {name: sum(block[name] for block in blocks) for name in blocks[0]} if blocks else {}


def part(counts: Counts, some: str, of: str) -> float:
    """Return one count divided by another, or 0 if the divisor is 0."""
    return counts[some] / counts[of] if counts.get(of) else 0.0


def clipped(value: float) -> float:
    """Limit a value to the range from 0 to 1."""
    return min(1.0, max(0.0, value))


def deviation(blocks: Sequence[Counts], formula: Callable[[Counts], float]) -> float:
    """Return the standard error of a formula of the counts, computed by the jackknife. With only one block the error is
    infinite.
    """
    count = len(blocks)
    if count < 2:
        return inf
    whole = added(blocks)
    return deviation_of([formula({name: whole[name] - block[name] for name in whole}) for block in blocks])


def deviation_of(without: Sequence[float]) -> float:
    """Return the jackknife's standard error of a figure, from its values without one part of the sample at a time."""
    count = len(without)
    mean = sum(without) / count
    return sqrt((count - 1) / count * sum((value - mean) ** 2 for value in without))


def mean_estimate(blocks: Sequence[Counts], some: str, of: str, bounds: tuple[float, float] | None = None) -> Estimate:
    """Return a ratio of two sums with Student's interval. If all blocks have the same ratio, use Wilson's interval for
    the blocks.
    """
    found = jackknifed(blocks, lambda counts: part(counts, some, of))
    if bounds is not None and found.margin == 0:
        return _of_blocks(blocks, min(bounds[1], max(bounds[0], found.mean)), bounds)
    return found


def jackknifed(blocks: Sequence[Counts], formula: Callable[[Counts], float]) -> Estimate:
    """Return the value of a formula of the counts with Student's interval."""
    value, spread = formula(added(blocks)), deviation(blocks, formula)
    reach = t_factor(len(blocks) - 1) * spread if spread else 0.0
    return Estimate(value, value - reach, value + reach, len(blocks))


def _of_blocks(blocks: Sequence[Counts], value: float, bounds: tuple[float, float]) -> Estimate:
    """Return the interval of a ratio that is the same in every block. Each block counts as one observation."""
    least, most = bounds
    low, high = _wilson((value - least) / (most - least), len(blocks), t_factor(len(blocks) - 1))
    return Estimate(value, least + low * (most - least), least + high * (most - least), len(blocks))


def share_estimate(blocks: Sequence[Counts], some: str, of: str) -> Estimate:
    """Return a share of counted things with Wilson's interval."""
    whole = added(blocks)
    if not whole.get(of):
        return Estimate(0.0, 0.0, 1.0, len(blocks))
    share = whole[some] / whole[of]
    spread = deviation(blocks, lambda counts: part(counts, some, of))
    things = whole[of]
    if spread and isfinite(spread):
        things = min(2 * things, share * (1 - share) / spread**2)
    low, high = _wilson(share, things, t_factor(len(blocks) - 1))
    return Estimate(share, low, high, len(blocks))


def _wilson(share: float, things: float, quantile: float) -> tuple[float, float]:
    """Return the limits of Wilson's interval for a share of this many independent things."""
    if not isfinite(quantile) or things <= 0:
        return 0.0, 1.0
    square = quantile**2
    middle = (share + square / (2 * things)) / (1 + square / things)
    half = quantile / (1 + square / things) * sqrt(share * (1 - share) / things + square / (4 * things**2))
    return clipped(middle - half), clipped(middle + half)


def unsigned(found: Estimate, blocks: int) -> Estimate:
    """Return the absolute value of an estimate. Random errors make an absolute value too large on average, so it is
    corrected for this bias.
    """
    reach = t_factor(blocks - 1)
    spread = (found.high - found.low) / 2 / reach if isfinite(reach) and isfinite(found.high) else inf
    size = sqrt(max(0.0, found.mean**2 - spread**2)) if isfinite(spread) else abs(found.mean)
    near = 0.0 if found.low <= 0 <= found.high else min(abs(found.low), abs(found.high))
    return Estimate(max(size, near), near, max(abs(found.low), abs(found.high)), found.samples)


def weighed_sum(parts: Sequence[tuple[float, Estimate]]) -> Estimate:
    """Return the weighted sum of independent estimates, whose intervals need not be symmetric.

    The distances from a mean to the two limits of its interval are added like standard errors, separately for each side
    (MOVER: Zou and Donner 2008). So an estimate near the limit of its range widens the interval of the sum on one side
    only.
    """
    mean = sum(weight * found.mean for weight, found in parts)
    below, above = (sqrt(sum((weight * distance) ** 2 for (weight, _), distance in zip(parts, distances)))
                    for distances in ([found.mean - found.low for _, found in parts],
                                      [found.high - found.mean for _, found in parts]))
    return Estimate(mean, mean - below, mean + above, min(found.samples for _, found in parts))


def pooled_estimate(before: Estimate, looks: int, fresh: Estimate) -> Estimate:
    """Return the mean of the earlier estimates and a new one, all with equal weight."""
    mean = (looks * before.mean + fresh.mean) / (looks + 1)
    below = sqrt((looks * (before.mean - before.low)) ** 2 + (fresh.mean - fresh.low) ** 2) / (looks + 1)
    above = sqrt((looks * (before.high - before.mean)) ** 2 + (fresh.high - fresh.mean) ** 2) / (looks + 1)
    return Estimate(mean, mean - below, mean + above, before.samples + fresh.samples)
