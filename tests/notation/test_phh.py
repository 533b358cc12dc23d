"""PHH texts of every shape: the usual one, full TOML, several hands, and what is no PHH at all."""

from __future__ import annotations

from datetime import time
from decimal import Decimal

import pytest

import croupier
from croupier import BadRecord
from croupier.notation import phh
from croupier.notation.phh import split as sections
from croupier.notation.phh.fast_toml import Scanner

HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [0.50, 1]
min_bet = 1
starting_stacks = [100, 99.50]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 3', 'p1 f']
time = 08:28:57
_note = "it's"
"""


def one(text: str) -> croupier.HandRecord:
    """The only hand of a text."""
    record, = phh.read_text(text)
    return record


def test_values_keep_their_kind_and_digits() -> None:
    record = one(HAND)
    assert record["blinds_or_straddles"] == [Decimal("0.50"), 1]
    assert str(record["blinds_or_straddles"][0]) == "0.50"
    assert type(record["starting_stacks"][0]) is int
    assert record["time"] == time(8, 28, 57)
    assert record["_note"] == "it's"
    assert phh.write(record).splitlines() == HAND.splitlines()


def test_sections_keep_their_numbers_and_lines() -> None:
    text = f"# a comment\n\n[7]\n{HAND}\n[9]\n{HAND}"
    first, second = phh.read_text(text)
    assert (first.key, first.line, first.line_of(2)) == ("7", 3, 9)
    assert (second.key, second.line, second.line_of(2)) == ("9", 13, 19)


def test_bom_and_windows_line_ends_make_no_difference() -> None:
    assert one("\ufeff" + HAND.replace("\n", "\r\n")).fields == one(HAND).fields


@pytest.mark.parametrize("strange", [
    HAND.replace("'d dh p1 ????', ", "\n  'd dh p1 ????',  # the first\n  "),
    HAND.replace("min_bet = 1", "min_bet=1"),
    HAND.replace("99.50]", "99.50,]"),
    HAND.replace("[100, ", "[1_00, "),
    HAND.replace("variant = 'NT'", 'variant = "N\\u0054"'),
    HAND.replace("variant", '"variant"'),
])
def test_full_toml_takes_over_where_the_shape_is_unusual(strange: str) -> None:
    assert Scanner(strange.encode()).hand(0, 1) is None
    assert one(strange).fields == one(HAND).fields


def test_lines_of_actions_are_known_in_spread_arrays() -> None:
    text = HAND.replace("['d dh p1 ????', ", "[ # so\n  'd dh p1 ????',  # ] no end\n\n ")
    assert one(text).lines == [7, 9, 9, 9]


def test_a_header_inside_an_array_is_none() -> None:
    text = f"[1]\n{HAND}_table = [\n[5]\n]\n[2]\n{HAND}"
    first, second = phh.read_text(text)
    assert first["_table"] == [[5]]
    assert second.key == "2"


def test_tables_of_a_hand_belong_to_it() -> None:
    first, second = phh.read_text(f"[1]\n{HAND}[1._meta]\nx = 1\n[2]\n{HAND}")
    assert first["_meta"] == {"x": 1}
    assert "_meta" not in second.fields
    assert one(f"{HAND}[_meta]\nx = 1\n")["_meta"] == {"x": 1}


def test_a_damaged_hand_does_not_hide_the_next() -> None:
    torn = HAND.replace("'p1 f']", "'p1 f'")
    bad, good = phh.read_text(f"[1]\n{torn}\n[2]\n{HAND}")
    assert bad.damage is not None
    assert bad.damage.line is not None
    assert 1 <= bad.damage.line <= 11
    assert good.damage is None
    assert good.key == "2"


@pytest.mark.parametrize(("text", "reason"), [
    ("variant = 'NT'\n", "no starting_stacks"),
    (HAND.replace("'NT'", "5"), "variant is not text"),
    (HAND.replace("'p1 f'", "5"), "not text"),
    (HAND + "hand = nan\n", "NaN"),
    (HAND + "min_bet = 2\n", "not TOML"),
    (HAND + "x = " + "[" * 40 + "]" * 40 + "\n", "nested"),
    (HAND + "x = '" + "a" * sections.HAND_MAX + "'\n", "characters"),
    (HAND.replace("[100, 99.50]", str([1] * 40)), "players"),
    (HAND.replace("'p1 f'", ", ".join(["'p1 f'"] * 10_001)), "actions"),
    ("\udcff" + HAND, "UTF-8"),
])
def test_what_is_no_hand_is_named(text: str, reason: str) -> None:
    record = one(text)
    assert record.damage is not None
    assert reason in record.damage.reason
    assert record.damage.line is not None
    with pytest.raises(BadRecord):
        list(croupier.loads(text, "phhs"))


def test_what_has_no_place_in_toml_is_refused() -> None:
    record = one(HAND)
    record.fields["_x"] = 0.5
    with pytest.raises(BadRecord, match="float"):
        phh.write(record)


def test_a_reason_is_short_however_long_the_key_it_quotes() -> None:
    record = one(HAND + "0." + "0" * 5000 + " = 1\n0." + "0" * 5000 + " = 2\n")
    assert record.damage is not None
    assert len(str(record.damage)) < 300


def test_a_line_number_inside_a_key_is_not_believed() -> None:
    key = '"(at line 77777, column 1)"'
    record = one(HAND + f"{key} = 1\n{key} = 2\n")
    assert record.damage is not None
    assert record.damage.line is not None
    assert record.damage.line <= HAND.count("\n") + 3
