"""Step thousands of poker tables on numpy arrays in one call (needs the extra `envs`).

    tables = VectorTables(croupier.holdem(sb=1, bb=2), tables=4096, seats=2, seed=1)
    while training:
        actions = policy(tables.observations, tables.masks)         # one action number for each table
        tables.step(actions)                                        # the arrays now hold the next decisions
        tables.rewards[tables.ended]                                # chips won by each seat in the hands that ended

Every table always waits for a decision of the seat `seat_to_act`. What that seat sees is in `observations`; `masks`
marks its legal action numbers. When a hand ends, the next one is dealt at once (autoreset). Then `ended` is True,
`rewards` has the result of the old hand, and the observation is already that of the new hand. Rules, numbers and
observations are the same as in the single environment with the same encoding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.adapters.encoding.base import BadEnvironment, size
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.encoding.poker_actions import ActionSet, FullActions, SizedActions
from croupier.adapters.envs.poker_tables import PokerTables
from croupier.betting.rulebook import IllegalAction
from croupier.errors import short
from croupier.games.poker.game import PokerGame

TABLES_MAX = 1 << 20
"""The maximum number of tables in one environment."""


class VectorTables:
    """Many poker tables that are stepped together. Every step overwrites the arrays."""

    observations: NDArray[np.float32]
    """For each table, what the seat to act sees."""
    masks: NDArray[np.int8]
    """For each table, the mask of legal action numbers. The full set has too many numbers, so there it is empty, and
    the last two numbers of an observation are the smallest and the largest raise.
    """
    seat_to_act: NDArray[np.int32]
    rewards: NDArray[np.float64]
    """For each table, the chips won by each seat; zeros unless a hand has just ended."""
    ended: NDArray[np.bool_]
    """For each table, True if a hand ended with the last step."""

    def __init__(self, game: PokerGame, tables: int = 1024, seats: int = 2, stacks: Sequence[int] | None = None,
                 actions: ActionSet | str = "sized", seed: int = 0) -> None:
        if type(tables) is not int or not 1 <= tables <= TABLES_MAX:
            raise BadEnvironment(f"tables must be a whole number of 1 to {TABLES_MAX:,}, not {short(tables)}")
        if type(seed) is not int or not 0 <= seed < 1 << 64:
            raise BadEnvironment(f"seed must be a whole number below 2^64, not {short(seed)}")
        self.encoding = PokerEncoding(game, seats, stacks, actions)
        self.game, self.tables, self.seats = game, tables, self.encoding.seats
        is_full = isinstance(self.encoding.sizes, FullActions)
        self.observations = np.zeros((tables, size(self.encoding)), np.float32)
        self.masks = np.zeros((tables, 0 if is_full else self.encoding.actions), np.int8)
        self.seat_to_act = np.zeros(tables, np.int32)
        self.rewards = np.zeros((tables, self.seats), np.float64)
        ended: NDArray[np.int8] = np.zeros(tables, np.int8)
        self.ended = ended.view(np.bool_)
        sizes = self.encoding.sizes
        rows = (self.observations.reshape(-1), self.masks.reshape(-1), self.seat_to_act, self.rewards.reshape(-1),
                ended)
        self._core = PokerTables(game, self.encoding.stacks, tables, seed,
                                 sizes.percents if isinstance(sizes, SizedActions) else (),
                                 sizes.most if isinstance(sizes, FullActions) else 0, rows)

    def step(self, actions: Any) -> None:
        """Apply one action at every table. If any of them is illegal, raise IllegalAction and change nothing."""
        numbers = np.ascontiguousarray(actions)
        if numbers.shape != (self.tables,) or numbers.dtype.kind not in "iu":
            raise IllegalAction(f"a step takes {self.tables} whole numbers, one for each table", "B10")
        self._core.step(numbers.astype(np.int32, copy=False))

    def sample(self, into: NDArray[np.int32] | None = None) -> NDArray[np.int32]:
        """Return a random legal action for every table. All legal numbers are equally likely."""
        numbers = np.empty(self.tables, np.int32) if into is None else into
        self._core.choose(numbers)
        return numbers

    def audit(self) -> None:
        """Raise ChipsLost if chips were miscounted at any table, which would be a bug in the engine (M2)."""
        self._core.audit()

    def hand(self, table: int) -> tuple[int, int, int]:
        """Return the number, the seed and the button of the current hand. `game.deal` deals it again from these."""
        return self._core.hand(table)
