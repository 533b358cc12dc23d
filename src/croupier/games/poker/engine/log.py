"""The log of a hand: everything that happened, as integers.

An entry is `kind | seat << 5 | amount << 9`. The log is complete enough to make every event from it and to play the
hand again. It is kept in a fixed row, and goes on in a tuple when a hand is very long.
"""

from __future__ import annotations

import cython

from croupier.games.poker import constants


class HandLog:
    """The entries of one hand, in order."""

    earlier: tuple[int, ...] | None
    """Entries that no longer had room in the row."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.row = [0] * constants.LOG_ROW
        self.is_kept = True
        self.has_earlier = False
        self.earlier = None
        self.size = 0

    def clear(self) -> None:
        """Forget all entries."""
        self.size = 0
        if self.has_earlier:
            self.drop_earlier()

    def add(self, kind: int, seat: int, amount: int) -> None:
        """Write one entry, unless nobody will read the log."""
        if not self.is_kept:
            return
        if self.size == constants.LOG_ROW:
            self.empty_row()
        self.row[self.size] = kind | (seat << 5) | (amount << 9)
        self.size += 1

    def empty_row(self) -> None:
        """Move the full row into the tuple of a very long hand."""
        self.earlier = (*(self.earlier or ()), *[self.row[place] for place in range(constants.LOG_ROW)])
        self.has_earlier = True
        self.size = 0

    def drop_earlier(self) -> None:
        """Forget the tuple of a very long hand."""
        self.earlier = None
        self.has_earlier = False

    def entries(self) -> list[int]:
        """Return the whole log."""
        return [*(self.earlier or ()), *[self.row[place] for place in range(self.size)]]

    def entries_after(self, count: int) -> list[int]:
        """Return the log without its first `count` entries."""
        if self.has_earlier:
            return self.entries()[count:]
        return [self.row[place] for place in range(count, self.size)]

    def copy_to(self, other: HandLog) -> None:
        """Make another log exactly like this one."""
        other.is_kept = self.is_kept
        other.size = self.size
        other.has_earlier = self.has_earlier
        other.earlier = self.earlier
        for place in range(self.size):
            other.row[place] = self.row[place]
