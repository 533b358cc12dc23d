"""Write hands as PHH: `key = value` lines in the order of the record, numbers with the digits they were read with.

    text = write(record)                  one hand, `.phh`
    for piece in write_all(records): ...  many hands, `.phhs`

Reading, writing and reading a hand again gives the same record. Values that TOML cannot represent (None, a float, NaN)
are refused with BadRecord.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any

from croupier.notation.money import written
from croupier.notation.record import BadRecord, HandRecord

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r", "\b": "\\b", "\f": "\\f"}


def write(record: HandRecord) -> str:
    """Return one hand as `.phh` text. The text always names the game, even if the record does not."""
    fields = record.fields if "variant" in record.fields else {"variant": record.variant, **record.fields}
    return "\n".join(table(fields)) + "\n"


def write_section(record: HandRecord, name: str) -> str:
    """Return one hand as a section of a `.phhs` text."""
    return f"[{key(name)}]\n{write(record)}"


def write_all(hands: Iterable[HandRecord]) -> Iterator[str]:
    """Yield the pieces of a `.phhs` text. Hands keep their section numbers as long as the numbers increase."""
    last = 0
    for record in hands:
        given = record.key or ""
        is_number = given.isascii() and given.isdigit() and len(given) < 18
        # a number that does not increase might occur twice, which TOML forbids
        last = int(given) if is_number and int(given) > last else last + 1
        yield ("\n" if last > 1 else "") + write_section(record, str(last))


# -- TOML --------------------------------------------------------------------------------------------------------------


def table(fields: Mapping[str, Any]) -> Iterator[str]:
    """Return fields as lines of TOML, in order."""
    for name, value in fields.items():
        yield f"{key(name)} = {_value(value)}"


def key(name: str) -> str:
    """Return a TOML key, with quotes if it needs them."""
    return name if _BARE.fullmatch(name) and name.isascii() else _text(name)


def _text(text: str) -> str:
    """Return a text in quotes, with escapes if it needs them."""
    # a literal text in single quotes, as in the standard's own files
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    return '"' + "".join(_ESCAPES.get(sign) or (sign if sign.isprintable() else _escaped(sign)) for sign in text) + '"'


def _escaped(sign: str) -> str:
    if "\ud800" <= sign <= "\udfff":
        raise BadRecord("a text with half a surrogate pair cannot be written")
    return f"\\u{ord(sign):04x}" if ord(sign) < 1 << 16 else f"\\U{ord(sign):08x}"


def _value(value: Any) -> str:
    """Return one value as TOML."""
    if isinstance(value, str):
        return _text(value)
    # checked before int, because a bool is an int
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, Decimal) and not value.is_nan():
        return _decimal(value)
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key(name)} = {_value(part)}" for name, part in value.items()) + "}"
    if isinstance(value, (datetime, date, time)):
        return value.isoformat()
    raise BadRecord(f"{type(value).__name__} {value!r:.40} cannot be written as TOML", clause="M1")


def _decimal(value: Decimal) -> str:
    """Return a Decimal with its digits. A whole Decimal gets a point, which makes it a float in TOML."""
    text = written(value)
    return text if any(sign in text for sign in ".Ein") else text + ".0"
