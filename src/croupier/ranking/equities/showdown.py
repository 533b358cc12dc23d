"""Compare hands over every board that may come, or over a random sample of boards.

A `ShowdownCounts` holds two to ten hands, the board and the dead cards. The object counts how often each hand won alone
and how often it tied with one, two, ... others. Each run adds to the counts of earlier runs, so that many matchups can
use one object. If possible, `boards` is used to count without dealing.

This module does not check its arguments; `equity` does.
"""

from __future__ import annotations

import cython

from croupier.ranking.errors import BadEquity, refuse_odd_cards

if not cython.compiled:
    from croupier.ranking.kernel import (
        CARD_BIT,
        board_key,
        high_with,
        omaha,
    )
    from croupier.rng import scaled, seeded, shuffled, stepped

# with ranges that fit together once in 100,000 tries, a million deals would take hours
TRIES_MAX = 100_000
PARTS_MAX = 1_000_000
"""The maximum number of parts. More parts than there are first cards would be useless, and far more would not fit into
a C int.
"""


class ShowdownCounts:
    """Hands, a board and a tally of how often each hand won."""

    def __init__(self, hands: int, per: int, board: bytes, gone: int) -> None:
        refuse_odd_cards(board)
        if not (1 <= hands <= 10 and 1 <= per <= 7 and len(board) <= 5):
            raise BadEquity("at most ten hands of at most seven cards and a board of five are counted")
        if not cython.compiled:
            self.hole = [[0] * 8 for _ in range(10)]
            self.board = [0] * 8
            self.value = [0] * 10
            self.tally = [[0] * 11 for _ in range(10)]
            self.deck = [0] * 64
            self.first = [0] * 11
            self.state = 0
            self.tries = 0
        self.n = hands
        self.per = per
        self.nboard = len(board)
        self.gone = gone
        self.weight = 1
        for i in range(len(board)):
            self.board[i] = board[i]

    def seat(self, i: int, cards: bytes) -> None:
        """Give hand i its cards."""
        refuse_odd_cards(cards)
        if not 0 <= i < self.n or len(cards) > self.per:
            raise BadEquity("a hand beyond those that were announced, or too many cards")
        for k in range(len(cards)):
            self.hole[i][k] = cards[k]

    def seat_all(self, cards: bytes) -> None:
        """Give every hand its cards. The cards of all hands are passed in one after the other."""
        refuse_odd_cards(cards)
        if len(cards) != self.n * self.per:
            raise BadEquity("every hand needs its cards")
        for i in range(self.n):
            for k in range(self.per):
                self.hole[i][k] = cards[i * self.per + k]

    def card(self, i: int, k: int) -> int:
        """Return a card of hand i."""
        return self.hole[i][k]

    def put(self, i: int, value: int) -> None:
        """Store the value of hand i, before `count`."""
        self.value[i] = value

    def counts(self) -> list[list[int]]:
        """Return for each hand how often it was one of 1, 2, ... winners."""
        return [[self.tally[i][m] for m in range(1, self.n + 1)] for i in range(self.n)]

    # -- one board -----------------------------------------------------------------------------------------------------

    def used(self) -> int:
        """Return a mask of the cards that cannot come because they are in a hand, on the board, or dead."""
        mask = self.gone
        i = 0
        while i < self.n:
            k = 0
            while k < self.per:
                mask |= CARD_BIT[self.hole[i][k]]
                k += 1
            i += 1
        i = 0
        while i < self.nboard:
            mask |= CARD_BIT[self.board[i]]
            i += 1
        return mask

    def show(self) -> None:
        """Rank all hands on the full board and count the winners."""
        i = 0
        if self.per == 2:
            key = board_key(self.board, 5)
            while i < self.n:
                self.value[i] = high_with(key, self.board, 5, self.hole[i][0], self.hole[i][1])
                i += 1
        else:
            while i < self.n:
                self.value[i] = omaha(self.hole[i], self.per, self.board, 5)
                i += 1
        self.count(self.weight)

    def count(self, weight: int) -> None:
        """Count the hands with the best value as winners. Count this board `weight` times."""
        if self.n == 2:
            self._count_two(weight)
            return
        best = 0
        winners = 0
        i = 0
        while i < self.n:
            if self.value[i] > best:
                best = self.value[i]
                winners = 1
            elif self.value[i] == best:
                winners += 1
            i += 1
        i = 0
        while i < self.n:
            if self.value[i] == best:
                self.tally[i][winners] += weight
            i += 1

    def _count_two(self, weight: int) -> None:
        """Count two hands without branches, which the processor would often mispredict."""
        ahead = self.value[0] > self.value[1]
        behind = self.value[0] < self.value[1]
        level = 1 - ahead - behind
        self.tally[0][1] += weight * ahead
        self.tally[1][1] += weight * behind
        self.tally[0][2] += weight * level
        self.tally[1][2] += weight * level

    # -- every board ---------------------------------------------------------------------------------------------------

    def every_board(self, part: int, parts: int, weight: int) -> None:
        """Deal every board whose first card belongs to this part. Count each board `weight` times."""
        # parts = 0 would cause an endless loop below
        if self.n < 1 or not 0 <= part < parts <= PARTS_MAX:
            raise BadEquity("boards are dealt for hands, in parts that count from 0")
        self.weight = weight
        left = self._stack_deck()
        with cython.nogil:
            if self.nboard == 5:
                # a complete board is a single deal, which is counted in part 0
                if part == 0:
                    self.show()
            else:
                self._first_cards(part, parts, left)

    def _stack_deck(self) -> int:
        """List the cards that may come; return how many there are."""
        used = self.used()
        left = 0
        card = 0
        while card < 52:
            if not used & CARD_BIT[card]:
                self.deck[left] = card
                left += 1
            card += 1
        return left

    def _first_cards(self, part: int, parts: int, left: int) -> None:
        i = part
        while i < left:
            self.board[self.nboard] = self.deck[i]
            self._rest(self.nboard + 1, i + 1, left)
            # each part takes every `parts`-th first card, because many more boards begin with a low card than with a
            # high one
            i += parts

    def _rest(self, at: int, first: int, left: int) -> None:
        """Deal the cards of the board from number `at` on in every possible way, in rising order, using the cards from
        `first` on.
        """
        if at == 5:
            self.show()
            return
        i = first
        while i < left:
            self.board[at] = self.deck[i]
            self._rest(at + 1, i + 1, left)
            i += 1

    # -- samples -------------------------------------------------------------------------------------------------------

    def sample(self, combos: bytes, starts: list[int], count: int, seed: int) -> bool:
        """Deal `count` random hands and boards. Return False if the ranges hardly ever fit together.

        `combos` lists the combos of all hands, and those of hand i begin at `starts[i]`. If two hands share a card, all
        are drawn again, so that every possible deal is equally likely.
        """
        if len(starts) != self.n + 1:
            raise BadEquity("each hand needs the start of its combos, and the last one its end")
        refuse_odd_cards(combos)
        if self.n < 1 or starts[0] < 0 or sorted(starts) != list(starts) or starts[self.n] * self.per > len(combos):
            raise BadEquity("the combos of each hand follow those of the hand before")
        for i in range(self.n + 1):
            self.first[i] = starts[i]
        self.weight = 1
        self.state = seeded(seed)
        self.tries = 0
        with cython.nogil:
            self._draw_hands(combos)
            # known hands were drawn once above; only the boards change
            if starts_apart(self.first, self.n):
                self._sample_hands(combos, count)
            else:
                self._sample_boards(count)
        return self.tries < TRIES_MAX

    def _sample_boards(self, count: int) -> None:
        """Sample boards for known hands. The deck is not sorted again between samples."""
        left = self._stack_deck()
        while count > 0:
            self.state = shuffled(self.deck, left, 5 - self.nboard, self.state)
            at = self.nboard
            while at < 5:
                self.board[at] = self.deck[at - self.nboard]
                at += 1
            self.show()
            count -= 1

    def _sample_hands(self, combos: bytes, count: int) -> None:
        """Sample hands from ranges, with a board for each deal."""
        while count > 0:
            self.tries = 0
            mask = self._draw_hands(combos)
            while not mask:
                self.tries += 1
                if self.tries == TRIES_MAX:
                    return
                mask = self._draw_hands(combos)
            self._draw_board(mask)
            self.show()
            count -= 1

    def _draw_hands(self, combos: bytes) -> int:
        """Draw a combo for every hand. Return the mask of all their cards, or 0 if two combos share a card."""
        mask = self.gone
        i = 0
        while i < self.nboard:
            mask |= CARD_BIT[self.board[i]]
            i += 1
        i = 0
        while i < self.n:
            at = self.first[i]
            # a known hand needs no random number
            if self.first[i + 1] - at > 1:
                self.state = stepped(self.state)
                at += scaled(self.state, self.first[i + 1] - at)
            k = 0
            while k < self.per:
                card = combos[at * self.per + k]
                if mask & CARD_BIT[card]:
                    # all hands are drawn again; drawing only this one again would make some deals more likely than
                    # others
                    return 0
                mask |= CARD_BIT[card]
                self.hole[i][k] = card
                k += 1
            i += 1
        return mask

    def _draw_board(self, mask: int) -> None:
        """Fill the board with random cards that are not in the mask. Each draw takes six random bits and skips numbers
        above 51.
        """
        at = self.nboard
        fresh = 0
        while at < 5:
            if fresh == 0:
                self.state = stepped(self.state)
                # thirty random bits are enough for five draws of six bits
                bits30 = scaled(self.state, 0x40000000)
                fresh = 5
            card = bits30 & 63
            bits30 >>= 6
            fresh -= 1
            if card < 52 and not mask & CARD_BIT[card]:
                mask |= CARD_BIT[card]
                self.board[at] = card
                at += 1


def starts_apart(starts: list[int], n: int) -> bool:
    """Return True if a hand is a range of more than one combo."""
    return starts[n] > n
