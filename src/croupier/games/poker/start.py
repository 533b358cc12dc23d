"""The start of a hand: who posts what, in which order, and who acts last before the flop. No other module decides this.

A game fills in a `HandStart` from its stakes (`game.py`), a record from its columns (`notation/hand_start.py`), and a
table or the arena from its seats. `deal` then returns the starting facts. The rules are:

- Players post in order from the left of the button. Heads-up the button is the small blind and posts first (B8).
- Of the largest blinds and straddles, the last one posted acts last before the flop: the *anchor*. The live post of a
  newcomer does not count here (N6).
- Antes are divided into side pots like bets, or go entirely into the main pot if a record says so (B7). A big-blind
  ante, and dead money from before the hand (N7), are not part of any seat's bet.
"""

from __future__ import annotations

from collections.abc import Sequence

import cython

from croupier.betting import constants as betting
from croupier.betting.forced import Forced
from croupier.betting.order import how_many, next_seat
from croupier.betting.rulebook import all_chips, chips
from croupier.games.poker.deal import Deal, Layout
from croupier.games.poker.rules import BadSetup


class HandStart:
    """Seats, stacks, button and forced bets of one hand; `members` is the set of seats dealt in."""

    def __init__(self, seats: int, members: int, button: int, antes_layered: bool = True) -> None:
        if not 2 <= seats <= betting.SEATS_MAX or not 0 < members < 1 << seats or not 0 <= button < seats:
            raise BadSetup(f"{seats} seats, members {members:b}, button {button} are not a table")
        if not cython.compiled:
            self.stack = [0] * betting.SEATS_MAX
        self.seats = seats
        self.members = members
        self.button = button
        self.newcomers = 0
        # the next straddle is posted left of this seat; without blinds, left of the button
        self.last_poster = button
        self.forced = Forced()
        self.forced.clear(seats)
        self.forced.layered = antes_layered
        for seat in range(seats):
            self.stack[seat] = 0

    def at(self, seat: int) -> int:
        """Return the seat. Raise BadSetup if the table does not have it."""
        if not 0 <= seat < self.seats:
            raise BadSetup(f"seat {seat} is not one of 0..{self.seats - 1}")
        return seat

    # -- fill it in ----------------------------------------------------------------------------------------------------

    def set_stack(self, seat: int, amount: int) -> None:
        """Set the chips of a seat before anything is posted. An absent seat has no chips in the hand."""
        seat = self.at(seat)
        # `Deal.chips` adds up the stacks of members only, so an absent seat's chips would look miscounted (M2)
        self.stack[seat] = amount if (self.members >> seat) & 1 else 0

    def set_ante(self, seat: int, amount: int) -> None:
        """Set the ante of one seat."""
        self.forced.has_extras = self.forced.has_extras or amount > 0
        self.forced.ante[self.at(seat)] = amount

    def everyone_antes(self, amount: int) -> None:
        """Set the same ante for each member."""
        for seat in range(self.seats):
            if (self.members >> seat) & 1:
                self.set_ante(seat, amount)

    def set_dead(self, seat: int, amount: int) -> None:
        """Add dead money that a seat paid before the hand."""
        self.forced.has_extras = self.forced.has_extras or amount > 0
        self.forced.dead[self.at(seat)] = amount

    def post(self, seat: int, amount: int) -> None:
        """Make a seat post a blind."""
        self.forced.blind[self.at(seat)] = amount
        self.last_poster = seat

    def post_as_newcomer(self, seat: int, amount: int) -> None:
        """Make a newcomer post a live blind. This does not change who acts last before the flop."""
        # `last_poster` does not change, because straddles are posted left of the big blind, wherever a newcomer sits
        self.forced.blind[self.at(seat)] = amount
        self.newcomers |= 1 << seat

    def post_blinds(self, small: int, big: int, big_ante: int) -> None:
        """Make the first two posters post the blinds, and the big blind also its ante."""
        first, second = blind_seats(self.seats, self.members, self.button)
        self.post(first, small)
        self.post(second, big)
        self.forced.has_extras = self.forced.has_extras or big_ante > 0
        # straddles come later, so the last poster is the big blind
        self.forced.tax[self.last_poster] = big_ante

    def straddle(self, amount: int) -> None:
        """Make the seat left of the last poster straddle."""
        self.straddle_at(next_seat(self.seats, self.members, self.last_poster), amount)

    def straddle_at(self, seat: int, amount: int) -> None:
        """Make a seat straddle out of turn: a straddle or a blind of the button."""
        self.post(seat, amount)
        self.forced.straddlers |= 1 << seat

    # -- decide --------------------------------------------------------------------------------------------------------

    def poster(self, place: int) -> int:
        """Return the seat at this place of the posting order, which includes absent seats."""
        if is_heads_up(self.members, self.button):
            # heads-up the button posts first, so it moves from the last place of the order to the first
            place = place - 1 if place > 0 else self.seats - 1
        return (self.button + 1 + place) % self.seats

    def anchor(self) -> int:
        """Return the seat that acts last before the flop. This is the seat with the last of the largest posts, or the
        button if nobody posts.
        """
        anchor = self.button
        largest = 0
        for place in range(self.seats):
            seat = self.poster(place)
            # >= because among equal posts the seat that posted last acts last
            if self.forced.blind[seat] > 0 and self.forced.blind[seat] >= largest and not (self.newcomers >> seat) & 1:
                largest = self.forced.blind[seat]
                anchor = seat
        return anchor

    def deal(self, layout: Layout) -> Deal:
        """Return the starting facts for the engine. The caller must still set the deck."""
        self.forced.anchor = self.anchor()
        deal = Deal(layout, self.forced)
        deal.seat(self.seats, self.members, self.button)
        for seat in range(self.seats):
            deal.stack[seat] = self.stack[seat]
        return deal


def is_heads_up(members: int, button: int) -> bool:
    """Return True if two seats play and the button is one of them."""
    # if the button is at an absent seat (a dead button), two players post as at a full table
    return how_many(members) == 2 and (members >> button) & 1 == 1


def blind_seats(seats: int, members: int, button: int) -> tuple[int, int]:
    """Return the seats of the small and the big blind. The blinds are left of the button, but heads-up the button is
    the small blind (B8).
    """
    small = button if is_heads_up(members, button) else next_seat(seats, members, button)
    return small, next_seat(seats, members, small)


def heads_up_button(seats: int, members: int, big: int) -> int:
    """Return which of two seats has the button if seat `big` posts the big blind. This is the inverse of `blind_seats`.
    """
    for seat in range(seats):
        # finds the seat by calling `blind_seats`, so that the rule (B8) stays in one place
        if (members >> seat) & 1 and blind_seats(seats, members, seat)[1] == big:
            return seat
    raise BadSetup(f"seat {big} is not one of two seats dealt in")


def from_columns(stacks: Sequence[int], antes: Sequence[int], blinds: Sequence[int], posts: Sequence[int],
                 dead: Sequence[int], button: int, antes_layered: bool) -> HandStart:
    """Return a `HandStart` made from columns: lists with one entry for each seat.

    `blinds` and `posts` are live posts, the latter those of newcomers. Raise BadSetup or BadAmount if a column is
    wrong.
    """
    columns = [all_chips(list(column), name) for column, name in
               ((stacks, "stacks"), (antes, "antes"), (blinds, "blinds"), (posts, "posts"), (dead, "dead"))]
    seats = len(columns[0])
    if any(len(column) != seats for column in columns) or not 0 <= button < seats:
        raise BadSetup(f"{seats} seats need one entry each in every column, and the button among them")
    if not 2 <= seats <= betting.SEATS_MAX:
        raise BadSetup(f"{seats} seats: a hand of poker is played by 2 to {betting.SEATS_MAX}")
    start = HandStart(seats, (1 << seats) - 1, button, antes_layered)
    for seat in range(seats):
        start.set_stack(seat, chips(columns[0][seat], f"stacks[{seat}]", 1))
        start.set_ante(seat, columns[1][seat])
        if columns[2][seat]:
            start.post(seat, columns[2][seat])
        if columns[3][seat]:
            start.post_as_newcomer(seat, columns[3][seat])
        start.set_dead(seat, columns[4][seat])
    return start
