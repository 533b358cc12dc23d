"""Track the public facts of a hold'em hand event by event, for systems that need the whole history.

    so_far = HandSoFar(view)            # before the first event
    for event in view.events:
        so_far.take(event)              # stacks, bets, street and history are now as they were after this event
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.bots.base import BadBot
from croupier.games.poker.events import Acted, Awarded, Board, Dealt, Event, Posted, Returned
from croupier.games.poker.view import View

STREETS = ("preflop", "flop", "turn", "river")


@dataclass(frozen=True, slots=True)
class Put:
    """A post or an action of a seat."""

    seat: int
    kind: str
    """ANTE, BLIND, or the kind of an action: FOLD, CHECK, CALL, BET, RAISE."""
    paid: int
    """The chips put in with this post or action."""
    to: int
    """The seat's total on this street afterwards."""
    raised_by: int
    """The amount by which a blind, bet or raise increased the price; 0 for other kinds."""


class HandSoFar:
    """The public facts of a hand, built up from its events."""

    def __init__(self, view: View) -> None:
        stacks, payoffs = view.stacks, view.payoffs
        self.order = [event.seat for event in view.events if isinstance(event, Dealt) and event.street == "PRE_FLOP"]
        """The seats that were dealt in, from the left of the button to the button itself."""
        self.start = {seat: stacks[seat] - payoffs[seat] for seat in self.order}
        self.stacks = dict(self.start)
        self.bets = dict.fromkeys(self.order, 0)
        self.totals = dict.fromkeys(self.order, 0)
        """The chips that each seat has put in during this hand, without returned bets."""
        self.folded: set[int] = set()
        self.board: list[str] = []
        self.street = 0
        self.price = 0
        self.history: list[list[Put]] = [[]]
        """A list of posts and actions for each street."""

    def take(self, event: Event) -> Put | None:
        """Process the next event. Return the post or action, or None for cards and the settlement."""
        if isinstance(event, Posted):
            return self._put(event.seat, "ANTE" if event.kind == "ante" else "BLIND", event.amount)
        if isinstance(event, Acted):
            if event.kind == "FOLD":
                self.folded.add(event.seat)
            return self._put(event.seat, event.kind, event.amount)
        if isinstance(event, Board):
            self.board += [str(card) for card in event.cards]
            self.street += 1
            self.price = 0
            self.bets = dict.fromkeys(self.order, 0)
            self.history.append([])
        elif isinstance(event, Returned | Awarded):
            self.stacks[event.seat] += event.amount
            if isinstance(event, Returned):
                self.totals[event.seat] -= event.amount
        return None

    def _put(self, seat: int, kind: str, amount: int) -> Put:
        self.stacks[seat] -= amount
        self.totals[seat] += amount
        if kind != "ANTE":
            self.bets[seat] += amount
        added = max(0, self.bets[seat] - self.price)
        self.price += added
        put = Put(seat, kind, amount, self.bets[seat], added)
        self.history[-1].append(put)
        return put

    @property
    def live(self) -> list[int]:
        """Return the seats that have not folded."""
        return [seat for seat in self.order if seat not in self.folded]

    def is_all_in(self, seat: int) -> bool:
        """Return True if a seat is in the hand and has no chips left."""
        return self.stacks[seat] == 0 and seat not in self.folded


def refuse_other_games(view: Any, who: str) -> None:
    """Raise BadBot unless the game is Texas hold'em."""
    rules = getattr(view, "rules", None)
    if getattr(rules, "code", "") not in ("NT", "FT", "PT"):
        raise BadBot(f"{who} plays Texas hold'em only, not {getattr(rules, 'name', type(view).__name__)}")
