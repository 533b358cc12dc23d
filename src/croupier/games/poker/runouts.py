"""Compare known hands over every possible run-out (all ways to deal the cards still to come), or over a random sample.

A `Runouts` holds two to ten hands of one size, the board, the cards that may still come, how many of them each hand
gets for itself (stud) and how many all of them share (a board, or the card of an eighth stud player). Every run-out
divides one pot: all of it goes to the best hand or, in hi/lo games with a qualifying low, half to each; hands that tie
share equally. A pot is counted as PARTS parts, so that each half can be divided by any number of winners and the sums
are exact.

This module does not check its arguments; `equities` does.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants as betting
from croupier.games.poker import constants

if not cython.compiled:
    from croupier.ranking.kernel import strength
    from croupier.rng import seeded, shuffled


class Runouts:
    """Hands, the cards to come and a tally of what each hand won."""

    def __init__(self, hands: Sequence[bytes], board: bytes, deck: bytes, own: int, shared: int, high: int,
                 low: int) -> None:
        if not cython.compiled:
            self.hole = [bytearray(8) for _ in range(betting.SEATS_MAX)]
            self.board = bytearray(8)
            self.deck = [0] * 64
            self.taken = [0] * 64
            self.value = [0] * betting.SEATS_MAX
            self.low_value = [0] * betting.SEATS_MAX
            self.won = [0] * betting.SEATS_MAX
            self.parts = [0] * betting.SEATS_MAX
            self.wins = [0] * betting.SEATS_MAX
            self.ties = [0] * betting.SEATS_MAX
        self.deals = 0
        self.n = len(hands)
        self.held = len(hands[0])
        self.full = self.held + own
        self.nboard = len(board)
        self.board_full = self.nboard + shared
        # `fill` does not check these sizes; the arrays hold ten hands of eight cards and a deck of 64
        self.left = len(deck)
        self.high = high
        self.low = low
        self.fill(hands, board, deck)

    def fill(self, hands: Sequence[bytes], board: bytes, deck: bytes) -> None:
        """Set the known cards and the deck, and reset the tally."""
        for i in range(self.n):
            self.parts[i] = self.wins[i] = self.ties[i] = 0
            for k in range(self.held):
                self.hole[i][k] = hands[i][k]
        for k in range(self.nboard):
            self.board[k] = board[k]
        for k in range(self.left):
            self.deck[k] = deck[k]
            self.taken[k] = 0

    def tally(self) -> tuple[list[int], list[int], list[int], int]:
        """Return for each hand the parts, the whole pots and the shared pots that it won, and then the number of pots.
        """
        return ([self.parts[i] for i in range(self.n)], [self.wins[i] for i in range(self.n)],
                [self.ties[i] for i in range(self.n)], self.deals)

    # -- every run-out -------------------------------------------------------------------------------------------------

    def every(self) -> None:
        """Deal every run-out once."""
        with cython.nogil:
            self.to_hand(0, self.held, 0)

    def to_hand(self, i: int, slot: int, first: int) -> None:
        """Deal hand i its cards from this slot on, in every possible way, and then deal the next hand. Free cards are
        taken in rising order, beginning with number `first`.
        """
        if slot == self.full:
            # ranked here once, instead of again for every way to deal the hands after it
            if self.nboard == self.board_full:  # no shared cards are to come, so this hand's value is known
                self.rank(i)
            if i + 1 < self.n:
                self.to_hand(i + 1, self.held, 0)
            else:
                self.to_board(self.nboard, 0)
            return
        at = first
        while at < self.left:
            if not self.taken[at]:
                self.taken[at] = 1
                self.hole[i][slot] = self.deck[at]
                # cards are taken in rising order only: another order of the same cards would be the same hand
                self.to_hand(i, slot + 1, at + 1)
                self.taken[at] = 0
            at += 1

    def to_board(self, place: int, first: int) -> None:
        """Deal the shared cards from number `place` on, in every possible way. Divide the pot for each of these boards.
        """
        if place == self.board_full:
            if self.nboard < self.board_full:
                self.rank_all()
            self.divide()
            return
        at = first
        while at < self.left:
            if not self.taken[at]:
                self.board[place] = self.deck[at]
                self.to_board(place + 1, at + 1)
            at += 1

    # -- samples -------------------------------------------------------------------------------------------------------

    def sample(self, count: int, seed: int) -> None:
        """Deal this many run-outs at random."""
        state = seeded(seed)
        with cython.nogil:
            self.sample_from(count, state)

    def sample_from(self, count: int, state: int) -> None:
        needed = (self.full - self.held) * self.n + self.board_full - self.nboard
        while count > 0:
            # the deck is not sorted again between samples, because shuffling a shuffled deck is just as random
            state = shuffled(self.deck, self.left, needed, state)
            self.deal_front()
            self.rank_all()
            self.divide()
            count -= 1

    def deal_front(self) -> None:
        """Deal the missing cards from the front of the deck."""
        at = 0
        i = 0
        while i < self.n:
            k = self.held
            while k < self.full:
                self.hole[i][k] = self.deck[at]
                at += 1
                k += 1
            i += 1
        k = self.nboard
        while k < self.board_full:
            self.board[k] = self.deck[at]
            at += 1
            k += 1

    # -- one run-out ---------------------------------------------------------------------------------------------------

    def rank_all(self) -> None:
        i = 0
        while i < self.n:
            self.rank(i)
            i += 1

    def rank(self, i: int) -> None:
        """Store the value of hand i, and in hi/lo games also the value of its low."""
        self.value[i] = strength(self.high, self.hole[i], self.full, self.board, self.board_full)
        if self.low != 0:
            self.low_value[i] = strength(self.low, self.hole[i], self.full, self.board, self.board_full)

    def divide(self) -> None:
        """Divide one pot, and count which hands won all of it and which won a part."""
        i = 0
        while i < self.n:
            self.won[i] = 0
            i += 1
        # `share` returns False if nobody has a low; then the high hand wins both halves
        if self.low != 0 and self.share(self.low_value, constants.HALF_POT):
            self.share(self.value, constants.HALF_POT)
        else:
            self.share(self.value, 2 * constants.HALF_POT)
        i = 0
        while i < self.n:
            self.parts[i] += self.won[i]
            self.wins[i] += self.won[i] == 2 * constants.HALF_POT
            # winning only the high or the low half counts as a tie too, because `ties` counts pots of which a hand won
            # a part
            self.ties[i] += 0 < self.won[i] < 2 * constants.HALF_POT
            i += 1
        self.deals += 1

    def share(self, values: list[int], parts: int) -> bool:
        """Divide these parts among the hands with the best value. Return False, and divide nothing, if no value is
        above 0.
        """
        best = 0
        winners = 0
        i = 0
        while i < self.n:
            if values[i] > best:
                best = values[i]
                winners = 1
            elif values[i] == best:
                winners += 1
            i += 1
        # the value 0 means "no qualifying low"; every high hand has a higher value
        if best == 0:
            return False
        i = 0
        while i < self.n:
            if values[i] == best:
                self.won[i] += parts // winners
            i += 1
        return True
