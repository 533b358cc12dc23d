"""Measure outcome uniformity: how evenly three or more equal players win from the different seats.

    D = (Σ pᵢ² − 1/k) / (1 − 1/k)      pᵢ: the share of hands that the i-th to act wins, of k players
    uniformity = 1 − D                 1 if all places win equally often, 0 if one place wins every hand

Chance alone makes shares uneven, so the plain formula would give too low a value for few hands. This module estimates D
without that bias. The interval of D comes from the noncentral χ² distribution: n·k·Σ(pᵢ − 1/k)² has k − 1 degrees of
freedom and the noncentrality n·(k − 1)·D. Every deal is played once for every seat, so its hands are not independent.
Therefore n is not the number of hands, but the number of independent hands that would have the variance found by the
jackknife.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, lgamma, log
from statistics import NormalDist

from croupier.lab.scoring.intervals import Counts, Estimate, added, clipped, deviation, part

SERIES_MAX = 10.0
"""Above this noncentrality a normal approximation is as good as the series, and much faster."""
STEPS = 20
"""The number of bisection steps with which a limit of the interval is found."""


def uniformity_of(deals: Sequence[Counts], seats: int) -> Estimate:
    """Return the uniformity with its interval, computed from the counts of each deal: `hands` and, for every seat,
    `won0`, `won1` ...
    """
    whole = added(deals)
    shares = [part(whole, f"won{seat}", "hands") for seat in range(seats)]
    independent = _independent(deals, shares)
    if independent <= seats:
        return Estimate(1.0, 0.0, 1.0, len(deals))
    square = independent * seats * sum((share - 1 / seats) ** 2 for share in shares)
    scale = independent * (seats - 1)
    low, high = (noncentrality(square, seats - 1, chance) / scale for chance in (0.975, 0.025))
    return Estimate(clipped(1 - max(0.0, square - (seats - 1)) / scale), clipped(1 - high), clipped(1 - low),
                    len(deals))


def _independent(deals: Sequence[Counts], shares: Sequence[float]) -> float:
    """Return the number of independent hands that would have the variance of these deals."""
    spread = sum(deviation(deals, lambda counts, name=f"won{seat}": part(counts, name, "hands")) ** 2  # type: ignore[misc]
                 for seat in range(len(shares)))
    return sum(share * (1 - share) for share in shares) / spread if spread else 0.0


def noncentrality(square: float, freedom: int, chance: float) -> float:
    """Return the noncentrality for which a χ² variable is below `square` with this probability, or 0 if there is none.
    """
    if noncentral_chance(square, freedom, 0.0) <= chance:
        return 0.0
    low, high = 0.0, square + 1.0
    while noncentral_chance(square, freedom, high) > chance:
        high *= 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if noncentral_chance(square, freedom, middle) > chance else (low, middle)
    return high


def noncentral_chance(square: float, freedom: int, noncentral: float) -> float:
    """Return the probability that a noncentral χ² variable is at most `square`, as a sum of central ones with Poisson
    weights.
    """
    if noncentral > SERIES_MAX:
        return _sankaran(square, freedom, noncentral)
    half = noncentral / 2
    weight, found = exp(-half), 0.0
    for terms in range(int(half + 12 * half**0.5 + 20)):
        found += weight * gamma_chance(freedom / 2 + terms, square / 2)
        weight *= half / (terms + 1)
    return found


def _sankaran(square: float, freedom: int, noncentral: float) -> float:
    """Approximate `noncentral_chance` by Sankaran's normal formula, which is accurate to three digits if the
    noncentrality is large.
    """
    mean, spread = freedom + noncentral, freedom + 2 * noncentral
    power = 1 - 2 * mean * (freedom + 3 * noncentral) / (3 * spread**2)
    ratio = spread / mean**2
    bend = (power - 1) * (1 - 3 * power)
    middle = 1 + power * ratio * (power - 1 - 0.5 * (2 - power) * bend * ratio)
    return NormalDist(middle, power * (2 * ratio) ** 0.5 * (1 + 0.5 * bend * ratio)).cdf((square / mean) ** power)


def gamma_chance(shape: float, value: float) -> float:
    """Compute the regularised lower incomplete gamma function by its series."""
    if value <= 0:
        return 0.0
    term = total = 1 / shape
    step = shape
    while term > total * 1e-15:
        step += 1
        term *= value / step
        total += term
    return min(1.0, total * exp(-value + shape * log(value) - lgamma(shape)))
