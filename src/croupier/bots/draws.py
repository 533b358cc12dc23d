"""Choose the cards to discard in draw games. Low hands win in all of our draw games; in badugi the cards should also
have different suits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.bots.throws import thrown

if TYPE_CHECKING:
    from croupier.cards import Card
    from croupier.games.poker.view import View


def cards_to_throw(view: View) -> list[Card]:
    """Return the cards to discard: those above an eight, those that pair another card and, in badugi, those whose suit
    is already held. In the last draw keep more (`throws`).
    """
    streets = view.rules.streets
    now = next(at for at, street in enumerate(streets) if street.name == view.street)
    is_last = not any(street.draw for street in streets[now + 1:])
    bits = thrown(bytes(view.hole), view.rules.high == "badugi", is_last)
    return [card for at, card in enumerate(view.hole) if bits >> at & 1]
