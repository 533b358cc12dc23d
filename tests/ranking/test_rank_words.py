"""Hands in words, and ranks as values."""

from __future__ import annotations

from random import Random

import pytest

from croupier import ranking
from croupier.cards import BadCards
from croupier.ranking.value import GAMES, in_words, rank

HIGH = {
    "AhKhQhJhTh2c3d": ("royal flush", "straight flush"),
    "KhQhJhTh9h2c3d": ("king-high straight flush", "straight flush"),
    "Ah2h3h4h5h": ("five-high straight flush", "straight flush"),
    "6h6d6c6s2c": ("four of a kind, sixes", "four of a kind"),
    "QhQdQc9s9c2d": ("full house, queens over nines", "full house"),
    "Ah9h7h4h2hKc": ("ace-high flush", "flush"),
    "AcKdQhJhTh": ("ace-high straight", "straight"),
    "Ac2d3h4h5h": ("five-high straight", "straight"),
    "2c2d2hAhKs": ("three of a kind, deuces", "three of a kind"),
    "AcAdKhKs2c2d": ("two pair, aces and kings", "two pair"),
    "TcTd9h7s2c": ("pair of tens", "pair"),
    "Ac9d7h4s2c": ("ace high", "high card"),
}
OTHERS = {
    ("short_deck", "Ac6d7h8s9c"): "nine-high straight",
    ("short_deck", "6c8cTcKcAc6d6h8d8h"[:14]): "ace-high flush",
    ("low", "8c6d4h2sAc"): "eight-six low",
    ("low", "5c4d3h2sAcKdKh"): "five-four low",
    ("low", "6c6d4h2sAc"): "pair of sixes",
    ("low8", "8c7d4h2sAcKdKh"): "eight-seven low",
    ("low8", "9c7d4h2sAc"): "no low",
    ("deuce_to_seven", "7c5d4h3s2c"): "seven-five low",
    ("deuce_to_seven", "Ac5d4h3s2c"): "ace-five low",
    ("deuce_to_seven", "6c5d4h3s2c"): "six-high straight",
    ("deuce_to_seven", "7c5c4c3c2c"): "seven-high flush",
    ("badugi", "Ac2d3h4s"): "badugi, four-three-deuce-ace",
    ("badugi", "Ac2d3h4h"): "three-card hand, three-deuce-ace",
    ("badugi", "AcAdAhAs"): "one-card hand, ace",
}


@pytest.mark.parametrize("cards", HIGH)
def test_high_hands(cards: str) -> None:
    rank = ranking.rank(cards)
    assert (rank.words, rank.category) == HIGH[cards]
    assert str(rank) == rank.words


@pytest.mark.parametrize(("game", "cards"), OTHERS)
def test_other_games(game: str, cards: str) -> None:
    assert ranking.rank(cards, game).words == OTHERS[game, cards]


def test_the_best_cards_come_in_the_order_they_are_read_out() -> None:
    assert ranking.rank("2cAcKdAdKh9s3c").best == "AdAcKhKd9s"
    assert ranking.rank("5hAc2d3h4hKsKd").best == "5h4h3h2dAc"
    assert ranking.rank("Kc8c6d4h2sAcKd", "low8").best == "8c6d4h2sAc"
    assert ranking.rank("Kc8c6d4h2s9cKd", "low8").best == ""


def test_omaha_takes_two_from_the_hand_and_three_from_the_board() -> None:
    assert ranking.rank("AhKh2c3d", "omaha", "QhJhTh9h8h").words == "royal flush"
    assert ranking.rank("Ah2c3d4s", "omaha", "KhQhJhTh9h").words == "ace high"
    assert ranking.rank("Ah2c9d9s", "omaha_low8", "3h4h5hKdKc").words == "five-four low"


def test_ranks_compare_within_a_game() -> None:
    flush, straight = ranking.rank("Ah9h7h4h2h"), ranking.rank("AcKdQhJhTh")
    assert flush > straight
    assert straight < flush
    assert flush != straight
    assert ranking.rank("AdKcQhJhTh") == straight
    assert len({straight, ranking.rank("AdKcQhJhTh")}) == 1
    assert sorted([flush, straight]) == [straight, flush]
    assert repr(flush) == "<Rank high 7120: ace-high flush (Ah9h7h4h2h)>".replace("7120", str(flush.value))
    assert not ranking.rank("9c7d4h2sAc", "low8")


def test_ranks_of_different_games_do_not_compare() -> None:
    with pytest.raises(TypeError, match="do not compare"):
        _ = ranking.rank("Ah9h7h4h2h") < ranking.rank("Ah9h7h4h2h", "low")
    with pytest.raises(TypeError):
        _ = ranking.rank("Ah9h7h4h2h") < 5
    assert ranking.rank("Ah9h7h4h2h") != 5


def test_board_and_hand_make_one_hand() -> None:
    assert ranking.rank("AhKh", board="QhJhTh2c3d").words == "royal flush"
    assert ranking.rank("AhKh", "holdem", "QhJhTh").game == "high"
    with pytest.raises(BadCards, match="Ah occurs twice"):
        ranking.rank("AhKh", board="AhJhTh2c3d")
    with pytest.raises(BadCards, match="cannot be ranked"):
        ranking.rank("AhKh")
    with pytest.raises(BadCards, match="is not a ranking"):
        ranking.rank("AhKhQhJhTh", "bridge")


SIZES = {"omaha": (4, 5), "omaha_low8": (4, 5), "badugi": (4, 0), "deuce_to_seven": (5, 0)}


@pytest.mark.parametrize("game", GAMES)
def test_hands_of_one_worth_are_called_the_same(game: str) -> None:
    rng = Random(7)
    for _ in range(300):
        cards = rng.sample(range(16, 52) if game == "short_deck" else range(52), 9)
        hole, board = SIZES.get(game, (2, 5))
        mine, table = bytes(cards[:hole]), bytes(cards[hole:hole + board])
        assert in_words(game, mine, table) == rank(mine, game, table).words
