"""Decks that a test chooses: the fair shuffle is put aside for the hands of one test."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from croupier.arena.core.match_key import MatchKey
from croupier.cards import Cards

ROYAL = "AhKhQhJhTh"
"""A board that plays for everybody."""


def whole_deck(front: str) -> list[int]:
    """A deck that begins with these cards (B15)."""
    first = list(map(int, Cards(front)))
    return first + [card for card in range(52) if card not in first]


def rig(monkeypatch: pytest.MonkeyPatch, fronts: Iterable[str]) -> None:
    """The next hands are dealt from these decks, the last one again and again."""
    decks = [whole_deck(front) for front in fronts]
    monkeypatch.setattr(MatchKey, "deck", lambda *_: decks.pop(0) if len(decks) > 1 else decks[0])


def front(hands: dict[int, str], board: str, seats: list[int], button: int) -> str:
    """The front of a deck that gives these seats these cards; the others get low ones that are left."""
    named = Cards("".join(hands.values()) + board)
    spare = iter(card for card in range(52) if card not in named)
    place = seats.index(button)
    order = seats[place + 1:] + seats[:place + 1]
    dealt = [int(Cards(hands[seat])[turn]) if seat in hands else next(spare) for turn in range(2) for seat in order]
    return str(Cards(dealt)) + board
