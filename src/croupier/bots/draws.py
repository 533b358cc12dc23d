"""Choose the cards to discard in draw games: low hands win, in badugi low cards of different suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.poker.view import View


def cards_to_throw(view: View) -> list[Card]:
    """Return the cards above an eight, pairs, and in badugi second cards of a suit."""
    thrown: list[Card] = []
    ranks: set[int] = set()
    suits: set[int] = set()
    badugi = view.rules.high == "badugi"  # its ace is the lowest card, in deuce-to-seven the highest
    for card in sorted(view.hole, key=lambda card: (card.rank + 1) % 13 if badugi else card.rank):
        high = card.rank > 6 and not (badugi and card.rank == 12)
        if high or card.rank in ranks or (badugi and card.suit in suits):
            thrown.append(card)
        else:
            ranks.add(card.rank)
            suits.add(card.suit)
    return thrown
