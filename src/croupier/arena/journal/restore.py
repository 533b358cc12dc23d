"""A host brought back to where its journal ends: each table from its last hand's beginning, deed by deed.

Every hand's beginning is a checkpoint, so that a table has at most one hand to do again, however long the journal is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec
from msgspec import UnsetType

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import Effect
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.formats import open_table
from croupier.arena.journal import checkpoint, commands
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.checkpoint import Checkpoint
from croupier.protocol.errors import Refused


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

    def start(self, saved: Checkpoint) -> list[Effect]:
        """A table as it was when a hand began, and the hand begun."""
        form = 1 if isinstance(saved.form, UnsetType) else saved.form
        if form > commands.FORM:
            raise BadArena(f"{saved.table_id} cannot be gone on with: {_newer(form)}")
        table = open_table(saved.table_id, saved.config, self.numbers, self.out)
        self.tables[saved.table_id] = table
        table.form = form
        if saved.begun is not None:
            checkpoint.restore(table, saved.begun, saved.at_ms)
        return self.out.taken()

    def step(self, entry: Entry) -> list[Effect]:
        """Do what a record says; BadArena where that cannot be done."""
        try:
            self._do(entry)
        except (Refused, KeyError, AssertionError, ValueError) as error:
            raise BadArena(f"record {entry.number} of the journal cannot be done again: {error!r}") from error
        return self.out.taken()

    def _do(self, entry: Entry) -> None:
        deed = commands.decoded(entry.body)
        if isinstance(deed, commands.TableOpened | commands.TableResumed) and deed.form > commands.FORM:
            raise ValueError(_newer(deed.form))
        if isinstance(deed, commands.TableOpened):
            self.numbers.last = max(self.numbers.last, deed.last_hand)
            config = msgspec.convert(deed.config, type=TableConfig)
            self.tables[entry.table_id] = open_table(entry.table_id, config, self.numbers, self.out)
            self.tables[entry.table_id].form = deed.form
        else:
            commands.do(self.tables[entry.table_id], deed, entry.at_ms)


def restored(past: Past, out: Outbox, numbers: Numbers) -> dict[str, ArenaTable]:
    """The tables of a past, as they were."""
    chain, out.chain = out.chain, None  # receipts were given when these things happened
    try:
        replay = Replay(out, numbers)
        for saved in past.checkpoints:
            replay.start(saved)
        for entry in past.entries:
            replay.step(entry)
    finally:
        out.chain = chain
    numbers.last = max(numbers.last, past.last_hand)
    return replay.tables


def _newer(form: int) -> str:
    return f"it was made by a newer croupier (form {form}, this one knows {commands.FORM})"
