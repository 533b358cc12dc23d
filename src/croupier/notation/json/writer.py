"""Write hands as JSON: a single object, a list of objects, or one object on each line.

`inf` and times of day do not exist in JSON and become text (`"inf"`, `"08:28:57"`). Decimals are written with all their
digits.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from croupier.notation.json.names import json_name
from croupier.notation.json.value_checks import check_encodable, check_places
from croupier.notation.record import BadRecord, HandRecord

_PLAIN = frozenset((str, int, bool))
"""Types whose values need no conversion for JSON."""


def as_dict(record: HandRecord) -> dict[str, Any]:
    """Return a hand as a JSON-like dict with names in camelCase."""
    return {json_name(name): _plain(value) for name, value in record.fields.items()}


def _plain(value: Any) -> Any:
    """Return a value converted for JSON. Decimals are kept, because `dumps` writes their digits."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Decimal) and value.is_infinite():
        return "inf" if value > 0 else "-inf"
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        # a fast path without a call for each entry, because most columns need no conversion
        return list(value) if _PLAIN.issuperset(map(type, value)) else [_plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    return value


def dumps(record: HandRecord, indent: int | None = None) -> str:
    """Return one hand as JSON text. Raise BadRecord for a value that could not be read back."""
    check_places(record.fields, record.line)
    text = _encode(as_dict(record), indent, 0)
    check_encodable(text, record.line)
    return text


def _encode(value: Any, indent: int | None, level: int) -> str:
    """Return a value as JSON text; with an indent, every field of a hand gets its own line."""
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
    raise BadRecord(f"{type(value).__name__} {value!r:.40} cannot be written as JSON", clause="M1")


def write_list(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the pieces of a JSON list of hands. A single hand is written without a list."""
    count = 0
    held = ""
    for count, record in enumerate(hands, 1):
        if count == 2:
            yield "[\n"
        if count > 1:
            yield held + ",\n"
        # written one hand late, because a list is needed only if there is a second hand
        held = dumps(record)
    yield "[]\n" if count == 0 else held + ("\n" if count == 1 else "\n]\n")


def write_lines(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Yield hands as JSON, one on each line."""
    for record in hands:
        yield dumps(record) + "\n"
