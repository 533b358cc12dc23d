"""A journal checked from its first record to its last: sealed without a gap, done again, compared with what was told.

    for problem in Audit(store).problems(): print(problem)

Nothing is believed but the records themselves. Their seals must follow from one another and end where the store says;
every deed must be possible where it stands; the hands, matches and results that come of them must be the ones on the
shelf, letter for letter; and the checkpoints, which a restart trusts, must be what the deeds lead to.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from croupier.arena import deeds, saving
from croupier.arena.batch import Record
from croupier.arena.chain import Chain, Entry
from croupier.arena.config import BadArena
from croupier.arena.inputs import Effect, HandBegun, HandDone, MatchBegun, MatchDone, Saved
from croupier.arena.outbox import Outbox
from croupier.arena.recovery import Replay
from croupier.arena.store import Store
from croupier.arena.table import Numbers


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
        if isinstance(deeds.decoded(entry.body), deeds.Opened):
            body = saving.opened(self.replay.tables[entry.table_id], self.chain.entry)
            effects.append(Saved(entry.table_id, body))
        self.chain.keep()
        return effects


class Audit:
    """A store under examination."""

    def __init__(self, store: Store, receipts: tuple[str, ...] = ()) -> None:
        self.store, self.receipts = store, receipts
        self.records = self.hands = 0
        self.saved: dict[str, bytes] = {}
        self.known: set[str] = set()
        """Receipts that were found."""

    def problems(self) -> Iterator[str]:
        """Everything that is wrong, nothing if all is well."""
        end = self.store.chain()
        again = Again(end.key)
        try:
            for entry in self.store.journal():
                yield from self._compared(again.step(entry))
                self._look_for_receipt(again.chain)
        except (BadArena, msgspec.DecodeError) as error:
            yield str(error)
            return
        self.records = again.chain.number
        if (again.chain.number, again.chain.seal) != (end.number, end.seal):
            yield f"the journal ends with record {again.chain.number}, sealed otherwise than the store says"
        yield from self._left_over()

    def _look_for_receipt(self, chain: Chain) -> None:
        receipt = f"{chain.number}-{chain.seal.hex()}"
        if receipt in self.receipts:
            self.known.add(receipt)

    def _compared(self, effects: list[Effect]) -> Iterator[str]:
        for effect in effects:
            if isinstance(effect, Saved):
                self.saved[effect.table_id] = effect.body
            elif isinstance(effect, Record):
                if not self._is_kept(effect):
                    name = effect.hand_id if isinstance(effect, HandDone | HandBegun) else effect.match_id
                    yield f"{name}: what the store says ({type(effect).__name__}) does not follow from the journal"

    def _is_kept(self, record: Record) -> bool:
        body = msgspec.json.encode(record).decode()
        if isinstance(record, HandDone):
            self.hands += 1
            return self._is_row("hands", "hand_id", record.hand_id, body)
        if isinstance(record, HandBegun):
            return self._is_row("dealt", "hand_id", record.hand_id, record.match_id, "match_id")
        if isinstance(record, MatchBegun | MatchDone):
            table = "begun" if isinstance(record, MatchBegun) else "ended"
            return self._is_row(table, "match_id", record.match_id, body)
        return self._is_row("removed", "match_id", record.match_id, body)

    def _is_row(self, table: str, key: str, name: str, value: str, column: str = "body") -> bool:
        rows = self.store.reader.execute(f"SELECT 1 FROM {table} WHERE {key} = ? AND {column} = ?", (name, value))
        return rows.fetchone() is not None

    def _left_over(self) -> Iterator[str]:
        """What the store holds beyond what the journal leads to; hands of before the journal have no receipt."""
        rows = self.store.reader.execute("SELECT count(*) FROM hands WHERE json_extract(body, '$.receipt') IS NOT NULL")
        kept = rows.fetchone()[0]
        if kept != self.hands:
            yield f"the store has {kept:,} hands, the journal leads to {self.hands:,}"
        if dict(self.store.reader.execute("SELECT table_id, body FROM checkpoints")) != self.saved:
            yield "the checkpoints are not what the journal leads to"
        for receipt in self.receipts:
            if receipt not in self.known:
                yield f"receipt {receipt[:20]}... is not of this journal"
