"""Hands against each other over the boards to come: every board, a random sample, or all of them counted by kind.

A `Showdown` holds two to ten hands, the cards on the board and those that are gone. It counts, for each hand, how often
it won alone and how often it shared with how many others; the counts add up over runs, so that many matchups make one
tally. `every_board` deals each board. `by_kind` reaches the same counts for five cards to come in hold'em without
dealing them: boards on which nobody can hold a flush differ only by their ranks, and those are 6175 multisets; the
others are taken suit by suit. It is some thirty times less work.

Nothing is checked here: `equities` asks the right questions.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from croupier.ranking.kernel import (
        CARD_BIT,
        HIGH_FLUSH,
        HIGH_PLAIN,
        START,
        board_key,
        high_with,
        omaha,
        slot,
    )
    from croupier.ranking.tables import RANK_KEYS, bits
    from croupier.rng import scaled, seeded, stepped

CHOOSE = [1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 2, 1, 0, 0, 1, 3, 3, 1, 0, 1, 4, 6, 4, 1]
"""CHOOSE[5 * n + k]: k suits out of n."""
TRIES_MAX = 100_000


class Showdown:
    """Hands, a board and a tally of who won how often."""

    def __init__(self, hands: int, per: int, board: bytes, gone: int) -> None:
        if not cython.compiled:
            self.hole = [[0] * 8 for _ in range(10)]
            self.board = [0] * 8
            self.value = [0] * 10
            self.tally = [[0] * 11 for _ in range(10)]
            self.deck = [0] * 64
            self.first = [0] * 11
            self.state = 0
            self.free = [0] * 16
            self.held = [[0] * 10 for _ in range(4)]
            self.rank_key = [0] * 10
            self.flush_from = [0] * 4
            self.ways = [0] * 144
        self.n = hands
        self.per = per
        self.nboard = len(board)
        self.gone = gone
        self.weight = 1
        for i in range(len(board)):
            self.board[i] = board[i]

    def seat(self, i: int, cards: bytes) -> None:
        """Give hand i its cards."""
        for k in range(len(cards)):
            self.hole[i][k] = cards[k]

    def counts(self) -> list[list[int]]:
        """For each hand how often it was one of 1, 2, ... winners."""
        return [[self.tally[i][m] for m in range(1, self.n + 1)] for i in range(self.n)]

    # -- one board ---------------------------------------------------------------------------------------------------

    def used(self) -> int:
        """A mask of the cards that cannot come: held, on the board, gone."""
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
        """Rank all hands on the full board and count who won."""
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
        """Count the best values as winners, so many times."""
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

    # -- every board -------------------------------------------------------------------------------------------------

    def every_board(self, part: int, parts: int, weight: int) -> None:
        """Deal every board whose first card falls to this part, and count each so many times."""
        self.weight = weight
        left = self._stack_deck()
        with cython.nogil:
            if self.nboard == 5:
                if part == 0:
                    self.show()
            else:
                self._first_cards(part, parts, left)

    def _stack_deck(self) -> int:
        """Lay out the cards that may come; how many they are."""
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
            i += parts

    def _rest(self, at: int, first: int, left: int) -> None:
        """Deal the places from `at` on with cards from `first` on, in rising order."""
        if at == 5:
            self.show()
            return
        i = first
        while i < left:
            self.board[at] = self.deck[i]
            self._rest(at + 1, i + 1, left)
            i += 1

    # -- samples -----------------------------------------------------------------------------------------------------

    def sample(self, combos: bytes, starts: list[int], count: int, seed: int) -> bool:
        """Deal so many random hands and boards; false when the ranges hardly ever fit together.

        Hand i is drawn from the combos between its start and the next; clashing draws are thrown away whole, so that
        every possible deal is equally likely.
        """
        for i in range(self.n + 1):
            self.first[i] = starts[i]
        self.weight = 1
        self.state = seeded(seed)
        with cython.nogil:
            return self._samples(combos, count)

    def _samples(self, combos: bytes, count: int) -> bool:
        done = 0
        while done < count:
            tries = 0
            mask = self._draw_hands(combos)
            while not mask:
                tries += 1
                if tries == TRIES_MAX:
                    return False
                mask = self._draw_hands(combos)
            self._draw_board(mask)
            self.show()
            done += 1
        return True

    def _draw_hands(self, combos: bytes) -> int:
        """Draw a combo for every hand; the mask of all that is used, or 0 when two of them clash."""
        mask = self.gone
        i = 0
        while i < self.nboard:
            mask |= CARD_BIT[self.board[i]]
            i += 1
        i = 0
        while i < self.n:
            at = self.first[i]
            if self.first[i + 1] - at > 1:
                self.state = stepped(self.state)
                at += scaled(self.state, self.first[i + 1] - at)
            k = 0
            while k < self.per:
                card = combos[at * self.per + k]
                if mask & CARD_BIT[card]:
                    return 0
                mask |= CARD_BIT[card]
                self.hole[i][k] = card
                k += 1
            i += 1
        return mask

    def _draw_board(self, mask: int) -> None:
        """Fill the board with cards not in the mask: six random bits name a card or none."""
        at = self.nboard
        fresh = 0
        while at < 5:
            if fresh == 0:
                self.state = stepped(self.state)
                bits30 = scaled(self.state, 0x40000000)
                fresh = 5
            card = bits30 & 63
            bits30 >>= 6
            fresh -= 1
            if card < 52 and not mask & CARD_BIT[card]:
                mask |= CARD_BIT[card]
                self.board[at] = card
                at += 1

    # -- boards by kind ----------------------------------------------------------------------------------------------

    def by_kind(self, weight: int) -> None:
        """Count all boards of five in hold'em, each so many times, without dealing them."""
        self.weight = weight
        with cython.nogil:
            self._survey()
            suit = 0
            while suit < 4:
                self._flush_boards(suit)
                suit += 1
            self._rank_boards(12, 5, 0, 0, 1)

    def _survey(self) -> None:
        """Note the free suits of each rank, what each hand holds of each suit, and from how many a flush can be."""
        used = self.used()
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
            ranks = RANK_KEYS[self.hole[i][0] >> 2] + RANK_KEYS[self.hole[i][1] >> 2]
            self.rank_key[i] = (START[7] & 0x3FFFFFF) + ranks  # the suits are looked after elsewhere
            i += 1

    def _survey_suit(self, suit: int) -> None:
        self.flush_from[suit] = 5
        self.ways[suit * 6] = 1
        i = 0
        while i < self.n:
            mask = 0
            k = 0
            while k < 2:
                if self.hole[i][k] & 3 == suit:
                    mask |= 1 << (self.hole[i][k] >> 2)
                k += 1
            self.held[suit][i] = mask
            if 5 - bits(mask) < self.flush_from[suit]:
                self.flush_from[suit] = 5 - bits(mask)
            i += 1

    def _flush_boards(self, suit: int) -> None:
        """Boards with so many cards of a suit that somebody may hold a flush in it."""
        free = 0
        rank = 0
        while rank < 13:
            free |= (self.free[rank] >> suit & 1) << rank
            rank += 1
        mask = free
        while mask:  # every subset of the free ranks of this suit
            size = bits(mask)
            if self.flush_from[suit] <= size <= 5:
                self._flush_board(suit, mask, size)
            mask = (mask - 1) & free

    def _flush_board(self, suit: int, mask: int, size: int) -> None:
        """One set of suited cards, with the missing ones from other suits, known by rank."""
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
            key_high = key + RANK_KEYS[high]
            self._show_flush(suit, mask, 3, key_high + RANK_KEYS[high], self._others(high, suit, 2))
            ways = self._others(high, suit, 1)
            low = 0
            while low < high:
                self._show_flush(suit, mask, 3, key_high + RANK_KEYS[low], ways * self._others(low, suit, 1))
                low += 1
            high += 1

    def _others(self, rank: int, suit: int, k: int) -> int:
        """In how many ways k free cards of a rank avoid a suit."""
        return CHOOSE[5 * bits(self.free[rank] & ~(1 << suit)) + k]

    def _show_flush(self, suit: int, mask: int, size: int, key: int, ways: int) -> None:
        """Count a board with so many suited cards; seven cards with a flush hold nothing better that is no flush."""
        if ways == 0:
            return
        i = 0
        while i < self.n:
            if bits(self.held[suit][i]) + size >= 5:
                self.value[i] = HIGH_FLUSH[mask | self.held[suit][i]]
            else:
                self.value[i] = HIGH_PLAIN[slot(key + self.rank_key[i])]
            i += 1
        self.count(ways * self.weight)

    def _rank_boards(self, top: int, left: int, depth: int, key: int, ways: int) -> None:
        """Every multiset of ranks from `top` down, counted as often as no flush board of `_flush_boards` has it.

        `ways` counts all suits; `self.ways` holds, for each suit, in how many of them it comes 0..5 times.
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
        """Extend the ways per suit by k cards of a rank, from one depth to the next."""
        suit = 0
        while suit < 4:
            old = depth * 24 + suit * 6
            new = old + 24
            if self.free[rank] >> suit & 1:
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
                ways -= self.ways[depth * 24 + suit * 6 + j]
                j += 1
            suit += 1
        if ways == 0:
            return
        i = 0
        while i < self.n:
            self.value[i] = HIGH_PLAIN[slot(key + self.rank_key[i])]
            i += 1
        self.count(ways * self.weight)
