"""A host brought back to where its journal ends: each table from its last hand's beginning, deed by deed.

Every hand's beginning is a checkpoint, so that a table has at most one hand to do again, however long the journal is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from msgspec import UnsetType

from croupier.arena import deeds, saving
from croupier.arena.chain import Entry
from croupier.arena.codes import Refused
from croupier.arena.config import BadArena, TableConfig
from croupier.arena.inputs import Effect
from croupier.arena.outbox import Outbox
from croupier.arena.saving import Checkpoint
from croupier.arena.table import ArenaTable, Numbers
from croupier.arena.tables import open_table


@dataclass
class Past:
    """What a store knows of its tables when a server starts."""

    checkpoints: list[Checkpoint] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    """The records after each table's checkpoint, in order."""
    last_hand: int = 0
    last_ms: int = 0
    """When the last record was made: up to then time counts."""


class Replay:
    """Tables built from records; their effects lead nowhere, but can be looked at."""

    def __init__(self, out: Outbox, numbers: Numbers) -> None:
        self.out, self.numbers = out, numbers
        self.tables: dict[str, ArenaTable] = {}

    def start(self, checkpoint: Checkpoint) -> list[Effect]:
        """A table as it was when a hand began, and the hand begun."""
        form = 1 if isinstance(checkpoint.form, UnsetType) else checkpoint.form
        if form > deeds.FORM:
            raise BadArena(f"{checkpoint.table_id} cannot be gone on with: {_newer(form)}")
        table = open_table(checkpoint.table_id, checkpoint.config, self.numbers, self.out)
        self.tables[checkpoint.table_id] = table
        table.form = form
        if checkpoint.begun is not None:
            saving.restore(table, checkpoint.begun, checkpoint.at_ms)
        return self.out.taken()

    def step(self, entry: Entry) -> list[Effect]:
        """Do what a record says; BadArena where that cannot be done."""
        try:
            self._do(entry)
        except (Refused, KeyError, AssertionError, ValueError) as error:
            raise BadArena(f"record {entry.number} of the journal cannot be done again: {error!r}") from error
        return self.out.taken()

    def _do(self, entry: Entry) -> None:
        deed = deeds.decoded(entry.body)
        if isinstance(deed, deeds.Opened | deeds.Resumed) and deed.form > deeds.FORM:
            raise ValueError(_newer(deed.form))
        if isinstance(deed, deeds.Opened):
            self.numbers.last = max(self.numbers.last, deed.last_hand)
            config = msgspec.convert(deed.config, type=TableConfig)
            self.tables[entry.table_id] = open_table(entry.table_id, config, self.numbers, self.out)
            self.tables[entry.table_id].form = deed.form
        else:
            deeds.do(self.tables[entry.table_id], deed, entry.at_ms)


def restored(past: Past, out: Outbox, numbers: Numbers) -> dict[str, ArenaTable]:
    """The tables of a past, as they were."""
    chain, out.chain = out.chain, None  # receipts were given when these things happened
    try:
        replay = Replay(out, numbers)
        for checkpoint in past.checkpoints:
            replay.start(checkpoint)
        for entry in past.entries:
            replay.step(entry)
    finally:
        out.chain = chain
    numbers.last = max(numbers.last, past.last_hand)
    return replay.tables


def _newer(form: int) -> str:
    return f"it was made by a newer croupier (form {form}, this one knows {deeds.FORM})"
