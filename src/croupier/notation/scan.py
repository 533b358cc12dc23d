"""A fast reader for hands in the usual shape: one `key = value` a line, arrays on one line.

That is how almost every PHH file is written. `scan` reads such lines exactly as TOML would and gives None at the first
sign of anything else: escapes, underscores, nested values, a key twice. Then the whole hand goes
through `tomllib`, which decides; nothing is guessed here.

Keys mostly come in the order of the standard: each line is held against the next of `KEYS` before it is read letter by
letter. Such a key cannot stand twice, since the search never goes back; any other is looked up.
"""

from __future__ import annotations

from datetime import time
from decimal import Decimal
from typing import Any

from croupier.notation.decimals import shared

KEYS = ["variant", "ante_trimming_status", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet",
        "min_bet", "starting_stacks", "actions", "author", "event", "url", "venue", "address", "city", "region",
        "postal_code", "country", "time", "time_zone", "day", "month", "year", "hand", "level", "seats", "seat_count",
        "table", "players", "finishing_stacks", "winnings", "currency", "currency_symbol", "time_zone_abbreviation"]
"""The fields of the standard in the order in which files have them."""
HEADS = "".join(key[0] for key in KEYS)
_ACTIONS = KEYS.index("actions")
_INF = Decimal("Infinity")
_WORDS: dict[str, Any] = {"true": True, "false": False, "inf": _INF}
_QUOTE, _DOUBLE, _COMMA, _SPACE, _MINUS, _POINT, _ZERO, _NINE = map(ord, "'\", -.09")
_BACKSLASH, _UNDERSCORE, _LOWER_A, _LOWER_Z, _BRACKET = map(ord, "\\_az[")
_DIGITS_MAX = 17


class Unusual(Exception):  # noqa: N818 - no error: the other reader takes over
    """A line that is not in the usual shape."""


def scan(lines: list[str], first: int) -> tuple[dict[str, Any], int] | None:
    """The fields of a hand and the line its actions stand on, or None where a line is not in the usual shape."""
    fields: dict[str, Any] = {}
    actions_line = 0
    place = 0
    try:
        for line in lines:
            if line and line[0] != "#":
                found = known_key(line, place)
                if found >= 0:
                    place = found + 1
                    key = KEYS[found]
                else:
                    key = other_key(line, fields)
                fields[key] = value(line, len(key) + 3)
                if found == _ACTIONS or (found < 0 and key == "actions"):
                    actions_line = first
            first += 1
    except Unusual:
        return None
    return fields, actions_line


def known_key(line: str, place: int) -> int:
    """The place in `KEYS`, from one on, of the key that a line begins with; -1 where it is none of them."""
    head = line[0]
    for at in range(place, len(KEYS)):
        if HEADS[at] == head and has_key(line, KEYS[at]):
            return at
    return -1


def has_key(line: str, key: str) -> bool:
    """Whether a line begins with a key, ` = ` and something after it."""
    end = len(key)
    return (end + 3 < len(line) and line[end] == " " and line[end + 1] == "=" and line[end + 2] == " "
            and line.startswith(key))


def other_key(line: str, fields: dict[str, Any]) -> str:
    """The key of a line, read letter by letter; Unusual where there is none or it stands already."""
    cut = key_end(line)
    key = line[:cut]
    if cut < 1 or key in fields:
        raise Unusual
    return key


def key_end(line: str) -> int:
    """Where a bare key ends and ` = ` follows with a value after it; 0 where it does not."""
    size = len(line)
    at = 0
    while at < size:
        sign = ord(line[at])
        if not (_LOWER_A <= sign <= _LOWER_Z or sign == _UNDERSCORE or _ZERO <= sign <= _NINE
                or _LOWER_A <= sign + 32 <= _LOWER_Z):
            break
        at += 1
    if at == 0 or at + 3 >= size or line[at] != " " or line[at + 1] != "=" or line[at + 2] != " ":
        return 0
    return at


def value(line: str, at: int) -> Any:
    """The value that begins at a place and fills the rest of the line."""
    size = len(line)
    head = ord(line[at])
    if head == _BRACKET:
        return array(line, at)
    if head == _QUOTE or head == _DOUBLE:
        if size - at < 2 or ord(line[size - 1]) != head or count_plain(line, head) != 2:
            raise Unusual
        return line[at + 1:size - 1]
    if head == _MINUS or _ZERO <= head <= _NINE:
        if size - at == 8 and line[at + 2] == ":":
            return clock(line, at)
        return number(line, at, size)
    word = _WORDS.get(line[at:])
    if word is None:
        raise Unusual
    return word


def array(line: str, at: int) -> list[Any]:
    """An array of texts, of numbers, or of nothing."""
    end = len(line) - 1
    if line[end] != "]" or end <= at:
        raise Unusual
    at += 1
    if end == at:
        return []
    quote = ord(line[at])
    if quote == _QUOTE or quote == _DOUBLE:
        if end - at < 2 or ord(line[end - 1]) != quote:
            raise Unusual
        texts = line[at + 1:end - 1].split("', '" if quote == _QUOTE else '", "')
        if count_plain(line, quote) != 2 * len(texts):
            raise Unusual
        return texts
    return numbers(line, at, end)


def numbers(line: str, at: int, end: int) -> list[Any]:
    """Numbers with a comma and a space between them."""
    found = []
    start = at
    while at < end:
        if ord(line[at]) == _COMMA:
            found.append(number(line, start, at))
            if at + 1 >= end or ord(line[at + 1]) != _SPACE:
                raise Unusual
            at += 1
            start = at + 1
        at += 1
    found.append(number(line, start, end))
    return found


def count_plain(line: str, quote: int) -> int:
    """How many quotes stand in a line; -1 if anything there needs a closer look."""
    count = 0
    for letter in line:
        sign = ord(letter)
        if sign == quote:
            count += 1
        elif sign < _SPACE or sign == _BACKSLASH or sign == 127 or 0xD800 <= sign <= 0xDFFF:
            return -1
    return count


def number(line: str, start: int, end: int) -> Any:
    """An int or a Decimal; Unusual where it is not plain digits with at most a sign and a point."""
    at = start + 1 if start < end and ord(line[start]) == _MINUS else start
    first = at
    if end - at > _DIGITS_MAX or at >= end:
        raise Unusual
    if ord(line[at]) == _ZERO and end - at > 1 and ord(line[at + 1]) != _POINT:
        raise Unusual
    total = 0
    point = 0
    while at < end:
        sign = ord(line[at])
        if sign == _POINT and point == 0 and at > first and at + 1 < end:
            point = at
        elif sign < _ZERO or sign > _NINE:
            return inf(line[start:end])
        total = total * 10 + (sign - _ZERO)
        at += 1
    if point:
        return shared(line[start:end])
    return total if first == start else -total


def inf(token: str) -> Decimal:
    """The only number that is a word."""
    if token != "inf":
        raise Unusual
    return _INF


def clock(line: str, at: int) -> time:
    """A time of day, 08:28:57, from a place to the end of the line."""
    if line[at + 5] != ":":
        raise Unusual
    hour, minute, second = two_digits(line, at), two_digits(line, at + 3), two_digits(line, at + 6)
    if not (0 <= hour < 24 and 0 <= minute < 60 and 0 <= second < 60):
        raise Unusual
    return time(hour, minute, second)


def two_digits(line: str, at: int) -> int:
    """The number two digits make, -1 where they are none."""
    tens = ord(line[at]) - _ZERO
    ones = ord(line[at + 1]) - _ZERO
    return tens * 10 + ones if 0 <= tens <= 9 and 0 <= ones <= 9 else -1
