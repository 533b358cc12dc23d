"""Which seat acts first: it moves on to the next seat that still has chips (ruling G4)."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from croupier import lab
from croupier.betting.rulebook import IllegalAction
from croupier.games.api import Action

from .tables import dealt, genome, play


def firsts(state, rng, hands=30):
    """Play at random; per hand, the first seat and the seats that had chips when the hand began."""
    found, seen = [], -1
    for _ in range(2000):
        if state.hand_no != seen:
            seen = state.hand_no
            had = [stack + paid for stack, paid in zip(state.stacks, state.paid, strict=True)]
            found.append((state.first, tuple(seat for seat, chips in enumerate(had) if chips > 0)))
        if state.is_over or len(found) > hands:
            break
        state.apply(rng.choice(list(state.legal())))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_G4_the_first_to_act_has_chips_and_never_repeats(seed):
    state = genome(chips=60, hands=40, max_players=5).game().start(3 + seed % 3, seed)
    rows = firsts(state, Random(seed))
    for (before, _), (first, rich) in pairwise(rows):
        if len(rich) > 1:
            assert first in rich
            assert first != before
            following = [(before + step) % state.players for step in range(1, state.players + 1)]
            assert first == next(seat for seat in following if seat in rich)


def test_G4_after_a_seat_went_broke_the_others_take_turns():
    """Issue 22, item 17: with seat 1 broke the first to act was 2, 2, 0, 2, 2, 0."""
    state = genome(chips=10, hands=8, max_players=3).game().start(
        3, 1, dealt("2h3h4h5h7s", "2c3c4c5c7d", "AsAdAhAcKs"))
    play(state, "k b c f")  # seat 1 bets its last chips and loses them to seat 2
    assert state.stacks == [10, 0, 20]
    order = []
    while not state.is_over:
        order.append(state.first)
        hand = state.hand_no
        while not state.is_over and state.hand_no == hand:
            state.apply(Action("CHECK"))
    assert order == [2, 0, 2, 0, 2, 0, 2]


@pytest.mark.parametrize("name", ["simple-poker", "five-card-draw", "black-lady", "eights-for-stakes"])
def test_seed_001s_words_in_lower_case_are_taken(name):
    upper, lower, rng = lab.load(name).game().start(seed=4), lab.load(name).game().start(seed=4), Random(4)
    for _ in range(60):
        if upper.is_over:
            break
        action = rng.choice(list(upper.legal()))
        small = Action(action.kind.lower(), action.amount, action.cards)
        assert small in lower.legal()
        assert action.kind.lower() in lower.legal()
        upper.apply(action)
        lower.apply(small)
    assert [str(event) for event in upper.events] == [str(event) for event in lower.events]


def test_a_refusal_of_a_lower_case_word_gives_the_same_reason():
    state = lab.load("simple-poker").game().start(seed=4)
    for word in ("call", "CALL"):
        with pytest.raises(IllegalAction, match="CALL is not possible: nothing is owed"):
            state.apply(Action(word))
