"""The log of a hand: everything that happened, as integers.

An entry is `kind | seat << 5 | amount << 9`. The log is complete enough to make every event from it and to play the
hand again. Entries are stored in a C array of fixed size; a very long hand moves older ones into a tuple.
"""

from __future__ import annotations

import cython

from croupier.games.poker import constants


class HandLog:
    """The entries of one hand, in order."""

    earlier: tuple[int, ...] | None
    """The older entries of a very long hand, for which the array was too small."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.row = [0] * constants.LOG_ROW
        self.is_kept = True
        # a flag beside `earlier`, so that `clear` needs the interpreter lock only after a very long hand
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
        # 21 kinds fit five bits, ten seats four, and 55 are left: chips up to 10^15, or six places of cards
        self.row[self.size] = kind | (seat << 5) | (amount << 9)
        self.size += 1

    def empty_row(self) -> None:
        """Move the full row into the tuple of a very long hand."""
        self.earlier = (*(self.earlier or ()), *[self.row[place] for place in range(constants.LOG_ROW)])
        self.has_earlier = True
        self.size = 0

    def drop_earlier(self) -> None:
        """Remove the tuple of a very long hand."""
        self.earlier = None
        self.has_earlier = False

    def entries(self) -> list[int]:
        """Return the whole log."""
        return [*(self.earlier or ()), *[self.row[place] for place in range(self.size)]]

    def entries_after(self, count: int) -> list[int]:
        """Return the log without its first `count` entries."""
        # positions count from the beginning of the hand, so a hand that has spilled is put together first
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
