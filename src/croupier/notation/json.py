"""The JSON of a hand: PHH's fields in camelCase (`startingStacks`, `blindsOrStraddles`), both ways.

It is what passes between a client and a server (seed 004). Unknown fields are kept as they are. `inf` and times of day
have no place in JSON and are written as texts (`"inf"`, `"08:28:57"`), which the reader turns back in the fields where
the standard has them. Decimals are written with the digits they have and read as Decimals, never as floats.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Any, TextIO

from croupier.notation.money import DICT_PLACES_MAX, INF, places_of
from croupier.notation.objects import objects
from croupier.notation.people import check_people
from croupier.notation.phh import check
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.sections import DEPTH_MAX

_SNAKE = re.compile(r"(?<=[a-z0-9])_([a-z])")
_CAMEL = re.compile(r"(?<=[a-z0-9])([A-Z])")
_PLAIN = frozenset((str, int, bool))
"""Values that are in JSON what they are here."""
AMOUNTS = ("starting_stacks", "finishing_stacks", "winnings", "antes", "blinds_or_straddles", "min_bet", "small_bet",
           "big_bet", "bring_in", "_dead_blinds", "_dead_money", "_antes")
"""Fields that hold chips."""
_FINE_BET = re.compile(rf" cbr \d+\.\d{{{DICT_PLACES_MAX}}}0*[1-9]")
_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""What may be one half of a character written as two."""
_TIME = re.compile(r"\d\d:\d\d:\d\d(\.\d{1,6})?")


@lru_cache(1024)
def camel(name: str) -> str:
    """`starting_stacks` as `startingStacks`; a leading underscore stays."""
    return _SNAKE.sub(lambda found: found[1].upper(), name)


@lru_cache(1024)
def snake(name: str) -> str:
    """`startingStacks` as `starting_stacks`."""
    return _CAMEL.sub(lambda found: "_" + found[1].lower(), name)


def as_dict(record: HandRecord) -> dict[str, Any]:
    """The hand as a JSON-like dict; names that would not come back are left as they are."""
    return {_named(name): _plain(value) for name, value in record.fields.items()}


@lru_cache(1024)
def _named(name: str) -> str:
    """A field's name in JSON."""
    return camel(name) if snake(camel(name)) == name else name


def _plain(value: Any) -> Any:
    """A value as JSON can hold it; Decimals stay, the writer writes their digits."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Decimal) and value.is_infinite():
        return "inf" if value > 0 else "-inf"
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return list(value) if _PLAIN.issuperset(map(type, value)) else [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return value


def from_dict(hand: dict[str, Any], source: str = "", key: str | None = None, line: int = 1) -> HandRecord:
    """A record from a dict in camelCase (or PHH's own names); floats are taken by their shortest text (M1)."""
    if not isinstance(hand, dict):
        raise BadRecord(f"a hand is an object, not {type(hand).__name__}", line)
    fields: dict[str, Any] = {}
    for name, value in hand.items():
        own = snake(str(name)) if camel(snake(str(name))) == name else str(name)
        if own in fields:
            raise BadRecord(f"{own} stands twice", line)
        fields[own] = _own_value(own, _exact(value, line, DEPTH_MAX))
    _check_places(fields, line)
    return HandRecord(fields, source, key, line)


def _check_places(fields: dict[str, Any], line: int) -> None:
    """Refuse amounts finer than a dict may hold (M1)."""
    for name in AMOUNTS:
        value = fields.get(name, 0)
        for number in value if isinstance(value, list) else [value]:
            if isinstance(number, Decimal) and places_of(number) > DICT_PLACES_MAX:
                raise BadRecord(f"{name} {number!s:.30} has more than {DICT_PLACES_MAX} decimal places", line, "M1")
    actions = fields.get("actions")
    for action in actions if isinstance(actions, list) else ():
        if isinstance(action, str) and _FINE_BET.search(action):
            raise BadRecord(f"{action!r:.60}: more than {DICT_PLACES_MAX} decimal places", line, "M1")


def _exact(value: Any, line: int, depth: int) -> Any:
    """A value without floats; NaN and endless nesting are refused."""
    if depth == 0:
        raise BadRecord(f"values nested more than {DEPTH_MAX} deep", line)
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal) and value.is_nan():
        raise BadRecord("NaN is no number for a record", line, "M1")
    if isinstance(value, (list, tuple)):
        return [_exact(part, line, depth - 1) for part in value]
    if isinstance(value, dict):
        return {str(key): _exact(part, line, depth - 1) for key, part in value.items()}
    return value


def _own_value(name: str, value: Any) -> Any:
    """Turn back what JSON has no place for: unknown stacks, the time of day, S4's `seatCount: [6]` (N1)."""
    if name == "starting_stacks" or name == "finishing_stacks":
        return [INF if part == "inf" else part for part in value] if isinstance(value, list) else value
    if name == "time" and isinstance(value, str) and _TIME.fullmatch(value):
        try:
            return time.fromisoformat(value)
        except ValueError:
            return value
    if name == "seat_count" and isinstance(value, list) and len(value) == 1:
        return value[0]
    return value


# -- texts -------------------------------------------------------------------------------------------------------------


def dumps(record: HandRecord, indent: int | None = None) -> str:
    """One hand as JSON text, its Decimals with the digits they have; what would not be read again is refused."""
    _check_places(record.fields, record.line)
    text = _encode(as_dict(record), indent, 0)
    _check_encodable(text, record.line)
    return text


def _encode(value: Any, indent: int | None, level: int) -> str:
    """JSON text; the fields of a hand each on a line of their own where an indent is given."""
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, dict):
        pairs = [f"{json.dumps(str(key))}: {_encode(part, None, level + 1)}" for key, part in value.items()]
        if indent is None:
            return "{" + ", ".join(pairs) + "}"
        return "{\n" + ",\n".join(" " * indent + pair for pair in pairs) + "\n}"
    if isinstance(value, list):
        return "[" + ", ".join(_encode(part, None, level + 1) for part in value) + "]"
    if value is None or isinstance(value, (bool, int, str)):
        return json.dumps(value, ensure_ascii=False)
    raise BadRecord(f"{type(value).__name__} {value!r:.40} has no place in JSON", clause="M1")


def write_list(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Hands as the pieces of a JSON list; a single one stands alone."""
    count = 0
    held = ""
    for count, record in enumerate(hands, 1):
        if count == 2:
            yield "[\n"
        if count > 1:
            yield held + ",\n"
        held = dumps(record)
    yield "[]\n" if count == 0 else held + ("\n" if count == 1 else "\n]\n")


def write_lines(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Hands as lines of JSON, one a line."""
    for record in hands:
        yield dumps(record) + "\n"


def read_stream(stream: TextIO, source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """The hands in a stream: an object, a list of objects, or one object after another; each is bounded in size."""
    for key, (text, line) in enumerate(objects(stream, first), 1):
        try:
            if isinstance(text, BadRecord):
                raise text
            record = loads_one(text, line)
        except BadRecord as damage:
            record = HandRecord({}, line=line, damage=damage)
        record.source, record.key = source, str(key)
        yield record


def loads_one(text: str, line: int = 1) -> HandRecord:
    """One hand from the text of one JSON object."""
    try:
        value = json.loads(text, parse_float=Decimal, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except BadRecord as damage:
        raise BadRecord(damage.reason, line, damage.clause) from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"no JSON: {error.msg}", line + error.lineno - 1) from None
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise BadRecord(f"no JSON: {error}"[:100], line) from None
    if _HALF.search(text):
        _check_encodable(json.dumps(value, ensure_ascii=False, default=str), line)
    record = from_dict(value, line=line)
    check_if_played(record, line)
    return record


def _check_encodable(text: str, line: int) -> None:
    """Refuse half a surrogate pair, which stands for no character: no file and no terminal can hold one."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise BadRecord(f"{error.object[error.start]!r} is half a surrogate pair and no text", line) from None


def check_if_played(record: HandRecord, line: int) -> None:
    """Refuse what is no hand; a variant may be missing, as it is in seed 004 (no-limit hold'em is meant)."""
    check({"variant": "NT", **record.fields}, line)
    check_people(record.fields, line)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object each of whose fields stands once: readers would quietly take one of two."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise BadRecord(f"{name!r:.40} stands twice")
    return found


def _refuse_constant(word: str) -> Any:
    raise BadRecord(f"{word} is no number for a record", clause="M1")
