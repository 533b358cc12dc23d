"""Deal the hidden cards of a hand again, as a search does before every iteration.

While everybody knows the order of the deal (`CardPiles.in_order`), guesses of the hidden cards differ only in which
card is at which hidden place of the deck. `begin` finds the hidden places, and the hand to which each place was dealt,
once for each decision. After that `deal` only swaps the cards at the hidden places.
"""

from __future__ import annotations

import cython

from croupier.games.genome.engine import constants
from croupier.games.genome.engine.card_piles import CardPiles
from croupier.rng import scaled, starred, stepped

if not cython.compiled:
    from croupier.ranking.kernel import CARD_BIT


class Redeal:
    """The places of a hand that are hidden from one viewer, and the cards at these places in the current guess."""

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
        """Find the hand to which each hidden card was dealt. All other dealt cards are face up."""
        for at in range(self.dealt):
            for seat in range(cards.seats):
                for slot in range(cards.held[seat]):
                    if cards.hand[seat * constants.SLOTS + slot] == cards.deck[self.hidden[at]]:
                        self.owner[at] = seat
                        self.home[at] = seat * constants.SLOTS + slot

    def lay_in_order(self, cards: CardPiles) -> None:
        """Put the hidden cards in the order of a new deck, so that nothing depends on where they really are."""
        at = 0
        for place in range(cards.program.deck_size):
            if not self.known & CARD_BIT[cards.program.deck[place]]:
                self.deck[self.hidden[at]] = cards.program.deck[place]
                at += 1

    def deal(self, cards: CardPiles, luck: int) -> int:
        """Deal the hidden cards again in `cards`, a copy of the cards of the hand. The copy shows the current moment of
        the hand or an earlier one.

        Return the generator's next state.
        """
        for seat in range(cards.seats):
            cards.knows[seat] &= self.known
        for at in range(self.dealt):
            place = self.hidden[at]
            luck = stepped(luck)
            # Fisher-Yates over all hidden places, which stops after the places that were dealt to hands
            other = self.hidden[at + scaled(luck, self.size - at)]
            card = self.deck[other]
            self.deck[other] = self.deck[place]
            self.deck[place] = card
            # if the copy is at an earlier moment, some of these cards are not dealt yet
            if place < cards.place:
                cards.hand[self.home[at]] = card
                cards.knows[self.owner[at]] |= CARD_BIT[card]
        for place in range(cards.program.deck_size):
            cards.deck[place] = self.deck[place]
        # the cards dealt so far keep their places in the deck; later draws are shuffled
        cards.rigged = self.place
        cards.rng = starred(luck)  # a different state than `luck`, or the first random bet would predict the next card
        return luck
