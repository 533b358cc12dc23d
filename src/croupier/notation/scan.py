"""A fast reader for hands in the usual shape: one `key = value` a line, arrays on one line.

That is how almost every PHH file is written. `scan` reads such lines exactly as TOML would and gives None at the first
sign of anything else: escapes, underscores, nested values, a key twice. Then the whole hand goes through `tomllib`,
which decides; nothing is guessed here.
"""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from typing import Any

_WORDS: dict[str, Any] = {"true": True, "false": False, "inf": Decimal("Infinity"), "[]": []}
_TEXT_MAX = 1 << 16


class Unusual(Exception):  # noqa: N818 - no error: the other reader takes over
    """A line that is not in the usual shape."""


def scan(lines: list[str], first: int) -> tuple[dict[str, Any], int] | None:
    """The fields of a hand and the line its actions stand on, or None where a line is not in the usual shape."""
    fields: dict[str, Any] = {}
    actions_line = 0
    try:
        for line in lines:
            first += 1
            if line and line[0] != "#":
                cut = line.find(" = ")
                key = line[:cut]
                if cut < 1 or not key.isidentifier() or not key.isascii() or key in fields:
                    return None
                fields[key] = value(line[cut + 3:])
                if key == "actions":
                    actions_line = first - 1
    except Unusual:
        return None
    return fields, actions_line


def value(text: str) -> Any:
    """One value; Unusual where TOML proper must decide."""
    if not text:
        raise Unusual
    head = text[0]
    if head == "[":
        return array(text)
    if head == "'" or head == '"':
        size = len(text)
        inner = text[1:size - 1]
        if size < 2 or text[size - 1] != head or head in inner or not is_plain(inner):
            raise Unusual
        return inner
    if head.isdigit() or head == "-":
        return clock(text) if ":" in text else number(text)
    if text in _WORDS:
        return _WORDS[text] if text != "[]" else []
    raise Unusual


def array(text: str) -> list[Any]:
    """An array of texts, of numbers, or of nothing."""
    size = len(text)
    if size < 2 or text[size - 1] != "]":
        raise Unusual
    if size == 2:
        return []
    quote = text[1]
    if quote == "'" or quote == '"':
        mark = "'" if quote == "'" else '"'
        inner = text[2:size - 2]
        texts = inner.split(mark + ", " + mark)
        if size < 4 or text[size - 2] != quote or inner.count(mark) != 2 * (len(texts) - 1) or not is_plain(inner):
            raise Unusual
        return texts
    return [number(token) for token in text[1:size - 1].split(", ")]


def is_plain(text: str) -> bool:
    """Whether a text stands in its quotes as it is: nothing escaped, nothing that cannot be printed but spaces."""
    return "\\" not in text and text.isprintable() and len(text) < _TEXT_MAX


def number(token: str) -> Any:
    """An int or a Decimal; Unusual where it is not plain digits with at most one sign and one point."""
    if token == "0":
        return 0
    if token == "inf":
        return _WORDS["inf"]
    digits = token[1:] if token[:1] == "-" else token
    if len(digits) > 18 or not digits.isascii():
        raise Unusual
    if digits.isdigit():
        if digits[0] == "0":
            raise Unusual
        return int(token)
    whole, _, part = digits.partition(".")
    if not whole.isdigit() or not part.isdigit() or (whole[0] == "0" and len(whole) > 1):
        raise Unusual
    return Decimal(token)


def clock(text: str) -> time:
    """A time of day, 08:28:57."""
    if len(text) != 8 or text[2] != ":" or text[5] != ":" or not text.isascii():
        raise Unusual
    parts = text.split(":")
    if len(parts) != 3 or not (parts[0].isdigit() and parts[1].isdigit() and parts[2].isdigit()):
        raise Unusual
    try:
        return time(int(parts[0]), int(parts[1]), int(parts[2]))
    except ValueError:
        raise Unusual from None
