"""An arena's memory, in SQLite: the journal of everything that changed a table, and what came of it. Only added to.

    store = Store("arena.db")           ":memory:" keeps nothing beyond the run

A batch is committed whole or not at all, and is on the disk when `commit` returns (write-ahead log,
`synchronous=FULL`). What cannot be written raises StoreFailed, once and for all: the store takes nothing more, because
nobody may be dealt a hand that cannot be kept.

Two kinds of tables: `journal` is the truth (rulings T6, T8: secrets, deeds, times, in a chain of seals); `hands`,
`matches` and the rest follow from it and are there to be asked for (`shelf`). `checkpoints` saves replaying from the
first record on: from a table's last record each names the one before it, back to the checkpoint. So records are only
ever added at the end of the file's pages, however many tables there are. The file holds secrets, join codes and hidden
cards: it is readable by its owner alone. One server at a time: a second one finds the file `...-lock` locked and is
refused. Others may read meanwhile.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
from pathlib import Path

from croupier.arena.core.config import BadArena
from croupier.arena.journal.batch import Batch, Record
from croupier.arena.journal.chain import KEY_BYTES, Entry
from croupier.arena.journal.file_check import Damaged, StoreFile
from croupier.arena.journal.reader import Journal
from croupier.arena.journal.rows import rows_of
from croupier.arena.journal.sqlite_insert import INSERT, connected, fill_from
from croupier.errors import Error

SCHEMA = 3

_SCHEMA_1 = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE matches (number INTEGER PRIMARY KEY, match_id TEXT UNIQUE NOT NULL, table_id TEXT NOT NULL,
                      secret BLOB NOT NULL, given_ms INTEGER NOT NULL);
CREATE TABLE begun (match_id TEXT PRIMARY KEY, begun_ms INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE ended (match_id TEXT PRIMARY KEY, ended_ms INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE hands (hand_id TEXT PRIMARY KEY, number INTEGER NOT NULL, match_id TEXT NOT NULL, hand_no INTEGER NOT NULL,
                    table_id TEXT NOT NULL, body TEXT NOT NULL, UNIQUE (match_id, hand_no));
CREATE TABLE dealt (number INTEGER PRIMARY KEY, hand_id TEXT UNIQUE NOT NULL, match_id TEXT NOT NULL);
CREATE TABLE removed (match_id TEXT NOT NULL, hand_no INTEGER NOT NULL, body TEXT NOT NULL);
"""
_SCHEMA_2 = """
CREATE TABLE journal (table_id TEXT NOT NULL, number INTEGER NOT NULL, at_ms INTEGER NOT NULL, body BLOB NOT NULL,
                      PRIMARY KEY (table_id, number)) WITHOUT ROWID;
CREATE TABLE checkpoints (table_id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID;
"""
_SCHEMA_3 = """
ALTER TABLE journal RENAME TO journal_2;
CREATE TABLE journal (number INTEGER PRIMARY KEY, table_id TEXT NOT NULL, at_ms INTEGER NOT NULL,
                      before INTEGER NOT NULL, body BLOB NOT NULL);
INSERT INTO journal SELECT number, table_id, at_ms, coalesce((SELECT max(number) FROM journal_2 earlier WHERE
                    earlier.table_id = later.table_id AND earlier.number < later.number), 0), body
                    FROM journal_2 later ORDER BY number;
DROP TABLE journal_2;
"""
MIGRATIONS = {1: _SCHEMA_2, 2: _SCHEMA_3}
"""From one schema to the next. Schema 1 had no journal: its matches stay readable, but cannot be gone on with. Schema 2
kept each table's records together, which cost a page a table and commit."""


class StoreFailed(Error, RuntimeError):  # noqa: N818 - what happened
    """Something could not be written: dealing must stop."""


class Store(Journal):
    """An arena's memory."""

    def __init__(self, path: str | os.PathLike[str] = ":memory:") -> None:
        self.path = os.fspath(path)
        self.failed: StoreFailed | None = None
        self._lock: sqlite3.Connection | None = None
        self._file: StoreFile | None = None
        self._last: Entry | None = None
        """The last record that was committed."""
        try:
            if self.path != ":memory:":
                self._lock = _locked(self.path + "-lock")
                _create(self.path)
            self.db = connected(self.path)
            self._prepare()
            self.schema = SCHEMA
            self.reader = self.db if self.path == ":memory:" else _reader(self.path)
            self._ends = self.table_ends()
            if self.path != ":memory:":
                self._file, self._readback = StoreFile(self.path), _reader(self.path)
        except (OSError, sqlite3.Error, TypeError, ValueError) as error:
            self.close()
            raise error if isinstance(error, BadArena) else BadArena(
                f"{self.path} cannot be used as an arena's store: {error}") from error

    def _prepare(self) -> None:
        self.db.execute("BEGIN IMMEDIATE")
        try:
            self._migrate()
        except BaseException:
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        fill_from(self.db)

    def _migrate(self) -> None:
        """Bring a new or old file to the present schema; one from the future is refused."""
        if not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            _run(self.db, _SCHEMA_1)
            self.db.execute("INSERT INTO meta VALUES ('schema', '1')")
        found = _schema(self.db, self.path)
        for version in range(found, SCHEMA):
            _run(self.db, MIGRATIONS[version])
        if found < SCHEMA:
            self._set("schema", str(SCHEMA))
        if found < 2:
            self._set("chain_key", secrets.token_bytes(KEY_BYTES).hex())

    @classmethod
    def reading(cls, path: str | os.PathLike[str]) -> Store:
        """A store to look at, without changing anything, also while a server runs on it."""
        store = cls.__new__(cls)
        store.path, store._lock = os.fspath(path), None
        try:
            store.db = store.reader = _reader(store.path)
            store.db.isolation_level = None
            store.db.execute("BEGIN")  # one moment of it, whatever is written meanwhile
            store.schema = _schema(store.db, store.path)
        except (sqlite3.Error, TypeError, ValueError) as error:
            store.close()
            raise error if isinstance(error, BadArena) else BadArena(
                f"{path} cannot be read as an arena's store: {error}") from error
        return store

    def close(self) -> None:
        """Put everything in order on the disk, as far as it was opened."""
        for name in ("_readback", "reader", "db", "_file", "_lock"):  # our own descriptors after SQLite's
            opened = getattr(self, name, None)
            if opened is not None:
                opened.close()

    # -- written -------------------------------------------------------------------------------------------------------

    def prepare(self, batch: Batch) -> None:
        """Make a batch ready to be written, in the order they are to be written: a thread that commits then hardly
        needs the interpreter."""
        batch.rows = rows_of(batch, self._ends)

    def commit(self, batch: Batch) -> None:
        """Write a batch; returns once it is safe. After a failure nothing is taken any more."""
        if self.failed is not None:
            raise self.failed
        try:
            if batch.rows is None:
                self.prepare(batch)
            self.db.execute(INSERT, batch.rows or [])
            self._last = batch.entries[-1] if batch.entries else self._last
        except sqlite3.Error as error:
            self.failed = StoreFailed(f"{self.path}: {error}")
            if self.db.in_transaction:
                self.db.rollback()
            raise self.failed from error

    def check(self) -> None:
        """Raise StoreFailed if the files on the disk are not, or do not hold, what was committed.

        Call it about twice a second, on the thread that commits, between two commits.
        """
        if self.failed is not None:
            raise self.failed
        if self._file is None:
            return
        try:
            self._file.check()
            self._read_back()
        except (Damaged, sqlite3.Error) as error:
            self.failed = StoreFailed(f"{self.path}: {error}")
            raise self.failed from error

    def _read_back(self) -> None:
        """Read the last record from the disk, by a connection that did not write it."""
        if self._last is not None:
            row = self._readback.execute("SELECT body FROM journal WHERE number = ?", (self._last.number,)).fetchone()
            if row is None or bytes(row[0]) != bytes(self._last.body):
                raise Damaged(f"record {self._last.number} was committed and is not there")

    def keep(self, record: Record) -> None:
        """Write one record of what came of things."""
        self.commit(Batch(records=[record]))

    def new_match(self, match_id: str, table_id: str, secret: bytes, now: int) -> None:
        """Write a match's secret down without a journal."""
        try:
            self._match(match_id, table_id, secret, now)
        except sqlite3.Error as error:
            raise StoreFailed(f"{self.path}: {error}") from error

    def _match(self, match_id: str, table_id: str, secret: bytes, now: int) -> None:
        self.db.execute("INSERT INTO matches (match_id, table_id, secret, given_ms) VALUES (?, ?, ?, ?)",
                        (match_id, table_id, secret, now))

    def _set(self, key: str, value: str) -> None:
        self.db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))


def _locked(path: str) -> sqlite3.Connection:
    """A lock on a file that ends with this process, however that ends."""
    _create(path)
    lock = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode=OFF")  # nothing is ever written: no file beside it
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise BadArena(f"{path.removesuffix('-lock')} cannot be used as an arena's store: another arena has it "
                           "open, it is locked") from error
        raise BadArena(f"{path} cannot be locked: {error}") from error
    return lock


def _create(path: str) -> None:
    """A file for its owner alone."""
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))


def _reader(path: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, timeout=5, check_same_thread=False)


def _run(db: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";\n"):
        db.execute(statement)


def _schema(db: sqlite3.Connection, path: str) -> int:
    row = db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
    if row is None:
        raise BadArena(f"{path} does not say which schema it has")
    found = int(row[0])
    if found < 1:
        raise BadArena(f"{path} has no schema {found}")
    if found == 1 and db.execute("SELECT 1 FROM sqlite_master WHERE name = 'journal'").fetchone():
        raise BadArena(f"{path} has a journal, which its schema {found} has not")
    if found > SCHEMA:
        raise BadArena(f"{path} was written by a newer croupier (schema {found}, this one knows {SCHEMA})")
    return found
