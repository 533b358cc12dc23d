"""M1, M2: money is whole chips, and none is ever lost or made."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import croupier
from croupier import BadAmount
from croupier.cli import is_compiled
from croupier.games.poker.hand import ChipsLost

from .lines import chips, passively, play, refused, table

NO_AMOUNTS = [40.0, float("nan"), float("inf"), True, "40", Decimal(40), -1, 10 ** 15 + 1, 10 ** 30, None, [40]]


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=repr)
def test_M1_no_stack_is_made_of_it(amount):
    with pytest.raises(BadAmount, match=r"stacks\[1\]"):
        croupier.holdem(10, 20).deal([1000, amount])


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=repr)
@pytest.mark.parametrize("stake", ["sb", "bb", "ante", "bb_ante"])
def test_M1_no_stake_is_made_of_it(stake, amount):
    with pytest.raises(BadAmount):
        croupier.holdem(**{"sb": 10, "bb": 20, stake: amount})


@pytest.mark.parametrize("amount", NO_AMOUNTS, ids=repr)
def test_M1_no_raise_is_made_of_it(amount):
    hand = table(1000, 1000, 1000)
    with refused(hand, "M1") as why:
        hand.raise_to(amount)
    assert "whole chips" in why.reason


def test_M1_ten_to_the_fifteenth_is_the_most():
    hand = table(10 ** 15, 10 ** 15)
    play(hand, f"{10 ** 15} c")
    assert sorted(hand.stacks) in ([0, 2 * 10 ** 15], [10 ** 15, 10 ** 15])


def test_M1_ten_seats_of_the_most_add_up_in_the_events_too():
    hand = table(*[10 ** 15] * 10, deck="As2c3c4d5d6h7h8c9cTd" + "AhKcQdJc2d3d4h5h6c7c" + "AdAcKhKs8d")
    play(hand, "a " + "c " * 9)
    won = [event.amount for event in hand.events if type(event).__name__ == "Awarded"]
    assert (won, max(hand.stacks)) == ([10 ** 16], 10 ** 16)


def test_M2_chips_are_counted_after_every_action():
    hand = table(1000, 400, 30, 777, ante=3, bb_ante=7, dead=[0, 0, 11, 0])
    for word in ("60", "a", "c", "a", "c"):
        assert chips(hand) == 1000 + 400 + 30 + 777 + 11
        if not hand.is_over:
            play(hand, word)
    assert chips(hand) == 2218


@given(st.lists(st.integers(1, 200), min_size=2, max_size=10), st.integers(0, 2 ** 64 - 1), st.data())
def test_M2_any_hand_of_any_stacks_conserves_chips(stacks, seed, data):
    hand = croupier.holdem(sb=5, bb=10, ante=2).deal(stacks, button=seed % len(stacks), seed=seed)
    while not hand.is_over:
        assert chips(hand) == sum(stacks)
        hand.apply(data.draw(st.sampled_from(hand.legal().menu(6))))
    assert (chips(hand), sum(hand.payoffs), hand.pot) == (sum(stacks), 0, 0)


def test_M2_dead_money_is_won_on_top_of_the_stacks():
    hand = passively(table(100, 100, dead=[0, 25]))
    assert sum(hand.payoffs) == 25


@pytest.mark.parametrize("make", [croupier.holdem, croupier.omaha, croupier.omaha8])
@pytest.mark.parametrize("limit", ["no", "pot", "fixed"])
@pytest.mark.parametrize("bet", ["small_bet", "big_bet"])
@pytest.mark.parametrize("amount", [amount for amount in NO_AMOUNTS if amount is not None] + [0], ids=repr)
def test_M1_no_bet_size_is_made_of_it_under_any_limit(make, limit, bet, amount):
    with pytest.raises(BadAmount, match=bet):
        make(10, 20, limit=limit, **{bet: amount})


@pytest.mark.parametrize("chips", [-5, -15, 10 ** 15 + 1, True, 2.5])
def test_M1_chips_put_in_are_refused_by_the_number_that_was_given(chips):
    hand = table(1000, 1000)
    for act in (lambda: hand.put(chips), lambda: hand.apply(hand.observe(0).put(chips))):
        with refused(hand, "M1") as why:
            act()
        assert f"whole chips, not {chips}" in why.text


def test_M1_the_largest_amount_put_in_is_refused_by_the_stack():
    hand = table(1000, 1000)
    for act in (lambda: hand.put(10 ** 15), lambda: hand.apply(hand.observe(0).put(10 ** 15))):
        with refused(hand, "B1"):
            act()


@pytest.mark.skipif(is_compiled(), reason="compiled, nobody outside can change a stack")
@pytest.mark.parametrize("chips_added", [1, -1])
@pytest.mark.parametrize("move", ["f", "c", "60"])
def test_M2_a_miscounted_chip_is_noticed_by_the_next_action(chips_added, move):
    hand = table(1000, 1000, 1000)
    hand.engine.round.stack[1] += chips_added
    with pytest.raises(ChipsLost):
        play(hand, move)
