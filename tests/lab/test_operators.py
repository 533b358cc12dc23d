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
