"""Estimate a hand's chance to win against one random hand. The same cards always give the same estimate.

Works for every game: the seat's missing cards, one opponent's hand and the rest of the board are dealt at random from
the cards the seat cannot see, and the two are compared. In hi/lo games each half of the pot counts half. Draws still to
come are ignored: the hands are compared as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import cython

from croupier.cards import UNKNOWN
from croupier.rng import Rng

if TYPE_CHECKING:
    from croupier.games.poker.hand import Hand

if not cython.compiled:
    from croupier.ranking.kernel import strength

# a standard error of about 1.1 percentage points (at most 0.5 / sqrt(2000))
SAMPLES = 2000
KEPT_MAX = 100_000
"""The maximum number of cached estimates. When it is reached, the cache is emptied."""
_kept: dict[tuple[int, bytes], float] = {}
"""A cache of estimates. In a duplicate match each position occurs again with the players in other seats."""


class Sampler:
    """Compares one seat's cards with the random cards of one opponent."""

    def __init__(self, mine: Sequence[int], board: Sequence[int], unseen: Sequence[int], hole_size: int,
                 board_size: int) -> None:
        if not cython.compiled:
            self.mine = bytearray(8)
            self.other = bytearray(8)
            self.board = bytearray(8)
            self.deck = [0] * 52
        self.mine_count = len(mine)
        self.board_count = len(board)
        self.deck_count = len(unseen)
        self.hole_size = hole_size
        self.board_size = board_size
        for place, card in enumerate(mine):
            self.mine[place] = card
        for place, card in enumerate(board):
            self.board[place] = card
        for place, card in enumerate(unseen):
            self.deck[place] = card

    def run(self, high: int, low: int, samples: int, chance: Rng) -> float:
        """Return the mean share of the pot, 0..1, over at most ten million samples. The limit exists because the loop
        cannot be interrupted.
        """
        samples = max(1, min(samples, 10_000_000))
        points = 0
        for _ in range(samples):
            self.fill(chance)
            # a point is a quarter of a pot, so that halves and ties are whole numbers
            points += 2 * self.compare(high) if low == 0 else self.halves(high, low)
        return points / (4.0 * samples)

    def fill(self, chance: Rng) -> None:
        """Deal the missing cards."""
        mine_missing = self.hole_size - self.mine_count
        board_missing = self.board_size - self.board_count
        chance.shuffle(self.deck, self.deck_count, mine_missing + board_missing + self.hole_size)
        at = 0
        for place in range(mine_missing):
            self.mine[self.mine_count + place] = self.deck[at]
            at += 1
        for place in range(board_missing):
            self.board[self.board_count + place] = self.deck[at]
            at += 1
        for place in range(self.hole_size):
            self.other[place] = self.deck[at]
            at += 1

    def compare(self, kind: int) -> int:
        """Return 2 for a win, 1 for a tie, 0 for a loss."""
        mine = strength(kind, self.mine, self.hole_size, self.board, self.board_size)
        other = strength(kind, self.other, self.hole_size, self.board, self.board_size)
        return 2 if mine > other else 1 if mine == other else 0

    def halves(self, high: int, low: int) -> int:
        """Return the points of a split pot; the high hand wins both halves if nobody has a low."""
        # 0 means no qualifying low
        if strength(low, self.mine, self.hole_size, self.board, self.board_size) == 0:
            if strength(low, self.other, self.hole_size, self.board, self.board_size) == 0:
                return 2 * self.compare(high)
        return self.compare(high) + self.compare(low)


def chance(hand: Hand, seat: int, samples: int = SAMPLES) -> float:
    """Return the seat's expected share of the pot against one random hand."""
    mine = sorted(hand.hole(seat))
    board = sorted(hand.board)
    layout = hand.rules
    seen = {*mine, *board}
    # open cards in stud and hands that were shown; in the seat's own view all other cards are ??
    for other in hand.live:
        seen.update(card for card in hand.hole(other) if card != UNKNOWN)
    hole_size = sum(street.down + street.up for street in layout.streets)
    board_size = sum(street.board for street in layout.streets)
    if layout.has_bring_in and board:  # with eight stud players one shared card replaces one card of each hand
        hole_size, board_size = hole_size - 1, 1
    high, low = hand.strength_kinds
    key = samples, bytes([high, low, layout.deck, hole_size, board_size, *mine, 52, *board, 52, *sorted(seen)])
    found = _kept.get(key)
    if found is None:
        unseen = [card for card in range(52 - layout.deck, 52) if card not in seen]
        # the seed depends only on the cards, so that the same cards get the same estimate in every process
        seed = 0
        for card in [*mine, 52, *board]:
            # base 53: the 52 cards and the unknown card, which also separates hand and board
            seed = (seed * 53 + int(card)) % (1 << 61)
        if len(_kept) >= KEPT_MAX:
            _kept.clear()
        found = Sampler(mine, board, unseen, hole_size, board_size).run(high, low, samples, Rng(seed))
        _kept[key] = found
    return found
