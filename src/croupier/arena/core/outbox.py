"""Collect the effects of inputs: the batch that the next commit must store, and the effects that may be sent after it.

A result for the store (`Record`) is in both, before the frames that show it. `journal.gate`, not this module, decides
when a commit begins.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from croupier.arena.core.effects import (
    ChipsMoved,
    Close,
    Effect,
    Fresh,
    HandBegun,
    HandDone,
    MatchBegun,
    MatchDone,
    Saved,
    Send,
    Stopped,
    TeamRemoved,
    WantMatch,
)
from croupier.arena.journal import checkpoint
from croupier.arena.journal.chain import START, Chain, Entry
from croupier.protocol import Frame, Snapshot, encode, errors

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable


Record = MatchBegun | HandBegun | HandDone | MatchDone | TeamRemoved | ChipsMoved
"""A result that follows from the commands. It has a table of its own in the store, so that it can be queried."""


@dataclass
class Batch:
    """Everything that one commit writes. The store writes all of it or nothing."""

    entries: list[Entry] = field(default_factory=list)
    saved: dict[str, bytes] = field(default_factory=dict)
    """The latest checkpoint of each table that has a new one."""
    records: list[Record] = field(default_factory=list)
    seal: bytes = START
    """The seal of the last entry."""
    standings: bytes | None = None
    """The standings at the time of this batch. None in most batches."""
    prepared: list[bytes | str] | None = None
    """The batch in the store's own form, filled in by `Store.prepare`."""

    def __bool__(self) -> bool:
        return bool(self.entries or self.saved or self.records)


class Outbox:
    """Collects the effects of inputs, in order."""

    def __init__(self, chain: Chain | None = None) -> None:
        self.chain = chain
        self.batch = Batch()
        """What the next commit must write."""
        self.shown: list[Effect] = []
        """The effects that may be carried out once the batch is written."""

    @property
    def receipt(self) -> str | UnsetType:
        """Return the receipt of the command being applied; UNSET without a journal."""
        return UNSET if self.chain is None else self.chain.receipt

    def keep(self, entry: Entry) -> None:
        """Add a record of the journal."""
        self.batch.entries.append(entry)

    def save(self, table: ArenaTable) -> None:
        """Save a table's checkpoint, just before a hand begins or when the table opens. If one input causes several
        checkpoints of a table, only the last one is stored.
        """
        if self.chain is not None:
            self.batch.saved[table.table_id] = checkpoint.encode(table, self.chain.proposed)

    def send(self, conns: Sequence[int], frame: Frame, crowd: tuple[int, ...] = ()) -> bytes:
        """Send a frame to players and spectators, encoded once; return its text."""
        data = encode(frame)
        if isinstance(frame, Snapshot) and frame.legal is not UNSET and frame.decision is not UNSET and conns:
            self.ask(conns[0], data, frame.at_hand_id or "", frame.decision)
        else:
            self.send_text(tuple(conns), data, crowd)
        return data

    def ask(self, conn: int, data: bytes, hand_id: str, decision: int) -> None:
        """Send a prompt, a frame that asks a seat for a decision."""
        self.shown.append(Send((conn,), data, asks=(hand_id, decision)))

    def send_text(self, conns: tuple[int, ...], data: bytes, crowd: tuple[int, ...] = ()) -> None:
        """Send a frame that is encoded already."""
        if conns:
            self.shown.append(Send(conns, data))
        if crowd:
            self.shown.append(Send(crowd, data, True))

    def close(self, conn: int, code: int, reason: str | None = None) -> None:
        """Close a connection."""
        self.shown.append(Close(conn, code, reason or errors.CLOSINGS[code]))

    def fresh(self, conn: int) -> None:
        """Send frames to a lagging connection again. The next frame is a snapshot."""
        self.shown.append(Fresh(conn))

    def record(self, what: Record) -> None:
        """Add a result, to be stored before anything is shown."""
        self.batch.records.append(what)
        self.shown.append(what)

    def want(self, what: WantMatch | Stopped) -> None:
        """Report that the host needs a match's secret, or that it has stopped."""
        self.shown.append(what)

    def take(self) -> tuple[Batch, list[Effect]]:
        """Return the batch and the effects that may be sent after it, and start collecting again."""
        taken = self.batch, self.shown
        self.batch, self.shown = Batch(), []
        return taken

    def taken(self) -> list[Effect]:
        """Return all collected effects, and start collecting again."""
        batch, shown = self.take()
        return [*batch.entries, *itertools.starmap(Saved, batch.saved.items()), *shown]
