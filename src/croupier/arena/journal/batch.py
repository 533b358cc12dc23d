"""What is written at once: the small thing that a host's desk gives and a store takes."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.arena.core.effects import ChipsMoved, HandBegun, HandDone, MatchBegun, MatchDone, TeamRemoved
from croupier.arena.journal.chain import START, Entry

Record = MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved
"""What came of things, for those who ask."""


@dataclass
class Batch:
    """What one commit writes, all or nothing."""

    entries: list[Entry] = field(default_factory=list)
    saved: dict[str, bytes] = field(default_factory=dict)
    """The last checkpoint of each table."""
    records: list[Record] = field(default_factory=list)
    seal: bytes = START
    """The chain after the last entry."""
    standings: bytes | None = None
    """Where everybody stood when it was made, from time to time."""
    rows: list[bytes | str] | None = None
    """The batch as a store writes it, once it is prepared."""

    def __bool__(self) -> bool:
        return bool(self.entries or self.saved or self.records)
