"""Choose the action for a player who does not act in time (ruling B14).

    check-call-fold     check if that is legal, else call, else fold: the arena's default
    check-fold          check if that is legal, else fold
    fold                fold, even if a check is free: what `table.auto` does

If none of these is legal (a bring-in, a draw, the choices of another game), the cheapest action is taken: bring in,
stand pat, or the first legal action.
"""

from __future__ import annotations

from collections.abc import Iterable

from croupier.games.api import Action

POLICIES = {"check-call-fold": ("CHECK", "CALL", "FOLD"), "check-fold": ("CHECK", "FOLD"), "fold": ("FOLD",)}
_CHEAPEST = ("BRING_IN", "STAND_PAT", "CHECK", "FOLD")
"""Kinds of action to try, in this order, if no action of the policy is legal."""


def policy_for(own: str, missed: int, strikes: int | None) -> str:
    """Return the policy for a player who has missed this many prompts in a row (B14).

    After `strikes` missed prompts the policy is `check-fold`.
    """
    # a player whose own policy is `fold` keeps it (B14)
    return "check-fold" if strikes and missed >= strikes and own != "fold" else own


def chosen(policy: str, kinds: Iterable[str]) -> str | None:
    """Return the kind of action that a policy chooses among the legal ones, or None if it names none of them."""
    legal = set(kinds)
    return next((word for word in (*POLICIES[policy], *_CHEAPEST) if word in legal), None)


def action(policy: str, legal: Iterable[Action], kinds: Iterable[str]) -> Action:
    """Return the action that a policy chooses."""
    word = chosen(policy, kinds)
    return Action(word) if word is not None else next(iter(legal))
