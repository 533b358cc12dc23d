"""Rank one to four open cards, which decide who acts first in stud and razz.

Only equal ranks and high cards count; straights and flushes do not. If hands are equal, the game compares suits itself.
Unlike the numbers of `kernel`, these numbers can only be compared between hands with the same number of open cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

if not cython.compiled:
    from croupier.ranking.tables import equal_pairs, packed


def open_high(cards: Sequence[int], n: int) -> int:
    """Return a number for one to four open cards by quads, trips, two pair, pair and high cards. A higher number is
    better.
    """
    if not cython.compiled:
        ranks = [0] * 4
    i = 0
    while i < n:
        ranks[i] = cards[i] >> 2
        i += 1
    return _open_order(ranks, n)


def open_low(cards: Sequence[int], n: int) -> int:
    """Return a number for one to four open cards in razz. Aces are low and pairs are bad, and a lower hand gets a
    higher number.
    """
    if not cython.compiled:
        ranks = [0] * 4
    i = 0
    while i < n:
        # card numbers from 48 on are aces
        ranks[i] = 0 if cards[i] >= 48 else (cards[i] >> 2) + 1
        i += 1
    # above every number of `_open_order`, whose maximum is 6 << 20 for four of a kind
    return (8 << 20) - _open_order(ranks, n)


def _open_order(ranks: list[int], n: int) -> int:
    """Return a number that orders n ranks by the number of equal ranks first, and then by the ranks from high to low.
    """
    _ascend(ranks, n)
    return equal_pairs(ranks, n) << 20 | packed(ranks, n)


def _ascend(ranks: list[int], n: int) -> None:
    """Sort a few ranks in place."""
    # insertion sort: at most four ranks, and C code cannot call `sorted`
    i = 1
    while i < n:
        j = i
        while j > 0 and ranks[j - 1] > ranks[j]:
            swap = ranks[j]
            ranks[j] = ranks[j - 1]
            ranks[j - 1] = swap
            j -= 1
        i += 1
