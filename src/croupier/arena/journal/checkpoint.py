"""Make and restore checkpoints. A checkpoint is the state of a table just before a hand begins, from which its replay
starts after a crash.

A checkpoint adds no information: the state follows from the table's commands. The checkpoint only saves a restarted
server from applying all commands again. The hand itself is not in the checkpoint: it is dealt again from the same
values, and its actions are in the journal. `croupier verify` applies all commands from the first one on and compares
the results with the checkpoints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from croupier.arena.core.config import TableConfig
from croupier.arena.core.match_key import Match
from croupier.arena.core.tables.seats import Seat
from croupier.arena.journal.chain import Entry

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


class Begun(Struct, frozen=True):
    """The state of a table just before its hand with this number begins."""

    hand: int
    seats: list[Seat]
    match: Match
    rest: dict[str, Any]


class Checkpoint(Struct, frozen=True):
    """The stored state of a table. Without `begun`, the table has just opened."""

    table_id: str
    number: int
    """The record in which the hand began or the table opened. A restart applies the records after it."""
    at_ms: int
    config: TableConfig
    begun: Begun | None = None


def encode(table: ArenaTable, entry: Entry) -> bytes:
    """Return a table's state as bytes, either just before its next hand or when the table opens."""
    begun = None
    if table.match is not None:
        begun = Begun(table.numbers.last + 1, list(table.seats), table.match, table.kept())
    return msgspec.json.encode(Checkpoint(table.table_id, entry.number, entry.at_ms, table.config, begun))


def decode(body: bytes) -> Checkpoint:
    """Return a checkpoint from its stored bytes."""
    return msgspec.json.decode(body, type=Checkpoint)


def restore(table: ArenaTable, saved: Begun, now: int) -> None:
    """Restore an empty table to the stored state and let its hand begin."""
    table.seats.put(saved.seats)
    table.match = saved.match
    table.take_back(saved.rest)
    table.numbers.last = saved.hand - 1
    table.begin(now)
    table.publish(now)
