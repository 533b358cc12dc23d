"""Keep track of plays of several cards: the set or run that is being put together, and the last play on the pile.

Cards are put down one at a time. A set is made of cards of one rank, in any order; a run is made of cards of one suit,
from the lowest up. A first card is offered only if the hand can complete what it begins, so nobody gets stuck. Whether
a player is asked for another card depends only on what everybody can see, never on the hand. If the question depended
on the hand, it would reveal to the others what the player holds.
"""

from __future__ import annotations

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.values import instance


class Melds:
    """The cards that the seat to act has put down so far, and the last play on the pile."""

    def __init__(self, cards: CardPiles) -> None:
        self.cards = instance(cards, CardPiles)
        self.program = self.cards.program
        self.clear()

    def clear(self) -> None:
        """Reset for a new hand: no cards are put down, and the pile holds single cards."""
        self.size = 0
        self.last = constants.NONE
        self.is_run = False
        self.pile_size = 1
        self.pile_run = False
        self.passed = 0
        self.player = 0

    # -- asked ---------------------------------------------------------------------------------------------------------

    def needed(self, phase: int) -> int:
        """Return how many cards a play must have to beat the last play. Return 0 if the player may choose."""
        # the size matters only if a play must be higher; on an empty pile a player may lead anything
        if (self.program.op[phase] != constants.PLAY or self.program.amount[phase] != constants.HIGHER
                or self.cards.pile_count - self.size <= 0):
            return 0
        return self.pile_size

    def run_from(self, seat: int, card: int) -> int:
        """Return the length of the longest run in a hand that begins with this card and goes up in its suit."""
        found = 0
        while card < constants.SLOTS and self.cards.slot_of(seat, card) >= 0:
            found += 1
            # the next rank of the same suit
            card += 4
        return found

    def least_set(self, phase: int) -> int:
        """Return the smallest number of cards that makes a set."""
        return self.program.amount[phase] if self.program.op[phase] == constants.MELD else 1

    def may_begin(self, phase: int, seat: int, card: int) -> bool:
        """Return True if a hand can complete a play that begins with this card."""
        needed = self.needed(phase)
        if needed > 0 and self.pile_run:
            return self.run_from(seat, card) >= needed
        if needed > 0:
            return needed <= self.program.sets[phase] and self.cards.count_rank(seat, card >> 2) >= needed
        if self.program.runs[phase] > 0 and self.run_from(seat, card) >= self.program.runs[phase]:
            return True
        return (self.program.sets[phase] >= self.least_set(phase)
                and self.cards.count_rank(seat, card >> 2) >= self.least_set(phase))

    def may_add(self, phase: int, seat: int, card: int) -> bool:
        """Return True if a card of the hand may be added to what has been put down."""
        needed = self.needed(phase)
        if self.is_full(phase, seat):
            return False
        if card >> 2 == self.last >> 2:
            # a card of the same rank continues a set, never a run
            if self.is_run or (needed > 0 and self.pile_run) or self.size >= self.program.sets[phase]:
                return False
            return self.size + self.cards.count_rank(seat, card >> 2) >= self.least_set(phase)
        if card != self.last + 4 or (needed > 0 and not self.pile_run):
            return False
        if self.is_run:
            return True
        # a play that already has two cards of one rank cannot become a run
        if self.size != 1 or self.program.runs[phase] == 0:
            return False
        # the second card makes the play a run, so the hand must be able to complete this run
        return 1 + self.run_from(seat, card) >= (needed if needed > 0 else self.program.runs[phase])

    def may_stop(self, phase: int) -> bool:
        """Return True if the cards put down make a complete play."""
        needed = self.needed(phase)
        if needed > 0:
            return self.size == needed
        return self.size >= (self.program.runs[phase] if self.is_run else self.least_set(phase))

    def is_full(self, phase: int, seat: int) -> bool:
        """Return True if everybody can see that no card can be added."""
        needed = self.needed(phase)
        if self.cards.held[seat] == 0 or (needed > 0 and self.size >= needed):
            return True
        if self.is_run:
            return self.last + 4 >= constants.SLOTS
        # a single card may still begin a run, even if sets are limited to one card
        return self.size >= self.program.sets[phase] and (self.size > 1 or self.program.runs[phase] == 0)

    # -- put down ------------------------------------------------------------------------------------------------------

    def add(self, card: int) -> None:
        """Put down one more card."""
        if self.size == 1:
            # the second card decides whether the play is a set or a run
            self.is_run = card >> 2 != self.last >> 2
        elif self.size == 0:
            self.is_run = False
        self.size += 1
        self.last = card

    def end_play(self, seat: int, is_on_pile: bool) -> None:
        """End a seat's play. A play on the pile is the one that the next player has to beat."""
        if is_on_pile:
            self.pile_size = self.size
            self.pile_run = self.is_run
            self.passed = 0
            self.player = 1 << seat
        self.size = 0
        self.is_run = False

    def note_pass(self, seat: int) -> None:
        """Remember who has passed since the last play."""
        self.passed |= 1 << seat

    def take_top(self) -> None:
        """Update the last play after its top card was taken from the pile."""
        # if a card of a set of three is taken, the next player must beat a set of two
        if self.pile_size > 1:
            self.pile_size -= 1

    def copy_to(self, other: Melds) -> None:
        """Copy the melds to another object."""
        other.size = self.size
        other.last = self.last
        other.is_run = self.is_run
        other.pile_size = self.pile_size
        other.pile_run = self.pile_run
        other.passed = self.passed
        other.player = self.player
