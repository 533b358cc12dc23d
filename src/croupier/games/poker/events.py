"""What happened in a hand, as frozen records made from its log.

The log is integers; events are made only when somebody asks. Cards come from the hand's own deck, so that a hand with
hidden cards (a view) tells the same story with `??` in their place.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cards import Cards, known
from croupier.games.api import Action

if TYPE_CHECKING:
    from croupier.games.poker.asked import Asked

(POSTED_ANTE, POSTED_BLIND, POSTED_STRADDLE, POSTED_DEAD, DEALT_DOWN, DEALT_UP, DEALT_BOARD, STREET, FOLDED, CHECKED,
 CALLED, RAISED, BROUGHT_IN, DISCARDED, DREW, RETURNED, SHOWN, POT, WON_HIGH, WON_LOW, STOOD_DEAD) = range(1, 22)
POST_NAMES = {POSTED_ANTE: "ante", POSTED_BLIND: "blind", POSTED_STRADDLE: "straddle", POSTED_DEAD: "dead",
              STOOD_DEAD: "dead"}
ACTION_NAMES = {FOLDED: "FOLD", CHECKED: "CHECK", CALLED: "CALL", BROUGHT_IN: "BRING_IN"}
"""A raise is named by what stands before it."""


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
    """A seat acted: `amount` is the chips it moved now, `to` its total for the street afterwards."""

    seat: int
    kind: str
    amount: int
    to: int
    all_in: bool
    street: str


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat threw cards away and drew others; both empty when it stood pat."""

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
    """A seat won chips of a pot, by the high or the low hand; pot 0 is the main pot."""

    seat: int
    amount: int
    pot: int
    half: str


Event = Posted | Dealt | Board | Acted | Drew | Returned | Shown | Awarded


def unpack(amount: int) -> list[int]:
    """The places packed in a dealing entry, eight bits each behind a leading one."""
    places: list[int] = []
    while amount > 1:
        places.insert(0, amount & 255)
        amount >>= 8
    return places


def entries(log: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Kind, seat and amount of each entry."""
    for entry in log:
        yield entry & 31, entry >> 5 & 15, entry >> 9


def log_of(hand: Asked) -> list[tuple[int, int, int]]:
    """Kind, seat and amount of each entry of a hand's log; in a stud log without the cards for each seat that a record
    then tells as one shared card at their first place."""
    log = list(entries(hand.entries()))
    if not hand.rules.has_bring_in:
        return log
    shared = min((min(unpack(amount)) for kind, _, amount in log if kind == DEALT_BOARD), default=256)
    return [(kind, seat, amount) for kind, seat, amount in log
            if kind not in (DEALT_DOWN, DEALT_UP) or max(unpack(amount)) < shared]


class Held:
    """The places of the deck that each seat holds, as they are dealt, thrown away and drawn."""

    def __init__(self, seats: int) -> None:
        self.places: list[list[int]] = [[] for _ in range(seats)]
        self._thrown: list[int] = []

    def deal(self, seat: int, places: list[int]) -> None:
        """A seat gets cards."""
        self.places[seat] += places

    def throw(self, seat: int, mask: int) -> bool:
        """A seat says which slots it throws away; False where it stands pat."""
        self._thrown = [slot for slot in range(len(self.places[seat])) if mask >> slot & 1]
        return bool(self._thrown)

    def draw(self, seat: int, new: list[int]) -> list[int]:
        """New cards come into the slots thrown away; gives what was there."""
        held = self.places[seat]
        old = [held[slot] for slot in self._thrown]
        for slot, place in zip(self._thrown, new):
            held[slot] = place
        return old


class Story:
    """Reads a log from the top, keeping just what the entries leave out: stacks, bets and each seat's cards."""

    def __init__(self, hand: Asked, tells_holes: bool = True) -> None:
        """Cards dealt to seats need not be told where nobody listens to that."""
        self.hand, self.tells_holes = hand, tells_holes
        self.stacks = hand.starting_stacks
        self.bets = [0] * len(self.stacks)
        self.held = Held(len(self.stacks))
        self.names = [street.name for street in hand.rules.streets]
        self.street = self.names[0]
        self.completing = hand.rules.has_bring_in
        self.pot = -1

    def tell(self) -> Iterator[Event]:
        for kind, seat, amount in log_of(self.hand):
            yield from self.event(kind, seat, amount)

    def event(self, kind: int, seat: int, amount: int) -> Iterable[Event]:
        if FOLDED <= kind <= BROUGHT_IN:
            return (self.acted(kind, seat, amount),)
        if kind in POST_NAMES:
            return (self.posted(kind, seat, amount),)
        if kind <= DEALT_BOARD:
            return self.dealt(kind, seat, unpack(amount))
        if kind == STREET:
            self.street = self.names[amount]
            self.completing = False
            self.bets = [0] * len(self.bets)
            return ()
        return self.drew(kind, seat, amount) if kind <= DREW else self.settled(kind, seat, amount)

    def pay(self, seat: int, chips: int) -> bool:
        self.stacks[seat] -= chips
        return self.stacks[seat] == 0

    def posted(self, kind: int, seat: int, amount: int) -> Posted:
        if kind in (POSTED_BLIND, POSTED_STRADDLE):
            self.bets[seat] += amount
        return Posted(seat, amount, POST_NAMES[kind], kind != STOOD_DEAD and self.pay(seat, amount))

    def dealt(self, kind: int, seat: int, places: list[int]) -> Iterable[Dealt | Board]:
        if kind == DEALT_BOARD:
            return (Board(self.hand.cards_at(places), self.street),)
        self.held.deal(seat, places)
        return (Dealt(seat, self.hand.cards_at(places), kind == DEALT_UP, self.street),) if self.tells_holes else ()

    def acted(self, kind: int, seat: int, amount: int) -> Acted:
        return Acted(seat, *self.moved(kind, seat, amount), self.street)

    def moved(self, kind: int, seat: int, amount: int) -> tuple[str, int, int, bool]:
        """What a seat did: by its name, the chips it moved, its total for the street, and whether it is all-in."""
        moved = amount - self.bets[seat] if kind == RAISED else amount
        unopened = not any(self.bets)
        self.bets[seat] += moved
        all_in = self.pay(seat, moved)
        name = ACTION_NAMES.get(kind) or ("COMPLETE" if self.completing else "BET" if unopened else "RAISE")
        self.completing = self.completing and kind != RAISED
        return name, moved, self.bets[seat], all_in and moved > 0

    def drew(self, kind: int, seat: int, amount: int) -> Iterable[Drew]:
        if kind == DISCARDED:
            return () if self.held.throw(seat, amount) else (Drew(seat, known(()), known(()), self.street),)
        new = unpack(amount)
        old = self.held.draw(seat, new)
        return (Drew(seat, self.hand.cards_at(old), self.hand.cards_at(new), self.street),)

    def settled(self, kind: int, seat: int, amount: int) -> Iterable[Event]:
        if kind == RETURNED:
            self.stacks[seat] += amount
            return (Returned(seat, amount),)
        if kind == SHOWN:
            return (Shown(seat, self.hand.cards_at(self.held.places[seat]), self.hand.words(seat)),)
        if kind == POT:
            self.pot += 1
            return ()
        return (Awarded(seat, amount, self.pot, "low" if kind == WON_LOW else "high"),)


def as_actions(events: Iterable[Event]) -> list[Action]:
    """The actions among events, as they can be applied again."""
    actions: list[Action] = []
    for event in events:
        if isinstance(event, Drew):
            actions.append(Action("DISCARD", None, event.discarded) if event.discarded else Action("STAND_PAT"))
        elif isinstance(event, Acted):
            sized = event.kind in ("BET", "RAISE", "COMPLETE")
            actions.append(Action("RAISE_TO", event.to) if sized else Action(event.kind))
    return actions


def tell(hand: Asked) -> list[Event]:
    """All events of a hand so far."""
    return list(Story(hand).tell())
