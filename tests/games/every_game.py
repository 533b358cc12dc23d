"""Every game of RULES at some stakes, ready to be dealt."""

from __future__ import annotations

import croupier
from croupier.games.poker.rules import RULES

CODES = tuple(RULES)


def stakes(code: str) -> dict[str, int]:
    """Stakes that fit a game."""
    return RULES[code].stakes(5, 10, 1 if RULES[code].has_bring_in else 0)


def start(code: str, seed: int, stacks: tuple[int, ...] = (200, 35, 1000)) -> croupier.Hand:
    """A hand of one of the games."""
    return croupier.game(code, **stakes(code)).deal(list(stacks), button=seed % len(stacks), seed=seed)
