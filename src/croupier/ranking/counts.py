"""The census: every hand of five or seven cards dealt once and counted by category, the ranking's own proof.

The counts are known from arithmetic (2,598,960 hands of five cards, 40 of them straight flushes), so one run over all
hands checks every entry of the tables.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import cython

from croupier.cards import short
from croupier.ranking.errors import BadEquity
from croupier.ranking.kernel import CATEGORY_FLOORS

if not cython.compiled:
    from croupier.ranking.kernel import HIGH_FLUSH, HIGH_PLAIN, KEY, START, flush_suit, slot, suited

CATEGORIES = {0: "high card", 1: "pair", 2: "two pair", 3: "three of a kind", 4: "straight", 5: "flush",
              6: "full house", 8: "four of a kind", 9: "straight flush"}


def census(n: int = 7, threads: int | None = None) -> dict[str, int]:
    """How many of all hands of n cards (5, 6 or 7) fall into each category; royal flushes once more alone."""
    if type(n) is not int or not 5 <= n <= 7:
        raise BadEquity(f"a census is of hands of 5, 6 or 7 cards, not {short(n)}")
    with ThreadPoolExecutor(threads or os.cpu_count() or 1) as pool:
        parts = list(pool.map(lambda first: _counted(n, first), range(52 - n + 1)))
    values = [sum(part[value] for part in parts) for value in range(7463)]
    floors = CATEGORY_FLOORS[1]
    ends = [floor for floor, _ in floors[1:]] + [7463]
    counts = {CATEGORIES[category]: sum(values[floor:end]) for (floor, category), end in zip(floors, ends)}
    return {**counts, "royal flush": values[7462], "total": sum(values)}


def _counted(n: int, first: int) -> list[int]:
    """How often each value comes among the hands of n cards whose lowest card is `first`."""
    tally = Tally(n)
    tally.run(first)
    return tally.counts()


class Tally:
    """A count for each value of a high hand."""

    def __init__(self, n: int) -> None:
        if not cython.compiled:
            self.cards = [0] * 8
            self.times = [0] * 8192
        if not 5 <= n <= 7:
            raise BadEquity(f"a census is of hands of 5, 6 or 7 cards, not {n}")
        self.n = n

    def counts(self) -> list[int]:
        """The counts, by value."""
        return [self.times[value] for value in range(7463)]

    def run(self, first: int) -> None:
        """Count all hands whose lowest card is `first`."""
        if not 0 <= first < 52:
            raise BadEquity(f"{first} is no card")
        with cython.nogil:
            self.cards[0] = first
            self._deal(1, first + 1, START[self.n] + KEY[first])

    def _deal(self, at: int, lowest: int, key: int) -> None:
        """Fill the places from `at` on with rising cards; the last place is a plain loop, for speed."""
        card = lowest
        if at == self.n - 1:
            while card < 52:
                self._count(card, key + KEY[card])
                card += 1
            return
        while card < 52:
            self.cards[at] = card
            self._deal(at + 1, card + 1, key + KEY[card])
            card += 1

    def _count(self, card: int, key: int) -> None:
        if (key >> 32) & 0x8888:
            self.cards[self.n - 1] = card
            self.times[HIGH_FLUSH[suited(self.cards, self.n, flush_suit(key))]] += 1
        else:
            self.times[HIGH_PLAIN[slot(key)]] += 1
