"""The full examination: ladder, first player beside an exact solution, even bluffs, uniformity, marks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import BettingPhase, PassPhase, TrickPhase
from croupier.lab.scoring.examination import Judged, _marks, examine
from croupier.lab.scoring.intervals import Estimate
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.lab.scoring.uniformity import noncentral_chance, uniformity_of
from croupier.lab.solver.shrunken import shrunken, variants
from genome.tables import genome

compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")


@pytest.fixture(scope="module")
def kuhn():
    return examine(lab.load("kuhn-poker"), deals=2, rungs=(5, 20), iterations=20)


@compiled
def test_a_ladder_has_an_interval_for_each_rung(kuhn):
    assert [(rung.iterations, rung.below) for rung in kuhn.ladder] == [(20, 5)]
    assert all(rung.won.low < rung.won.mean < rung.won.high for rung in kuhn.ladder)
    assert kuhn.as_dict()["ladder"][0]["below"] == 5


def test_depth_counts_the_rungs_that_rise_from_the_lowest_up():
    from croupier.lab.scoring.examination import Examination, Rung

    up, flat = Estimate(0.2, 0.1, 0.3, 10), Estimate(0.0, -0.1, 0.1, 10)
    ladder = tuple(Rung(100, 30, won) for won in (up, up, flat, up))
    assert Examination(ladder, None, flat, None, None, None, None, None, (), ()).depth == 2


@compiled
def test_search_is_held_to_the_equilibrium_of_the_same_small_variant(kuhn):
    """Kuhn's own value, −1/18 of an ante of 1, is that of three cards; the largest variant has twenty."""
    assert kuhn.exact.first_player == pytest.approx(-0.037, abs=0.005)
    assert kuhn.exact.bluffs > 0.03
    assert kuhn.searched is not None
    wrong = replace(kuhn, searched=Estimate(0.55, 0.5, 0.6, 10))
    assert any("search is wrong" in mark for mark in _marks(wrong))
    assert not any("search is wrong" in mark for mark in _marks(replace(kuhn, searched=Estimate(0.0, -0.1, 0.1, 10))))


def test_variants_keep_two_cards_where_cards_are_chosen():
    whist = genome(BettingPhase(10), TrickPhase(5), cards=5, ante=5, wins=("most_tricks",))
    assert {small.setup.cards_per_player for small in variants(whist)} == {2, 3, 4}
    assert {small.phases[1].tricks for small in variants(whist)} == {2, 3, 4}
    passing = genome(PassPhase(1), BettingPhase(10), cards=3, ante=5)
    assert min(small.setup.cards_per_player for small in variants(passing)) == 2


@compiled
def test_a_variant_in_which_nobody_bets_has_no_first_player_to_speak_of():
    """Without an ante there is nothing to win, and in equilibrium nobody bets: shares of nothing would be noise."""
    small = shrunken(lab.load("simple-poker"))
    assert (small.first_player, small.gap, small.bluffs) == (0.0, 0.0, None)


@compiled
def test_few_weak_bets_are_even_hands_after_all():
    found = Judged(lab.load("leduc-poker").game().program, 2, 1, 12, 30)
    assert found.bluffs.mean > 0
    assert found.even_bluffs.mean < 0.2


def test_hands_are_counted_by_the_place_that_won_them():
    table = Trial(lab.load("guts").game().program, 3, 1)
    table.self_play(PLAYERS["bettor"], 30)
    assert len(table.hands_by_seat()) == 3
    assert sum(table.hands_by_seat()) == pytest.approx(table.decided)


# -- uniformity --------------------------------------------------------------------------------------------------------


def test_a_table_that_one_place_always_wins_is_not_even():
    deals = [{"hands": 3.0, "won0": 3.0 - (at % 7 == 0), "won1": float(at % 7 == 0), "won2": 0.0} for at in range(60)]
    found = uniformity_of(deals, 3)
    assert found.mean < 0.2
    assert found.high < 0.5


def test_few_hands_do_not_make_an_even_table_uneven():
    rng = Random(1)
    found = [uniformity_of(_deals(rng, (1, 1, 1), 40), 3).mean for _ in range(60)]
    assert sum(found) / 60 > 0.985
    assert sum(value == 1 for value in found) > 25


@pytest.mark.parametrize("weights", [(1, 1, 1), (5, 4, 3), (9, 1, 1)])
def test_intervals_of_uniformity_cover_95_percent(weights):
    rng, seats, covered = Random(2), len(weights), 0
    true = 1 - (sum((one / sum(weights)) ** 2 for one in weights) - 1 / seats) / (1 - 1 / seats)
    for _ in range(100):
        covered += true in uniformity_of(_deals(rng, weights, 50), seats)
    assert covered >= 88


def _deals(rng, weights, count):
    """Return deals of independent hands, won by the places in these proportions."""
    deals = []
    for _ in range(count):
        winners = rng.choices(range(len(weights)), weights, k=len(weights))
        deals.append({"hands": float(len(weights)), **{f"won{seat}": float(winners.count(seat))
                                                       for seat in range(len(weights))}})
    return deals


def test_the_noncentral_distribution_agrees_with_published_values():
    """Central: the 95 % point of two degrees of freedom is 5.991; noncentral: Patnaik's table, 4 of 4 at 1.765."""
    assert noncentral_chance(5.9915, 2, 0.0) == pytest.approx(0.95, abs=1e-4)
    assert noncentral_chance(1.765, 4, 4.0) == pytest.approx(0.05, abs=5e-4)
    assert noncentral_chance(400.0, 3, 397.0) == pytest.approx(0.5, abs=0.02)
    for square in (5.0, 13.0, 25.0):  # the two ways to work it out meet
        below, above = (noncentral_chance(square, 3, 10.0 + by) for by in (0.0, 1e-9))
        assert above == pytest.approx(below, abs=2e-3)
