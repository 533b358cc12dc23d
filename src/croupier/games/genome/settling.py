"""Who wins what at the end of a hand: values compared, pots divided, points counted; and the story that is kept.

Win conditions decide in order, the next one what the one before leaves tied. Ties split the pot, all odd chips go to
the first winner in seat order; a short all-in wins only what it matched, unless the game has one single pot (ruling
G3). A folded seat never wins. The story is a row of integers, `kind | seat << 5 | amount << 9`, of which `story.py`
makes events.
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many
from croupier.betting.round import Round
from croupier.games.genome.judge import Judge
from croupier.games.genome.program import Program

if not cython.compiled:
    from croupier.betting.pots import NO_LEVEL, layer, level_above, reaching
    from croupier.games.genome.table import SEATS, SLOTS

    (FOLDED, CHECKED, CALLED, BET_MADE, RAISED, WENT_ALL_IN, DREW, STOOD, THREW, PLAYED, PASSED, GAVE, BEGAN, ANTED,
     DEALT, TURNED_UP, OPENED, RETURNED, TOOK, RECEIVED, SHOWED, WON, SCORED, ENDED) = range(24)


class Settling(Judge):
    """A table that can settle."""

    story: list[int] | None

    def __init__(self, program: Program, seats: int) -> None:
        if not cython.compiled:
            self.chips = [0] * SEATS
            self.hands_won = [0] * SEATS
            self.points = [0] * SEATS
            self.base = [0] * SEATS
            self.value = [0] * (4 * SEATS)
        Judge.__init__(self, program, seats)
        self.round = Round()
        self.story = None
        self.keeps_story = False

    def note(self, kind: int, seat: int, amount: int) -> None:
        """Write one line of the story: `kind | seat << 5 | amount << 9`."""
        if self.story is not None:
            self.story.append(kind | (seat << 5) | (amount << 9))

    # -- a hand settled ------------------------------------------------------------------------------------------------

    def value_hands(self) -> None:
        """Show and value every live hand."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                for at in range(self.program.wins):
                    self.value[at * SEATS + seat] = self.worth(seat, self.program.win[at])
                if self.keeps_story:
                    self.note(SHOWED, seat, 0)
                    for slot in range(self.held[seat]):
                        self.note(SHOWED, seat, 1 + self.hand[seat * SLOTS + slot])

    def best_of(self, members: int) -> int:
        """The winners among these seats: by the first condition, its ties by the next, and so on."""
        for at in range(self.program.wins):
            if members & (members - 1) == 0:
                return members
            members = self.best_by(at, members)
        return members

    def best_by(self, at: int, members: int) -> int:
        """Those of these seats with the highest value of one condition."""
        best = 0
        winners = 0
        for seat in range(self.seats):
            if (members >> seat) & 1:
                if winners == 0 or self.value[at * SEATS + seat] > best:
                    best = self.value[at * SEATS + seat]
                    winners = 1 << seat
                elif self.value[at * SEATS + seat] == best:
                    winners |= 1 << seat
        return winners

    def pay_pots(self, alone: bool) -> None:
        """Every layer of the pot to its winners; one single pot where the game has no side pots (G3)."""
        if alone or not self.program.side_pots:
            self.share(self.round.pot(), self.round.live if alone else self.best_of(self.round.live))
        else:
            self.pay_layers()
        self.round.sweep()

    def pay_layers(self) -> None:
        """A short all-in wins of each other seat only what it put in itself."""
        floor = -1
        level = level_above(self.round.total, self.round.live, self.seats, floor)
        while level != NO_LEVEL:
            following = level_above(self.round.total, self.round.live, self.seats, level)
            top = level if following != NO_LEVEL else self.round.begun
            amount = layer(self.round.total, self.seats, 0 if floor < 0 else floor, top)
            if amount > 0:
                self.share(amount, self.best_of(reaching(self.round.total, self.round.live, self.seats, level)))
            floor = level
            level = following

    def share(self, amount: int, winners: int) -> None:
        """Divide evenly; all odd chips to the first winner in seat order (G3). Without winners nothing moves."""
        if winners == 0 or amount == 0:
            return
        count = how_many(winners)
        each = amount // count
        odd = amount - each * count
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                self.round.win(seat, each + odd)
                if self.keeps_story:
                    self.note(WON, seat, each + odd)
                odd = 0

    def count_win(self, winners: int) -> None:
        """A game without chips: a hand won for each winner."""
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                self.hands_won[seat] += 1
                if self.keeps_story:
                    self.note(WON, seat, 0)

    def count_points(self) -> None:
        """Add the points of this hand to the game's."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                gained = self.score(seat)
                self.points[seat] += gained
                if self.keeps_story and gained != 0:
                    self.note(SCORED, seat, gained)

    def payoff(self, seat: int) -> int:
        """What a seat has won or lost: chips; without chips, one of each seat that is behind, or to each ahead."""
        if self.program.chips > 0:
            return self.round.stack[seat] - self.base[seat]
        winners = 0
        for other in range(self.seats):
            winners += self.standing(other) == self.best_standing()
        return self.seats - winners if self.standing(seat) == self.best_standing() else -winners

    def standing(self, seat: int) -> int:
        """How far a seat is in a game without chips: points where a target ends it, hands won otherwise."""
        return self.points[seat] if self.program.target > 0 else self.hands_won[seat]

    def best_standing(self) -> int:
        """The best standing of all."""
        best = self.standing(0)
        for seat in range(1, self.seats):
            best = self.standing(seat) if self.standing(seat) > best else best
        return best
