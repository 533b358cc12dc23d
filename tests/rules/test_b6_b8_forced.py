"""B6, B7, B8: the price of a short blind, dead money, antes, who posts what and who acts first."""

from __future__ import annotations

import pytest

import croupier
from croupier import BadSetup, Pot
from croupier.games.poker.events import Posted

from .lines import ROYAL, awards, of_kind, passively, play, refused, returns, rigged, table

ACES_KINGS_QUEENS = {0: "AcAd", 1: "KcKd", 2: "QcQd"}
BLANK = "2h3h7s8sJd"


def posts(hand):
    return [(event.seat, event.amount, event.kind) for event in of_kind(hand, Posted)]


# -- B6 ----------------------------------------------------------------------------------------------------------------


def test_B6_a_short_big_blind_does_not_lower_the_price():
    hand = table(1000, 1000, 5)
    assert (hand.price, hand.legal().call, hand.legal().min_raise_to) == (20, 20, 40)


def test_B6_a_short_small_blind_does_not_matter():
    hand = table(1000, 3, 1000)
    assert (hand.bets, hand.price, hand.legal().call) == ([0, 3, 20], 20, 20)


def test_B6_a_call_by_a_short_stack_is_for_the_rest():
    hand = play(table(1000, 1000, 130), "300 f")
    assert hand.legal().call == 110
    play(hand, "c")
    assert (hand.is_over, returns(hand)) == (True, [(0, 170)])


def test_B6_both_blinds_short_the_rest_call_20_and_raise_to_40():
    hand = table(1000, 2, 3, 1000)
    assert (hand.actor, hand.legal().call, hand.legal().min_raise_to) == (3, 20, 40)
    play(hand, "c")
    assert hand.legal().call == 20


def test_B6_a_short_straddle_keeps_its_nominal_price():
    hand = table(1000, 1000, 1000, 25, straddles=(40,))
    assert (hand.bets[3], hand.price, hand.legal().call) == (25, 40, 40)


def test_B6_an_ante_before_the_blind_can_leave_too_little_for_it():
    hand = table(1000, 1000, 12, ante=5)
    assert posts(hand)[-1] == (2, 7, "blind")
    assert (hand.price, hand.legal().call) == (20, 20)


# -- B7 ----------------------------------------------------------------------------------------------------------------


def test_B7_dead_money_is_in_the_pot_and_in_no_bet():
    hand = table(1000, 1000, 1000, dead=[0, 30, 0])
    assert (hand.pot, hand.bets, hand.legal().call) == (60, [0, 10, 20], 20)
    assert hand.pots == [Pot(30, (0, 1, 2))]
    assert hand.stacks == [1000, 990, 980]


def test_B7_dead_money_is_won_whole_even_by_the_shortest_stack():
    deck = rigged(ACES_KINGS_QUEENS, BLANK, 3)
    hand = play(table(50, 1000, 1000, dead=[0, 0, 30], deck=deck), "a 200 c  x x x x x x")
    assert awards(hand) == [(0, 180, 0), (1, 300, 1)]


def test_B7_dead_money_is_never_returned():
    hand = play(table(1000, 1000, 1000, dead=[0, 0, 30]), "100 f f")
    assert (returns(hand), awards(hand)) == ([(0, 80)], [(0, 80, 0)])


def test_B7_a_big_blind_ante_is_taken_after_the_blind():
    hand = table(1000, 1000, 50, bb_ante=20)
    assert posts(hand) == [(1, 10, "blind"), (2, 20, "blind"), (2, 20, "dead")]
    assert (hand.stacks[2], hand.bets[2]) == (10, 20)


@pytest.mark.parametrize(("stack", "blind", "ante"), [(40, 20, 20), (30, 20, 10), (20, 20, 0), (15, 15, 0)])
def test_B7_a_short_big_blind_pays_the_blind_before_the_ante(stack, blind, ante):
    hand = table(1000, 1000, stack, bb_ante=20)
    assert (hand.bets[2], hand.pot - sum(hand.bets)) == (blind, ante)


def test_B7_a_big_blind_ante_is_winnable_by_every_live_seat():
    deck = rigged(ACES_KINGS_QUEENS, BLANK, 3)
    hand = play(table(20, 1000, 1000, bb_ante=20, deck=deck), "a c x" + " x x" * 3)
    assert awards(hand) == [(0, 80, 0)]


def test_B7_a_big_blind_ante_gives_its_payer_no_share_of_a_side_pot():
    """Seat 2 put in 20 live and 20 dead, seat 1 and 0 40 live each: seat 2 wins 60 + 20, not more."""
    deck = rigged({2: "AcAd", 1: "KcKd", 0: "QcQd"}, BLANK, 3)
    hand = play(table(40, 40, 40, bb_ante=20, deck=deck), "a c")
    assert awards(hand) == [(2, 80, 0), (1, 40, 1)]


def test_B7_antes_are_layered_like_bets():
    """Seat 0 is short of the ante: it wins what it matched of it, 3 from each, and nothing else."""
    deck = rigged(ACES_KINGS_QUEENS, BLANK, 3)
    hand = passively(table(3, 1000, 1000, ante=5, deck=deck))
    assert awards(hand) == [(0, 9, 0), (1, 44, 1)]


def test_B7_B11_an_ante_that_nobody_matched_goes_back():
    """Seat 1 has 12 of an ante of 100: 88 of it, and the blind of 10, were never at stake."""
    deck = rigged({0: "AcAd", 1: "KcKd"}, BLANK, 2)
    hand = table(1000, 12, ante=100, deck=deck)
    assert (returns(hand), awards(hand), hand.stacks) == ([(0, 98)], [(0, 24, 0)], [1012, 0])


def test_B7_B11_an_ante_goes_back_down_to_the_second_one():
    deck = rigged({0: "QcQd", 1: "AcAd", 2: "KcKd"}, BLANK, 3)
    hand = table(1000, 12, 30, ante=100, deck=deck)
    assert (returns(hand), awards(hand), hand.stacks) == ([(0, 70)], [(1, 36, 0), (2, 36, 1)], [970, 36, 36])


def test_B7_B11_an_ante_that_a_folded_one_matched_stays_in():
    """Seat 0 anted 100 as well: only the small blind of 10 comes back, and the layer above 12 is seat 1's alone."""
    deck = rigged({0: "QcQd", 1: "KcKd", 2: "AcAd"}, BLANK, 3)
    hand = play(table(1000, 1000, 12, ante=100, deck=deck), "f")
    assert (returns(hand), awards(hand)) == ([(1, 10)], [(2, 36, 0), (1, 176, 1)])


def test_B7_antes_count_towards_no_bet():
    hand = table(1000, 1000, 1000, ante=50)
    assert (hand.bets, hand.legal().call, hand.legal().min_raise_to, hand.pot) == ([0, 10, 20], 20, 40, 180)


def test_B7_antes_are_posted_before_blinds():
    assert [kind for _, _, kind in posts(table(1000, 1000, ante=1, bb_ante=2, dead=[4, 0]))] == [
        "dead", "ante", "ante", "blind", "blind", "dead"]


def test_B7_a_seat_all_in_for_its_ante_takes_part_in_the_main_pot_only():
    hand = table(5, 1000, 1000, ante=5)
    assert hand.actor == 1
    play(hand, "c x  20 c")
    assert hand.pots == [Pot(15, (0, 1, 2)), Pot(80, (1, 2))]


def test_B7_an_absent_seat_does_not_make_equal_antes_different():
    """Different antes are evened out before the blinds; equal ones that a stack was short of, when the betting ends."""
    hand = table(1000, 1000, 3, ante=5, out=(0,), button=1)
    kinds = [type(event).__name__ for event in hand.events]
    assert returns(hand)[0][0] == 1
    assert "Posted" not in kinds[kinds.index("Returned"):]


# -- B8 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", [0, 1])
def test_B8_heads_up(button):
    hand = table(1000, 1000, button=button)
    assert (hand.bets[button], hand.bets[1 - button], hand.actor) == (10, 20, button)
    assert play(hand, "c x").actor == 1 - button


@pytest.mark.parametrize("seats", range(3, 11))
def test_B8_three_or_more(seats):
    for button in range(seats):
        hand = table(*[1000] * seats, button=button)
        assert hand.bets[(button + 1) % seats] == 10
        assert hand.bets[(button + 2) % seats] == 20
        assert hand.actor == (button + 3) % seats
        play(hand, "c " * (seats - 1) + "x")
        assert hand.actor == (button + 1) % seats


def test_B8_two_dealt_in_at_a_larger_table_is_heads_up():
    hand = table(1000, 1000, 1000, button=2, out=[1])
    assert (hand.bets, hand.actor, hand.live) == ([20, 0, 10], 2, (0, 2))


def test_B8_a_button_that_is_not_dealt_in_gives_the_blinds_to_its_left():
    hand = table(1000, 1000, 1000, 1000, button=1, out=[1])
    assert (hand.bets, hand.actor) == ([0, 0, 10, 20], 0)


def test_B8_heads_up_the_button_is_one_of_the_two():
    """Else the small blind would act first before the flop and after it."""
    for button in (1, 3):
        with pytest.raises(croupier.BadSetup, match="B8"):
            table(1000, 0, 1000, 0, button=button, out=[1, 3])
    hand = table(1000, 0, 1000, 0, button=2, out=[1, 3])
    assert (hand.bets, hand.actor, play(hand, "c x").actor) == ([20, 0, 10, 0], 2, 0)


def test_B8_a_straddle_acts_last_and_keeps_the_option():
    hand = table(1000, 1000, 1000, 1000, straddles=(40,))
    assert (hand.bets, hand.price, hand.actor) == ([0, 10, 20, 40], 40, 0)
    play(hand, "c c c")
    assert (hand.actor, hand.legal().check, hand.legal().min_raise_to) == (3, True, 60)
    play(hand, "x")
    assert (hand.street, hand.actor) == ("FLOP", 1)


def test_B8_two_straddles_the_last_one_has_the_option():
    hand = table(*[1000] * 5, straddles=(40, 80))
    assert (hand.bets, hand.actor) == ([0, 10, 20, 40, 80], 0)
    play(hand, "c c c c")
    assert (hand.actor, hand.legal().check) == (4, True)


def test_B8_a_straddle_on_the_button_the_small_blind_acts_first():
    hand = table(*[1000] * 4, button_straddle=40)
    assert (hand.bets, hand.price, hand.actor) == ([40, 10, 20, 0], 40, 1)
    play(hand, "c c c")
    assert (hand.actor, hand.legal().check, "RAISE" in hand.legal().kinds) == (0, True, True)
    assert play(hand, "x").actor == 1


def test_B8_three_handed_the_straddle_is_the_buttons():
    hand = table(1000, 1000, 1000, straddles=(40,))
    assert (hand.bets, hand.actor) == ([40, 10, 20], 1)


def test_B8_a_straddle_is_an_event_of_its_own():
    assert (3, 40, "straddle") in posts(table(*[1000] * 4, straddles=(40,)))


@pytest.mark.parametrize("straddles", [(39,), (20,), (0,), (40, 79)])
def test_B8_each_straddle_at_least_doubles_the_price(straddles):
    with pytest.raises(BadSetup, match=r"double the price.*B8"):
        croupier.holdem(10, 20, straddles=straddles)


def test_B8_the_blinds_do_not_straddle():
    with pytest.raises(BadSetup, match="B8"):
        table(1000, 1000, straddles=(40,))
    with pytest.raises(BadSetup, match="B8"):
        table(1000, 1000, button_straddle=40)


def test_B8_a_straddler_who_is_raised_may_raise_again():
    hand = play(table(*[1000] * 4, straddles=(40,)), "100 f f")
    assert (hand.actor, hand.legal().call, hand.legal().min_raise_to) == (3, 60, 160)
    with refused(hand, "B9"):
        hand.check()


def test_B8_everyone_ties_on_a_royal_board_and_gets_the_blinds_back():
    assert passively(table(1000, 1000, 1000, deck=rigged({}, ROYAL, 3))).payoffs == [0, 0, 0]


# -- forced bets that move with the button -----------------------------------------------------------------------------


@pytest.mark.parametrize(("stakes", "paid"), [
    ({}, {1: 10, 2: 20}),
    ({"straddles": (40,)}, {1: 10, 2: 20, 3: 40}),
    ({"bb_ante": 5}, {1: 10, 2: 25}),
    ({"ante": 3, "straddles": (40, 80)}, {0: 83, 1: 13, 2: 23, 3: 43}),
    ({"button_straddle": 40}, {0: 40, 1: 10, 2: 20})])
@pytest.mark.parametrize("hands", range(1, 6))
def test_B8_forced_bets_move_with_the_button_from_hand_to_hand(stakes, paid, hands):
    """Everybody folds, so the last seat to act wins what the others have posted (seats from the button)."""
    seats, won = 4, [0] * 4
    last = max(paid, key=lambda seat: (paid[seat], seat))
    for button in range(hands):
        for place in range(seats):
            here = sum(paid.values()) - paid[last] if place == last else -paid.get(place, 0)
            won[(button + place) % seats] += here
    played = croupier.simulate(croupier.holdem(10, 20, **stakes), seats=seats, stack=1000, hands=hands, policy="folder",
                               seed=1)
    assert [round(mean.mean * hands) for mean in played.mean] == won
    # whoever acts last is never asked; a hand that began elsewhere would ask him, and he would check
    assert played.actions == hands * (seats - 1)
