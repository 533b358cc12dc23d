"""The largest raise that each limit allows (B13, G1).

`round.py` decides whether a seat may raise at all and the smallest raise (B3). All amounts are raise-to: the seat's
total for the street.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # compiled, these are enum constants of the .pxd file
    NO_LIMIT = 0
    POT_LIMIT = 1
    FIXED_LIMIT = 2
    FIXED_STEP = 3

LIMIT_NAMES = {"no": 0, "pot": 1, "fixed": 2, "step": 3}


def highest(limit: int, price: int, full_to: int, reach: int, pot: int, owed: int) -> int:
    """Return the largest raise-to: the stack (`reach`), the pot, or exactly one step, which is the full raise
    (`full_to`).

    `pot` is everything in the middle; a pot-sized raise first calls, then adds the pot including that call.
    """
    if limit == NO_LIMIT:
        return reach
    most = full_to
    if limit == POT_LIMIT and price + pot + owed > most:
        most = price + pot + owed
    if reach < most:
        return reach
    return most
