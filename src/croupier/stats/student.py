"""Compute quantiles of Student's t, exactly for small samples, without numpy or scipy.

With few samples, intervals must be wider: with 3 samples the factor is 4.30 instead of 1.96 for the normal
distribution. Up to `SMALL` degrees of freedom the distribution is a finite sum (Abramowitz & Stegun 26.7.3 and 26.7.4),
and the quantile is found by bisection. Above `SMALL` a series in 1/freedom (26.7.5) is exact to nine digits.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, cos, inf, pi, sin, sqrt
from statistics import NormalDist

SMALL = 100
"""The largest number of degrees of freedom for which quantiles are computed from the finite sum."""
NORMAL_975 = 1.959963984540054
"""The number of standard deviations on either side of the mean that contain 95 % of a normal distribution."""


@lru_cache(maxsize=1024)
def t_factor(freedom: int, confidence: float = 0.95) -> float:
    """Return the number of standard errors on either side of the mean that contain this share of a t distribution."""
    if freedom < 1:
        return inf
    return _solved(freedom, confidence) if freedom <= SMALL else _series(freedom, normal_factor(confidence))


def normal_factor(confidence: float) -> float:
    """Return the number of standard deviations on either side of the mean that contain this share of a normal
    distribution."""
    return NORMAL_975 if confidence == 0.95 else NormalDist().inv_cdf((1 + confidence) / 2)


def within(t: float, freedom: int) -> float:
    """Return the probability that a variable with Student's t distribution lies between -t and t."""
    angle = atan(t / sqrt(freedom))
    if freedom % 2:
        return 2 / pi * (angle + (sin(angle) * _powers(cos(angle), freedom, 1) if freedom > 1 else 0.0))
    return sin(angle) * _powers(cos(angle), freedom, 0)


def _powers(cosine: float, freedom: int, odd: int) -> float:
    """Sum a series of powers of the cosine up to cos^(freedom-2). For an even number of degrees of freedom the series
    is 1 + 1/2 cos² + (1·3)/(2·4) cos⁴ + ...; for an odd number it is cos + 2/3 cos³ + ...
    """
    term = cosine if odd else 1.0
    total = term
    for power in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (power - 1) / power
        total += term
    return total


def _solved(freedom: int, confidence: float) -> float:
    low, high = 0.0, 16.0
    while within(high, freedom) < confidence:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        if within(middle, freedom) < confidence:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _series(freedom: int, z: float) -> float:
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    fourth = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + first / freedom + second / freedom**2 + third / freedom**3 + fourth / freedom**4
