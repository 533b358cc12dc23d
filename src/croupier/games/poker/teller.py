"""Events of a hand while it is played: each log entry told once, from the hand of whoever listens.

A listener's events come from the hand inside its own view, so that what it may not see is not there to be told; this
module decides nothing about secrets. It reads the view's hand and the engine's story of it from inside, because asking
a view for all its events after every action would tell every hand many times over.
"""

from __future__ import annotations

from croupier.games.poker.events import Event, Story, entries
from croupier.games.poker.hand import Hand


class Teller:
    """Tells what is new in a hand since it was last asked."""

    __slots__ = ("_story", "_told")

    def __init__(self) -> None:
        self._story: Story | None = None
        self._told = 0

    def news(self, hand: Hand) -> list[Event]:
        """The events since the last call; the hand given must be the same hand, later on."""
        log = hand.entries()
        if self._story is None:
            self._story = Story(hand)
        self._story.hand = hand
        fresh = log[self._told:]
        self._told = len(log)
        return [event for entry in entries(fresh) for event in self._story.event(*entry)]


def told_with(hand: Hand, asides: list[tuple[int, Event]]) -> list[Event]:
    """All events of a finished hand, with asides put in where the log stood when they were made."""
    log = hand.entries()
    story = Story(hand)
    told: list[Event] = []
    waiting = list(asides)
    for place, entry in enumerate(entries(log)):
        while waiting and waiting[0][0] <= place:
            told.append(waiting.pop(0)[1])
        told.extend(story.event(*entry))
    return told + [aside for _, aside in waiting]
