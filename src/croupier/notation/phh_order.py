"""The order in which PHH writes blinds and antes.

PHH lists players from the left of the button, the button last. Columns of forced bets are in the order of posting
instead: that is the same order, except with two players, where the button posts the small blind first (B8).
"""

from __future__ import annotations

from typing import TypeVar

_Entry = TypeVar("_Entry")


def posting_order(column: list[_Entry]) -> list[_Entry]:
    """Return entries by player in the order of posting, or entries in the order of posting by player."""
    return column[::-1] if len(column) == 2 else column
