"""The class people subclass to write a bot: one method decides, three hooks listen.

    class Mine(Bot):
        def act(self, view):
            return view.call() if view.strength > 0.5 else view.fold()

A bot is asked only when it is its turn and gets only what its seat may see. It answers with an action made by the view
(`view.fold()`, `view.call()`, `view.raise_to(60)`, ...). What it must not do is the table's business to say: an illegal
answer or an exception folds the hand, with a warning.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from croupier.errors import Error

if TYPE_CHECKING:
    from croupier.games.api import Action
    from croupier.games.poker.events import Event
    from croupier.games.poker.view import View


class BadBot(Error, ValueError):  # noqa: N818 - named for what was wrong
    """A bot that is none: an unknown name, a file without one, an object of another kind."""


class BrokenBot(BadBot):
    """A bot whose file does not run or whose class cannot be made."""


class Bot:
    """A player. Subclass it and write `act`; everything else is optional."""

    name: str = ""
    """What tables and results call this bot; its class's name unless set."""
    rng: Random
    """Chance for the bot's own use: seeded anew by `play` and `match`, so that the same seed gives the same game."""

    def __new__(cls, *args: Any, **kwargs: Any) -> Bot:
        # here and not in __init__, so that a subclass with an __init__ of its own need not remember to call ours
        bot = super().__new__(cls)
        bot.rng = Random(0)
        return bot

    def act(self, view: Any) -> Action:
        """The action to take now; `view` is what this seat may see of the game, `view.legal` what it may do."""
        raise NotImplementedError(f"{type(self).__name__} needs a method act(self, view) that returns an action")

    def on_hand_start(self, view: View) -> None:
        """Called when a hand has been dealt, before anybody acts."""

    def on_event(self, event: Event) -> None:
        """Called with each thing that happens in the hand, others' hidden cards shown as `??`."""

    def on_hand_end(self, view: View) -> None:
        """Called when the hand is over: `view.payoffs` is final, shown cards are in the view."""

    def __repr__(self) -> str:
        return f"<Bot {name_of(self)}>"


def name_of(bot: Bot) -> str:
    """The bot's name, or its class's."""
    return str(bot.name or type(bot).__name__)


def listens(bot: Bot, hook: str) -> bool:
    """Whether a bot has a hook of its own, so that nobody makes views and events for bots that do not look at them."""
    return getattr(type(bot), hook) is not getattr(Bot, hook) or hook in vars(bot)
