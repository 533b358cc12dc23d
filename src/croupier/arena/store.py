"""What was played, in SQLite: matches, their hands, teams removed. Only ever added to.

    store = Store("arena.db")           ":memory:" keeps nothing beyond the run

A hand is written before any frame shows its end, a match's secret before its commitment is told (ruling T6). The file
holds secrets and hidden cards: it is readable by its owner alone, and `public_hand` is the only way a hand leaves
through the API before its match's secret may be known. One process at a time: a second one is refused.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.config import BadArena
from croupier.arena.inputs import ChipsMoved, HandBegun, HandDone, MatchBegun, MatchDone, TeamRemoved

SCHEMA = 1
Record = MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved

_TABLES = """
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


class StoreFailed(RuntimeError):  # noqa: N818 - what happened
    """Something could not be written: dealing must stop."""


class Store:
    """An arena's memory."""

    def __init__(self, path: str | os.PathLike[str] = ":memory:") -> None:
        self.path = os.fspath(path)
        new = self.path == ":memory:" or not Path(self.path).exists()
        try:
            if self.path != ":memory:":
                os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
            self.db = sqlite3.connect(self.path, isolation_level=None, timeout=0)
            self._open(new)
        except (OSError, sqlite3.Error) as error:
            raise BadArena(f"{self.path} cannot be used as an arena's store: {error}") from error

    def _open(self, new: bool) -> None:
        self.db.execute("PRAGMA locking_mode=EXCLUSIVE")
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("PRAGMA synchronous=FULL")
        self.db.execute("BEGIN IMMEDIATE")
        try:
            if new or not self.db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                for statement in _TABLES.split(";\n"):
                    self.db.execute(statement)
                self.db.execute("INSERT INTO meta VALUES ('schema', ?)", (str(SCHEMA),))
            found = int(self.db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()[0])
        except (sqlite3.Error, TypeError):
            self.db.execute("ROLLBACK")
            raise
        self.db.execute("COMMIT")
        if found > SCHEMA:
            raise BadArena(f"{self.path} was written by a newer croupier (schema {found}, this one knows {SCHEMA})")

    @classmethod
    def reading(cls, path: str | os.PathLike[str]) -> Store:
        """A store to look at, without changing anything."""
        store = cls.__new__(cls)
        store.path = os.fspath(path)
        try:
            store.db = sqlite3.connect(f"{Path(path).resolve().as_uri()}?mode=ro", uri=True, timeout=0)
            store.db.execute("SELECT value FROM meta WHERE key = 'schema'").fetchone()
        except sqlite3.Error as error:
            raise BadArena(f"{path} cannot be read as an arena's store: {error}") from error
        return store

    def close(self) -> None:
        """Put everything in order on the disk."""
        self.db.close()

    # -- written -------------------------------------------------------------------------------------------------------

    def new_match(self, match_id: str, table_id: str, secret: bytes, now: int) -> None:
        """Keep a match's secret, before anything is told of it."""
        self._write("INSERT INTO matches (match_id, table_id, secret, given_ms) VALUES (?, ?, ?, ?)",
                    (match_id, table_id, secret, now))

    def keep(self, record: Record) -> None:
        """Keep what happened; returns once it is safe."""
        body = msgspec.json.encode(record).decode()
        if isinstance(record, HandDone):
            self._write("INSERT INTO hands VALUES (?, ?, ?, ?, ?, ?)", (record.hand_id, _number(record.hand_id),
                                                                        record.match_id, record.hand_no,
                                                                        record.table_id, body))
        elif isinstance(record, HandBegun):
            self._write("INSERT INTO dealt VALUES (?, ?, ?)", (_number(record.hand_id), record.hand_id,
                                                               record.match_id))
        elif isinstance(record, MatchBegun):
            self._write("INSERT INTO begun VALUES (?, ?, ?)", (record.match_id, record.begun_ms, body))
        elif isinstance(record, MatchDone):
            self._write("INSERT INTO ended VALUES (?, ?, ?)", (record.match_id, record.ended_ms, body))
        else:
            self._write("INSERT INTO removed VALUES (?, ?, ?)", (record.match_id, record.hand_no, body))

    def _write(self, statement: str, values: tuple[Any, ...]) -> None:
        try:
            self.db.execute(statement, values)
        except sqlite3.Error as error:
            raise StoreFailed(f"{self.path}: {error}") from error

    # -- read ----------------------------------------------------------------------------------------------------------

    def last_hand(self) -> int:
        """The highest number a hand has had, finished or not (T8)."""
        return int(self.db.execute("SELECT coalesce(max(number), 0) FROM dealt").fetchone()[0])

    def last_match(self) -> int:
        """The highest number a match has had."""
        return int(self.db.execute("SELECT coalesce(max(number), 0) FROM matches").fetchone()[0])

    def matches(self, limit: int = 100) -> list[dict[str, Any]]:
        """The latest matches, newest first, with what is known of them; no secrets."""
        rows = self.db.execute(
            "SELECT match_id, table_id, b.begun_ms, e.body,"
            " (SELECT count(*) FROM hands h WHERE h.match_id = m.match_id)"
            " FROM matches m JOIN begun b USING (match_id) LEFT JOIN ended e USING (match_id)"
            " ORDER BY m.number DESC LIMIT ?", (limit,))
        return [{"match_id": match_id, "table_id": table_id, "begun_ms": begun, "hands": hands, "ended": bool(ended),
                 "standings": json.loads(ended)["standings"] if ended else []}
                for match_id, table_id, begun, ended, hands in rows]

    def hands(self, limit: int = 50, before: int | None = None, table_id: str | None = None,
              match_id: str | None = None) -> list[dict[str, Any]]:
        """The latest hands, newest first, as everybody may see them."""
        rows = self.db.execute(
            "SELECT body FROM hands WHERE number < ? AND (? IS NULL OR table_id = ?) AND (? IS NULL OR match_id = ?)"
            " ORDER BY number DESC LIMIT ?", (before if before is not None else 1 << 62, table_id, table_id, match_id,
                                              match_id, limit))
        return [_public(json.loads(body)) for (body,) in rows]

    def public_hand(self, hand_id: str) -> dict[str, Any] | None:
        """A hand as everybody may see it."""
        row = self.db.execute("SELECT body FROM hands WHERE hand_id = ?", (hand_id,)).fetchone()
        return _public(json.loads(row[0])) if row else None

    def is_revealed(self, match_id: str) -> bool:
        """Whether everybody may know a match's secret: it has ended and its table publishes (T6)."""
        row = self.db.execute("SELECT body FROM ended WHERE match_id = ?", (match_id,)).fetchone()
        return bool(row and json.loads(row[0])["revealed"])

    def archive(self, match_id: str, *, everything: bool = False) -> dict[str, Any] | None:
        """A match as one value; secret and hidden cards only if they may be known, or for an auditor (`everything`)."""
        row = self.db.execute("SELECT m.secret, b.body FROM matches m JOIN begun b USING (match_id) WHERE match_id = ?",
                              (match_id,)).fetchone()
        if row is None:
            return None
        begun, whole = json.loads(row[1]), everything or self.is_revealed(match_id)
        ended = self.db.execute("SELECT body FROM ended WHERE match_id = ?", (match_id,)).fetchone()
        archive = {"format": "croupier-match-1", "match_id": match_id, "table_id": begun["table_id"],
                   "begun_ms": begun["begun_ms"], "commit": begun["commit"], "config": begun["config"],
                   "opening": begun.get("opening"),
                   "secret": row[0].hex() if whole else None, "ended": json.loads(ended[0]) if ended else None,
                   "removed": [json.loads(body) for (body,) in self.db.execute(
                       "SELECT body FROM removed WHERE match_id = ? ORDER BY hand_no, rowid", (match_id,))]}
        archive["hands"] = [_told(json.loads(body), whole) for (body,) in self.db.execute(
            "SELECT body FROM hands WHERE match_id = ? ORDER BY hand_no", (match_id,))]
        return archive

    def archives(self) -> Iterator[dict[str, Any]]:
        """Every match that began, whole: for the auditor."""
        names = [name for (name,) in self.db.execute(
            "SELECT match_id FROM matches JOIN begun USING (match_id) ORDER BY number")]
        for name in names:
            archive = self.archive(name, everything=True)
            assert archive is not None
            yield archive


def _number(hand_id: str) -> int:
    return int(hand_id.rpartition("-")[2])


def _public(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand without what is hidden."""
    return _told(hand, whole=False)


def _told(hand: dict[str, Any], whole: bool) -> dict[str, Any]:
    record = hand.pop("whole") if whole else hand["public"]
    hand.pop("whole", None)
    del hand["public"]
    return {**hand, "record": record}
