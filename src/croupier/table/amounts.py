"""Read the exact amounts in a table's dicts, and write new amounts in the style of the dict.

These dicts are the one exception to ruling M1 (amounts are ints): they may hold ints, finite floats and Decimals of at
most four decimal places. While a hand is computed, every amount is an int in the hand's smallest unit: whole chips,
cents if some amount has a decimal point, or a smaller unit if it has more than two decimal places.

An amount that did not change is returned as the same object. A new amount is an int if it is whole; otherwise it has
the numeric type that the dict already uses.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import Any

from croupier.notation.money import CENTS, DICT_PLACES_MAX, amount, places_of
from croupier.notation.record import BadRecord

# with four decimal places this is 10^15 units, the most that the engine takes
AMOUNT_MAX = 10 ** 11
"""The largest amount in a dict. The engine can still add up ten of them in the smallest unit."""


class BadTable(BadRecord):
    """Raised for a dict that is not a hand of a table. `reason` says why, and `clause` names the ruling."""

    def __init__(self, reason: str, clause: str = "N9") -> None:
        super().__init__(reason, clause=clause)


def short(thing: object) -> str:
    """Return a value in a few characters, for an error message.

    A list or an object is named by its type only, because it may be long or deeply nested.
    """
    if thing is None or isinstance(thing, (bool, float)):
        return repr(thing)
    if isinstance(thing, str):
        return repr(thing if len(thing) <= 40 else thing[:37] + "...")
    if isinstance(thing, int):
        return repr(thing) if thing.bit_length() <= 128 else f"a number of {thing.bit_length()} bits"
    if isinstance(thing, Decimal) and len(thing.as_tuple().digits) <= 30:
        return str(thing)
    size = f" of {len(thing)}" if isinstance(thing, (list, tuple, dict, set, bytes)) else ""
    return f"a {type(thing).__name__}{size}"


def same(ours: object, theirs: object) -> bool:
    """Return True if two values of dicts are equal.

    Values that cannot be compared, such as a signalling NaN or endlessly nested lists, count as different.
    """
    try:
        return bool(ours == theirs)
    except (ArithmeticError, RecursionError):
        return False


def exact(value: Any, what: str) -> int | Decimal:
    """Return an amount as an exact number. Raise BadTable if the value is not an amount, or is below 0."""
    # compare the type itself: True is also an int, and a subclass of int could redefine comparisons (M1)
    kind = type(value)
    if kind is int:
        number = value
    elif kind is float or kind is Decimal:
        # `repr` gives the shortest text that means this float: 75.1, not 75.09999999999999431566
        number = Decimal(repr(value)) if kind is float else value
        # checked before anything is computed: 1e999999 as an int would have a million digits
        if not number.is_finite() or number.adjusted() > 15 or len(number.as_tuple().digits) > 24:
            raise BadTable(f"{what} {short(value)} is not an amount", "M1")
        places = places_of(number)
        # 20.0 becomes 20, because a whole amount must not make a hand count in cents
        number = number if places else int(number)
        if places > DICT_PLACES_MAX:
            raise BadTable(f"{what} {short(value)} has more than {DICT_PLACES_MAX} decimal places", "M1")
    else:
        raise BadTable(f"{what} {short(value)} is not an amount: it must be a number", "M1")
    if not 0 <= number <= AMOUNT_MAX:
        raise BadTable(f"{what} {short(value)} is outside 0..10^11", "M1")
    return number  # type: ignore[no-any-return]


def places_in(values: Iterable[Any]) -> int:
    """Return the number of decimal places that exact amounts need: 0, or at least 2."""
    most = max((places_of(value) for value in values if type(value) is not int), default=0)
    # two places at least, because one (7.5) is dollars and cents too
    return max(most, CENTS) if most else 0


def units(value: int | Decimal, places: int) -> int:
    """Convert an exact amount to units. With 2 decimal places a unit is one hundredth, so 7.5 is 750 units."""
    if type(value) is int:
        return value * int(10 ** places)
    return int(Decimal(value).scaleb(places))


def dict_amount(whole: int, places: int, like: type = float) -> int | float | Decimal:
    """Convert units back to an amount for a dict: an int if it is whole, else a number of the type `like`."""
    number = amount(whole, places)
    if type(number) is int or like is Decimal:
        return number
    return float(number)
