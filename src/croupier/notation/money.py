"""Amounts as files write them, and as whole units: the only place where decimals live (ruling M1).

A hand is played in whole units. Its unit is the smallest one that it needs: 1 where every amount is written whole, a
hundredth where one is written with a point, or whatever finer decimal place stands in an amount that is played (blinds,
antes, bets, stacks). Stated results do not count: a published half chip does not make a hand of whole chips one of half
chips.

Numbers are ints and Decimals, never floats; `inf` stands for a stack nobody knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from croupier.notation.record import BadRecord, Number

INF = Decimal("Infinity")
UNKNOWN_STACK = 10 ** 14
"""What a stack of `inf` plays with, in units: more than any bet, and ten of them still fit 64 bits."""
UNCOUNTED = -10 ** 18
"""No number of units: what is no amount, or finer than the unit."""
UNITS_MAX = 10 ** 13
PLACES_MAX = 8
"""The finest amount of a file: PHH sets no bound, and rooms that play for coins of 10^-8 write them so."""
DICT_PLACES_MAX = 4
"""The finest amount of a dict, a table's or a hand's in JSON (M1)."""
CENTS = 2
"""Decimal amounts are counted in hundredths at least."""
AMOUNT = re.compile(r"-?[0-9]{1,20}(\.[0-9]{1,20})?")
"""An amount as a log writes it: digits and a point, no exponent."""


def is_number(thing: object) -> bool:
    """Whether a value of a record is an amount: an int or a Decimal that is one, `inf` included."""
    if type(thing) is int:
        return True
    return isinstance(thing, Decimal) and not thing.is_nan()


def places_of(number: Number) -> int:
    """The decimal places an amount needs: 0 for 5 and 5.00, 1 for 2.50."""
    if type(number) is int or not number.is_finite() or not number:  # type: ignore[union-attr]
        return 0
    _, digits, exponent = Decimal(number).as_tuple()
    places = -int(exponent)
    for digit in reversed(digits):
        if digit:
            break
        places -= 1
    return max(0, places)


def places_for(numbers: Iterable[Number]) -> int:
    """The decimal places a hand is counted in: none, or hundredths and finer."""
    most = max((places_of(number) for number in numbers), default=0)
    if most > PLACES_MAX:
        raise BadRecord(f"an amount with {most} decimal places: {PLACES_MAX} at most", clause="M1")
    return max(most, CENTS) if most else 0


def units(number: Any, places: int) -> int:
    """An amount in units of that many decimal places; refused where it does not come out whole."""
    whole: int
    if type(number) is int:
        whole = number * 10 ** places
    elif isinstance(number, Decimal) and number.is_finite() and number.adjusted() <= 15:
        if places_of(number) > places:
            raise BadRecord(f"{number} is finer than the unit of this hand", clause="M1")
        whole = int(number.scaleb(places))
    elif isinstance(number, Decimal) and number == INF:
        return UNKNOWN_STACK
    else:
        raise BadRecord(f"{_short(number)} is no amount", clause="M1")
    if not -UNITS_MAX <= whole <= UNITS_MAX:
        raise BadRecord(f"{_short(number)} is too large an amount", clause="M1")
    return whole


def amount(whole: int, places: int) -> Number:
    """Units as a file would write them: an int where it can be, else a Decimal without needless zeros."""
    if not places:
        return whole
    unit: int = 10 ** places
    if whole % unit == 0:
        return whole // unit
    return Decimal(whole).scaleb(-places).normalize()


def read(text: str) -> Number:
    """A number from its digits: an int where it is written as one, else a Decimal with the digits kept."""
    if not AMOUNT.fullmatch(text):
        raise BadRecord(f"{_short(text)} is no amount", clause="M1")
    return Decimal(text) if "." in text else int(text)


def written(number: Number) -> str:
    """A number as text, its digits as they were read."""
    if isinstance(number, Decimal) and number.is_infinite():
        return "inf" if number > 0 else "-inf"
    return str(number)


def plain(number: Number) -> int | str:
    """An amount for a line of JSON: an int, or text where it is decimal."""
    return number if isinstance(number, int) else written(number)


def _short(thing: object) -> str:
    if isinstance(thing, int) and thing.bit_length() > 99:
        return f"a number of {thing.bit_length()} bits"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."
