"""Cards as ints and as text, and decks of 52 and 36 cards.

A card is `rank * 4 + suit`; ranks run 2..A as 0..12, suits are clubs, diamonds, hearts, spades as 0..3.
Number 52 is the unknown card, `??`. `Card` is an int that prints as `Ah`; `Cards` is a tuple of them that prints
as `AhKd` and equals that text. This module knows no games and draws no random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, SupportsIndex, TypeAlias, overload

from croupier.errors import Error, short

RANKS = "23456789TJQKA"
SUITS = "cdhs"
UNKNOWN = 52
DECK_52 = tuple(range(52))
# the upper numbers, so that a rank is the same number in both decks
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
        # the 53 card objects are shared by all hands
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
        # text that is not cards equals nothing, and is not an error: `cards == "AhKd"` is a question
        return tuple.__eq__(self, other) if isinstance(other, tuple) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return not self == other

    # a class with its own __eq__ loses its hash otherwise
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
    # past the checks of __new__
    return tuple.__new__(Cards, [CARD[number] for number in numbers])


@cache
def _spellings() -> dict[str, int]:
    """Return every accepted spelling of a card, ignoring case."""
    table = {name.lower(): number for number, name in enumerate(_NAMES)}
    table.update({"10" + SUITS[suit]: 8 * 4 + suit for suit in range(4)})
    return table


def _tokens(text: str) -> Iterator[str]:
    at = 0
    while at < len(text):
        if text[at] in " ,\t\n":
            at += 1
            continue
        # "10h" as well as "Th"; no other rank begins with a 1
        length = 3 if text.startswith("10", at) else 2
        yield text[at:at + length]
        at += length


def _number(token: object) -> int:
    if isinstance(token, str):
        number = _spellings().get(token.lower())
        if number is not None:
            return number
    # True is an int, and would be the deuce of diamonds
    elif isinstance(token, int) and not isinstance(token, bool) and 0 <= token <= UNKNOWN:
        return int(token)
    raise BadCards(f"{short(token)} is not a card: a card is a rank of {RANKS} (or 10) and a suit of {SUITS}, "
                   "?? if unknown, or a number 0..51")


CARD = tuple(Card(number) for number in range(53))
"""The 53 card objects, by number."""


def parse(cards: CardsLike, *, unique: bool = True) -> list[int]:
    """Return card numbers from text (`AhKd`, `10h Kd`, `??`) or numbers; refuse a known card that occurs twice."""
    if not isinstance(cards, Iterable):
        raise BadCards(f"{short(cards)} are not cards: give text such as 'AhKd' or card numbers")
    tokens: list[Any] = list(_tokens(cards) if isinstance(cards, str) else cards)
    # numbers need no look-up; exact ints only, because a Card or a bool takes the way below
    plain = set(map(type, tokens)) == {int} and min(tokens) >= 0 and max(tokens) <= UNKNOWN
    numbers: list[int] = tokens if plain else [_number(token) for token in tokens]
    # several ?? also come here, and are not a repetition
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
