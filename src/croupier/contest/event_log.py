"""Publish the events of a table of bots on a bus, and store them with the hands that they belong to."""

from __future__ import annotations

from collections.abc import Callable

from croupier.contest.bus import Bus
from croupier.contest.events import Happened, TableEvent, Warned
from croupier.contest.result import PlayedHand, Warnings
from croupier.games.api import State


class EventLog:
    """Publishes the events of one table. If `hands` is a list, the log also stores each event with its hand."""

    def __init__(self, bus: Bus | None) -> None:
        self.bus = bus
        self.warnings = Warnings()
        self.hands: list[PlayedHand] | None = None
        self.after: list[TableEvent] = []
        """The events since the last stored hand."""
        self._hand: PlayedHand | None = None
        self._length: Callable[[], int] = int

    @property
    def is_live(self) -> bool:
        """Return True if somebody has subscribed to the events of a hand. The result may change, because subscribers
        may come at any time.
        """
        return self.bus is not None and self.bus.wants(Happened)

    def begin(self, number: int, state: State, length: Callable[[], int]) -> PlayedHand:
        """Begin a hand. `length` is called for the number of events so far in the hand's own log."""
        hand = PlayedHand(number, self.after, state, [])
        if self.hands is not None:
            self.hands.append(hand)
            self.after = []
        self._hand, self._length = hand, length
        return hand

    def end(self) -> None:
        """End the hand. Warnings after this do not belong to any hand."""
        self._hand = None

    def heard(self, event: TableEvent) -> None:
        """Publish an event of the current hand, and count it if it is a warning."""
        if isinstance(event, Warned):
            self.warnings.add(event)
            if self._hand is not None and self.hands is not None:
                self._hand.warnings.append((self._length(), event))
        if self.bus is not None:
            self.bus.publish(event)

    def between(self, event: TableEvent) -> None:
        """Store and publish an event that happened between hands."""
        if self.hands is not None:
            self.after.append(event)
        if self.bus is not None:
            self.bus.publish(event)
