"""The small generator: the same numbers on every machine, compiled or not, and fair enough for a simulation."""

from __future__ import annotations

import pytest

import croupier
from croupier.rng import Rng, scaled, seeded, stepped

MASK = (1 << 64) - 1


def splitmix64(seed: int) -> int:
    """Sebastiano Vigna's splitmix64, first output."""
    x = (seed + 0x9E3779B97F4A7C15) & MASK
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 & MASK
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB & MASK
    return x ^ (x >> 31)


def xorshift64star(state: int) -> tuple[int, int]:
    """Marsaglia's xorshift with Vigna's multiplier: next state and output."""
    state ^= state >> 12
    state ^= state << 25 & MASK
    state ^= state >> 27
    return state, state * 0x2545F4914F6CDD1D & MASK


@pytest.mark.parametrize("seed", [0, 1, 2, 7, 2 ** 32, 2 ** 63, 2 ** 64 - 1])
def test_seeding_is_splitmix64(seed):
    assert seeded(seed) == splitmix64(seed)


def test_splitmix64_published_vector():
    assert seeded(0) == 0xE220A8397B1DCDAF


@pytest.mark.parametrize("seed", [0, 1, 12345])
def test_steps_are_xorshift64star(seed):
    state = seeded(seed)
    for _ in range(20):
        expected, output = xorshift64star(state)
        assert stepped(state) == expected
        assert scaled(expected, 52) == (output >> 32) * 52 >> 32
        state = expected


def test_pinned_draws():
    rng = Rng(7)
    assert [rng.below(52) for _ in range(10)] == [4, 13, 18, 28, 33, 31, 21, 32, 36, 19]
    big = Rng(7)
    assert [big.below(2 ** 62) for _ in range(2)] == [1676238999855944194, 829732985862126100]


def test_pinned_deal():
    hand = croupier.holdem(10, 20).deal([1000] * 3, seed=7)
    while not hand.is_over:
        hand.check() if hand.legal().check else hand.call()
    assert " ".join(str(hand.hole(seat)) for seat in range(3)) + " " + str(hand.board) == "6sTd 3c9h 5hTs 8dThJh3h7h"


def test_below_stays_below():
    rng = Rng(3)
    for bound in (1, 2, 3, 52, 1000, 2 ** 32, 2 ** 33 + 5, 2 ** 62):
        assert all(0 <= rng.below(bound) < bound for _ in range(50))


def test_same_seed_same_numbers_and_neighbours_differ():
    assert [Rng(5).below(1 << 30) for _ in range(3)] == [Rng(5).below(1 << 30)] * 3
    assert len({Rng(seed).below(1 << 30) for seed in range(200)}) == 200


def test_the_state_is_never_zero():
    assert all(seeded(seed) for seed in range(1000))


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_first_cards_are_uniform():
    """52 cells, 10,400 deals: chi-square with 51 degrees of freedom stays below 95 (p about 0.0002)."""
    game = croupier.holdem(1, 2)
    counts = [0] * 52
    for seed in range(10_400):
        counts[game.deal([10, 10], seed=seed).hole(1)[0]] += 1
    assert chi_square(counts, 200) < 95


def test_second_card_after_the_first_is_uniform_too():
    """The distance from first to second card takes each of 51 values equally often."""
    game = croupier.holdem(1, 2)
    counts = [0] * 52
    for seed in range(10_200):
        hand = game.deal([10, 10], seed=seed)
        counts[(hand.hole(0)[0] - hand.hole(1)[0]) % 52] += 1
    assert counts[0] == 0
    assert chi_square(counts[1:], 200) < 95
