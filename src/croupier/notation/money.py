"""Convert amounts between a file's decimals and whole units. No other module calculates with decimals (ruling M1).

A hand is played in whole units. The unit is 1 if no amount has a decimal point, and otherwise a hundredth, or a finer
decimal place if a blind, ante, bet or stack needs it. Stated results do not affect the unit: a record in whole chips is
played in whole chips, even if it states a win of half a chip.

Numbers are ints and Decimals, never floats. `inf` means an unknown stack.

Readers and writers use the first half of the functions, which raise BadRecord. Replays of millions of hands use the
second half, which return UNCOUNTED instead of raising and avoid making Decimals. Amounts repeat within a session, so
one table caches Decimals and another the number of hundredths of each. A table that has reached its limit is emptied.
An amount that is not in a table is computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from croupier.notation.record import BadRecord, Number

INF = Decimal("Infinity")
UNKNOWN_STACK = 10 ** 14
"""The number of units that stands for a stack of `inf`. It is more than any bet, and ten of these stacks fit into 64
bits.
"""
UNCOUNTED = -10 ** 18
"""The result for a value that is not an amount, or is finer than the unit."""
UNITS_MAX = 10 ** 13
PLACES_MAX = 8
"""The maximum number of decimal places of an amount in a file. PHH sets no limit; poker rooms with cryptocurrencies use
eight places.
"""
DICT_PLACES_MAX = 4
"""The maximum number of decimal places of an amount in a table's dict or in a JSON hand (M1)."""
CENTS = 2
"""The unit of a hand with decimal amounts has at least this many decimal places."""
AMOUNT = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?")
"""An amount in a log: digits and perhaps a point, without an exponent."""
# below 2^63 even with another digit appended
_EXACT_MAX = 10 ** 17
_UNCOUNTED, _UNKNOWN_STACK = UNCOUNTED, UNKNOWN_STACK
"""The same as C numbers."""
_KEPT_MAX = 1 << 14
_SHARED: dict[str, Decimal] = {}
_HUNDREDTHS: dict[int, tuple[Decimal, int]] = {}
"""Cached hundredths by the `id` of a Decimal. The Decimal is stored too, so that no other object can get the same `id`.
"""


def is_number(thing: object) -> bool:
    """Return True if a value of a record is an amount: an int, or a Decimal other than NaN."""
    if type(thing) is int:
        return True
    return isinstance(thing, Decimal) and not thing.is_nan()


def places_of(number: Number) -> int:
    """Return the decimal places that an amount needs: 0 for 5 and 5.00, 1 for 2.50."""
    # 0.00 needs no decimal places
    if type(number) is int or not number.is_finite() or not number:  # type: ignore[union-attr]
        return 0
    _, digits, exponent = Decimal(number).as_tuple()
    places = -int(exponent)
    # zeros at the end do not count: 2.50 is as fine as 2.5
    for digit in reversed(digits):
        if digit:
            break
        places -= 1
    return max(0, places)


def places_for(numbers: Iterable[Number]) -> int:
    """Return the decimal places of a hand's unit: 0, or at least 2."""
    most = max((places_of(number) for number in numbers), default=0)
    if most > PLACES_MAX:
        raise BadRecord(f"an amount with {most} decimal places: {PLACES_MAX} at most", clause="M1")
    return max(most, CENTS) if most else 0


def units(number: Any, places: int) -> int:
    """Return an amount in units of this many decimal places. Raise BadRecord if the result is not a whole number."""
    _check_places(places)
    whole: int
    if type(number) is int:
        # in compiled code this assignment converts to a C integer and overflows for larger numbers
        whole = number * 10 ** places
    # the size is checked first, because converting 1e999999 to an int would make a million digits
    elif isinstance(number, Decimal) and number.is_finite() and number.adjusted() <= 15:
        if places_of(number) > places:
            raise BadRecord(f"{number} is finer than the unit of this hand", clause="M1")
        whole = int(number.scaleb(places))
    elif isinstance(number, Decimal) and number == INF:
        return UNKNOWN_STACK
    else:
        raise BadRecord(f"{_short(number)} is not an amount", clause="M1")
    if not -UNITS_MAX <= whole <= UNITS_MAX:
        raise BadRecord(f"{_short(number)} is too large an amount", clause="M1")
    return whole


def _check_places(places: int) -> None:
    """Raise BadRecord for too many decimal places: computing with a huge number of them would take minutes."""
    if type(places) is not int or not 0 <= places <= PLACES_MAX:
        raise BadRecord(f"{_short(places)} decimal places: 0 to {PLACES_MAX} can be written", clause="M1")


def amount(whole: int, places: int) -> Number:
    """Convert units to an amount for a file: an int if possible, otherwise a Decimal without trailing zeros."""
    _check_places(places)
    if not places:
        return whole
    unit: int = 10 ** places
    if whole % unit == 0:
        return whole // unit
    # 250 hundredths are 2.5
    return Decimal(whole).scaleb(-places).normalize()


def read(text: str) -> Number:
    """Return the number in a text: an int if there is no point, otherwise a Decimal with all its digits."""
    if not AMOUNT.fullmatch(text):
        raise BadRecord(f"{_short(text)} is not an amount", clause="M1")
    return Decimal(text) if "." in text else int(text)


def written(number: Number) -> str:
    """Return a number as text, with the digits that were read."""
    if isinstance(number, Decimal) and number.is_infinite():
        return "inf" if number > 0 else "-inf"
    return str(number)


def plain(number: Number) -> int | str:
    """Return an amount for a line of JSON: an int, or a text if the amount has a point."""
    return number if isinstance(number, int) else written(number)


def _short(thing: object) -> str:
    if isinstance(thing, int) and thing.bit_length() > 99:
        return f"a number of {thing.bit_length()} bits"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."


# -- for replays: no errors, shared Decimals ---------------------------------------------------------------------------


def shared(text: str) -> Decimal:
    """Return the Decimal of plain digits with a point, the same object for the same digits."""
    number = _SHARED.get(text)
    if number is None:
        number = Decimal(text)
        if len(_SHARED) >= _KEPT_MAX:
            # both tables are emptied together, because `_HUNDREDTHS` relies on the identities of these Decimals
            _SHARED.clear()
            _HUNDREDTHS.clear()
        _SHARED[text] = number
        cents = units_in(text, 2)
        if cents != _UNCOUNTED:
            _HUNDREDTHS[id(number)] = (number, cents)
    return number


def hundredths(number: Decimal) -> int:
    """Return a shared Decimal as a number of hundredths. Return UNCOUNTED if the Decimal is not shared or has more than
    two decimal places.
    """
    known = _HUNDREDTHS.get(id(number))
    return _UNCOUNTED if known is None else known[1]


def exact(number: Any, places: int) -> int:
    """Return an amount in units of this many decimal places. Return UNCOUNTED if the value is not an amount, is too
    fine or is too large.
    """
    if type(number) is int:
        return scaled(whole_of(number), places)
    if type(number) is not Decimal:
        return _UNCOUNTED
    if places >= 2:
        cents = hundredths(number)
        if cents != _UNCOUNTED:
            return scaled(cents, places - 2)
    # converted by its digits, which is faster than arithmetic with Decimals
    text = str(number)
    return _UNKNOWN_STACK if text == "Infinity" else units_in(text, places)


def whole_of(number: Any) -> int:
    """Return a whole amount as a C integer. Return UNCOUNTED if the value is not a whole amount or is too large."""
    if type(number) is not int:
        return _UNCOUNTED
    try:
        whole = number
    except OverflowError:
        return _UNCOUNTED
    return whole if -_EXACT_MAX <= whole <= _EXACT_MAX else _UNCOUNTED


def scaled(total: int, places: int) -> int:
    """Return a number times a power of ten. Return UNCOUNTED if the product would be too large."""
    power = tens(places)
    return total * power if -(_EXACT_MAX // power) <= total <= _EXACT_MAX // power else _UNCOUNTED


def units_in(text: str, places: int) -> int:
    """Return the units in a text such as `-12.50`. Return UNCOUNTED if the text is not a number or is finer than the
    unit.
    """
    if text[:1] != "-":
        return units_from(text, 0, places)
    total = units_from(text, 1, places)
    return -total if total != _UNCOUNTED else total


def units_from(text: str, at: int, places: int) -> int:
    """Return an amount in units from the digits, perhaps with a point, between a position and the end of a text."""
    size = len(text)
    # fourteen digits cannot overflow while they are added up
    if size - at < 1 or size - at > 14:
        return _UNCOUNTED
    total = 0
    point = -1
    for place in range(at, size):
        digit = ord(text[place]) - 48
        # "." is two below "0"; it may occur once, between digits
        if digit == -2 and point < 0 and at < place < size - 1:
            point = place
        # digits below the unit must be 0
        elif digit < 0 or digit > 9 or (point >= 0 and place - point > places and digit > 0):
            return _UNCOUNTED
        elif point < 0 or place - point <= places:
            total = total * 10 + digit
    decimals = 0 if point < 0 else size - 1 - point
    return scaled(total, places - decimals) if decimals < places else total


def tens(places: int) -> int:
    """Return ten to a power from 0 to 18. A power above 18 counts as 18, the highest that fits."""
    power = 1
    places = min(places, 18)
    for _ in range(places):
        power *= 10
    return power
