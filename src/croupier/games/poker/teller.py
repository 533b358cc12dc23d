# cython: nonecheck=True, boundscheck=True
"""Events of a hand while it is played: each log entry told once, from the hand of whoever listens.

A listener's events come from the hand inside its own view, so that what it may not see is not there to be told; this
module decides nothing about secrets. It reads the view's hand and the engine's story of it from inside, because asking
a view for all its events after every action would tell every hand many times over.
"""

from __future__ import annotations

from collections.abc import Callable

import cython

from croupier.games.poker.events import Event
from croupier.games.poker.hand import Hand
from croupier.games.poker.story import Story

if not cython.compiled:
    from croupier.games.poker.dealing import BROUGHT_IN, FOLDED


class Teller:
    """Tells what is new in a hand since it was last asked."""

    def __init__(self, tells_holes: bool = True) -> None:
        self.story: Story | None = None
        self.tells_holes = tells_holes
        self.told = 0

    def move(self, hand: Hand) -> tuple[int, str, int, int, bool] | None:
        """The seat and what it did (`Story.moved`), where one fold, check, call or raise is all that is new.

        None where anything else happened: then `news` tells it.
        """
        fresh = hand.entries_after(self.told)
        if len(fresh) != 1 or self.story is None or not is_move(fresh[0]):
            return None
        self.told += 1
        seat = fresh[0] >> 5 & 15
        return seat, *self.story.moved(fresh[0] & 31, seat, fresh[0] >> 9)

    def news(self, hand: Hand, seen: Callable[[], Hand] | None = None) -> list[Event]:
        """The events since the last call; the hand given must be the same hand, later on.

        The log knows places in the deck, not cards. `seen` gives the hand that cards are taken from, if it is not the
        one whose log is read, and is called only where cards are told.
        """
        fresh = hand.entries_after(self.told)
        self.told += len(fresh)
        if self.story is None:
            self.story = Story(hand if seen is None else seen(), self.tells_holes)
        elif not are_moves(fresh):
            self.story.hand = hand if seen is None else seen()
        return self.story.read(fresh)


def is_move(entry: int) -> bool:
    """Whether an entry is a fold, check, call or raise."""
    return FOLDED <= entry & 31 <= BROUGHT_IN


def are_moves(log: list[int]) -> bool:
    """Whether entries are nothing but that."""
    for entry in log:
        if not is_move(entry):
            return False
    return True


def told_with(hand: Hand, asides: list[tuple[int, Event]]) -> list[Event]:
    """All events of a finished hand, with asides put in where the log stood when they were made."""
    story = Story(hand)
    told: list[Event] = []
    waiting = list(asides)
    for place, entry in enumerate(hand.entries()):
        while waiting and waiting[0][0] <= place:
            told.append(waiting.pop(0)[1])
        told += story.read([entry])
    return told + [aside for _, aside in waiting]
