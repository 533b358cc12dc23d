"""Step many poker tables in one call, on arrays, without touching Python objects.

    tables = PokerTables(game, arrays, seats=2, tables=4096, seed=1)
    tables.step(actions)        one action number for each table

The caller provides the arrays (`vector.py` makes them with numpy). The arrays may be any objects with the buffer
protocol, so that the core does not depend on numpy. If the action of any table is illegal, a step raises IllegalAction
and changes nothing.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

import cython

from croupier.adapters.envs.poker_table import VectorTable, hand_of
from croupier.betting.rulebook import IllegalAction
from croupier.games.poker.game import PokerGame
from croupier.games.poker.hand import ChipsLost
from croupier.rng import seeded

if not cython.compiled:
    from croupier.adapters.envs.poker_table import is_broken

    def pointer_to(table: VectorTable) -> VectorTable:
        """Return the table itself, or its address if this module is compiled."""
        return table

    def step_table(table: VectorTable, action: int) -> None:
        """Take an action at a table."""
        table.step(int(action))

    def refuses(table: VectorTable, action: int) -> bool:
        """Return True if an action is illegal at a table."""
        return not table.is_legal(int(action))

    def chosen(table: VectorTable) -> int:
        """Return a random legal action of a table."""
        return table.choose()


class PokerTables:
    """A group of poker tables that are stepped together."""

    def __init__(self, game: PokerGame, stacks: Sequence[int], tables: int, seed: int, percents: Sequence[int],
                 most: int, arrays: tuple[Any, ...]) -> None:
        seats = len(stacks)
        self.count = tables
        self.owned = []
        rows: Any = [None] * tables if not cython.compiled else array("q", bytes(8 * tables))
        sizes = array("i", percents)
        for number in range(tables):
            deal = game.facts(seats, (1 << seats) - 1, 0)
            deal.set_stacks(list(stacks))
            table = VectorTable(deal, number, seeded(seed) + number & 0xFFFFFFFFFFFFFFFF, sizes, most, arrays)
            self.owned.append(table)
            rows[number] = pointer_to(table)
        self.rows = rows

    def step(self, actions: Any) -> None:
        """Apply one action at every table. If any of them is illegal, raise IllegalAction and change nothing."""
        if len(actions) != self.count:
            raise IllegalAction(f"{len(actions)} actions for {self.count} tables", "B10")
        refused = self.first_refused(actions)
        if refused >= 0:
            raise IllegalAction(f"action {actions[refused]} is not legal at table {refused}", "B10")
        self.step_all(actions)

    def first_refused(self, actions: Any) -> int:
        """Return the number of the first table whose action is illegal, or -1."""
        with cython.nogil:
            for number in range(self.count):
                if refuses(self.rows[number], actions[number]):
                    return number
        return -1

    def step_all(self, actions: Any) -> None:
        """Step all tables without the interpreter lock, so that other threads run meanwhile."""
        with cython.nogil:
            for number in range(self.count):
                step_table(self.rows[number], actions[number])

    def choose(self, actions: Any) -> None:
        """Write a random legal action for every table, all with equal probability."""
        if len(actions) != self.count:
            raise IllegalAction(f"room for {len(actions)} actions of {self.count} tables", "B10")
        with cython.nogil:
            for number in range(self.count):
                actions[number] = chosen(self.rows[number])

    def audit(self) -> None:
        """Raise ChipsLost if chips were miscounted at any table (M2)."""
        for number, table in enumerate(self.owned):
            if is_broken(table):
                raise ChipsLost(f"chips miscounted at table {number}")

    def hand(self, number: int) -> tuple[int, int, int]:
        """Return the number, the seed and the button of the current hand at a table. `game.deal` deals it again from
        these.
        """
        return hand_of(self.owned[number])
