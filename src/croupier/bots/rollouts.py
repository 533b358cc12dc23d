"""Look one step ahead in any game. Every action is tried on the same guesses and with the same random numbers.

Each guess of the hidden cards is played to its end once for every legal action. The results then differ because of the
action and not because of luck, so that few guesses suffice. `Rollouts` looks one action deep, while `Mcts` grows a
tree. `Rollouts` is better than `Mcts` in games with much luck and a good fast policy for the remaining actions
(`roll_out`).
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from croupier.bots.base import BadBot, Bot
from croupier.bots.mcts import Choice, Rollout, play_at_random
from croupier.errors import short

__all__ = ["Rollouts"]

if TYPE_CHECKING:
    from croupier.games.api import Action, State


class Rollouts(Bot):
    """A bot that tries every action on the same guesses and takes the action that won most."""

    name = "rollouts"

    def __init__(self, guesses: int = 100, rollout: Rollout | None = None, *, width: int = 8) -> None:
        """Create a bot that makes this many guesses for each decision. `rollout` plays a game to its end. At most
        `width` actions are tried.
        """
        for what, number in (("guesses", guesses), ("width", width)):
            if type(number) is not int or number < 1:
                raise BadBot(f"{what} must be a whole number of at least 1, not {short(number)}")
        self.guesses, self.rollout, self.width = guesses, rollout, width

    def act(self, view: Any) -> Action:
        """Return the action that won most."""
        menu: list[Action] = view.legal.menu(self.width)
        return menu[0] if len(menu) == 1 else self.choices(view, menu)[0].action

    def choices(self, view: Any, menu: list[Action]) -> list[Choice]:
        """Return the actions with their average winnings, the best one first."""
        won = [0] * len(menu)
        for _ in range(self.guesses):
            guess, luck = view.guess(self.rng), self.rng.getrandbits(64)
            for at, action in enumerate(menu):
                state = guess.clone()
                state.apply(action)
                self.finish(state, luck)
                won[at] += state.payoffs[view.seat]
        found = [Choice(action, self.guesses, total / self.guesses) for action, total in zip(menu, won)]
        return sorted(found, key=lambda choice: -choice.mean)

    def finish(self, state: State, luck: int) -> None:
        """Play to the end with random numbers that are the same for every action. If the game has its own fast playout,
        pass it the seed.
        """
        quick = getattr(state, "roll_out", None) if self.rollout is None else None
        if state.is_over:
            return
        if quick is not None:
            quick(luck)
        else:
            (self.rollout or play_at_random)(state, Random(luck))
