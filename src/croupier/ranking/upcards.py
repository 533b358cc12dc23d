"""Cards that lie open: what one to four exposed cards are worth when they decide who acts first (stud, razz).

Only matches and ranks count, no straights or flushes; among equals the games look at suits themselves. Unlike the
rankings of `kernel` these numbers only compare boards of as many cards.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

if not cython.compiled:
    from croupier.ranking.tables import equal_pairs, packed


def open_high(cards: Sequence[int], n: int) -> int:
    """Return the order of one to four exposed cards: quads, trips, two pair, pair, high cards."""
    if not cython.compiled:
        ranks = [0] * 4
    i = 0
    while i < n:
        ranks[i] = cards[i] >> 2
        i += 1
    return _open_order(ranks, n)


def open_low(cards: Sequence[int], n: int) -> int:
    """Return the order of one to four exposed cards in razz: aces low, pairs bad, a higher number for a lower board."""
    if not cython.compiled:
        ranks = [0] * 4
    i = 0
    while i < n:
        ranks[i] = 0 if cards[i] >= 48 else (cards[i] >> 2) + 1
        i += 1
    return (8 << 20) - _open_order(ranks, n)


def _open_order(ranks: list[int], n: int) -> int:
    """Orders n ranks by what they match, then from high to low."""
    _ascend(ranks, n)
    return equal_pairs(ranks, n) << 20 | packed(ranks, n)


def _ascend(ranks: list[int], n: int) -> None:
    """Sort a few ranks in place."""
    i = 1
    while i < n:
        j = i
        while j > 0 and ranks[j - 1] > ranks[j]:
            swap = ranks[j]
            ranks[j] = ranks[j - 1]
            ranks[j - 1] = swap
            j -= 1
        i += 1
