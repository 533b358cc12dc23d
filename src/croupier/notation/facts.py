"""The starting facts of a hand in play, read back out of the core as columns by seat."""

from __future__ import annotations

from typing import Any

from croupier.games.poker.hand import Hand


def facts(hand: Hand) -> dict[str, Any]:
    """Nominal antes, blinds and dead money by seat, who takes part, the bet sizes, and whether antes are layered."""
    forced = hand.deal.forced
    layout = hand.deal.layout
    last = layout.streets - 1
    antes, blinds, taxes, dead, members = [], [], [], [], []
    for seat in range(hand.seats):
        antes.append(forced.ante[seat])
        blinds.append(forced.blind[seat])
        taxes.append(forced.tax[seat])
        dead.append(forced.dead[seat])
        members.append((hand.deal.members >> seat) & 1)
    return {"antes": antes, "blinds": blinds, "taxes": taxes, "dead": dead, "members": members,
            "anchor": forced.anchor, "layered": bool(forced.layered), "min_bet": layout.min_bet[0],
            "big_bet": layout.min_bet[last], "bring_in": layout.bring_in}
