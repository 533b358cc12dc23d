"""B12: a fold-out shows nothing, and folded cards are never shown to anyone."""

from __future__ import annotations

import pytest

import croupier
from croupier import ALL, PUBLIC
from croupier.games.poker.events import Dealt, Shown

from .lines import of_kind, passively, play, shown, table

HIDDEN = "????"


def texts(hand, viewer):
    """All that a viewer can read of a hand."""
    view = hand.observe(viewer)
    return f"{view} {view!r} {view.events}"


def test_B12_a_fold_out_pays_without_showing():
    hand = play(table(1000, 1000, 1000), "60 f f")
    assert (hand.is_over, shown(hand)) == (True, [])
    for viewer in (1, 2, PUBLIC):
        assert hand.observe(viewer).cards_of(0) == HIDDEN


def test_B12_a_seat_sees_its_own_cards_only():
    hand = table(1000, 1000, 1000)
    for seat in range(3):
        view = hand.observe(seat)
        assert view.hole == hand.hole(seat)
        assert [view.cards_of(other) == HIDDEN for other in range(3)] == [other != seat for other in range(3)]


def test_B12_the_public_sees_no_hole_cards_and_an_auditor_all_of_them():
    hand = table(1000, 1000, 1000)
    assert [hand.observe(PUBLIC).cards_of(seat) for seat in range(3)] == [HIDDEN] * 3
    assert [hand.observe(ALL).cards_of(seat) for seat in range(3)] == [hand.hole(seat) for seat in range(3)]


@pytest.mark.parametrize("viewer", [0, 1, PUBLIC])
def test_B12_folded_cards_stay_hidden_after_a_showdown(viewer):
    hand = passively(play(table(1000, 1000, 1000, 1000), "c c c f"))
    view = hand.observe(viewer)
    assert (shown(hand), view.cards_of(2)) == ([1, 3, 0], HIDDEN)
    assert [view.cards_of(seat) for seat in (0, 1, 3)] == [hand.hole(seat) for seat in (0, 1, 3)]
    for card in hand.hole(2):
        assert str(card) not in texts(hand, viewer)


def test_B12_a_folded_seat_still_sees_its_own_cards():
    hand = play(table(1000, 1000, 1000), "f")
    assert hand.observe(0).hole == hand.hole(0)


def test_B12_hands_open_at_the_showdown_and_not_before():
    hand = play(table(1000, 1000), "c x x x x x x")
    assert hand.observe(0).cards_of(1) == HIDDEN
    play(hand, "x")
    assert hand.observe(0).cards_of(1) == hand.hole(1)
    assert [event.cards for event in of_kind(hand.observe(PUBLIC), Shown)] == [hand.hole(1), hand.hole(0)]


def test_B12_the_deck_ahead_is_in_no_view():
    hand = table(1000, 1000)
    ahead = passively(hand.clone()).board
    for viewer in (0, 1, PUBLIC):
        for card in ahead:
            assert str(card) not in texts(hand, viewer)


def test_B12_dealt_events_are_masked_card_by_card():
    hand = table(1000, 1000)
    assert [str(event.cards) for event in of_kind(hand.observe(0), Dealt)] == [HIDDEN, str(hand.hole(0))]


def test_B12_stud_up_cards_are_open_to_all_even_of_a_folded_seat():
    hand = play(croupier.stud().deal([100, 100, 100], seed=5), "i")
    folded = hand.actor
    hand.fold()
    seen = hand.observe(PUBLIC).cards_of(folded)
    assert str(seen)[:4] == HIDDEN
    assert seen[2:] == hand.up_cards(folded)


def test_B12_discards_and_drawn_cards_are_the_drawers_alone():
    hand = play(croupier.single_draw(10, 20).deal([1000, 1000], seed=6), "c x")
    drawer = hand.actor
    thrown = hand.hole(drawer)[:2]
    hand.discard(thrown)
    mine, other = hand.observe(drawer).events[-1], hand.observe(1 - drawer).events[-1]
    assert (mine.discarded, mine.drawn) == (thrown, hand.hole(drawer)[:2])
    assert (str(other.discarded), str(other.drawn)) == (HIDDEN, HIDDEN)


def test_B12_discards_stay_hidden_at_the_showdown():
    hand = play(croupier.single_draw(10, 20).deal([1000, 1000], seed=6), "c x")
    drawer = hand.actor
    thrown = hand.hole(drawer)[:2]
    hand.discard(thrown)
    passively(hand)
    assert hand.observe(PUBLIC).cards_of(drawer) == hand.hole(drawer)
    for card in thrown:
        assert str(card) not in texts(hand, 1 - drawer)
