"""A store's journal, read: everything that happened, where each table was, and where to go on.

What no store ever wrote is refused by name: a file may have been damaged, or changed by hand. No error quotes what it
found, for that may be somebody's cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.journal import checkpoint
from croupier.arena.journal.chain import START, Chain, Entry
from croupier.arena.journal.queries import Shelf, readable
from croupier.arena.journal.restore import Past


class Ends(msgspec.Struct):
    """The tables' last records, up to one of the journal."""

    upto: int
    ends: dict[str, int]


class Journal(Shelf):
    """The records of a store, and what a restart goes on from."""

    path: str
    schema: int

    def meta(self, key: str) -> str | None:
        """A fact about the store itself."""
        row = self.reader.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    @property
    def has_journal(self) -> bool:
        """Whether anything was ever journalled here, or there are traces of it: not by schema 1."""
        with readable(f"{self.path}: the journal's end"):
            return self.meta("journal_end") is not None or (self.schema > 1 and any(
                self.reader.execute(f"SELECT 1 FROM {table}").fetchone() for table in ("journal", "checkpoints")))

    def chain(self) -> Chain:
        """The end of the journal, to write on from."""
        with readable(f"{self.path}: the journal's end"):
            key, end = self.meta("chain_key"), self.meta("journal_end")
            if (key is None and self.schema > 1) or (end is None and self.has_journal):
                raise BadArena(f"{self.path}: the journal's key or its end is missing")
            number, seal, _ = (end or f"0 {START.hex()} 0").split()
            return Chain(bytes.fromhex(key or START.hex()), int(number), bytes.fromhex(seal))

    def tables(self) -> dict[str, TableConfig]:
        """The tables that have been opened, as they were last."""
        with readable(f"{self.path}: its tables"):
            return {saved.table_id: saved.config for saved in self._checkpoints()}

    def _checkpoints(self) -> Iterator[checkpoint.Checkpoint]:
        return (checkpoint.decoded(body) for (body,) in self.reader.execute("SELECT body FROM checkpoints"))

    def past(self) -> Past:
        """Where every table was, and what happened since."""
        with readable(f"{self.path}: what a restart needs"):
            saved = list(self._checkpoints())
            ends = self.table_ends()
            entries = [entry for each in saved for entry in self._since(each.table_id, each.number, ends)]
            entries.sort(key=lambda entry: entry.number)
            return Past(saved, entries, self.last_hand(), self.ended_ms())

    def ended_ms(self) -> int:
        """When the last record was made."""
        return int((self.meta("journal_end") or "0").split()[-1])

    def _since(self, table_id: str, first: int, ends: dict[str, int]) -> Iterator[Entry]:
        """A table's records after one of them, the last one first."""
        number = ends.get(table_id, 0)
        while number > first:
            row = self.reader.execute("SELECT table_id, at_ms, before, body FROM journal WHERE number = ?",
                                      (number,)).fetchone()
            if row is None or row[0] != table_id or row[2] >= number:
                raise BadArena(f"{self.path}: record {number} of {table_id} is missing, or leads nowhere")
            yield _entry(number, table_id, row[1], row[3])
            number = row[2]

    def ends_kept(self) -> Ends:
        """Which was each table's last record when that was written down."""
        return msgspec.json.decode(self.meta("ends") or '{"upto":0,"ends":{}}', type=Ends)

    def table_ends(self) -> dict[str, int]:
        """Which is each table's last record."""
        kept = self.ends_kept()
        return kept.ends | dict(self.reader.execute(
            "SELECT table_id, max(number) FROM journal WHERE number > ? GROUP BY table_id", (kept.upto,)))

    def journal(self) -> Iterator[Entry]:
        """Every record of every table, in order; BadArena where one does not name its table's record before it."""
        before = "before" if self.schema >= 3 else "NULL"
        ends: dict[str, int] = {}
        with readable(f"{self.path}: the journal"):
            for number, table_id, at_ms, named, body in self.reader.execute(
                    f"SELECT number, table_id, at_ms, {before}, body FROM journal ORDER BY number"):
                if named not in (None, ends.get(table_id, 0)):
                    raise BadArena(f"record {number} follows {named} of its table, but that is {ends.get(table_id, 0)}")
                ends[table_id] = number
                yield _entry(number, table_id, at_ms, body)


def _entry(number: int, table_id: Any, at_ms: Any, body: Any) -> Entry:
    """A record, if its columns hold what a record has: SQLite keeps anything anywhere."""
    if not (isinstance(table_id, str) and isinstance(at_ms, int) and isinstance(body, bytes)):
        raise BadArena(f"record {number} of the journal is damaged")
    return Entry(number, table_id, at_ms, body)
