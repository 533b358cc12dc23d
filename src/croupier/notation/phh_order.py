"""The order in which PHH lists players, and the order in which it lists their blinds and antes.

PHH lists players from the left of the button, the button last. Columns of forced bets are in the order of posting. The
two orders are the same, except with two players, where the button posts the small blind first (B8).
"""

from __future__ import annotations

from typing import TypeVar

from croupier.games.poker.start import blind_seats

_Entry = TypeVar("_Entry")
_HEADS_UP = blind_seats(2, 0b11, 1)
"""The seats of two players in the order in which they post. The second player has the button."""


def listed(seats: int, button: int) -> list[int]:
    """Return the seats of a table in the order in which PHH lists players."""
    return [(button + 1 + step) % seats for step in range(seats)]


def posting_order(column: list[_Entry]) -> list[_Entry]:
    """Convert a list with one entry for each player to the order of posting, or from the order of posting back."""
    # swapping two entries is its own inverse, so the same function converts in both directions
    return [column[player] for player in _HEADS_UP] if len(column) == len(_HEADS_UP) else column
