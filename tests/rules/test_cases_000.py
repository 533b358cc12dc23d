"""Cases 000: the betting rules of seed 000, row by row; blinds 10/20 unless said. `put` is the seed's amount."""

from __future__ import annotations

from itertools import pairwise

import pytest

import croupier
from croupier.betting.checked import CheckedRound
from croupier.games.poker.events import Acted, Posted

from .lines import ROYAL, awards, boards, chips, of_kind, play, refused, rigged, shown, table


def test_000_01_heads_up_the_button_posts_small_acts_first_before_the_flop_and_last_after_it():
    hand = table(1000, 1000)
    assert (hand.bets, hand.actor) == ([10, 20], 0)
    play(hand, "c x")
    for street in ("FLOP", "TURN", "RIVER"):
        assert (hand.street, hand.actor) == (street, 1)
        play(hand, "x x")


def test_000_02_three_players_blinds_left_of_the_button():
    hand = table(1000, 1000, 1000)
    assert (hand.bets, hand.actor) == ([0, 10, 20], 0)
    play(hand, "c c x")
    assert (hand.street, hand.actor) == ("FLOP", 1)
    play(hand, "20 c f")
    assert (hand.street, hand.actor) == ("TURN", 1)


def test_000_02_after_the_flop_the_first_live_player_left_of_the_button_acts():
    assert play(table(1000, 1000, 1000), "c f x").actor == 2


def test_000_03_right_after_the_blinds():
    hand = table(1000, 1000, 1000)
    assert (hand.price, hand.full_raise) == (20, 20)
    assert play(hand, "c c x").legal().min_raise_to == 20


def test_000_04_before_any_hand_the_increment_is_0():
    assert CheckedRound(min_bet=0).full_raise == 0


def test_000_05_a_raise_by_50_chips_from_the_small_blind():
    hand = table(1000, 1000)
    hand.put(50)
    assert (hand.bets[0], hand.price, hand.full_raise) == (60, 60, 40)


def test_000_06_a_min_raise_costs_the_small_blind_30():
    hand = table(1000, 1000)
    assert hand.legal().min_raise_to - hand.bets[0] == 30
    with refused(hand, "B3"):
        hand.put(29)
    hand.put(30)
    assert hand.price == 40


def test_000_07_a_raise_by_40_makes_the_next_one_cost_60():
    hand = table(1000, 1000, 1000, 1000, button=1)
    hand.put(40)
    assert (hand.price, hand.full_raise, hand.actor, hand.bets[1]) == (40, 20, 1, 0)
    with refused(hand, "B3"):
        hand.put(59)
    hand.put(60)
    assert hand.price == 60


def test_000_08_an_increment_of_10_is_refused():
    hand = table(1000, 1000, 1000)
    with refused(hand, "B3") as why:
        hand.put(30)
    assert "below the minimum of 40" in why.text


@pytest.mark.parametrize("amount", [20, 10])
def test_000_09_a_raise_that_does_not_increase_the_bet_is_refused(amount):
    hand = table(1000, 1000, 1000)
    with refused(hand, "B9") as why:
        hand.put(amount)
    assert "does not increase the bet" in why.reason


def test_000_11_a_short_all_in_moves_the_price_but_not_the_increment():
    hand = play(table(1000, 1000, 30), "c c a")
    assert (hand.price, hand.full_raise, hand.street, hand.actor) == (30, 20, "PRE_FLOP", 0)


def test_000_12_those_who_acted_may_only_call_it_or_fold():
    hand = play(table(1000, 1000, 30), "c c a")
    assert hand.stacks[0] == 980
    assert hand.legal().kinds == ("FOLD", "CALL")
    assert hand.legal().call == 10
    with refused(hand, "B4"):
        hand.all_in()
    with refused(hand, "B4"):
        hand.raise_to(50)


def test_000_14_both_call_and_the_round_is_complete():
    hand = play(table(1000, 1000, 30), "c c a c c")
    assert (hand.street, hand.pot, hand.price) == ("FLOP", 90, 0)
    assert hand.pots == [croupier.Pot(90, (0, 1, 2))]


def test_000_15_an_all_in_for_a_full_raise_reopens():
    hand = play(table(1000, 1000, 40), "c c a")
    assert (hand.price, hand.full_raise, hand.actor) == (40, 20, 0)
    assert "RAISE" in hand.legal().kinds
    play(hand, "60")
    assert (hand.actor, "RAISE" in hand.legal().kinds) == (1, True)


def test_000_18_a_stack_between_call_and_min_raise():
    hand = table(25, 1000, 1000)
    assert set(hand.legal().kinds) == {"FOLD", "CALL", "ALL_IN"}
    assert (hand.legal().min_raise_to, hand.legal().max_raise_to) == (25, 25)


def test_000_19_a_call_for_less():
    hand = table(15, 1000, 1000)
    hand.call()
    assert (hand.stacks[0], hand.bets[0], hand.price) == (0, 15, 20)
    assert of_kind(hand, Acted)[-1] == Acted(0, "CALL", 15, 15, True, "PRE_FLOP")


def test_000_20_a_stack_of_0_is_never_asked_to_call():
    round = CheckedRound([0, 100, 100], min_bet=20)
    round.raise_to(1, 20)
    round.ask(0)
    assert (round.to_call, round.most) == (0, 0)
    hand = play(table(15, 1000, 1000), "c c x")
    while not hand.is_over:
        assert hand.actor != 0
        hand.check()


def test_000_21_check_then_bet_50_on_the_flop():
    hand = play(table(1000, 1000, 1000), "c c x")
    hand.check()
    hand.bet(50)
    assert (hand.price, hand.full_raise, hand.legal().min_raise_to) == (50, 50, 100)


def test_000_22_a_bet_below_the_minimum_and_a_bet_on_top_of_a_bet_are_refused():
    hand = play(table(1000, 1000, 1000), "c c x")
    with refused(hand, "B3"):
        hand.bet(10)
    hand.bet(50)
    with refused(hand, "B9"):
        hand.bet(100)


def test_000_24_a_new_street_starts_clean_but_keeps_the_totals():
    hand = play(table(1000, 1000, 1000), "100 c c")
    assert (hand.street, hand.bets, hand.price, hand.full_raise, hand.raises) == ("FLOP", [0, 0, 0], 0, 20, 0)
    assert (hand.pot, chips(hand)) == (300, 3000)
    for _ in range(3):  # nobody has acted: each is asked, and each may bet
        assert hand.legal().kinds == ("FOLD", "CHECK", "BET", "ALL_IN")
        hand.check()
    assert hand.street == "TURN"


def test_000_25_the_big_blind_keeps_the_option():
    hand = play(table(1000, 1000, 1000), "c c")
    assert (hand.actor, hand.legal().check, hand.legal().min_raise_to) == (2, True, 40)
    assert {"CHECK", "RAISE"} <= set(hand.legal().kinds)
    hand.check()
    assert hand.street == "FLOP"


def test_000_26_a_check_with_less_in_than_the_table_bet_is_refused():
    hand = table(1000, 1000, 1000)
    with refused(hand, "B9") as why:
        hand.check()
    assert "20 to call" in why.reason


def test_000_27_antes_are_in_the_pot_but_in_no_bet():
    hand = table(1000, 1000, 1000, ante=5)
    assert (hand.pot, hand.legal().call) == (45, 20)
    play(hand, "c c")
    assert hand.legal().check


def test_000_30_a_tie_over_three_chips():
    deck = rigged({0: "2c2d", 2: "3c3d"}, ROYAL, seats=3)
    hand = play(table(100, 100, 100, sb=1, bb=1, deck=deck), "c f x  x x  x x  x x")
    assert awards(hand) == [(2, 2, 0), (0, 1, 0)]


def test_000_31_all_but_one_fold():
    hand = play(table(1000, 1000, 1000), "60 f f")
    assert (hand.is_over, hand.payoffs) == (True, [30, -10, -20])
    assert (shown(hand), len(awards(hand))) == ([], 1)


def test_000_32_three_all_in_before_the_flop_run_the_board_out():
    hand = play(table(500, 500, 500), "a a a")
    assert boards(hand) == [("FLOP", 3), ("TURN", 1), ("RIVER", 1)]
    assert {event.street for event in of_kind(hand, Acted)} == {"PRE_FLOP"}
    assert (hand.is_over, sorted(shown(hand))) == (True, [0, 1, 2])


HANDS = ["Ah Kh Qh Jh Th", "9s 8s 7s 6s 5s", "7c 7d 7h 7s 2d", "4c 4d 4h 9s 9d", "Kd 9d 6d 3d 2d", "9s 8d 7h 6c 5s",
         "5s 4d 3h 2c As", "Qc Qd Qh 9s 2d", "Jc Jd 3h 3s Ad", "Tc Td As Kd 2h", "Ah Qd 9s 5c 3d"]


def test_000_39_every_class_is_strictly_above_the_lower_ones_and_the_wheel_is_the_lowest_straight():
    ranks = [croupier.rank(hand) for hand in HANDS]
    assert all(better > worse for better, worse in pairwise(ranks))
    assert croupier.rank("6s5d4h3c2s") > croupier.rank("5s4d3h2cAs") > croupier.rank("AcAdAhKsQd")


def test_000_39_the_best_five_of_seven_are_found():
    assert croupier.rank("AhKhQhJhTh2c3d") == croupier.rank("AhKhQhJhTh")
    assert croupier.rank("AsAd8c8d5h5sKc") == croupier.rank("AsAd8c8dKc")


def test_000_posts_are_events():
    posts = of_kind(table(1000, 1000, 1000), Posted)
    assert posts == [Posted(1, 10, "blind", False), Posted(2, 20, "blind", False)]
