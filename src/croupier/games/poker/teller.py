"""Events of a hand while it is played: each log entry told once, from the hand of whoever listens.

A listener's events come from the hand inside its own view, so that what it may not see is not there to be told; this
module decides nothing about secrets. It reads the view's hand and the engine's story of it from inside, because asking
a view for all its events after every action would tell every hand many times over.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.games.poker.events import BROUGHT_IN, FOLDED, Event, Story, entries
from croupier.games.poker.hand import Hand


class Teller:
    """Tells what is new in a hand since it was last asked."""

    __slots__ = ("_story", "_tells_holes", "_told")

    def __init__(self, tells_holes: bool = True) -> None:
        self._story: Story | None = None
        self._tells_holes = tells_holes
        self._told = 0

    def move(self, hand: Hand) -> tuple[int, str, int, int, bool] | None:
        """The seat and what it did (`Story.moved`), where one fold, check, call or raise is all that is new.

        None where anything else happened: then `news` tells it.
        """
        fresh = hand.entries_after(self._told)
        if len(fresh) != 1 or self._story is None or not FOLDED <= fresh[0] & 31 <= BROUGHT_IN:
            return None
        self._told += 1
        seat = fresh[0] >> 5 & 15
        return seat, *self._story.moved(fresh[0] & 31, seat, fresh[0] >> 9)

    def news(self, hand: Hand, seen: Callable[[], Hand] | None = None) -> list[Event]:
        """The events since the last call; the hand given must be the same hand, later on.

        The log knows places in the deck, not cards. `seen` gives the hand that cards are taken from, if it is not the
        one whose log is read, and is called only where cards are told.
        """
        fresh = list(entries(hand.entries_after(self._told)))
        self._told += len(fresh)
        if self._story is None:
            self._story = Story(hand if seen is None else seen(), self._tells_holes)
        elif not all(FOLDED <= kind <= BROUGHT_IN for kind, _, _ in fresh):
            self._story.hand = hand if seen is None else seen()
        return [event for entry in fresh for event in self._story.event(*entry)]


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
