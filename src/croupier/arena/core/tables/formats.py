"""Open a table of the format that its settings ask for."""

from __future__ import annotations

from croupier.arena.core.config import TableConfig
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.cash import CashTable
from croupier.arena.core.tables.match import MatchTable


def open_table(table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
               roster: dict[str, str] | None = None) -> ArenaTable:
    """Return an empty table of the format that the settings ask for."""
    kind = CashTable if config.is_cash else MatchTable
    return kind(table_id, config, numbers, outbox, roster)
