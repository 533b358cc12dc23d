"""The engine against the naive model: whole trees and random lines, compiled and interpreted.

At every node the two must name the same actor, stacks, bets and legal choices, and both must refuse the nearest
illegal moves; at every leaf the chips must lie the same way. The interpreted engine walks the smaller trees only; of
the larger ones the leaves are counted here, and every node is compared in the soak (`perft`).
"""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.ranking import kernel

from .engine import deal, engine_perft, with_cards
from .naive import Hand, Poker, compare_random, compare_tree
from .setups import poker_setups
from .trees import BIG_TREES, TREES, name

HOLDEM = [(setup, leaves) for setup, leaves in TREES if isinstance(setup, Poker)]
LEAVES_MOST = 3_500 if kernel.COMPILED else 1_000
LINES = 200 if kernel.COMPILED else 80


def makers(setup, seed):
    """The same hand in both engines."""
    setup, deck = with_cards(setup, seed)
    return (lambda: Hand.deal(setup)), (lambda: deal(setup, deck))


def trees(which, most=LEAVES_MOST):
    return pytest.mark.parametrize(
        ("setup", "leaves"), [pytest.param(s, n, id=name(s)) for s, n in which if n <= most]
    )


@trees(HOLDEM)
def test_whole_tree_agrees_with_the_naive_model(setup, leaves):
    assert compare_tree(*makers(setup, seed=leaves), refusals=leaves <= 2000) == leaves


@trees(HOLDEM[::4], most=2_000)
def test_whole_tree_agrees_with_the_button_elsewhere(setup, leaves):
    moved = type(setup)(**{**vars(setup), "button": len(setup.stacks) - 1})
    compare_tree(*makers(moved, seed=leaves + 1))


@pytest.mark.slow
@trees([each for each in HOLDEM if each[1] > LEAVES_MOST] + BIG_TREES, most=100_000 if kernel.COMPILED else 0)
def test_big_trees_have_the_pinned_number_of_leaves(setup, leaves):
    setup, deck = with_cards(setup, seed=1)
    assert engine_perft(deal(setup, deck)) == leaves


@settings(max_examples=LINES, deadline=None)
@given(poker_setups(), st.integers(0, 2**32))
def test_random_lines_agree_with_the_naive_model(setup, seed):
    compare_random(*makers(setup, seed), Random(seed), refusals=True)
