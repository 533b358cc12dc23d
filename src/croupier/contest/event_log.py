"""The events of a table of bots: published on a bus, and kept with the hands they belong to."""

from __future__ import annotations

from collections.abc import Callable

from croupier.contest.bus import Bus
from croupier.contest.events import Happened, TableEvent, Warned
from croupier.contest.result import PlayedHand, Warnings
from croupier.games.api import State


class EventLog:
    """The events of one table: published and, if `hands` is a list, stored with the hands that they belong to."""

    def __init__(self, bus: Bus | None) -> None:
        self.bus = bus
        self.warnings = Warnings()
        self.hands: list[PlayedHand] | None = None
        self.after: list[TableEvent] = []
        """Events since the last hand that was kept."""
        self._hand: PlayedHand | None = None
        self._length: Callable[[], int] = int

    @property
    def is_live(self) -> bool:
        """Return True if somebody wants the events of a hand while it is played; subscribers may come at any time."""
        return self.bus is not None and self.bus.wants(Happened)

    def begin(self, number: int, state: State, length: Callable[[], int]) -> PlayedHand:
        """Begin a hand; `length` returns the number of events in the hand's own log so far."""
        hand = PlayedHand(number, self.after, state, [])
        if self.hands is not None:
            self.hands.append(hand)
            self.after = []
        self._hand, self._length = hand, length
        return hand

    def end(self) -> None:
        """End the hand; later warnings belong to no hand."""
        self._hand = None

    def heard(self, event: TableEvent) -> None:
        """Take an event of the hand that is being played: count warnings, publish everything."""
        if isinstance(event, Warned):
            self.warnings.add(event)
            if self._hand is not None and self.hands is not None:
                self._hand.warnings.append((self._length(), event))
        if self.bus is not None:
            self.bus.publish(event)

    def between(self, event: TableEvent) -> None:
        """Keep and publish an event that happened between hands."""
        if self.hands is not None:
            self.after.append(event)
        if self.bus is not None:
            self.bus.publish(event)
