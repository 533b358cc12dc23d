"""How much: the largest raise-to a limit allows (rulings B13, G1); the smallest is the same in all of them (B3).

Integers in, integers out; whether a seat may raise at all, and the least it may raise, is `round.py`'s to say.
All amounts are raise-to: the seat's total for the street.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # in C these are enum constants of the .pxd file
    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    FIXED_STEP = 3

LIMIT_NAMES = {"no": 0, "pot": 1, "fixed": 2, "step": 3}


def highest(limit: int, price: int, full_to: int, reach: int, pot: int, owed: int) -> int:
    """The largest raise-to: the stack (`reach`), the pot, or exactly one step, which is the full raise (`full_to`).

    `pot` is everything in the middle; a pot-sized raise first calls, then adds the pot as it then stands.
    """
    if limit == NO_LIMIT:
        return reach
    most = full_to
    if limit == POT_LIMIT and price + pot + owed > most:
        most = price + pot + owed
    if reach < most:
        return reach
    return most
