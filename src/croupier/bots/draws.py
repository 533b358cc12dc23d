"""Choose the cards to discard in draw games: low hands win, in badugi low cards of different suits."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.throws import thrown

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.poker.view import View


def cards_to_throw(view: View) -> list[Card]:
    """Return the cards above an eight, pairs, and in badugi second cards of a suit."""
    bits = thrown(bytes(view.hole), view.rules.high == "badugi")
    return [card for at, card in enumerate(view.hole) if bits >> at & 1]
