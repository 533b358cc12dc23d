"""Scores: gates, styles, the cascade, the same everywhere."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import BadGenome, BettingPhase, DrawPhase, ScoringRule, replaced
from croupier.lab.scoring.fitness import STYLES, Budget, Fitness, Trials, score, weights
from croupier.lab.scoring.measures import NAMES, OF_BETS, geometric, names_for, skill
from genome.tables import genome

SMALL = Budget(3, 20, games=1, sessions=4, session_hands=8, greedy_deals=4, hands=4, iterations=8)
compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")


def test_all_measures_with_intervals():
    found = score(lab.load("leduc-poker"), "bluffing", budget=SMALL)
    assert (found.failed, found.style) == ("", "bluffing")
    assert list(found.measures) == list(NAMES)
    assert all(0 <= measure.mean <= 1 and measure.margin >= 0 for measure in found.measures.values())
    means = {name: measure.mean for name, measure in found.measures.items()}
    assert found.total.mean == pytest.approx(geometric(means, weights("bluffing")))
    assert found.sure == found.total.low
    assert all(measure.low <= measure.mean <= measure.high for measure in found.measures.values())


def test_the_same_seed_gives_the_same_score_and_another_another():
    game = lab.load("leduc-poker")
    assert score(game, seed=4, budget=SMALL) == score(game, seed=4, budget=SMALL)
    assert score(game, seed=5, budget=SMALL) != score(game, seed=4, budget=SMALL)


def test_scores_survive_json():
    found = score(lab.load("kuhn-poker"), budget=SMALL)
    assert Fitness.from_dict(found.as_dict()) == found


@pytest.mark.parametrize("style", STYLES)
def test_styles_weigh_every_measure_and_add_up_to_1(style):
    assert set(weights(style)) == set(NAMES)
    assert sum(weights(style).values()) == pytest.approx(1)
    assert min(weights(style).values()) > 0


def test_styles_look_for_what_they_are_named_after():
    assert max(weights("bluffing"), key=weights("bluffing").get) == "bluffing"
    assert {"skill", "depth"} == set(sorted(NAMES, key=lambda name: -weights("strategic")[name])[:2])
    assert max(weights("party"), key=weights("party").get) == "simplicity"


@pytest.mark.parametrize(("game", "reason"), [
    (lab.load("war"), "nothing to decide"),
    (genome(BettingPhase(), DrawPhase(1), chips=0), "nothing to decide"),
    (replaced(lab.load("step-holdem"), max_hands=1000, setup=replaced(lab.load("step-holdem").setup,
                                                                       starting_chips=10**9)), "minutes"),
    (genome(chips=100, wins=("most_tricks",)), "static"),
    (genome(cards=1, wins=("low_score",), ante=5, scoring=(ScoringRule("left", 1, rank="2"),)),
     "of the showdowns are won by nobody"),
])
def test_gates_name_their_reason(game, reason):
    found = score(game, budget=SMALL)
    assert reason in found.failed
    assert (found.total.mean, found.sure, found.measures) == (0, 0, {})


def test_what_cannot_be_reached_any_more_is_not_searched():
    found = score(lab.load("leduc-poker"), budget=SMALL, needed=0.999)
    assert "cannot reach 0.999" in found.failed
    assert "hands" not in found.counts
    assert not score(lab.load("leduc-poker"), budget=SMALL, needed=0.01).failed


def test_bad_input_is_refused():
    with pytest.raises(BadGenome, match="no style"):
        score(lab.load("war"), "fun")
    with pytest.raises(BadGenome, match="players"):
        score(lab.load("kuhn-poker"), players=5)
    for wrong in ({"blocks": 1}, {"hands": 0}, {"iterations": 1.5}, {"iterations": 10**9}, {"games": True}):
        with pytest.raises(BadGenome, match="budget"):
            Budget(**wrong)


@compiled
def test_intervals_hold_what_other_seeds_find():
    """Nineteen of twenty other seeds should fall near: differences of two scores stay within both margins."""
    game, budget = lab.load("leduc-poker"), Budget(blocks=8, hands=8, iterations=20)
    found = [score(game, seed=seed, budget=budget).total for seed in range(20)]
    middle = sum(total.mean for total in found) / len(found)
    assert sum(middle in total for total in found) >= 16


@compiled
def test_more_hands_make_it_surer():
    game = lab.load("leduc-poker")
    few, many = (score(game, budget=Budget(blocks=blocks, hands=8, iterations=20)).total for blocks in (6, 48))
    assert many.margin < few.margin


@compiled
def test_a_game_of_skill_scores_higher_in_skill_than_one_of_luck():
    """By the trials alone: whether a game passes the gates is another question."""
    found = []
    for name in ("five-card-draw", "three-card-brag"):
        trials = Trials(lab.load(name).game(), 2, 1, Budget())
        found.append(skill(trials.met_random(trials.quick())))
    assert found[0].mean > found[1].mean


def test_neighbouring_seeds_share_no_blocks():
    """Also above 256 blocks: what two runs have in common would make both look surer than they are."""
    game, seen = lab.load("kuhn-poker").game(), set()
    for seed in range(20):
        fresh = {number + by for number in Trials(game, 2, seed, Budget(blocks=1000)).seeds for by in range(3)}
        assert len(fresh) == 3000
        assert not fresh & seen
        seen |= fresh


def test_a_game_without_chips_has_no_measures_of_bets():
    assert set(names_for(lab.load("war"))) == set(NAMES) - set(OF_BETS)
    assert names_for(lab.load("guts")) == NAMES


def test_one_bad_measure_cannot_be_bought_back_by_the_others():
    fine, flat = dict.fromkeys(NAMES, 0.9), {**dict.fromkeys(NAMES, 1.0), "depth": 0.0}
    assert geometric(fine, weights("balanced")) > geometric(flat, weights("balanced"))
