"""Keep track of a claim: the cards laid face down on the heap, the rank that the claimant names, and who may still
challenge.

The claimant lays cards (`CardPiles.lay_hidden`) and then claims; the others are asked one after the other. The first
claim of a hand names the deck's lowest rank; each later claim names the next rank up.
"""

from __future__ import annotations

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.games.genome.values import instance


class Claims:
    """The claim that is open to challenges, if any."""

    def __init__(self, cards: CardPiles) -> None:
        self.cards = instance(cards, CardPiles)
        self.program = self.cards.program
        self.clear()

    def clear(self) -> None:
        """Begin a hand: nothing has been claimed."""
        self.made = 0
        self.claimant = constants.NONE
        self.answers = 0

    def rank(self) -> int:
        """Return the rank of the open claim. If no claim is open, return the rank of the next claim."""
        # after the deck's highest rank comes its lowest again
        return self.program.rank_at[self.made % self.program.ranks]

    def open_claim(self, seat: int, others: int) -> None:
        """Open a seat's claim that the cards it has laid are of the rank. `others` may challenge it."""
        self.claimant = seat
        self.answers = others
        # also stored with the cards, because a guess of hidden cards takes the claim into account
        self.cards.claim_rank = self.rank()
        self.cards.claim_seat = seat

    def is_true(self) -> bool:
        """Return True if every card of the claim has the claimed rank or is wild."""
        rank = self.rank()
        for place in range(self.program.deck_size):
            card = self.program.deck[place]
            if self.cards.is_laid(self.claimant, card) and card >> 2 != rank:
                if not (self.program.wild >> (card >> 2)) & 1:
                    return False
        return True

    def close_claim(self) -> None:
        """Leave the cards on the heap; the next claim must name the next rank."""
        self.cards.settle_laid(self.claimant)
        self.cards.claim_rank = constants.NONE
        self.cards.claim_seat = constants.NONE
        self.claimant = constants.NONE
        self.answers = 0
        # the next claim names the next rank, even after a challenge
        self.made += 1

    def copy_to(self, other: Claims) -> None:
        """Copy the claim to another object."""
        other.made = self.made
        other.claimant = self.claimant
        other.answers = self.answers
