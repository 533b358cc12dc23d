"""Side pots: layers of the chips in the middle, and the seats that can win each layer (B11).

A layer runs from one live seat's total up to the next higher one. All chips that players put in between these two
totals belong to the layer, including those of folded players. Every live seat whose total reaches the top of the layer
can win it. Dead money belongs to the first layer (B7). Layers are not stored. The functions here compute layers from
the totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from croupier.betting import constants


class Pot(NamedTuple):
    """An amount of chips and the seats that can still win it."""

    amount: int
    seats: tuple[int, ...]


def level_above(total: Sequence[int], live: int, seats: int, floor: int) -> int:
    """Return the lowest total above the floor that a live seat has, or NO_LEVEL if there is none. With a floor of -1,
    seats that put in nothing count too.
    """
    level = constants.NO_LEVEL
    for seat in range(seats):
        amount = total[seat]
        # with `&` instead of `and`, C computes this without a branch, which the processor would often mispredict
        level = amount if ((live >> seat) & (amount > floor) & (amount < level)) else level
    return level


def layer(total: Sequence[int], seats: int, low: int, high: int) -> int:
    """Return the chips that all seats together have put in between two levels."""
    amount = 0
    for seat in range(seats):
        # folded players are not skipped: their chips stay in the layers that they reached (B11)
        reach = min(total[seat], high)
        amount += max(reach - low, 0)
    return amount


def reaching(total: Sequence[int], live: int, seats: int, level: int) -> int:
    """Return the set of live seats whose total reaches a level."""
    members = 0
    for seat in range(seats):
        members |= (total[seat] >= level) << seat
    return members & live


def layers(totals: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """Return all pots, the main pot first. If a folded seat put in more than every live seat, the excess goes to the
    last pot.
    """
    # for callers that want a list; the showdown uses the three functions above, which make no objects
    levels = sorted({totals[seat] for seat in live})
    highest = max(levels, default=0)
    pots: list[Pot] = []
    floor = 0
    for level in levels:
        # if a folded player has bet more than any live seat, the excess is above the last level
        top = level if level != highest else max(totals)
        amount = dead + sum(max(0, min(total, top) - floor) for total in totals)
        # a live seat that has put in nothing makes an empty layer; dead money goes to the next layer
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if totals[seat] >= level)))
            dead = 0
        floor = level
    return pots
