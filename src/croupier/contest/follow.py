"""Follow a game while it is played, by asking for the events that are new for one viewer since the last call.

    follower = follow(state, seat)
    follower.news(state)            # new events, as that seat may see them

Any game can be followed through the events of its views. A poker hand is followed through its log instead, because
making all of its events again after every action would take longer than playing the hand.
"""

from __future__ import annotations

from typing import Any, Protocol

from croupier.games.api import ALL, State
from croupier.games.poker.event_stream import EventStream
from croupier.games.poker.hand import Hand


class Follower(Protocol):
    """Remembers which events of a game its viewer has seen."""

    def news(self, state: Any, /) -> list[Any]:
        """Return the events since the last call. The state must be a later position of the same game."""


def follow(state: State, viewer: int | str) -> Follower:
    """Return a follower of a game for a seat, PUBLIC or ALL."""
    return HandFollower(viewer) if isinstance(state, Hand) else ViewFollower(viewer)


class ViewFollower:
    """Follows any game through the events of its views."""

    def __init__(self, viewer: int | str) -> None:
        self.viewer = viewer
        self.seen = 0

    def news(self, state: State) -> list[object]:
        """Return the events that the viewer has not seen yet."""
        events = state.observe(self.viewer).events[self.seen:]
        self.seen += len(events)
        return list(events)


class HandFollower:
    """Follows a poker hand through its log."""

    def __init__(self, viewer: int | str) -> None:
        self.viewer = viewer
        self.stream = EventStream()

    def news(self, state: Hand) -> list[Any]:
        """Return the events that the viewer has not seen yet."""
        return self.stream.news(state if self.viewer == ALL else state.observe(self.viewer)._hand)
