"""Worlds played: whatever is wrong comes with the command that repeats it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .checks import Violation
from .world import World


def play(seed: int, hands: int = 150) -> Counter[str]:
    """Play one world; a violation or any other error names its seed."""
    world = World(seed, hands)
    try:
        return world.run()
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        command = f"python -m tests.simulation --seed {seed} --hands {hands}"
        raise Violation(f"{words}\n    again: {command}") from error


def several(seeds: Iterable[int], hands: int) -> Counter[str]:
    """Play worlds one after the other."""
    counts: Counter[str] = Counter()
    for seed in seeds:
        counts += play(seed, hands)
    return counts
