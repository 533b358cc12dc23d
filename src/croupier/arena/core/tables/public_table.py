"""The public side of a table: one value for each moment, which everything public reads.

Spectators, relays, the HTTP API, metrics and the page read `PublicTable`, never the table itself. At a table with a
delay (`spectator_delay`), the value and the frames that led to it are held back for that time by `PublicFeed`: what is
newer exists only on the players' side.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET

from croupier import protocol

if TYPE_CHECKING:
    from croupier.arena.core.config import TableConfig
    from croupier.arena.core.tables.base import ArenaTable


@dataclass(frozen=True, slots=True)
class PublicTable:
    """A table as anybody may see it at one moment."""

    table_id: str
    status: str
    match_id: str | None
    hand_no: int
    config: protocol.TableFacts
    is_practice: bool
    in_hand: bool
    is_asking: bool
    """Whether a player has been asked to act."""
    spectate: protocol.SpectateReply | None
    """None before the first match is written down."""
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
        """Return the value of a table of which nothing is public yet but what it plays."""
        nobody = protocol.Snapshot(at_hand_id=None, phase="LOBBY", players=[], community=[], next_actor=None,
                                   time_ms_remaining=None)
        return cls(table_id, "waiting_for_players", None, 0, config.facts(), config.practice, False, False, None,
                   protocol.Lobby(table_id=table_id, players=[]), nobody)

    def on_arrival(self) -> list[protocol.Frame]:
        """Return what a spectator who arrives is sent; nothing before the first match."""
        return [] if self.spectate is None else [self.spectate, self.lobby, self.snapshot]

    def as_dict(self, spectators: int) -> dict[str, Any]:
        """Return the value as `/api/tables` writes it."""
        shot = msgspec.structs.replace(self.snapshot, events=UNSET, paused=UNSET)
        built: dict[str, Any] = msgspec.to_builtins({
            "table_id": self.table_id, "status": self.status, "config": self.config, "match_id": self.match_id,
            "hand_no": self.hand_no, "spectators": spectators, "practice": self.is_practice,
            "players": self.lobby.players, "hand": shot})
        return built


class PublicFeed:
    """The public frames of one table, and the value that they lead to, held back for the table's delay."""

    def __init__(self, table_id: str, config: TableConfig) -> None:
        self.delay_ms = 1000 * config.spectator_delay
        self.shown = PublicTable.unknown(table_id, config)
        """The value that is public now, at a table with a delay."""
        self._texts: list[bytes] = []
        self._held: deque[tuple[int, list[bytes], PublicTable]] = deque()

    def add(self, text: bytes) -> None:
        """Add a frame of the command that is being applied."""
        self._texts.append(text)

    def publish(self, value: Callable[[], PublicTable], now: int) -> None:
        """End a command: once the delay has passed, its frames and the value after it are public.

        A table that opens with nobody at it is public at once, so that spectators learn of the delay.
        """
        if self.delay_ms and self._texts:
            made = value()
            opens = self.shown.spectate is None and not made.lobby.players and not made.hand_no
            self._held.append((now if opens else now + self.delay_ms, self._texts, made))
            self._texts = []

    @property
    def deadline(self) -> int | None:
        """Return when the next frames are due."""
        return self._held[0][0] if self._held else None

    def release(self, now: int) -> Iterator[list[bytes]]:
        """Yield the frames that are due; of a table that was not known, a snapshot instead."""
        while self._held and self._held[0][0] <= now:
            _, texts, value = self._held.popleft()
            is_new, self.shown = self.shown.spectate is None, value
            yield [protocol.encode(frame) for frame in value.on_arrival()] if is_new else texts
