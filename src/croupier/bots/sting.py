"""Bots for the sting: the house's Narc and Customer (I7), stronger bots that search, and the levels of opponents.

    House()                plays Narc or Customer with the percentages in the deck file
    Searcher(500)          a tree search for the Player, who knows how the house plays
    opponents("hard")      a Narc and a Customer of some level

Any other bot that plays by `games.api` can take any role. `Rollouts` plays the strong Narc and Customer here, and it is
also the strongest Player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.bots.base import BadBot, Bot
from croupier.bots.mcts import Mcts
from croupier.bots.rollouts import Rollouts
from croupier.errors import unknown
from croupier.games.sting.cards import ROLES
from croupier.games.sting.layout import choice

__all__ = ["StingHouse", "opponents"]

if TYPE_CHECKING:
    from random import Random

    from croupier.games.api import Action
    from croupier.games.sting.view import View

_RAISE_IT, _FOLD_IT = 1, 2


class StingHouse(Bot):
    """Plays Narc or Customer with the probabilities of the deck file. A raise plays a random card of the hand."""

    name = "house"

    def act(self, view: View) -> Action:
        """Check, raise or fold at random. If this bot plays the Player, continue at a decision point."""
        if view.seat is None or not view.legal.check:
            return view.go_on()
        move = choice(view.layout, view.seat, view.round_no, view.totals.evidence, self.rng.randrange(100))
        if move == _RAISE_IT and view.hand:
            return view.raise_with(self.rng.choice(view.hand))
        return view.fold() if move == _FOLD_IT else view.check()


class Patient(StingHouse):
    """An easier house, which acts like `StingHouse` only half of the time and checks otherwise."""

    name = "patient"

    def act(self, view: View) -> Action:
        """Raise and fold half as often as the house."""
        return super().act(view) if self.rng.random() < 0.5 else view.call()


class Searcher(Mcts):
    """A tree search for the Player that knows the probabilities with which Narc and Customer act."""

    name = "searcher"

    def __init__(self, iterations: int = 500, exploration: float = 0.6) -> None:
        super().__init__(iterations, exploration, model=as_house)


def as_house(run: Any, rng: Random) -> Action | None:
    """Return a move of Narc or Customer by the deck's probabilities. Return None for the Player, whose moves the search
    chooses.
    """
    move: Action | None = run.house_move()
    return move


LEVELS = {"easy": "the house, half asleep", "normal": "the house as it is written (I7)",
          "hard": "Narc and Customer look one step ahead, on 30 guesses", "expert": "the same, on 200 guesses"}


def opponents(level: str) -> list[Bot]:
    """Return the bots of a level that play Narc and Customer."""
    if level == "easy":
        return [Patient(), Patient()]
    if level == "normal":
        return [StingHouse(), StingHouse()]
    if isinstance(level, str) and level in LEVELS:
        return [Rollouts(30 if level == "hard" else 200) for _ in ROLES[:2]]
    raise BadBot(unknown("level", level, LEVELS))
