"""How a batch becomes rows of an SQLite database: one statement for all of it.

    create_inbox(db)
    db.execute(INSERT, make_rows(batch, last_records))

`inbox` is a view that can be inserted into. It takes all bodies in one blob, one after the other, and for each table
its rows as a JSON array of arrays, a body by its offset and size. So no body is quoted or parsed on its way to the
disk, and the writing thread needs Python's interpreter lock a few times for a batch instead of for each row.

The audit (`croupier.arena.verify.journal`) makes the same rows again and looks for them in the database.
"""

from __future__ import annotations

import sqlite3
from typing import Any

import msgspec

from croupier.arena.core.effects import HandBegun, HandDone, MatchBegun, MatchDone
from croupier.arena.core.outbox import Batch, Record
from croupier.arena.journal import commands
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.reader import LastRecords

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
"""The tables whose last column is a body, and its type."""
REPLACED = ("checkpoints", "meta")
"""Tables in which a new row replaces the old one with the same key."""
RECORDS = ("hands", "dealt", "begun", "ended", "removed")
"""The tables that hold records."""
INSERT = f"INSERT INTO inbox VALUES (?, {', '.join('?' * len(TABLES))})"
LAST_RECORDS_EVERY = 1000
"""After this many records, the number of each table's last record is stored."""


def create_inbox(db: sqlite3.Connection) -> None:
    """Create the view `inbox`; raise sqlite3.Error now if this SQLite has no JSON functions."""
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
    """Return the parameters of `INSERT`; `last_records` (by table) is brought up to the end of the batch."""
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
    bodies = bytearray()

    def add(body: bytes) -> tuple[int, int]:
        """Append a body; return its offset, counted from 1 as in SQL, and its size."""
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
    if not entry.body.startswith(b'{"type":"MatchKeyGiven"'):  # most do not, and need not be decoded
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
