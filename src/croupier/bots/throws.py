"""Apply the rule by which house bots discard in draw games, to real hands and to sampled hands.

Low hands win in all draw games here. A card above an eight is discarded, and so is a second card of a rank. In badugi
the ace is low, and a second card of a suit is discarded, too.
"""

from __future__ import annotations

HIGHEST_KEPT = 6
"""The rank of an eight."""
ACE = 12
"""The lowest card in badugi, the highest in deuce-to-seven."""


def thrown(cards: bytes, is_badugi: bool) -> int:
    """Return the slots of the cards to discard, as bits."""
    return thrown_of(cards, min(len(cards), 7), is_badugi)


def thrown_of(cards: bytes | bytearray, n: int, is_badugi: bool) -> int:
    """Return the slots to discard among the first n cards, as bits."""
    bits = 0
    ranks = 0
    suits = 0
    rank = 0
    while rank < 13:  # low cards first, so that they are the ones kept
        at = 0
        while at < n:
            card = cards[at]
            here = card >> 2
            if is_badugi:
                here = 0 if here == ACE else here + 1
            if here == rank:
                if rank > HIGHEST_KEPT + is_badugi or ranks >> rank & 1 or (is_badugi and suits >> (card & 3) & 1):
                    bits |= 1 << at
                else:
                    ranks |= 1 << rank
                    suits |= 1 << (card & 3)
            at += 1
        rank += 1
    return bits
