"""A journal checked from its first record to its last: sealed without a gap, done again, compared with what was told.

    for problem in Audit(store).problems(): print(problem)

Nothing is believed but the records themselves. Their seals must follow from one another and end where the store says;
every deed must be possible where it stands; the hands, matches and results that come of them must be the ones on the
shelf, letter for letter; and the checkpoints, which a restart trusts, must be what the deeds lead to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator

import msgspec

from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import Effect, HandBegun, HandDone, Saved
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import Numbers
from croupier.arena.journal import checkpoint, commands
from croupier.arena.journal.batch import Record
from croupier.arena.journal.chain import Chain, Entry
from croupier.arena.journal.queries import readable
from croupier.arena.journal.restore import Replay
from croupier.arena.journal.rows import RECORDS, given_by, row_of
from croupier.arena.journal.sqlite import Store
from croupier.arena.journal.sqlite_insert import BODIES, TABLES


class Again:
    """A journal done again from its first record on, with its seals."""

    def __init__(self, key: bytes) -> None:
        self.chain = Chain(key)
        self.out = Outbox(self.chain)
        self.replay = Replay(self.out, Numbers())
        self.at_ms = 0

    def step(self, entry: Entry) -> list[Effect]:
        """Do one record; BadArena where it cannot be the next one."""
        if entry.number != self.chain.number + 1:
            raise BadArena(f"record {self.chain.number + 1} of the journal is missing")
        if entry.at_ms < self.at_ms:
            raise BadArena(f"record {entry.number} of the journal is older than the one before it")
        self.at_ms = entry.at_ms
        self.chain.propose(entry.table_id, entry.at_ms, entry.body)
        effects = self.replay.step(entry)
        if isinstance(commands.decoded(entry.body), commands.TableOpened):
            body = checkpoint.opened(self.replay.tables[entry.table_id], self.chain.entry)
            effects.append(Saved(entry.table_id, body))
        self.chain.keep()
        return effects


class Audit:
    """A store under examination."""

    def __init__(self, store: Store, receipts: tuple[str, ...] = ()) -> None:
        self.store, self.receipts = store, receipts
        self.records = self.hands = 0
        self.hands_before = 0
        """The number of the last hand of before there was a journal."""
        self.saved: dict[str, bytes] = {}
        self.given: list[tuple[str, str, bytes, int]] = []
        """The matches whose secrets the journal holds, as rows."""
        self.led: dict[str, Counter[str]] = {table: Counter() for table in RECORDS}
        """How many rows of which match the journal leads to."""
        self.known: set[str] = set()
        """Receipts that were found."""

    def problems(self) -> Iterator[str]:
        """Everything that is wrong, nothing if all is well."""
        try:
            with readable(self.store.path):
                yield from self._damage()
                yield from self._problems()
        except BadArena as error:
            yield str(error)

    def _damage(self) -> Iterator[str]:
        """What SQLite itself finds wrong with its pages and indexes, whose contents it does not tell."""
        found = [text for (text,) in self.store.reader.execute("PRAGMA integrity_check(20)")]
        if found != ["ok"]:
            yield f"{self.store.path}: SQLite finds the file damaged in {len(found)} places"

    def _problems(self) -> Iterator[str]:
        end, upto = self.store.chain(), self.store.ends_kept()
        again = Again(end.key)
        ends: dict[str, int] = {}
        for entry in self.store.journal():
            effects = again.step(entry)
            self._note(entry)
            yield from self._compared(effects)
            self._look_for_receipt(again.chain)
            ends[entry.table_id] = entry.number
            if entry.number == upto.upto and ends != upto.ends:
                yield "the tables' last records are not those that the store says"
        self.records = again.chain.number
        if (again.chain.number, again.chain.seal) != (end.number, end.seal):
            yield f"the journal ends with record {again.chain.number}, sealed otherwise than the store says"
        if again.at_ms != self.store.ended_ms() or upto.upto > self.records:
            yield "the journal ends at another time or place than the store says"
        yield from self._left_over()

    def _note(self, entry: Entry) -> None:
        given = given_by(entry)
        if given is not None:
            self.given.append((given.match_id, entry.table_id, given.secret, entry.at_ms))
        elif entry.number == 1:
            deed = commands.decoded(entry.body)
            self.hands_before = deed.last_hand if isinstance(deed, commands.TableOpened) else 0

    def _look_for_receipt(self, chain: Chain) -> None:
        receipt = f"{chain.number}-{chain.seal.hex()}"
        if receipt in self.receipts:
            self.known.add(receipt)

    def _compared(self, effects: list[Effect]) -> Iterator[str]:
        for effect in effects:
            if isinstance(effect, Saved):
                self.saved[effect.table_id] = effect.body
            elif isinstance(effect, Record):
                self.hands += isinstance(effect, HandDone)
                if not self._is_kept(effect):
                    name = effect.hand_id if isinstance(effect, HandDone | HandBegun) else effect.match_id
                    yield f"{name}: what the store says ({type(effect).__name__}) does not follow from the journal"

    def _is_kept(self, record: Record) -> bool:
        """Whether a record is on the shelf, its row the same in every column."""
        table, *row = row_of(record)
        self.led[table][record.match_id] += 1
        if table in BODIES:
            row.append(msgspec.json.encode(record).decode())
        same = " AND ".join(f"{column} = ?" for column in TABLES[table])
        return self.store.reader.execute(f"SELECT 1 FROM {table} WHERE {same}", row).fetchone() is not None

    def _left_over(self) -> Iterator[str]:
        """What the store holds beyond what the journal leads to."""
        older = yield from self._older()
        for table, led in self.led.items():
            kept = dict(self.store.reader.execute(f"SELECT match_id, count(*) FROM {table} GROUP BY match_id"))
            rows = sum(count for match_id, count in kept.items() if match_id not in older)
            if rows != led.total():
                yield f"the store has {rows:,} rows of {table}, the journal leads to {led.total():,}"
        if dict(self.store.reader.execute("SELECT table_id, body FROM checkpoints")) != self.saved:
            yield "the checkpoints are not what the journal leads to"
        for receipt in self.receipts:
            if receipt not in self.known:
                yield f"receipt {receipt[:20]}... is not of this journal"

    def _older(self) -> Generator[str, None, set[str]]:
        """The matches of before there was a journal, which nothing vouches for; whether all others are the given ones.
        The first record says how many hands there had been, so nobody can add to them."""
        matches = list(self.store.reader.execute(
            "SELECT number, match_id, table_id, secret, given_ms FROM matches ORDER BY number"))
        before = max(0, len(matches) - len(self.given))
        if [row[1:] for row in matches[before:]] != self.given or [row[0] for row in matches] != [
                *range(1, len(matches) + 1)]:
            yield "the matches are not those whose secrets the journal holds"
        for table in ("hands", "dealt"):
            found = self.store.reader.execute(
                f"SELECT count(*) FROM {table} JOIN matches USING (match_id) WHERE matches.number <= ?"
                f" AND NOT {table}.number BETWEEN 1 AND ?", (before, self.hands_before)).fetchone()[0]
            if found:
                yield f"{found:,} {table} of before the journal are newer than its first record says"
        return {row[1] for row in matches[:before]}
