"""Cases 002, the rows about the engine: four seats, 1000 chips, blinds 10/20 unless said."""

from __future__ import annotations

import random

import pytest

import croupier
from croupier import Action
from croupier.games.poker.events import Acted, Dealt, Posted

from .lines import ROYAL, awards, boards, chips, of_kind, passively, play, refused, rigged, shown, table

FOUR = (1000, 1000, 1000, 1000)


def test_002_01_the_blinds_sit_left_of_the_button():
    hand = table(*FOUR)
    assert hand.button == 0
    assert of_kind(hand, Posted) == [Posted(1, 10, "blind", False), Posted(2, 20, "blind", False)]


def test_002_02_heads_up_the_button_is_the_small_blind_and_is_asked_first():
    hand = table(1000, 1000)
    assert (hand.bets, hand.actor) == ([10, 20], 0)


def test_002_03_the_first_decision():
    hand = table(*FOUR)
    legal = hand.legal()
    assert (hand.actor, legal.kinds) == (3, ("FOLD", "CALL", "RAISE", "ALL_IN"))
    assert (legal.call, legal.min_raise_to, legal.max_raise_to) == (20, 40, 1000)
    assert (hand.pot, hand.price, hand.full_raise) == (30, 20, 20)


def test_002_04_raise_to_the_minimum():
    hand = table(*FOUR)
    hand.apply(Action("RAISE_TO", 40))
    assert hand.price == 40
    assert of_kind(hand, Acted) == [Acted(3, "RAISE", 40, 40, False, "PRE_FLOP")]


def test_002_06_min_raise_after_min_raise():
    hand = table(*FOUR, sb=5, bb=10)
    for amount in (20, 30, 40):
        assert (hand.legal().min_raise_to, hand.full_raise) == (amount, 10)
        hand.raise_to(amount)


def test_002_07_a_stack_that_exactly_reaches_the_minimum():
    hand = table(1000, 1000, 1000, 40)
    assert (hand.legal().min_raise_to, hand.legal().max_raise_to) == (40, 40)
    hand.apply(Action("RAISE_TO", 40))
    assert (hand.price, hand.full_raise, hand.stacks[3]) == (40, 20, 0)


def test_002_08_a_stack_between_the_bet_and_the_minimum():
    hand = play(table(1000, 1000, 30, 1000), "c c c")
    assert (hand.actor, hand.legal().min_raise_to, hand.legal().max_raise_to) == (2, 30, 30)
    with refused(hand):
        hand.raise_to(29)
    hand.raise_to(30)
    assert (hand.price, hand.full_raise) == (30, 20)


def test_002_10_nothing_to_call():
    hand = play(table(*FOUR), "c c c")
    assert (hand.legal().check, hand.legal().call) == (True, None)
    assert hand.observe(2).to_call == 0


@pytest.mark.parametrize(("action", "clause"), [
    (Action("CHECK"), "B9"), (Action("RAISE_TO", 20), "B9"), (Action("RAISE_TO", 0), "B9"),
    (Action("RAISE_TO", 39), "B3"), (Action("RAISE_TO", 1001), "B1"), (Action("RAISE_TO"), "M1")])
def test_002_11_refused_facing_a_bet(action, clause):
    hand = table(*FOUR)
    with refused(hand, clause):
        hand.apply(action)
    assert action not in hand.legal()


def test_002_11_a_call_with_nothing_to_call_is_refused():
    hand = play(table(*FOUR), "c c c")
    with refused(hand, "B9"):
        hand.call()


def test_002_21_heads_up_the_small_blind_folds():
    hand = play(table(500, 500), "f")
    assert (hand.stacks, hand.is_over, hand.actor) == ([490, 510], True, None)
    assert sum(amount for _, amount, _ in awards(hand)) + sum(
        event.amount for event in hand.events if type(event).__name__ == "Returned") == 30


def test_002_22_two_folds_on_the_flop_end_the_hand_without_a_turn():
    hand = play(table(1000, 1000, 1000), "c c x  40 f f")
    assert (hand.is_over, boards(hand)) == (True, [("FLOP", 3)])


def test_002_23_everyone_checks_and_calls_down():
    hand = passively(table(*FOUR))
    assert boards(hand) == [("FLOP", 3), ("TURN", 1), ("RIVER", 1)]
    assert sorted(shown(hand)) == [0, 1, 2, 3]
    assert all(event.words for event in hand.events if type(event).__name__ == "Shown")
    assert sum(amount for _, amount, _ in awards(hand)) == 80


def test_002_24_two_pots():
    deck = rigged({0: "AcAd", 1: "KcKd", 2: "2c7d"}, "3h4h8s9sJd", seats=3)
    hand = play(table(100, 300, 500, sb=5, bb=10, deck=deck), "a a c")
    assert awards(hand) == [(0, 300, 0), (1, 400, 1)]
    assert hand.stacks == [300, 400, 200]


def test_002_26_three_equal_hands_get_their_chips_back():
    hand = passively(table(1000, 1000, 1000, deck=rigged({}, ROYAL, seats=3)))
    assert [amount for _, amount, _ in awards(hand)] == [20, 20, 20]
    assert hand.stacks == [1000, 1000, 1000]


def test_002_27_heads_up_split():
    hand = play(table(100, 100, deck=rigged({}, ROYAL, seats=2)), "a c")
    assert [amount for _, amount, _ in awards(hand)] == [100, 100]


def test_002_28_heads_up_all_in():
    deck = rigged({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", seats=2)
    hand = play(table(100, 100, deck=deck), "a c")
    names = [type(event).__name__ for event in hand.events if not isinstance(event, (Posted, Dealt))]
    assert names == ["Acted", "Acted", "Board", "Board", "Board", "Shown", "Shown", "Awarded"]
    assert (hand.stacks, awards(hand)) == ([200, 0], [(0, 200, 0)])


def test_002_42_starting_stacks_are_before_the_blinds():
    assert table(*FOUR).starting_stacks == [1000, 1000, 1000, 1000]


def test_002_45_a_big_blind_of_5_chips():
    hand = table(1000, 1000, 5, 1000)
    assert (hand.legal().call, hand.price) == (20, 20)
    assert of_kind(hand, Posted) == [Posted(1, 10, "blind", False), Posted(2, 5, "blind", True)]


def test_002_46_no_hole_cards_in_public_before_the_showdown():
    hand = table(*FOUR)
    for line in ("c c c x", "x x x x", "x x x x", "x x x"):
        play(hand, line)
        dealt = of_kind(hand.observe(croupier.PUBLIC), Dealt)
        assert [str(event.cards) for event in dealt] == ["????"] * 4


def test_002_47_random_hands_conserve_chips_and_end():
    chance = random.Random(47)
    game = croupier.holdem(sb=10, bb=20)
    for _ in range(300):
        stacks = [chance.randint(1, 2000) for _ in range(6)]
        hand = game.deal(stacks, button=chance.randrange(6), seed=chance.getrandbits(64))
        for _ in range(500):
            if hand.is_over:
                break
            hand.apply(chance.choice(hand.legal().menu(5)))
            assert chips(hand) == sum(stacks)
        assert hand.is_over
        assert sum(hand.payoffs) == 0


def test_002_48_the_evaluator_knows_each_class_the_wheel_and_kickers():
    words = [croupier.rank(hand).words for hand in (
        "Ah9d7c5s3h", "AhAd7c5s3h", "AhAd7c7s3h", "AhAdAc7s3h", "5h4d3c2sAh", "Ah9h7h5h3h", "AhAdAc7s7h", "AhAdAcAs7h",
        "9h8h7h6h5h")]
    assert len(set(words)) == 9
    assert croupier.rank("5h4d3c2sAh").words.startswith("five-high")
    assert croupier.rank("AhAdKc7s3h") > croupier.rank("AcAsQc7d3d")
    with pytest.raises(croupier.BadCards):
        croupier.rank("1h2d3c4s5h")
