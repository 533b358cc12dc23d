# cython: nonecheck=True, boundscheck=True
"""A hand's log read from the top: what each entry means, and the events made of it.

The log is integers (`dealing`); events are made only when somebody asks. Cards come from the hand's own deck, so that a
hand with hidden cards (a view) tells the same story with `??` in their place.
"""

from __future__ import annotations

import cython

from croupier.cards import known
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Drew, Event, Posted, Returned, Shown
from croupier.games.poker.hand import Hand

if not cython.compiled:
    from croupier.games.poker.dealing import (
        BROUGHT_IN,
        CALLED,
        CHECKED,
        DEALT_BOARD,
        DEALT_DOWN,
        DEALT_UP,
        DISCARDED,
        DREW,
        FOLDED,
        POSTED_ANTE,
        POSTED_BLIND,
        POSTED_DEAD,
        POSTED_STRADDLE,
        POT,
        RAISED,
        RETURNED,
        SHOWN,
        STOOD_DEAD,
        STREET,
        WON_LOW,
    )

POST_NAMES = {POSTED_ANTE: "ante", POSTED_BLIND: "blind", POSTED_STRADDLE: "straddle", POSTED_DEAD: "dead",
              STOOD_DEAD: "dead"}
ACTION_NAMES = {FOLDED: "FOLD", CHECKED: "CHECK", CALLED: "CALL", BROUGHT_IN: "BRING_IN"}
"""A raise is named by what stands before it."""


def unpack(amount: int) -> list[int]:
    """The places packed in a dealing entry, eight bits each behind a leading one."""
    places: list[int] = []
    while amount > 1:
        places.insert(0, amount & 255)
        amount >>= 8
    return places


def log_of(hand: Hand) -> list[int]:
    """A hand's log; at stud without the cards for each seat that a record then tells as one shared card at their first
    place."""
    log = hand.entries()
    if not hand.rules.has_bring_in:
        return log
    shared = min([min(unpack(entry >> 9)) for entry in log if entry & 31 == DEALT_BOARD], default=256)
    return [entry for entry in log if entry & 31 not in (DEALT_DOWN, DEALT_UP) or max(unpack(entry >> 9)) < shared]


class Held:
    """The places of the deck that each seat holds, as they are dealt, thrown away and drawn."""

    def __init__(self, seats: int) -> None:
        self.places: list[list[int]] = [[] for _ in range(seats)]
        self.thrown: list[int] = []

    def deal(self, seat: int, places: list[int]) -> None:
        """A seat gets cards."""
        self.places[seat] += places

    def throw(self, seat: int, mask: int) -> bool:
        """A seat says which slots it throws away; False where it stands pat."""
        self.thrown = [slot for slot in range(len(self.places[seat])) if mask >> slot & 1]
        return bool(self.thrown)

    def draw(self, seat: int, new: list[int]) -> list[int]:
        """New cards come into the slots thrown away; gives what was there."""
        held = self.places[seat]
        old = [held[slot] for slot in self.thrown]
        for slot, place in zip(self.thrown, new):
            held[slot] = place
        return old


class Story:
    """Reads a log from the top, keeping just what the entries leave out: stacks, bets and each seat's cards."""

    def __init__(self, hand: Hand, tells_holes: bool = True) -> None:
        """Cards dealt to seats need not be told where nobody listens to that."""
        if not cython.compiled:
            self.stacks = [0] * 16
            self.bets = [0] * 16
        self.hand, self.tells_holes = hand, tells_holes
        self.seats = hand.seats
        self.held = Held(self.seats)
        self.names = [street.name for street in hand.rules.streets]
        self.street = self.names[0]
        self.completing = hand.rules.has_bring_in
        self.pot = -1
        for seat, stack in enumerate(hand.starting_stacks):
            self.stacks[seat] = stack
            self.bets[seat] = 0

    def read(self, log: list[int]) -> list[Event]:
        """The events of the log's next entries."""
        events: list[Event] = []
        for entry in log:
            self.add(entry & 31, entry >> 5 & 15, entry >> 9, events)
        return events

    def add(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if FOLDED <= kind <= BROUGHT_IN:
            events.append(Acted(seat, *self.moved(kind, seat, amount), self.street))
        elif kind <= POSTED_DEAD or kind == STOOD_DEAD:
            events.append(self.posted(kind, seat, amount))
        elif kind <= DEALT_BOARD:
            self.dealt(kind, seat, unpack(amount), events)
        elif kind == STREET:
            self.begin_street(self.names[amount])
        elif kind <= DREW:
            self.drew(kind, seat, amount, events)
        else:
            self.settled(kind, seat, amount, events)

    def begin_street(self, name: str) -> None:
        self.street = name
        self.completing = False
        for seat in range(self.seats):
            self.bets[seat] = 0

    def pay(self, seat: int, chips: int) -> bool:
        """Take chips; whether none are left."""
        self.stacks[seat] -= chips
        return self.stacks[seat] == 0

    def posted(self, kind: int, seat: int, amount: int) -> Posted:
        if kind == POSTED_BLIND or kind == POSTED_STRADDLE:
            self.bets[seat] += amount
        return Posted(seat, amount, POST_NAMES[kind], kind != STOOD_DEAD and self.pay(seat, amount))

    def dealt(self, kind: int, seat: int, places: list[int], events: list[Event]) -> None:
        if kind == DEALT_BOARD:
            events.append(Board(self.hand.cards_at(places), self.street))
            return
        self.held.deal(seat, places)
        if self.tells_holes:
            events.append(Dealt(seat, self.hand.cards_at(places), kind == DEALT_UP, self.street))

    def moved(self, kind: int, seat: int, amount: int) -> tuple[str, int, int, bool]:
        """What a seat did: by its name, the chips it moved, its total for the street, and whether it is all-in."""
        chips = amount - self.bets[seat] if kind == RAISED else amount
        unopened = self.is_unopened()
        self.bets[seat] += chips
        all_in = self.pay(seat, chips)
        if kind == RAISED:
            name = "COMPLETE" if self.completing else "BET" if unopened else "RAISE"
            self.completing = False
        else:
            name = ACTION_NAMES[kind]
        return name, chips, self.bets[seat], all_in and chips > 0

    def is_unopened(self) -> bool:
        """Whether nobody has bet on this street."""
        for seat in range(self.seats):
            if self.bets[seat]:
                return False
        return True

    def drew(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if kind == DISCARDED:
            if not self.held.throw(seat, amount):
                events.append(Drew(seat, known(()), known(()), self.street))
            return
        new = unpack(amount)
        old = self.held.draw(seat, new)
        events.append(Drew(seat, self.hand.cards_at(old), self.hand.cards_at(new), self.street))

    def settled(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if kind == RETURNED:
            self.stacks[seat] += amount
            events.append(Returned(seat, amount))
        elif kind == SHOWN:
            events.append(Shown(seat, self.hand.cards_at(self.held.places[seat]), self.hand.words(seat)))
        elif kind == POT:
            self.pot += 1
        else:
            events.append(Awarded(seat, amount, self.pot, "low" if kind == WON_LOW else "high"))


def tell(hand: Hand) -> list[Event]:
    """All events of a hand so far."""
    return Story(hand).read(log_of(hand))
