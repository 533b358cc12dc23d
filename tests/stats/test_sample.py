"""Intervals of contests: they hold for skewed results, and although one looks often."""

from __future__ import annotations

from random import Random

import pytest

from croupier import stats
from croupier.stats.bounded import bounded_interval


def skewed(rng: Random) -> float:
    """Win a blind in most deals and lose a stack in one of a hundred: the mean is 0.485."""
    return 1.5 if rng.random() < 0.99 else -100.0


def ordinary(rng: Random) -> float:
    """Small pots around 1, and one deal of twelve with large ones: the mean is 1."""
    return rng.gauss(1, 12) if rng.random() < 11 / 12 else 1 + rng.choice((-90, 90))


@pytest.mark.parametrize("deals", [10, 50, 100, 400])
def test_a_skewed_result_is_inside_its_interval(deals: int) -> None:
    """Student's interval would miss it in most of these matches, having seen no lost stack."""
    rng, inside = Random(deals), 0
    for _ in range(60):
        sample = stats.Sample(-200, 200)
        for _ in range(deals):
            sample.add(skewed(rng))
        inside += 0.485 in sample.interval()
    assert inside >= 57


def test_an_ordinary_result_is_inside_95_of_100_intervals() -> None:
    rng, inside = Random(1), 0
    for _ in range(500):
        sample = stats.Sample(-200, 200)
        for _ in range(300):
            sample.add(ordinary(rng))
        interval = sample.interval()
        assert interval.method == "student"
        inside += 1 in interval
    assert 462 <= inside <= 488


def test_looking_often_decides_nothing_by_luck() -> None:
    """Two equal bots, looked at every 50 deals up to 1,500: Student's interval would decide many of the matches."""
    rng, decided, fooled = Random(2), 0, 0
    for _ in range(40):
        sample = stats.Sample(-200, 200)
        always, student = True, True
        for deal in range(1, 1501):
            sample.add(ordinary(rng) - 1)
            if deal % 50 == 0:
                always = always and not sample.sequence(tuned_at=500).decided
                student = student and not sample.interval().decided
        decided += not always
        fooled += not student
    assert decided <= 5, "at most 5 %, and a little more by chance"
    assert fooled > 5, "which is why it is not used"


def test_the_bounded_interval_shrinks_and_contains_the_mean() -> None:
    widths = []
    for deals in (10, 100, 1000):
        low, high = bounded_interval([(1.0, deals - deals // 10), (-1.0, deals // 10)], -200, 200)
        assert low < 0.8 < high
        widths.append(high - low)
    assert widths[0] > 5 * widths[1] > 25 * widths[2] / 5


def test_the_bounded_interval_agrees_with_one_that_was_computed_by_hand() -> None:
    """All samples 1 of [0, 1]: the bettor on more doubles at 1/m each time, so m = exp(-needed / n)."""
    from math import exp, lgamma, log, pi

    needed = log(20) + 0.5 * log(pi) + lgamma(51) - lgamma(50.5)
    low, high = bounded_interval([(1.0, 50)], 0, 1)
    assert low == pytest.approx(exp(-needed / 50), abs=1e-5)
    assert high == 1


def test_one_sample_and_no_bounds_say_nothing() -> None:
    sample = stats.Sample()
    sample.add(3)
    assert sample.interval().method == "unknown"
    with pytest.raises(stats.BadSample):
        stats.Sample().interval()
