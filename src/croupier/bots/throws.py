"""Apply the rule by which house bots discard in draw games, to real hands and to sampled hands.

Low hands win in all draw games here. A card above an eight is discarded, and so is a second card of a rank. In badugi
the ace is low, and a second card of a suit is discarded, too. A straight or a flush, which counts against a low hand,
loses its highest card. In the last draw a hand that is complete up to a ten, or any badugi, is kept as it is.
"""

from __future__ import annotations

HIGHEST_KEPT = 6
"""The rank of an eight."""
HIGHEST_LAST = 8
"""The rank of a ten, the highest card of a complete hand that is kept in the last draw."""
ACE = 12
"""The rank of an ace, which is the lowest card in badugi and the highest in deuce-to-seven."""


def thrown(cards: bytes, is_badugi: bool, is_last: bool) -> int:
    """Return the slots of the cards to discard, as bits."""
    return thrown_of(cards, min(len(cards), 7), is_badugi, is_last)


def thrown_of(cards: bytes | bytearray, n: int, is_badugi: bool, is_last: bool) -> int:
    """Return the slots to discard among the first n cards, as bits."""
    if is_last and unfit(cards, n, is_badugi, ACE if is_badugi else HIGHEST_LAST) == 0:
        return 0
    return unfit(cards, n, is_badugi, HIGHEST_KEPT + is_badugi)


def unfit(cards: bytes | bytearray, n: int, is_badugi: bool, highest: int) -> int:
    """Return the slots of the cards that do not belong to a good hand of cards up to the highest, as bits."""
    bits = 0
    ranks = 0
    suits = 0
    rank = 0
    top = 0
    while rank < 13:  # low cards first, so that they are the ones kept
        at = 0
        while at < n:
            card = cards[at]
            here = card >> 2
            if is_badugi:
                here = 0 if here == ACE else here + 1
            if here == rank:
                if rank > highest or ranks >> rank & 1 or (is_badugi and suits >> (card & 3) & 1):
                    bits |= 1 << at
                else:
                    ranks |= 1 << rank
                    suits |= 1 << (card & 3)
                    top = at
            at += 1
        rank += 1
    if n == 5 and bits == 0 and not is_badugi and (suits & (suits - 1) == 0 or ranks == 31 * (ranks & -ranks)):
        return 1 << top
    return bits
