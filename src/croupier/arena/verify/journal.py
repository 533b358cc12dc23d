"""Check a journal from its first record to its last.

    for problem in Audit(store).find_problems(): print(problem)

The audit trusts only the records of the journal. Each seal must follow from the previous one, and the last must be the
one that the store names. Every command must be possible after the commands before it. The hands, matches and results
that follow from the commands must equal the stored ones, byte for byte. The checkpoints, on which a restarted server
relies, must equal the stored ones, too.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import Effect, HandBegun, HandDone, Saved
from croupier.arena.core.outbox import Outbox, Record
from croupier.arena.core.tables.base import Numbers
from croupier.arena.journal import commands
from croupier.arena.journal.chain import Chain, Entry
from croupier.arena.journal.reader import refuse_damage
from croupier.arena.journal.restore import JournalReplay
from croupier.arena.journal.sqlite import BODIES, RECORDS, TABLES, find_match_key, make_row
from croupier.arena.journal.store import Store


class SealedReplay:
    """Replays a journal from its first record, and computes its seals."""

    def __init__(self, key: bytes) -> None:
        self.chain = Chain(key)
        self.out = Outbox(self.chain)
        self.replay = JournalReplay(self.out, Numbers())
        self.at_ms = 0

    def step(self, entry: Entry) -> list[Effect]:
        """Apply a record and return its effects. Raise BadArena if it cannot be the next record."""
        if entry.number != self.chain.number + 1:
            raise BadArena(f"record {self.chain.number + 1} of the journal is missing")
        if entry.at_ms < self.at_ms:
            raise BadArena(f"record {entry.number} of the journal is older than the one before it")
        self.at_ms = entry.at_ms
        self.chain.propose(entry.table_id, entry.at_ms, entry.body)
        effects = self.replay.step(entry)
        # the host writes a checkpoint when a table opens, too
        if isinstance(commands.decode(entry.body), commands.TableOpened):
            self.out.save(self.replay.tables[entry.table_id])
            effects += self.out.taken()
        self.chain.append()
        return effects


class Audit:
    """One audit of a store, with the receipts that its journal must contain."""

    def __init__(self, store: Store, receipts: tuple[str, ...] = ()) -> None:
        self.store, self.receipts = store, set(receipts)
        self.records = self.hands = 0
        self.saved: dict[str, bytes] = {}
        """The latest checkpoint of each table, computed from the journal."""
        self.given: list[tuple[int, str, str, bytes, int]] = []
        """The rows of the matches whose secrets the journal holds."""
        self.expected = dict.fromkeys(RECORDS, 0)
        """The number of rows that each table must have according to the journal."""
        self.known: set[str] = set()
        """The receipts that were found in the journal."""

    def find_problems(self) -> Iterator[str]:
        """Yield every problem of the store."""
        try:
            with refuse_damage(self.store.path):
                damaged = self.store.count_damage()
                if damaged:
                    yield f"{self.store.path}: the database finds its file damaged in {damaged} places"
                yield from self._check_journal()
                yield from self._check_rest()
        except BadArena as error:
            yield str(error)

    def _check_journal(self) -> Iterator[str]:
        journal = self.store.journal
        end, stored = journal.chain(), journal.stored_last_records()
        replay = SealedReplay(end.key)
        last: dict[str, int] = {}
        for entry in journal.entries():
            yield from self._compare(replay.step(entry))
            given = find_match_key(entry)
            if given is not None:
                self.given.append((len(self.given) + 1, given.match_id, entry.table_id, given.secret, entry.at_ms))
            self.known |= {f"{entry.number}-{replay.chain.seal.hex()}"} & self.receipts
            last[entry.table_id] = entry.number
            if entry.number == stored.upto and last != stored.ends:
                yield "the tables' last records are not those that the store says"
        self.records = replay.chain.number
        if (replay.chain.number, replay.chain.seal) != (end.number, end.seal):
            yield f"the journal ends with record {replay.chain.number}, sealed otherwise than the store says"
        if replay.at_ms != journal.ended_ms() or stored.upto > self.records:
            yield "the journal ends at another time or place than the store says"

    def _compare(self, effects: list[Effect]) -> Iterator[str]:
        for effect in effects:
            if isinstance(effect, Saved):
                self.saved[effect.table_id] = effect.body
            elif isinstance(effect, Record):
                self.hands += isinstance(effect, HandDone)
                if not self._is_stored(effect):
                    name = effect.hand_id if isinstance(effect, HandDone | HandBegun) else effect.match_id
                    yield f"{name}: what the store says ({type(effect).__name__}) does not follow from the journal"

    def _is_stored(self, record: Record) -> bool:
        """Return True if the store has a record's row with the same value in every column."""
        table, *row = make_row(record)
        self.expected[table] += 1
        if table in BODIES:
            row.append(msgspec.json.encode(record).decode())
        same = " AND ".join(f"{column} = ?" for column in TABLES[table])
        return self.store.reader.execute(f"SELECT 1 FROM {table} WHERE {same}", row).fetchone() is not None

    def _check_rest(self) -> Iterator[str]:
        """Yield a problem for all data in the store that do not follow from the journal."""
        read = self.store.reader.execute
        for table, expected in self.expected.items():
            (rows,), = read(f"SELECT count(*) FROM {table}")
            if rows != expected:
                yield f"the store has {rows:,} rows of {table}, the journal leads to {expected:,}"
        if list(read("SELECT number, match_id, table_id, secret, given_ms FROM matches ORDER BY number")) != self.given:
            yield "the matches are not those whose secrets the journal holds"
        if dict(read("SELECT table_id, body FROM checkpoints")) != self.saved:
            yield "the checkpoints are not what the journal leads to"
        for receipt in sorted(self.receipts - self.known):
            yield f"receipt {receipt[:20]}... is not in this journal"
