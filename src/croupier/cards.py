"""Cards as ints and as text, decks of 52 and 36 cards, and the fair shuffle.

A card is `rank * 4 + suit`; ranks run 2..A as 0..12, suits are clubs, diamonds, hearts, spades as 0..3.
Number 52 is the unknown card, `??`. `Card` is an int that prints as `Ah`; `Cards` is a tuple of them that prints
as `AhKd` and equals that text. This module knows no games and draws no random numbers: the caller passes in the secret
of a fair shuffle (T6).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from typing import Any, SupportsIndex, TypeAlias, overload

from croupier.errors import Error

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = 52
DECK_52 = tuple(range(52))
DECK_36 = tuple(range(16, 52))
"""The short deck: sixes to aces."""

RANK_WORDS = ("deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace")
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")


class BadCards(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """Text or numbers that are not cards, or a card that occurs twice."""


class Card(int):
    """One card: an int that prints as its text, made from text or a number: `Card("Ah")`."""

    def __new__(cls, card: str | int) -> Card:
        return super().__new__(cls, _number(card))

    def __repr__(self) -> str:
        return _NAMES[self]

    __str__ = __repr__

    @property
    def rank(self) -> int:
        """Return 0 for a deuce up to 12 for an ace."""
        return self >> 2

    @property
    def suit(self) -> int:
        """Return 0 for clubs, 1 diamonds, 2 hearts, 3 spades."""
        return self & 3


_NAMES = tuple(rank + suit for rank in RANKS for suit in SUITS) + ("??",)
CardsLike: TypeAlias = "str | Iterable[int] | Iterable[str]"


class Cards(tuple[Card, ...]):
    """A tuple of cards that prints as `AhKd` and equals that text."""

    def __new__(cls, cards: CardsLike = ()) -> Cards:
        return super().__new__(cls, [CARD[number] for number in parse(cards)])

    def __str__(self) -> str:
        return "".join(_NAMES[card] for card in self)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            try:
                other = Cards(other)
            except BadCards:
                return False
        return tuple.__eq__(self, other) if isinstance(other, tuple) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__

    def __contains__(self, card: object) -> bool:
        if isinstance(card, str):
            card = _spellings().get(card.lower())
        return tuple.__contains__(self, card)

    @overload
    def __getitem__(self, index: SupportsIndex) -> Card: ...
    @overload
    def __getitem__(self, index: slice) -> Cards: ...
    def __getitem__(self, index: SupportsIndex | slice) -> Card | Cards:
        if isinstance(index, slice):
            return known(tuple.__getitem__(self, index))
        return tuple.__getitem__(self, index)


def known(numbers: Iterable[int]) -> Cards:
    """Return cards from numbers that the caller knows to be 0..52, unchecked."""
    return tuple.__new__(Cards, [CARD[number] for number in numbers])


@cache
def _spellings() -> dict[str, int]:
    """Return every accepted spelling of a card, apart from upper and lower case."""
    table = {name.lower(): number for number, name in enumerate(_NAMES)}
    table.update({"10" + SUITS[suit]: 8 * 4 + suit for suit in range(4)})
    return table


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        if text[at] in " ,\t\n":
            at += 1
            continue
        length = 3 if text.startswith("10", at) else 2
        yield text[at:at + length]
        at += length


def _number(token: object) -> int:
    if isinstance(token, str):
        number = _spellings().get(token.lower())
        if number is not None:
            return number
    elif isinstance(token, int) and not isinstance(token, bool) and 0 <= token <= UNKNOWN:
        return int(token)
    raise BadCards(f"{short(token)} is not a card: a card is a rank of {RANKS} (or 10) and a suit of {SUITS}, "
                   "?? if unknown, or a number 0..51")


def short(thing: object) -> str:
    """Return the repr of a value for a message, cut to 40 characters."""
    if isinstance(thing, int) and thing.bit_length() > 128:
        return f"a number of {thing.bit_length()} bits"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."


CARD = tuple(Card(number) for number in range(53))
"""The 53 card objects, by number."""


def parse(cards: CardsLike, *, unique: bool = True) -> list[int]:
    """Return card numbers from text (`AhKd`, `10h Kd`, `??`) or numbers; refuse a known card that occurs twice."""
    if not isinstance(cards, Iterable):
        raise BadCards(f"{short(cards)} are not cards: give text such as 'AhKd' or card numbers")
    tokens: list[Any] = list(_tokens(cards) if isinstance(cards, str) else cards)
    plain = set(map(type, tokens)) == {int} and min(tokens) >= 0 and max(tokens) <= UNKNOWN
    numbers: list[int] = tokens if plain else [_number(token) for token in tokens]
    if unique and len(set(numbers)) < len(numbers):
        refuse_twice(numbers)
    return numbers


def refuse_twice(numbers: Sequence[int]) -> None:
    """Raise BadCards if a known card occurs twice."""
    seen: set[int] = set()
    for number in numbers:
        if number in seen and number != UNKNOWN:
            raise BadCards(f"{_NAMES[number]} occurs twice: a deck holds each card once")
        seen.add(number)


def card(text: str | int) -> Card:
    """Return one card from its text or number."""
    return CARD[_number(text)]


def text(cards: Iterable[int]) -> str:
    """Return the text of cards: `AhKd`."""
    return "".join([_NAMES[number] for number in cards])


# -- the fair shuffle (ruling T6) ------------------------------------------------------------------------------------

FAIR = "croupier-fair-1"
"""The name of the fair shuffle's algorithm, part of every message it hashes."""


def _field(value: bytes) -> bytes:
    return len(value).to_bytes(4, "big") + value


def commitment(match_id: str, secret: bytes) -> bytes:
    """Return the commitment that a host publishes before the first deal: a SHA-256 of algorithm, match and secret."""
    import hashlib

    return hashlib.sha256(_field(FAIR.encode()) + _field(match_id.encode()) + _field(secret)).digest()


def fair_deck(match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes] = (),
              deck: Sequence[int] = DECK_52) -> list[int]:
    """Return the deck of one hand, from the host's secret and the seats' nonces (b"" where a seat sent none)."""
    cards = list(deck)
    at, left = 0, len(cards)
    words = _uniform_words(_hand_key(FAIR, match_id, secret, hand_no, nonces))
    while left > 1:
        for word in next(words):
            if left > 1 and word < (1 << 32) // left * left:  # would favour low numbers
                other = at + word % left
                cards[at], cards[other] = cards[other], cards[at]
                at, left = at + 1, left - 1
    return cards


def fair_muck_numbers(match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes], count: int) -> list[int]:
    """Return `count` numbers below 2^64 that decide in which order the muck comes back into a deck that ran out.

    They come from a key of their own, so that no card of the deck tells anything about them.
    """
    words = _uniform_words(_hand_key(f"{FAIR}/muck", match_id, secret, hand_no, nonces))
    numbers: list[int] = []
    while len(numbers) < count:
        block = next(words)
        numbers += [high << 32 | low for high, low in zip(block[::2], block[1::2])]
    return numbers[:count]


def _hand_key(purpose: str, match_id: str, secret: bytes, hand_no: int, nonces: Sequence[bytes]) -> bytes:
    """Return the key of one hand for one purpose: HMAC-SHA256 under the secret over length-prefixed fields."""
    from croupier.keyed import Keyed

    message = _field(purpose.encode()) + _field(match_id.encode()) + _field(hand_no.to_bytes(8, "big"))
    return Keyed(secret).digest(message + b"".join(map(_field, nonces)))


def _uniform_words(key: bytes) -> Iterator[tuple[int, ...]]:
    """Yield big-endian 32-bit words without end: block i is HMAC-SHA256(key, i as 8 bytes)."""
    from struct import unpack

    from croupier.keyed import Keyed

    keyed = Keyed(key)
    for block in count():
        yield unpack("!8L", keyed.digest(block.to_bytes(8, "big")))
