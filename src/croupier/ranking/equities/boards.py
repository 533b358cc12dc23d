"""Count all boards of five in hold'em without dealing them.

On boards on which no hand makes a flush, only the ranks matter. There are 6175 multisets of ranks, and each is
evaluated once and counted for all its suits. All other boards are counted suit by suit: each set of board cards of one
suit with which a hand makes a flush is combined with the ranks of the remaining cards. This gives the same counts as
dealing every board, with about one fortieth of the work.

A `Boards` reads the hands of a `ShowdownCounts` and adds its counts to that object.
"""

from __future__ import annotations

import cython

from croupier.ranking import constants
from croupier.ranking.equities.showdown import ShowdownCounts
from croupier.ranking.errors import BadEquity

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, START, slot
    from croupier.ranking.tables import RANK_KEYS, bits

# a table, because `math.comb` would need the interpreter lock
CHOOSE = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1]
"""CHOOSE[5 * n + k] is the number of ways to choose k suits out of n."""


class Boards:
    """Counts all possible boards for the hands of a showdown, in groups with equal results."""

    def __init__(self, showdown: ShowdownCounts) -> None:
        if not cython.compiled:
            self.free = [0] * 16
            self.held = [[0] * 10 for _ in range(4)]
            self.held_count = [[0] * 10 for _ in range(4)]
            self.rank_key = [0] * 10
            self.flush_from = [0] * 4
            self.ways = [0] * 144
        if showdown is None:
            raise BadEquity("boards are counted for a showdown")
        self.showdown = showdown
        self.n = self.showdown.n
        self.weight = 1

    def count(self, weight: int) -> None:
        """Count all boards for the current hands, each `weight` times."""
        if self.showdown is None:
            raise BadEquity("boards are counted for a showdown")
        self.weight = weight
        with cython.nogil:
            self._survey()
            suit = 0
            while suit < 4:
                self._flush_boards(suit)
                suit += 1
            self._rank_boards(12, 5, 0, 0, 1)

    def _survey(self) -> None:
        """Store the free suits of each rank, the cards of each hand in each suit, and how many board cards of a suit
        make a flush possible.
        """
        used = self.showdown.used()
        rank = 0
        while rank < 13:
            self.free[rank] = 0
            suit = 0
            while suit < 4:
                if not used & CARD_BIT[rank * 4 + suit]:
                    self.free[rank] |= 1 << suit
                suit += 1
            rank += 1
        suit = 0
        while suit < 4:
            self._survey_suit(suit)
            suit += 1
        i = 0
        while i < self.n:
            ranks = RANK_KEYS[self.showdown.card(i, 0) >> 2] + RANK_KEYS[self.showdown.card(i, 1) >> 2]
            self.rank_key[i] = (START[7] & constants.SUMS) + ranks  # ranks only, without the counts of suits
            i += 1

    def _survey_suit(self, suit: int) -> None:
        # with five board cards of a suit every hand makes a flush
        self.flush_from[suit] = 5
        # before any card is chosen, there is exactly one way to have no card of the suit
        self.ways[suit * 6] = 1
        i = 0
        while i < self.n:
            mask = 0
            k = 0
            while k < 2:
                card = self.showdown.card(i, k)
                if card & 3 == suit:
                    mask |= 1 << (card >> 2)
                k += 1
            self.held[suit][i] = mask
            self.held_count[suit][i] = bits(mask)
            if 5 - bits(mask) < self.flush_from[suit]:
                self.flush_from[suit] = 5 - bits(mask)
            i += 1

    def _flush_boards(self, suit: int) -> None:
        """Count all boards that have enough cards of one suit for some hand to make a flush."""
        free = 0
        rank = 0
        while rank < 13:
            free |= (self.free[rank] >> suit & 1) << rank
            rank += 1
        mask = free
        while mask:  # goes through every subset of the free ranks of this suit
            size = bits(mask)
            if self.flush_from[suit] <= size <= 5:
                self._flush_board(suit, mask, size)
            # the next lower subset of `free`
            mask = (mask - 1) & free

    def _flush_board(self, suit: int, mask: int, size: int) -> None:
        """Count the boards that contain this set of cards of one suit. Only the ranks of the other board cards matter.
        """
        key = 0
        rank = 0
        while rank < 13:
            if mask >> rank & 1:
                key += RANK_KEYS[rank]
            rank += 1
        if size == 5:
            self._show_flush(suit, mask, size, key, 1)
        elif size == 4:
            rank = 0
            while rank < 13:
                self._show_flush(suit, mask, size, key + RANK_KEYS[rank], self._others(rank, suit, 1))
                rank += 1
        else:
            self._two_more(suit, mask, key)

    def _two_more(self, suit: int, mask: int, key: int) -> None:
        high = 0
        while high < 13:
            # the last two cards are dealt by rank: first two equal ranks, then each pair of different ranks once
            key_high = key + RANK_KEYS[high]
            self._show_flush(suit, mask, 3, key_high + RANK_KEYS[high], self._others(high, suit, 2))
            ways = self._others(high, suit, 1)
            low = 0
            while low < high:
                self._show_flush(suit, mask, 3, key_high + RANK_KEYS[low], ways * self._others(low, suit, 1))
                low += 1
            high += 1

    def _others(self, rank: int, suit: int, k: int) -> int:
        """Return the number of ways to choose k free cards of a rank that are not of this suit."""
        return CHOOSE[5 * bits(self.free[rank] & ~(1 << suit)) + k]

    def _show_flush(self, suit: int, mask: int, size: int, key: int, ways: int) -> None:
        """Count a board with `size` cards of one suit. A flush is always the best value of a hand that has one."""
        if ways == 0:
            return
        i = 0
        while i < self.n:
            if self.held_count[suit][i] + size >= 5:
                self.showdown.put(i, HIGH_FLUSH[mask | self.held[suit][i]])
            else:
                self.showdown.put(i, HIGH_PLAIN[slot(key + self.rank_key[i])])
            i += 1
        self.showdown.count(ways * self.weight)

    def _rank_boards(self, top: int, left: int, depth: int, key: int, ways: int) -> None:
        """Count every multiset of ranks from `top` down, without the boards that `_flush_boards` counts.

        `ways` is the number of ways to choose suits. `self.ways` stores for each suit in how many of these ways it
        occurs 0 to 5 times.
        """
        if left == 0:
            self._show_ranks(depth, key, ways)
            return
        rank = top
        while rank >= 0:
            free = bits(self.free[rank])
            k = 1
            while k <= free and k <= left:
                self._choose(rank, k, free, depth)
                self._rank_boards(rank - 1, left - k, depth + 1, key + k * RANK_KEYS[rank], ways * CHOOSE[5 * free + k])
                k += 1
            rank -= 1

    def _choose(self, rank: int, k: int, free: int, depth: int) -> None:
        """Update the number of ways for each suit after adding k cards of a rank. The result is stored at the next
        depth.
        """
        suit = 0
        while suit < 4:
            old = depth * 24 + suit * 6
            new = old + 24
            if self.free[rank] >> suit & 1:
                # one of the k cards may be of this suit, if this card is free
                without = CHOOSE[5 * (free - 1) + k]
                including = CHOOSE[5 * (free - 1) + k - 1]
            else:
                without = CHOOSE[5 * free + k]
                including = 0
            self.ways[new] = self.ways[old] * without
            j = 1
            while j < 6:
                self.ways[new + j] = self.ways[old + j] * without + self.ways[old + j - 1] * including
                j += 1
            suit += 1

    def _show_ranks(self, depth: int, key: int, ways: int) -> None:
        suit = 0
        while suit < 4:
            j = self.flush_from[suit]
            while j < 6:
                # at most one suit can have three of five cards, so no board is subtracted twice
                ways -= self.ways[depth * 24 + suit * 6 + j]
                j += 1
            suit += 1
        if ways == 0:
            return
        i = 0
        while i < self.n:
            self.showdown.put(i, HIGH_PLAIN[slot(key + self.rank_key[i])])
            i += 1
        self.showdown.count(ways * self.weight)
