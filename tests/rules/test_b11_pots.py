"""B11: side pots are layers of what each seat put in, folded money stays in, and odd chips have their order."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Pot
from croupier.betting.pots import layers
from croupier.games.poker.events import Awarded

from .lines import ROYAL, awards, of_kind, passively, play, returns, rigged, table

BLANK = "2h3h7s8sJd"
RANKED = {0: "AcAd", 1: "KcKd", 2: "QcQd", 3: "TcTd"}


def ranked(*stacks, **options):
    """Seat 0 has the best hand, each following seat a worse one."""
    seats = len(stacks)
    return table(*stacks, deck=rigged({seat: RANKED[seat] for seat in range(seats)}, BLANK, seats), **options)


def halves(hand):
    """Who won what of the high and the low."""
    return [(event.seat, event.amount, event.half) for event in of_kind(hand, Awarded)]


# -- layers ------------------------------------------------------------------------------------------------------------


def test_B11_a_short_all_in_wins_only_what_it_matched():
    hand = play(ranked(100, 1000, 1000), "a 400 c  x x x x x x")
    assert awards(hand) == [(0, 300, 0), (1, 600, 1)]


def test_B11_three_layers():
    hand = play(ranked(100, 200, 300, 400), "a c c c")
    assert awards(hand) == [(0, 400, 0), (1, 300, 1), (2, 200, 2)]
    assert (returns(hand), hand.stacks) == ([(3, 100)], [400, 300, 200, 100])


def test_B11_the_best_hand_with_the_most_chips_takes_every_layer():
    hand = play(ranked(400, 300, 200, 100), "a a a a")
    assert awards(hand) == [(0, 400, 0), (0, 300, 1), (0, 200, 2)]


def test_B11_folded_money_stays_in_its_layers():
    """Seat 3 raised to 200 and folded: 100 of it are in the main pot, 100 in the side pot."""
    hand = play(ranked(100, 300, 500, 1000), "200 c a c f")
    assert awards(hand) == [(0, 400, 0), (1, 500, 1)]


def test_B11_pots_are_shown_as_they_are_collected():
    hand = play(table(100, 1000, 1000), "a c c")
    assert hand.pots == [Pot(300, (0, 1, 2))]
    play(hand, "200 c")
    assert hand.pots == [Pot(300, (0, 1, 2)), Pot(400, (1, 2))]
    play(hand, "50")
    assert hand.pots == [Pot(300, (0, 1, 2)), Pot(400, (1, 2))]
    assert hand.pot == 750


def test_B11_a_fold_leaves_the_pot_to_the_others():
    hand = play(table(1000, 1000, 1000), "60 c c  f")
    assert hand.pots == [Pot(180, (0, 2))]


def test_B11_an_uncalled_bet_goes_back_to_its_owner():
    hand = play(table(1000, 1000), "c x  500 f")
    assert (returns(hand), awards(hand)) == ([(1, 500)], [(1, 40, 0)])


def test_B11_the_part_that_nobody_can_match_goes_back():
    hand = play(table(1000, 150), "a c")
    assert returns(hand) == [(0, 850)]
    assert sum(amount for _, amount, _ in awards(hand)) == 300


def test_B11_a_folded_bet_below_the_raise_is_called_money():
    """500 over a folded 200: only 300 go back, and the short stack wins only its own layer."""
    hand = play(ranked(1000, 70, 1000), "c c x  50 200 500 f")
    assert returns(hand) == [(0, 300)]
    assert awards(hand) == [(0, 60 + 150, 0), (0, 300, 1)]


@given(st.lists(st.integers(0, 60), min_size=2, max_size=8), st.data())
def test_B11_layers_hold_every_chip_and_shrink_towards_the_top(totals, data):
    live = sorted(data.draw(st.sets(st.integers(0, len(totals) - 1), min_size=1)))
    dead = data.draw(st.integers(0, 20))
    pots = layers(totals, live, dead)
    assert sum(pot.amount for pot in pots) == sum(totals) + dead
    assert all(set(above.seats) < set(below.seats) for below, above in pairwise(pots))


# -- odd chips ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", range(3))
def test_B11_odd_chips_go_one_at_a_time_from_the_left_of_the_button(button):
    hand = table(20, 20, 20, button=button, dead=[2, 0, 0], deck=rigged({}, ROYAL, 3, button))
    passively(hand)
    won = {seat: amount for seat, amount, _ in awards(hand)}
    order = [(button + place) % 3 for place in (1, 2, 3)]
    assert [won[seat] for seat in order] == [21, 21, 20]


def test_B11_each_layer_has_its_own_odd_chip():
    """Main pot of 3 × 5 + 1 between three, side pot of 2 × 20 + 1 between two: an odd chip in each."""
    hand = table(5, 25, 25, 26, sb=1, bb=2, dead=[1, 0, 0, 0], deck=rigged({}, ROYAL, 4))
    play(hand, "f a a c")
    assert awards(hand) == [(1, 6, 0), (2, 5, 0), (0, 5, 0), (1, 20, 1), (2, 20, 1)]


def test_B11_a_single_winner_takes_odd_chips_too():
    assert awards(passively(ranked(20, 20, dead=[1, 0]))) == [(0, 41, 0)]


# -- high and low ------------------------------------------------------------------------------------------------------


def omaha8(hands, board, *stacks, dead=0):
    game = croupier.omaha8(sb=1, bb=2, limit="no")
    deck = rigged(hands, board, len(stacks), each=4)
    hand = game.deal(list(stacks), deck=deck, dead=[dead] + [0] * (len(stacks) - 1))
    hand.all_in()
    while not hand.is_over:
        hand.call()
    return hand


def test_B11_hi_lo_the_odd_chip_goes_to_the_high_half():
    hand = omaha8({0: "KhKd9c9d", 1: "Ac4cJcJd"}, "2h3s7dKcQs", 10, 10, dead=1)
    assert sorted(halves(hand)) == [(0, 11, "high"), (1, 10, "low")]


def test_B11_hi_lo_the_odd_chip_of_a_split_low_goes_left_of_the_button():
    hand = omaha8({0: "KhKd9c9d", 1: "Ac4cJcJd", 2: "Ad4dTcTd"}, "2h3s7dKcQs", 14, 14, 14)
    assert sorted(halves(hand)) == [(0, 21, "high"), (1, 11, "low"), (2, 10, "low")]


def test_B11_hi_lo_without_a_low_the_high_hand_takes_all():
    hand = omaha8({0: "KhKd9c9d", 1: "Ac4cJcJd"}, "TsJs7dKcQs", 10, 10)
    assert {half for _, _, half in halves(hand)} == {"high"}


def test_B11_hi_lo_one_hand_can_win_both():
    hand = omaha8({0: "Ah4hKdKs", 1: "9c9dTcTd"}, "2h3h7hKcQs", 10, 10)
    assert sorted(halves(hand)) == [(0, 10, "high"), (0, 10, "low")]


# -- stud: by card (TDA 20) --------------------------------------------------------------------------------------------


def stud(maker, hands, dead=1):
    game = maker(ante=1, bring_in=2, small_bet=4)
    return passively(game.deal([100] * len(hands), deck=rigged(hands, "", len(hands), each=7),
                               dead=[dead] + [0] * (len(hands) - 1)))


def test_B11_stud_the_odd_chip_goes_to_the_highest_card_by_suit():
    """Left of the button sits seat 1, but seat 0 has the ace of spades."""
    hand = stud(croupier.stud, {0: "AsKdQhJc9s2c3d", 1: "AhKsQdJd9c2d3c"})
    assert sorted((seat, amount) for seat, amount, _ in awards(hand)) == [(0, 4), (1, 3)]


def test_B11_stud_only_the_winning_five_count():
    """Seat 0's ace of spades is not in its straight: seat 1's nine of hearts beats the nine of diamonds."""
    hand = stud(croupier.stud, {0: "9d8c7h6c5h2sAs", 1: "9h8d7s6d5dKcQc"})
    assert sorted((seat, amount) for seat, amount, _ in awards(hand)) == [(0, 3), (1, 4)]


def test_B11_razz_the_odd_chip_goes_to_the_highest_card_of_the_winning_low():
    hand = stud(croupier.razz, {0: "8s6d4h3s2cKcQd", 1: "8c6h4c3d2dKdQc"})
    assert sorted((seat, amount) for seat, amount, _ in awards(hand)) == [(0, 4), (1, 3)]


def test_B11_stud_hi_lo_the_odd_chip_of_the_pot_goes_to_the_high_half():
    hand = stud(croupier.stud8, {0: "KsKdKhJc9sTc3d", 1: "8h6s4d3c2dJd9c"})
    assert sorted(halves(hand)) == [(0, 4, "high"), (1, 3, "low")]
