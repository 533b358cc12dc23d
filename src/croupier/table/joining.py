"""Seat a new player: check the client's request, and add the player's column to the dict (N1, N2, N14).

A new player's entry is appended to every list of the dict. The player starts inactive, without debt, with the intent
that it asked for, and is dealt in from the next hand on. Of the client's dict, this module reads only the player's own
column and the table settings that the client expects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.table.amounts import BadTable, exact, same, short
from croupier.table.dicts.reading import COLUMNS, TableHand, check_name, read
from croupier.table.dicts.writing import Hand
from croupier.table.seats import LEAVE

OWN = ("players", "startingStacks", "_intents", "seats")
"""Lists in which a joiner must have written its own entry. `seats` may be missing."""
SAME = ("variant", "venue", "currency", "table")
"""Settings that must match the table's if a joiner names them."""


def joined(server: Hand, state: TableHand, client: Mapping[str, Any], player: str,
           balances: Mapping[str, Any] | None) -> Hand:
    """Seat the author of a client's dict, and return the server's new hand. Raise BadTable if that is not possible."""
    for name in SAME:
        # a field that the client leaves out cannot disagree with ours
        if name in client and not same(client[name], server.get(name, "NT" if name == "variant" else None)):
            raise BadTable(f"{name} is {short(server.get(name))} here, not {short(client[name])}", "N3")
    place = _own_place(client, player)
    intent = client["_intents"][place]
    if type(intent) is not int or intent not in (0, 1, 2):
        raise BadTable(f"nobody sits down with intent {short(intent)}: 0, 1 or 2 are possible", "N2")
    seat = client["seats"][place] if client.get("seats") is not None else None
    stack = bought_in(client["startingStacks"][place], player, balances)
    return with_player(state.hand, state, player, stack, seat, intent, client, place)


def _own_place(client: Mapping[str, Any], player: str) -> int:
    """Return the joiner's column in its own dict.

    Every list in that dict must have an entry for each player. Lists other than `OWN` may lack the joiner's entry.
    """
    names = client.get("players")
    # check the length before searching the list, because a client may send millions of names
    if type(names) is not list or len(names) > 64 or names.count(player) != 1:
        raise BadTable(f"{short(player)} is not in players exactly once", "N1")
    for name in COLUMNS:
        entries = client.get(name)
        if entries is None and name not in ("startingStacks", "_intents"):
            continue
        # a client may not know how to extend lists that are not its own: those may miss the joiner (N1)
        if type(entries) is not list or len(entries) != len(names) - (name not in OWN and
                                                                      len(entries) == len(names) - 1):
            raise BadTable(f"{name} does not hold an entry for each of {len(names)} players", "N1")
    return names.index(player)


def bought_in(stack: Any, player: str, balances: Mapping[str, Any] | None) -> Any:
    """Return the chips that a player buys in for: `stack`, but at most what the player owns if `balances` are given
    (N14).

    Raise BadTable for a buy-in of 0 or less.
    """
    if exact(stack, "the buy-in") == 0:
        raise BadTable("a buy-in of 0 buys nothing", "M1")
    if balances is None:
        return stack
    if not isinstance(balances, Mapping):
        raise BadTable(f"balances {short(balances)} are not an object of amounts by player", "N14")
    owned = balances.get(player, 0)
    if exact(owned, "the balance") == 0:
        raise BadTable(f"{player} owns nothing to buy in with", "N14")
    # return one of the two original objects; compare them as exact amounts
    return min(stack, owned, key=lambda value: exact(value, "the buy-in"))


def with_player(server: Mapping[str, Any], state: TableHand, player: str, stack: Any, seat: Any, intent: int = 0,
                client: Mapping[str, Any] | None = None, place: int = 0) -> Hand:
    """Return the hand with one more player, at the seat asked for, else at the lowest free one."""
    check_name(player)
    if state.column_of(player) is not None:
        raise BadTable(f"{player} sits here already", "N1")
    taken = {other.number for other in state.seats}
    free = [number for number in range(1, state.count + 1) if number not in taken]
    # a table may have more seats than its game has cards for
    if not free or len(taken) >= state.rules.seats:
        raise BadTable(f"all {min(state.count, state.rules.seats)} seats are taken", "N1")
    seat = free[0] if seat is None else seat
    if type(seat) is not int or seat not in free:
        why = "is taken" if type(seat) is int and seat in taken else f"is not one of 1..{state.count}"
        raise BadTable(f"seat {short(seat)} {why}", "N1")
    return _appended(server, state, {"players": player, "startingStacks": stack, "finishingStacks": stack,
                                     "seats": seat, "_intents": intent, "_inactive": 1, "timeBanks": _bank(state),
                                     "_antes": _nominal(state), "_venueIds": _venue_id(client, place)})


def _appended(server: Mapping[str, Any], state: TableHand, entries: dict[str, Any]) -> Hand:
    """Return the hand's dict with an entry for the new player in every list that has one entry per player."""
    # the author of the server's dict is not the joiner
    hand = {name: value for name, value in server.items() if name != "author"}
    size = len(state.seats)
    for name in ("players", "startingStacks", "blindsOrStraddles", "_inactive", "_intents", "_deadBlinds"):
        if name not in hand and not (name == "blindsOrStraddles" and state.rules.has_bring_in):
            hand[name] = [seat.player for seat in state.seats] if name == "players" else [0] * size
    # the newcomer's column is last, but its seat may not be, so the seats must be written down
    if "seats" not in hand and entries["seats"] != size + 1:
        hand["seats"] = [seat.number for seat in state.seats]
    for name in COLUMNS:
        if type(hand.get(name)) is list and len(hand[name]) == size:
            hand[name] = [*hand[name], entries.get(name, 0)]
    return hand


def _bank(state: TableHand) -> Any:
    """Return a new player's time bank: as much as the largest time bank at the table."""
    banks = state.hand.get("timeBanks")
    return max(banks, default=0) if type(banks) is list and all(type(x) in (int, float) for x in banks) else 0


def _nominal(state: TableHand) -> Any:
    """Return the ante that a new player will pay once dealt in."""
    antes = state.hand.get("_antes") or [0]
    return antes[0] if len(state.stakes.antes) == 1 else 0


def _venue_id(client: Mapping[str, Any] | None, place: int) -> Any:
    ids = client.get("_venueIds") if client is not None else None
    found = ids[place] if type(ids) is list and place < len(ids) else None
    # every later dict of the table will hold the id, so accept only a short one
    if type(found) is int:
        return found if found.bit_length() <= 200 else None
    return found if type(found) is str and len(found) <= 64 else None


# -- a client's own calls ----------------------------------------------------------------------------------------------


def join(hand: Hand, player: str, stack: Any, seat: int | None = None) -> Hand:
    """Return the hand with a player seated, who is dealt in from the next hand on.

    If the player cannot sit down, return the same object; `why_not_join` gives the reason.
    """
    try:
        return _join(hand, player, stack, seat)
    except BadTable:
        return hand


def why_not_join(hand: Hand, player: str, stack: Any, seat: int | None = None) -> str | None:
    """Return why a player cannot sit down, or None if it can."""
    try:
        _join(hand, player, stack, seat)
    except BadTable as refusal:
        return refusal.reason
    return None


def _join(hand: Hand, player: str, stack: Any, seat: int | None) -> Hand:
    state = read(hand)
    sat = with_player(state.hand, state, player, bought_in(stack, player, None), seat)
    return {"author": hand["author"], **sat} if "author" in hand else sat


def pause(hand: Hand, player: str) -> Hand:
    """Ask for a pause that keeps the seat: the player's own intent becomes 2."""
    return _intend(hand, player, 2)


def wait_for_bb(hand: Hand, player: str) -> Hand:
    """Ask to sit out until the big blind comes: the player's own intent becomes 1."""
    return _intend(hand, player, 1)


def resume(hand: Hand, player: str) -> Hand:
    """Ask to play again: the player's own intent becomes 0."""
    return _intend(hand, player, 0)


def leave(hand: Hand, player: str) -> Hand:
    """Ask to leave for good: the player's own intent becomes 3."""
    return _intend(hand, player, LEAVE)


def _intend(hand: Hand, player: str, intent: int) -> Hand:
    """Return the dict with one player's intent changed, or the same object if the player is not at the table."""
    if not isinstance(hand, Mapping):
        raise BadTable(f"a hand is an object, not {type(hand).__name__}", "N3")
    names = hand.get("players")
    if type(names) is not list or type(player) is not str or player not in names:
        return hand
    intents = hand.get("_intents")
    intents = list(intents) if type(intents) is list else []
    intents += [0] * (len(names) - len(intents))
    intents[names.index(player)] = intent
    return {**hand, "_intents": intents}
