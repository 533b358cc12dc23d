"""Enumerate all hands of five, six or seven cards, and count how often each value or each category occurs.

The counts of the whole deck are known from arithmetic (2,598,960 hands of five cards, 40 of them straight flushes), so
one run over all hands checks every entry of the tables.

Hands are dealt in rising order of their cards. If the last one or two cards cannot complete a flush, they are dealt by
rank. Then only the ranks of the last cards matter, and one look-up counts up to sixteen hands.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor

import cython

from croupier.cards import UNKNOWN, BadCards, CardsLike, parse, refuse_twice
from croupier.errors import short
from croupier.ranking import constants
from croupier.ranking.equities.questions import THREADS_MAX, whole
from croupier.ranking.errors import BadEquity, refuse_odd_cards
from croupier.ranking.kernel import CATEGORY_FLOORS

if not cython.compiled:
    from croupier.ranking.kernel import HIGH_FLUSH, HIGH_PLAIN, KEY, ROW, START, flush_suit, suited
    from croupier.ranking.tables import RANK_KEYS

CATEGORIES = {0: "high card", 1: "pair", 2: "two pair", 3: "three of a kind", 4: "straight", 5: "flush",
              6: "full house", 8: "four of a kind", 9: "straight flush"}


def census(n: int = 7, threads: int | None = None) -> dict[str, int]:
    """Return how many of all hands of n cards (5, 6 or 7) fall into each category, and how many of them are royal
    flushes."""
    values = enumerate(n, threads=threads)
    floors = CATEGORY_FLOORS[1]
    ends = [floor for floor, _ in floors[1:]] + [7463]
    counts = {CATEGORIES[category]: sum(values[floor:end]) for (floor, category), end in zip(floors, ends)}
    return {**counts, "royal flush": values[7462], "total": sum(values)}


def enumerate(n: int = 7, held: CardsLike = "", dead: CardsLike = "", threads: int | None = None) -> list[int]:
    """Return how often each value of `high` occurs among all hands of n cards that contain these cards and no dead
    ones.

    Item v of the list counts the hands of value v, from 0 (none) to 7462 (royal flushes). Raise
    BadCards for invalid or repeated cards and BadEquity if no hand can be made.
    """
    if type(n) is not int or not 5 <= n <= 7:
        raise BadEquity(f"hands of 5, 6 or 7 cards are enumerated, not {short(n)}")
    fixed, gone = parse(held), parse(dead)
    refuse_twice(fixed + gone)
    if UNKNOWN in fixed + gone:
        raise BadCards("?? cannot be enumerated: every card must be known")
    left = 52 - len(fixed) - len(gone)
    if not 0 <= n - len(fixed) <= left:
        raise BadEquity(f"no hand of {n} cards holds these {len(fixed)} and {n - len(fixed)} of {left} others")

    workers = whole("threads", threads, 1, THREADS_MAX) if threads is not None else os.cpu_count() or 1
    # four jobs for each thread, because jobs take different time: many more hands begin with a low card than with a
    # high one
    jobs = 1 if workers == 1 or n - len(fixed) < 3 else 4 * workers

    def counted(job: int) -> list[int]:
        tally = ValueCounts(n, bytes(fixed), bytes(gone))
        if jobs == 1:
            tally.run(-1)
        # each job takes every `jobs`-th first card, because many more hands begin with a low card than with a high one
        for first in range(job, left if jobs > 1 else 0, jobs):
            tally.run(first)
        return tally.counts()
    if jobs == 1:
        return counted(0)
    with ThreadPoolExecutor(workers) as pool:
        return [sum(times) for times in zip(*pool.map(counted, range(jobs)))]


class ValueCounts:
    """Counts how many hands have each value of `high`."""

    def __init__(self, n: int, held: bytes, dead: bytes) -> None:
        refuse_odd_cards(held, dead)
        if not (type(n) is int and 5 <= n <= 7 and len(held) <= n):
            raise BadEquity("hands have five to seven cards, of which some may be held")
        if not cython.compiled:
            self.cards = [0] * 8
            self.times = [0] * 8192
            self.deck = [0] * 64
            self.end = [0] * 64
        self.n = n
        self.nheld = len(held)
        for i in range(self.nheld):
            self.cards[i] = held[i]
        self.left = 0
        for card in range(52):
            # cards are in rising order, so cards of a rank are next to each other, and `end` says where each rank ends
            if card not in held and card not in dead:
                self.deck[self.left] = card
                self.left += 1
        end = self.left
        for i in range(self.left - 1, -1, -1):
            if i + 1 < self.left and self.deck[i] >> 2 != self.deck[i + 1] >> 2:
                end = i + 1
            self.end[i] = end

    def counts(self) -> list[int]:
        """Return the counts, by value."""
        return [self.times[value] for value in range(7463)]

    def run(self, first: int) -> None:
        """Count the hands whose lowest new card is number `first` of the deck, or all hands if `first` is -1."""
        if first >= self.left:
            raise BadEquity(f"the deck has {self.left} cards: there is not a card {first}")
        with cython.nogil:
            key = START[self.n]
            i = 0
            while i < self.nheld:
                key += KEY[self.cards[i]]
                i += 1
            if first < 0:
                self._deal(self.nheld, 0, key)
            else:
                self.cards[self.nheld] = self.deck[first]
                self._deal(self.nheld + 1, first + 1, key + KEY[self.deck[first]])

    def _deal(self, at: int, first: int, key: int) -> None:
        """Deal the cards of the hand from number `at` on in every possible way, in rising order, using the cards from
        `first` on.
        """
        if at == self.n:
            self._count(key)
        elif at == self.n - 1:
            self._last(first, key)
        # the count of each suit starts at three, so its bit 3 means five cards; adding two tests whether two more cards
        # could reach five
        elif at == self.n - 2 and not ((key >> 32) + 0x2222) & 0x8888:
            self._last_two(first, key)
        else:
            while first < self.left:
                self.cards[at] = self.deck[first]
                self._deal(at + 1, first + 1, key + KEY[self.deck[first]])
                first += 1

    def _last_two(self, first: int, key: int) -> None:
        """Deal the last two cards by rank, because they cannot complete a flush."""
        ranks = RANK_KEYS
        rows = ROW
        plain = HIGH_PLAIN
        sums = key & constants.SUMS
        left = self.left
        while first < left:
            end = self.end[first]
            count = end - first
            one = sums + ranks[self.deck[first] >> 2]
            low = one + ranks[self.deck[first] >> 2]
            if count > 1:
                value = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
                # a pair of this rank: the number of ways to choose two of its free suits
                self.times[value] += count * (count - 1) // 2
            other = end
            while other < left:
                low = one + ranks[self.deck[other] >> 2]
                end = self.end[other]
                value = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
                self.times[value] += count * (end - other)
                other = end
            first += count

    def _last(self, first: int, key: int) -> None:
        """Deal the last card, by rank if it cannot complete a flush."""
        keys = KEY
        rows = ROW
        plain = HIGH_PLAIN
        # one more card of some suit may complete a flush, so the cards are dealt one by one
        if ((key >> 32) + 0x1111) & 0x8888:
            while first < self.left:
                self.cards[self.n - 1] = self.deck[first]
                self._count(key + keys[self.deck[first]])
                first += 1
            return
        ranks = RANK_KEYS
        sums = key & constants.SUMS
        left = self.left
        while first < left:
            low = sums + ranks[self.deck[first] >> 2]
            end = self.end[first]
            self.times[plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]] += end - first
            first = end

    def _count(self, key: int) -> None:
        """Count the current hand, whose sum of keys is `key`."""
        if (key >> 32) & 0x8888:
            self.times[HIGH_FLUSH[suited(self.cards, self.n, flush_suit(key))]] += 1
        else:
            low = key & constants.SUMS
            self.times[HIGH_PLAIN[ROW[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]] += 1
