"""Rounds and runs written as people would tell them: `line(round, "narc checks, customer raises")`."""

from __future__ import annotations

from croupier.betting.initiative import Initiative

ROLES = {"narc": 0, "customer": 1, "player": 2}
KINDS = {"checks": "CHECK", "raises": "RAISE", "folds": "FOLD"}


def line(betting: Initiative, words: str) -> Initiative:
    """Let the roles act as the words say; each must be in turn."""
    for part in words.split(", "):
        role, verb = part.split()
        betting.act(ROLES[role], KINDS[verb])
    return betting


def three(narc: int = 3, customer: int = 3, player: int = 3, **options: object) -> Initiative:
    """Narc, Customer and Player with so many cards."""
    return Initiative([narc, customer, player], **options)  # type: ignore[arg-type]
