"""Rank many hands in one call, without the interpreter's lock. The caller passes rows of card numbers and gets a rank
for each row.

Every card number is checked before the first result is written. Repeated cards in one hand are not detected; the rank
of such hands is meaningless.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

from croupier.cards import DECK_36, BadCards
from croupier.errors import short
from croupier.ranking import constants
from croupier.ranking.errors import BadBuffer

if TYPE_CHECKING:
    from typing_extensions import Buffer

if not cython.compiled:
    from croupier.ranking.kernel import (
        HIGH_FLUSH,
        HIGH_PLAIN,
        KEY,
        ROW,
        SHORT_FLUSH,
        SHORT_PLAIN,
        START,
        SUIT_RANK,
        flush_suit,
    )


def high_batch(cards: Buffer, n: int, out: Buffer) -> None:
    """Rank n hands of 5, 6 or 7 cards. Read n rows of card numbers (uint8) and write n ints (uint16 or int32).

    Both buffers must be C-contiguous, with one or two dimensions. Raise BadBuffer for a wrong size or type and BadCards
    for a number that is not a card; in both cases nothing is written.
    """
    _batch(cards, n, out, False)


def short_deck_batch(cards: Buffer, n: int, out: Buffer) -> None:
    """Rank n hands of the short deck as `high_batch` ranks hands of the full deck."""
    _batch(cards, n, out, True)


def _batch(cards: Buffer, n: int, out: Buffer, short: bool) -> None:
    """Check the cards and write their ranks as 16-bit numbers. Widen the ranks if the caller's buffer has 32-bit
    numbers.
    """
    hands = _rows(cards, n)
    places = _places(out, n)
    # 16-bit ranks are first written to the first half of a 32-bit buffer, so that no other memory is needed
    ranks = places.cast("B").cast("H")
    count = n
    per = len(hands) // count
    _refuse_strangers(hands, DECK_36[0] if short else 0)
    with cython.nogil:
        if short:
            rank_rows(SHORT_PLAIN, SHORT_FLUSH, hands, per, count, ranks)
        else:
            rank_rows(HIGH_PLAIN, HIGH_FLUSH, hands, per, count, ranks)
    if places.itemsize == 4:
        widen(ranks, places.cast("B").cast("i"), n)


def _rows(cards: Buffer, n: int) -> memoryview:
    """Return the cards of n hands as flat bytes."""
    # limited, because the sizes below are computed in 64 bits
    if type(n) is not int or not 0 < n < 1 << 40:
        raise BadBuffer(f"n is the number of hands, a positive int, not {short(n)}")
    view = memoryview(cards)
    # other layouts would need a copy, which is left to the caller
    if view.itemsize != 1 or not view.c_contiguous:
        raise BadBuffer("the cards of a batch are uint8 in a C-contiguous buffer")
    if view.nbytes not in (5 * n, 6 * n, 7 * n):
        raise BadBuffer(f"{n} hands are {n} rows of 5, 6 or 7 cards, not {view.nbytes} cards")
    return view.cast("B")


def _places(out: Buffer, n: int) -> memoryview:
    """Return the caller's buffer as a memoryview, after checking that it has room for n results."""
    view = memoryview(out)
    if view.readonly or not view.c_contiguous or (view.format, view.itemsize) not in (("H", 2), ("i", 4), ("l", 4)):
        raise BadBuffer("out is a writable C-contiguous buffer of uint16 or int32")
    if view.nbytes != n * view.itemsize:
        raise BadBuffer(f"out has {view.nbytes // view.itemsize} places for {n} hands")
    return view


def _refuse_strangers(cards: memoryview, lowest: int) -> None:
    """Raise BadCards unless all numbers are cards of the deck."""
    n = len(cards)
    # two fast passes over the whole batch; only if one fails is it worth finding the wrong number
    if highest_of(cards, n) > 51 or (lowest and lowest_of(cards, n) < lowest):
        raise BadCards(f"a batch holds a number that is no card: cards of this deck are {lowest}..51")


def highest_of(cards: memoryview, n: int) -> int:
    """Return the highest number, in a loop that the compiler turns into sixteen comparisons at once."""
    highest = 0
    i = 0
    while i < n:
        card = cards[i]
        # no early exit, because the compiler does not vectorize a loop that can exit early
        highest = card if card > highest else highest
        i += 1
    return highest


def lowest_of(cards: memoryview, n: int) -> int:
    """Return the lowest number."""
    lowest = 255
    i = 0
    while i < n:
        card = cards[i]
        lowest = card if card < lowest else lowest
        i += 1
    return lowest


def rank_rows(plain: list[int], flushes: list[int], cards: memoryview, per: int, n: int, out: memoryview) -> None:
    """Rank n hands of `per` consecutive cards each, with a pair of tables."""
    if per == 7:
        rank_sevens(plain, flushes, cards, n, out)
        return
    keys = KEY
    rows = ROW
    start = START[per]
    at = 0
    i = 0
    while i < n:
        key = (start + keys[cards[at]] + keys[cards[at + 1]] + keys[cards[at + 2]] + keys[cards[at + 3]]
               + keys[cards[at + 4]])
        if per == 6:
            key += keys[cards[at + 5]]
        if (key >> 32) & 0x8888:
            out[i] = flushes[suited_row(cards, at, per, flush_suit(key))]
        else:
            low = key & constants.SUMS
            out[i] = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
        at += per
        i += 1


def rank_sevens(plain: list[int], flushes: list[int], cards: memoryview, n: int, out: memoryview) -> None:
    """Rank n hands of seven cards, in blocks.

    Every hand is first ranked without its suits. Hands with a flush are collected and ranked again after the block.
    Branching for each hand would be slower, because the processor cannot predict which hand is a flush.
    """
    if not cython.compiled:
        found = [0] * constants.BLOCK
    keys = KEY
    rows = ROW
    start = START[7]
    at = 0
    i = 0
    while i < n:
        first = i
        end = i + constants.BLOCK if i + constants.BLOCK < n else n
        count = 0
        while i < end:
            key = (start + keys[cards[at]] + keys[cards[at + 1]] + keys[cards[at + 2]] + keys[cards[at + 3]]
                   + keys[cards[at + 4]] + keys[cards[at + 5]] + keys[cards[at + 6]])
            low = key & constants.SUMS
            out[i] = plain[rows[low >> constants.COLUMN_BITS] + (low & constants.COLUMN)]
            # written for every hand, but kept only if `count` increases, so that there is no branch to predict
            found[count] = key >> 32 << 32 | (i - first)
            count += ((key >> 32) & 0x8888) != 0
            at += 7
            i += 1
        while count > 0:
            count -= 1
            # the upper half of the entry holds the counts of suits, so the keys need not be added up again
            again = first + (found[count] & 0xFFFF)
            out[again] = flushes[suited_row(cards, 7 * again, 7, flush_suit(found[count]))]


def suited_row(cards: memoryview, at: int, n: int, suit: int) -> int:
    """Return a mask of the ranks that have this suit, among the n cards from index `at` on."""
    ranks = 0
    i = at
    while i < at + n:
        ranks |= SUIT_RANK[cards[i]]
        i += 1
    return ranks >> (suit << 4) & 0x1FFF


def widen(narrow: memoryview, wide: memoryview, n: int) -> None:
    """Widen n numbers from 16 to 32 bits in the same memory, beginning with the last."""
    # begins at the end, because wide number i overwrites the narrow numbers 2i and 2i + 1
    i = n - 1
    while i >= 0:
        wide[i] = narrow[i]
        i -= 1
