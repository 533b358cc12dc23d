"""A bot's side of a game that is not poker (ruling T10): views as they were told, answers out of the list given."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from croupier.bots import listens
from croupier.client.game_view import RemoteView
from croupier.games.api import Action
from croupier.games.registry import HostedGame

if TYPE_CHECKING:
    from croupier.client.player import Player

Frame = dict[str, Any]


class Elsewhere:
    """What a player does at a table of another game."""

    def __init__(self, player: Player, game: HostedGame | None) -> None:
        """`game` where this package knows it: then a view has its rules, too."""
        self.player = player
        self.known = {} if game is None else game.known
        self.view: RemoteView | None = None
        self.heard = False

    def begin(self) -> None:
        """A new game."""
        self.view, self.heard = None, False

    def event(self, frame: Frame) -> None:
        """Something happened: `ev`, `seat` of the table, and whatever the game says of it."""
        if listens(self.player.bot, "on_event"):
            self.player.hook("on_event", SimpleNamespace(ev=frame["ev"], seat=frame.get("seat"),
                                                         **(frame.get("data") or {})))

    def decide(self, frame: Frame) -> Frame:
        """The bot's answer to an `act`, or to a `snapshot` with a choice in it."""
        self.view = view = RemoteView(frame["view"], frame["legal"], self.known)
        if not self.heard and listens(self.player.bot, "on_hand_start"):
            self.player.hook("on_hand_start", view)
        self.heard = True
        action = self._action(view)
        return next(each for each, listed in zip(view.legal.objects, view.legal.actions) if listed == action)

    def _action(self, view: RemoteView) -> Action:
        """The bot's action if it is among the legal ones, else the least there is (B10)."""
        try:
            action = self.player.bot.act(view)
        except (Exception, SystemExit) as error:
            return self._instead(view, f"act raised {type(error).__name__}: {error}")
        meant = view.legal.meant(action) if isinstance(action, Action) else None
        return meant or self._instead(view, f"act answered {action!r:.60}; it may {view.legal}")

    def _instead(self, view: RemoteView, why: str) -> Action:
        legal = view.legal.actions
        word = next((word for word in ("FOLD", "STAND_PAT", "PASS") if word in view.legal), legal[0].kind)
        action = next(each for each in legal if each.kind == word)
        self.player.warn(f"{why}: {action} instead")
        return action

    def end(self, frame: Frame) -> None:
        """The game is over; the view is the last one, with what everybody won."""
        if self.view is not None and listens(self.player.bot, "on_hand_end"):
            payoffs = [row["net"] for row in sorted(frame["results"], key=lambda row: int(row["seat"]))]
            last = RemoteView({**self.view._facts, "is_over": True, "payoffs": payoffs}, [])
            self.player.hook("on_hand_end", last)
