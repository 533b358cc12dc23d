"""Agreement with phevaluator, another library's tables, on random hands; `soak` does as many as you like."""

from __future__ import annotations

import random

import pytest
from ranking_volume import volume

from croupier import ranking

phevaluator = pytest.importorskip("phevaluator", reason="phevaluator is not installed")


def soak(hands: int, seed: int = 1) -> None:
    """Compare so many hands of 5 to 7 cards, and a tenth as many of Omaha."""
    rng = random.Random(seed)
    for at in range(hands):
        cards = rng.sample(range(52), 5 + at % 3)
        assert ranking.high(bytes(cards)) == 7463 - phevaluator.evaluate_cards(*cards), cards
    for _ in range(hands // 10):
        cards = rng.sample(range(52), 9)
        theirs = 7463 - phevaluator.evaluate_omaha_cards(*cards)
        assert ranking.omaha(bytes(cards[5:]), bytes(cards[:5])) == theirs, cards


def test_phevaluator_agrees() -> None:
    soak(volume(20_000, 3_000))


if __name__ == "__main__":
    soak(1_000_000)
