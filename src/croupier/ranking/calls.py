"""Rank one hand per call. Cards are given as bytes, text or numbers, and every argument is checked.

Bytes of card numbers are the fastest form. `kernel` does not check its arguments. Therefore this module checks that the
number of cards is right, that every number is a card, and that no card occurs twice.
"""

from __future__ import annotations

from typing import NoReturn

import cython

from croupier.cards import DECK_36, UNKNOWN, BadCards, CardsLike, parse, text

if not cython.compiled:
    from croupier.ranking.kernel import all_different, board_key, high_with, strength
    from croupier.ranking.kernel import high as rank_high
    from croupier.ranking.upcards import open_high, open_low

# Python makes a new object for every int above 256; looking it up in this list is faster
VALUES = list(range(8192))
"""The ints that the functions return, made once."""


def high(cards: bytes | CardsLike) -> int:
    """Return the value of the best high hand in 5 to 7 cards, 1..7462; 7462 is the royal flush."""
    # a fast path without further calls for the form that programs use
    if type(cards) is bytes:
        n = len(cards)
        hand = cards
    else:
        hand = _numbers(cards)
        n = len(hand)
    if n < 5 or n > 7 or not all_different(hand, n):
        _refuse(hand, 5, 7)
    return VALUES[rank_high(hand, n)]


def short_deck(cards: bytes | CardsLike) -> int:
    """Return the value of the best hand in 5 to 7 cards of the deck of 36. A flush beats a full house, and A-6-7-8-9 is
    a straight.
    """
    hand = _checked(cards, 5, 7)
    if min(hand) < DECK_36[0]:
        raise BadCards(f"{text([min(hand)])} is not in the short deck: its 36 cards are sixes to aces")
    # 2 is the short deck, see `ranking.constants`
    return VALUES[strength(2, hand, len(hand), hand, 0)]


def low(cards: bytes | CardsLike) -> int:
    """Return the value of the best ace-to-five low in 5 to 7 cards (razz), 1..6175; a higher number is a better low."""
    hand = _checked(cards, 5, 7)
    return VALUES[strength(4, hand, len(hand), hand, 0)]


def low8(cards: bytes | CardsLike) -> int:
    """Return the value of the best eight-or-better low in 5 to 7 cards, 1..56; a higher number is a better low. Return
    0 if no low qualifies.
    """
    hand = _checked(cards, 5, 7)
    return VALUES[strength(5, hand, len(hand), hand, 0)]


def deuce_to_seven(cards: bytes | CardsLike) -> int:
    """Return the value of five cards as a deuce-to-seven low, 1..7462; 7462 is 7-5-4-3-2."""
    hand = _checked(cards, 5, 5)
    return VALUES[strength(7, hand, 5, hand, 0)]


def badugi(cards: bytes | CardsLike) -> int:
    """Return the value of the best badugi in four cards, 1..1092; 1092 is 4-3-2-A of four suits."""
    hand = _checked(cards, 4, 4)
    return VALUES[strength(8, hand, 4, hand, 0)]


def some_badugi(cards: bytes) -> int:
    """Return the value of the best badugi in one to four cards."""
    hand = _checked(cards, 1, 4)
    return VALUES[strength(8, hand, len(hand), hand, 0)]


def strength_of(kind: int, hole: bytes, board: bytes) -> int:
    """Return the value of hole cards with a board in one kind of ranking (`kernel.KINDS`)."""
    hand = _checked(hole, 2, 7)
    table = _checked(board, 0, 5)
    both = hand + table
    # kinds 3 and 6 are Omaha, where a hand can have nine cards: four in the hand and five on the board
    if not 1 <= kind <= 8 or len(both) > (9 if kind in (3, 6) else 7) or not all_different(both, len(both)):
        raise BadCards(f"no hand of ranking {kind}: {len(hand)} hole cards and a board of {len(table)}")
    if len(both) < (4 if kind == 8 else 5) or (kind in (7, 8) and table) or (kind in (3, 6) and len(table) < 3):
        raise BadCards(f"{len(hand)} hole cards and a board of {len(table)} cannot be ranked by ranking {kind}")
    return VALUES[strength(kind, hand, len(hand), table, len(table))]


def high_on(hole: bytes, board: bytes) -> int:
    """Return the value of the best high hand of two hole cards with a board of three to five cards."""
    hand = _checked(hole, 2, 2)
    table = _checked(board, 3, 5)
    both = hand + table
    if not all_different(both, len(both)):
        # raises an error that names the card
        parse(both)
    return VALUES[high_with(board_key(table, len(table)), table, len(table), hand[0], hand[1])]


def shown_high(cards: bytes) -> int:
    """Return the value of one to four open cards in stud."""
    hand = _checked(cards, 1, 4)
    return open_high(hand, len(hand))


def shown_low(cards: bytes) -> int:
    """Return the value of one to four open cards in razz."""
    hand = _checked(cards, 1, 4)
    return open_low(hand, len(hand))


def omaha(hole: bytes | CardsLike, board: bytes | CardsLike) -> int:
    """Return the best high hand with exactly two cards from the hand (2 to 6 cards) and three from the board (3 to 5
    cards).
    """
    return _omaha(3, hole, board)


def omaha_low8(hole: bytes | CardsLike, board: bytes | CardsLike) -> int:
    """Return the best eight-or-better low with exactly two cards from the hand and three from the board. Return 0 if no
    low qualifies.
    """
    return _omaha(6, hole, board)


def _omaha(kind: int, hole: bytes | CardsLike, board: bytes | CardsLike) -> int:
    hand = _checked(hole, 2, 6)
    table = _checked(board, 3, 5)
    both = hand + table
    if not all_different(both, len(both)):
        parse(both)
    return VALUES[strength(kind, hand, len(hand), table, len(table))]


# -- checks ------------------------------------------------------------------------------------------------------------

def _numbers(cards: bytes | CardsLike) -> bytes:
    """Return cards given as text or numbers as bytes."""
    return bytes(parse(cards))


def _checked(cards: bytes | CardsLike, fewest: int, most: int) -> bytes:
    """Return cards as bytes. Check that there are `fewest` to `most` cards, and that all are cards of the deck and
    different.
    """
    hand = cards if type(cards) is bytes else _numbers(cards)
    n = len(hand)
    if n < fewest or n > most or not all_different(hand, n):
        _refuse(hand, fewest, most)
    return hand


def _refuse(hand: bytes, fewest: int, most: int) -> NoReturn:
    """Raise BadCards with a message that says what is wrong with these cards."""
    # checked first, because `parse` accepts ??
    if UNKNOWN in hand:
        raise BadCards("?? cannot be ranked: every card must be known")
    parse(hand)
    allowed = str(fewest) if fewest == most else f"{fewest} to {most}"
    raise BadCards(f"{len(hand)} cards cannot be ranked here: give {allowed}")
