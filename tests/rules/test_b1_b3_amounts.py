"""B1, B2, B3: amounts are raise-to, state is small, and a raise adds at least the last full raise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import Action
from croupier.games.poker.events import Acted

from .lines import everything, of_kind, passively, play, refused, table


def test_B1_an_amount_is_the_seats_total_for_the_street():
    hand = table(1000, 1000)
    hand.raise_to(60)
    assert (hand.bets, hand.stacks[0]) == ([60, 20], 940)
    assert of_kind(hand, Acted)[-1] == Acted(0, "RAISE", 50, 60, False, "PRE_FLOP")


@pytest.mark.parametrize("chips_now", [30, 55, 990])
def test_B1_chips_moved_now_and_raise_to_say_the_same(chips_now):
    by_total, by_chips = table(1000, 1000), table(1000, 1000)
    by_total.raise_to(10 + chips_now)
    by_chips.put(chips_now)
    assert everything(by_total) == everything(by_chips)


def test_B1_four_ways_to_say_a_raise():
    hands = [table(1000, 1000, 1000) for _ in range(4)]
    hands[0].raise_to(70)
    hands[1].put(70)
    hands[2].apply(Action("RAISE", 70))
    hands[3].apply(Action("RAISE_TO", 70))
    assert all(everything(hand) == everything(hands[0]) for hand in hands)


@given(st.integers(21, 1000))
def test_B1_round_trip_from_put_to_event_and_back(amount):
    hand = table(1000, 1000, 1000)
    if Action("RAISE_TO", amount) in hand.legal():
        hand.put(amount)
        event = of_kind(hand, Acted)[-1]
        assert (event.amount, event.to, hand.actions[-1]) == (amount, amount, Action("RAISE_TO", amount))
    else:
        with refused(hand, "B3"):
            hand.put(amount)


def test_B1_a_raise_above_the_stack_is_refused():
    hand = table(1000, 1000)
    with refused(hand, "B1") as why:
        hand.raise_to(1001)
    assert "1000 at most" in why.reason


def test_B2_everything_else_is_derived_from_the_rounds_few_numbers():
    hand = play(table(1000, 1000, 1000), "60 c")
    assert (hand.price, hand.full_raise, hand.raises, hand.bets, hand.stacks) == (
        60, 40, 1, [60, 60, 20], [940, 940, 980])


def test_B3_the_minimum_raise_adds_the_last_full_raise():
    hand = table(1000, 1000, 1000)
    assert hand.legal().min_raise_to == 40
    play(hand, "70")
    assert (hand.full_raise, hand.legal().min_raise_to) == (50, 120)


def test_B3_a_raise_that_adds_less_than_the_opening_bet_is_refused():
    hand = play(table(1000, 1000, 1000), "c c x 100")
    with refused(hand, "B3"):
        hand.raise_to(150)
    hand.raise_to(200)
    assert hand.legal().min_raise_to == 300


def test_B3_20_100_all_in_120_makes_the_minimum_200():
    hand = play(table(1000, 120, 1000, 1000), "100 f a")
    assert (hand.price, hand.full_raise, hand.actor, hand.legal().min_raise_to) == (120, 80, 2, 200)


def test_B3_a_short_opening_all_in_of_5_makes_the_minimum_25():
    hand = play(table(1000, 25, 1000), "c c x  5")
    assert (hand.price, hand.full_raise, hand.legal().min_raise_to) == (5, 20, 25)


def test_B3_an_opening_bet_sets_the_step():
    assert play(table(1000, 1000), "c x 75").legal().min_raise_to == 150


def test_B3_the_step_is_the_minimum_bet_again_on_every_street():
    hand = play(table(1000, 1000), "200 c")
    assert (hand.street, hand.full_raise, hand.legal().min_raise_to) == ("FLOP", 20, 20)


def test_B3_a_straddle_does_not_change_the_step():
    hand = table(1000, 1000, 1000, 1000, straddles=(40,))
    assert (hand.price, hand.full_raise, hand.legal().min_raise_to) == (40, 20, 60)


def test_B3_a_record_may_name_another_minimum_bet():
    hand = croupier.game("NT", sb=10, bb=20, small_bet=50).deal([1000, 1000], seed=1)
    assert (hand.price, hand.full_raise, hand.legal().min_raise_to) == (20, 50, 70)


def test_B3_an_all_in_may_be_less_than_a_full_raise_but_only_all_in():
    hand = table(35, 1000, 1000)
    assert (hand.legal().min_raise_to, hand.legal().max_raise_to) == (35, 35)
    with refused(hand, "B3"):
        hand.raise_to(30)
    hand.raise_to(35)
    assert (hand.price, hand.full_raise) == (35, 20)


def test_B3_a_full_raise_on_top_of_a_short_all_in():
    hand = play(table(130, 1000, 1000, 1000), "100 a")
    assert (hand.price, hand.full_raise, hand.legal().min_raise_to) == (130, 80, 210)
    play(hand, "210")
    assert (hand.full_raise, hand.legal().min_raise_to) == (80, 290)


def test_B2_a_full_raise_counts_even_if_it_is_all_in_and_a_short_one_does_not():
    hand = play(table(1000, 1000, 150, 1000), "60 f f 150")
    assert (hand.raises, hand.full_raise) == (2, 90)
    hand = play(table(1000, 1000, 70, 1000), "60 f f 70")
    assert (hand.raises, hand.full_raise) == (1, 40)


def test_M2_when_the_pot_is_paid_nothing_is_left_in_the_middle():
    hand = passively(table(1000, 1000, 1000))
    assert (hand.price, hand.bets, hand.pots, sum(hand.stacks)) == (0, [0, 0, 0], [], 3000)
