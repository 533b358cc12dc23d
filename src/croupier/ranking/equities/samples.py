"""Sample boards for known hold'em hands.

A board of five new cards is drawn as a combination of three cards and a combination of two, from lists of all such
combinations. If the two combinations have a card in common, both are drawn again, so that every board is equally
likely. The keys (see `kernel`) of each combination are added up beforehand, so that a sample needs only one random
number, and two sums and two table look-ups for each hand.

`equity` checks the question. This module only refuses arguments with which it would read beyond a table. A `Samples`
does not change after it is made, so threads can share it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import cython

from croupier.ranking import constants
from croupier.ranking.errors import BadEquity, refuse_odd_cards

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT, HIGH_FLUSH, HIGH_PLAIN, KEY, ROW, START, flush_suit
    from croupier.rng import seeded, starred, stepped

# C(52, 3) = 22,100 and C(52, 2) = 1,326; a list of all boards would need 2,598,960 entries
MANY_MAX = 22_100
FEW_MAX = 1_326


class Samples:
    """Two to ten known hands, a board that may be unfinished, and the cards that may still come."""

    def __init__(self, hands: Sequence[bytes], board: bytes, dead: bytes) -> None:
        refuse_odd_cards(board, dead, *hands)
        if not (2 <= len(hands) <= 10 and len(board) <= 5 and all(len(hand) == 2 for hand in hands)):
            raise BadEquity("two to ten hands of two cards are needed, with a board of at most five")
        if not cython.compiled:
            self.many = [0] * (2 * MANY_MAX)
            self.few = [0] * (2 * FEW_MAX)
            self.hand_key = [0] * 10
            self.hand_mask = [0] * 10
        self.n = len(hands)
        self.board_mask = 0
        board_key = START[7]
        for card in board:
            board_key += KEY[card]
            self.board_mask |= CARD_BIT[card]
        for i in range(self.n):
            self.hand_key[i] = board_key + KEY[hands[i][0]] + KEY[hands[i][1]]
            self.hand_mask[i] = CARD_BIT[hands[i][0]] | CARD_BIT[hands[i][1]]
        seen = {*board, *dead, *b"".join(hands)}
        deck = [card for card in range(52) if card not in seen]
        need = 5 - len(board)
        # before the flop two lists are needed; later one list is enough, and the other contains only the empty
        # combination
        self._list(deck, 3 if need == 5 else need, 2 if need == 5 else 0)

    def _list(self, deck: list[int], many: int, few: int) -> None:
        """List the sums and masks of all combinations of `many` cards and of `few` cards."""
        self.nmany = 0
        for chosen in combinations(deck, many):
            key = 0
            mask = 0
            for card in chosen:
                key += KEY[card]
                mask |= CARD_BIT[card]
            self.many[2 * self.nmany] = key
            self.many[2 * self.nmany + 1] = mask
            self.nmany += 1
        self.nfew = 0
        for chosen in combinations(deck, few):
            key = 0
            mask = 0
            for card in chosen:
                key += KEY[card]
                mask |= CARD_BIT[card]
            self.few[2 * self.nfew] = key
            self.few[2 * self.nfew + 1] = mask
            self.nfew += 1

    def counts(self, samples: int, seed: int) -> list[list[int]]:
        """Deal this many boards. Return for each hand how often it was one of 1, 2, ... winners."""
        if not cython.compiled:
            # a local array, because threads share the `Samples`, which must not change
            tally = [0] * 110
        i = 0
        while i < 110:
            tally[i] = 0
            i += 1
        with cython.nogil:
            if self.n == 2:
                self._sample_two(samples, seeded(seed), tally)
            else:
                self._sample_many(samples, seeded(seed), tally)
        return [[tally[11 * i + m] for m in range(1, self.n + 1)] for i in range(self.n)]

    def _sample_two(self, samples: int, state: int, tally: list[int]) -> None:
        rows = ROW
        plain = HIGH_PLAIN
        key_0 = self.hand_key[0]
        key_1 = self.hand_key[1]
        wins = 0
        ties = 0
        done = 0
        while done < samples:
            state = stepped(state)
            drawn = starred(state)
            # one 64-bit random number serves both choices: the upper 32 bits, and the lower bits without the lowest,
            # which is the least random
            i = 2 * ((drawn >> 32) * self.nmany >> 32)
            k = 2 * ((drawn >> 1 & 0x7FFFFFFF) * self.nfew >> 31)
            # about one draw in eight is rejected before the flop
            if self.many[i + 1] & self.few[k + 1]:
                continue
            key = self.many[i] + self.few[k]
            # one test covers both hands, because flushes are rare
            if (((key_0 + key) | (key_1 + key)) >> 32) & 0x8888:
                value_0 = self._value(0, key, self.many[i + 1] | self.few[k + 1])
                value_1 = self._value(1, key, self.many[i + 1] | self.few[k + 1])
            else:
                low = (key_0 + key) & constants.SUMS
                value_0 = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
                low = (key_1 + key) & constants.SUMS
                value_1 = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
            wins += value_0 > value_1
            ties += value_0 == value_1
            done += 1
        tally[1] = wins
        tally[2] = ties
        # row 1, of the second hand, begins at 11
        tally[12] = samples - wins - ties
        tally[13] = ties

    def _sample_many(self, samples: int, state: int, tally: list[int]) -> None:
        if not cython.compiled:
            values = [0] * 10
        done = 0
        while done < samples:
            state = stepped(state)
            drawn = starred(state)
            i = 2 * ((drawn >> 32) * self.nmany >> 32)
            k = 2 * ((drawn >> 1 & 0x7FFFFFFF) * self.nfew >> 31)
            if self.many[i + 1] & self.few[k + 1]:
                continue
            best = 0
            winners = 0
            hand = 0
            while hand < self.n:
                values[hand] = self._value(hand, self.many[i] + self.few[k], self.many[i + 1] | self.few[k + 1])
                if values[hand] > best:
                    best = values[hand]
                    winners = 1
                elif values[hand] == best:
                    winners += 1
                hand += 1
            hand = 0
            while hand < self.n:
                tally[11 * hand + winners] += values[hand] == best
                hand += 1
            done += 1

    def _value(self, hand: int, key: int, mask: int) -> int:
        """Return the value of a hand on a board. `key` and `mask` describe the new board cards."""
        key += self.hand_key[hand]
        if (key >> 32) & 0x8888:
            return HIGH_FLUSH[ranks_of(mask | self.board_mask | self.hand_mask[hand], flush_suit(key))]
        low = key & constants.SUMS
        return HIGH_PLAIN[ROW[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]


def ranks_of(mask: int, suit: int) -> int:
    """Return the ranks that a mask of cards holds in one suit, as a mask of 13 bits."""
    found = 0
    mask >>= suit
    rank = 0
    while rank < 13:
        found |= (mask & 1) << rank
        mask >>= 4
        rank += 1
    return found
