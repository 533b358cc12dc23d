"""A table's hand as a PHH record: its players from the left of the button, the button last.

A table lists everybody who sits there by seat, PHH the players of one hand by position. Here the columns are turned,
who took no part is left out, the log is told in PHH's numbers without time stamps, messages become commentary. The
record replays to the same result; it holds no seed.
"""

from __future__ import annotations

from typing import Any

from croupier.notation.json import from_dict
from croupier.notation.record import BadRecord, HandRecord
from croupier.table import log as words
from croupier.table.amounts import BadTable, spelled
from croupier.table.play import Play, played
from croupier.table.reading import COLUMNS, State, read
from croupier.table.seeing import SECRET
from croupier.table.writing import Hand

_TABLE = ("author", "actions", "_bb", "_sb", "_button", "_blinds", "_antes", "_intents", "_deadBlinds", "_topUps",
          "_inactive", "_deadMoney", "anteTrimmingStatus", "minBet", "smallBet", "bigBet", "bringIn", "variant",
          "rakePercentage", "rakeCap")
"""Fields that are written anew, or that mean nothing to one hand by itself."""


def record(hand: Hand) -> HandRecord:
    """The record of a hand that has been dealt; BadTable where it is none, or its log is refused."""
    state = read(hand)
    play = played(state)
    order = _order(play)
    fields: dict[str, Any] = {"variant": state.rules.code, "anteTrimmingStatus": play.antes_trimmed}
    fields |= _stakes(state, play, order)
    for name, value in hand.items():
        if name in COLUMNS and name not in (*_TABLE, *fields):
            if type(value) is list and len(value) != len(state.seats):
                raise BadTable(f"{name} holds {len(value)} entries for {len(state.seats)} players")
            fields[name] = [value[place] for place in order] if type(value) is list else value
    fields["actions"] = [_told(line, order) for line in state.log]
    others = {name: value for name, value in hand.items() if name not in (*_TABLE, *SECRET, *COLUMNS, *fields)}
    try:
        return from_dict({**fields, **others})
    except BadRecord as damage:
        raise BadTable(damage.reason, damage.clause) from None


def _order(play: Play) -> list[int]:
    """The columns of the hand's players, clockwise from the left of the button."""
    first = play.hand.button + 1
    return [*play.columns[first:], *play.columns[:first]]


def _stakes(state: State, play: Play, order: list[int]) -> dict[str, Any]:
    """Antes, blinds and bet sizes; two players' are written small blind first, as PHH does."""
    def spell(amount: int) -> Any:
        return spelled(amount, state.places, state.like)

    antes = [spell(play.ante(place)) for place in order]
    blinds = [spell(state.blinds[place]) if not state.posts[place] else -spell(state.posts[place]) for place in order]
    if len(order) == 2:
        antes.reverse()
        blinds.reverse()
    found: dict[str, Any] = {"antes": antes}
    if any(state.dead):
        found["_deadMoney"] = [spell(play.dead[play.engine_seat[place]] * state.unit) for place in order]
    if not state.rules.has_bring_in:
        found["blindsOrStraddles"] = blinds
    least, big, bring_in = map(spell, state.bets)
    if state.rules.limit == "fixed":
        found |= {"smallBet": least, "bigBet": big}
        return found | {"bringIn": bring_in} if state.rules.has_bring_in else found
    return found | {"minBet": least}


def _told(line: str, order: list[int]) -> str:
    """An action in PHH's numbers."""
    parts = words.bare(line).split()
    if words.is_message(line):
        return f"# {words.bare(line)}"
    at = 2 if parts[:2] == ["d", "dh"] else 0
    place = words.column(parts[at])
    if place is not None:
        parts[at] = f"p{order.index(place) + 1}"
        parts = parts[:2] if words.is_call_with_amount(parts) else parts
    return " ".join(parts)
