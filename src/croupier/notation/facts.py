"""Read facts from the compiled hand: the forced bets of each seat, and what each seat won."""

from __future__ import annotations

from typing import Any

from croupier.games.poker import constants
from croupier.games.poker.hand import Hand


def check_dealt(hand: Hand | None) -> None:
    """Raise TypeError for anything but a dealt hand, because compiled code reads a hand's memory without checks."""
    if not isinstance(hand, Hand):
        raise TypeError(f"expected a Hand, not {type(hand).__name__}")
    try:
        is_dealt = hand.engine is not None
    except AttributeError:  # interpreted code raises this for a field that was never set
        is_dealt = False
    if not is_dealt:
        raise TypeError("this Hand was never dealt: hands come from a game's deal(...)")


def facts(hand: Hand) -> dict[str, Any]:
    """Return the nominal antes, blinds and dead money by seat, the seats that take part, the bet sizes, and whether
    antes are layered.
    """
    check_dealt(hand)
    forced = hand.engine.deal.forced
    layout = hand.engine.deal.layout
    last = layout.streets - 1
    antes, blinds, taxes, dead, members = [], [], [], [], []
    for seat in range(hand.seats):
        antes.append(forced.ante[seat])
        blinds.append(forced.blind[seat])
        taxes.append(forced.tax[seat])
        dead.append(forced.dead[seat])
        members.append((hand.engine.deal.members >> seat) & 1)
    return {"antes": antes, "blinds": blinds, "taxes": taxes, "dead": dead, "members": members,
            "anchor": forced.anchor, "layered": bool(forced.layered), "min_bet": layout.min_bet[0],
            "big_bet": layout.min_bet[last], "bring_in": layout.bring_in}


def won(hand: Hand) -> tuple[list[int], list[int]]:
    """Return the winnings of each seat in a finished hand, and the uncalled chips that each seat got back, both in
    units.
    """
    check_dealt(hand)
    gains = [0] * hand.seats
    back = [0] * hand.seats
    # read from the log, because events would be objects that are not needed for counting
    for entry in hand.engine.log.earlier or ():
        add_won(entry, gains, back)
    for place in range(hand.engine.log.size):
        add_won(hand.engine.log.row[place], gains, back)
    return gains, back


def add_won(entry: int, gains: list[int], back: list[int]) -> None:
    """Add the chips of a log entry to `gains` if they were won, or to `back` if they were returned."""
    kind = entry & 31
    if kind == constants.WON_HIGH or kind == constants.WON_LOW:
        gains[(entry >> 5) & 15] += entry >> 9
    elif kind == constants.RETURNED:
        back[(entry >> 5) & 15] += entry >> 9
