"""The public state of a hand after each event, for spectators, computed from public frames alone.

The engine deals the rest of a hand in one step; a spectator wants to see the table after each card. Because this state
is computed from public frames, it cannot contain more than they say. At the end of a hand it must agree with the
engine, chip for chip; the host checks that.

Games that are not poker (`PublicGameState`) have no events for open cards and the end of a betting round: their public
view is read after each action.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec import UnsetType

from croupier import protocol


@dataclass(slots=True)
class Row:
    """A seat's chips and whether it has folded."""

    stack: int
    committed: int = 0
    total: int = 0
    folded: bool = False

    def pay(self, chips: int) -> None:
        """Move chips from the stack to the bets of the street."""
        self.stack -= chips
        self.committed += chips
        self.total += chips


@dataclass(slots=True)
class PublicState:
    """One hand as its public frames describe it."""

    table_id: str
    hand_id: str
    button: int
    rows: dict[int, Row]
    phase: str
    event_no: int = 0
    pot: int = 0
    price: int = 0
    community: list[str] = field(default_factory=list)
    removed: dict[int, int] = field(default_factory=dict)
    """Chips that left the match with a removed team, by seat."""
    has_chips: bool = True
    """True if stacks are chips; a game that is not poker may be played for points."""

    @classmethod
    def of(cls, table_id: str, hand_id: str, button: int, stacks: Mapping[int, int], phase: str) -> PublicState:
        """Return the state of a hand before anything happened in it."""
        return cls(table_id, hand_id, button, {seat: Row(stack) for seat, stack in stacks.items()}, phase)

    def stacks(self) -> dict[int, int]:
        """Return the chips behind, by seat."""
        return {seat: row.stack for seat, row in self.rows.items()}

    def feed(self, event: protocol.Event) -> None:
        """Take one event."""
        self.event_no = event.event_no
        if isinstance(event, protocol.CheckedOrFolded):
            self.rows[event.seat].folded |= event.ev == "FOLD"
        elif isinstance(event, protocol.PutChips):
            self.pay_in(event.seat, event.amount)
        elif isinstance(event, protocol.PostBlinds):
            self._blinds(event)
        elif isinstance(event, protocol.Post):
            self._post(event)
        elif isinstance(event, protocol.Flop):
            self._street(event.ev, event.cards)
        elif isinstance(event, protocol.TurnOrRiver):
            self._street(event.ev, [event.card])
        elif isinstance(event, protocol.CardsDealt):
            self._street(event.street, event.cards if isinstance(event.seat, UnsetType) else [])
        elif isinstance(event, protocol.CardsDrawn):
            self._street(event.street, [])
        elif isinstance(event, protocol.PotAward):
            self._award(event)
        elif isinstance(event, protocol.Removed):
            self.remove(event)
        elif isinstance(event, protocol.Showdown):
            self.phase = "SHOWDOWN"

    def _blinds(self, event: protocol.PostBlinds) -> None:
        if not isinstance(event.sb_seat, UnsetType):
            self.pay_in(event.sb_seat, event.sb)
        self.pay_in(event.bb_seat, event.bb)

    def _post(self, event: protocol.Post) -> None:
        if event.kind in ("blind", "straddle"):
            self.pay_in(event.seat, event.amount)
        else:
            self.pay_apart(event.seat, event.amount)

    def pay_apart(self, seat: int, chips: int) -> None:
        """Pay a seat's chips that do not count towards its bet: an ante, dead money."""
        self.rows[seat].pay(chips)
        self.rows[seat].committed -= chips
        self.pot += chips

    def pay_in(self, seat: int, chips: int) -> None:
        """Pay a seat's chips that count towards its bet."""
        self.rows[seat].pay(chips)
        self.pot += chips
        self.price = max(self.price, self.rows[seat].committed)

    def _street(self, phase: str, board: list[str]) -> None:
        if phase != self.phase:
            for row in self.rows.values():
                row.committed = 0
            self.price = 0
        self.phase = phase
        self.community += board

    def _award(self, event: protocol.PotAward) -> None:
        self.phase = "SHOWDOWN"
        self.rows[event.seat].stack += event.amount
        self.pot -= event.amount

    def remove(self, event: protocol.Removed) -> None:
        """Take the chips of a removed team off the table, if it was dealt in."""
        if event.seat in self.rows:
            self.rows[event.seat].stack -= event.amount
            self.removed[event.seat] = event.amount

    def state(self, next_actor: int | None, left_ms: int | None) -> protocol.TableState:
        """Return the table after the events so far."""
        over = self.phase == "SHOWDOWN"
        players = [protocol.PlayerNow(seat=seat, stack=row.stack, has_folded=row.folded, committed=0 if over else
                                  row.committed, total_in_pot=row.total,
                                  all_in=self.has_chips and not row.folded and row.stack == 0)
                   for seat, row in self.rows.items()]
        return protocol.TableState(
            table_id=self.table_id, hand_id=self.hand_id, event_no=self.event_no, phase=self.phase, button=self.button,
            pot=self.pot, current_bet=0 if over else self.price, community=list(self.community), players=players,
            next_actor=next_actor, time_ms_remaining=left_ms)


_PAYS = ("CALL", "BET", "RAISE", "ALL_IN", "BLIND")
_ROUND = (*_PAYS, "FOLD", "CHECK", "ANTE")
"""Events within a betting round: with any other the bets have gone into the middle."""


@dataclass(slots=True)
class PublicGameState(PublicState):
    """One game that is not poker as its public frames describe it."""

    @classmethod
    def begun(cls, table_id: str, hand_id: str, button: int, stacks: Mapping[int, int],
              has_chips: bool) -> PublicGameState:
        """Return the state of a game before anything happened in it."""
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
        """Move the chips of an event."""
        if word in _PAYS:
            self.pay_in(seat, chips)
        elif word == "ANTE":
            self.pay_apart(seat, chips)
        elif word in ("RETURN", "WIN"):
            self.rows[seat].stack += chips
            self.rows[seat].total -= chips if word == "RETURN" else 0
            self.pot -= chips

    def _collect(self) -> None:
        """Move all bets into the pot."""
        self.price = 0
        for row in self.rows.values():
            row.committed = 0

    def _next_hand(self) -> None:
        """Begin a hand: every seat that can play is in again, and there are no open cards."""
        self.community = []
        for row in self.rows.values():
            row.total, row.folded = 0, self.has_chips and row.stack == 0

    def look(self, view: Any, stacks: Mapping[int, int], phase: str) -> None:
        """Take over what the public view shows after an action."""
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
