"""Turn order over the seats of a table, as bit masks: who comes next, how many are left.

Seats are numbered clockwise from 0; a set of seats is an int with a bit per seat, at most ten of them, so that the
lowest member and the size of every set are read from two small tables. This is what rounds for chips and rounds that
stake cards truly share.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # in C these are enum constants and arrays of the .pxd file
    SEATS_MAX = 10
    NOBODY = -1
    SETS = 1 << SEATS_MAX
    _LOWEST = [0] * SETS
    _SIZE = [0] * SETS


def _fill_tables() -> None:
    """The lowest member and the size of every set of seats."""
    for members in range(SETS):
        _SIZE[members] = members.bit_count()
        _LOWEST[members] = (members & -members).bit_length() - 1 if members else 0


_fill_tables()


def next_seat(seats: int, members: int, after: int) -> int:
    """The first member clockwise after a seat (the seat itself comes last), or NOBODY if there is no member."""
    if members == 0:
        return NOBODY
    turned = ((members | (members << seats)) >> (after + 1)) & (SETS - 1)  # the table seen from the next seat
    seat = after + 1 + _LOWEST[turned]
    return seat - seats if seat >= seats else seat


def how_many(members: int) -> int:
    """The number of seats in a set; of a number that is no set, what its ten lowest bits come to."""
    return _SIZE[members & (SETS - 1)]
