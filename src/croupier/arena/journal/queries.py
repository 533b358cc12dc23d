"""What a store holds, asked for: matches, hands, archives. Everything here reads, nothing writes.

`public_hand` and `hands` are the only ways a hand leaves through the API before its match's secret may be known.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import HandDone, MatchDone

_UNREADABLE = (sqlite3.Error, msgspec.MsgspecError, ValueError, TypeError, LookupError, AttributeError)
"""What comes of rows that no store of ours wrote."""


@contextmanager
def readable(what: str) -> Iterator[None]:
    """BadArena where something that is read turns out to be damaged; it does not say what was found there."""
    try:
        yield
    except BadArena:
        raise
    except _UNREADABLE as error:
        raise BadArena(f"{what} cannot be read: it is damaged ({type(error).__name__})") from error


class Shelf:
    """A store as a reader sees it: what has been committed, and nothing else."""

    reader: sqlite3.Connection

    def last_hand(self) -> int:
        """The highest number a hand has had, finished or not (T8)."""
        return int(self.reader.execute("SELECT coalesce(max(number), 0) FROM dealt").fetchone()[0])

    def last_match(self) -> int:
        """The highest number a match has had."""
        return int(self.reader.execute("SELECT coalesce(max(number), 0) FROM matches").fetchone()[0])

    def matches(self, limit: int = 100, before: int | None = None) -> list[dict[str, Any]]:
        """Return the latest matches, newest first, up to the one before a number; no secrets."""
        rows = self.reader.execute(
            "SELECT match_id, table_id, b.begun_ms, e.body,"
            " (SELECT count(*) FROM hands h WHERE h.match_id = m.match_id)"
            " FROM matches m JOIN begun b USING (match_id) LEFT JOIN ended e USING (match_id)"
            " WHERE m.number < ? ORDER BY m.number DESC LIMIT ?", (before if before is not None else 1 << 62, limit))
        return [{"match_id": match_id, "table_id": table_id, "begun_ms": begun, "hands": hands, "ended": bool(ended),
                 "standings": json.loads(ended)["standings"] if ended else []}
                for match_id, table_id, begun, ended, hands in rows]

    def hands(self, limit: int = 50, before: int | None = None, table_id: str | None = None,
              match_id: str | None = None) -> list[dict[str, Any]]:
        """The latest hands, newest first, as everybody may see them."""
        rows = self.reader.execute(
            "SELECT body FROM hands WHERE number < ? AND (? IS NULL OR table_id = ?) AND (? IS NULL OR match_id = ?)"
            " ORDER BY number DESC LIMIT ?", (before if before is not None else 1 << 62, table_id, table_id, match_id,
                                              match_id, limit))
        return [_public(json.loads(body)) for (body,) in rows]

    def hands_kept(self) -> int:
        """How many hands have ended."""
        return int(self.reader.execute("SELECT coalesce(max(rowid), 0) FROM hands").fetchone()[0])

    def hands_after(self, count: int) -> Iterator[HandDone]:
        """The hands that ended after the first so many, whole, in the order they ended."""
        for (body,) in self.reader.execute("SELECT body FROM hands WHERE rowid > ? ORDER BY rowid", (count,)):
            yield msgspec.json.decode(body, type=HandDone)

    def matches_since(self, begin_ms: int) -> Iterator[MatchDone]:
        """The matches that ended from some time on."""
        for (body,) in self.reader.execute("SELECT body FROM ended WHERE ended_ms >= ?", (begin_ms,)):
            yield msgspec.json.decode(body, type=MatchDone)

    def public_hand(self, hand_id: str) -> dict[str, Any] | None:
        """A hand as everybody may see it."""
        row = self.reader.execute("SELECT body FROM hands WHERE hand_id = ?", (hand_id,)).fetchone()
        return _public(json.loads(row[0])) if row else None

    def opened_hand(self, hand_id: str) -> dict[str, Any] | None:
        """A hand with every card once its match's secret is public (T6), else as everybody may see it."""
        row = self.reader.execute("SELECT body, match_id FROM hands WHERE hand_id = ?", (hand_id,)).fetchone()
        return _told(json.loads(row[0]), self.is_revealed(row[1])) if row else None

    def is_revealed(self, match_id: str) -> bool:
        """Whether everybody may know a match's secret: it has ended and its table publishes (T6)."""
        row = self.reader.execute("SELECT body FROM ended WHERE match_id = ?", (match_id,)).fetchone()
        return bool(row and json.loads(row[0])["revealed"])

    def archive(self, match_id: str, *, everything: bool = False) -> dict[str, Any] | None:
        """A match as one value; secret and hidden cards only if they may be known, or for an auditor (`everything`)."""
        row = self.reader.execute("SELECT m.secret, b.body FROM matches m JOIN begun b USING (match_id)"
                                  " WHERE match_id = ?", (match_id,)).fetchone()
        if row is None:
            return None
        begun, whole = json.loads(row[1]), everything or self.is_revealed(match_id)
        ended = self.reader.execute("SELECT body FROM ended WHERE match_id = ?", (match_id,)).fetchone()
        archive = {"format": "croupier-match-1", "match_id": match_id, "table_id": begun["table_id"],
                   "begun_ms": begun["begun_ms"], "commit": begun["commit"], "config": begun["config"],
                   "opening": begun.get("opening"),
                   "secret": row[0].hex() if whole else None, "ended": json.loads(ended[0]) if ended else None,
                   "removed": [json.loads(body) for (body,) in self.reader.execute(
                       "SELECT body FROM removed WHERE match_id = ? ORDER BY hand_no, rowid", (match_id,))]}
        archive["hands"] = [_told(json.loads(body), whole) for (body,) in self.reader.execute(
            "SELECT body FROM hands WHERE match_id = ? ORDER BY hand_no", (match_id,))]
        return archive

    def begun(self) -> list[str]:
        """The names of all matches that began, in their order."""
        with readable("the list of matches"):
            return [str(name) for (name,) in self.reader.execute(
                "SELECT match_id FROM matches JOIN begun USING (match_id) ORDER BY number")]

    def whole_match(self, match_id: str) -> dict[str, Any]:
        """A match for the auditor; BadArena where it is damaged."""
        with readable(f"match {match_id}"):
            archive = self.archive(match_id, everything=True)
            if archive is None:
                raise BadArena(f"match {match_id} is not here")
            return archive

    def archives(self) -> Iterator[dict[str, Any]]:
        """Every match that began, for the auditor."""
        return map(self.whole_match, self.begun())


def _public(hand: dict[str, Any]) -> dict[str, Any]:
    """A hand without what is hidden."""
    return _told(hand, whole=False)


def _told(hand: dict[str, Any], whole: bool) -> dict[str, Any]:
    record = hand.pop("whole") if whole else hand["public"]
    hand.pop("whole", None)
    del hand["public"]
    return {**hand, "record": record}
