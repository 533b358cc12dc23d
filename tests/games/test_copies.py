"""Clone, undo and redeal: copies are independent, undo is exact, even in hands too long for the log's fixed row."""

from __future__ import annotations

import copy
import pickle
import random
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import IllegalAction
from croupier.games.poker.events import Drew
from properties.lines import view_face
from rules.lines import everything, passively, play, table

from .every_game import CODES, stakes, start


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


def drawn_out(code, seats, seed, chance):
    """The hands of a game in which most cards are thrown away, at each decision after the muck came back."""
    rng = random.Random(seed)
    hand = croupier.game(code, sb=10, bb=20).deal([1000] * seats, button=seed % seats, seed=seed)
    size = sum(len(hand.hole(seat)) for seat in range(seats))
    while not hand.is_over:
        if hand.legal().discard:
            hand.discard([card for card in hand.hole(hand.actor) if rng.random() < chance])
        elif rng.random() < 0.05:
            hand.fold()
        else:
            hand.check() if hand.legal().check else hand.call()
        size += len(hand.events[-1].drawn) if isinstance(hand.events[-1], Drew) else 0
        if size > 52:
            yield hand


@pytest.mark.parametrize(("code", "seats"), [("F2L3D", 9), ("F2L3D", 6), ("F2L3D", 4), ("FB", 10), ("FB", 7),
                                             ("N2L1D", 9), ("N2L1D", 7)])
@pytest.mark.parametrize("chance", [1.0, 0.8, 0.5])
def test_a_guess_after_the_muck_came_back_fits_what_its_seat_has_seen(code, seats, chance):
    for seed in range(3):
        for at, hand in enumerate(drawn_out(code, seats, seed, chance)):
            seat = at % seats
            guess = hand.observe(seat).guess(seed)
            assert view_face(guess.observe(seat)) == view_face(hand.observe(seat))
            assert everything(guess) == everything(hand.redeal(seat, seed))
            cards = [card for live in guess.live for card in guess.hole(live)]
            assert len(set(cards)) == len(cards)
            assert max(cards) < 52
            assert sum(passively(guess).stacks) == 1000 * seats


def test_a_guess_after_the_muck_came_back_knows_no_more_than_the_view():
    hand = all_draw_five(six_drawers())
    guesses = [hand.redeal(0, seed) for seed in range(60)]
    assert len({str(guess.hole(1)) for guess in guesses}) == 60
    other = hand.redeal(0, 99)
    assert everything(other) != everything(hand)
    assert everything(hand.redeal(0, 5)) == everything(other.redeal(0, 5))


def test_after_one_return_a_card_is_as_likely_to_come_from_any_hand_and_to_any():
    """Six throw five away each: the twenty of the first four come back, the fifth gets 3 of them and the last 5."""
    hand = play(six_drawers(), "c c c c c x")
    for _ in range(6):
        hand.discard(hand.hole(hand.actor))
    thrown = set(next(event for event in hand.events if isinstance(event, Drew) and event.seat == 1).discarded)
    came = [sum(card in thrown for card in hand.redeal(1, seed).hole(0)) for seed in range(1000)]
    assert abs(sum(came) / 1000 - 5 * 5 / 20) < 0.1
    mine = set(hand.hole(0))
    gave = [sum(card in mine for event in hand.redeal(0, seed).events if isinstance(event, Drew) and event.seat == 2
                for card in event.discarded) for seed in range(1000)]
    assert abs(sum(gave) / 1000 - 5 * 5 / 20) < 0.1


def test_undo_in_a_guess_after_the_muck_came_back_is_exact():
    hand = all_draw_five(six_drawers()).redeal(0, 7)
    before = everything(hand)
    for _ in range(2):
        hand.discard(hand.hole(hand.actor))
    assert everything(hand.clone()) == everything(hand)
    hand.undo(), hand.undo()
    assert everything(hand) == before


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


# -- into other processes ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", CODES)
def test_a_game_is_pickled_and_copied_after_it_was_dealt_from(code):
    game = croupier.game(code, **stakes(code))
    game.deal([200, 200, 200], seed=1)
    for twin in (pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert twin == game
        assert everything(twin.deal([200, 200, 200], seed=1)) == everything(game.deal([200, 200, 200], seed=1))


def refused_elsewhere(game):
    """Runs in another process: raise too little."""
    game.deal([1000, 1000], seed=1).raise_to(25)


def test_a_refusal_comes_back_from_another_process_with_all_it_says():
    game = croupier.holdem(10, 20)
    game.deal([1000, 1000], seed=1)
    with ProcessPoolExecutor(1) as pool, pytest.raises(IllegalAction) as why:
        pool.submit(refused_elsewhere, game).result()
    assert (why.value.reason, why.value.clause) == ("RAISE_TO to 25 is below the minimum of 40", "B3")
    legal = game.deal([1000, 1000], seed=1).legal()
    assert (str(why.value.legal), why.value.legal.kinds, why.value.legal.min_raise_to) == (str(legal), legal.kinds, 40)


@pytest.mark.parametrize("code", CODES)
def test_legal_choices_are_pickled_and_copied_whole(code):
    hand = start(code, 3)
    while not hand.is_over:
        legal = hand.legal()
        for twin in (pickle.loads(pickle.dumps(legal)), copy.deepcopy(legal)):
            assert (str(twin), list(twin.menu(9)), twin.kinds) == (str(legal), list(legal.menu(9)), legal.kinds)
        hand.apply(legal.menu(3)[-1])
