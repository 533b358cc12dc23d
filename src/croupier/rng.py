"""The random numbers of simulations: xorshift64*, seeded through splitmix64, the same on every machine.

It is fast and repeatable, and it is no secret: never deal a game for stakes with it (ruling T6 has a shuffle for
that). The state is one 64-bit number that lives in whoever draws, so that copying a hand copies its chance too.
"""

from __future__ import annotations

import cython

_GAMMA = 0x9E3779B97F4A7C15
_MIX_1 = 0xBF58476D1CE4E5B9
_MIX_2 = 0x94D049BB133111EB
_STAR = 0x2545F4914F6CDD1D


def _u64(x: int) -> int:
    """Cut to 64 bits, which C does by itself."""
    if cython.compiled:
        return x
    return x & 0xFFFFFFFFFFFFFFFF


def seeded(seed: int) -> int:
    """The state for a seed: splitmix64, so that neighbouring seeds share nothing; never zero."""
    x = _u64(seed + _GAMMA)
    x = _u64((x ^ (x >> 30)) * _MIX_1)
    x = _u64((x ^ (x >> 27)) * _MIX_2)
    x ^= x >> 31
    if x == 0:
        return _GAMMA
    return x


def stepped(state: int) -> int:
    """The state after one draw."""
    state ^= state >> 12
    state = _u64(state ^ (state << 25))
    return state ^ (state >> 27)


def starred(state: int) -> int:
    """Return the 64 random bits that this state stands for."""
    return _u64(state * _STAR)


def scaled(state: int, bound: int) -> int:
    """The number below bound (at most 2**32) that this state stands for."""
    return ((_u64(state * _STAR) >> 32) * bound) >> 32


def shuffled(deck: list[int], size: int, count: int, state: int) -> int:
    """Shuffle the first count places of a deck of this size in place and give the state afterwards.

    The front is final: asking for more places later leaves the first ones as they are.
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
    """A generator in hand: the state and the draws from it."""

    def __init__(self, seed: int) -> None:
        self.state = seeded(seed & 0xFFFFFFFFFFFFFFFF)

    def below(self, bound: int) -> int:
        """A number below a bound of at most 2**62."""
        self.state = stepped(self.state)
        if bound >> 32:
            return self.state % bound
        return scaled(self.state, bound)

    def shuffle(self, deck: list[int], size: int, count: int) -> None:
        """Shuffle the first count places of a deck of this size in place."""
        self.state = shuffled(deck, size, count, self.state)
