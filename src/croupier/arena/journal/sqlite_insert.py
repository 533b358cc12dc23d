"""How a batch gets into a store: one statement for all of it.

    db = connected(path); fill_from(db)
    db.execute(INSERT, rows)

`rows` (`rows.rows_of`) are all bodies one after the other, and for each table its rows as a JSON array of arrays, a
body by where it begins and ends. So no body is quoted, or read by anybody, on its way to the disk; and a thread that
writes asks for the interpreter a few times for a batch, not for each row: each time it would have to wait for it.
"""

from __future__ import annotations

import sqlite3

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
"""What a batch is written into, with the columns in their order."""
BODIES = {"journal": "BLOB", "checkpoints": "BLOB", "matches": "BLOB", "hands": "TEXT", "begun": "TEXT",
          "ended": "TEXT", "removed": "TEXT"}
"""Where the last column is a body, and what it is kept as."""
REPLACED = ("checkpoints", "meta")
INSERT = f"INSERT INTO inbox VALUES (?, {', '.join('?' * len(TABLES))})"


def connected(path: str) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    db = sqlite3.connect(path, isolation_level=None, timeout=5, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
        db.execute("PRAGMA journal_size_limit=67108864")
    except sqlite3.Error:
        db.close()
        raise
    return db


def fill_from(db: sqlite3.Connection) -> None:
    """Make `inbox`, a view that can be inserted into; an SQLite without JSON is found out now."""
    db.execute("SELECT json_extract('[1]', '$[0]')")
    db.execute("CREATE TEMP VIEW inbox AS SELECT NULL AS bodies, "
               + ", ".join(f"NULL AS {table}" for table in TABLES))
    filled = "".join(_filled(table, columns) for table, columns in TABLES.items())
    db.execute(f"CREATE TEMP TRIGGER filled INSTEAD OF INSERT ON inbox BEGIN {filled} END")


def _filled(table: str, columns: tuple[str, ...]) -> str:
    picked = [f"json_extract(value, '$[{place}]')" for place in range(len(columns))]
    if table in BODIES:
        size = f"json_extract(value, '$[{len(columns)}]')"
        picked[-1] = f"CAST(substr(NEW.bodies, {picked[-1]}, {size}) AS {BODIES[table]})"
    insert = "INSERT OR REPLACE" if table in REPLACED else "INSERT"
    return f"{insert} INTO {table} ({', '.join(columns)}) SELECT {', '.join(picked)} FROM json_each(NEW.{table});"
