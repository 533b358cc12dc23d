"""Whole trees, random play, and the comparison of two engines, tried on the naive model itself.

Larger trees are walked beside the engine (`test_engine_trees.py`), the largest in the soak (`perft`).
"""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from .naive import Hand, Poker, compare_random, compare_tree, perft, random_move
from .setups import poker_setups, step_setups
from .trees import TREES, name

SMALL = [(setup, leaves) for setup, leaves in TREES if leaves <= 2000]

# -- perft


@pytest.mark.parametrize(("setup", "leaves"), SMALL, ids=[name(setup) for setup, _ in SMALL])
def test_perft(setup, leaves):
    assert perft(setup) == leaves


def test_perft_by_hand():
    # fold; limp: fold, check, all-in (fold, call); all-in: fold, call
    assert perft(Poker((4, 4), streets=1)) == 1 + (1 + 1 + 2) + 2


def test_perft_to_a_depth():
    setup = Poker((8, 8, 8), streets=1)
    # after fold, call, 4, 5, 6, 7, 8 the small blind has so many moves
    assert [perft(setup, depth) for depth in range(3)] == [1, 7, 7 + 7 + 5 + 3 + 3 + 3 + 2]
    assert perft(setup, 100) == perft(setup)


# -- comparison, with the naive model behind croupier's face


class Face:
    """A hand that changes in place, as croupier's does."""

    def __init__(self, hand):
        self.hand = hand

    def __getattr__(self, name):
        return getattr(self.hand, name)

    def clone(self):
        return type(self)(self.hand)

    def fold(self):
        self.hand = self.hand.fold()

    def check(self):
        self.hand = self.hand.check()

    def call(self):
        self.hand = self.hand.call()

    def raise_to(self, to):
        self.hand = self.hand.raise_to(to)


class Reopening(Poker):
    """A wrong engine: every raise, however short, reopens the betting."""

    def is_open(self, street, seat):
        return street.acted_at(seat) != street.price


def makers(setup, wrong=None):
    return (lambda: Hand.deal(setup)), (lambda: Face(Hand.deal(wrong or setup)))


def test_compare_tree_counts_the_leaves():
    setup = Poker((4, 5, 6), streets=2, strengths=(1, 2, 2))
    assert compare_tree(*makers(setup), refusals=True) == perft(setup)


def test_compare_tree_finds_a_reopening_after_a_short_all_in():
    options = {"stacks": (9, 9, 3), "streets": 1}
    with pytest.raises(AssertionError, match="raise_to: reference None, other"):
        compare_tree(*makers(Poker(**options), Reopening(**options)))


def test_compare_tree_finds_a_wrong_winner():
    with pytest.raises(AssertionError, match="stacks: reference"):
        compare_tree(*makers(Poker((4, 4), strengths=(1, 2)), Poker((4, 4), strengths=(2, 1))))


def test_compare_random_plays_one_line():
    setup = Poker((100, 200, 300), strengths=(1, 2, 3))
    line = compare_random(*makers(setup), Random(1), refusals=True)
    assert line == compare_random(*makers(setup), Random(1))


# -- random play over every kind of setup


def line_of_play(setup, seed):
    """Every hand of one random line, first to last."""
    rng, hand = Random(seed), Hand.deal(setup)
    yield hand
    while not hand.is_over:
        hand = hand.apply(random_move(hand.legal(), rng))
        yield hand


def check_node(hand):
    """What holds wherever somebody has to act."""
    seat, legal = hand.actor, hand.legal()
    assert hand.stacks[seat] > 0
    assert seat in hand.now.live
    assert legal.check == (legal.call is None)
    assert sum(hand.stacks) + hand.pot == sum(hand.setup.stacks) + hand.setup.dead_before
    if legal.min_raise_to is not None:
        assert hand.price < legal.min_raise_to <= legal.max_raise_to <= hand.bets[seat] + hand.stacks[seat]


def chip_by_chip(hand):
    """Final stacks without ties, each chip of the pot awarded alone; the second way to settle a hand."""
    live, totals, strengths = hand.now.live, hand.now.totals, hand.setup.strengths
    final = list(hand.now.behind)
    final[max(live, key=lambda s: strengths[s])] += hand.pot - sum(totals)  # dead money
    claimants = live
    for level in range(1, max(totals) + 1):
        claimants = [s for s in live if totals[s] >= level] or claimants
        final[max(claimants, key=lambda s: strengths[s])] += sum(total >= level for total in totals)
    return final


@settings(max_examples=150, deadline=None)
@given(st.one_of(poker_setups(), step_setups()), st.integers(0, 2**32))
def test_M2_chips_are_conserved_and_every_hand_ends(setup, seed):
    *nodes, end = line_of_play(setup, seed)
    for hand in nodes:
        check_node(hand)
    assert sum(end.stacks) == sum(setup.stacks) + setup.dead_before
    assert min(end.stacks) >= 0
    assert all(end.payoffs[s] <= 0 for s in range(len(setup.stacks)) if s not in end.now.live)


@settings(max_examples=100, deadline=None)
@given(poker_setups(), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_B11_layers_agree_with_awarding_chip_by_chip(setup, seed, shuffler):
    strengths = shuffler.sample(range(len(setup.stacks)), len(setup.stacks))
    setup = Poker(**{**setup.__dict__, "strengths": strengths})
    *_, end = line_of_play(setup, seed)
    assert end.stacks == chip_by_chip(end)


@settings(max_examples=60, deadline=None)
@given(st.one_of(poker_setups(), step_setups()), st.integers(0, 2**32))
def test_compare_random_agrees_with_itself(setup, seed):
    compare_random(*makers(setup), Random(seed), refusals=True)


@settings(max_examples=80, deadline=None)
@given(poker_setups(), st.integers(0, 2**32))
def test_B4_B5_round_ends_matched(setup, seed):
    """When a street is over, every live seat with chips has the price, unless it is alone against all-ins."""
    nodes = list(line_of_play(setup, seed))
    for before, after in pairwise(nodes):
        if after.is_over or after.street > before.street:
            street = type(before.now)(setup, after.ledger, before.street)
            if len(street.with_chips) > 1 and len(street.live) > 1:
                assert {street.bets[s] for s in street.with_chips} == {street.price}
