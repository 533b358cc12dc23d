"""Deal the hidden cards of a hand again and again, as a search does before every iteration.

While the order of the deal is known to everybody (`CardPiles.in_order`), two guesses of the hidden cards differ in one
thing only: which card lies at which hidden place of the deck. `begin` finds these places, and the hand that each of
them was dealt to, once for a decision; `deal` then only swaps cards among them.
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.rng import scaled, starred, stepped

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT


class Redeal:
    """The hidden places of a hand as one viewer sees it, and the cards that lie there at the moment."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.deck = [0] * constants.SLOTS
            self.hidden = [0] * constants.SLOTS
            self.owner = [0] * constants.SLOTS
            self.home = [0] * constants.SLOTS
        self.size = 0
        self.dealt = 0
        self.place = 0
        self.known = 0

    def begin(self, cards: CardPiles, viewer: int) -> None:
        """Find the hidden places of a hand for a viewer: a seat, or the public (below 0)."""
        self.known = cards.known_to(viewer)
        self.place = cards.place
        self.size = 0
        self.dealt = 0
        for place in range(cards.program.deck_size):
            self.deck[place] = cards.deck[place]
            if not self.known & CARD_BIT[cards.deck[place]]:
                self.hidden[self.size] = place
                self.size += 1
                # hidden places before `cards.place` are in hands; the others are still in the deck
                self.dealt += place < cards.place
        self.find_homes(cards)
        self.lay_in_order(cards)

    def find_homes(self, cards: CardPiles) -> None:
        """Find the hand to which each hidden card was dealt. All other dealt cards lie face up."""
        for at in range(self.dealt):
            for seat in range(cards.seats):
                for slot in range(cards.held[seat]):
                    if cards.hand[seat * constants.SLOTS + slot] == cards.deck[self.hidden[at]]:
                        self.owner[at] = seat
                        self.home[at] = seat * constants.SLOTS + slot

    def lay_in_order(self, cards: CardPiles) -> None:
        """Lay the hidden cards in the order of a new deck, so that nothing depends on where they really are."""
        at = 0
        for place in range(cards.program.deck_size):
            if not self.known & CARD_BIT[cards.program.deck[place]]:
                self.deck[self.hidden[at]] = cards.program.deck[place]
                at += 1

    def deal(self, cards: CardPiles, luck: int) -> int:
        """Deal the hidden cards again into a copy of the hand, at its present or at an earlier moment.

        Return the generator's next state.
        """
        for seat in range(cards.seats):
            cards.knows[seat] &= self.known
        for at in range(self.dealt):
            place = self.hidden[at]
            luck = stepped(luck)
            # Fisher-Yates over all hidden places, but only as far as the hands go
            other = self.hidden[at + scaled(luck, self.size - at)]
            card = self.deck[other]
            self.deck[other] = self.deck[place]
            self.deck[place] = card
            # at an earlier moment of the hand some of these cards were not dealt yet
            if place < cards.place:
                cards.hand[self.home[at]] = card
                cards.knows[self.owner[at]] |= CARD_BIT[card]
        for place in range(cards.program.deck_size):
            cards.deck[place] = self.deck[place]
        # up to the present the deck lies as dealt; later draws are shuffled
        cards.rigged = self.place
        cards.rng = starred(luck)  # apart from `luck`: with the same state the first bet would tell the next card
        return luck
