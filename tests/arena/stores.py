"""Stores filled by hand: the results of a host that keeps no journal."""

from __future__ import annotations

from collections.abc import Iterable

from croupier.arena.core.effects import Effect
from croupier.arena.core.outbox import Batch, Record
from croupier.arena.journal import commands
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.sqlite import SqliteStore


def stored(effects: Iterable[Effect], matches: Iterable[str] = ("M-1",), *, secret: bytes) -> SqliteStore:
    """Return a store in memory with these matches of table T-1 and all records among the effects."""
    store = SqliteStore()
    give_matches(store, matches, secret)
    store.commit(Batch(records=[effect for effect in effects if isinstance(effect, Record)]))
    return store


def give_matches(store: SqliteStore, matches: Iterable[str], secret: bytes) -> None:
    """Write the secrets of matches to a store's journal."""
    first = store.journal.chain().number + 1
    store.commit(Batch([Entry(number, "T-1", number, commands.encode(commands.MatchKeyGiven(name, secret)))
                        for number, name in enumerate(matches, first)]))
