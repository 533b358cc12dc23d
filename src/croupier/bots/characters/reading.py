"""Estimate in hold'em what opponents hold, as a weight for each of the 1,326 hands, and sample run-outs.

Every action narrows the range of the seat that took it. The *quality* of a hand runs from 0 (worst) to 255 (best).
Before the flop quality follows the order in the data file. Later it is the hand's rank among all hands on that board,
increased for draws. `narrow` multiplies each weight by the probability that a hand of this quality takes the action.
`sample` deals opponents' hands by their weights, and the rest of the board at random.
"""

from __future__ import annotations

from functools import lru_cache

import cython

if not cython.compiled:
    from math import exp

    from croupier.ranking.kernel import CARD_BIT, board_key, high_with
    from croupier.rng import scaled, seeded, stepped

HANDS = 1326
OPPONENTS = 9
SIZES = 4
"""The largest number of bet sizes that are compared."""
SOFT = 0.05
"""At the edge of a range, the probability of an action falls gradually over this width. Quality is scaled from 0 to 1
here.
"""
FLUSH_DRAW, OPEN_ENDED, GUTSHOT = 0.45, 0.40, 0.18
"""How far a draw on the flop raises a hand's quality towards the best. A draw on the turn counts half."""


class Reading:
    """The ranges of up to nine opponents, and the samples drawn from them."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.first = [0] * HANDS
            self.second = [0] * HANDS
            self.quality = [0] * HANDS
            self.weight = [[0.0] * HANDS for _ in range(OPPONENTS)]
            self.sums = [[0.0] * HANDS for _ in range(OPPONENTS)]
            self.factor = [0.0] * 256
            self.limit = [[0] * SIZES for _ in range(OPPONENTS)]
            self.drawn = [0] * OPPONENTS
            self.value = [0] * OPPONENTS
            self.board = bytearray(8)
            self.folds = [0.0] * SIZES
            self.shares = [0.0] * SIZES
            self.callers = [0.0] * SIZES
        at = 0
        for high in range(52):
            for low in range(high):
                self.first[at] = high
                self.second[at] = low
                at += 1
        self.count = 0

    def begin(self, count: int) -> None:
        """Reset the ranges: each opponent may hold every hand, all with equal weight."""
        self.count = max(0, min(count, OPPONENTS))
        i = 0
        while i < self.count:
            at = 0
            while at < HANDS:
                self.weight[i][at] = 1.0
                at += 1
            i += 1

    def see(self, quality: bytes) -> None:
        """Store the quality of every hand for the following calls of `narrow` and `sample`."""
        at = 0
        while at < HANDS:
            self.quality[at] = quality[at]
            at += 1

    def narrow(self, who: int, low: float, high: float, top: float, floor: float) -> None:
        """Reduce the weights of hands after an opponent's action. Hands with a quality between `low` and `high` keep
        their weight. Hands above `high` keep the share `top` of their weight, and hands below `low` the share `floor`.
        """
        if not 0 <= who < OPPONENTS:
            return
        x = 0
        while x < 256:
            kept = 1.0 / (1.0 + exp((low - x / 255.0) / SOFT))
            kept *= 1.0 - (1.0 - top) / (1.0 + exp((high - x / 255.0) / SOFT))
            self.factor[x] = floor + (1.0 - floor) * kept
            x += 1
        at = 0
        while at < HANDS:
            self.weight[who][at] *= self.factor[self.quality[at]]
            at += 1

    def sample(self, hole: bytes, board: bytes, folding: list[list[float]], samples: int,
               seed: int) -> tuple[float, list[float], list[float], list[float]]:
        """Return the share of the pot that is won against all opponents, and three lists with an entry for each bet
        size.

        `folding` gives for each opponent the part of its range that folds to each size. The first list is the chance
        that everybody folds. The other two are averages over the deals in which somebody calls: the share won, and the
        number of callers.
        """
        sizes = min(len(folding[0]), SIZES) if folding else 0
        self._sum_up(hole, board)
        for who in range(self.count):
            for size in range(sizes):
                self.limit[who][size] = self._limit_of(who, folding[who][size])
        samples = max(1, min(samples, 1_000_000))
        self.rng = seeded(seed & 0xFFFFFFFFFFFF)
        share = self._run(hole[0], hole[1], len(board), sizes, samples)
        called = [samples - self.folds[size] for size in range(sizes)]
        return (share / samples, [self.folds[size] / samples for size in range(sizes)],
                [self.shares[size] / called[size] if called[size] else 0.0 for size in range(sizes)],
                [self.callers[size] / called[size] if called[size] else 0.0 for size in range(sizes)])

    def _sum_up(self, hole: bytes, board: bytes) -> None:
        """Compute the running sums of the weights of all hands that can be dealt, for drawing a hand at random."""
        self.used = CARD_BIT[hole[0]] | CARD_BIT[hole[1]]
        for at in range(len(board)):
            self.board[at] = board[at]
            self.used |= CARD_BIT[board[at]]
        i = 0
        while i < self.count:
            total = 0.0
            at = 0
            while at < HANDS:
                if not self.used & (CARD_BIT[self.first[at]] | CARD_BIT[self.second[at]]):
                    total += self.weight[i][at]
                self.sums[i][at] = total
                at += 1
            i += 1

    def _limit_of(self, who: int, part: float) -> int:
        """Return the quality below which an opponent folds if it folds this part of its range."""
        for x in range(256):
            self.factor[x] = 0.0
        before = 0.0
        at = 0
        while at < HANDS:
            self.factor[self.quality[at]] += self.sums[who][at] - before
            before = self.sums[who][at]
            at += 1
        left = part * before
        x = 0
        while x < 255 and left > self.factor[x]:
            left -= self.factor[x]
            x += 1
        return x

    def _run(self, mine_0: int, mine_1: int, shown: int, sizes: int, samples: int) -> float:
        """Deal samples, and return the sum of the shares of the pot that were won."""
        for size in range(SIZES):
            self.folds[size] = 0.0
            self.shares[size] = 0.0
            self.callers[size] = 0.0
        share = 0.0
        k = 0
        while k < samples:
            taken = self.used
            i = 0
            while i < self.count:
                self.drawn[i] = self._pick(i, taken)
                taken |= CARD_BIT[self.first[self.drawn[i]]] | CARD_BIT[self.second[self.drawn[i]]]
                i += 1
            at = shown
            while at < 5:
                self.rng = stepped(self.rng)
                card = scaled(self.rng, 52)
                if not taken & CARD_BIT[card]:
                    taken |= CARD_BIT[card]
                    self.board[at] = card
                    at += 1
            share += self._compare(mine_0, mine_1, sizes)
            k += 1
        return share

    def _pick(self, who: int, taken: int) -> int:
        """Draw a hand from an opponent's range that shares no card with the hands dealt so far. After ten failed draws,
        return the last hand anyway.
        """
        found = 0
        tries = 0
        while tries < 10:
            self.rng = stepped(self.rng)
            wanted = scaled(self.rng, 1 << 30) / 1073741824.0 * self.sums[who][HANDS - 1]
            low = 0
            high = HANDS - 1
            while low < high:
                middle = (low + high) // 2
                if self.sums[who][middle] > wanted:
                    high = middle
                else:
                    low = middle + 1
            found = low
            if not taken & (CARD_BIT[self.first[found]] | CARD_BIT[self.second[found]]):
                return found
            tries += 1
        return found

    def _compare(self, mine_0: int, mine_1: int, sizes: int) -> float:
        """Return the share of the pot that is won on one board, and count folds and calls for each bet size."""
        key = board_key(self.board, 5)
        mine = high_with(key, self.board, 5, mine_0, mine_1)
        better = 0
        equal = 0
        i = 0
        while i < self.count:
            self.value[i] = high_with(key, self.board, 5, self.first[self.drawn[i]], self.second[self.drawn[i]])
            better += self.value[i] > mine
            equal += self.value[i] == mine
            i += 1
        size = 0
        while size < sizes:
            calls = 0
            beats = 0
            ties = 0
            i = 0
            while i < self.count:
                if self.quality[self.drawn[i]] >= self.limit[i][size]:
                    calls += 1
                    beats += self.value[i] > mine
                    ties += self.value[i] == mine
                i += 1
            if calls == 0:
                self.folds[size] += 1
            else:
                self.callers[size] += calls
                if beats == 0:
                    self.shares[size] += 1.0 / (1 + ties)
            size += 1
        return 0.0 if better else 1.0 / (1 + equal)


@lru_cache(maxsize=4096)
def quality_on(board: bytes) -> bytes:
    """Return the quality of each hand, including its draws, on a board of three to five cards."""
    return RankedBoard(board).qualities()


class RankedBoard:
    """All hands on one board, ranked from worst to best."""

    def __init__(self, board: bytes) -> None:
        if not cython.compiled:
            self.board = bytearray(8)
            self.value = [0] * HANDS
            self.below = [0] * 7464
            self.suits = [0] * 4
        self.n = min(len(board), 5)
        self.ranks = 0
        self.used = 0
        for at in range(self.n):
            self.board[at] = board[at]
            self.used |= CARD_BIT[board[at]]
            self.ranks |= 1 << (board[at] >> 2)
            self.suits[board[at] & 3] += 1

    def qualities(self) -> bytes:
        """Return a byte for each hand, from 0 for the worst to 255 for the best. A hand with a card of the board gets
        0.
        """
        self._rank()
        found = bytearray(HANDS)
        at = 0
        for high in range(52):
            for low in range(high):
                if self.value[at] > 0:
                    share = 1.0 * self.below[self.value[at]] / self.total
                    if self.n < 5:
                        share += (1.0 - share) * self._draws(high, low)
                    found[at] = int(255 * share)
                at += 1
        return bytes(found)

    def _rank(self) -> None:
        """Rank every hand. For each value, count the worse hands and half of the hands that tie."""
        key = board_key(self.board, self.n)
        self.total = 0
        at = 0
        high = 0
        while high < 52:
            low = 0
            while low < high:
                self.value[at] = 0
                if not self.used & (CARD_BIT[high] | CARD_BIT[low]):
                    self.value[at] = high_with(key, self.board, self.n, high, low)
                    self.below[self.value[at]] += 1
                    self.total += 1
                at += 1
                low += 1
            high += 1
        worse = 0
        at = 0
        while at < 7464:
            here = self.below[at]
            self.below[at] = worse + here // 2
            worse += here
            at += 1

    def _draws(self, high: int, low: int) -> float:
        """Return what a hand's draws add to its quality. A draw is four cards to a flush or a straight, of which at
        least one is a hole card.
        """
        part = 1.0 if self.n == 3 else 0.5
        best = 0.0
        same = (high & 3) == (low & 3)
        if self.suits[high & 3] + 1 + same == 4 or (not same and self.suits[low & 3] + 1 == 4):
            best = FLUSH_DRAW
        mask = self.ranks | 1 << (high >> 2) | 1 << (low >> 2)
        outs = straight_outs(mask) - straight_outs(self.ranks)
        if outs >= 2 and best < OPEN_ENDED:
            best = OPEN_ENDED
        elif outs == 1 and best < GUTSHOT:
            best = GUTSHOT
        return part * best


def straight_outs(ranks: int) -> int:
    """Return the number of ranks that complete a straight, or 0 if there is a straight already."""
    run = ranks << 1 | ranks >> 12 & 1  # the ace also counts below the deuce
    outs = 0
    start = 0
    while start < 10:
        missing = 31 & ~(run >> start)
        if missing == 0:
            return 0
        if missing & (missing - 1) == 0:
            outs |= missing << start
        start += 1
    count = outs >> 13 & 1 & ~outs  # if an ace is missing at both ends, it is still one rank
    outs &= 0x1FFF
    while outs:
        outs &= outs - 1
        count += 1
    return count
