"""Play a vectorised environment and single hands in lockstep and compare every observation, mask and reward."""

from __future__ import annotations

import numpy as np

import croupier
from croupier.adapters.encoding.base import row
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.envs.vector import VectorTables


def expected(encoding: PokerEncoding, hand: croupier.Hand) -> tuple[np.ndarray, np.ndarray]:
    """What the single environment gives: the observation and the mask of the seat to act."""
    view = hand.observe(hand.actor)
    mask = np.zeros(encoding.actions, np.int8)
    mask[encoding.legal(view)] = 1
    return np.array(row(encoding.parts(view)), np.float32), mask


def dealt(tables: VectorTables, table: int) -> croupier.Hand:
    """The hand in play at a table, dealt again from its seed."""
    _, seed, button = tables.hand(table)
    return tables.game.deal(tables.encoding.stacks, button, seed)


def compare(tables: VectorTables, steps: int) -> int:
    """Step so many times; return how many hands ended. Raises AssertionError at the first difference."""
    encoding = tables.encoding
    hands = [dealt(tables, table) for table in range(tables.tables)]
    ended = 0
    for _ in range(steps):
        for table, hand in enumerate(hands):
            seen, mask = expected(encoding, hand)
            assert tables.seat_to_act[table] == hand.actor
            assert np.array_equal(tables.observations[table], seen), (str(hand), tables.observations[table] - seen)
            if tables.masks.size:
                assert np.array_equal(tables.masks[table], mask), str(hand)
        actions = tables.sample()
        tables.step(actions)
        for table, hand in enumerate(hands):
            view = hand.observe(hand.actor)
            assert actions[table] in encoding.legal(view)
            hand.apply(encoding.action(int(actions[table]), view))
            assert tables.ended[table] == hand.is_over
            assert list(tables.rewards[table]) == (hand.payoffs if hand.is_over else [0] * tables.seats)
            if hand.is_over:
                hands[table] = dealt(tables, table)
                ended += 1
    tables.audit()
    return ended
