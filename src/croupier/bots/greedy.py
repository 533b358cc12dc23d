"""Define the greedy bot, which bets only by the strength of its hand.

    above 0.7     RAISE > BET > ALL_IN, else CALL, CHECK
    above 0.3     CALL > CHECK, else FOLD
    otherwise     CHECK > FOLD

The greedy bot plays every game. In evolved games the built-in greedy policy of the engine decides, also about cards. In
poker the bot applies the same thresholds to the view's strength, stands pat in draws, and posts the bring-in instead of
completing. In games without a hand strength (the sting) the bot looks one step ahead and takes the action that wins
most.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from croupier.bots.base import Bot
from croupier.bots.rollouts import Rollouts
from croupier.games.api import Action
from croupier.games.genome.engine.policies import greedy_kind

__all__ = ["Greedy"]

_KINDS = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "ALL_IN")


class Greedy(Bot):
    """A bot that bets by the strength of its hand."""

    name = "greedy"

    def act(self, view: Any) -> Action:
        """Return the choice of the game's own greedy policy, if it has one. Otherwise choose by strength."""
        if hasattr(view, "suggested"):
            suggested: Action = view.suggested("greedy")
            return suggested
        if not hasattr(view, "strength"):
            return self._looking_ahead(view)
        legal = view.legal
        if not set(legal.kinds) & {"CHECK", "CALL"}:
            first: Action = legal.menu(1)[0]
            return first
        kind = greedy_bet(view.strength, legal.kinds)
        return Action(kind, legal.min_raise_to) if kind in ("BET", "RAISE") else Action(kind)

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the action that the bot takes here, with probability 1. Raise NotImplementedError in games where it
        looks ahead.
        """
        if not hasattr(view, "suggested") and not hasattr(view, "strength"):
            raise NotImplementedError("greedy says no probabilities in games without a strength")
        return {self.act(view): 1.0}

    def _looking_ahead(self, view: Any) -> Action:
        """Try each action on twenty guesses of the hidden cards, and return the action that wins most."""
        ahead = Rollouts(20)
        ahead.rng = self.rng
        return ahead.act(view)


def greedy_bet(strength: float, kinds: Iterable[str]) -> str:
    """Return the kind of action, out of these, that the greedy bot takes with a hand of this strength."""
    return _KINDS[greedy_kind(strength, sum(1 << _KINDS.index(kind) for kind in set(kinds) & set(_KINDS)))]
