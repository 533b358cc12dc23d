"""A disk that forgets: what was synced stays, what was being written when the power went may be there, not, or in part.

It stands where the store stands and knows as little as the store: batches, checkpoints, records. Only what is damaged
is ever turned into bytes, cut or flipped there, and read back.
"""

from __future__ import annotations

import zlib
from collections import Counter
from dataclasses import dataclass
from random import Random

import msgspec

from croupier.arena.core.effects import ChipsMoved, HandBegun, HandDone, MatchBegun, MatchDone, TeamRemoved
from croupier.arena.core.outbox import Batch
from croupier.arena.journal import checkpoint
from croupier.arena.journal.chain import START, Chain, Entry
from croupier.arena.journal.restore import Past

KINDS = (MatchBegun, HandBegun, HandDone, MatchDone, TeamRemoved, ChipsMoved)


class _Numbered(msgspec.Struct):
    number: int


_NUMBER = msgspec.json.Decoder(_Numbered)


@dataclass
class Row:
    """A batch as bytes have it."""

    entries: list[Entry]
    saved: dict[str, bytes]
    records: list[tuple[int, bytes]]
    seal: bytes


class Disk:
    """What is left after a crash."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.journal: list[Entry] = []
        self.saved: dict[str, bytes] = {}
        self.tails: dict[str, list[Entry]] = {}
        """Records after each table's checkpoint."""
        self.hands: dict[str, HandDone] = {}
        self.hand_ids: set[str] = set()
        self.last_hand = 0
        self.records: list[object] = []
        self.seal = START
        self.writing: Batch | None = None

    def write(self, batch: Batch) -> None:
        """A commit begins."""
        assert self.writing is None
        self.writing = batch

    def sync(self) -> None:
        """The commit is safe."""
        assert self.writing is not None
        self._take(self.writing)
        self.writing = None

    def _take(self, batch: Batch) -> None:
        self.journal += batch.entries
        for entry in batch.entries:
            self.tails.setdefault(entry.table_id, []).append(entry)
        for table_id, body in batch.saved.items():
            self.saved[table_id] = body
            number = _NUMBER.decode(body).number
            self.tails[table_id] = [entry for entry in self.tails.get(table_id, []) if entry.number > number]
        for record in batch.records:
            self._record(record)
        if batch.entries:
            self.seal = batch.seal

    def _record(self, record: object) -> None:
        self.records.append(record)
        if isinstance(record, HandDone):
            assert record.hand_id not in self.hands, f"{record.hand_id} ended twice"
            self.hands[record.hand_id] = record
        elif isinstance(record, HandBegun):
            assert record.hand_id not in self.hand_ids, f"T8: {record.hand_id} was dealt twice"
            self.hand_ids.add(record.hand_id)
            self.last_hand = max(self.last_hand, int(record.hand_id.rpartition("-")[2]))

    # -- crashes -------------------------------------------------------------------------------------------------------

    def crash(self, rng: Random, counts: Counter[str]) -> None:
        """The power goes: the commit under way is lost, torn, spoiled, or happens to be there."""
        batch, self.writing = self.writing, None
        if batch is None:
            return
        fate = rng.choice(("lost", "torn", "spoiled", "whole"))
        counts[f"last write {fate}"] += 1
        found = read(damaged(as_bytes(batch), fate, rng))
        assert (found is not None) == (fate == "whole"), fate
        if found is not None:
            self._take(found)

    def past(self) -> Past:
        """What a server finds when it starts."""
        entries = sorted((entry for tail in self.tails.values() for entry in tail), key=lambda entry: entry.number)
        last = self.journal[-1].at_ms if self.journal else 0
        return Past([checkpoint.decode(body) for body in self.saved.values()], entries, self.last_hand, last)

    def chain(self) -> Chain:
        """The end of the journal."""
        return Chain(self.key, self.journal[-1].number if self.journal else 0, self.seal)


def as_bytes(batch: Batch) -> bytes:
    """A batch as it is written: its length, its checksum, itself."""
    row = Row(batch.entries, batch.saved, [(KINDS.index(type(record)), msgspec.msgpack.encode(record))
                                           for record in batch.records], batch.seal)
    body = msgspec.msgpack.encode(row)
    return len(body).to_bytes(4, "big") + zlib.crc32(body).to_bytes(4, "big") + body


def damaged(data: bytes, fate: str, rng: Random) -> bytes:
    """What is there after the crash."""
    if fate == "lost":
        return b""
    if fate == "torn":
        return data[:rng.randrange(1, len(data))]
    if fate == "spoiled":
        at = rng.randrange(8, len(data))
        return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1:]
    return data


def read(data: bytes) -> Batch | None:
    """A batch from its bytes, None where they are not all there."""
    size, check, body = data[:4], data[4:8], data[8:]
    if len(size) < 4 or len(body) < int.from_bytes(size, "big") or zlib.crc32(body) != int.from_bytes(check, "big"):
        return None
    row = msgspec.msgpack.decode(body, type=Row)
    records = [msgspec.msgpack.decode(each, type=KINDS[kind]) for kind, each in row.records]
    return Batch(row.entries, row.saved, records, row.seal)
