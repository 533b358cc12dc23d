"""Forced bets: antes, blinds and straddles, and where the betting starts (B6, B7, B8).

A `Forced` stores the forced bets of one hand by seat, in an array for each kind. `ante` is divided into side pots like
a bet, or is dead money if a record says so. `blind` is live: blinds, straddles and a newcomer's post. `tax` is the
big-blind ante, dead money that is taken after the blind. `dead` was paid before the hand and is already in the pot.
`anchor` is the seat that acts last before the flop; the betting starts on its left. The game sets what each seat owes;
`round.py` takes as much of this as the stack can pay.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants
from croupier.betting.order import next_seat


class Forced:
    """The forced bets of one hand."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.ante = [0] * constants.SEATS_MAX
            self.blind = [0] * constants.SEATS_MAX
            self.tax = [0] * constants.SEATS_MAX
            self.dead = [0] * constants.SEATS_MAX
        self.clear(0)

    def clear(self, seats: int) -> None:
        """Clear all forced bets."""
        self.seats = seats
        self.layered = True
        self.anchor = 0
        self.straddlers = 0
        # most hands have blinds only, and the engine then skips the loops for everything else
        self.has_extras = False
        for seat in range(seats):
            self.ante[seat] = 0
            self.blind[seat] = 0
            self.tax[seat] = 0
            self.dead[seat] = 0

    def antes_differ(self, members: int) -> bool:
        """Return True if the players who are dealt in (`members`) owe different antes, which can happen in a record."""
        # seats that are not dealt in owe no ante, which must not count as a different ante
        first = next_seat(self.seats, members, 0)
        for seat in range(self.seats):
            if (members >> seat) & 1 and self.ante[seat] != self.ante[first]:
                return True
        return False

    def rotate(self, order: Sequence[int], count: int) -> None:
        """Move blinds, straddles and big-blind antes to the next seat of the order.

        `straddlers` does not change, because it is only used to name posts in a log, and simulated hands have no log.
        """
        # the loop below overwrites this seat's bets, so they are kept for the first of the order
        last = order[count - 1]
        blind = self.blind[last]
        tax = self.tax[last]
        anchor = order[0] if last == self.anchor else self.anchor
        # goes from the last seat to the first, so that each seat is read before it is overwritten
        for place in range(count - 1, 0, -1):
            before = order[place - 1]
            seat = order[place]
            self.blind[seat] = self.blind[before]
            self.tax[seat] = self.tax[before]
            if before == self.anchor:
                anchor = seat
        self.blind[order[0]] = blind
        self.tax[order[0]] = tax
        self.anchor = anchor
