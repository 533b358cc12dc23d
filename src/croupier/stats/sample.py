"""Collect the samples of a contest, and choose a suitable kind of interval for their mean.

The mean of many results of ordinary size gets Student's interval. But poker has rare large results: a bot that wins a
blind in every hand looks like a certain winner until it loses a stack. If there are too few samples, if they are too
skewed, or if no sample is near the bounds, such rare results may still be missing from the samples. In these cases the
mean gets an interval that is valid for every bounded distribution (`bounded.py`), which is wider but correct.

    sample = Sample(-200.0, 200.0)
    sample.add(12.5)
    sample.interval()                   # after a fixed number of samples
    sample.sequence(tuned_at=500)       # at any time, and as often as you like
"""

from __future__ import annotations

from collections import Counter
from math import inf, log, sqrt
from random import Random

from croupier.stats.bounded import bounded_interval
from croupier.stats.intervals import BadSample, Interval
from croupier.stats.student import t_factor

BINS = 1500
"""For the bounded interval, results are rounded to this many values, so that a long match stores counts instead of
samples.
"""
LEAST = 30
"""Student's interval is not used for fewer samples than this."""
EFFECTIVE = 20
"""Student's interval is not used if n divided by the kurtosis is below this. That ratio is the effective number of
samples for the variance.
"""
LARGE, LARGE_SEEN = 1 / 16, 10
"""A result counts as large if its distance from the mean is at least LARGE times the range. After LARGE_SEEN large
results the tail of the distribution counts as known.
"""


class Sample:
    """The results of independent deals, with lower and upper bounds if these are known. Without bounds, only the
    influence of the largest result is checked.
    """

    def __init__(self, low: float = -inf, high: float = inf, seed: int = 0, plain: Sample | None = None) -> None:
        """Create an empty sample. `low` and `high` are the bounds of a result. If results are adjusted for luck,
        `plain` is the sample of the same deals before the adjustment, and its number of large results decides which
        interval can be trusted.
        """
        self.low, self.high, self.plain = low, high, plain
        self.count = 0
        self.total: float = 0
        self.squares: float = 0
        self.cubes: float = 0
        self.fourths: float = 0
        self.large = 0
        self._bins: Counter[float] = Counter()
        self._rng = Random(seed)
        self._width = (high - low) / BINS if self.is_bounded else 0.0

    @property
    def is_bounded(self) -> bool:
        """Return True if both bounds are known."""
        return self.low > -inf and self.high < inf

    def add(self, value: float) -> None:
        """Add one sample."""
        self.count += 1
        square = value * value
        self.total += value
        self.squares += square
        self.cubes += square * value
        self.fourths += square * square
        if self.is_bounded:
            self.large += abs(value - self.total / self.count) > (self.high - self.low) * LARGE
            self._bins[self._rounded(value)] += 1

    def _rounded(self, value: float) -> float:
        """Round a value up or down to a bin at random, with probabilities that do not change the mean."""
        if not self._width:
            return value
        place = (min(self.high, max(self.low, value)) - self.low) / self._width
        whole = int(place)
        return self.low + self._width * (whole + (self._rng.random() < place - whole))

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def mean(self) -> float:
        """Return the mean."""
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """Return the variance of one sample."""
        if self.count < 2:
            return inf
        # exact for whole chips; for floats rounding may leave a hair below zero
        return max(0.0, (self.squares * self.count - self.total * self.total) / (self.count * (self.count - 1)))

    @property
    def kurtosis(self) -> float:
        """Return the fourth central moment divided by the square of the variance, which is 3 for a normal
        distribution.
        """
        if self.count < 2 or self.variance == 0:
            return inf
        n, mean = self.count, self.mean
        fourth = self.fourths / n - 4 * mean * self.cubes / n + 6 * mean**2 * self.squares / n - 3 * mean**4
        spread = self.squares / n - mean**2
        return fourth / spread**2 if spread > 0 else inf

    @property
    def is_ordinary(self) -> bool:
        """Return True if Student's interval can be trusted."""
        if self.count < LEAST or self.count < EFFECTIVE * self.kurtosis:
            return False
        if self.plain is not None:
            return self.plain.is_ordinary
        if not self.is_bounded or self.large >= LARGE_SEEN:
            return True
        # a result that never occurred may have a probability of up to 3/n (with 95 % confidence); this must not change
        # the mean by much
        unseen = log(20) * max(self.high - self.mean, self.mean - self.low) / self.count
        return unseen <= sqrt(self.variance / self.count)

    def interval(self, scale: float = 1.0, unit: str = "", confidence: float = 0.95) -> Interval:
        """Return the mean multiplied by `scale`, with an interval. The interval is valid if the number of samples was
        fixed in advance.
        """
        self._check()
        if self.count > 1 and self.is_ordinary:
            margin = t_factor(self.count - 1, confidence) * sqrt(self.variance / self.count)
            return Interval(scale * self.mean, abs(scale) * margin, self.count, unit)
        return self._bounded(scale, unit, confidence)

    def sequence(self, tuned_at: int, scale: float = 1.0, unit: str = "", confidence: float = 0.95) -> Interval:
        """Return the mean with an interval that may be checked after every sample. The interval is narrowest around
        `tuned_at` samples.

        If Student's interval can be trusted, this is Robbins' normal mixture with the variance of the samples, which is
        an asymptotic confidence sequence (Waudby-Smith et al. 2021). If Student's interval cannot be trusted, this is
        the bounded interval.
        """
        self._check()
        if self.count < LEAST or not self.is_ordinary:
            return self._bounded(scale, unit, confidence)
        alpha = 1 - confidence
        rho2 = (2 * log(1 / alpha) + log(2 * log(1 / alpha)) + 1) / tuned_at
        wide = self.count * rho2 + 1
        margin = sqrt(self.variance * 2 * wide / (self.count**2 * rho2) * log(sqrt(wide) / alpha))
        return Interval(scale * self.mean, abs(scale) * margin, self.count, unit, "sequence")

    def _bounded(self, scale: float, unit: str, confidence: float) -> Interval:
        if not self.is_bounded:
            return Interval(scale * self.mean, inf, self.count, unit, "unknown")
        ends = [scale * end for end in bounded_interval(sorted(self._bins.items()), self.low, self.high, confidence)]
        margin = max(max(ends) - scale * self.mean, scale * self.mean - min(ends))
        return Interval(scale * self.mean, margin, self.count, unit, "bounded", (min(ends), max(ends)))

    def _check(self) -> None:
        if not self.count:
            raise BadSample("no samples: a mean needs at least one")
