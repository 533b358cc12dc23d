"""A second `Store`: one SQLite file that several servers share, with a lease for each table.

It exists to prove that the interface does not depend on one server: the same rows, the same reader and queries, and a
fencing token that is checked in the transaction that writes. It has one journal, so servers must take turns; a store
for real use has a journal for each server.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from pathlib import Path

from croupier.arena.core.outbox import Batch
from croupier.arena.journal.chain import START
from croupier.arena.journal.queries import Queries
from croupier.arena.journal.reader import JournalReader
from croupier.arena.journal.sqlite import INSERT, SCHEMA, create_inbox, format_end, make_rows
from croupier.arena.journal.store import StoreFailed

LEASES = "CREATE TABLE leases (table_id TEXT PRIMARY KEY, token INTEGER NOT NULL)"


class LeasedStore:
    """One server's connection to a store that others write to as well."""

    def __init__(self, path: Path) -> None:
        self.path, self.is_on_disk = str(path), True
        self.db = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        with self.db:
            self.db.execute("BEGIN IMMEDIATE")
            if not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in (*SCHEMA, LEASES):
                    self.db.execute(statement)
                self.db.execute("INSERT INTO meta VALUES ('chain_key', hex(randomblob(32))), ('journal_end', ?)",
                                (format_end(0, START, 0),))
        create_inbox(self.db)
        self.reader = sqlite3.connect(path, isolation_level=None, timeout=30, check_same_thread=False)
        self.journal, self.queries = JournalReader(self.reader, self.path), Queries(self.reader)
        self._tokens: dict[str, int] = {}
        self._failed: StoreFailed | None = None

    @classmethod
    def open_to_read(cls, path: Path) -> LeasedStore:
        store = cls(path)
        store.reader.execute("BEGIN")
        store.reader.execute("SELECT count(*) FROM meta").fetchone()
        store._failed = StoreFailed("opened to be read")
        return store

    def claim(self, tables: Collection[str]) -> None:
        with self.db:
            self.db.execute("BEGIN IMMEDIATE")
            for table in tables:
                self._tokens[table] = self.db.execute(
                    "INSERT INTO leases VALUES (?, 1) ON CONFLICT DO UPDATE SET token = token + 1 RETURNING token",
                    (table,)).fetchone()[0]

    def prepare(self, batch: Batch) -> None:
        """Do nothing: the rows depend on what other servers wrote."""

    def commit(self, batch: Batch) -> None:
        self.check()
        try:
            with self.db:
                self.db.execute("BEGIN IMMEDIATE")
                self._check_leases(batch)
                self.db.execute(INSERT, make_rows(batch, JournalReader(self.db, self.path).last_records()))
        except (sqlite3.Error, StoreFailed) as error:
            self._failed = StoreFailed(str(error))
            raise self._failed from None

    def _check_leases(self, batch: Batch) -> None:
        for table in {entry.table_id for entry in batch.entries} | set(batch.saved):
            row = self.db.execute("SELECT token FROM leases WHERE table_id = ?", (table,)).fetchone()
            if row is not None and row[0] != self._tokens.get(table):
                raise StoreFailed(f"{table} belongs to another server")

    def check(self) -> None:
        if self._failed is not None:
            raise self._failed

    def count_damage(self) -> int:
        return sum(text != "ok" for (text,) in self.reader.execute("PRAGMA integrity_check(20)"))

    def close(self) -> None:
        self.reader.close()
        self.db.close()
