"""Send frames to the players and spectators of a table, and make the frames that all of them get.

A public frame goes to players at once and to spectators after the table's delay. A private frame goes to one
connection. This module decides who receives a frame. It never decides which cards a frame may show: `plays` makes the
frames with cards for each viewer. Effects are carried out in the order in which they were added to the outbox.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from croupier import protocol
from croupier.arena.core.config import TableConfig
from croupier.arena.core.match_key import Match
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.public_state import PublicFeed
from croupier.arena.core.tables.seats import Seat, Seating


class Audience:
    """Connections that receive this table's frames: seated players and spectators."""

    def __init__(self, table_id: str, config: TableConfig, seats: Seating, outbox: Outbox) -> None:
        self.table_id, self.config, self.seats, self.out = table_id, config, seats, outbox
        self.feed = PublicFeed(table_id, config)
        self.watching: dict[int, None] = {}
        """The connections of spectators, in the order in which they connected."""
        self._crowd: tuple[int, ...] | None = ()

    @property
    def crowd(self) -> tuple[int, ...]:
        """Return the connections of all spectators.

        The tuple is made only when it is needed: if thousands leave at once, it is not made again for each of them. It
        stays the same object until a spectator comes or goes.
        """
        if self._crowd is None:
            self._crowd = tuple(self.watching)
        return self._crowd

    def add_spectator(self, conn: int) -> None:
        """Add a spectator."""
        self.watching[conn] = None
        self._crowd = None

    def remove_spectator(self, conn: int) -> None:
        """Remove a connection if it is a spectator's."""
        if conn in self.watching:
            del self.watching[conn]
            self._crowd = None

    def remove_spectators(self) -> None:
        """Remove all spectators."""
        self.watching.clear()
        self._crowd = ()

    def broadcast(self, frame: protocol.Frame) -> bytes:
        """Send a frame to everybody and return its text."""
        return self.send(self.seats.connections(), frame)

    def send(self, conns: Sequence[int], frame: protocol.Frame) -> bytes:
        """Send a public frame to these players now, and to spectators after the table's delay; return its text."""
        if not self.feed.delay_ms:
            return self.out.send(conns, frame, self.crowd)
        text = self.out.send(conns, frame)
        self.feed.add(text)
        return text

    def release(self, now: int) -> None:
        """Send spectators the delayed frames that are due."""
        for texts in self.feed.release(now):
            for text in texts:
                self.out.send_text((), text, self.crowd)

    def private(self, seat: Seat, frame: protocol.Frame) -> None:
        """Send a frame to one seat, if it is connected."""
        if seat.conn is not None:
            self.out.send([seat.conn], frame)

    def send_events(self, hand: InPlay, frames: Sequence[protocol.Event], actor: int | None = None,
                    results: list[protocol.SeatResult] | None = None) -> None:
        """Send events to everybody. Spectators, and players who asked for it, also get the state of the table after
        each event.
        """
        players, crowd, delay_ms = self.seats.connections(), self.crowd, self.feed.delay_ms
        eager = [seat.conn for seat in self.seats.taken.values() if seat.wants_states and seat.conn in players]
        for frame in frames:
            hand.add_event(frame, self.send(players, frame) if delay_ms else self.out.send(players, frame, crowd))
            last = frame is frames[-1]
            if last:
                hand.refresh()
            if eager or crowd or delay_ms:
                state = hand.state(actor if last else None, self.config.move_time_ms or None if last and
                                   actor is not None else None, last)
                if last and results is not None:
                    state.results = results
                self.send(eager, state)

    def lobby(self, stacks: Mapping[int, int], paused: bool = False) -> protocol.Lobby:
        """Return the lobby frame: every seat with its chips. Seats in a hand have their current chips."""
        return protocol.Lobby(table_id=self.table_id, paused=paused or UNSET, players=[
            self._in_lobby(seat, stacks.get(seat.seat, seat.stack)) for seat in self.seats])

    def _in_lobby(self, seat: Seat, stack: int) -> protocol.LobbyPlayer:
        row = protocol.LobbyPlayer(seat=seat.seat, team=seat.team, connected=seat.conn is not None, stack=stack,
                               nonce=seat.nonce or UNSET, intent=seat.intent or UNSET)
        if self.config.is_cash:
            row.intent, row.inactive, row.debt, row.top_up = seat.intent, seat.inactive, seat.debt, seat.top_up or UNSET
        return row

    def welcome(self, seat: Seat, match: Match) -> protocol.Welcome:
        """Return a seat's `welcome` frame, which has the table's settings and the commitment to the match's decks."""
        return protocol.Welcome(table_id=self.table_id, seat=seat.seat, config=self.config.facts(max(1, match.hand_no)),
                            deal=match.key.facts(match.hand_no), waits_for=seat.waits_for or UNSET)

    def spectating(self, match: Match) -> protocol.SpectateReply:
        """Return the frame that a spectator gets instead of `welcome`."""
        return protocol.SpectateReply(table_id=self.table_id, config=self.config.facts(max(1, match.hand_no)),
                               deal=match.key.facts(match.hand_no))

    def snapshot(self, hand: InPlay | None, viewer: int | None, now: int, paused: bool = False) -> protocol.Snapshot:
        """Return a snapshot of the table for a seat, or for a spectator (None)."""
        shot = self._empty_table() if hand is None else hand.snapshot(viewer, now)
        if viewer is not None and shot.you is UNSET:
            shot.you = protocol.YouNow(seat=viewer, hole=[], stack=self.seats[viewer].stack, to_call=0)
        shot.paused = paused or UNSET
        return shot

    def _empty_table(self) -> protocol.Snapshot:
        players = [protocol.PlayerNow(seat=seat.seat, stack=seat.stack, has_folded=False, committed=0, total_in_pot=0,
                                  all_in=False) for seat in self.seats if seat.plays]
        return protocol.Snapshot(at_hand_id=None, phase="LOBBY", players=players, community=[], next_actor=None,
                             time_ms_remaining=None)
