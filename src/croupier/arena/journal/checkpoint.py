"""A table at the moment a hand begins, written down: where the replay of its deeds starts after a crash.

Everything a table is at that moment follows from its deeds; this saves doing them all again. The hand itself is not
saved: it is dealt anew from the same facts, and what was done in it stands in the journal. `croupier verify` does all
deeds from the first one on and compares.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.arena.core.config import TableConfig
from croupier.arena.core.tables.match_progress import Match
from croupier.arena.core.tables.seats import Seat
from croupier.arena.journal.chain import Entry

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


FORM = 3
"""By which rules deeds are done; raised when the same deeds come to mean something else. A table keeps the form that
its records say, so that old journals lead where they led, and takes on the present one when a server goes on with it.

1   before a match begins, who is removed or leaves keeps the seat; a broke seat of a cash table buys as little as 1
2   the seat is free again (T1, T5); a broke seat buys in anew, so at least the smallest buy-in (N14)
3   in evolved games a stack that is short of the bet calls with all of it when its time is up (B14); it folded
"""


class Begun(Struct, frozen=True):
    """A table before its hand of this number begins."""

    hand: int
    seats: list[Seat]
    match: Match
    rest: dict[str, Any]


class Checkpoint(Struct, frozen=True):
    """A table to start from; without `begun`, empty as it opened."""

    table_id: str
    number: int
    """The journal's record in which the hand began: the deeds after it are still to be done."""
    at_ms: int
    config: TableConfig
    begun: Begun | None = None
    form: int | UnsetType = UNSET
    """Left out where it is the first one, which did not say."""


def encoded(table: ArenaTable, entry: Entry) -> bytes:
    """What a table is, just before its next hand begins in this record; written at once, since the table goes on."""
    assert table.match is not None
    begun = Begun(table.numbers.last + 1, list(table.seats), table.match, table.kept())
    return msgspec.json.encode(Checkpoint(table.table_id, entry.number, entry.at_ms, table.config, begun, _form(table)))


def opened(table: ArenaTable, entry: Entry) -> bytes:
    """A table that has just opened."""
    return msgspec.json.encode(Checkpoint(table.table_id, entry.number, entry.at_ms, table.config, None, _form(table)))


def _form(table: ArenaTable) -> int | UnsetType:
    return UNSET if table.form == 1 else table.form


def restore(table: ArenaTable, saved: Begun, now: int) -> None:
    """Bring an empty table to where it was, and let its hand begin."""
    table.seats.taken = {seat.seat: seat for seat in saved.seats}
    table.match = saved.match
    table.take_back(saved.rest)
    table.numbers.last = saved.hand - 1
    table.begin(now)


def decoded(body: bytes) -> Checkpoint:
    """A checkpoint as it was."""
    return msgspec.json.decode(body, type=Checkpoint)
