"""Compute an interval for the mean of bounded results. The interval holds for every distribution, however skewed, and
however often it is checked.

A hypothetical mean m is tested by betting against it. A bettor starts with a capital of 1 and bets a constant share of
it on every sample. If m is the true mean, the bets are fair, and the probability that the capital ever exceeds 20 is at
most 1/20 (Ville's inequality). Therefore the values of m for which the capital has stayed below 20 form a 95 %
interval, however often it is checked. This module computes the capital for the best share in hindsight. Since no bettor
knows this share in advance, the capital is divided by an upper bound of the advantage of knowing it: sqrt(pi)
Γ(n+1)/Γ(n+1/2). The bound is that of Cover's universal portfolio (Orabona & Jun, "Tight concentrations and confidence
sequences from the regret of universal portfolio", 2021).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf, lgamma, log, pi

STEPS = 40
"""The number of bisection steps with which a limit of the interval is found."""


def bounded_interval(samples: Sequence[tuple[float, int]], low: float, high: float,
                     confidence: float = 0.95) -> tuple[float, float]:
    """Return a confidence interval for the mean of samples that lie between `low` and `high`. The samples are given as
    values with counts.
    """
    count = sum(times for _, times in samples)
    span = high - low
    if count == 0 or span <= 0:
        return low, high
    scaled = [(min(1.0, max(0.0, (value - low) / span)), times) for value, times in samples]
    needed = log(1 / (1 - confidence)) + 0.5 * log(pi) + lgamma(count + 1) - lgamma(count + 0.5)
    below = _lower_limit(scaled, needed)
    above = 1 - _lower_limit([(1 - value, times) for value, times in scaled], needed)
    return low + span * below, low + span * above


def _lower_limit(samples: Sequence[tuple[float, int]], needed: float) -> float:
    """Return the lower limit of the interval, which is the smallest mean for which the best bet does not win more than
    `needed`.
    """
    total = sum(times for _, times in samples)
    mean = sum(value * times for value, times in samples) / total
    refuted, possible = 0.0, mean
    for _ in range(STEPS):
        middle = (refuted + possible) / 2
        if best_capital(samples, middle) > needed:
            refuted = middle
        else:
            possible = middle
        if possible - refuted < 1e-7:
            break
    return refuted


def best_capital(samples: Sequence[tuple[float, int]], mean: float) -> float:
    """Return the logarithm of the capital after the best constant bet on a higher mean."""
    if mean <= 0:
        return inf if any(value > 0 for value, _ in samples) else 0.0
    low, high = 0.0, 1 / mean
    bet = high / 2
    for _ in range(50):
        slope = curve = 0.0
        for value, times in samples:
            gain = (value - mean) / (1 + bet * (value - mean)) if 1 + bet * (value - mean) > 0 else inf
            slope += times * gain
            curve += times * gain * gain
        if slope > 0:
            low = bet
        else:
            high = bet
        step = bet + slope / curve if curve > 0 else bet
        bet = step if low < step < high else (low + high) / 2
        if high - low < 1e-9 * (1 + high) or abs(slope) < 1e-6:
            break
    # uses the lower end of the bracket, which is a possible bet; with a bet of 1/mean a sample of 0 would lose
    # everything
    return sum(times * log(1 + min(bet, 1 / mean * (1 - 1e-12)) * (value - mean)) for value, times in samples)
