"""Amounts in units, held against Decimal's own arithmetic; nothing too large or too fine gets through."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import HandRecord, Replay
from croupier.notation import money as decimals
from croupier.notation import phh
from croupier.notation.money import UNCOUNTED, UNKNOWN_STACK

DIGITS = st.from_regex(r"-?(0|[1-9][0-9]{0,12})(\.[0-9]{1,6})?", fullmatch=True)
LARGEST = 10 ** 17


def by_decimal(number: Decimal, places: int) -> int:
    """The slow way."""
    units = number.scaleb(places)
    return int(units) if units == units.to_integral_value() and abs(units) <= LARGEST else UNCOUNTED


@given(DIGITS, st.integers(0, 8), st.booleans())
def test_M1_units_are_exact(text: str, places: int, is_shared: bool) -> None:
    number = decimals.shared(text) if is_shared else Decimal(text)
    assert number == Decimal(text)
    if len(text.lstrip("-")) <= 14:
        assert decimals.exact(number, places) == by_decimal(number, places)
        assert decimals.units_in(text, places) == by_decimal(number, places)


@given(st.integers(), st.integers(0, 8))
def test_M1_whole_amounts_of_any_size(number: int, places: int) -> None:
    assert decimals.exact(number, places) == by_decimal(Decimal(number), places)


@pytest.mark.parametrize("number", [True, 5.0, "5", None, [5], Decimal("NaN"), Decimal("-Infinity"), 10 ** 40])
def test_M1_what_is_no_amount_is_not_counted(number: Any) -> None:
    assert decimals.exact(number, 2) == UNCOUNTED


def test_inf_stands_for_a_stack_nobody_knows() -> None:
    assert decimals.exact(Decimal("Infinity"), 2) == UNKNOWN_STACK


def test_shared_decimals_are_forgotten_in_time() -> None:
    for number in range(40_000):
        assert decimals.shared(f"{number}.25") == Decimal(number) + Decimal("0.25")
    assert decimals.exact(Decimal("7.25"), 2) == 725


def test_M1_units_that_would_not_fit_are_refused_by_name() -> None:
    record = HandRecord({"variant": "NT", "blinds_or_straddles": [1, 2], "min_bet": 2, "actions": [],
                         "starting_stacks": [10 ** 13, Decimal("0.00000001")]})
    assert (Replay(record).status, Replay(record).clause) == ("unreadable", "M1")


def test_a_changed_record_is_counted_anew() -> None:
    text = "variant = 'NT'\nblinds_or_straddles = [0.50, 1.00]\nmin_bet = 1.00\nstarting_stacks = [50.25, 9.75]\n" \
           "actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n"
    record, = phh.read_text(text)
    assert Replay(record).final_stacks == [Decimal("50.75"), Decimal("9.25")]
    record.fields["starting_stacks"][0] = Decimal("60.25")
    assert Replay(record).final_stacks == [Decimal("60.75"), Decimal("9.25")]
