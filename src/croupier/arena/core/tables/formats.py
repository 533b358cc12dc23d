"""Tables by their format."""

from __future__ import annotations

from croupier.arena.core.config import TableConfig
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.tables.base import ArenaTable, Numbers
from croupier.arena.core.tables.cash import CashTable
from croupier.arena.core.tables.match import MatchTable


def open_table(table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
               roster: dict[str, str] | None = None) -> ArenaTable:
    """A table with nobody at it."""
    kind = CashTable if config.is_cash else MatchTable
    return kind(table_id, config, numbers, outbox, roster)
