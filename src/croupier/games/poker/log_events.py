# cython: nonecheck=True, boundscheck=True
# None and bounds are checked here: Python code can pass both, and C code would crash
"""Make events from a hand's log: what each entry means.

The log is a list of integers (`engine/log.py`), and events are made only when they are needed. The cards of events come
from the hand's deck, so a hand with hidden cards (a view) gives the same events with `??` for the hidden ones.
"""

from __future__ import annotations

import cython

from croupier.cards import known
from croupier.games.poker import constants
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Drew, Event, Posted, Returned, Shown
from croupier.games.poker.hand import Hand

POST_NAMES = {constants.POSTED_ANTE: "ante", constants.POSTED_BLIND: "blind", constants.POSTED_STRADDLE: "straddle",
              constants.POSTED_DEAD: "dead", constants.STOOD_DEAD: "dead"}
ACTION_NAMES = {constants.FOLDED: "FOLD", constants.CHECKED: "CHECK", constants.CALLED: "CALL",
                constants.BROUGHT_IN: "BRING_IN"}
"""Raises are missing here, because it depends on the bets before whether a raise is a BET, RAISE or COMPLETE."""


def unpack(amount: int) -> list[int]:
    """Return the places packed in the amount of a log entry: a leading 1, then eight bits for each place."""
    places: list[int] = []
    # 1 is the leading 1: no places are left
    while amount > 1:
        places.insert(0, amount & 255)
        amount >>= 8
    return places


def log_of(hand: Hand) -> list[int]:
    """Return a hand's log. If a record names one shared card in stud instead of a last card for each seat, leave out
    the entries that dealt each seat its own card.
    """
    log = hand.entries()
    if not hand.rules.has_bring_in:
        return log
    # the engine had already dealt each seat its own card before the record named the shared card, so both are in the
    # log
    shared = min([min(unpack(entry >> 9)) for entry in log if entry & 31 == constants.DEALT_BOARD], default=256)
    own = (constants.DEALT_DOWN, constants.DEALT_UP)
    return [entry for entry in log if entry & 31 not in own or max(unpack(entry >> 9)) < shared]


class Held:
    """The places of the deck that each seat holds, as they are dealt, discarded and drawn."""

    def __init__(self, seats: int) -> None:
        # Python code can call this with any number, and the arrays below have a fixed length
        if not 0 <= seats <= 10:
            raise ValueError(f"{seats} seats: there are at most 10")
        self.places: list[list[int]] = [[] for _ in range(seats)]
        self.thrown: list[int] = []

    def deal(self, seat: int, places: list[int]) -> None:
        """Give a seat cards."""
        self.places[seat] += places

    def throw(self, seat: int, mask: int) -> bool:
        """Store the slots that a seat discards. Return False if the seat stands pat."""
        self.thrown = [slot for slot in range(len(self.places[seat])) if mask >> slot & 1]
        return bool(self.thrown)

    def draw(self, seat: int, new: list[int]) -> list[int]:
        """Put new cards into the discarded slots; return the places of the old ones."""
        held = self.places[seat]
        old = [held[slot] for slot in self.thrown]
        for slot, place in zip(self.thrown, new):
            held[slot] = place
        return old


class LogReader:
    """A reader that reads a log from its beginning and tracks what the entries leave out: stacks, bets and each seat's
    cards.
    """

    def __init__(self, hand: Hand, with_holes: bool = True) -> None:
        """Start before the first entry; without `with_holes` no `Dealt` events are made."""
        if not cython.compiled:
            # 16, because the four bits for the seat in an entry cannot exceed it, so nothing is written beyond the
            # array
            self.stacks = [0] * 16
            self.bets = [0] * 16
        self.hand, self.with_holes = hand, with_holes
        self.seats = hand.seats
        self.held = Held(self.seats)
        self.names = [street.name for street in hand.rules.streets]
        self.street = self.names[0]
        # until somebody raises on the first street of a stud game, a raise completes the bring-in
        self.completing = hand.rules.has_bring_in
        self.pot = -1
        for seat, stack in enumerate(hand.starting_stacks):
            self.stacks[seat] = stack
            self.bets[seat] = 0

    def read(self, log: list[int]) -> list[Event]:
        """Return the events of the next entries of the log."""
        events: list[Event] = []
        for entry in log:
            self.add(entry & 31, entry >> 5 & 15, entry >> 9, events)
        return events

    def add(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if constants.FOLDED <= kind <= constants.BROUGHT_IN:
            events.append(Acted(seat, *self.moved(kind, seat, amount), self.street))
        elif kind <= constants.POSTED_DEAD or kind == constants.STOOD_DEAD:
            events.append(self.posted(kind, seat, amount))
        elif kind <= constants.DEALT_BOARD:
            self.dealt(kind, seat, unpack(amount), events)
        elif kind == constants.STREET:
            self.begin_street(self.names[amount])
        elif kind <= constants.DREW:
            self.drew(kind, seat, amount, events)
        else:
            self.settled(kind, seat, amount, events)

    def begin_street(self, name: str) -> None:
        self.street = name
        self.completing = False
        for seat in range(self.seats):
            self.bets[seat] = 0

    def pay(self, seat: int, chips: int) -> bool:
        """Take chips from a stack; return True if none are left."""
        self.stacks[seat] -= chips
        return self.stacks[seat] == 0

    def posted(self, kind: int, seat: int, amount: int) -> Posted:
        if kind == constants.POSTED_BLIND or kind == constants.POSTED_STRADDLE:
            self.bets[seat] += amount
        # dead money was paid before the hand, so it neither leaves the stack nor puts anybody all-in
        return Posted(seat, amount, POST_NAMES[kind], kind != constants.STOOD_DEAD and self.pay(seat, amount))

    def dealt(self, kind: int, seat: int, places: list[int], events: list[Event]) -> None:
        if kind == constants.DEALT_BOARD:
            events.append(Board(self.hand.cards_at(places), self.street))
            return
        self.held.deal(seat, places)
        if self.with_holes:
            events.append(Dealt(seat, self.hand.cards_at(places), kind == constants.DEALT_UP, self.street))

    def moved(self, kind: int, seat: int, amount: int) -> tuple[str, int, int, bool]:
        """Return the name of an action, the chips put in, the seat's total for the street, and True if the seat is
        all-in.
        """
        chips = amount - self.bets[seat] if kind == constants.RAISED else amount
        # asked before the bet changes it
        unopened = self.is_unopened()
        self.bets[seat] += chips
        all_in = self.pay(seat, chips)
        if kind == constants.RAISED:
            name = "COMPLETE" if self.completing else "BET" if unopened else "RAISE"
            self.completing = False
        else:
            name = ACTION_NAMES[kind]
        # the fold of a player who is already all-in puts in no chips
        return name, chips, self.bets[seat], all_in and chips > 0

    def is_unopened(self) -> bool:
        """Return True if nobody has bet on this street."""
        for seat in range(self.seats):
            if self.bets[seat]:
                return False
        return True

    def drew(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if kind == constants.DISCARDED:
            # the seat stands pat: no DREW entry follows, so the event is made here
            if not self.held.throw(seat, amount):
                events.append(Drew(seat, known(()), known(()), self.street))
            return
        new = unpack(amount)
        old = self.held.draw(seat, new)
        events.append(Drew(seat, self.hand.cards_at(old), self.hand.cards_at(new), self.street))

    def settled(self, kind: int, seat: int, amount: int, events: list[Event]) -> None:
        if kind == constants.RETURNED:
            self.stacks[seat] += amount
            events.append(Returned(seat, amount))
        elif kind == constants.SHOWN:
            events.append(Shown(seat, self.hand.cards_at(self.held.places[seat]), self.hand.words(seat)))
        elif kind == constants.POT:
            self.pot += 1
        else:
            events.append(Awarded(seat, amount, self.pot, "low" if kind == constants.WON_LOW else "high"))


def events_of(hand: Hand) -> list[Event]:
    """Return all events of a hand so far."""
    return LogReader(hand).read(log_of(hand))
