"""Write a lineup into a dict, keeping the order of its fields and the way its amounts are written.

Unknown fields are kept unchanged. Lists with one entry for each player are reordered with the players (N16). If a blind
is dead or the table waits, the posts do not show all sizes and seats. The rest is then written into user fields: `_bb`,
`_sb` and `_button` (seat numbers, N5), `_blinds` (sizes), `_antes` (ante sizes, N17), `_deadMoney` (N7).
"""

from __future__ import annotations

from typing import Any

from croupier.table.blinds import Stakes
from croupier.table.dicts.reading import COLUMNS, TableHand
from croupier.table.seats import Lineup

Hand = dict[str, Any]


def written(state: TableHand, seating: Lineup, paid: bool = False) -> Hand:
    """Return the dict of a new lineup, with its players in seat order.

    With `paid`, keep the dead money that players have already paid for this hand.
    """
    hand = dict(state.hand)
    _follow(hand, state, seating)
    column = {seat.player: place for place, seat in enumerate(state.seats)}
    hand["startingStacks"] = [
        # an unchanged amount is written as it was: 100.0 stays 100.0 (M1)
        hand["startingStacks"][at] if seat.stack == state.seats[column[seat.player]].stack
        else state.dict_amount(seat.stack) for at, seat in enumerate(seating.seats)]
    _write_marks(hand, state, seating, paid)
    _write_posts(hand, state, seating)
    _write_spots(hand, state, seating)
    return hand


def _follow(hand: Hand, state: TableHand, seating: Lineup) -> None:
    """Reorder every list that has one entry for each player. Write `seats` unless they are 1, 2, ..."""
    column = {seat.player: place for place, seat in enumerate(state.seats)}
    order = [column[seat.player] for seat in seating.seats]
    for name in COLUMNS:
        entries = hand.get(name)
        if type(entries) is list and len(entries) == len(state.seats):
            hand[name] = [entries[place] for place in order]
    numbers = [seat.number for seat in seating.seats]
    # seats 1, 2, ... need not be written, but are kept if the dict had them
    if "seats" in hand or numbers != list(range(1, len(numbers) + 1)):
        hand["seats"] = numbers


def _write_marks(hand: Hand, state: TableHand, seating: Lineup, paid: bool) -> None:
    """Write each player's intent, inactive mark, debt and dead money."""
    hand["_inactive"] = [int(seat.inactive) for seat in seating.seats]
    hand["_intents"] = [seat.intent for seat in seating.seats]
    hand["_deadBlinds"] = [state.dict_amount(seat.debt) for seat in seating.seats]
    if seating.dead or "_deadMoney" in hand:
        # with `paid`, this hand's dead money is already in the pot and must not be lost when seats change
        before = {seat.number: dead for seat, dead in zip(state.seats, state.dead)} if paid else {}
        dead = {number: before.get(number, 0) + seating.dead.get(number, 0) for number in {*before, *seating.dead}}
        hand["_deadMoney"] = _row(dead, state, seating)


def _row(amounts: dict[int, int], state: TableHand, seating: Lineup) -> list[Any]:
    """Return amounts by seat number as a list with one entry for each player."""
    return [state.dict_amount(amounts.get(seat.number, 0)) for seat in seating.seats]


def _write_posts(hand: Hand, state: TableHand, seating: Lineup) -> None:
    """Write the blinds, straddles and antes. Players who sit out pay nothing."""
    if not state.rules.has_bring_in or "blindsOrStraddles" in hand:
        hand["blindsOrStraddles"] = _row(seating.posts, state, seating)
    if "antes" not in hand and not seating.stakes.antes:
        return
    hand["antes"] = _row(seating.antes, state, seating)
    antes = seating.stakes.antes
    if len(antes) == 1 and antes[0] and (seating.waits or any(seat.inactive for seat in seating.seats)):
        hand["_antes"] = [state.dict_amount(antes[0])] * len(seating.seats)
    # unequal antes move with the blinds, so `_antes` must move too (N17)
    elif "_antes" in hand:
        hand["_antes"] = [*hand["antes"]]


def _write_spots(hand: Hand, state: TableHand, seating: Lineup) -> None:
    """Write the seats of the blinds, and their sizes if the posts do not show them."""
    if state.rules.has_bring_in:
        return
    for name, number in zip(("_bb", "_sb", "_button"),
                            (seating.spots.bb, seating.spots.sb, seating.spots.button)):
        if number is not None:
            hand[name] = number
        else:
            # a seat left over from the last hand would contradict this one
            hand.pop(name, None)
    if _posts_show_sizes(seating):
        hand.pop("_blinds", None)
    elif seating.stakes.big:
        hand["_blinds"] = _sizes(seating.stakes, state)


def _posts_show_sizes(seating: Lineup) -> bool:
    """Return True if the posts show the sizes of all blinds, straddles and antes."""
    stakes, posts = seating.stakes, seating.posts
    due = [size for size in (stakes.small, stakes.big, stakes.button, *stakes.straddles) if size]
    antes = [ante for ante in seating.antes.values() if ante]
    return len(posts) == len(due) and (len(stakes.antes) < 2 or len(antes) == sum(map(bool, stakes.antes)))


def _sizes(stakes: Stakes, state: TableHand) -> Hand:
    write = state.dict_amount
    sizes = {"small": write(stakes.small), "big": write(stakes.big), "button": write(stakes.button),
             "straddles": [*map(write, stakes.straddles)],
             "antes": [*map(write, stakes.antes)] if len(stakes.antes) > 1 else []}
    return {name: size for name, size in sizes.items() if size}
