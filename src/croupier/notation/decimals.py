"""From amounts as files write them to whole units, fast; and Decimals shared among hands.

The amounts of a session come up again and again. A Decimal is a value, so that hands may share it. With each goes its
number of hundredths, the unit in which decimal hands are counted, found by the very object: a record that still holds
it need not be asked for its digits. Nothing here can be wrong, only missing: what is not found is worked out. Both
tables are bounded and forgotten as a whole.
"""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from croupier.notation.money import UNCOUNTED, UNKNOWN_STACK

_UNITS_MAX = 10 ** 17
_KEPT_MAX = 1 << 14
_SHARED: dict[str, Decimal] = {}
_HUNDREDTHS: dict[int, tuple[Decimal, int]] = {}
"""Hundredths by the identity of a Decimal, which is kept here so that no other can take its place."""


def shared(text: str) -> Decimal:
    """The Decimal of plain digits with a point."""
    number = _SHARED.get(text)
    if number is None:
        number = Decimal(text)
        if len(_SHARED) >= _KEPT_MAX:
            _SHARED.clear()
            _HUNDREDTHS.clear()
        _SHARED[text] = number
        cents = units_in(text, 2)
        if cents != UNCOUNTED:
            _HUNDREDTHS[id(number)] = (number, cents)
    return number


def hundredths(number: Decimal) -> int:
    """The hundredths of a shared Decimal, UNCOUNTED where it is none or finer."""
    known = _HUNDREDTHS.get(id(number))
    return UNCOUNTED if known is None else known[1]


def exact(number: Any, places: int) -> int:
    """An amount of a record in units of so many decimal places, UNCOUNTED where it is none, too fine or too large."""
    if type(number) is int:
        return scaled(whole_of(number), places)
    if type(number) is not Decimal:
        return UNCOUNTED
    if places >= 2:
        cents = hundredths(number)
        if cents != UNCOUNTED:
            return scaled(cents, places - 2)
    text = str(number)
    return UNKNOWN_STACK if text == "Infinity" else units_in(text, places)


def whole_of(number: Any) -> int:
    """A whole amount as a C integer, UNCOUNTED where it is none or too large."""
    if type(number) is not int:
        return UNCOUNTED
    try:
        whole = number
    except OverflowError:
        return UNCOUNTED
    return whole if -_UNITS_MAX <= whole <= _UNITS_MAX else UNCOUNTED


def scaled(total: int, places: int) -> int:
    """A number ten, a hundred, ... times as large, UNCOUNTED where it would be too large."""
    power = tens(places)
    return total * power if -(_UNITS_MAX // power) <= total <= _UNITS_MAX // power else UNCOUNTED


def units_in(text: str, places: int) -> int:
    """The units in `-12.50`, UNCOUNTED where the text is no such number or finer than the unit."""
    if text[:1] != "-":
        return units_from(text, 0, places)
    total = units_from(text, 1, places)
    return -total if total != UNCOUNTED else total


def units_from(text: str, at: int, places: int) -> int:
    """The units in digits with a point or without, from a place to the end of a text."""
    size = len(text)
    if size - at < 1 or size - at > 14:
        return UNCOUNTED
    total = 0
    point = -1
    for place in range(at, size):
        digit = ord(text[place]) - 48
        if digit == -2 and point < 0 and at < place < size - 1:
            point = place
        elif digit < 0 or digit > 9 or (point >= 0 and place - point > places and digit > 0):
            return UNCOUNTED
        elif point < 0 or place - point <= places:
            total = total * 10 + digit
    decimals = 0 if point < 0 else size - 1 - point
    return scaled(total, places - decimals) if decimals < places else total


def tens(places: int) -> int:
    """Return ten to a power from 0 to 18, the highest that fits; a larger one counts as 18."""
    power = 1
    places = min(places, 18)
    for _ in range(places):
        power *= 10
    return power
