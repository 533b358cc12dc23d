"""Restore a host to the state at the end of its journal, table by table.

Each table starts from its last checkpoint, and then its later commands are applied. Every hand begins with a
checkpoint, so a table has at most one hand to replay, however long the journal is.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import Effect
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.cash import CashTable
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.journal import checkpoint, commands
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.checkpoint import Checkpoint
from croupier.protocol.errors import Refused


@dataclass
class Past:
    """The state of all tables in a store when a server starts."""

    checkpoints: list[Checkpoint] = field(default_factory=list)
    entries: list[Entry] = field(default_factory=list)
    """The records after each table's checkpoint, in order."""
    last_hand: int = 0
    last_ms: int = 0
    """The time of the last record. No player is charged for the time after it."""


class JournalReplay:
    """Builds tables from records. The caller may examine their effects, but nothing is sent."""

    def __init__(self, out: Outbox, numbers: Numbers) -> None:
        self.out, self.numbers = out, numbers
        self.tables: dict[str, ArenaTable] = {}

    def start(self, saved: Checkpoint) -> None:
        """Build a table from its checkpoint and let its hand begin."""
        table = self.tables[saved.table_id] = open_table(saved.table_id, saved.config, self.numbers, self.out)
        if saved.begun is not None:
            checkpoint.restore(table, saved.begun, saved.at_ms)
        self.out.taken()

    def step(self, entry: Entry) -> list[Effect]:
        """Apply a record and return its effects. If the record cannot be applied, raise BadArena without quoting it."""
        try:
            self._apply(entry)
        except (Refused, KeyError, AssertionError, ValueError) as error:
            why = error.code if isinstance(error, Refused) else type(error).__name__
            raise BadArena(f"record {entry.number} of the journal cannot be applied again ({why})") from None
        return self.out.taken()

    def _apply(self, entry: Entry) -> None:
        command = commands.decode(entry.body)
        if isinstance(command, commands.TableOpened):
            self.numbers.last = max(self.numbers.last, command.last_hand)
            config = msgspec.convert(command.config, type=TableConfig)
            self.tables[entry.table_id] = open_table(entry.table_id, config, self.numbers, self.out)
        else:
            commands.apply(self.tables[entry.table_id], command, entry.at_ms)
            self.tables[entry.table_id].publish(entry.at_ms)


def open_table(table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
               roster: dict[str, str] | None = None) -> ArenaTable:
    """Return an empty table of the format that the settings ask for."""
    kind = CashTable if config.is_cash else MatchTable
    return kind(table_id, config, numbers, outbox, roster)


def restore_tables(past: Past, out: Outbox, numbers: Numbers) -> dict[str, ArenaTable]:
    """Return the tables in the state after the last record."""
    # do not seal these records again: they are in the journal, and their receipts were sent
    chain, out.chain = out.chain, None
    try:
        replay = JournalReplay(out, numbers)
        for saved in past.checkpoints:
            replay.start(saved)
        for entry in past.entries:
            replay.step(entry)
    finally:
        out.chain = chain
    numbers.last = max(numbers.last, past.last_hand)
    return replay.tables
