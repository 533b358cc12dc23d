"""Sample what opponents may hold in any poker game. A sample is a deal of all cards that a seat cannot see. Each sample
has a weight.

Every deal is completed to the showdown: all players, including the seat itself, get their missing cards and draws. The
*quality* of a hand, from 0 (worst) to 255 (best), is its rank at the showdown among all sampled hands. `narrow`
multiplies the weight of each deal by the probability that a player with a hand of this quality takes the action that
was taken.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import exp

    from croupier.bots.throws import thrown_of
    from croupier.ranking.kernel import strength
    from croupier.rng import scaled, seeded, stepped

OPPONENTS = 9
DEALS = 256
"""The maximum number of sampled deals."""
SIZES = 4
"""The largest number of bet sizes that are compared."""
COMPARED = 64
"""The number of hands with which all others are compared to find their quality."""
SOFT = 0.05
"""At the edge of a range, the probability of an action falls gradually over this width. Quality is scaled from 0 to 1
here.
"""


class Field:
    """Weighted sample deals of the hidden cards, for up to nine opponents."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.mine = bytearray(8)
            self.board = bytearray(8)
            self.own = bytearray(8)
            self.full = bytearray(8)
            self.shown = [bytearray(8) for _ in range(OPPONENTS)]
            self.other = bytearray(8)
            self.deck = bytearray(52)
            self.shown_count = [0] * OPPONENTS
            self.kept = [0] * OPPONENTS
            self.weight = [0.0] * DEALS
            self.own_high = [0] * DEALS
            self.own_low = [0] * DEALS
            self.highs = [[0] * DEALS for _ in range(OPPONENTS)]
            self.lows = [[0] * DEALS for _ in range(OPPONENTS)]
            self.score = [[0] * DEALS for _ in range(OPPONENTS)]
            self.quality = [[0] * DEALS for _ in range(OPPONENTS)]
            self.compared = [0] * COMPARED
            self.limit = [[0] * SIZES for _ in range(OPPONENTS)]
            self.factor = [0.0] * 256
        self.count = 0
        self.deals = 0

    def deal(self, mine: bytes, board: bytes, shown: list[bytes], unseen: bytes, sizes: tuple[int, int],
             kinds: tuple[int, int], draws: tuple[int, bool, list[int]], samples: int, seed: int) -> int:
        """Deal the samples. Return the number of opponents in each, which is reduced if the deck has too few cards.

        `shown` has the visible cards of each opponent, `sizes` the final numbers of cards in a hand and on the board,
        and `kinds` the rankings of the high and the low hand. `draws` has the number of draws to come, whether badugi
        is played, and how many cards each opponent kept in its last draw (-1 if it has not drawn).
        """
        self.hole_size = min(sizes[0], 7)
        self.board_size = min(sizes[1], 5)
        self.high = kinds[0]
        self.low = kinds[1]
        self.to_come = draws[0]
        self.is_badugi = draws[1]
        self.mine_count = min(len(mine), self.hole_size)
        self.board_count = min(len(board), self.board_size)
        self.deck_count = min(len(unseen), 52)
        for at in range(self.mine_count):
            self.mine[at] = mine[at]
        for at in range(self.board_count):
            self.board[at] = board[at]
        for at in range(self.deck_count):
            self.deck[at] = unseen[at]
        left = self.deck_count - (self.hole_size - self.mine_count) - (self.board_size - self.board_count)
        self.count = 0
        for who in range(min(len(shown), OPPONENTS)):
            known = min(len(shown[who]), self.hole_size)
            left -= self.hole_size - known
            if left < 0:
                break
            for at in range(known):
                self.shown[who][at] = shown[who][at]
            self.shown_count[who] = known
            self.kept[who] = draws[2][who]
            self.count += 1
        self.deals = max(1, min(samples, DEALS))
        self.rng = seeded(seed & 0xFFFFFFFFFFFF)
        self._run()
        return self.count

    def _run(self) -> None:
        """Deal all samples, and rank every hand."""
        k = 0
        while k < self.deals:
            self.weight[k] = 1.0
            self.top = 0
            at = 0
            while at < self.board_size:
                self.full[at] = self.board[at] if at < self.board_count else self._next()
                at += 1
            at = 0
            while at < self.hole_size:
                self.own[at] = self.mine[at] if at < self.mine_count else self._next()
                at += 1
            who = 0
            while who < self.count:
                self._fill(who)
                self._draw(self.other, self.to_come)
                self.highs[who][k] = strength(self.high, self.other, self.hole_size, self.full, self.board_size)
                self.lows[who][k] = 0
                if self.low:
                    self.lows[who][k] = strength(self.low, self.other, self.hole_size, self.full, self.board_size)
                who += 1
            self._draw(self.own, self.to_come)
            self.own_high[k] = strength(self.high, self.own, self.hole_size, self.full, self.board_size)
            self.own_low[k] = 0
            if self.low:
                self.own_low[k] = strength(self.low, self.own, self.hole_size, self.full, self.board_size)
            k += 1
        self._judge(self.highs)
        if self.low:
            who = 0
            while who < self.count:
                k = 0
                while k < self.deals:
                    self.score[who][k] = self.quality[who][k]
                    k += 1
                who += 1
            self._judge(self.lows)
            who = 0
            while who < self.count:
                k = 0
                while k < self.deals:
                    self.score[who][k] += self.quality[who][k] if self.lows[who][k] else 0
                    k += 1
                who += 1
            self._judge(self.score)

    def _next(self) -> int:
        """Return a random card from the rest of the deck."""
        self.rng = stepped(self.rng)
        at = self.top + scaled(self.rng, self.deck_count - self.top)
        card = self.deck[at]
        self.deck[at] = self.deck[self.top]
        self.deck[self.top] = card
        self.top += 1
        return card

    def _fill(self, who: int) -> None:
        """Give an opponent its visible cards and other random cards. If it kept cards in a draw, they are cards worth
        keeping.
        """
        at = 0
        while at < self.shown_count[who]:
            self.other[at] = self.shown[who][at]
            at += 1
        while at < self.hole_size:
            self.other[at] = self._next()
            if at < self.kept[who]:
                tries = 0
                while tries < 24 and self.top < self.deck_count and thrown_of(
                        self.other, at + 1, self.is_badugi, self.to_come == 0 and self.kept[who] == self.hole_size):
                    self.other[at] = self._put_back()
                    tries += 1
            at += 1

    def _put_back(self) -> int:
        """Put the last card dealt back into the deck, and return another one."""
        self.top -= 1
        return self._next()

    def _draw(self, cards: bytearray, draws: int) -> None:
        """Discard and draw as house bots do, as long as the deck has cards."""
        while draws > 0:
            bits = thrown_of(cards, self.hole_size, self.is_badugi, draws == 1)
            at = 0
            while at < self.hole_size:
                if bits >> at & 1 and self.top < self.deck_count:
                    cards[at] = self._next()
                at += 1
            draws -= 1

    def _judge(self, values: list[list[int]]) -> None:
        """Set the quality of every opponent's hand to its rank among the hands compared."""
        size = 0
        k = 0
        while k < self.deals and size < COMPARED:
            who = 0
            while who < self.count and size < COMPARED:
                at = size
                while at > 0 and self.compared[at - 1] > values[who][k]:
                    self.compared[at] = self.compared[at - 1]
                    at -= 1
                self.compared[at] = values[who][k]
                size += 1
                who += 1
            k += 1
        who = 0
        while who < self.count:
            k = 0
            while k < self.deals:
                below = 0
                upto = size
                while below < upto:  # finds the first hand that is not worse
                    at = (below + upto) // 2
                    if self.compared[at] < values[who][k]:
                        below = at + 1
                    else:
                        upto = at
                equal = below
                while equal < size and self.compared[equal] == values[who][k]:
                    equal += 1
                self.quality[who][k] = 255 * (below + equal) // (2 * size)
                k += 1
            who += 1

    def narrow(self, who: int, low: float, high: float, top: float, floor: float) -> None:
        """Reduce the weights of deals after an opponent's action. Deals in which its quality is between `low` and
        `high` keep their weight. Deals above `high` keep the share `top` of their weight, and deals below `low` the
        share `floor`.
        """
        if not 0 <= who < self.count:
            return
        x = 0
        while x < 256:
            kept = 1.0 / (1.0 + exp((low - x / 255.0) / SOFT))
            kept *= 1.0 - (1.0 - top) / (1.0 + exp((high - x / 255.0) / SOFT))
            self.factor[x] = floor + (1.0 - floor) * kept
            x += 1
        k = 0
        while k < self.deals:
            self.weight[k] *= self.factor[self.quality[who][k]]
            k += 1

    def sample(self, folding: list[list[float]]) -> tuple[float, list[float], list[float], list[float]]:
        """Return the share of the pot that is won against all opponents, and three lists with an entry for each bet
        size.

        `folding` gives for each opponent the part of its range that folds to each size. The first list is the chance
        that everybody folds. The other two are averages over the deals in which somebody calls: the share won, and the
        number of callers.
        """
        sizes = min(len(folding[0]), SIZES) if folding else 0
        for who in range(self.count):
            for size in range(sizes):
                self.limit[who][size] = self._limit_of(who, folding[who][size])
        share = 0.0
        total = 0.0
        for k in range(self.deals):
            share += self.weight[k] * self._won(k, -1)
            total += self.weight[k]
        folds, shares, callers = [], [], []
        for size in range(sizes):
            called = 0.0
            won = 0.0
            many = 0.0
            for k in range(self.deals):
                calls = 0
                for who in range(self.count):
                    calls += self.quality[who][k] >= self.limit[who][size]
                if calls:
                    called += self.weight[k]
                    many += self.weight[k] * calls
                    won += self.weight[k] * self._won(k, size)
            folds.append(1.0 - called / total)
            shares.append(won / called if called else 0.0)
            callers.append(many / called if called else 0.0)
        return share / total, folds, shares, callers

    def _limit_of(self, who: int, part: float) -> int:
        """Return the quality below which an opponent folds if it folds this part of its range."""
        for x in range(256):
            self.factor[x] = 0.0
        left = 0.0
        for k in range(self.deals):
            self.factor[self.quality[who][k]] += self.weight[k]
            left += part * self.weight[k]
        x = 0
        while x < 255 and left > self.factor[x]:
            left -= self.factor[x]
            x += 1
        return x

    def _won(self, k: int, size: int) -> float:
        """Return the share of the pot that is won in a deal against the opponents who call a bet of this size. If the
        size is -1, all opponents count.
        """
        better = 0
        equal = 0
        low_better = 0
        low_equal = 0
        lows = 1 if self.own_low[k] else 0
        who = 0
        while who < self.count:
            if size < 0 or self.quality[who][k] >= self.limit[who][size]:
                better += self.highs[who][k] > self.own_high[k]
                equal += self.highs[who][k] == self.own_high[k]
                low_better += self.lows[who][k] > self.own_low[k]
                low_equal += self.lows[who][k] == self.own_low[k]
                lows += self.lows[who][k] > 0
            who += 1
        high = 0.0 if better else 1.0 / (1 + equal)
        if lows == 0:
            return high
        return high / 2 + (0.0 if low_better or self.own_low[k] == 0 else 0.5 / (1 + low_equal))
