"""Clone, undo and redeal: copies are independent, undo is exact, even in hands too long for the log's fixed row."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import IllegalAction
from rules.lines import everything, passively, play, table

from .every_game import CODES, start


def long_hand(raises=300):
    """Two deep stacks raising by the minimum, blinds 1/2."""
    hand = table(10 ** 6, 10 ** 6, sb=1, bb=2)
    for _ in range(raises):
        hand.raise_to(hand.legal().min_raise_to)
    return hand


def test_a_clone_is_equal_and_independent():
    hand = play(table(1000, 1000, 1000), "60 c")
    twin = hand.clone()
    assert everything(twin) == everything(hand)
    play(twin, "c 100")
    assert hand.street == "PRE_FLOP"
    play(hand, "f")
    assert twin.price == 100


@pytest.mark.parametrize("code", CODES)
@settings(max_examples=20)
@given(data=st.data())
def test_undo_is_exact_in_every_game(code, data):
    hand = start(code, data.draw(st.integers(0, 2 ** 64 - 1)))
    for _ in range(40):
        if hand.is_over:
            break
        before = everything(hand)
        action = data.draw(st.sampled_from(hand.legal().menu(5)))
        twin = hand.clone()
        hand.apply(action)
        after = everything(hand)
        hand.undo()
        assert everything(hand) == before
        hand.apply(action)
        assert everything(hand) == after
        assert everything(twin) == before


def test_undo_gives_the_action_back_and_it_can_be_taken_again():
    hand = play(table(1000, 1000, 1000), "60 c c  x 100")
    after = everything(hand)
    hand.apply(hand.undo())
    assert everything(hand) == after


def test_undone_discards_can_be_taken_again():
    hand = play(croupier.triple_draw(10, 20).deal([1000] * 3, seed=1), "c c x")
    hand.discard(hand.hole(hand.actor)[:2])
    after = everything(hand)
    hand.apply(hand.undo())
    assert everything(hand) == after


def test_actions_are_the_whole_hand():
    hand = play(table(1000, 1000, 1000), "60 c c  x 100 f c  x x x x")
    again = table(1000, 1000, 1000)
    for action in hand.actions:
        again.apply(action)
    assert everything(again) == everything(hand)


def test_actions_are_the_whole_hand_in_draw_games_too():
    hand = play(croupier.triple_draw(10, 20).deal([1000] * 3, seed=1), "c c x")
    for count in (1, 5, 3):
        hand.discard(hand.hole(hand.actor)[:count])
    again = croupier.triple_draw(10, 20).deal([1000] * 3, seed=1)
    for action in hand.actions:
        again.apply(action)
    assert everything(again) == everything(hand)


def test_everything_can_be_undone_to_the_first_deal():
    hand = table(1000, 1000, 1000)
    fresh = everything(hand)
    play(hand, "60 c c  x 100 f c  x x x x")
    assert hand.is_over
    for _ in range(11):
        hand.undo()
    assert everything(hand) == fresh
    with pytest.raises(IllegalAction, match="no action to undo"):
        hand.undo()


# -- long hands --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("raises", [118, 122, 123, 124, 125, 126, 130, 250, 251, 252, 300, 600])
def test_a_hand_of_hundreds_of_raises_keeps_its_whole_story(raises):
    hand = long_hand(raises)
    acted = [event for event in hand.events if type(event).__name__ == "Acted"]
    assert (len(acted), len(hand.actions), hand.raises) == (raises, raises, raises)
    assert [event.to for event in acted] == [4 + 2 * n for n in range(raises)]


def test_undo_of_a_long_hand():
    hand = long_hand(300)
    before = everything(hand)
    play(hand, "c")
    assert hand.undo() == croupier.Action("CALL")
    assert everything(hand) == before
    for _ in range(200):
        hand.undo()
    assert everything(hand) == everything(long_hand(100))


def test_clone_and_view_of_a_long_hand():
    hand = long_hand(300)
    twin = hand.clone()
    assert everything(twin) == everything(hand)
    passively(twin)
    assert (len(hand.actions), twin.is_over) == (300, True)
    assert len(hand.observe(0).events) == len(hand.events)
    assert len(hand.redeal(0, 5).actions) == 300


def test_a_clone_of_a_long_hand_goes_its_own_way():
    hand = long_hand(128)
    twin = hand.clone()
    for _ in range(150):
        hand.raise_to(hand.legal().min_raise_to)
    assert len(twin.actions) == 128
    for _ in range(150):
        twin.raise_to(twin.legal().min_raise_to)
    assert everything(twin) == everything(hand)


# -- draws after the muck came back ------------------------------------------------------------------------------------


def all_draw_five(hand):
    """Everybody draws five until the cards thrown away have been shuffled back in."""
    while hand.street != "DRAW_2":
        if hand.legal().discard:
            hand.discard(hand.hole(hand.actor))
        else:
            hand.check() if hand.legal().check else hand.call()
    return hand


def six_drawers(seed=1):
    return croupier.triple_draw(10, 20).deal([1000] * 6, seed=seed)


def test_no_live_hand_shares_a_card_after_the_muck_came_back():
    for seed in range(20):
        hand = all_draw_five(six_drawers(seed))
        cards = [card for seat in hand.live for card in hand.hole(seat)]
        assert len(set(cards)) == 30


def test_hidden_cards_cannot_be_guessed_once_the_muck_came_back():
    hand = all_draw_five(six_drawers())
    with pytest.raises(IllegalAction, match="B15"):
        hand.redeal(0, 5)
    with pytest.raises(IllegalAction, match="B15"):
        hand.observe(0).guess(5)


def test_undo_after_a_redeal_and_a_recycled_muck_is_exact():
    hand = all_draw_five(six_drawers().redeal(0, 7))
    before = everything(hand)
    hand.discard(hand.hole(hand.actor))
    hand.undo()
    assert everything(hand) == before


def test_undo_and_clone_after_a_recycled_muck_are_exact():
    hand = all_draw_five(six_drawers())
    before = everything(hand)
    twin = hand.clone()
    for either in (hand, twin):
        either.discard(either.hole(either.actor))
    assert everything(hand) == everything(twin)
    hand.undo()
    assert everything(hand) == before


# -- Python's own copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_pythons_own_copies_are_clones(copied):
    hand = play(table(1000, 1000, 1000), "60 c")
    twin = copied(hand)
    assert everything(twin) == everything(hand)
    play(twin, "c")
    assert hand.street == "PRE_FLOP"


def test_a_hand_is_not_pickled_but_recorded():
    with pytest.raises(TypeError, match="record"):
        pickle.dumps(table(1000, 1000))
