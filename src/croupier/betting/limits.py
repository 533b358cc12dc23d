"""Compute the largest raise that each limit allows (B13, G1).

`round.py` decides whether a seat may raise at all, and how much it must raise at least (B3). All amounts are raise-to:
the seat's total for the street.
"""

from __future__ import annotations

from croupier.betting import constants

LIMIT_NAMES = {"no": constants.NO_LIMIT, "pot": constants.POT_LIMIT, "fixed": constants.FIXED_LIMIT,
               "step": constants.FIXED_STEP}
"""The names of the limits, and the numbers that compiled code uses for them."""


def highest(limit: int, price: int, full_to: int, reach: int, pot: int, owed: int) -> int:
    """Return the largest raise-to under a limit.

    In pot limit this is a pot-sized raise, which first calls and then adds the pot including that call; `pot` is
    everything in the middle. In fixed limit and fixed step the largest raise is the full raise (`full_to`). The result
    never exceeds `reach`, the total to which the whole stack goes.
    """
    # a pot smaller than a full raise does not lower the limit: a full raise is always allowed
    most = max(full_to, price + owed + pot) if limit == constants.POT_LIMIT else full_to
    return min(most, reach)
