"""Single calls and batches: what they take and what they refuse."""

from __future__ import annotations

import random
from array import array

import pytest
from ranking_volume import volume

from croupier import ranking
from croupier.cards import BadCards, parse


def test_bytes_text_and_numbers_are_the_same_hand() -> None:
    royal = "AhKhQhJhTh2c3d"
    assert ranking.high(royal) == ranking.high(bytes(parse(royal))) == ranking.high(parse(royal)) == 7462


@pytest.mark.parametrize("cards", [b"", b"\0\1\2\3", bytes(8), bytes([0, 1, 2, 3, 52]), bytes([0, 1, 2, 3, 255]),
                                   bytes([7, 7, 1, 2, 3]), "AhKhQhJh", "AhKhQhJhXx", "AhKhQhJh??", None, 5, 1.5,
                                   [0, 1, 2, 3, True], [0, 1, 2, 3, -1], [0, 1, 2, 3, 10**30], "AhAhKhQhJh"])
@pytest.mark.parametrize("name", ["high", "short_deck", "low", "low8", "deuce_to_seven"])
def test_bad_cards_are_refused_by_name(name: str, cards: object) -> None:
    with pytest.raises(BadCards):
        getattr(ranking, name)(cards)


def test_each_game_says_how_many_cards_it_takes() -> None:
    with pytest.raises(BadCards, match="give 5 to 7"):
        ranking.high("AhKhQhJh")
    with pytest.raises(BadCards, match="give 4"):
        ranking.badugi("AhKhQhJhTh")
    with pytest.raises(BadCards, match="give 5"):
        ranking.deuce_to_seven("AhKhQhJhTh9h")
    with pytest.raises(BadCards, match="2h is not in the short deck"):
        ranking.short_deck("AhKhQhJh2h")
    with pytest.raises(BadCards, match="Ah occurs twice"):
        ranking.omaha("AhKhQhJh", "Ah2c3c")
    with pytest.raises(BadCards):
        ranking.omaha("AhKhQhJh", "2c3c")


def deals(n: int, per: int, lowest: int = 0) -> tuple[list[bytes], bytes]:
    rng = random.Random(per)
    hands = [bytes(rng.sample(range(lowest, 52), per)) for _ in range(n)]
    return hands, b"".join(hands)


@pytest.mark.parametrize("per", [5, 6, 7])
@pytest.mark.parametrize("code", ["H", "i"])
def test_a_batch_ranks_as_single_calls_do(per: int, code: str) -> None:
    n = volume(5000, 300)
    hands, flat = deals(n, per)
    out = array(code, [0]) * n
    ranking.high_batch(flat, n, out)
    assert list(out) == [ranking.high(hand) for hand in hands]
    hands, flat = deals(n, per, lowest=16)
    ranking.short_deck_batch(memoryview(flat).cast("B", (n, per)), n, out)
    assert list(out) == [ranking.short_deck(hand) for hand in hands]


@pytest.mark.parametrize("card", [52, 63, 64, 128, 255])
def test_a_batch_refuses_what_is_no_card_and_writes_nothing(card: int) -> None:
    _, flat = deals(50, 7)
    for at in (0, 100, 349):
        out = array("H", [9]) * 50
        with pytest.raises(BadCards, match=r"0\.\.51"):
            ranking.high_batch(flat[:at] + bytes([card]) + flat[at + 1:], 50, out)
        assert list(out) == [9] * 50
    with pytest.raises(BadCards, match=r"16\.\.51"):
        ranking.short_deck_batch(bytes([15] * 5), 1, array("H", [0]))


def test_cards_that_stand_twice_in_a_batch_stay_inside_the_tables() -> None:
    for card in range(52):
        ranking.high_batch(bytes([card] * 7), 1, array("H", [0]))
        ranking.high_batch(bytes([(card & ~3) + i % 4 for i in range(7)]), 1, array("H", [0]))


@pytest.mark.parametrize(("cards", "n", "out"), [
    (bytes(7), 0, array("H", [0])), (bytes(7), -1, array("H", [0])), (bytes(7), True, array("H", [0])),
    (bytes(7), 2.0, array("H", [0])), (bytes(8), 1, array("H", [0])), (bytes(7), 1, array("H", [0, 0])),
    (bytes(7), 1, array("d", [0])), (bytes(7), 1, array("q", [0])), (bytes(7), 1, bytes(2)),
    (array("i", range(7)), 1, array("H", [0])), (bytes(7), 10**30, array("H", [0])),
])
def test_a_batch_refuses_buffers_that_do_not_fit(cards: object, n: object, out: object) -> None:
    with pytest.raises(ranking.BadBuffer):
        ranking.high_batch(cards, n, out)


def test_a_batch_needs_buffers() -> None:
    with pytest.raises(TypeError):
        ranking.high_batch("AhKhQhJhTh", 1, array("H", [0]))
