"""The kernel's fixed step (G1–G4) against the naive model: whole trees and random lines, compiled and interpreted."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.ranking import kernel

from .naive import Hand, Step, compare_random, compare_tree
from .setups import step_setups
from .step_engine import StepHand
from .trees import TREES, name

STEPS = [(setup, leaves) for setup, leaves in TREES if isinstance(setup, Step)]
LINES = 1000 if kernel.COMPILED else 200


@pytest.mark.parametrize(("setup", "leaves"), STEPS, ids=[name(setup) for setup, _ in STEPS])
@pytest.mark.parametrize("side_pots", [True, False])
def test_G1_whole_tree_agrees_with_the_naive_model(setup, leaves, side_pots):
    setup = replace(setup, side_pots=side_pots, strengths=[(3 * seat) % 2 for seat in range(len(setup.stacks))])
    assert compare_tree(lambda: Hand.deal(setup), lambda: StepHand(setup), refusals=True) == leaves


@pytest.mark.parametrize("first", [1, 2])
def test_G4_whole_tree_agrees_whoever_begins(first):
    setup = Step((15, 25, 40), ((10, 3), (10, 2)), first=first, strengths=(1, 1, 0))
    compare_tree(lambda: Hand.deal(setup), lambda: StepHand(setup), refusals=True)


def test_G1_a_raise_for_the_last_chip_is_still_a_raise():
    setup = Step((10, 20, 60, 60), ((10, 1),))
    hand = StepHand(setup)
    hand.raise_to(10)
    hand.raise_to(20)
    assert (hand.round.raises, hand.legal().max_raise_to) == (1, None)


@settings(max_examples=LINES, deadline=None)
@given(step_setups(), st.integers(0, 2**32))
def test_G1_random_lines_agree_with_the_naive_model(setup, seed):
    compare_random(lambda: Hand.deal(setup), lambda: StepHand(setup), Random(seed), refusals=True)
