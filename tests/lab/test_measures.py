"""The formulas of the measures, and how sure they are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import lab
from croupier.games.genome.values import replaced
from croupier.lab.scoring.intervals import (
    Estimate,
    added,
    jackknifed,
    mean_estimate,
    part,
    share_estimate,
    weighed_sum,
)
from croupier.lab.scoring.measures import (
    NAMES,
    density,
    evenness,
    length,
    measured,
    minutes,
    simplicity,
    things_to_explain,
    total,
    unfairness,
)
from croupier.stats.intervals import mean_of

COUNTS = {"quick_hands": 50, "quick_points": 100, "quick_decided": 50, "led": 10, "comebacks": 2, "lead_changes": 20,
          "settled": 4.0, "greedy_won": 30, "greedy_stakes": 100, "games": 2, "game_hands": 60, "game_decisions": 240,
          "hands": 20, "player_hands": 40, "decided": 20, "points": 60, "touching": 30, "betting": 40,
          "aggressive": 10, "folding": 10, "contested": 15, "bettors": 20, "bluffs": 2, "opening": -5, "stakes": 100,
          "openness": 36.0, "search_won": 60, "search_stakes": 100, "depth_won": 10, "depth_stakes": 100,
          "betting_won": 5, "betting_stakes": 100}


def alike(counts, blocks=4):
    return [counts] * blocks


def test_every_formula_by_hand():
    blocks = [{**COUNTS, "opening": -5 + by} for by in (-0.01, 0.01, -0.01, 0.01)]
    found = {name: measure.mean for name, measure in measured(lab.load("simple-poker"), blocks).items()}
    assert list(found) == list(NAMES)
    assert found["decisions"] == pytest.approx(1.5 / 3)
    assert found["tension"] == pytest.approx(36 / 60)
    assert found["drama"] == pytest.approx(2 * 2 / 10)
    assert found["lead_changes"] == pytest.approx(2 / 4)
    assert found["late"] == pytest.approx(0.4)
    assert found["interaction"] == pytest.approx(30 / 60)
    assert minutes(COUNTS) == pytest.approx((30 * 20 + 120 * 5) / 60)
    assert found["length"] == 1
    assert found["simplicity"] == 1
    assert found["skill"] == pytest.approx((0.3 / 0.6 + 0.6 / 0.6) / 2)
    assert found["depth"] == pytest.approx(0.1 / 0.3)
    assert found["betting"] == pytest.approx(0.05 / 0.2)
    assert found["fairness"] == pytest.approx(1 - 4 * 0.05, abs=1e-4)
    assert found["engagement"] == pytest.approx((15 / 20 + evenness(COUNTS)) / 2)
    assert found["bluffing"] == pytest.approx(2 / 20 / 0.15)


def test_a_game_without_chips_has_no_betting_to_measure():
    assert not {"engagement", "bluffing", "betting"} & set(measured(lab.load("war"), alike(COUNTS)))


@given(st.dictionaries(st.sampled_from(sorted(COUNTS)), st.integers(0, 10**6)))
def test_measures_stay_between_0_and_1_where_parts_are_parts(changes):
    counts = {**COUNTS, **changes}
    parts = (("touching", "points"), ("contested", "hands"), ("folding", "betting"), ("comebacks", "led"),
             ("bluffs", "bettors"), ("openness", "points"), ("settled", "led"))
    for some, of in parts:
        counts[some] = min(counts[some], counts[of])
    counts["aggressive"] = min(counts["aggressive"], counts["betting"] - counts["folding"])
    for found in measured(lab.load("simple-poker"), [counts, COUNTS]).values():
        assert 0 <= found.low <= found.mean + 1e-9
        assert found.mean <= found.high + 1e-9
        assert found.high <= 1 + 1e-12


def test_no_bluff_among_forty_bets_is_not_0_for_sure():
    blocks = [{"bluffs": 0.0, "bettors": 10.0}] * 4
    found = share_estimate(blocks, "bluffs", "bettors")
    assert found.mean == found.low == 0
    assert 0.05 < found.high < 0.5


def test_a_figure_at_its_bound_in_every_block_has_an_interval():
    found = mean_estimate([{"won": 7.0, "stakes": 7.0}] * 8, "won", "stakes", (-1.0, 1.0))
    assert found.mean == found.high == 1
    assert found.low < 0.9


def test_few_blocks_do_not_make_a_fair_game_look_unfair():
    """Eight noisy blocks around 0: the plain size of the mean is above 0 nearly always, the unbiased one often 0."""
    rng = Random(1)
    plain, unbiased = [], []
    for _ in range(200):
        blocks = [{"opening": rng.gauss(0, 20), "stakes": 100.0} for _ in range(8)]
        plain.append(abs(mean_estimate(blocks, "opening", "stakes").mean))
        unbiased.append(unfairness(blocks).mean)
    assert sum(unbiased) < 0.6 * sum(plain)
    assert sum(found == 0 for found in unbiased) > 80


def test_sides_of_a_weighed_sum_are_added_each_on_its_own():
    near_zero = Estimate(0.0, 0.0, 0.3, 8)
    found = weighed_sum([(0.5, near_zero), (0.5, Estimate(0.6, 0.5, 1.0, 8))])
    assert found.mean == pytest.approx(0.3)
    assert found.low == pytest.approx(0.3 - 0.05)
    assert found.high == pytest.approx(0.3 + (0.15**2 + 0.2**2) ** 0.5)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.5, 0.97])
def test_intervals_of_shares_cover_95_percent(share):
    rng = Random(3)
    covered = 0
    for _ in range(400):
        blocks = [{"some": sum(rng.random() < share for _ in range(12)), "of": 12.0} for _ in range(12)]
        covered += share in share_estimate(blocks, "some", "of")
    assert 0.92 <= covered / 400 <= 0.99


@pytest.mark.parametrize("edge", [0.0, 0.04, 0.3])
def test_intervals_of_unfairness_cover_95_percent(edge):
    rng = Random(5)
    covered = 0
    for _ in range(400):
        blocks = [{"opening": rng.gauss(100 * edge, 20), "stakes": 100.0} for _ in range(8)]
        covered += edge in unfairness(blocks)
    assert 0.92 <= covered / 400 <= 0.98


def test_intervals_of_the_total_hold_where_measures_vary_together():
    """A lucky block may be lucky in all measures; 95 % of intervals hold the truth all the same."""
    genome, rng, covered = lab.load("simple-poker"), Random(3), 0
    even = dict.fromkeys(NAMES, 1 / len(NAMES))
    truth = total(genome, [lucky(0, edge) for edge in (-1, 1) * 6], even).mean
    for _ in range(150):
        blocks = [lucky(rng.gauss(0, 1), rng.choice((-1, 1))) for _ in range(12)]
        covered += truth in total(genome, blocks, even)
    assert covered >= 135


def lucky(luck, edge):
    """Return a block that luck moves up in several measures at once."""
    return {**COUNTS, "opening": edge, "depth_won": 15 + 6 * luck, "betting_won": 10 + 4 * luck,
            "search_won": 30 + 8 * luck, "greedy_won": 30 + 8 * luck, "openness": 30 + 6 * luck,
            "settled": 4 + 0.8 * luck, "lead_changes": 20 + 4 * luck, "comebacks": 2 + 0.4 * luck,
            "touching": 30 + 6 * luck, "bluffs": 2 + 0.4 * luck}


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
