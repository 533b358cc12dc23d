"""A store in one SQLite file, for one server.

    store = SqliteStore("arena.db")             ":memory:" keeps the data only while the process runs
    store = SqliteStore.open_to_read(path)      works while a server writes to the same file

A commit is on the disk when `commit` returns (write-ahead log, `synchronous=FULL`). The table `journal` is the source
of truth: it holds secrets, commands and times in a chain of seals (T6, T8). `hands`, `matches` and the other tables
follow from the journal and serve queries. With `checkpoints`, a restart need not replay from the first record: each
record names the previous record of its table, back to the checkpoint. So records are only ever appended to the file's
pages, however many tables there are.

One statement writes a whole batch: `db.execute(INSERT, make_rows(batch, last_records))`. `inbox` is a view whose
triggers insert into the tables. One row of this view holds all bodies in one blob, one after another, and the rows of
each table as a JSON array of arrays, in which a body is given by its offset and size. So no body is quoted or parsed on
its way to the disk, which saves a quarter of the time of a commit. The writing thread needs Python's interpreter lock
only a few times for each batch, not for each row. The audit (`croupier.arena.verify.journal`) makes the same rows again
and looks for them in the database.

The file holds secrets, join codes and hidden cards, so only its owner can read it. A server locks the file `...-lock`;
a second server cannot lock it and refuses to start.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import sqlite3
from collections.abc import Collection
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import HandBegun, HandDone, MatchBegun, MatchDone
from croupier.arena.core.outbox import Batch, Record
from croupier.arena.journal import commands
from croupier.arena.journal.chain import KEY_BYTES, START, Entry
from croupier.arena.journal.file_check import Damaged, StoreFile
from croupier.arena.journal.queries import Queries
from croupier.arena.journal.reader import JournalReader, LastRecords
from croupier.arena.journal.store import StoreFailed

TABLES = {
    "journal": ("number", "table_id", "at_ms", "before", "body"),
    "hands": ("hand_id", "number", "match_id", "hand_no", "table_id", "body"),
    "dealt": ("number", "hand_id", "match_id"),
    "begun": ("match_id", "begun_ms", "body"),
    "ended": ("match_id", "ended_ms", "body"),
    "removed": ("match_id", "hand_no", "body"),
    "matches": ("match_id", "table_id", "given_ms", "secret"),
    "checkpoints": ("table_id", "body"),
    "meta": ("key", "value"),
}
"""The tables that a batch is written to, with their columns in order."""
BODIES = {"journal": "BLOB", "checkpoints": "BLOB", "matches": "BLOB", "hands": "TEXT", "begun": "TEXT",
          "ended": "TEXT", "removed": "TEXT"}
"""The tables whose last column is a body, and the SQL type of that column."""
REPLACED = ("checkpoints", "meta")
"""Tables in which a new row replaces the old one with the same key."""
RECORDS = ("hands", "dealt", "begun", "ended", "removed")
"""The tables that hold records."""
INSERT = f"INSERT INTO inbox VALUES (?, {', '.join('?' * len(TABLES))})"
LAST_RECORDS_EVERY = 1000
"""After this many records, the number of each table's last record is stored."""


def create_inbox(db: sqlite3.Connection) -> None:
    """Create the view `inbox`. Raise sqlite3.Error at once if this SQLite has no JSON functions.

    The view does not use the arrow operator of SQLite 3.38 (2022), because Python 3.11 on older systems has an older
    SQLite.
    """
    db.execute("SELECT json_extract('[1]', '$[0]')")
    columns = ", ".join(f"NULL AS {table}" for table in TABLES)
    inserts = "".join(_make_insert(table, columns) for table, columns in TABLES.items())
    db.execute(f"CREATE TEMP VIEW inbox AS SELECT NULL AS bodies, {columns}")
    db.execute(f"CREATE TEMP TRIGGER filled INSTEAD OF INSERT ON inbox BEGIN {inserts} END")


def _make_insert(table: str, columns: tuple[str, ...]) -> str:
    values = [f"json_extract(value, '$[{place}]')" for place in range(len(columns))]
    if table in BODIES:
        size = f"json_extract(value, '$[{len(columns)}]')"
        values[-1] = f"CAST(substr(NEW.bodies, {values[-1]}, {size}) AS {BODIES[table]})"
    insert = "INSERT OR REPLACE" if table in REPLACED else "INSERT"
    return f"{insert} INTO {table} ({', '.join(columns)}) SELECT {', '.join(values)} FROM json_each(NEW.{table});"


def make_rows(batch: Batch, last_records: dict[str, int]) -> list[bytes | str]:
    """Return the parameters of `INSERT` for a batch. Update `last_records`, the last record of each table, to the end
    of the batch.
    """
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
    bodies = bytearray()

    def add(body: bytes) -> tuple[int, int]:
        """Append a body to the blob. Return the body's offset and size. Offsets begin at 1, because SQL's `substr`
        counts from 1.
        """
        bodies.extend(body)
        return len(bodies) - len(body) + 1, len(body)

    for entry in batch.entries:
        rows["journal"].append((entry.number, entry.table_id, entry.at_ms, last_records.get(entry.table_id, 0),
                                *add(entry.body)))
        last_records[entry.table_id] = entry.number
        given = find_match_key(entry)
        if given is not None:
            rows["matches"].append((given.match_id, entry.table_id, entry.at_ms, *add(given.secret)))
    rows["checkpoints"] = [(table, *add(body)) for table, body in batch.saved.items()]
    for record in batch.records:
        table, *row = make_row(record)
        rows[table].append((*row, *add(msgspec.json.encode(record))) if table in BODIES else tuple(row))
    rows["meta"] = _make_meta(batch, last_records)
    return [bytes(bodies), *(msgspec.json.encode(those).decode() for those in rows.values())]


def _make_meta(batch: Batch, last_records: dict[str, int]) -> list[tuple[Any, ...]]:
    meta: list[tuple[Any, ...]] = []
    if batch.entries:
        first, last = batch.entries[0], batch.entries[-1]
        meta.append(("journal_end", format_end(last.number, batch.seal, last.at_ms)))
        if first.number // LAST_RECORDS_EVERY < (last.number + 1) // LAST_RECORDS_EVERY:
            meta.append(("last_records", msgspec.json.encode(LastRecords(last.number, last_records)).decode()))
    if batch.standings is not None:
        meta.append(("standings", batch.standings.decode()))
    return meta


def format_end(number: int, seal: bytes, at_ms: int) -> str:
    """Return the value of `journal_end`: number, seal and time of the last record."""
    return f"{number} {seal.hex()} {at_ms}"


def find_match_key(entry: Entry) -> commands.MatchKeyGiven | None:
    """Return the name and secret of a new match if the record holds them."""
    # most records do not hold one; skip them without decoding
    if not entry.body.startswith(b'{"type":"MatchKeyGiven"'):
        return None
    command = commands.decode(entry.body)
    return command if isinstance(command, commands.MatchKeyGiven) else None


def make_row(record: Record) -> tuple[Any, ...]:
    """Return the table's name and the columns of a record's row, without its body."""
    if isinstance(record, HandDone):
        return ("hands", record.hand_id, _number_of(record), record.match_id, record.hand_no, record.table_id)
    if isinstance(record, HandBegun):
        return "dealt", _number_of(record), record.hand_id, record.match_id
    if isinstance(record, MatchBegun):
        return "begun", record.match_id, record.begun_ms
    if isinstance(record, MatchDone):
        return "ended", record.match_id, record.ended_ms
    return "removed", record.match_id, record.hand_no


def _number_of(hand: HandDone | HandBegun) -> int:
    return int(hand.hand_id.rpartition("-")[2])


SCHEMA = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE journal (number INTEGER PRIMARY KEY, table_id TEXT NOT NULL, at_ms INTEGER NOT NULL,"
    " before INTEGER NOT NULL, body BLOB NOT NULL)",
    "CREATE TABLE checkpoints (table_id TEXT PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID",
    "CREATE TABLE matches (number INTEGER PRIMARY KEY, match_id TEXT UNIQUE NOT NULL, table_id TEXT NOT NULL,"
    " secret BLOB NOT NULL, given_ms INTEGER NOT NULL)",
    "CREATE TABLE begun (match_id TEXT PRIMARY KEY, begun_ms INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE ended (match_id TEXT PRIMARY KEY, ended_ms INTEGER NOT NULL, body TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE hands (place INTEGER PRIMARY KEY, hand_id TEXT UNIQUE NOT NULL, number INTEGER NOT NULL,"
    " match_id TEXT NOT NULL, hand_no INTEGER NOT NULL, table_id TEXT NOT NULL, body TEXT NOT NULL,"
    " UNIQUE (match_id, hand_no))",
    "CREATE TABLE dealt (number INTEGER PRIMARY KEY, hand_id TEXT UNIQUE NOT NULL, match_id TEXT NOT NULL)",
    "CREATE TABLE removed (place INTEGER PRIMARY KEY, match_id TEXT NOT NULL, hand_no INTEGER NOT NULL,"
    " body TEXT NOT NULL)",
)


class SqliteStore:
    """A `Store` in one SQLite file."""

    def __init__(self, path: str | os.PathLike[str] = ":memory:", *, to_read: bool = False) -> None:
        """Open a store, or create it if it does not exist. Raise BadArena if the file cannot be used or another server
        has it open.
        """
        self.path = os.fspath(path)
        self.is_on_disk = self.path != ":memory:"
        self._failed: StoreFailed | None = None
        self._opened: list[sqlite3.Connection | StoreFile] = []
        self._file: StoreFile | None = None
        self._last: Entry | None = None
        """The last entry that was committed."""
        try:
            self._open_to_read() if to_read else self._open_to_write()
        except (OSError, sqlite3.Error, TypeError, ValueError) as error:
            self.close()
            raise error if isinstance(error, BadArena) else BadArena(
                f"{self.path} cannot be {'read' if to_read else 'used'} as an arena's store: {error}") from None

    @classmethod
    def open_to_read(cls, path: str | os.PathLike[str]) -> SqliteStore:
        """Open a store to read its present state, without changing anything. A server may write to it at the same time.
        """
        return cls(path, to_read=True)

    def _open_to_read(self) -> None:
        self._failed = StoreFailed(f"{self.path} was opened to be read")
        self._read_by(self._connect_to_read())
        self.reader.execute("BEGIN")
        _check_tables(self.reader, self.path)

    def _open_to_write(self) -> None:
        if self.is_on_disk:
            self._opened.append(_lock(self.path + "-lock"))
            _create(self.path)
        self.db = sqlite3.connect(self.path, isolation_level=None, timeout=5, check_same_thread=False)
        self._opened.append(self.db)
        if self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            # check before changing any setting: the file may be another program's database
            _check_tables(self.db, self.path)
        for setting in ("journal_mode=WAL", "synchronous=FULL", "journal_size_limit=67108864"):
            self.db.execute(f"PRAGMA {setting}")
        self._create_tables()
        _check_tables(self.db, self.path)
        create_inbox(self.db)
        self._read_by(self._connect_to_read() if self.is_on_disk else self.db)
        self._last_records = self.journal.last_records()
        if self.is_on_disk:
            self._readback, self._file = self._connect_to_read(), StoreFile(self.path)
            self._opened.insert(1, self._file)

    def _create_tables(self) -> None:
        with self.db:
            self.db.execute("BEGIN IMMEDIATE")
            if not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in SCHEMA:
                    self.db.execute(statement)
                self.db.executemany("INSERT INTO meta VALUES (?, ?)", (
                    ("chain_key", secrets.token_bytes(KEY_BYTES).hex()), ("journal_end", format_end(0, START, 0))))

    def _connect_to_read(self) -> sqlite3.Connection:
        db = sqlite3.connect(f"{Path(self.path).resolve().as_uri()}?mode=ro", uri=True, timeout=5,
                             isolation_level=None, check_same_thread=False)
        self._opened.append(db)
        return db

    def _read_by(self, db: sqlite3.Connection) -> None:
        self.reader, self.journal, self.queries = db, JournalReader(db, self.path), Queries(db)

    def close(self) -> None:
        """Close the files and then release the lock. The store accepts nothing after that."""
        self._failed = self._failed or StoreFailed(f"{self.path} is closed")
        while self._opened:
            # close in reverse order: the lock and our own descriptors must be closed last (`file_check`)
            self._opened.pop().close()

    def claim(self, tables: Collection[str]) -> None:
        """Do nothing. The server that holds the lock owns every table."""

    def prepare(self, batch: Batch) -> None:
        """Make the rows of a batch in advance, so that the thread that commits hardly needs the interpreter lock."""
        batch.prepared = make_rows(batch, self._last_records)

    def commit(self, batch: Batch) -> None:
        """Write a batch, and return when it is on the disk. If that fails, raise StoreFailed, now and at every later
        call.
        """
        self._refuse_if_failed()
        if batch.prepared is None:
            self.prepare(batch)
        try:
            self.db.execute(INSERT, batch.prepared or [])
        except sqlite3.Error as error:
            raise self._fail(error) from None
        self._last = batch.entries[-1] if batch.entries else self._last

    def check(self) -> None:
        """Raise StoreFailed if the files are not those that were opened, or do not hold what was committed."""
        self._refuse_if_failed()
        if self._file is not None:
            try:
                self._file.check()
                self._read_back()
            except (Damaged, sqlite3.Error) as error:
                raise self._fail(error) from None

    def _read_back(self) -> None:
        """Read the last entry from the disk, through a connection that did not write it."""
        if self._last is not None:
            row = self._readback.execute("SELECT body FROM journal WHERE number = ?", (self._last.number,)).fetchone()
            if row is None or bytes(row[0]) != bytes(self._last.body):
                raise Damaged(f"record {self._last.number} was committed and is not there")

    def count_damage(self) -> int:
        """Return the number of problems that SQLite finds, at most 20. The texts of the problems are not returned,
        because they would quote rows.
        """
        return sum(text != "ok" for (text,) in self.reader.execute("PRAGMA integrity_check(20)"))

    def _fail(self, error: Exception) -> StoreFailed:
        self._failed = StoreFailed(f"{self.path}: {error}")
        return self._failed

    def _refuse_if_failed(self) -> None:
        if self._failed is not None:
            raise self._failed


def _lock(path: str) -> sqlite3.Connection:
    """Lock a file until this process ends, even if it is killed."""
    _create(path)
    lock = sqlite3.connect(path, isolation_level=None, timeout=0, check_same_thread=False)
    try:
        lock.execute("PRAGMA journal_mode=OFF")  # nothing is written, and SQLite creates no journal file next to it
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
            raise BadArena(f"{path.removesuffix('-lock')} cannot be used as an arena's store: another arena has it "
                           "open, it is locked") from None
        raise BadArena(f"{path} cannot be locked: {error}") from None
    return lock


def _create(path: str) -> None:
    """Create a file that only its owner can read. Do not open an existing file, because closing it would drop this
    process's locks on it.
    """
    with contextlib.suppress(FileExistsError):
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _check_tables(db: sqlite3.Connection, path: str) -> None:
    """Raise BadArena if the tables of a database are not those of `SCHEMA`."""
    found = {sql for (sql,) in db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")}
    if found != set(SCHEMA):
        raise BadArena(f"{path} is not an arena's store, or was written by another version of croupier")
