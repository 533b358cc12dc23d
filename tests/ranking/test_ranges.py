"""Ranges in text."""

from __future__ import annotations

import pytest

from croupier import ranking
from croupier.cards import parse

SIZES = {"AA": 6, "QQ+": 18, "77-22": 36, "22-77": 36, "AKs": 4, "AKo": 12, "AK": 16, "KTs+": 12, "KTo+": 36, "AT+": 64,
         "A5s-A2s": 16, "JTs-54s": 28, "AhKh": 1, "random": 1326, "any": 1326, "22+": 78, "QQ+, AKs": 22, "KK+,QQ+": 18,
         "aks": 4, "KAs": 4, "AA, ": 6, "AhKh;QdQc": 2}


@pytest.mark.parametrize("text", SIZES)
def test_how_many_hands(text: str) -> None:
    hands = ranking.parse_range(text)
    assert len(hands) == len({frozenset(hand) for hand in hands}) == SIZES[text]


def test_which_hands() -> None:
    assert ranking.parse_range("AhKh") == [tuple(parse("AhKh"))] == ranking.parse_range("KhAh")
    suited = {frozenset(parse(f"A{suit}K{suit}")) for suit in "cdhs"}
    assert {frozenset(hand) for hand in ranking.parse_range("AKs")} == suited


def test_omaha_hands_are_written_out() -> None:
    assert len(ranking.parse_range("AhKhQdJd, AsKsQcJc", 4)) == 2
    with pytest.raises(ranking.BadRange, match="4 cards written out"):
        ranking.parse_range("AAxx", 4)


@pytest.mark.parametrize("text", ["", " , ", "QQ+, XY", "AAs", "AK-", "A5s-K2s", "A5s-A2o", "Ah", "AhKhQh", "AhAh",
                                  "AKs++", "??Kh", "77-A2s", "random+", "1", "AhKh+", None, 5, "A" * 1000])
def test_what_is_no_range(text: object) -> None:
    with pytest.raises(ranking.BadRange):
        ranking.parse_range(text)


def test_a_refusal_names_the_bad_part_and_what_is_allowed() -> None:
    with pytest.raises(ranking.BadRange, match=r"'XY' is not a range.*QQ\+, AKs"):
        ranking.parse_range("QQ+, XY, AKs")
