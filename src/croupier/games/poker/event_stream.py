# cython: nonecheck=True, boundscheck=True
# None and bounds are checked here: Python code can pass both, and C code would crash
"""Make the events of a hand while it is played, reading each log entry once.

A viewer's events come from the hand inside its own view, which holds nothing that the viewer may not see; this module
decides nothing about secrets. It reads the log of the view's hand from inside, because making all events of a view
after every action would read every log many times over.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.games.poker import constants
from croupier.games.poker.events import Event
from croupier.games.poker.hand import Hand
from croupier.games.poker.log_events import LogReader


class EventStream:
    """A reader that returns what is new in a hand since the last call."""

    def __init__(self, with_holes: bool = True) -> None:
        self.reader: LogReader | None = None
        self.with_holes = with_holes
        self.count = 0

    def move(self, hand: Hand) -> tuple[int, str, int, int, bool] | None:
        """Return the seat and what it did (`LogReader.moved`), if one fold, check, call or raise is all that is new.

        Return None if anything else happened: then ask `news`.
        """
        fresh = hand.engine.log.entries_after(self.count)
        # a short cut for the host: a single bet needs neither cards nor a new view
        if len(fresh) != 1 or self.reader is None or not is_move(fresh[0]):
            return None
        self.count += 1
        seat = fresh[0] >> 5 & 15
        return seat, *self.reader.moved(fresh[0] & 31, seat, fresh[0] >> 9)

    def news(self, hand: Hand, seen: Callable[[], Hand] | None = None) -> list[Event]:
        """Return the events since the last call; `hand` must be a later position of the same hand.

        The log knows places in the deck, not cards. `seen` gives the hand that cards are taken from, if it is not the
        one whose log is read, and is called only where events hold cards.
        """
        fresh = hand.engine.log.entries_after(self.count)
        self.count += len(fresh)
        if self.reader is None:
            self.reader = LogReader(hand if seen is None else seen(), self.with_holes)
        # only these entries name cards, and only a hand up to date has them
        elif not are_moves(fresh):
            self.reader.hand = hand if seen is None else seen()
        return self.reader.read(fresh)


def is_move(entry: int) -> bool:
    """Return True if an entry is a fold, check, call or raise."""
    return constants.FOLDED <= entry & 31 <= constants.BROUGHT_IN


def are_moves(log: list[int]) -> bool:
    """Return True if all entries are moves."""
    for entry in log:
        if not is_move(entry):
            return False
    return True


def events_with(hand: Hand, asides: list[tuple[int, Event]]) -> list[Event]:
    """Return all events of a finished hand, each aside inserted at the log entry at which it was made."""
    reader = LogReader(hand)
    events: list[Event] = []
    waiting = list(asides)
    for place, entry in enumerate(hand.entries()):
        # an aside noted at entry n happened before that entry was read
        while waiting and waiting[0][0] <= place:
            events.append(waiting.pop(0)[1])
        events += reader.read([entry])
    return events + [aside for _, aside in waiting]
