"""Cards as text and as numbers, both ways."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK_36, DECK_52, RANKS, SUITS, UNKNOWN, BadCards, Card, Cards, card, known, parse, text

NAMES = [rank + suit for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize("number", range(52))
def test_every_card_has_one_name_and_comes_back(number):
    assert text([number]) == NAMES[number]
    assert parse(NAMES[number]) == [number]
    assert str(card(number)) == repr(card(number)) == NAMES[number]


def test_a_card_is_rank_times_four_plus_suit():
    assert (card("2c"), card("As"), card("Th")) == (0, 51, 8 * 4 + 2)
    assert (card("Td").rank, card("Td").suit) == (8, 1)


@pytest.mark.parametrize(("written", "read"), [
    ("10h", "Th"), ("10h10d", "ThTd"), ("Ah 10d,Kc", "AhTdKc"), ("ah KD tS", "AhKdTs"), ("Ah\tKd\n", "AhKd"), ("", "")])
def test_spellings(written, read):
    assert Cards(written) == read
    assert str(Cards(written)) == read


def test_unknown_cards():
    assert parse("??") == [UNKNOWN]
    assert str(Cards("????Ah")) == "????Ah"


@given(st.permutations(range(52)), st.integers(0, 52))
def test_text_and_numbers_round_trip(deck, count):
    cards = deck[:count]
    assert parse(text(cards)) == cards
    assert parse(" ".join(NAMES[number] for number in cards)) == cards
    assert Cards(cards) == text(cards)
    assert Cards(str(Cards(cards))) == Cards(cards)


@pytest.mark.parametrize("bad", [
    "Ax", "1h", "A", "AhK", "hA", "11h", "10",
    "10x", "?", "???", "A h", "Ah;Kd", "Ahh", "١h", "Å", "joker", "\x00\x00"])
def test_text_that_is_no_card(bad):
    with pytest.raises(BadCards, match=r"is not a card: a card is a rank of 23456789TJQKA"):
        parse(bad)


@pytest.mark.parametrize("bad", [[-1], [53], [10 ** 30], [True], [None], [1.0], ["AhKd"], [b"Ah"], [[0]], [""]])
def test_things_in_a_list_that_are_no_cards(bad):
    with pytest.raises(BadCards):
        parse(bad)


@pytest.mark.parametrize("bad", [None, 5, 1.5, object(), True])
def test_things_that_are_no_list_of_cards(bad):
    with pytest.raises(BadCards, match="are not cards"):
        parse(bad)


@pytest.mark.parametrize("twice", ["AhAh", "Ah AH", "Th10h", [3, 3], ["2c", 0]])
def test_a_card_that_stands_twice_is_named(twice):
    with pytest.raises(BadCards, match="occurs twice: a deck holds each card once"):
        parse(twice)
    assert len(parse(twice, unique=False)) == 2


def test_bad_cards_is_a_value_error_and_its_text_is_short():
    with pytest.raises(ValueError, match=r"is not a card") as caught:
        parse(["x" * 10_000])
    assert len(str(caught.value)) < 250


@given(st.text(max_size=12))
def test_any_text_is_cards_or_refused_by_name(anything):
    try:
        cards = parse(anything)
    except BadCards:
        return
    assert all(0 <= number <= UNKNOWN for number in cards)


# -- Card and Cards ----------------------------------------------------------------------------------------------------


def test_a_card_is_an_int_that_prints():
    ace = card("Ah")
    assert (ace + 0, ace == 50, hash(ace) == hash(50), f"{ace}") == (50, True, True, "Ah")


@pytest.mark.parametrize("bad", [60, -1, "Zz", None, 1.5])
def test_a_card_that_cannot_be_is_not_made(bad):
    with pytest.raises(BadCards):
        card(bad)


@pytest.mark.parametrize("bad", [53, 60, -1, "Zz"])
def test_card_itself_makes_no_card_that_cannot_be_printed(bad):
    with pytest.raises(BadCards):
        str(Card(bad))


def test_cards_behave_like_a_tuple_and_equal_their_text():
    cards = Cards("AhKdQc")
    assert (len(cards), cards[0], cards[-1], list(cards)) == (3, card("Ah"), card("Qc"), [50, 45, 40])
    assert cards == "AhKdQc" == cards
    assert cards == "Ah Kd Qc"
    assert cards != "KdAhQc"
    assert cards != "nonsense"
    assert cards == (50, 45, 40)
    assert cards != 5
    assert repr(cards) == "Cards('AhKdQc')"
    assert hash(cards) == hash(Cards("AhKdQc"))


def test_a_slice_of_cards_is_cards():
    assert str(Cards("AhKdQc")[1:]) == "KdQc"
    assert str(Cards("AhKdQc")[::-1]) == "QcKdAh"


def test_in_takes_text_numbers_and_cards():
    cards = Cards("AhKd")
    assert "Ah" in cards
    assert 50 in cards
    assert card("Kd") in cards
    assert "Qc" not in cards
    assert 3 not in cards


@pytest.mark.parametrize("thing", ["", "AhQc", "zz"])
def test_in_is_false_for_what_is_not_one_of_the_cards(thing):
    assert thing not in Cards("AhKd")


def test_cards_refuse_duplicates_and_known_does_not_look():
    with pytest.raises(BadCards):
        Cards("AhAh")
    assert str(known([50, 50])) == "AhAh"


def test_decks():
    assert tuple(range(52)) == DECK_52
    assert text(DECK_36[:4]) == "6c6d6h6s"
    assert (len(DECK_36), text(DECK_36[-1:])) == (36, "As")
