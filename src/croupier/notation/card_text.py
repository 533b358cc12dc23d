"""Read cards in text (`AhKd`, `??`), and remove commentary. A set of cards or seats is stored as the bits of an int."""

from __future__ import annotations

from croupier.cards import RANKS, SUITS, UNKNOWN
from croupier.notation.record import BadRecord

_MARK = ord("?")
# ranks by character code; 255 (from -1) means that the character is not a rank
_RANK = bytes(RANKS.find(chr(sign)) & 255 for sign in range(128))
_SUIT = bytes(SUITS.find(chr(sign)) & 255 for sign in range(128))


def bit_of(card: int) -> int:
    """Return the set that contains only this card."""
    # a variable, because the .pxd makes it 64 bits wide; a literal 1 would be shifted as 32 bits
    one = 1
    return one << card


def first_of(members: int) -> int:
    """Return the first seat of a set, or 31 if the set is empty."""
    seat = 0
    while seat < 31 and not (members >> seat) & 1:
        seat += 1
    return seat


def cards_in(cards: str) -> list[int]:
    """Return the card numbers in `AhKd`, with `??` for unknown cards."""
    numbers = cards_from(cards, 0, len(cards))
    if numbers is None:
        raise BadRecord(f"{cards!r:.40} are not cards")
    return numbers


def cards_from(line: str, at: int, end: int) -> list[int] | None:
    """Return the card numbers in the rest of a line. Return None if the rest holds anything but cards."""
    if (end - at) % 2:
        return None
    numbers = []
    while at < end:
        number = card_of(ord(line[at]), ord(line[at + 1]))
        if number < 0:
            return None
        numbers.append(number)
        at += 2
    return numbers


def card_of(rank: int, suit: int) -> int:
    """Return a card's number by its two letters, or -1 if they are not a card."""
    if rank > 127 or suit > 127:
        return -1
    # only `??` is an unknown card: `A?` is refused
    if rank == _MARK or suit == _MARK:
        return UNKNOWN if rank == suit else -1
    if _RANK[rank] > 12 or _SUIT[suit] > 3:
        return -1
    return _RANK[rank] * 4 + _SUIT[suit]


def without_commentary(words: list[str]) -> list[str]:
    """Return the words before the commentary."""
    kept = []
    for word in words:
        if word[:1] == "#":
            break
        kept.append(word)
    return kept
