"""The class that you subclass to write a bot: one method decides, and three hooks receive what happens.

    class Mine(Bot):
        def act(self, view):
            return view.call() if view.strength > 0.5 else view.fold()

A bot is asked only when it is its turn and gets only what its seat may see. It answers with an action made by the view
(`view.fold()`, `view.call()`, `view.raise_to(60)`, ...). The table decides what is legal: an illegal answer or an
exception folds the hand, with a warning.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

from croupier.errors import Error

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.poker.events import Event
    from croupier.games.poker.view import View


class BadBot(Error, ValueError):  # noqa: N818 - named for what was wrong
    """A value that does not name a bot: an unknown name, a file without a bot class, an object of another type."""


class BrokenBot(BadBot):
    """A bot whose file does not run, or whose class cannot be instantiated."""


class Bot:
    """A player. Subclass it and write `act`; everything else is optional."""

    name: str = ""
    """The name that tables and results show; the name of the class unless set."""
    rng: Random
    """A generator for the bot's own use. `play` and `match` seed it, so that the same seed gives the same game."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Bot:
        # here and not in __init__, so that a subclass with an __init__ of its own need not remember to call ours
        bot = super().__new__(cls)
        bot.rng = Random(0)
        return bot

    def act(self, view: Any) -> Action:
        """Return the action to take now. `view` is what this seat may see of the game, `view.legal` what it may do."""
        raise NotImplementedError(f"{type(self).__name__} needs a method act(self, view) that returns an action")

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the probability of each action that `act` might return here; they sum to 1. Optional.

        A match uses it to take out luck (AIVAT). It must be the truth about `act` and must not change the bot.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say its probabilities")

    def on_hand_start(self, view: View) -> None:
        """Take the view of a hand that has just been dealt, before anybody acts."""

    def on_event(self, event: Event) -> None:
        """Take an event of the hand; hidden cards of other players are `??`."""

    def on_hand_end(self, view: View) -> None:
        """Take the view of a hand that is over: `view.payoffs` is final, shown cards are in the view."""

    def notes(self) -> list[dict[str, Any]]:
        """Return facts about each decision of the hand that has just ended, to be kept in its record. Optional."""
        return []

    def reseed(self, seed: int) -> None:
        """Seed the bot's own random numbers."""
        self.rng = Random(seed)

    def close(self) -> None:
        """Release what the bot holds. Called by a match for the bots that it made itself."""

    def __repr__(self) -> str:
        return f"<Bot {name_of(self)}>"


def name_of(bot: Bot) -> str:
    """Return the bot's name, or that of its class."""
    return str(bot.name or type(bot).__name__)


def listens(bot: Bot, hook: str) -> bool:
    """Return True if a bot has its own version of a hook. For other bots no views and events need to be made."""
    return getattr(type(bot), hook) is not getattr(Bot, hook) or hook in vars(bot)
