"""Compare ranges with each other. Each hand is ranked once for each board, and the counts are computed from the sorted
order of all hands.

On one board all hands of all ranges are ranked and sorted. For two ranges, one pass over the hands sorted from the
worst up counts how many hands of the other range are worse, equal and better. Two hands that share a card cannot be
dealt together. Therefore the pass also counts for each card the hands that contain it. Hands that share a card with the
current hand are subtracted from its counts. With three or more ranges, hands are chosen from all ranges except the last
in every possible way, and the stored counts give the result for the last range.

A permutation of suits that maps all ranges, the known board cards and the dead cards onto themselves does not change
the counts. So boards that differ only by a permutation of this kind form a group. One board of each group is evaluated,
and its result is counted as often as the group has boards.

This module is for hold'em only. The arguments are checked by `equity` and not here.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import cython

from croupier.ranking import constants

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, ROW, START
    from croupier.ranking.tables import RANK_KEYS, bits

HANDS_MAX = 1326
ALL_CARDS = 52
"""The index of the count of all hands, after the 52 counts of hands by card."""
# all 24 permutations; `_weight` relies on the identity being the first
PERMUTATIONS = [list(suits) for suits in permutations(range(4))]


class Sweep:
    """Compares ranges on a board, which may be incomplete, and counts how often each range wins."""

    def __init__(self, ranges: Sequence[bytes], board: bytes, gone: int) -> None:
        if not cython.compiled:
            self.at = [0] * 2704
            self.card_0 = [0] * HANDS_MAX
            self.card_1 = [0] * HANDS_MAX
            self.kind = [0] * HANDS_MAX
            self.members = [0] * HANDS_MAX
            self.suited = [[0] * HANDS_MAX for _ in range(4)]
            self.suited_count = [[0] * HANDS_MAX for _ in range(4)]
            self.kind_key = [0] * 91
            self.kind_value = [0] * 91
            self.deck = [0] * 64
            self.board = [0] * 8
            self.perms = [[0] * 4 for _ in range(24)]
            self.value = [0] * HANDS_MAX
            self.order = [0] * HANDS_MAX
            self.spare = [0] * HANDS_MAX
            self.group = [0] * HANDS_MAX
            self.bucket = [0] * 129
            self.below = [[0] * 53 for _ in range(HANDS_MAX + 1)]
            self.now = [0] * 53
            self.first = [0] * 11
            self.hands = [0] * (10 * HANDS_MAX)
            self.held = [0] * 20
            self.tally = [[0] * 11 for _ in range(10)]
        self.n = len(ranges)
        self.nhands = 0
        self.nkinds = 0
        self.fixed = gone
        self.nboard = len(board)
        for i in range(self.nboard):
            self.board[i] = board[i]
            self.fixed |= CARD_BIT[self.board[i]]
        # the largest range comes last: it is counted from the sorted order, so its size does not multiply the work
        self.last = max(range(self.n), key=lambda player: len(ranges[player]))
        for player in range(self.n):
            self._add_range(player, ranges[player])
        self._lay_out_deck()
        self._find_symmetries(board, gone)

    # -- setting up ----------------------------------------------------------------------------------------------------

    def _add_range(self, player: int, cards: bytes) -> None:
        """Store the hands of a range. A hand that is in several ranges is ranked only once."""
        start = self.first[player]
        count = len(cards) // 2
        i = 0
        while i < count:
            # indexes are stored plus one, because 0 means that a hand is not stored yet
            place = cards[2 * i] * 52 + cards[2 * i + 1]
            if self.at[place] == 0:
                self._add_hand(cards[2 * i], cards[2 * i + 1])
            self.members[self.at[place] - 1] |= 1 << player
            self.hands[start + i] = self.at[place] - 1
            i += 1
        self.first[player + 1] = start + count

    def _add_hand(self, high: int, low: int) -> None:
        hand = self.nhands
        self.nhands += 1
        self.at[high * 52 + low] = hand + 1
        self.at[low * 52 + high] = hand + 1
        self.card_0[hand] = high
        self.card_1[hand] = low
        key = RANK_KEYS[high >> 2] + RANK_KEYS[low >> 2]
        # a linear search, because there are at most 91 pairs of ranks and it runs once for each hand
        kind = 0
        while kind < self.nkinds and self.kind_key[kind] != key:
            kind += 1
        if kind == self.nkinds:
            self.kind_key[kind] = key
            self.nkinds += 1
        self.kind[hand] = kind
        self.suited[high & 3][hand] |= 1 << (high >> 2)
        self.suited[low & 3][hand] |= 1 << (low >> 2)
        self.suited_count[high & 3][hand] += 1
        self.suited_count[low & 3][hand] += 1

    def _lay_out_deck(self) -> None:
        """List the cards that may come: all except the board and the dead cards. Cards of the hands are excluded later,
        for each board.
        """
        self.left = 0
        card = 0
        while card < 52:
            if not self.fixed & CARD_BIT[card]:
                self.deck[self.left] = card
                self.left += 1
            card += 1

    def _find_symmetries(self, board: bytes, gone: int) -> None:
        """Store the permutations of suits that do not change the question, the identity first."""
        self.nperms = 0
        on_board = self.fixed & ~gone
        for suits in PERMUTATIONS:
            suit = 0
            while suit < 4:
                self.perms[self.nperms][suit] = suits[suit]
                suit += 1
            if (self._permuted(on_board, self.nperms) == on_board and self._permuted(gone, self.nperms) == gone
                    and self._keeps_ranges(self.nperms)):
                self.nperms += 1

    def _keeps_ranges(self, perm: int) -> bool:
        hand = 0
        while hand < self.nhands:
            # & 60 keeps the rank, & 3 is the suit
            high = (self.card_0[hand] & 60) + self.perms[perm][self.card_0[hand] & 3]
            low = (self.card_1[hand] & 60) + self.perms[perm][self.card_1[hand] & 3]
            image = self.at[high * 52 + low]
            if image == 0 or self.members[image - 1] != self.members[hand]:
                return False
            hand += 1
        return True

    def _permuted(self, mask: int, perm: int) -> int:
        """Return a mask of cards with its suits permuted."""
        # a mask of all cards of the lowest suit, so that four shifts move all cards of a suit at once
        ones = 0x1111111111111
        return ((mask & ones) << self.perms[perm][0] | (mask >> 1 & ones) << self.perms[perm][1]
                | (mask >> 2 & ones) << self.perms[perm][2] | (mask >> 3 & ones) << self.perms[perm][3])

    def symmetries(self) -> int:
        """Return the number of permutations of suits that do not change the question, including the identity."""
        return self.nperms

    def counts(self) -> list[list[int]]:
        """Return for each range how often it was one of 1, 2, ... winners."""
        return [[self.tally[i][m] for m in range(1, self.n + 1)] for i in range(self.n)]

    # -- boards --------------------------------------------------------------------------------------------------------

    def run(self, part: int, parts: int) -> None:
        """Count all boards whose first one or two new cards belong to this part."""
        with cython.nogil:
            self.place = 0
            self.part = part
            self.parts = parts
            self._deal(self.nboard, 0, 0)

    def _deal(self, at: int, first: int, mask: int) -> None:
        """Deal the board cards from number `at` on in every possible way, in rising order. The first two new cards
        decide to which part a board belongs.
        """
        # the first two new cards decide the part, because one would give at most 49 parts
        if at == 5 or at == self.nboard + 2:
            self.place += 1
            if (self.place - 1) % self.parts != self.part:
                return
        if at == 5:
            weight = self._weight(mask)
            if weight:
                self._show(mask, weight)
            return
        i = first
        while i < self.left:
            self.board[at] = self.deck[i]
            # the last card is dealt in this loop, because it would cause nearly all of the recursive calls
            if at == 4 and self.nboard < 3:
                weight = self._weight(mask | CARD_BIT[self.deck[i]])
                if weight:
                    self._show(mask | CARD_BIT[self.deck[i]], weight)
            else:
                self._deal(at + 1, i + 1, mask | CARD_BIT[self.deck[i]])
            i += 1

    def _weight(self, mask: int) -> int:
        """Return the number of boards that differ from this one only by suits, if this one represents them. Return 0 if
        another board represents this one.
        """
        same = 1
        perm = 1
        while perm < self.nperms:
            image = self._permuted(mask, perm)
            # among equivalent boards the one with the smallest mask represents all
            if image < mask:
                return 0
            same += image == mask
            perm += 1
        # the number of equivalent boards is the number of permutations divided by the number of those that do not
        # change the board
        return self.nperms // same

    def _show(self, mask: int, weight: int) -> None:
        """Rank all hands that are possible on this board and count the winners."""
        self._rank(mask | self.fixed)
        self._sort()
        if self.n == 2:
            self._count_two(weight)
        else:
            self._count_many(mask | self.fixed, weight)

    def _rank(self, used: int) -> None:
        """Rank the hands that contain no card of the board, and list them in `order`."""
        key = START[7] & constants.SUMS
        suit_of = 0
        i = 0
        while i < 5:
            key += RANK_KEYS[self.board[i] >> 2]
            # counts of four suits in four nibbles
            suit_of += 1 << 4 * (self.board[i] & 3)
            i += 1
        flush = 0
        # a flush needs three board cards of a suit, and only one suit can have three
        while flush < 4 and (suit_of >> 4 * flush & 15) < 3:
            flush += 1
        rows = ROW
        plain = HIGH_PLAIN
        kind = 0
        while kind < self.nkinds:
            low = key + self.kind_key[kind]
            self.kind_value[kind] = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
            kind += 1
        bit = CARD_BIT
        count = 0
        hand = 0
        while hand < self.nhands:
            self.value[hand] = self.kind_value[self.kind[hand]]
            self.order[count] = hand
            # every hand is written, but `count` increases only for a possible hand; otherwise the next hand overwrites
            # it
            count += not used & (bit[self.card_0[hand]] | bit[self.card_1[hand]])
            hand += 1
        self.count = count
        if flush < 4:
            self._rank_flushes(flush)

    def _rank_flushes(self, suit: int) -> None:
        """Rank the hands that make a flush with the board."""
        mask = 0
        needed = 5
        i = 0
        while i < 5:
            if self.board[i] & 3 == suit:
                mask |= 1 << (self.board[i] >> 2)
                needed -= 1
            i += 1
        table = HIGH_FLUSH
        hand = 0
        while hand < self.nhands:
            if self.suited_count[suit][hand] >= needed:
                self.value[hand] = table[mask | self.suited[suit][hand]]
            hand += 1

    def _sort(self) -> None:
        """Sort the hands in `order` by value, with two passes of a radix sort (six and seven bits)."""
        # values are below 2^13, so one pass sorts by the lower seven bits and one by the upper six; each pass is stable
        self._pass(0, 127)
        swap = 0
        while swap < self.count:
            self.order[swap] = self.spare[swap]
            swap += 1
        self._pass(7, 63)
        swap = 0
        while swap < self.count:
            self.order[swap] = self.spare[swap]
            swap += 1

    def _pass(self, shift: int, digits: int) -> None:
        """Write the hands in `order` to `spare`, sorted by one digit of their values. Hands with equal digits keep
        their order.
        """
        digit = 0
        while digit <= digits + 1:
            self.bucket[digit] = 0
            digit += 1
        i = 0
        while i < self.count:
            self.bucket[(self.value[self.order[i]] >> shift & digits) + 1] += 1
            i += 1
        digit = 1
        while digit <= digits:
            self.bucket[digit] += self.bucket[digit - 1]
            digit += 1
        i = 0
        while i < self.count:
            digit = self.value[self.order[i]] >> shift & digits
            self.spare[self.bucket[digit]] = self.order[i]
            self.bucket[digit] += 1
            i += 1

    # -- two ranges ----------------------------------------------------------------------------------------------------

    def _count_two(self, weight: int) -> None:
        """Count wins and ties of two ranges in one pass from the worst hand up."""
        card = 0
        while card < 53:
            self.now[card] = 0
            card += 1
        wins = 0
        not_lost = 0
        start = 0
        while start < self.count:
            value = self.value[self.order[start]]
            end = start
            while end < self.count and self.value[self.order[end]] == value:
                hand = self.order[end]
                if self.members[hand] & 1:
                    wins += self.now[52] - self.now[self.card_0[hand]] - self.now[self.card_1[hand]]
                end += 1
            i = start
            while i < end:
                hand = self.order[i]
                # added only after all hands of this value have been compared with the worse ones
                if self.members[hand] & 2:
                    self.now[52] += 1
                    self.now[self.card_0[hand]] += 1
                    self.now[self.card_1[hand]] += 1
                i += 1
            i = start
            while i < end:
                hand = self.order[i]
                if self.members[hand] & 1:  # a hand that is in both ranges was subtracted twice
                    not_lost += (self.now[52] - self.now[self.card_0[hand]] - self.now[self.card_1[hand]]
                                 + (self.members[hand] >> 1 & 1))
                i += 1
            start = end
        self.tally[0][1] += weight * wins
        self.tally[0][2] += weight * (not_lost - wins)
        self.tally[1][2] += weight * (not_lost - wins)
        self.tally[1][1] += weight * (self._meetings() - not_lost)

    def _meetings(self) -> int:
        """Return the number of pairs of hands that can be dealt together on this board. `now` must already count the
        whole second range.
        """
        total = 0
        i = 0
        while i < self.count:
            hand = self.order[i]
            if self.members[hand] & 1:
                total += (self.now[52] - self.now[self.card_0[hand]] - self.now[self.card_1[hand]]
                          + (self.members[hand] >> 1 & 1))
            i += 1
        return total

    # -- three ranges and more -----------------------------------------------------------------------------------------

    def _count_many(self, used: int, weight: int) -> None:
        """Choose hands from all ranges except the last. Count the hands of the last range that are worse, equal and
        better.
        """
        self._group()
        self.weight = weight
        self._choose(0, used, 0, 0, 0)

    def _group(self) -> None:
        """Give hands of equal value the same group number. For each group and each card, count the hands of the last
        range that are worse than the group and contain the card.
        """
        card = 0
        while card < 53:
            self.below[0][card] = 0
            card += 1
        group = 0
        i = 0
        while i < self.count:
            value = self.value[self.order[i]]
            card = 0
            while card < 53:
                # sums over all worse groups, so that one look-up gives the count for any group
                self.below[group + 1][card] = self.below[group][card]
                card += 1
            while i < self.count and self.value[self.order[i]] == value:
                hand = self.order[i]
                self.group[hand] = group
                if self.members[hand] >> self.last & 1:
                    self.below[group + 1][52] += 1
                    self.below[group + 1][self.card_0[hand]] += 1
                    self.below[group + 1][self.card_1[hand]] += 1
                i += 1
            group += 1
        self.ngroups = group

    def _choose(self, player: int, used: int, cards: int, best: int, winners: int) -> None:
        """Choose a hand for this player and the players after him. `winners` are the players who hold the best hand so
        far.
        """
        if player == self.last:
            player += 1
        if player == self.n:
            self._count_last(cards, best, winners)
            return
        bit = CARD_BIT
        i = self.first[player]
        while i < self.first[player + 1]:
            hand = self.hands[i]
            mask = bit[self.card_0[hand]] | bit[self.card_1[hand]]
            if not used & mask:
                self.held[cards] = self.card_0[hand]
                self.held[cards + 1] = self.card_1[hand]
                # winners == 0 means that this is the first hand chosen, which is the best so far even in group 0
                if winners == 0 or self.group[hand] > best:
                    self._choose(player + 1, used | mask, cards + 2, self.group[hand], 1 << player)
                elif self.group[hand] == best:
                    self._choose(player + 1, used | mask, cards + 2, best, winners | 1 << player)
                else:
                    self._choose(player + 1, used | mask, cards + 2, best, winners)
            i += 1

    def _count_last(self, cards: int, best: int, winners: int) -> None:
        """Count the hands of the last range against the best of the chosen hands."""
        worse = self.below[best][52]
        not_better = self.below[best + 1][52]
        total = self.below[self.ngroups][52]
        i = 0
        while i < cards:
            card = self.held[i]
            worse -= self.below[best][card]
            not_better -= self.below[best + 1][card]
            total -= self.below[self.ngroups][card]
            k = 0
            while k < i:  # hands that consist of two excluded cards were subtracted twice
                hand = self.at[card * 52 + self.held[k]] - 1
                if hand >= 0 and self.members[hand] >> self.last & 1:
                    worse += self.group[hand] < best
                    not_better += self.group[hand] <= best
                    total += 1
                k += 1
            i += 1
        equal = not_better - worse
        shared = bits(winners)
        i = 0
        while i < self.n:
            if winners >> i & 1:
                # against a worse hand of the last range these winners win the pot; an equal hand shares it with them
                self.tally[i][shared] += self.weight * worse
                self.tally[i][shared + 1] += self.weight * equal
            i += 1
        self.tally[self.last][shared + 1] += self.weight * equal
        self.tally[self.last][1] += self.weight * (total - not_better)
