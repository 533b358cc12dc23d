"""The log of a hand: a list of everything that happened, each entry one integer.

An entry is `kind | seat << 5 | amount << 9`. The log is complete: all events can be made from it, and the hand can be
replayed from it. Entries are stored in a C array of fixed size. When the array is full, its entries move into a tuple.
"""

from __future__ import annotations

import cython

from croupier.games.poker import constants


class HandLog:
    """The entries of one hand, in order."""

    earlier: tuple[int, ...] | None
    """The older entries of a very long hand, which no longer fit into the array."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.row = [0] * constants.LOG_ROW
        self.is_kept = True
        # this flag lets `clear` run without the interpreter lock unless `earlier` is set
        self.has_earlier = False
        self.earlier = None
        self.size = 0

    def clear(self) -> None:
        """Remove all entries."""
        self.size = 0
        if self.has_earlier:
            self.drop_earlier()

    def add(self, kind: int, seat: int, amount: int) -> None:
        """Add an entry, unless the log is switched off (`is_kept`)."""
        if not self.is_kept:
            return
        if self.size == constants.LOG_ROW:
            self.empty_row()
        # The kind (21 values) takes five bits and the seat (ten) four. The 55 bits left hold chips up to 10^15 or six
        # places of cards.
        self.row[self.size] = kind | (seat << 5) | (amount << 9)
        self.size += 1

    def empty_row(self) -> None:
        """Move the entries of the full array into the tuple `earlier`."""
        self.earlier = (*(self.earlier or ()), *[self.row[place] for place in range(constants.LOG_ROW)])
        self.has_earlier = True
        self.size = 0

    def drop_earlier(self) -> None:
        """Remove the tuple `earlier`."""
        self.earlier = None
        self.has_earlier = False

    def entries(self) -> list[int]:
        """Return the whole log."""
        return [*(self.earlier or ()), *[self.row[place] for place in range(self.size)]]

    def entries_after(self, count: int) -> list[int]:
        """Return the log without its first `count` entries."""
        # `count` counts from the beginning of the hand, so the tuple and the array are joined first
        if self.has_earlier:
            return self.entries()[count:]
        return [self.row[place] for place in range(count, self.size)]

    def copy_to(self, other: HandLog) -> None:
        """Copy all entries to another log."""
        other.is_kept = self.is_kept
        other.size = self.size
        other.has_earlier = self.has_earlier
        other.earlier = self.earlier
        for place in range(self.size):
            other.row[place] = self.row[place]
