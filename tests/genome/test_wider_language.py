"""Blinds, effects of ranks, drawing from the pile and from a neighbour, books; and random games of all of it."""

from __future__ import annotations

from random import Random

import pytest

from croupier import lab
from croupier.games.api import Action
from croupier.games.genome.check import cards_needed, faults
from croupier.games.genome.values import BlindsPhase, DrawPhase, PlayPhase, RankEffect

from .tables import dealt, genome, kinds, play
from .volume import check_genome


@pytest.mark.parametrize("seed", [*range(40), 10120])
def test_random_games_of_the_whole_language(seed):
    rng = Random(seed)
    check_genome(lab.random_genome(rng), rng)


# -- blinds ------------------------------------------------------------------------------------------------------------

BLINDS = BlindsPhase(20, 2, small_blind=10, big_blind=20)


def test_the_blinds_are_posted_and_the_next_player_acts_first():
    state = genome(BLINDS, cards=2).game().start(3, 1)
    assert state.bets == [10, 20, 0]
    assert (state.actor, state.price) == (2, 20)
    assert kinds(state) == {"CALL", "RAISE", "FOLD"}


def test_heads_up_the_small_blind_acts_first():
    state = genome(BLINDS, cards=2).game().start(2, 1)
    assert (state.actor, state.bets) == (0, [10, 20])


def test_the_big_blind_may_raise_when_all_have_called():
    state = play(genome(BLINDS, cards=2).game().start(2, 1), "c")
    assert (state.actor, kinds(state)) == (1, {"CHECK", "RAISE"})
    state.raise_()
    assert state.price == 40
    assert state.actor == 0


def test_blinds_are_posted_once_in_a_hand():
    state = genome(BLINDS, DrawPhase(1), cards=2, rounds=2).game().start(2, 1)
    play(state, "c k")
    assert state.bets == [0, 0]
    assert kinds(state) == {"CHECK", "BET"}


def test_a_short_blind_keeps_the_price():
    state = genome(BLINDS, cards=2).game().start(3, 1, chips=[100, 5, 100])
    assert (state.bets, state.price) == ([10, 5, 0], 20)


def test_blinds_that_nobody_can_pay_are_refused():
    assert any("big_blind" in fault.path and fault.fatal
               for fault in faults(genome(BlindsPhase(20, 1, small_blind=10, big_blind=200), chips=100)))
    assert any("big_blind" in fault.path for fault in faults(genome(BlindsPhase(20, 1, small_blind=30, big_blind=20))))


# -- effects -----------------------------------------------------------------------------------------------------------


def effects(*pairs, **more):
    return genome(PlayPhase(), PlayPhase(), cards=3, chips=0, wins=("first_to_empty",), rounds=2,
                  effects=tuple(RankEffect(rank, effect) for rank, effect in pairs), **more)


def test_a_skip_passes_the_next_player_over():
    state = effects(("Q", "skip")).game().start(3, 1, dealt("QhQd2c", "3c4c5c", "6c7c8c"))
    play(state, "Qh")
    assert state.actor == 2


def test_a_skip_by_the_last_player_reaches_into_the_next_step():
    state = effects(("Q", "skip")).game().start(2, 1, dealt("2c3c4c", "QhQd5c"))
    play(state, "2c Qh")
    assert state.actor == 1


def test_a_reverse_turns_the_order_round():
    state = effects(("A", "reverse")).game().start(3, 1, dealt("AhAd2c", "3c4c5c", "6c7c8c"))
    play(state, "Ah")
    assert state.actor == 2
    play(state, "6c")
    assert state.actor == 1


def test_between_two_a_reverse_is_a_skip():
    state = effects(("A", "reverse")).game().start(2, 1, dealt("AhAd2c", "3c4c5c"))
    play(state, "Ah")
    assert state.actor == 0


def test_draw_two_deals_the_next_player_two_cards():
    state = effects(("2", "draw_two")).game().start(2, 1, dealt("2c3c4c", "5c6c7c"))
    play(state, "2c")
    assert (state.actor, len(state.cards_of(1))) == (1, 5)


def test_effects_count_among_the_cards_that_a_hand_may_need():
    plain, many = effects(("2", "skip")), effects(("2", "draw_two"), ("3", "draw_two"))
    assert cards_needed(many, 3) == cards_needed(plain, 3) + 2 * 8


# -- other places to draw from -----------------------------------------------------------------------------------------


def test_the_top_card_of_the_pile_may_be_drawn():
    game = genome(DrawPhase(1, source="pile"), cards=2, chips=0, wins=("high_card",), initial_discard_count=1,
                  scoring=())
    state = game.game().start(2, 1, dealt("2c3c", "4c5c") + "Ah")
    assert kinds(state) == {"DRAW", "TAKE_TOP"}
    state.apply(Action("TAKE_TOP", cards="Ah"))
    assert "Ah" in str(state.cards_of(0))
    assert "Ah" in str(state.observe(1).cards_of(0))  # everybody saw it
    assert kinds(state) == {"DRAW"}  # the pile is empty now


def test_a_neighbour_loses_a_card_that_only_the_two_of_them_know():
    game = genome(DrawPhase(1, source="neighbour"), cards=3, chips=0, wins=("high_card",))
    state = game.game().start(3, 1, dealt("2c3c4c", "5c6c7c", "8c9cTc"))
    state.apply(Action("DRAW"))
    assert [len(state.cards_of(seat)) for seat in range(3)] == [4, 2, 3]
    assert str(state.observe(2).cards_of(0)).count("?") == 8
    assert str(state.observe(1).cards_of(0)).count("?") == 6  # the neighbour knows which card is gone


def test_the_same_deck_gives_the_same_card_of_the_neighbour():
    game = genome(DrawPhase(1, source="neighbour"), cards=3, chips=0, wins=("high_card",)).game()
    ends = set()
    for _ in range(3):
        state = game.start(2, 5)
        state.apply(Action("DRAW"))
        ends.add(str(state.cards_of(0)))
    assert len(ends) == 1


# -- books -------------------------------------------------------------------------------------------------------------


def test_pairs_are_laid_down_at_once_and_count_as_captured():
    game = genome(DrawPhase(1, source="neighbour"), cards=3, chips=0, wins=("most_captured",), books=2)
    state = game.game().start(2, 1, dealt("2c2d4c", "4d6c7c"))
    assert [len(state.cards_of(seat)) for seat in range(2)] == [1, 3]
    assert str(state.captured_by(0)) == "2c2d"


@pytest.mark.parametrize("name", ["crazy-eights", "old-maid", "blind-holdem"])
def test_the_new_known_games_have_no_fault_and_a_rulebook(name):
    game = lab.load(name)
    assert lab.faults(game) == []
    text = lab.rulebook(game)
    assert {"crazy-eights": "draws two cards", "old-maid": "unseen", "blind-holdem": "the blinds"}[name] in text


def test_a_reversed_order_ends_with_the_play_phase():
    """A reverse in a PLAY phase made the next trick ask a seat that holds no card."""
    game = lab.random_genome(Random(14)).game()
    for seed in range(30):
        state, chance = game.start(3, seed=seed), Random(seed)
        for _ in range(2000):
            if state.is_over:
                break
            choices = list(state.legal())
            assert choices, (seed, state)
            state.apply(chance.choice(choices))
