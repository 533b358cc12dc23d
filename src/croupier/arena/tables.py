"""Tables by their format."""

from __future__ import annotations

from croupier.arena.cash import CashTable
from croupier.arena.config import TableConfig
from croupier.arena.matchtable import MatchTable
from croupier.arena.outbox import Outbox
from croupier.arena.table import ArenaTable, Numbers


def open_table(table_id: str, config: TableConfig, numbers: Numbers, outbox: Outbox,
               roster: dict[str, str] | None = None) -> ArenaTable:
    """A table with nobody at it."""
    kind = CashTable if config.is_cash else MatchTable
    return kind(table_id, config, numbers, outbox, roster)
