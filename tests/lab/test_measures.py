"""The formulas of the measures, and how sure they are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import lab
from croupier.games.genome.values import replaced
from croupier.lab.scoring.measures import (
    NAMES,
    added,
    density,
    evenness,
    jackknifed,
    length,
    measured,
    minutes,
    part,
    simplicity,
    things_to_explain,
)
from croupier.stats.intervals import mean_of

COUNTS = {"quick_hands": 50, "quick_real": 100, "quick_decided": 50, "led": 10, "comebacks": 2, "greedy_won": 30,
          "greedy_stakes": 100, "games": 2, "game_hands": 60, "game_decisions": 240, "hands": 20, "player_hands": 40,
          "decided": 20, "real": 60, "touching": 30, "betting": 40, "aggressive": 10, "folding": 10, "contested": 15,
          "bettors": 20, "bluffs": 2, "opening": -5, "stakes": 100, "openness": 36.0, "search_won": 60,
          "search_stakes": 100, "depth_won": 10, "depth_stakes": 100, "haste_won": 20,
          "haste_stakes": 100}


def test_every_formula_by_hand():
    found = measured(lab.load("simple-poker"), COUNTS)
    assert list(found) == list(NAMES)
    assert found["density"] == pytest.approx(1.5 / 3)
    assert found["tension"] == pytest.approx(36 / 60)
    assert found["comebacks"] == pytest.approx(2 * 2 / 10)
    assert found["interaction"] == pytest.approx(30 / 60)
    assert minutes(COUNTS) == pytest.approx((30 * 20 + 120 * 5) / 60)
    assert found["length"] == 1
    assert found["simplicity"] == 1
    assert found["skill"] == pytest.approx((0.3 / 0.6 + 0.6 / 0.6) / 2)
    assert found["depth"] == pytest.approx(0.1 / 0.3)
    assert found["fairness"] == pytest.approx(1 - 2 * 0.05)
    assert found["engagement"] == pytest.approx((15 / 20 + evenness(COUNTS)) / 2)
    assert found["bluffing"] == pytest.approx(2 / 20 / 0.15)


def test_a_game_without_chips_has_no_betting_to_measure():
    unbet = dict.fromkeys(("betting", "aggressive", "folding", "bettors", "bluffs"), 0)
    found = measured(lab.load("war"), {**COUNTS, **unbet})
    assert (found["engagement"], found["bluffing"]) == (0, 0)


@given(st.dictionaries(st.sampled_from(sorted(COUNTS)), st.integers(0, 10**6)))
def test_measures_stay_between_0_and_1_where_parts_are_parts(changes):
    counts = {**COUNTS, **changes}
    counts["openness"] = min(counts["openness"], counts["real"])
    for some, of in (("touching", "real"), ("contested", "hands"), ("folding", "betting")):
        counts[some] = min(counts[some], counts[of])
    counts["aggressive"] = min(counts["aggressive"], counts["betting"] - counts["folding"])
    for value in measured(lab.load("simple-poker"), counts).values():
        assert 0 <= value <= 1 + 1e-12


@pytest.mark.parametrize(("taken", "score"), [(0.5, 0), (1, 0), (10, 1), (30, 1), (45, 1), (240, 0), (1000, 0)])
def test_length(taken, score):
    assert length(taken) == pytest.approx(score)


def test_length_falls_outside_and_density_grows_without_bound_below_1():
    assert 0 < length(3) < length(7) < 1
    assert 0 < length(150) < length(80) < 1
    assert density(1) < density(4) < density(40) < 1


def test_evenness_is_1_for_thirds_and_0_for_one_kind():
    assert evenness({"betting": 30, "folding": 10, "aggressive": 10}) == pytest.approx(1)
    assert evenness({"betting": 30, "folding": 0, "aggressive": 30}) == 0


def test_more_rules_are_less_simple():
    poker = lab.load("simple-poker")
    wild = replaced(poker, setup=replaced(poker.setup, wild_ranks=("2",), board_cards=2))
    assert things_to_explain(wild) == things_to_explain(poker) + 2
    assert simplicity(wild) <= simplicity(poker)
    assert simplicity(lab.load("step-holdem")) < simplicity(poker)


def test_the_jackknife_of_a_mean_is_the_intervals_of_the_mean():
    values = [3.0, 5.0, 4.0, 9.0, 1.0, 2.0]
    blocks = [{"sum": value, "count": 1.0} for value in values]
    found, wanted = jackknifed(blocks, lambda counts: part(counts, "sum", "count")), mean_of(values)
    assert (found.mean, found.margin) == (pytest.approx(wanted.mean), pytest.approx(wanted.margin))


def test_one_block_tells_nothing_of_its_margin():
    assert jackknifed([{"sum": 1.0, "count": 2.0}], lambda counts: counts["sum"]).margin == float("inf")
    assert added([]) == {}
