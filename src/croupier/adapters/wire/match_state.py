"""Read and write the ACPC's MATCHSTATE, and build it from the events of a hand.

    MATCHSTATE:0:30:cc/r250c/:9s8h|/8c8d5c/6s
               position, number of the hand, betting by rounds, own and shown cards by position, board by rounds

Position 0 is the first seat after the button: heads-up the big blind, otherwise the small blind. In no-limit games the
size of a raise is the total of all chips that the player has then put in during the whole hand. In limit games a raise
is an `r` without a size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from croupier.adapters.hand_so_far import HandSoFar, Put
from croupier.errors import Error
from croupier.games.poker.events import Acted, Board, Event
from croupier.games.poker.view import View

LINE = re.compile(r"MATCHSTATE:([0-9]{1,3}):([0-9]{1,10}):((?:f|c|r[0-9]{0,15}|/)*):"
                  r"((?:[2-9TJQKA][shdc])*(?:\|(?:[2-9TJQKA][shdc])*)+)((?:/(?:[2-9TJQKA][shdc])*)*)")
_ACTION = re.compile(r"f|c|r[0-9]*")


class BadLine(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a line that is not valid in the ACPC's protocol."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """A hand in the form in which one player receives it."""

    position: int
    number: int
    betting: tuple[str, ...]
    """The actions of each round."""
    holes: tuple[str, ...]
    """The cards of each position; empty if they are hidden."""
    board: tuple[str, ...]
    """The board cards of each round after the first."""

    def __str__(self) -> str:
        board = "".join(f"/{cards}" for cards in self.board)
        return f"MATCHSTATE:{self.position}:{self.number}:{'/'.join(self.betting)}:{'|'.join(self.holes)}{board}"

    @staticmethod
    def read(text: str) -> tuple[MatchState, str]:
        """Return the state at the beginning of a line and the rest of the line. Raise BadLine if there is no state."""
        found = LINE.match(text)
        if found is None:
            raise BadLine(f"{text[:60]!r} is not a MATCHSTATE")
        position, number, betting, holes, board = found.groups()
        state = MatchState(int(position), int(number), tuple(betting.split("/")), tuple(holes.split("|")),
                           tuple(board.split("/")[1:]))
        if len(state.betting) != len(state.board) + 1 or state.position >= len(state.holes):
            raise BadLine(f"{text[:60]!r} contradicts itself: {len(state.betting)} rounds of betting, "
                          f"{len(state.board)} of board cards, {len(state.holes)} players")
        return state, text[found.end():]

    def actions(self) -> Iterator[tuple[int, str]]:
        """Yield every action with the number of its round."""
        for number, betting in enumerate(self.betting):
            for action in _ACTION.findall(betting):
                yield number, action


class StateTelling:
    """Builds the states that are sent to a player from a hand's events, one by one.

    The protocol has no fold with nothing to call. If a seat folds like this, the states show it calling, and folding as
    soon as it would have to pay.
    """

    def __init__(self, view: View, number: int) -> None:
        self.so_far, self.number, self.own = HandSoFar(view), number, view.seat or 0
        self.hole = "".join(map(str, view.hole))
        self.is_limit = view.rules.limit == "fixed"
        order = self.so_far.order
        self.rounds: list[str] = [""]
        self.gone: set[int] = set()
        """Seats that have folded with nothing to call, and whose fold has not been sent yet."""
        first = order[2 % len(order):] + order[:2 % len(order)] if len(order) > 2 else order[::-1]
        self.waiting = list(first)
        self.boards: list[str] = []
        self.is_told = False
        """True if the current state has been sent."""

    def take(self, event: Event) -> list[str]:
        """Process an event. Return the states that must be sent before it."""
        due = []
        if isinstance(event, Acted):
            due = self.state()
            self.fold_the_gone(until=event.seat)
        elif isinstance(event, Board):
            self.fold_the_gone()
        put = self.so_far.take(event)
        if isinstance(event, Acted) and put is not None:
            self.acted(put)
            self.is_told = False
        elif isinstance(event, Board):
            self.rounds.append("")
            self.boards.append("".join(map(str, event.cards)))
            self.waiting = [seat for seat in self.so_far.order if self.so_far.stacks[seat] > 0
                            and (seat in self.gone or seat not in self.so_far.folded)]
        return due

    def acted(self, put: Put) -> None:
        """Add an action to the betting."""
        seat, so_far = put.seat, self.so_far
        self.waiting = [each for each in self.waiting if each != seat]
        if put.kind in ("BET", "RAISE"):
            self.rounds[-1] += "r" if self.is_limit else f"r{so_far.totals[seat]}"
            at = so_far.order.index(seat)
            others = so_far.order[at + 1:] + so_far.order[:at]
            self.waiting = [each for each in others if so_far.stacks[each] > 0
                            and (each in self.gone or each not in so_far.folded)]
        elif put.kind == "FOLD" and so_far.bets[seat] >= so_far.price:
            self.gone.add(seat)
            self.rounds[-1] += "c"
        else:
            self.rounds[-1] += "f" if put.kind == "FOLD" else "c"

    def fold_the_gone(self, until: int | None = None) -> None:
        """Add the delayed folds, in turn, up to this seat or to the end of the round."""
        while self.waiting and self.waiting[0] != until and self.waiting[0] in self.gone:
            seat = self.waiting.pop(0)
            if self.so_far.bets[seat] < self.so_far.price:
                self.gone.discard(seat)
                self.rounds[-1] += "f"
            else:
                self.rounds[-1] += "c"

    def state(self, shown: dict[int, str] | None = None) -> list[str]:
        """Return a list with the current state, or an empty list if it has already been sent."""
        if self.is_told:
            return []
        self.is_told = True
        self.fold_the_gone()
        cards = {**(shown or {}), self.own: self.hole}
        order = self.so_far.order
        return [str(MatchState(order.index(self.own), self.number, tuple(self.rounds),
                               tuple(cards.get(seat, "") for seat in order), tuple(self.boards)))]


def told(view: View, number: int, events: Sequence[Event] | None = None) -> list[str]:
    """Return all states of a hand up to now, in the form in which one seat receives them."""
    telling, states = StateTelling(view, number), []
    for event in view.events if events is None else events:
        states += telling.take(event)
    return states + telling.state()
