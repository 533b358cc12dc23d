# cython: nonecheck=True, boundscheck=True
# None and bounds are checked here: Python code can pass both, and C code would crash
"""Make the events of a hand while it is played, reading each log entry once.

A viewer's events are made from the hand inside the view, which contains nothing that the viewer may not see. So this
module need not hide anything. Only the new entries of the log are read. The property `events` of a view is not used
here, because it makes all events again on every call.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.games.poker import constants
from croupier.games.poker.events import Event
from croupier.games.poker.hand import Hand
from croupier.games.poker.log_events import LogReader


class EventStream:
    """A reader that returns what has happened in a hand since the last call."""

    def __init__(self, with_holes: bool = True) -> None:
        self.reader: LogReader | None = None
        self.with_holes = with_holes
        self.count = 0

    def move(self, hand: Hand) -> tuple[int, str, int, int, bool] | None:
        """Return the seat and its action (`LogReader.moved`), if exactly one fold, check, call or raise is new.

        Return None if anything else happened. The caller then calls `news`.
        """
        fresh = hand.engine.log.entries_after(self.count)
        # a fast path for the host: the event of a single bet needs neither cards nor a new view
        if len(fresh) != 1 or self.reader is None or not is_move(fresh[0]):
            return None
        self.count += 1
        seat = fresh[0] >> 5 & 15
        return seat, *self.reader.moved(fresh[0] & 31, seat, fresh[0] >> 9)

    def news(self, hand: Hand, seen: Callable[[], Hand] | None = None) -> list[Event]:
        """Return the events since the last call; `hand` must be a later position of the same hand.

        The log contains places in the deck, not cards. `seen` is a function that returns the hand from which the cards
        are taken, if that is not `hand`. `seen` is called only if an event contains cards.
        """
        fresh = hand.engine.log.entries_after(self.count)
        self.count += len(fresh)
        if self.reader is None:
            self.reader = LogReader(hand if seen is None else seen(), self.with_holes)
        # moves contain no cards; for all other entries the reader needs the current hand, which has the newest cards
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
    """Return all events of a finished hand, together with the asides. Each aside is inserted at the log entry at which
    it was made.
    """
    reader = LogReader(hand)
    events: list[Event] = []
    waiting = list(asides)
    for place, entry in enumerate(hand.entries()):
        # an aside with number n happened before entry n
        while waiting and waiting[0][0] <= place:
            events.append(waiting.pop(0)[1])
        events += reader.read([entry])
    return events + [aside for _, aside in waiting]
