"""Define `Bot`, the class that you subclass to write a bot. Its method `act` chooses an action. Three optional hooks
are called at the start of a hand, at each event and at the end.

    class Mine(Bot):
        def act(self, view):
            return view.call() if view.strength > 0.5 else view.fold()

A bot is asked only when it is its turn, and it gets only what its seat may see. The bot answers with an action that a
method of the view makes (`view.fold()`, `view.call()`, `view.raise_to(60)`, ...). The table checks whether the action
is legal. If the action is illegal, or if the bot raises an exception, the table warns and folds the bot's hand.
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
    """Raised for a value that does not name a bot: an unknown name, a file without a bot class, an object of another
    type.
    """


class BrokenBot(BadBot):
    """Raised if a bot's file does not run, or if its class cannot be instantiated."""


class Bot:
    """A player. Write a subclass with a method `act`; everything else is optional."""

    name: str = ""
    """The name that tables and results show. Default: the name of the class."""
    rng: Random
    """A generator for the bot's own use. `play` and `match` seed it, so that the same seed gives the same game."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Bot:
        # set here and not in __init__, so that a subclass with its own __init__ need not call ours
        bot = super().__new__(cls)
        bot.rng = Random(0)
        return bot

    def act(self, view: Any) -> Action:
        """Return the action to take now. `view` contains what this seat may see of the game, and `view.legal` its legal
        actions.
        """
        raise NotImplementedError(f"{type(self).__name__} needs a method act(self, view) that returns an action")

    def policy(self, view: Any) -> Mapping[Action, float]:
        """Return the probability of each action that `act` might return here. The probabilities sum to 1. Optional.

        A match uses the probabilities to take luck out of its results (AIVAT). `policy` must return the probabilities
        that `act` really uses, and calling it must not change the bot.
        """
        raise NotImplementedError(f"{type(self).__name__} does not say its probabilities")

    def on_hand_start(self, view: View) -> None:
        """Called with the view of a hand that has just been dealt, before anybody acts."""

    def on_event(self, event: Event) -> None:
        """Called with each event of the hand. Hidden cards of other players are `??`."""

    def on_hand_end(self, view: View) -> None:
        """Called with the view of a hand that is over. `view.payoffs` is final, and the view contains the cards that
        were shown.
        """

    def notes(self) -> list[dict[str, Any]]:
        """Return notes about each decision in the hand that has just ended, which are stored in the hand's record. This
        method is optional.
        """
        return []

    def reseed(self, seed: int) -> None:
        """Seed the bot's own random numbers."""
        self.rng = Random(seed)

    def close(self) -> None:
        """Release the bot's resources. A match calls this for the bots that it made itself."""

    def __repr__(self) -> str:
        return f"<Bot {name_of(self)}>"


def name_of(bot: Bot) -> str:
    """Return the bot's name, or the name of its class if the bot has none."""
    return str(bot.name or type(bot).__name__)


def listens(bot: Bot, hook: str) -> bool:
    """Return True if a bot overrides a hook. If it does not, the caller need not make views and events for the hook."""
    return getattr(type(bot), hook) is not getattr(Bot, hook) or hook in vars(bot)
