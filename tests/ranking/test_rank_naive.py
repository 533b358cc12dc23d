"""Each ranking orders random hands as the naive one does."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import naive_ranking as naive
import pytest
from ranking_volume import volume

from croupier import ranking
from croupier.ranking import calls, kernel

ONE_PLACE = [("high", 52, (5, 6, 7)), ("short_deck", 36, (5, 6, 7)), ("low", 52, (5, 6, 7)), ("low8", 52, (5, 6, 7)),
             ("deuce_to_seven", 52, (5,)), ("badugi", 52, (4,))]


def same_order(hands: list[Any], fast: Callable[..., int], slow: Callable[..., Any]) -> None:
    """Sorted by the slow score, the fast values rise exactly where the scores do."""
    scored = sorted((slow(*hand) or (), fast(*hand)) for hand in hands)
    assert all((score == ()) == (value == 0) for score, value in scored)
    for (score, value), (next_score, next_value) in pairwise(scored):
        assert (score < next_score) == (value < next_value)
        assert (score == next_score) == (value == next_value)


@pytest.mark.parametrize(("name", "deck", "sizes"), ONE_PLACE)
def test_hands_in_one_place(name: str, deck: int, sizes: tuple[int, ...]) -> None:
    rng = random.Random(name)
    hands = [(bytes(rng.sample(range(52 - deck, 52), rng.choice(sizes))),) for _ in range(volume(3000, 400))]
    same_order(hands, getattr(ranking, name), getattr(naive, name))


@pytest.mark.parametrize("name", ["omaha", "omaha_low8"])
def test_omaha_takes_two_and_three(name: str) -> None:
    rng = random.Random(name)
    hands = []
    for _ in range(volume(300, 60)):
        cards = rng.sample(range(52), 11)
        hands.append((bytes(cards[:rng.randint(2, 6)]), bytes(cards[6:rng.randint(9, 11)])))
    same_order(hands, getattr(ranking, name), getattr(naive, name))


@pytest.mark.parametrize("kind", range(1, 9))
def test_strength_is_one_face_for_all(kind: int) -> None:
    rng = random.Random(kind)
    name = list(kernel.KINDS)[kind - 1]
    assert kernel.KINDS[name] == kind
    for _ in range(volume(500, 100)):
        cards = bytes(rng.sample(range(16 if name == "short_deck" else 0, 52), 9))
        if name.startswith("omaha"):
            assert calls.strength_of(kind, cards[:4], cards[4:]) == getattr(ranking, name)(cards[:4], cards[4:])
        elif name in ("badugi", "deuce_to_seven"):
            n = 4 if name == "badugi" else 5
            assert calls.strength_of(kind, cards[:n], b"") == getattr(ranking, name)(cards[:n])
        else:
            assert calls.strength_of(kind, cards[:2], cards[2:7]) == getattr(ranking, name)(cards[:7])


def test_a_known_board_key_saves_adding_it_up() -> None:
    rng = random.Random(5)
    for n in (3, 4, 5):
        for _ in range(volume(2000, 200)):
            cards = bytes(rng.sample(range(52), 2 + n))
            assert calls.high_on(cards[:2], cards[2:]) == ranking.high(cards)


def test_open_cards_compare_by_matches_then_ranks() -> None:
    rng = random.Random(6)
    for n in (1, 2, 3, 4):
        boards = [(bytes(rng.sample(range(52), n)),) for _ in range(300)]
        same_order(boards, calls.shown_high, lambda cards: up_score(cards, 0, 1))
        same_order(boards, calls.shown_low, lambda cards: up_score(cards, 1, -1))


def up_score(cards: bytes, turn: int, sign: int) -> tuple[int, ...]:
    """Groups before ranks; in razz aces turn low and everything is better the lower it is."""
    shape, ranks = naive.grouped([(card // 4 + turn) % 13 for card in cards])
    pairs = sum(count * (count - 1) // 2 for count in shape)
    return (sign * pairs, *[sign * rank for rank in ranks])
