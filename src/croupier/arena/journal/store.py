"""Define the interface `Store`, through which a server stores its journal, and the contract of this interface.

`SqliteStore` (one file, one server) is the first implementation. The suite `tests/arena/test_store_contract.py` runs
over every implementation; the next one, PostgreSQL with several servers, must pass it unchanged.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from croupier.arena.core.outbox import Batch
from croupier.arena.journal.queries import Queries
from croupier.arena.journal.reader import Database, JournalReader
from croupier.errors import Error


class StoreFailed(Error, RuntimeError):  # noqa: N818 - what happened
    """Raised if the store cannot write, or has lost what it wrote. Dealing must stop."""


class Store(Protocol):
    """A journal on a disk, written by one server.

    **Durable.** When `commit` returns, the batch survives the death of the process and of the machine.

    **All or nothing.** A batch is stored whole or not at all, also if the process dies during `commit`.

    **In order.** Batches are stored in the order of their commits. The host numbers entries from 1 without a gap. Each
    entry, each hand and each match is stored once; a batch that contains one of them again fails.

    **Final failure.** After a failed `commit` or `check`, every later `commit` and `check` raises `StoreFailed`: no
    hand may be dealt that cannot be stored. A new server that opens the store finds what was committed before.

    **Consistent reading.** `journal` and `queries` see committed batches only, and each statement sees one moment,
    whatever is being written. They may be used while another thread commits. A store that was opened to be read sees
    one moment for all its statements, and changes nothing.

    **One owner for each table.** A table's records are written by one server at a time. A server calls `claim` for
    its tables before it reads where they were. A store has two ways to keep to this:

    - it refuses to be opened by a second server (`BadArena`), so the one server owns all tables and `claim` has
      nothing to do: SQLite, by a lock on a file that ends with the process;
    - it leases each table: `claim` stores a number for the table that is higher than all before it (a fencing token),
      and `commit` checks, in the same transaction, that every table of the batch still has this server's number. A
      server whose table was claimed by another one, because it was slow, cut off or believed dead, gets `StoreFailed`
      and deals no more. Nobody has to agree on a time.

    With several servers, each server has a journal of its own, with its own chain; a table that changes hands continues
    from its checkpoint and the records of its former owner's journal. Hand and match numbers are unique in the whole
    store (T8), so that store gives each server numbers apart from the others'.
    """

    path: str
    """The name of the store, for messages."""
    is_on_disk: bool
    """True if the data outlive the process. False if they are in memory, where commits are fast enough for the event
    loop.
    """
    journal: JournalReader
    queries: Queries

    @property
    def reader(self) -> Database:
        """Return the connection that `journal` and `queries` use. An audit uses it to look up single rows."""

    def claim(self, tables: Collection[str]) -> None:
        """Become the only server that writes to these tables."""

    def prepare(self, batch: Batch) -> None:
        """Do the part of `commit` that needs no disk. Batches must be prepared in the order of their commits."""

    def commit(self, batch: Batch) -> None:
        """Write a batch, and return when it is durable. If that fails, raise StoreFailed, now and at every later call.
        """

    def check(self) -> None:
        """Raise StoreFailed if committed data are missing or changed.

        Call it about twice a second, on the thread that commits, between two commits.
        """

    def count_damage(self) -> int:
        """Return the number of damaged places that the database finds in its own files."""

    def close(self) -> None:
        """Close the store and give up the ownership of its tables."""
