"""The random numbers of simulations: xorshift64*, seeded through splitmix64, the same on every machine.

It is fast and repeatable, and easy to predict: never deal a game for stakes with it (`fair.fair_deck` is for that,
T6). The state is one 64-bit number which its user stores, so that copying a hand copies its generator too.
"""

from __future__ import annotations

import cython

_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_STAR = 0x2545F4914F6CDD1D


def _u64(x: int) -> int:
    """Return the lowest 64 bits of a number; C does this by itself."""
    if cython.compiled:
        return x
    return x & 0xFFFFFFFFFFFFFFFF


def seeded(seed: int) -> int:
    """Return the state for a seed, never zero. Splitmix64 makes the states of neighbouring seeds unrelated."""
    x = _u64(seed + _GAMMA)
    x = _u64((x ^ (x >> 30)) * _MIX_1)
    x = _u64((x ^ (x >> 27)) * _MIX_2)
    x ^= x >> 31
    if x == 0:
        return _GAMMA
    return x


def stepped(state: int) -> int:
    """Return the state after one step."""
    state ^= state >> 12
    state = _u64(state ^ (state << 25))
    return state ^ (state >> 27)


def starred(state: int) -> int:
    """Return the 64 random bits that this state stands for."""
    return _u64(state * _STAR)


def scaled(state: int, bound: int) -> int:
    """Return the number below `bound` (at most 2**32) that this state gives."""
    return ((_u64(state * _STAR) >> 32) * bound) >> 32


def shuffled(deck: list[int], size: int, count: int, state: int) -> int:
    """Shuffle the first `count` places of a deck of `size` cards in place; return the state afterwards.

    A larger `count` with the same state leaves the first places as they are.
    """
    i = 0
    while i < count:
        state = stepped(state)
        j = i + scaled(state, size - i)
        swap = deck[i]
        deck[i] = deck[j]
        deck[j] = swap
        i += 1
    return state


class Rng:
    """A generator that keeps its own state."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed & 0xFFFFFFFFFFFFFFFF)

    def below(self, bound: int) -> int:
        """Return a number below a bound of at most 2**62."""
        self.state = stepped(self.state)
        if bound >> 32:
            return self.state % bound
        return scaled(self.state, bound)

    def shuffle(self, deck: list[int], size: int, count: int) -> None:
        """Shuffle the first `count` places of a deck of `size` cards in place."""
        self.state = shuffled(deck, size, count, self.state)
