"""Compute what everybody may see: the state of a hand after each event, and the public side of a table.

`PublicState` follows a hand by its public frames alone, so it cannot contain more than they do. It is needed because
the engine deals the rest of a hand in one step, while a spectator wants to see the table after each card. At the end of
a hand it must agree with the engine, chip for chip; the host checks this. Games that are not poker (`PublicGameState`)
have no events for open cards and for the end of a betting round. These facts are read from the game's public view after
each action.

`PublicTable` is the public value of a table at one moment. Spectators, relays, the HTTP API, metrics and the page read
this value, never the table itself. At a table with a delay (`spectator_delay`), `PublicFeed` holds back the value, and
the frames that led to it, for that time. Only players get anything newer.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from croupier import protocol

if TYPE_CHECKING:
    from croupier.arena.core.config import TableConfig
    from croupier.arena.core.tables.base import ArenaTable


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
    """One hand, as described by its public frames."""

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
    """The chips, by seat, that left the match with a removed team."""
    has_chips: bool = True
    """True if stacks are chips. A game that is not poker may be played for points."""

    @classmethod
    def of(cls, table_id: str, hand_id: str, button: int, stacks: Mapping[int, int], phase: str,
           has_chips: bool = True) -> Self:
        """Return the state of a hand before its first event."""
        return cls(table_id, hand_id, button, {seat: Row(stack) for seat, stack in stacks.items()}, phase,
                   has_chips=has_chips)

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
        """Pay chips that do not count towards a seat's bet, such as an ante or dead money."""
        self.rows[seat].pay(chips)
        self.rows[seat].committed -= chips
        self.pot += chips

    def pay_in(self, seat: int, chips: int) -> None:
        """Pay a seat's chips that count towards its bet."""
        self.rows[seat].pay(chips)
        self.pot += chips
        self.price = max(self.price, self.rows[seat].committed)

    def begin_street(self, phase: str) -> None:
        """Begin this street unless it has already begun. All bets go into the pot."""
        self._street(phase, [])

    def _street(self, phase: str, board: list[str]) -> None:
        if phase != self.phase:
            for row in self.rows.values():
                row.committed = 0
            self.price = 0
        self.phase = phase
        self.community += board

    def _award(self, event: protocol.PotAward) -> None:
        row = self.rows[event.seat]
        row.stack += event.amount
        self.pot -= event.amount
        if event.uncalled is True and self.phase != "SHOWDOWN":  # a draw follows, so the hand is not over
            row.total -= event.amount
            row.committed = max(0, row.committed - event.amount)
        else:
            self.phase = "SHOWDOWN"

    def remove(self, event: protocol.Removed) -> None:
        """Take the chips of a removed team off the table, if it was dealt in."""
        if event.seat in self.rows:
            self.rows[event.seat].stack -= event.amount
            self.removed[event.seat] = event.amount

    def state(self, next_actor: int | None, left_ms: int | None) -> protocol.TableState:
        """Return the state of the table after the events so far."""
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
"""Events within a betting round. Any other event means that the bets have gone into the pot."""


@dataclass(slots=True)
class PublicGameState(PublicState):
    """One game that is not poker, as described by its public frames."""

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
        """Begin a hand of the game. Every seat that can play is in again, and there are no open cards."""
        self.community = []
        for row in self.rows.values():
            row.total, row.folded = 0, self.has_chips and row.stack == 0

    def look(self, view: Any, stacks: Mapping[int, int], phase: str) -> None:
        """Copy the values that the game's public view shows after an action."""
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


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as everybody may see it at one moment."""

    table_id: str
    status: str
    match_id: str | None
    hand_no: int
    config: protocol.TableFacts
    is_practice: bool
    in_hand: bool
    is_asking: bool
    """True if a player has been prompted to act."""
    spectate: protocol.SpectateReply | None
    """The reply to `spectate`; None before the first match is journalled."""
    lobby: protocol.Lobby
    snapshot: protocol.Snapshot

    @classmethod
    def of(cls, table: ArenaTable, now: int) -> PublicTable:
        """Return the public value of a table at this moment."""
        match, audience = table.match, table.audience
        hand_no = match.hand_no if match is not None else 0
        return cls(table.table_id, table.status, match.key.match_id if match is not None else None, hand_no,
                   table.config.facts(max(1, hand_no)), table.config.practice, table.in_hand, table.prompt is not None,
                   audience.spectating(match) if match is not None else None,
                   audience.lobby(table.stacks_now(), table.paused),
                   audience.snapshot(table.hand, None, now, table.paused))

    @classmethod
    def unknown(cls, table_id: str, config: TableConfig) -> PublicTable:
        """Return the value of a table that has published nothing but its name and settings."""
        nobody = protocol.Snapshot(at_hand_id=None, phase="LOBBY", players=[], community=[], next_actor=None,
                                   time_ms_remaining=None)
        return cls(table_id, "waiting_for_players", None, 0, config.facts(), config.practice, False, False, None,
                   protocol.Lobby(table_id=table_id, players=[]), nobody)

    def on_arrival(self) -> list[protocol.Frame]:
        """Return the frames that a spectator gets on arrival. Before the first match there are none."""
        return [] if self.spectate is None else [self.spectate, self.lobby, self.snapshot]

    def as_dict(self, spectators: int) -> dict[str, Any]:
        """Return the value in the form of `/api/tables`."""
        shot = msgspec.structs.replace(self.snapshot, events=UNSET, paused=UNSET)
        built: dict[str, Any] = msgspec.to_builtins({
            "table_id": self.table_id, "status": self.status, "config": self.config, "match_id": self.match_id,
            "hand_no": self.hand_no, "spectators": spectators, "practice": self.is_practice,
            "players": self.lobby.players, "hand": shot})
        return built


class PublicFeed:
    """Holds back the public frames of one table, and the table's public value, for the table's delay."""

    def __init__(self, table_id: str, config: TableConfig) -> None:
        self.delay_ms = 1000 * config.spectator_delay
        self.shown = PublicTable.unknown(table_id, config)
        """At a table with a delay, the value that is public now."""
        self._texts: list[bytes] = []
        self._held: deque[tuple[int, list[bytes], PublicTable]] = deque()

    def add(self, text: bytes) -> None:
        """Add a public frame of the current command."""
        self._texts.append(text)

    def publish(self, value: Callable[[], PublicTable], now: int) -> None:
        """End a command. After the delay, its frames and the resulting value become public.

        The opening of an empty table is public at once, because it tells spectators how long the delay of the table is.
        """
        if self.delay_ms and self._texts:
            made = value()
            opens = self.shown.spectate is None and not made.lobby.players and not made.hand_no
            self._held.append((now if opens else now + self.delay_ms, self._texts, made))
            self._texts = []

    @property
    def deadline(self) -> int | None:
        """Return the time at which the next delayed frames are due."""
        return self._held[0][0] if self._held else None

    def release(self, now: int) -> Iterator[list[bytes]]:
        """Yield the frames that are due. If the table was not public before, yield a snapshot instead."""
        while self._held and self._held[0][0] <= now:
            _, texts, value = self._held.popleft()
            is_new, self.shown = self.shown.spectate is None, value
            yield [protocol.encode(frame) for frame in value.on_arrival()] if is_new else texts
