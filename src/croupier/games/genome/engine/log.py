"""The log of a game as integers, `kind | seat << 6 | amount << 10`; `events.py` makes events from it."""

from __future__ import annotations

from croupier.games.genome.engine import constants


class GameLog:
    """The entries of one game. Simulations keep no log."""

    entries: list[int]

    def __init__(self) -> None:
        self.entries = []
        # off by default, because only games that are watched or recorded need a log
        self.keeps = False

    def note(self, kind: int, seat: int, amount: int) -> None:
        """Add an entry."""
        self.entries.append(kind | (seat << constants.SEAT_SHIFT) | (amount << constants.AMOUNT_SHIFT))

    def copy_to(self, other: GameLog) -> None:
        """Copy all entries to another log."""
        other.keeps = self.keeps
        other.entries = self.entries.copy()
