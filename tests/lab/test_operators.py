"""Operators: whatever they do, the game is sound and plays to its end, and the lineage says what was done."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import lab
from croupier.games.genome import check
from croupier.games.genome.values import BadGenome, BettingPhase, PlayPhase, TrickPhase, replaced

SEEDS = range(12)


@pytest.mark.parametrize("operator", lab.operators.OPERATORS)
def test_every_operator_changes_some_known_game_and_leaves_it_sound(operator):
    games = [lab.load(name) for name in lab.names()]
    made = [lab.operators.OPERATORS[operator](game, Random(seed)) for game in games for seed in SEEDS[:4]]
    changed = [one for one in made if one is not None]
    assert changed
    for one in changed:
        assert check.is_sound(one)
        assert one.lineage[-1].startswith(f"{operator}: ")
        assert lab.loads(lab.dumps(one)) == one


@given(st.integers(0, 10**9), st.sampled_from(lab.names()))
def test_long_lines_of_mutations_stay_sound_and_play(seed, name):
    rng, made = Random(seed), lab.load(name)
    for _ in range(25):
        made = lab.mutate(made, rng)
    assert check.is_sound(made)
    table = made.game().playout(seed=seed)
    table.run_games(1)
    assert not table.is_broken


@given(st.integers(0, 10**9), st.sampled_from(lab.names()), st.sampled_from(lab.names()))
def test_crossings_are_sound_and_play(seed, one, other):
    child = lab.crossover(lab.load(one), lab.load(other), Random(seed))
    if child is not None:
        assert check.is_sound(child)
        table = child.game().playout(seed=seed)
        table.run_games(1)
        assert not table.is_broken


@given(st.integers(0, 10**9))
def test_random_games_are_sound_and_play(seed):
    made = lab.random_genome(Random(seed))
    assert check.is_sound(made)
    table = made.game().playout(seed=seed)
    table.run_games(1)
    assert not table.is_broken


def test_the_same_seed_gives_the_same_game():
    for seed in SEEDS:
        assert lab.mutate(lab.load("guts"), Random(seed)) == lab.mutate(lab.load("guts"), Random(seed))
        assert lab.random_genome(Random(seed)) == lab.random_genome(Random(seed))


def test_a_game_whose_last_bets_go_loses_its_chips():
    made = lab.operators.remove_betting_phase(lab.load("low-draw"), Random(1))
    assert made is not None
    assert made.bets
    made = lab.operators.remove_betting_phase(made, Random(1))
    assert (made.setup.starting_chips, made.setup.ante) == (0, 0)
    assert check.is_sound(made)


def test_the_lineage_is_kept_and_cut():
    made, rng = lab.load("simple-poker"), Random(3)
    for count in range(1, 6):
        made = lab.mutate(made, rng)
        assert len(made.lineage) == count
    long = replaced(made, lineage=("x: y",) * 200)
    assert len(lab.mutate(long, rng).lineage) == 200


def test_unknown_operators_are_refused():
    with pytest.raises(BadGenome, match="there is no operator"):
        lab.mutate(lab.load("war"), Random(1), ["improve"])


def test_full_turn_structures_take_no_more_phases():
    full = lab.load("simple-poker").with_phases(*[BettingPhase()] * 12)
    assert lab.operators.add_betting_phase(full, Random(1)) is None
    assert lab.operators.add_phase(full, Random(1)) is None


def test_chips_that_would_push_out_a_phase_do_not_come():
    full = lab.load("whist-for-stakes").with_phases(*[TrickPhase(1)] * 12)
    full = replaced(full, setup=replaced(full.setup, starting_chips=0, ante=0))
    assert lab.operators.change_starting_chips(full, Random(1)) is None
    assert lab.operators.change_starting_chips(full.with_phases(*[TrickPhase(1)] * 11), Random(1)) is not None


# -- the ranges of the four betting operators --------------------------------------------------------------------------


def made_by(operator, before, count=300):
    """What an operator makes of a game, of many seeds; without the times it found nothing to change."""
    found = [lab.operators.OPERATORS[operator](before, Random(seed)) for seed in range(count)]
    return [one for one in found if one is not None]


def bets_of(game):
    return [phase for phase in game.phases if isinstance(phase, BettingPhase)]


def with_chips(game, chips):
    return replaced(game, setup=replaced(game.setup, starting_chips=chips, ante=0))


def test_bets_added_are_of_5_to_50_within_the_chips_with_1_to_4_raises_anywhere():
    found = made_by("add_betting_phase", lab.load("war"))
    assert {bets_of(one)[0].min_bet for one in found} == {5, 10, 20, 50}
    assert {bets_of(one)[0].max_raises for one in found} == {1, 2, 3, 4}
    assert {one.phases.index(bets_of(one)[0]) for one in found} == {0, 1}
    poor = lab.load("war").with_phases(*lab.load("war").phases, BettingPhase(1, 1))
    for chips, sizes in ((20, {5, 10, 20}), (3, {3})):
        made = made_by("add_betting_phase", with_chips(poor, chips))
        assert {phase.min_bet for one in made for phase in bets_of(one)} == {1, *sizes}


def test_bets_change_by_half_or_by_one_raise():
    before = lab.load("simple-poker").with_phases(BettingPhase(100, 3))
    phases = [bets_of(one)[0] for one in made_by("change_betting_phase", before)]
    resized = [phase.min_bet for phase in phases if phase.min_bet != 100]
    assert 50 <= min(resized) < 60
    assert 140 < max(resized) <= 150
    assert {phase.max_raises for phase in phases if phase.min_bet == 100} == {2, 4}
    assert 90 < len(resized) < 210  # half of 300


@pytest.mark.parametrize(("raises", "after"), [(1, {2}), (5, {4}), (0, {1}), (8, {5})])
def test_raises_stay_within_1_and_5(raises, after):
    made = made_by("change_betting_phase", lab.load("simple-poker").with_phases(BettingPhase(100, raises)))
    assert {bets_of(one)[0].max_raises for one in made if bets_of(one)[0].min_bet == 100} == after


def test_bets_stay_within_1_and_the_chips_and_what_stays_the_same_is_no_change():
    low = with_chips(lab.load("simple-poker").with_phases(BettingPhase(100, 3)), 110)
    assert max(bets_of(one)[0].min_bet for one in made_by("change_betting_phase", low)) == 110
    least = made_by("change_betting_phase", lab.load("simple-poker").with_phases(BettingPhase(1, 3)))
    assert {bets_of(one)[0].min_bet for one in least} <= {1, 2}
    assert all(bets_of(one)[0] != BettingPhase(1, 3) for one in least)


def test_chips_come_with_a_bet_of_a_tenth_first_of_all():
    for one in made_by("change_starting_chips", lab.load("war"), 60):
        assert one.phases == (BettingPhase(one.setup.starting_chips // 10, 3), *lab.load("war").phases)


def test_chips_change_by_half_and_bets_above_them_become_a_tenth():
    before = lab.load("simple-poker").with_phases(BettingPhase(900, 3), BettingPhase(10, 3))
    found = made_by("change_starting_chips", before)
    assert 500 <= min(one.setup.starting_chips for one in found) < 550
    assert 1450 < max(one.setup.starting_chips for one in found) <= 1500
    for one in found:
        chips = one.setup.starting_chips
        assert [phase.min_bet for phase in bets_of(one)] == [900 if chips >= 900 else chips // 10, 10]
    few = with_chips(before, 10).with_phases(BettingPhase(10, 3))
    assert {one.setup.starting_chips for one in made_by("change_starting_chips", few)} <= set(range(11, 16))


def test_chips_that_nothing_bets_are_taken_away():
    made = lab.operators.change_starting_chips(with_chips(lab.load("war"), 100), Random(1))
    assert (made.setup.starting_chips, made.phases) == (0, lab.load("war").phases)
    assert made.lineage[-1] == "change_starting_chips: no chips, for nothing bets them"


# -- asked wrongly -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("asked", "words"), [
    (lambda: lab.mutate(lab.load("war"), Random(1), operators=[]), "no operator"),
    (lambda: lab.mutate(lab.load("war"), Random(1), operators=5), "operators are a list"),
    (lambda: lab.mutate(lab.load("war"), Random(1), operators=[5, []]), "there is no operator"),
    (lambda: lab.mutate(lab.load("war"), None), r"random\.Random"),
    (lambda: lab.mutate(lab.load("war"), 5), r"random\.Random"),
    (lambda: lab.mutate("war", Random(1)), "a GameGenome is wanted"),
    (lambda: lab.mutate(lab.load("war"), Random(1), tries="x"), "tries"),
    (lambda: lab.crossover("war", lab.load("guts"), Random(1)), "a GameGenome is wanted"),
    (lambda: lab.crossover(lab.load("war"), None, Random(1)), "a GameGenome is wanted"),
    (lambda: lab.crossover(lab.load("war"), lab.load("guts"), 5), r"random\.Random"),
    (lambda: lab.operators.change_deck("war", Random(1)), "a GameGenome is wanted"),
    (lambda: lab.random_genome(5), r"random\.Random")])
def test_M1_what_operators_cannot_work_with_is_refused_by_name(asked, words):
    with pytest.raises(BadGenome, match=words):
        asked()


def test_a_new_way_to_win_comes_with_what_it_needs():
    scored = [lab.operators.change_win(lab.load("whist-for-stakes"), Random(seed)) for seed in range(60)]
    kinds = {one.win_conditions[0].type for one in scored if one is not None}
    assert len(kinds) > 3
    for one in scored:
        if one is not None and one.win_conditions[0].type.endswith("score"):
            assert one.scoring


def test_phases_vary_within_their_bounds():
    rng = Random(1)
    for phase in (TrickPhase(1), PlayPhase()):
        seen = {lab.operators.varied_phase(phase, rng) for _ in range(30)}
        assert len(seen) > 2
