"""Check values of a dict or JSON text. Amounts must have at most four decimal places (M1), and texts only valid
characters.
"""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from croupier.notation.money import DICT_PLACES_MAX, places_of
from croupier.notation.record import BadRecord

AMOUNTS = ("starting_stacks", "finishing_stacks", "winnings", "antes", "blinds_or_straddles", "min_bet", "small_bet",
           "big_bet", "bring_in", "_dead_blinds", "_dead_money", "_antes")
"""The fields that contain amounts of chips."""
# a fifth decimal place that is not 0
_FINE_BET = re.compile(rf" cbr \d+\.\d{{{DICT_PLACES_MAX}}}0*[1-9]")


def check_places(fields: dict[str, Any], line: int) -> None:
    """Raise BadRecord for an amount with more decimal places than a dict may hold (M1)."""
    for name in AMOUNTS:
        value = fields.get(name, 0)
        for number in value if isinstance(value, list) else [value]:
            if isinstance(number, Decimal) and places_of(number) > DICT_PLACES_MAX:
                raise BadRecord(f"{name} {number!s:.30} has more than {DICT_PLACES_MAX} decimal places", line, "M1")
    actions = fields.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, str) and _FINE_BET.search(action):
            raise BadRecord(f"{action!r:.60}: more than {DICT_PLACES_MAX} decimal places", line, "M1")


def check_encodable(text: str, line: int) -> None:
    """Raise BadRecord for half a surrogate pair, which is not a character and cannot be written to a file or terminal.
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRecord(f"{error.object[error.start]!r} is half a surrogate pair, not a character", line) from None
