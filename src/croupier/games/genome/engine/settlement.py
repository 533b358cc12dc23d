"""Divide the chips and points of a game among the winners at the end of a hand.

Win conditions are applied in order. Each condition breaks the ties that the condition before leaves. Tied winners split
the pot, and all odd chips go to the winner with the lowest seat number. A short all-in wins only what it matched,
unless the game has a single pot (ruling G3). A folded seat never wins.
"""

from __future__ import annotations

import cython

from croupier.betting.order import how_many
from croupier.betting.round import Round
from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.engine.hand_values import HandValues
from croupier.games.genome.engine.log import GameLog
from croupier.games.genome.values import instance

if not cython.compiled:
    from croupier.betting.constants import FIXED_STEP, NO_LEVEL
    from croupier.betting.pots import layer, level_above, reaching
    from croupier.ranking.kernel import CARD_BIT


class Settlement:
    """Every seat's chips, points and number of hands won."""

    def __init__(self, cards: CardPiles, values: HandValues, round: Round, log: GameLog) -> None:
        if not cython.compiled:
            self.chips = [0] * constants.SEATS
            self.hands_won = [0] * constants.SEATS
            self.points = [0] * constants.SEATS
            self.base = [0] * constants.SEATS
            self.value = [0] * (4 * constants.SEATS)
        self.cards = instance(cards, CardPiles)
        self.values = instance(values, HandValues)
        self.round = instance(round, Round)
        self.log = instance(log, GameLog)
        self.program = self.cards.program
        self.seats = self.cards.seats

    # -- a hand begun --------------------------------------------------------------------------------------------------

    def give_chips(self, seat: int, chips: int) -> None:
        """Start a seat's game with these chips and no points."""
        self.chips[seat] = chips
        self.base[seat] = chips
        self.hands_won[seat] = 0
        self.points[seat] = 0

    def seat_players(self) -> None:
        """Seat everybody who has chips; in a game without chips, everybody."""
        # sets the number of seats and the limit; the stacks are set below
        self.round.clear(self.seats, FIXED_STEP)
        for seat in range(self.seats):
            # in a game without chips every seat plays, and the round only stores who is in the hand
            if self.program.chips == 0 or self.chips[seat] > 0:
                self.round.sit(seat, self.chips[seat])

    def count_from_here(self) -> None:
        """Make payoffs count from the beginning of this hand."""
        for seat in range(self.seats):
            self.base[seat] = self.chips[seat]

    # -- a hand settled ------------------------------------------------------------------------------------------------

    def value_hands(self) -> None:
        """Show every live hand and compute its value."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                for at in range(self.program.wins):
                    self.value[at * constants.SEATS + seat] = self.values.worth(seat, self.program.win[at])
                if self.log.keeps:
                    self.show_hand(seat)

    def show_hand(self, seat: int) -> None:
        """Log a hand in the order of the deck. The hand's own order would reveal which cards were drawn or received."""
        held = self.cards.hand_of(seat)
        self.log.note(constants.SHOWED, seat, 0)
        for place in range(self.program.deck_size):
            if held & CARD_BIT[self.program.deck[place]]:
                self.log.note(constants.SHOWED, seat, 1 + self.program.deck[place])

    def best_of(self, members: int) -> int:
        """Return the winners among these seats. The first condition decides; each later condition breaks the remaining
        ties.
        """
        for at in range(self.program.wins):
            # stop when one seat is left
            if members & (members - 1) == 0:
                return members
            members = self.best_by(at, members)
        return members

    def best_by(self, at: int, members: int) -> int:
        """Return the seats among `members` that have the highest value for win condition number `at`."""
        best = 0
        winners = 0
        for seat in range(self.seats):
            if (members >> seat) & 1:
                # values may be negative, so the first seat always becomes the best so far
                if winners == 0 or self.value[at * constants.SEATS + seat] > best:
                    best = self.value[at * constants.SEATS + seat]
                    winners = 1 << seat
                elif self.value[at * constants.SEATS + seat] == best:
                    winners |= 1 << seat
        return winners

    def pay_pots(self, alone: bool) -> None:
        """Pay every layer of the pot to its winners; a game without side pots has a single layer (G3)."""
        # everybody else has folded, or the game has a single pot, which a short all-in can win completely (G3)
        if alone or not self.program.side_pots:
            self.share(self.round.pot(), self.round.live if alone else self.best_of(self.round.live))
        else:
            self.pay_layers()
        self.round.sweep()

    def pay_layers(self) -> None:
        """Pay the layers of the pot. A short all-in wins from each other seat only as much as it put in itself."""
        floor = -1
        level = level_above(self.round.total, self.round.live, self.seats, floor)
        while level != NO_LEVEL:
            following = level_above(self.round.total, self.round.live, self.seats, level)
            # the last layer includes the chips that folded seats put in above it
            top = level if following != NO_LEVEL else self.round.begun
            amount = layer(self.round.total, self.seats, 0 if floor < 0 else floor, top)
            if amount > 0:
                self.share(amount, self.best_of(reaching(self.round.total, self.round.live, self.seats, level)))
            floor = level
            level = following

    def share(self, amount: int, winners: int) -> None:
        """Divide an amount evenly. All odd chips go to the winner with the lowest seat number (G3). Do nothing without
        winners.
        """
        if winners == 0 or amount == 0:
            return
        count = how_many(winners)
        each = amount // count
        odd = amount - each * count
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                self.round.win(seat, each + odd)
                if self.log.keeps:
                    self.log.note(constants.WON, seat, each + odd)
                # the first winner in seat order gets all odd chips; in poker they would be given out one by one (G3)
                odd = 0

    def count_win(self, winners: int) -> None:
        """Count a hand won for each winner, in a game without chips."""
        for seat in range(self.seats):
            if (winners >> seat) & 1:
                self.hands_won[seat] += 1
                if self.log.keeps:
                    self.log.note(constants.WON, seat, 0)

    def count_points(self) -> None:
        """Add the points of this hand to the game's."""
        for seat in range(self.seats):
            if (self.round.live >> seat) & 1:
                gained = self.values.score(seat)
                self.points[seat] += gained
                if self.log.keeps and gained != 0:
                    self.log.note(constants.SCORED, seat, gained)

    def take_chips(self) -> None:
        """Take the stacks from the betting round."""
        for seat in range(self.seats):
            self.chips[seat] = self.round.stack[seat]

    def payoff(self, seat: int) -> int:
        """Return the chips that a seat won or lost. In a game without chips, count 1 for each seat behind it and -1 for
        each seat ahead.
        """
        if self.program.chips > 0:
            return self.round.stack[seat] - self.base[seat]
        winners = 0
        for other in range(self.seats):
            winners += self.standing(other) == self.best_standing()
        # the winners share what the other seats lose, so that all payoffs add up to 0
        return self.seats - winners if self.standing(seat) == self.best_standing() else -winners

    def standing(self, seat: int) -> int:
        """Return a seat's score in a game without chips: points if the game ends at a target, otherwise hands won."""
        return self.points[seat] if self.program.target > 0 else self.hands_won[seat]

    def best_standing(self) -> int:
        """Return the best score of all seats."""
        best = self.standing(0)
        for seat in range(1, self.seats):
            best = self.standing(seat) if self.standing(seat) > best else best
        return best

    def copy_to(self, other: Settlement) -> None:
        """Copy this settlement to another one."""
        for seat in range(self.seats):
            other.chips[seat] = self.chips[seat]
            other.hands_won[seat] = self.hands_won[seat]
            other.points[seat] = self.points[seat]
            other.base[seat] = self.base[seat]
