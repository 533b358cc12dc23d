"""The events of a hand as frozen records. Events are made from the log only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from croupier.cards import Cards
from croupier.games.api import Action


@dataclass(frozen=True, slots=True)
class Posted:
    """A seat put in forced money: an ante, blind, straddle, or dead money."""

    seat: int
    amount: int
    kind: str
    all_in: bool


@dataclass(frozen=True, slots=True)
class Dealt:
    """A seat got cards, face down or up."""

    seat: int
    cards: Cards
    up: bool
    street: str


@dataclass(frozen=True, slots=True)
class Board:
    """Cards came on the board."""

    cards: Cards
    street: str


@dataclass(frozen=True, slots=True)
class Acted:
    """A seat acted. `amount` is the chips that it put in with this action, `to` its total for the street afterwards."""

    seat: int
    kind: str
    amount: int
    to: int
    all_in: bool
    street: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat discarded cards and drew new ones. Both lists are empty if the seat stood pat."""

    seat: int
    discarded: Cards
    drawn: Cards
    street: str


@dataclass(frozen=True, slots=True)
class Returned:
    """A bet that nobody called went back to its owner."""

    seat: int
    amount: int


@dataclass(frozen=True, slots=True)
class Shown:
    """A seat showed its hand."""

    seat: int
    cards: Cards
    words: str


@dataclass(frozen=True, slots=True)
class Awarded:
    """A seat won chips of a pot, with its high or its low hand. Pot 0 is the main pot."""

    seat: int
    amount: int
    pot: int
    half: str


Event = Posted | Dealt | Board | Acted | Drew | Returned | Shown | Awarded


def as_actions(events: Iterable[Event]) -> list[Action]:
    """Return the events that are actions, as actions with which the hand can be replayed."""
    actions: list[Action] = []
    for event in events:
        if isinstance(event, Drew):
            actions.append(Action("DISCARD", None, event.discarded) if event.discarded else Action("STAND_PAT"))
        elif isinstance(event, Acted):
            # BET, RAISE and COMPLETE are only legal in certain situations; RAISE_TO can stand for each of them
            sized = event.kind in ("BET", "RAISE", "COMPLETE")
            actions.append(Action("RAISE_TO", event.to) if sized else Action(event.kind))
    return actions
