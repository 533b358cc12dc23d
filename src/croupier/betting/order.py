"""Compute the turn order over the seats of a table: which seat comes next, and how many seats are left.

Seats are numbered clockwise from 0. A set of seats is an int with one bit for each seat. A table has at most ten seats,
so the lowest member and the size of every set are looked up in two small tables. This module serves both kinds of
round: those for chips and those that stake cards.
"""

from __future__ import annotations

import cython

from croupier.betting import constants

if not cython.compiled:  # in compiled code these are C arrays, declared in the .pxd file
    _LOWEST = [0] * constants.SETS
    _SIZE = [0] * constants.SETS


def _fill_tables() -> None:
    """Fill the tables: the lowest member and the size of every set of seats."""
    for members in range(constants.SETS):
        _SIZE[members] = members.bit_count()
        _LOWEST[members] = (members & -members).bit_length() - 1 if members else 0


_fill_tables()


def next_seat(seats: int, members: int, after: int) -> int:
    """Return the first member of a set clockwise after a seat, or NOBODY if the set is empty. The seat itself comes
    last.
    """
    if members == 0:
        return constants.NOBODY
    # Two copies of the set next to each other are shifted so that the seat after `after` is bit 0. This avoids a loop,
    # because every action of every hand asks for the next seat.
    turned = ((members | (members << seats)) >> (after + 1)) & (constants.SETS - 1)
    seat = after + 1 + _LOWEST[turned]
    return seat - seats if seat >= seats else seat


def how_many(members: int) -> int:
    """Return the number of seats in a set. Bits above the tenth are ignored."""
    return _SIZE[members & (constants.SETS - 1)]
