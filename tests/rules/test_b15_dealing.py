"""B15: one card at a time from the left of the button, then the board; no burn cards. That is what `deck=` means."""

from __future__ import annotations

import pytest

import croupier
from croupier import BadCards, Cards

from .lines import passively, play, table

DECK = "".join(rank + suit for rank in "23456789TJQKA" for suit in "cdhs")
CARDS = Cards(DECK)


def dealt(hand, seat):
    return [CARDS.index(card) for card in hand.hole(seat)]


def test_B15_two_seats_the_first_card_goes_to_the_big_blind():
    hand = table(1000, 1000, deck=DECK)
    assert (dealt(hand, 1), dealt(hand, 0)) == ([0, 2], [1, 3])
    assert [CARDS.index(card) for card in passively(hand).board] == [4, 5, 6, 7, 8]


def test_B15_three_seats():
    hand = table(1000, 1000, 1000, button=1, deck=DECK)
    assert [dealt(hand, seat) for seat in (2, 0, 1)] == [[0, 3], [1, 4], [2, 5]]
    assert [CARDS.index(card) for card in passively(hand).board] == [6, 7, 8, 9, 10]


def test_B15_six_seats():
    hand = table(*[1000] * 6, button=4, deck=DECK)
    assert [dealt(hand, seat) for seat in (5, 0, 1, 2, 3, 4)] == [[n, n + 6] for n in range(6)]
    assert [CARDS.index(card) for card in passively(hand).board] == [12, 13, 14, 15, 16]


def test_B15_seats_that_are_out_get_no_card():
    hand = table(*[1000] * 4, button=0, out=[1], deck=DECK)
    assert (dealt(hand, 1), dealt(hand, 2), dealt(hand, 3), dealt(hand, 0)) == ([], [0, 3], [1, 4], [2, 5])


def test_B15_folds_do_not_change_the_board():
    folded = passively(play(table(1000, 1000, 1000, deck=DECK), "f"))
    assert folded.board == passively(table(1000, 1000, 1000, deck=DECK)).board


def test_B15_omaha_four_rounds():
    hand = croupier.omaha(10, 20).deal([1000] * 3, button=2, deck=DECK)
    assert [dealt(hand, seat) for seat in range(3)] == [[n, n + 3, n + 6, n + 9] for n in range(3)]


def test_B15_stud_two_down_one_up_then_one_each_street():
    hand = passively(croupier.stud().deal([1000] * 3, button=2, deck=DECK))
    assert [dealt(hand, seat) for seat in range(3)] == [[n + 3 * turn for turn in range(7)] for n in range(3)]
    assert [CARDS.index(card) for card in hand.up_cards(0)] == [6, 9, 12, 15]


def test_B15_stud_streets_skip_folded_seats():
    hand = play(croupier.stud().deal([1000] * 3, button=2, deck=DECK), "i f c")
    assert hand.street == "FOURTH"
    assert [CARDS.index(hand.hole(seat)[3]) for seat in hand.live] == [9, 10]


def test_B15_draws_in_the_order_of_play():
    hand = play(croupier.single_draw(10, 20).deal([1000] * 3, button=2, deck=DECK), "c c x")
    assert [dealt(hand, seat) for seat in range(3)] == [[n + 3 * turn for turn in range(5)] for n in range(3)]
    assert hand.actor == 0
    hand.discard(hand.hole(0)[1:3])
    assert dealt(hand, 0) == [0, 15, 16, 9, 12]
    hand.discard(hand.hole(1))
    assert dealt(hand, 1) == [17, 18, 19, 20, 21]


def test_B15_a_shared_card_when_stud_runs_out_of_cards():
    hand = passively(croupier.stud().deal([1000] * 8, seed=3))
    assert (len(hand.board), [len(hand.hole(seat)) for seat in range(8)]) == (1, [6] * 8)


def test_B15_the_rest_of_the_deck_follows_from_the_seed():
    one, two, other = (table(1000, 1000, deck="AhAd", seed=seed) for seed in (5, 5, 6))
    assert [one.hole(0), one.hole(1)] == [two.hole(0), two.hole(1)]
    assert [one.hole(seat)[0] for seat in (1, 0)] == list(Cards("AhAd"))
    assert passively(one).board == passively(two).board != passively(other).board


def test_B15_no_card_comes_twice():
    for seed in range(50):
        hand = passively(table(*[1000] * 10, seed=seed, deck="AhKd"))
        cards = [card for seat in range(10) for card in hand.hole(seat)] + list(hand.board)
        assert len(set(cards)) == 25


@pytest.mark.parametrize("deck", ["AhAh", "Ah??", "Ax", "A", "1h", "AhKd3", 5,
                                  [51, 51], [52], [53], [-1], [True], [4.0]])
def test_B15_bad_decks(deck):
    with pytest.raises(BadCards):
        table(1000, 1000, deck=deck)
