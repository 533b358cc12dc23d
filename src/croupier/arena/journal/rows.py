"""What is written as rows of a store's tables: made here once, for the store that writes them and the audit that looks
for them again."""

from __future__ import annotations

from typing import Any

import msgspec

from croupier.arena.core.effects import HandBegun, HandDone, MatchBegun, MatchDone
from croupier.arena.journal import commands
from croupier.arena.journal.batch import Batch, Record
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.reader import Ends
from croupier.arena.journal.sqlite_insert import BODIES, TABLES

RECORDS = ("hands", "dealt", "begun", "ended", "removed")
"""Where records go."""
ENDS_RECORDS = 1000
"""After so many records it is written down which is each table's last."""


class _Bodies:
    """Bodies one after the other."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []
        self.end = 1

    def add(self, body: bytes) -> tuple[int, int]:
        """Where a body begins, as SQL counts, and how long it is."""
        at, size = self.end, len(body)
        self.parts.append(body)
        self.end += size
        return at, size


def rows_of(batch: Batch, ends: dict[str, int]) -> list[bytes | str]:
    """A batch as `inbox` takes it; `ends` are the tables' last records, from now on those of this batch."""
    rows: dict[str, list[tuple[Any, ...]]] = {table: [] for table in TABLES}
    bodies = _Bodies()
    for entry in batch.entries:
        rows["journal"].append((entry.number, entry.table_id, entry.at_ms, ends.get(entry.table_id, 0),
                                *bodies.add(entry.body)))
        ends[entry.table_id] = entry.number
        given = given_by(entry)
        if given is not None:
            rows["matches"].append((given.match_id, entry.table_id, entry.at_ms, *bodies.add(given.secret)))
    rows["checkpoints"] = [(table, *bodies.add(body)) for table, body in batch.saved.items()]
    for record in batch.records:
        table, *row = row_of(record)
        rows[table].append((*row, *bodies.add(msgspec.json.encode(record))) if table in BODIES else tuple(row))
    if batch.entries:
        last = batch.entries[-1]
        rows["meta"].append(("journal_end", f"{last.number} {batch.seal.hex()} {last.at_ms}"))
        if batch.entries[0].number // ENDS_RECORDS < (last.number + 1) // ENDS_RECORDS:
            rows["meta"].append(("ends", msgspec.json.encode(Ends(last.number, ends)).decode()))
    if batch.standings is not None:
        rows["meta"].append(("standings", batch.standings.decode()))
    return [b"".join(bodies.parts), *(msgspec.json.encode(those).decode() for those in rows.values())]


def given_by(entry: Entry) -> commands.MatchKeyGiven | None:
    """A new match's name and secret, where the record is of one."""
    if b'"MatchKeyGiven"' not in entry.body:  # most are not, and need not be read
        return None
    deed = commands.decoded(entry.body)
    return deed if isinstance(deed, commands.MatchKeyGiven) else None


def row_of(record: Record) -> tuple[Any, ...]:
    """A record as a row without its body, the table's name first."""
    if isinstance(record, HandDone):
        return ("hands", record.hand_id, _number(record.hand_id), record.match_id, record.hand_no, record.table_id)
    if isinstance(record, HandBegun):
        return "dealt", _number(record.hand_id), record.hand_id, record.match_id
    if isinstance(record, MatchBegun):
        return "begun", record.match_id, record.begun_ms
    if isinstance(record, MatchDone):
        return "ended", record.match_id, record.ended_ms
    return "removed", record.match_id, record.hand_no


def _number(hand_id: str) -> int:
    return int(hand_id.rpartition("-")[2])
