"""Exact values of small games beside what is known of them."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import BadGenome
from croupier.lab.exact import solve


def test_kuhn_poker_is_worth_minus_one_eighteenth_to_the_first_player():
    solved = solve(lab.load("kuhn-poker"), 1000)
    assert solved.value == pytest.approx(-1 / 18, abs=1e-3)
    assert 0 <= solved.gap < 2e-3
    assert len(solved.spots) == 12


def test_kuhns_known_strategies():
    solved = solve(lab.load("kuhn-poker"), 2000)
    assert solved.strategy(1, "Ks", "BET")["call"] == pytest.approx(1, abs=.01)
    assert solved.strategy(1, "Js", "BET")["fold"] == pytest.approx(1, abs=.01)
    assert solved.strategy(1, "Qs", "BET")["call"] == pytest.approx(1 / 3, abs=.02)
    assert solved.strategy(1, "Js", "CHECK")["bet 1"] == pytest.approx(1 / 3, abs=.02)
    bluffs, values = solved.strategy(0, "Js")["bet 1"], solved.strategy(0, "Ks")["bet 1"]
    assert values == pytest.approx(3 * bluffs, abs=.05)


@pytest.mark.skipif(not is_compiled(), reason="36,000 states take too long interpreted")
def test_leduc_poker():
    solved = solve(lab.load("leduc-poker"), 25)
    assert solved.value == pytest.approx(-0.0856, abs=0.02)
    assert len(solved.spots) == 936
    assert solved.gap < solve(lab.load("leduc-poker"), 5).gap


@pytest.mark.parametrize(("name", "reason"), [("simple-poker", "deals"), ("black-lady", "not for two players")])
def test_what_is_too_large_is_refused(name, reason):
    with pytest.raises(BadGenome, match=reason):
        solve(lab.load(name))


def test_bad_iterations_are_refused():
    for iterations in (0, -5, 1.5, True):
        with pytest.raises(BadGenome):
            solve(lab.load("kuhn-poker"), iterations)
