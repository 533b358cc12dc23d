"""Compute shares of the pot, averaged over all ways to complete a board with cards from a small pack.

The cards that may still come are a small pack (`rest`), so that all completions can be counted. The shares before a
card are then exactly the average of the shares after it, over all next cards. The adjustment for luck needs this to
have no bias (`aivat.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.ranking.kernel import KINDS

if not cython.compiled:
    from croupier.ranking.kernel import strength

HANDS_MAX = 24
"""The maximum number of hands of both sides together."""
REST_MAX = 24
"""The maximum number of cards in the pack."""


def check_card(card: object) -> None:
    """Raise ValueError for anything that is not the number of a card, because the core uses it as an index."""
    if not isinstance(card, int) or not 0 <= card < 52:
        raise ValueError(f"{card!r:.20} is not the number of a card")


class BoardShares:
    """The hands of two sides, and the cards with which a board is completed."""

    def __init__(self, kind: int, board_size: int, rest: Sequence[int], first: Sequence[Sequence[int]],
                 second: Sequence[Sequence[int]]) -> None:
        if not cython.compiled:
            self.holes = [bytearray(8) for _ in range(HANDS_MAX)]
            self.values = [0] * HANDS_MAX
            self.rest = [0] * REST_MAX
            self.board = bytearray(8)
            self.points = [0] * (HANDS_MAX * HANDS_MAX)
        if not 0 < len(first) + len(second) <= HANDS_MAX or len(rest) > REST_MAX or not 0 < board_size <= 5:
            raise ValueError("too many hands or cards")
        for card in [*rest, *[card for cards in [*first, *second] for card in cards]]:
            check_card(card)
        if kind not in KINDS.values():
            raise ValueError(f"{kind!r:.20} is not a ranking")
        self.kind = kind
        self.board_size = board_size
        self.rest_count = len(rest)
        self.first_count = len(first)
        self.hand_count = len(first) + len(second)
        self.hole_size = len(first[0])
        for place, card in enumerate(rest):
            self.rest[place] = card
        for hand, cards in enumerate([*first, *second]):
            if len(cards) != self.hole_size or self.hole_size > 7:
                raise ValueError("hands of different sizes")
            for slot, card in enumerate(cards):
                self.set_card(hand, slot, card)

    def set_card(self, hand: int, slot: int, card: int) -> None:
        """Put a card into a hand."""
        if cython.compiled:
            self.holes[hand * 8 + slot] = card  # type: ignore[call-overload]
        else:
            self.holes[hand][slot] = card

    def matrix(self, board: Sequence[int]) -> list[float]:
        """Return the share of each hand of the first side against each hand of the second, row by row."""
        others = self.hand_count - self.first_count
        boards = self.count(board, False)
        return [self.points[mine * HANDS_MAX + other] / (2.0 * boards)
                for mine in range(self.first_count) for other in range(others)]

    def shares(self, board: Sequence[int]) -> list[float]:
        """Return the share of each hand of the first side in a pot that all of them play for."""
        boards = self.count(board, True)
        return [self.points[hand] / (2520.0 * boards) for hand in range(self.first_count)]

    def count(self, board: Sequence[int], together: bool) -> int:
        """Add up the points over all completions of a board. Return the number of completions."""
        if len(board) > self.board_size:
            raise ValueError("the board has too many cards")
        dealt = 0
        one = 1  # a 64-bit C number, because a literal 1 would have 32 bits
        for place, card in enumerate(board):
            check_card(card)
            self.board[place] = card
            dealt |= one << card
        for place in range(HANDS_MAX * HANDS_MAX):
            self.points[place] = 0
        boards = self.complete(len(board), 0, dealt, together)
        if boards == 0:
            raise ValueError("there are too few cards to complete the board")
        return boards

    def complete(self, size: int, start: int, dealt: int, together: bool) -> int:
        """Try every next card of the board, and return the number of complete boards."""
        if size == self.board_size:
            self.score(together)
            return 1
        boards = 0
        for place in range(start, self.rest_count):
            if not (dealt >> self.rest[place]) & 1:
                self.board[size] = self.rest[place]
                boards += self.complete(size + 1, place + 1, dealt, together)
        return boards

    def score(self, together: bool) -> None:
        """Compare the hands on a complete board, either in pairs or all hands of the first side together."""
        for hand in range(self.hand_count):
            self.values[hand] = self.value(hand)
        if together:
            self.score_together()
            return
        for mine in range(self.first_count):
            for other in range(self.hand_count - self.first_count):
                if self.values[mine] > self.values[self.first_count + other]:
                    self.points[mine * HANDS_MAX + other] += 2
                elif self.values[mine] == self.values[self.first_count + other]:
                    self.points[mine * HANDS_MAX + other] += 1

    def score_together(self) -> None:
        """Divide 2,520 points among the winners. This number can be divided by any number of winners from 1 to 10."""
        best = -1
        winners = 0
        for hand in range(self.first_count):
            if self.values[hand] > best:
                best = self.values[hand]
                winners = 0
            winners += self.values[hand] == best
        for hand in range(self.first_count):
            if self.values[hand] == best:
                self.points[hand] += 2520 // winners

    def value(self, hand: int) -> int:
        """Return the rank of a hand on the board."""
        if cython.compiled:
            return strength(self.kind, self.holes + hand * 8, self.hole_size, self.board,  # type: ignore[operator]
                            self.board_size)
        return strength(self.kind, self.holes[hand], self.hole_size, self.board, self.board_size)
