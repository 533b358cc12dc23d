"""A batch: everything that one commit of a store writes."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.arena.core.effects import ChipsMoved, HandBegun, HandDone, MatchBegun, MatchDone, TeamRemoved
from croupier.arena.journal.chain import START, Entry

Record = MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved
"""A result that follows from the journal, stored apart so that it can be queried."""


@dataclass
class Batch:
    """What one commit writes, all or nothing."""

    entries: list[Entry] = field(default_factory=list)
    saved: dict[str, bytes] = field(default_factory=dict)
    """The latest checkpoint of each table that has a new one."""
    records: list[Record] = field(default_factory=list)
    seal: bytes = START
    """The seal of the last entry."""
    standings: bytes | None = None
    """The standings when this batch was made; most batches have none."""
    prepared: list[bytes | str] | None = None
    """The same in the store's own form, filled in by `Store.prepare`."""

    def __bool__(self) -> bool:
        return bool(self.entries or self.saved or self.records)
