"""What is done for a seat that does not answer in time (ruling B14).

    check-call-fold     check if that is legal, else call, else fold: seed 002's order, the arena's default
    check-fold          check if that is legal, else fold
    fold                fold, even where a check is free: seed 004's

Where none of these words is legal (a bring-in, a draw, another game's choices) the least is done: bring in, stand
pat, or the first legal action there is.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.api import Action

POLICIES = {"check-call-fold": ("CHECK", "CALL", "FOLD"), "check-fold": ("CHECK", "FOLD"), "fold": ("FOLD",)}
_LEAST = ("BRING_IN", "STAND_PAT", "CHECK", "FOLD")


def chosen(policy: str, kinds: Iterable[str]) -> str | None:
    """The word a policy picks among the legal ones, None where it knows none of them."""
    legal = set(kinds)
    return next((word for word in (*POLICIES[policy], *_LEAST) if word in legal), None)


def action(policy: str, legal: Iterable[Action], kinds: Iterable[str]) -> Action:
    """The action a policy takes."""
    word = chosen(policy, kinds)
    return Action(word) if word is not None else next(iter(legal))
