"""Check the fields of a hand: names, seats, intents, debts (N9, M1).

PHH files are checked less strictly (`phh`): players may have any name, as they do in public data.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.notation.money import INF, is_number
from croupier.notation.record import BadRecord

_INTENTS = 4
# more players than any game has
PLAYERS_MAX = 32
ACTIONS_MAX = 10_000
_KIND = {str: "text", list: "an array", int: "a whole number"}


def check(fields: dict[str, Any], line: int | None = None) -> None:
    """Raise BadRecord if the fields do not describe a hand, because something is missing or there is more than a record
    may contain.
    """
    stacks, actions = fields.get("starting_stacks"), fields.get("actions")
    if type(fields.get("variant")) is not str or type(stacks) is not list or type(actions) is not list:
        raise BadRecord(_what_is_missing(fields), line)
    if len(stacks) > PLAYERS_MAX:
        raise BadRecord(f"{len(stacks)} players: {PLAYERS_MAX} at most", line)
    if len(actions) > ACTIONS_MAX:
        raise BadRecord(f"{len(actions)} actions: {ACTIONS_MAX} at most", line)
    for action in actions:
        if type(action) is not str:
            raise BadRecord(f"the action {action!r:.40} is not text", line)
    if "players" in fields:
        check_entries(fields, "players", str, len(stacks), line)
    if "seats" in fields:
        check_entries(fields, "seats", int, len(stacks), line)
    if "seats" in fields or "seat_count" in fields:
        check_seats(fields, len(stacks), line)


def check_entries(fields: dict[str, Any], name: str, kind: type, size: int, line: int | None) -> None:
    """Raise BadRecord unless a column is empty or has one entry of the right type for each player."""
    column = fields[name]
    if column is None:
        return
    if type(column) is not list:
        raise BadRecord(f"{name} is not an array", line, "N9")
    # an empty list means that there are no entries, as in files written by hand
    if column and len(column) != size:
        raise BadRecord(f"{name} holds {len(column)} entries for {size} players", line, "N9")
    for entry in column:
        if type(entry) is not kind:
            raise BadRecord(f"{name} holds {entry!r:.40}, which is not {_KIND[kind]}", line, "N9")


def _what_is_missing(fields: dict[str, Any]) -> str:
    """Return the name of a required field that is missing or has the wrong type."""
    for name, kind in (("variant", str), ("starting_stacks", list), ("actions", list)):
        if name not in fields:
            return f"the hand has no {name}"
        if type(fields[name]) is not kind:
            return f"{name} is not {_KIND[kind]}"
    return "no hand"


def check_people(fields: dict[str, Any], line: int | None = None) -> None:
    """Raise BadRecord unless every column in the record has one entry for each player."""
    size = len(fields["starting_stacks"])
    for name, (fits, wanted, clause) in _COLUMNS.items():
        column = fields.get(name)
        if column is not None:
            _check_column(name, column, size, line)
            for entry in column:
                if not fits(entry):
                    raise BadRecord(f"{name} holds {entry!r:.40}, which is not {wanted}", line, clause)
    _check_distinct("players", fields.get("players") or [], line)
    check_seats(fields, size, line)
    rake = fields.get("rake")
    if rake is not None and not _is_amount(rake):
        raise BadRecord(f"rake is {rake!r:.40}, which is not an amount", line, "M1")


def _check_column(name: str, column: object, size: int, line: int | None) -> None:
    if type(column) is not list:
        raise BadRecord(f"{name} is not an array", line, "N9")
    if len(column) != size:
        raise BadRecord(f"{name} holds {len(column)} entries for {size} players", line, "N9")


def _check_distinct(name: str, column: list[Any], line: int | None) -> None:
    if len(set(column)) < len(column):
        twice = next(entry for entry in column if column.count(entry) > 1)
        raise BadRecord(f"{name} holds {twice!r:.40} twice", line, "N9")


def trimmed(fields: dict[str, Any], line: int | None) -> bool | None:
    """Return True if antes are divided into side pots like bets. Return None if the record does not state it (B7)."""
    stated = fields.get("ante_trimming_status")
    if stated is not None and type(stated) is not bool:
        raise BadRecord(f"ante_trimming_status is {stated!r:.40}, which is neither true nor false", line, "N9")
    return stated


def check_seats(fields: dict[str, Any], size: int, line: int | None) -> None:
    """Raise BadRecord unless the seats are different numbers from 1 to seatCount, one for each player (N9)."""
    for number in fields.get("seats") or []:
        if not _is_seat(number):
            raise BadRecord(f"seats holds {number!r:.40}, which is not a seat number", line, "N9")
    _check_distinct("seats", fields.get("seats") or [], line)
    count = fields.get("seat_count")
    if count is None:
        return
    if type(count) is not int or count < size:
        raise BadRecord(f"seat_count is {count!r:.40}, which is not a number of seats for {size} players", line, "N9")
    highest = max(fields.get("seats") or [0])
    if highest > count:
        raise BadRecord(f"seats holds {highest}, but there are {count} of them", line, "N9")


def _is_text(entry: object) -> bool:
    return type(entry) is str


def _is_seat(entry: Any) -> bool:
    return type(entry) is int and entry > 0


def _is_intent(entry: Any) -> bool:
    return type(entry) is int and 0 <= entry < _INTENTS


def _is_mark(entry: Any) -> bool:
    # some JSON writers use true and some use 1 (N9)
    return type(entry) is bool or type(entry) is int


def _is_amount(entry: Any) -> bool:
    return is_number(entry) and 0 <= entry < INF


_COLUMNS: dict[str, tuple[Callable[[Any], bool], str, str]] = {
    "players": (_is_text, "a name", "N9"),
    "seats": (_is_seat, "a seat number", "N9"),
    "_intents": (_is_intent, "an intent from 0 to 3", "N3"),
    "_inactive": (_is_mark, "a mark", "N9"),
    "_dead_blinds": (_is_amount, "an amount", "M1"),
}
"""For each column: a test of its entries, the words for a valid entry, and the clause of the rules."""
