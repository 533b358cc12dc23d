"""Choose one hand from each range so that no card occurs twice. Choices that differ only by suits are combined.

A choice is one hand for each player. The key of a choice lists for each suit the cards that every player, the board and
the dead cards have in this suit. The lists of the four suits are sorted, so choices that differ only by suits have the
same key.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.ranking.errors import BadEquity, refuse_odd_cards

PLACES = 12
"""The number of places that hold cards: ten players, the board and the dead cards."""


class Matchups:
    """The different matchups of some ranges, with the number of choices that each of them represents."""

    def __init__(self, ranges: Sequence[bytes], hole_cards: int, board: bytes, dead: bytes) -> None:
        refuse_odd_cards(board, dead, *ranges)
        # the sizes of the arrays below
        if not 1 <= hole_cards <= 6 or len(ranges) > 10 or any(len(cards) % hole_cards for cards in ranges):
            raise BadEquity("at most ten ranges of hands of one to six cards each are needed")
        if not cython.compiled:
            self.masks = [[0] * 12 for _ in range(4)]
            self.rows = [0] * 4
            self.used = bytearray(52)
            self.held = bytearray(64)
        self.ranges = list(ranges)
        self.n = len(ranges)
        self.hole_cards = hole_cards
        self.weights: dict[bytes, int] = {}
        self.hands: dict[bytes, bytes] = {}
        for suit in range(4):
            for place in range(12):
                self.masks[suit][place] = 0
        for card in range(52):
            self.used[card] = 0
        for card in board:
            self.used[card] = 1
            # places 10 and 11 come after the ten players: board and dead cards also distinguish suits
            self.masks[card & 3][10] |= 1 << (card >> 2)
        for card in dead:
            self.used[card] = 1
            self.masks[card & 3][11] |= 1 << (card >> 2)

    def found(self) -> list[tuple[bytes, int]]:
        """Return the cards of each matchup, player by player, and its weight."""
        self._choose(0)
        return [(self.hands[key], weight) for key, weight in self.weights.items()]

    def _choose(self, player: int) -> None:
        """Choose hands for this player and the players after him in every possible way, and count the matchups."""
        if player == self.n:
            self._note()
            return
        cards = self.ranges[player]
        hole_cards = self.hole_cards
        at = 0
        n = len(cards)
        while at < n:
            # depth first, so that an impossible pair of hands is not tried again for all hands of later players
            if self._take(player, cards, at):
                self._choose(player + 1)
                self._put_back(player, cards, at)
            at += hole_cards

    def _take(self, player: int, cards: bytes, at: int) -> bool:
        """Give the player a hand, unless another player has one of its cards."""
        i = 0
        while i < self.hole_cards:
            if self.used[cards[at + i]]:
                return False
            i += 1
        i = 0
        while i < self.hole_cards:
            card = cards[at + i]
            self.used[card] = 1
            self.held[player * self.hole_cards + i] = card
            self.masks[card & 3][player] |= 1 << (card >> 2)
            i += 1
        return True

    def _put_back(self, player: int, cards: bytes, at: int) -> None:
        """Remove the hand that the player was given."""
        i = 0
        while i < self.hole_cards:
            card = cards[at + i]
            self.used[card] = 0
            # clears the whole suit, because this player has no other cards
            self.masks[card & 3][player] = 0
            i += 1

    def _note(self) -> None:
        """Count the current choice of hands in its matchup."""
        key = self._key()
        weight = self.weights.get(key)
        if weight is None:
            self.weights[key] = 1
            self.hands[key] = bytes(self.held[:self.n * self.hole_cards])
        else:
            self.weights[key] = weight + 1

    def _key(self) -> bytes:
        """Return the key of the current choice of hands: all cards by suit, with the suits in sorted order."""
        i = 0
        while i < 4:
            k = i
            # insertion sort, because there are only four suits
            while k > 0 and self._less(i, self.rows[k - 1]):
                self.rows[k] = self.rows[k - 1]
                k -= 1
            self.rows[k] = i
            i += 1
        if not cython.compiled:
            key = bytearray(96)
        i = 0
        while i < 4:
            place = 0
            while place < 12:
                mask = self.masks[self.rows[i]][place]
                key[24 * i + 2 * place] = mask & 255
                key[24 * i + 2 * place + 1] = mask >> 8
                place += 1
            i += 1
        return bytes(key[:96])

    def _less(self, suit: int, other: int) -> bool:
        """Return True if one suit is sorted before another."""
        place = 0
        while place < 12:
            if self.masks[suit][place] != self.masks[other][place]:
                return self.masks[suit][place] < self.masks[other][place]
            place += 1
        return False
