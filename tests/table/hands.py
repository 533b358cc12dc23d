"""Hands for the tests of the table, in seed 004's notation."""

from __future__ import annotations

import copy
from typing import Any

from croupier import table

DECK = [rank + suit for rank in "23456789TJQKA" for suit in "cdhs"]


def hand(blinds: list[Any], *, names: str = "", **fields: Any) -> dict[str, Any]:
    """A hand nobody has acted in yet: stacks of 1000, everybody active; `I`, `N`, `D` are the three columns."""
    size = len(blinds)
    short = {"I": "_intents", "N": "_inactive", "D": "_deadBlinds", "stacks": "startingStacks"}
    made: dict[str, Any] = {
        "variant": "NT", "hand": 1, "players": list(names or "ABCDEFGHIJ"[:size]), "startingStacks": [1000] * size,
        "blindsOrStraddles": blinds, "antes": [0] * size, "minBet": 20, "seatCount": 6, "actions": [],
        "_inactive": [0] * size, "_intents": [0] * size, "_deadBlinds": [0] * size}
    made |= {short.get(name, name): value for name, value in fields.items()}
    return made


def dealt(made: dict[str, Any]) -> dict[str, Any]:
    """Cards for everybody who is active."""
    places = [place for place, mark in enumerate(made["_inactive"]) if not mark]
    lines = [f"d dh p{place + 1} {DECK[2 * place]}{DECK[2 * place + 1]}" for place in places]
    return {**made, "actions": [*made["actions"], *lines]}


def folded(made: dict[str, Any], order: str) -> dict[str, Any]:
    """Dealt, and folded by these players in this order: `"ab"` folds p1 and p2."""
    begun = made if made["actions"] else dealt(made)
    return {**begun, "actions": [*begun["actions"], *(f"p{ord(player) - 96} f" for player in order)]}


def over(made: dict[str, Any]) -> dict[str, Any]:
    """The hand folded out by everybody who has to act; one that nobody plays stays as it is."""
    if sum(not mark for mark in made["_inactive"]) < 2:
        return made
    begun = made if made["actions"] else dealt(made)
    intents = begun["_intents"]
    for _ in range(20):
        play = table.play.replay(table.dicts.reading.read(begun))
        if play.hand.is_over:
            break
        assert play.actor is not None
        begun = {**begun, "actions": [*begun["actions"], f"p{play.actor + 1} f"]}
    return {**begun, "_intents": intents}


def then(made: dict[str, Any], **fields: Any) -> dict[str, Any]:
    """The next hand; the input is shown not to change."""
    ended = {**over(made), **fields}
    before = copy.deepcopy(ended)
    fresh = table.next_hand(ended)
    assert ended == before
    return fresh


def columns(made: dict[str, Any]) -> dict[str, Any]:
    """The columns the cases speak of, by their letters."""
    return {"B": made["blindsOrStraddles"], "I": made["_intents"], "N": made["_inactive"], "D": made["_deadBlinds"]}


def acts(made: dict[str, Any], player: str, *lines: str, **more: Any) -> dict[str, Any]:
    """What a player's client sends: its view with lines appended."""
    view = table.personalize(made, player)
    return {**view, "actions": [*view["actions"], *lines], **more}
