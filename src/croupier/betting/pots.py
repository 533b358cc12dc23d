"""Pots: layers of the money in the middle, and who shares a layer (ruling B11).

A layer runs from one live seat's total up to the next higher one; everybody who put chips between the two, folded or
not, fills it, and every live seat that reaches its top may win it. Dead money belongs to the first layer (B7).
Nothing is stored: layers are read off the totals whenever somebody asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cython

if not cython.compiled:  # in C these are enum constants of the .pxd file
    NO_LEVEL = 1 << 62


class Pot(NamedTuple):
    """Chips that the seats named may still win."""

    amount: int
    seats: tuple[int, ...]


def level_above(total: Sequence[int], live: int, seats: int, floor: int) -> int:
    """The lowest total of a live seat above the floor, or NO_LEVEL; a floor of -1 finds a seat with nothing in."""
    level = NO_LEVEL
    for seat in range(seats):
        amount = total[seat]
        level = amount if ((live >> seat) & (amount > floor) & (amount < level)) else level
    return level


def layer(total: Sequence[int], seats: int, low: int, high: int) -> int:
    """The chips that all seats have between two levels."""
    amount = 0
    for seat in range(seats):
        reach = total[seat] if total[seat] < high else high
        amount += reach - low if reach > low else 0
    return amount


def reaching(total: Sequence[int], live: int, seats: int, level: int) -> int:
    """The set of live seats whose total reaches a level."""
    members = 0
    for seat in range(seats):
        members |= (total[seat] >= level) << seat
    return members & live


def layers(totals: Sequence[int], live: Sequence[int], dead: int = 0) -> list[Pot]:
    """All pots, the main pot first; chips above the highest live total (a folded seat's) go to the last one."""
    levels = sorted({totals[seat] for seat in live})
    highest = max(levels, default=0)
    pots: list[Pot] = []
    floor = 0
    for level in levels:
        top = level if level != highest else max(totals)
        amount = dead + sum(max(0, min(total, top) - floor) for total in totals)
        if amount:
            pots.append(Pot(amount, tuple(seat for seat in live if totals[seat] >= level)))
            dead = 0
        floor = level
    return pots
