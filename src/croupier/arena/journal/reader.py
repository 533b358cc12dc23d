"""Read a store's journal: its records, each table's checkpoint, and the point from which a server continues.

A file may have been damaged or edited by hand. Data that no store can have written raises `BadArena`. The error does
not quote the data, which may be a player's cards.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.journal import checkpoint
from croupier.arena.journal.chain import Chain, Entry
from croupier.arena.journal.restore import Past

_UNREADABLE = (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError)
"""The exceptions caused by rows that no store has written."""


class Rows(Iterable[tuple[Any, ...]], Protocol):
    """The rows that a statement returns."""

    def fetchone(self) -> Any:
        """Return the next row, or None."""


class Database(Protocol):
    """The part of a database connection (DB-API 2.0) that reading needs."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Rows:
        """Run a statement."""


class LastRecords(msgspec.Struct):
    """The number of each table's last record, at one point of the journal."""

    upto: int
    ends: dict[str, int]


@contextmanager
def refuse_damage(what: str) -> Iterator[None]:
    """Raise BadArena if the block reads damaged data. The error quotes no row."""
    try:
        yield
    except BadArena:
        raise
    except _UNREADABLE as error:
        raise BadArena(f"{what} cannot be read: it is damaged ({type(error).__name__})") from None


class JournalReader:
    """The records of a store, and the state from which a restarted server continues."""

    def __init__(self, db: Database, path: str) -> None:
        self.db, self.path = db, path

    def meta(self, key: str) -> str | None:
        """Return a fact about the store from its table `meta`."""
        with refuse_damage(f"{self.path}: {key}"):
            row = self.db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
            return row[0] if row else None

    def chain(self) -> Chain:
        """Return the end of the journal's chain of seals, to which new records are appended."""
        with refuse_damage(f"{self.path}: the end of the journal"):
            number, seal, _ = self._require("journal_end").split()
            return Chain(bytes.fromhex(self._require("chain_key")), int(number), bytes.fromhex(seal))

    def ended_ms(self) -> int:
        """Return the time of the last record."""
        with refuse_damage(f"{self.path}: the end of the journal"):
            return int(self._require("journal_end").split()[2])

    def _require(self, key: str) -> str:
        value = self.meta(key)
        if value is None:
            raise BadArena(f"{self.path}: {key} is missing")
        return value

    def tables(self) -> dict[str, TableConfig]:
        """Return the latest settings of every table that was opened."""
        with refuse_damage(f"{self.path}: the tables"):
            return {saved.table_id: saved.config for saved in self._read_checkpoints()}

    def _read_checkpoints(self) -> Iterator[checkpoint.Checkpoint]:
        return (checkpoint.decode(body) for (body,) in self.db.execute("SELECT body FROM checkpoints"))

    def past(self) -> Past:
        """Return every table's checkpoint and the records after it."""
        with refuse_damage(f"{self.path}: the tables' state"):
            saved = list(self._read_checkpoints())
            last = self.last_records()
            entries = [entry for each in saved for entry in self._read_back(each.table_id, each.number, last)]
            entries.sort(key=lambda entry: entry.number)
            hand = self.db.execute("SELECT coalesce(max(number), 0) FROM dealt").fetchone()[0]
            return Past(saved, entries, int(hand), self.ended_ms())

    def _read_back(self, table_id: str, first: int, last: dict[str, int]) -> Iterator[Entry]:
        """Yield a table's records from the newest back to the one after `first`."""
        number = last.get(table_id, 0)
        while number > first:
            row = self.db.execute("SELECT table_id, at_ms, before, body FROM journal WHERE number = ?",
                                  (number,)).fetchone()
            if row is None or row[0] != table_id or row[2] >= number:
                raise BadArena(f"{self.path}: record {number} of {table_id} is missing, or names no earlier record")
            yield _make_entry(number, table_id, row[1], row[3])
            number = row[2]

    def stored_last_records(self) -> LastRecords:
        """Return the number of each table's last record from the latest stored list of these numbers."""
        return msgspec.json.decode(self.meta("last_records") or '{"upto":0,"ends":{}}', type=LastRecords)

    def last_records(self) -> dict[str, int]:
        """Return the number of each table's last record."""
        stored = self.stored_last_records()
        return stored.ends | dict(self.db.execute(
            "SELECT table_id, max(number) FROM journal WHERE number > ? GROUP BY table_id", (stored.upto,)))

    def entries(self) -> Iterator[Entry]:
        """Yield every record in order. Raise BadArena if a record does not name the previous record of its table."""
        last: dict[str, int] = {}
        with refuse_damage(f"{self.path}: the journal"):
            for number, table_id, at_ms, before, body in self.db.execute(
                    "SELECT number, table_id, at_ms, before, body FROM journal ORDER BY number"):
                if before != last.get(table_id, 0):
                    raise BadArena(f"record {number} does not name the previous record of its table")
                last[table_id] = number
                yield _make_entry(number, table_id, at_ms, body)


def _make_entry(number: int, table_id: Any, at_ms: Any, body: Any) -> Entry:
    """Return a row as a record. Raise BadArena if a column has a wrong type, since SQLite stores any type in any
    column.
    """
    if not (isinstance(table_id, str) and isinstance(at_ms, int) and isinstance(body, bytes)):
        raise BadArena(f"record {number} of the journal is damaged")
    return Entry(number, table_id, at_ms, body)
