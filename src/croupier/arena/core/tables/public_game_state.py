"""The public table of a game that is not poker, event by event: the events say what moves, the game what stands.

Chips follow the events, so that a spectator sees the table after each of them and `audit` can compare what was told
with what is. Which cards lie open and where a betting round has ended is in no event: the public view says so after
each action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from msgspec import UnsetType

from croupier import protocol
from croupier.arena.core.tables.public_state import PublicState, Row

_PAYS = ("CALL", "BET", "RAISE", "ALL_IN", "BLIND")
_ROUND = (*_PAYS, "FOLD", "CHECK", "ANTE")
"""Events within a betting round: with any other the bets have gone into the middle."""


@dataclass(slots=True)
class PublicGameState(PublicState):
    """What has been told of one game."""

    @classmethod
    def begun(cls, table_id: str, hand_id: str, button: int, stacks: Mapping[int, int],
              has_chips: bool) -> PublicGameState:
        """A game before anything happened in it."""
        rows = {seat: Row(stack) for seat, stack in stacks.items()}
        return cls(table_id, hand_id, button, rows, "PLAY", has_chips=has_chips)

    def feed(self, event: protocol.Event) -> None:
        """Take one event."""
        self.event_no = event.event_no
        if isinstance(event, protocol.Removed):
            self.remove(event)
        if not isinstance(event, protocol.GameEvent):
            return
        if event.ev not in _ROUND:
            self._collect()
        if event.ev == "HAND":
            self._next_hand()
        elif not isinstance(event.seat, UnsetType):
            self.rows[event.seat].folded |= event.ev in ("FOLD", "FOLDED")
            if self.has_chips:
                self._move(event.ev, event.seat, event.data.get("amount", 0))

    def _move(self, word: str, seat: int, chips: int) -> None:
        """An event's chips."""
        if word in _PAYS:
            self.pay_in(seat, chips)
        elif word == "ANTE":
            self.pay_apart(seat, chips)
        elif word in ("RETURN", "WIN"):
            self.rows[seat].stack += chips
            self.rows[seat].total -= chips if word == "RETURN" else 0
            self.pot -= chips

    def _collect(self) -> None:
        """The bets go into the middle."""
        self.price = 0
        for row in self.rows.values():
            row.committed = 0

    def _next_hand(self) -> None:
        """Everybody is in again who has something to play for, and no card lies open."""
        self.community = []
        for row in self.rows.values():
            row.total, row.folded = 0, self.has_chips and row.stack == 0

    def look(self, view: Any, stacks: Mapping[int, int], phase: str) -> None:
        """What stands after an action, as everybody may see it."""
        live = getattr(view, "live", range(len(stacks)))
        for place, (seat, stack) in enumerate(stacks.items()):
            row = self.rows[seat]
            row.folded = place not in live
            if self.has_chips:
                row.committed = view.bets[place]
            else:
                row.stack = stack
        self.phase, self.price = phase, view.price if self.has_chips else 0
        self.community = [str(card) for card in getattr(view, "board", ())]
