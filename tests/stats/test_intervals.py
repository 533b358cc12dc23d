"""Intervals: right for few samples, honest about one, printed so that people read them."""

from __future__ import annotations

import doctest
import random
from decimal import Decimal
from math import inf, isinf, nan

import pytest

from croupier import stats
from croupier.stats import intervals, student

# From printed tables of Student's t, two-sided 95 %.
T_TABLE = {1: 12.7062, 2: 4.30265, 3: 3.18245, 4: 2.77645, 5: 2.57058, 9: 2.26216, 10: 2.22814, 29: 2.04523,
           30: 2.04227, 60: 2.00030, 100: 1.98397, 120: 1.97993, 1000: 1.96234}


@pytest.mark.parametrize(("freedom", "factor"), T_TABLE.items())
def test_t_agrees_with_the_printed_tables(freedom: int, factor: float) -> None:
    assert student.t_factor(freedom) == pytest.approx(factor, abs=6e-5)


def test_the_series_meets_the_exact_sum_where_it_takes_over() -> None:
    assert student._series(student.SMALL, student.NORMAL_975) == pytest.approx(
        student._solved(student.SMALL, 0.95), abs=1e-8)
    assert student.within(student.t_factor(101), 101) == pytest.approx(0.95, abs=1e-9)


def test_no_freedom_means_no_bound() -> None:
    assert student.t_factor(0) == inf


def test_mean_and_margin_by_hand() -> None:
    got = stats.mean_of([1, 2, 3, 4])
    assert got.mean == 2.5
    assert got.margin == pytest.approx(3.18245 * (5 / 3 / 4) ** 0.5, abs=1e-4)
    assert (got.low, got.high) == (got.mean - got.margin, got.mean + got.margin)
    assert 2.0 in got
    assert 9 not in got


def test_one_sample_has_an_unknown_margin() -> None:
    got = stats.mean_of([7])
    assert isinf(got.margin)
    assert str(got) == "+7.00 ± ?"
    assert got.as_dict()["margin"] is None
    assert not got.decided


def test_equal_samples_have_no_margin() -> None:
    got = stats.mean_of([0.1] * 50)
    assert got.margin == pytest.approx(0, abs=1e-7)


def test_prints_as_people_write_it() -> None:
    assert str(stats.Interval(12.34, 4.46, 100, "bb/100")) == "+12.3 ± 4.5 bb/100"
    assert str(stats.Interval(-12345.6, 4.46, 100, "bb/100")) == "-12,345.6 ± 4.5 bb/100"
    assert str(stats.wilson(0, 10)) == "0.0 % (0.0–27.8 %)"


def test_bb_per_100_scales_chips() -> None:
    got = stats.bb_per_100([40, -20, -20, 60], bb=20)
    assert got.mean == 75.0
    assert got.unit == "bb/100"


def test_sums_and_samples_agree() -> None:
    values = [random.Random(3).randint(-500, 500) for _ in range(1000)]
    tally = stats.Tally()
    for value in values:
        tally.add(value)
    assert tally.per_100(20) == stats.bb_per_100(values, 20)


def test_ninety_five_of_a_hundred_intervals_hold_the_truth() -> None:
    chance = random.Random(11)
    held = sum(5.0 in stats.mean_of([chance.gauss(5, 2) for _ in range(4)]) for _ in range(4000))
    assert 0.938 < held / 4000 < 0.962  # the normal factor 1.96 would hold it 85 % of the time


def test_wilson_stays_between_0_and_1() -> None:
    assert 0.9999 < stats.wilson(10, 10).high <= 1.0
    assert stats.wilson(0, 1).low == 0.0
    got = stats.wilson(60, 100)
    assert (got.low, got.high) == (pytest.approx(0.5020, abs=1e-4), pytest.approx(0.6906, abs=1e-4))


@pytest.mark.parametrize("wrong", [lambda: stats.mean_of([]), lambda: stats.mean_of([1, nan]),
                                   lambda: stats.bb_per_100([1], 0), lambda: stats.wilson(3, 2),
                                   lambda: stats.wilson(0, 0), lambda: stats.wilson(-1, 5),
                                   lambda: stats.Tally(1, 1, 1).per_100(0), lambda: stats.mean_of(5),
                                   lambda: stats.mean_of("12"), lambda: stats.mean_of([None]),
                                   lambda: stats.mean_of([Decimal(1)]), lambda: stats.mean_of([10**400]),
                                   lambda: stats.bb_per_100([1], nan), lambda: stats.bb_per_100([1], "20"),
                                   lambda: stats.bb_per_100([1], Decimal("NaN")), lambda: stats.wilson("1", 2),
                                   lambda: stats.wilson(1, nan), lambda: stats.wilson(None, 2)])
def test_bad_samples_are_named(wrong: object) -> None:
    with pytest.raises(stats.BadSample):
        wrong()  # type: ignore[operator]


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(intervals).failed == 0
