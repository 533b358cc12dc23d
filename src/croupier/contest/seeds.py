"""Derive from one seed a seed for each deal and each bot. The derived seeds are independent of each other and the same
on every machine.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

from croupier.errors import Error, short


class BadContest(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a contest that cannot be played: too few bots, a button at an empty seat, no hands, empty stacks."""


def derived(seed: int, *parts: int | str) -> int:
    """Return a 64-bit seed for one part of a contest."""
    text = "/".join(map(str, (seed, *parts)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def checked_seed(seed: int | None) -> int:
    """Return the given seed. Without one, return a random seed, so that the result can record it."""
    if seed is None:
        return secrets.randbits(32)
    if type(seed) is not int or not 0 <= seed < 1 << 64:
        raise BadContest(f"seed must be a whole number from 0 to 2^64 - 1, not {short(seed)}")
    return seed


def whole(what: str, number: object, least: int, most: int) -> int:
    """Return the number. Raise BadContest if it is not a whole number or is out of bounds."""
    if type(number) is not int or not least <= number <= most:
        raise BadContest(f"{what} must be a whole number from {least:,} to {most:,}, not {short(number)}")
    return number
