"""Read hands from JSON: PHH's fields in camelCase (`startingStacks`, `blindsOrStraddles`) or by their own names.

A table's clients and its server exchange hands in this form. Unknown fields are kept. Numbers with a decimal point
become Decimals, never floats. `"inf"` and times of day are text in JSON; they are converted back in the fields in which
PHH has them.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import time
from decimal import Decimal
from typing import Any, TextIO

from croupier.notation.json.names import phh_name
from croupier.notation.json.split import split_objects
from croupier.notation.json.value_checks import check_encodable, check_places
from croupier.notation.money import INF
from croupier.notation.phh.split import DEPTH_MAX
from croupier.notation.record import BadRecord, HandRecord
from croupier.notation.validation import check, check_people

_HALF = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
"""Matches a possible half of a surrogate pair."""
_TIME = re.compile(r"\d\d:\d\d:\d\d(\.\d{1,6})?")


def read_stream(stream: TextIO, source: str = "", first: int = 1) -> Iterator[HandRecord]:
    """Yield the hands of a stream that contains one object, a list of objects, or several objects one after another.
    The size of each object is limited.
    """
    for key, (text, line) in enumerate(split_objects(stream, first), 1):
        try:
            if isinstance(text, BadRecord):
                raise text
            record = loads_one(text, line)
        except BadRecord as damage:
            record = HandRecord({}, line=line, damage=damage)
        record.source, record.key = source, str(key)
        yield record


def loads_one(text: str, line: int = 1) -> HandRecord:
    """Return the hand in the text of one JSON object. Raise BadRecord if the text is anything else."""
    try:
        # Decimals keep the digits; NaN and Infinity, which `json` would take, are refused
        value = json.loads(text, parse_float=Decimal, parse_constant=_refuse_constant, object_pairs_hook=_object)
    except BadRecord as damage:
        raise BadRecord(damage.reason, line, damage.clause) from None
    except json.JSONDecodeError as error:
        raise BadRecord(f"not JSON: {error.msg}", line + error.lineno - 1) from None
    except (ValueError, RecursionError, ArithmeticError) as error:
        raise BadRecord(f"not JSON: {error}"[:100], line) from None
    # the regular expression comes first, because encoding every hand would take longer than reading it
    if _HALF.search(text):
        check_encodable(json.dumps(value, ensure_ascii=False, default=str), line)
    record = from_dict(value, line=line)
    check_if_played(record, line)
    return record


def from_dict(hand: dict[str, Any], source: str = "", key: str | None = None, line: int = 1) -> HandRecord:
    """Return the record of a dict whose fields have camelCase or PHH names. A float is converted to the Decimal of its
    shortest text (M1).
    """
    if not isinstance(hand, dict):
        raise BadRecord(f"a hand is an object, not {type(hand).__name__}", line)
    fields: dict[str, Any] = {}
    for name, value in hand.items():
        own = phh_name(str(name))
        if own in fields:
            raise BadRecord(f"{own} is given twice", line)
        fields[own] = _own_value(own, _exact(value, line, DEPTH_MAX))
    check_places(fields, line)
    return HandRecord(fields, source, key, line)


def _exact(value: Any, line: int, depth: int) -> Any:
    """Return a value with its floats converted to Decimals. Raise BadRecord for NaN and for values nested too
    deeply."""
    if depth == 0:
        raise BadRecord(f"values nested more than {DEPTH_MAX} deep", line)
    # only a dict from a Python caller can contain floats
    if isinstance(value, float):
        value = Decimal(repr(value))
    if isinstance(value, Decimal) and value.is_nan():
        raise BadRecord("NaN is not a number that a record can hold", line, "M1")
    if isinstance(value, (list, tuple)):
        return [_exact(part, line, depth - 1) for part in value]
    if isinstance(value, dict):
        return {str(key): _exact(part, line, depth - 1) for key, part in value.items()}
    return value


def _own_value(name: str, value: Any) -> Any:
    """Return a field's value in the form of PHH. This concerns unknown stacks, the time of day and `seatCount: [6]`
    (N1).
    """
    if name == "starting_stacks" or name == "finishing_stacks":
        return [INF if part == "inf" else part for part in value] if isinstance(value, list) else value
    if name == "time" and isinstance(value, str) and _TIME.fullmatch(value):
        try:
            return time.fromisoformat(value)
        # 25:61:00 only looks like a time, so it stays a text
        except ValueError:
            return value
    if name == "seat_count" and isinstance(value, list) and len(value) == 1:
        return value[0]
    return value


def check_if_played(record: HandRecord, line: int) -> None:
    """Raise BadRecord if the fields do not describe a hand. If `variant` is missing, the game is no-limit hold'em."""
    # the dict of a table may lack the variant
    check({"variant": "NT", **record.fields}, line)
    check_people(record.fields, line)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object as a dict. Raise BadRecord for a field given twice, of which `json` would silently keep one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        name = next(name for name, count in Counter(name for name, _ in pairs).items() if count > 1)
        raise BadRecord(f"{name!r:.40} is given twice")
    return found


def _refuse_constant(word: str) -> Any:
    raise BadRecord(f"{word} is not a number that a record can hold", clause="M1")
