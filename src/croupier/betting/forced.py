"""Forced money: who antes, posts and straddles, and where the action starts (rulings B6, B7, B8).

A `Forced` holds one hand's forced bets, a column per seat: `ante` (layered like a bet, or dead where a record says
so), `blind` (live: blinds, straddles, a newcomer's post), `tax` (a big-blind ante: dead, taken after the blind) and
`dead` (already paid, stands in the pot). `anchor` is the seat that acts last before the flop; the action starts on
its left. It says what is due; `round.py` takes as much of it as a stack can pay.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting.order import how_many, next_seat

_SEATS = 10


class Forced:
    """The forced bets of one hand."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.ante = [0] * _SEATS
            self.blind = [0] * _SEATS
            self.tax = [0] * _SEATS
            self.dead = [0] * _SEATS
        self.clear(0)

    def clear(self, seats: int) -> None:
        """Forget everything: nobody owes anything."""
        self.seats = seats
        self.layered = True
        self.anchor = 0
        self.straddlers = 0
        self.has_extras = False
        for seat in range(seats):
            self.ante[seat] = 0
            self.blind[seat] = 0
            self.tax[seat] = 0
            self.dead[seat] = 0

    def everyone_antes(self, members: int, amount: int) -> None:
        """The same ante from each member."""
        self.has_extras = self.has_extras or amount > 0
        for seat in range(self.seats):
            if (members >> seat) & 1:
                self.ante[seat] = amount

    def post_blinds(self, members: int, button: int, small: int, big: int) -> None:
        """Small and big blind left of the button; heads-up the button is the small blind (B8)."""
        sb = small_blind(self.seats, members, button)
        bb = next_seat(self.seats, members, sb)
        self.blind[sb] = small
        self.blind[bb] = big
        self.anchor = bb

    def straddle(self, members: int, amount: int) -> None:
        """The seat left of the last poster straddles."""
        seat = next_seat(self.seats, members, self.anchor)
        self.straddle_at(seat, amount)

    def straddle_at(self, seat: int, amount: int) -> None:
        """A seat straddles out of order: from the button, or a button blind."""
        self.blind[seat] = amount
        self.anchor = seat
        self.straddlers |= 1 << seat

    def take_after(self, seat: int, amount: int) -> None:
        """A seat pays a big-blind ante: dead money, after the blind (B7)."""
        self.has_extras = self.has_extras or amount > 0
        self.tax[seat] = amount

    def add_dead(self, seat: int, amount: int) -> None:
        """Dead money of a seat, paid before the hand, stands in the pot (N7)."""
        self.has_extras = self.has_extras or amount > 0
        self.dead[seat] = amount

    def set_ante(self, seat: int, amount: int) -> None:
        """One seat's own ante."""
        self.has_extras = self.has_extras or amount > 0
        self.ante[seat] = amount

    def antes_differ(self, members: int) -> bool:
        """Whether some member owes another ante than the others: a record may say so."""
        first = next_seat(self.seats, members, 0)
        for seat in range(self.seats):
            if (members >> seat) & 1 and self.ante[seat] != self.ante[first]:
                return True
        return False

    def set_blind(self, seat: int, amount: int) -> None:
        """A live post of one seat that does not move the opening: a newcomer's blind."""
        self.blind[seat] = amount

    def rotate(self, order: Sequence[int], count: int) -> None:
        """Move blinds, straddles and big-blind antes on to the next seat of the order."""
        last = order[count - 1]
        blind = self.blind[last]
        tax = self.tax[last]
        straddlers = ((self.straddlers >> last) & 1) << order[0]
        anchor = order[0] if last == self.anchor else self.anchor
        for place in range(count - 1, 0, -1):
            before = order[place - 1]
            seat = order[place]
            self.blind[seat] = self.blind[before]
            self.tax[seat] = self.tax[before]
            straddlers |= ((self.straddlers >> before) & 1) << seat
            if before == self.anchor:
                anchor = seat
        self.blind[order[0]] = blind
        self.tax[order[0]] = tax
        self.straddlers = straddlers
        self.anchor = anchor


def small_blind(seats: int, members: int, button: int) -> int:
    """The seat of the small blind: left of the button, or the button itself heads-up (B8)."""
    if how_many(members) == 2 and (members >> button) & 1:
        return button
    return next_seat(seats, members, button)
