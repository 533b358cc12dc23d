"""How much: the raise-to amounts a limit allows (rulings B3, B13, G1).

Integers in, integers out; whether a seat may raise at all is not decided here but in `round.py`. All amounts are
raise-to: the seat's total for the street.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # in C these are enum constants of the .pxd file
    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    FIXED_STEP = 3

LIMIT_NAMES = {"no": 0, "pot": 1, "fixed": 2, "step": 3}


def lowest(limit: int, price: int, full_raise: int, completing: int, reach: int) -> int:
    """The smallest raise-to: one full raise on top, or the rest of a short stack (`reach` is bet + stack).

    A bring-in is not raised but completed, to the full bet.
    """
    wanted = full_raise if completing else price + full_raise
    if reach < wanted:
        return reach
    return wanted


def highest(limit: int, price: int, full_raise: int, completing: int, reach: int, pot: int, owed: int) -> int:
    """The largest raise-to: the stack, the pot, or exactly one step.

    `pot` is everything in the middle; a pot-sized raise first calls, then adds the pot as it then stands.
    """
    if limit == NO_LIMIT:
        return reach
    most = full_raise if completing else price + full_raise
    if limit == POT_LIMIT and price + pot + owed > most:
        most = price + pot + owed
    if reach < most:
        return reach
    return most
