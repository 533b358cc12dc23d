"""Turn order over the seats of a table, as bit masks: who comes next, how many are left.

Seats are numbered clockwise from 0; a set of seats is an int with a bit per seat. This is what rounds for chips and
rounds that stake cards truly share.
"""

from __future__ import annotations

import cython

if not cython.compiled:  # in C these are enum constants of the .pxd file
    SEATS_MAX = 10
    NOBODY = -1


def next_seat(seats: int, members: int, after: int) -> int:
    """The first member clockwise after a seat (the seat itself comes last), or NOBODY if there is no member."""
    seat = after
    step = 0
    while step < seats:
        seat += 1
        if seat >= seats:
            seat = 0
        if (members >> seat) & 1:
            return seat
        step += 1
    return NOBODY


def how_many(members: int) -> int:
    """The number of seats in a set."""
    count = 0
    while members:
        members &= members - 1
        count += 1
    return count
