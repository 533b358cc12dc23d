"""The orders in which PHH writes players, and their blinds and antes.

PHH lists players from the left of the button, the button last. Columns of forced bets are in the order of posting. The
two orders are the same, except with two players, where the button posts the small blind first (B8).
"""

from __future__ import annotations

from typing import TypeVar

from croupier.games.poker.start import blind_seats

_Entry = TypeVar("_Entry")
_HEADS_UP = blind_seats(2, 0b11, 1)
"""Two players, the second with the button, in the order in which they post."""


def listed(seats: int, button: int) -> list[int]:
    """Return the seats of a table in the order in which PHH lists players."""
    return [(button + 1 + step) % seats for step in range(seats)]


def posting_order(column: list[_Entry]) -> list[_Entry]:
    """Return entries by player in the order of posting, or entries in the order of posting by player."""
    # the exchange of two is its own inverse, so one function serves both directions
    return [column[player] for player in _HEADS_UP] if len(column) == len(_HEADS_UP) else column
