"""Play a bot's side of the protocol, without a socket: take frames, return answers, and report the results.

`feed` takes the frames in the order in which they came and returns at most one answer for each. It ignores frames of
another hand, and frames of unknown types, because a newer server may send more than this protocol lists (T7). The
player has no clock: an event reports that the server acted for it. In poker, `mirror` turns the frames into a hand of
the engine; in other games the bot gets the view as the server sent it (`OtherGame`).

A bot's mistakes are treated as in a local game (B10): after an exception or an illegal answer the bot folds, with a
warning that gives the reason. If the server refuses an answer and its prompt is still open, the player folds.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from croupier.bots import BadBot, Bot, listens, name_of
from croupier.bots.isolation import BotFault, RemoteBot
from croupier.bots.isolation.faults import FORFEITED
from croupier.client.mirror import Frame, Mirror
from croupier.games.api import Action, Game
from croupier.games.by_value import ValueView
from croupier.games.poker.event_stream import EventStream
from croupier.games.poker.rules import RULES
from croupier.games.poker.view import View
from croupier.games.registry import HostedGame, find, phh_code


class OtherGame:
    """A game other than poker, played with the views that the server sends."""

    def __init__(self, player: Player, game: HostedGame | None) -> None:
        """Prepare to play. If this package knows the `game`, the bot's views include its rules."""
        self.player = player
        self.known = {} if game is None else game.known
        self.view: ValueView | None = None
        self.has_begun = False

    def begin(self) -> None:
        """Begin a new game."""
        self.view, self.has_begun = None, False

    def event(self, frame: Frame) -> None:
        """Pass an event to the bot, with its name `ev`, its `seat` and the game's own fields."""
        if listens(self.player.bot, "on_event"):
            self.player.hook("on_event", SimpleNamespace(ev=frame["ev"], seat=frame.get("seat"),
                                                         **(frame.get("data") or {})))

    def decide(self, frame: Frame) -> Frame:
        """Return the bot's answer to a prompt: an `act`, or a `snapshot` sent on the bot's turn."""
        self.view = view = ValueView(frame["view"], frame["legal"], self.known)
        if not self.has_begun and listens(self.player.bot, "on_hand_start"):
            self.player.hook("on_hand_start", view)
        self.has_begun = True
        action = self._action(view)
        return next(each for each, listed in zip(view.legal.objects, view.legal.actions) if listed == action)

    def _action(self, view: ValueView) -> Action:
        """Return the bot's action if it is legal, else a fold, else the most passive legal action (B10)."""
        action, why = self.player.ask(view)
        if action is not None:
            meant = view.legal.meant(action)
            if meant is not None:
                return meant
            why = f"act answered {action}; it may {view.legal}"
        legal = view.legal.actions
        word = next((word for word in ("FOLD", "STAND_PAT", "PASS") if word in view.legal), legal[0].kind)
        return self.player.instead(next(each for each in legal if each.kind == word), why)

    def end(self, frame: Frame) -> None:
        """Pass the end of the game to the bot: the last view, with every seat's winnings."""
        if self.view is not None and listens(self.player.bot, "on_hand_end"):
            payoffs = [row["net"] for row in sorted(frame["results"], key=lambda row: int(row["seat"]))]
            self.player.hook("on_hand_end", self.view.ended(payoffs))


logger = logging.getLogger("croupier.client")
_LEAVE = 3
"""The intent of a player who leaves a cash table."""


@dataclass
class Report:
    """A bot's results at an arena."""

    hands: int = 0
    net: int = 0
    decisions: int = 0
    warnings: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    timeouts: int = 0
    matches: int = 0
    won: int = 0
    bought: int = 0
    """Chips that the player brought to a cash table. `taken` are the chips that it took away."""
    taken: int = 0


class Player:
    """A bot at an arena's table."""

    def __init__(self, bot: Bot, team: str = "", code: str = "", *, buy_in: int | None = None,
                 auto_buy: bool = False) -> None:
        """Prepare a bot for a seat. At a cash table it buys in for `buy_in` chips.

        With `auto_buy` it tops up to `buy_in` before each hand.
        """
        self.buying: Frame = {"auto_buy": auto_buy, **({} if buy_in is None else {"buy_in": buy_in})}
        self.bot, self.team, self.code = bot, team or name_of(bot), code
        self.config: Frame = {}
        self.seat = -1
        self.mirror: Mirror | None = None
        self.other: OtherGame | None = None
        """The game at a table of another game than poker; None at a poker table."""
        self.stream = EventStream()
        self.hand_id = ""
        self.report = Report()
        self.over = False
        """True if the match has ended."""
        self.has_begun = False
        self.has_forfeited = False
        """True once an isolated bot has used up its faults. From then on we fold for it, and it leaves a cash table."""

    def hello(self) -> Frame:
        """Return the first frame to send. A player without a code can only sit down at an open table."""
        code = {"join_code": self.code} if self.code else {}
        return {"type": "hello", "v": 1, "team": self.team, **code, "cards": True, **self.buying}

    @property
    def is_cash(self) -> bool:
        """Return True at a cash table."""
        return self.config.get("format") == "cash"

    def feed(self, frame: Frame) -> Frame | None:
        """Handle a frame. Return the answer to send, or None."""
        handler: Callable[[Frame], Frame | None] | None = getattr(self, f"_on_{frame.get('type')}", None)
        return handler(frame) if handler is not None else None

    # -- frames --------------------------------------------------------------------------------------------------------

    def _on_welcome(self, frame: Frame) -> None:
        self.config, self.seat, self.over = frame["config"], frame["seat"], False
        variant = self.config["variant"]
        if phh_code(variant) in RULES:
            self.other = None
        elif self.other is None:
            self.other = OtherGame(self, find(variant))

    def _on_start_hand(self, frame: Frame) -> None:
        self._begin(frame)
        self.report.hands += self.seat in [row["seat"] for row in frame["stacks"]]

    def _begin(self, start: Frame) -> None:
        self.hand_id, self.stream, self.has_begun = start["hand_id"], EventStream(), False
        if self.other is not None:
            self.other.begin()
        else:
            self.mirror = Mirror(self.config, start, self.seat)
            if isinstance(self.bot, RemoteBot) and self.mirror.posts is None:
                self._send_game(self.bot, self.mirror.game)

    def _send_game(self, bot: RemoteBot, game: Game) -> None:
        """Send the hand's stakes to a bot in another process. If the bot fails now, it is started again later."""
        try:
            bot.set_game(game)
        except (BotFault, BadBot) as error:
            self.warn(f"{bot.name} did not take the game: {error}")

    def _on_cards(self, frame: Frame) -> None:
        if self.mirror is not None and frame["hand_id"] == self.hand_id:
            self.mirror.cards(frame["hole"])
            self._call_hooks()

    def _on_event(self, frame: Frame) -> None:
        if frame.get("seat") == self.seat and frame.get("auto") == "timeout":
            self.report.timeouts += 1
        if self.other is not None:
            self.other.event(frame)
        elif self.mirror is not None and frame.get("hand_id") == self.hand_id:
            self.mirror.event(frame)
            if frame["ev"] not in ("POST_BLINDS", "POST", "DEAL", "DRAW", "POT_AWARD", "ELIMINATED", "REMOVED"):
                self._call_hooks()

    def _on_act(self, frame: Frame) -> Frame | None:
        if self.other is not None:
            return self._answer(frame["decision"], self.other.decide(frame))
        if self.mirror is None or frame["hand_id"] != self.hand_id:
            return None
        self.mirror.cards(frame["you"]["hole"])
        return self._decide(frame["decision"])

    def _on_snapshot(self, frame: Frame) -> Frame | None:
        """Rebuild the hand after a reconnect, and answer if it is the bot's turn."""
        if "start" not in frame or self.seat not in [row["seat"] for row in frame["start"]["stacks"]]:
            self.mirror = None
            return None
        self._begin(frame["start"])
        if self.other is not None:
            return self._answer(frame["decision"], self.other.decide(frame)) if "legal" in frame else None
        assert self.mirror is not None
        holes = {row["event_no"]: row["hole"] for row in frame.get("holes", [])}
        for event in frame["events"]:
            self.mirror.event(event)
            if event["event_no"] in holes:
                self.mirror.cards(holes[event["event_no"]])
        self.mirror.cards(frame["you"]["hole"])
        self._call_hooks()
        return self._decide(frame["decision"]) if "legal" in frame else None

    def _on_end_hand(self, frame: Frame) -> Frame | None:
        """Count the hand's result. At a cash table, leave if the bot has forfeited.

        In a match a bot that has forfeited gets another chance in the next match. A cash table has no next match.
        """
        if frame["hand_id"] == self.hand_id:
            self._count_result(frame)
        return {"type": "intent", "v": 1, "intent": _LEAVE} if self.has_forfeited and self.is_cash else None

    def _count_result(self, frame: Frame) -> None:
        self.report.net += sum(row["net"] for row in frame["results"] if row["seat"] == self.seat)
        if self.other is not None:
            self.other.end(frame)
        if self.mirror is None:
            return
        if self.mirror.is_dealt_in and not frame.get("void") and listens(self.bot, "on_hand_end"):
            self.hook("on_hand_end", self.mirror.view())
        self.mirror = None

    def _on_match_end(self, frame: Frame) -> None:
        self.over, self.has_forfeited = True, False
        if isinstance(self.bot, RemoteBot):
            self.bot.begin_match()
        self.report.matches += 1
        self.report.won += frame["winner"]["team"] == self.team

    def _on_chips(self, frame: Frame) -> None:
        """Count our own chips that came onto the table or left it."""
        if frame["team"] == self.team:
            self.report.bought += max(0, frame["amount"])
            self.report.taken += max(0, -frame["amount"])
            # a player who has left gets no `end_hand`, so compute its result from the chips taken away
            if frame["amount"] < 0:
                self.report.net = self.report.taken - self.report.bought

    def _on_error(self, frame: Frame) -> Frame | None:
        """Log an answer that the server refused, and fold if the prompt is still open."""
        self.report.errors.append(f"{frame['code']}: {frame['msg']}")
        logger.warning("%s refused: %s", self.team, frame["msg"])
        if frame["code"] == "INVALID_ACTION" and self.mirror is not None:  # the prompt is still open (B10)
            return {"type": "action", "v": 1, "hand_id": self.hand_id, "action": "FOLD"}
        return None

    # -- the bot -------------------------------------------------------------------------------------------------------

    def _call_hooks(self) -> None:
        """Call the bot's hooks for all new events. If the bot has no hooks, do not rebuild the hand for this."""
        if self.mirror is None or not self.mirror.is_dealt_in or not self.mirror.is_whole:
            return
        starts, listening = listens(self.bot, "on_hand_start"), listens(self.bot, "on_event")
        if not (starts and not self.has_begun) and not listening:
            return
        view = self.mirror.view()
        if starts and not self.has_begun:
            self.hook("on_hand_start", view)
        self.has_begun = True
        if listening:
            for event in self.stream.news(view._hand):
                self.hook("on_event", event)

    def _decide(self, decision: int) -> Frame:
        assert self.mirror is not None
        self._call_hooks()
        view = self.mirror.view()
        return self._answer(decision, as_frame(self._action(view), view))

    def _answer(self, decision: int, answer: Frame) -> Frame:
        self.report.decisions += 1
        return {"type": "action", "v": 1, "hand_id": self.hand_id, "decision": decision, **answer}

    def _action(self, view: View) -> Action:
        """Return the bot's action if it is legal, else a fold (B10)."""
        legal = view.legal
        action, why = self.ask(view)
        if action is not None:
            refusal = legal.refusal(action)
            if refusal is None:
                return action
            why = f"{refusal[0]} ({refusal[1]})"
        return self.instead(Action("FOLD" if legal.fold else "STAND_PAT" if legal.discard else "BRING_IN"), why)

    def ask(self, view: Any) -> tuple[Action | None, str | None]:
        """Return the bot's action, legal or not.

        If the bot fails, return None and, if a warning is needed, the reason.
        """
        try:
            action = self.bot.act(view)
        except BotFault as fault:
            return None, self.describe(fault)
        except (Exception, SystemExit) as error:  # a bot that calls exit() must not end the client
            return None, f"act raised {type(error).__name__}: {error}"
        return (action, None) if isinstance(action, Action) else (
            None, f"act answered {action!r:.40}, which is not an action")

    def describe(self, fault: BotFault) -> str | None:
        """Return a fault in words, or None if the bot has forfeited and this match already has a warning about it."""
        if fault.kind != FORFEITED:
            return f"{fault.kind}: {fault.reason}"
        said, self.has_forfeited = self.has_forfeited, True
        return None if said else f"{fault.kind}: {fault.reason}; from here on"

    def instead(self, action: Action, why: str | None) -> Action:
        """Return the action that replaces the bot's. If there is a reason, log it as a warning."""
        if why is not None:
            self.warn(f"{why}: {action.kind} instead")
        return action

    def hook(self, name: str, news: Any) -> None:
        """Call one of the bot's hooks. If it fails, only log a warning."""
        try:
            getattr(self.bot, name)(news)
        except (Exception, SystemExit) as error:
            self.warn(f"{name} raised {type(error).__name__}: {error}")

    def warn(self, words: str) -> None:
        """Log a mistake of the bot, and keep it for the report."""
        logger.warning("%s: %s", self.team, words)
        if len(self.report.warnings) < 1000:  # limit the list, because a bot may fail at every decision
            self.report.warnings.append(f"{self.hand_id}: {words}")


def as_frame(action: Action, view: View) -> Frame:
    """Return an action as the fields of an `action` frame."""
    legal, kind = view.legal, action.kind
    if kind == "ALL_IN":
        total = legal.all_in
        # the protocol has no ALL_IN: an all-in for at most the price of a call is a call
        if total is None or total <= view.price:
            return {"action": "CALL"}
        return {"action": "RAISE_TO", "amount": total}
    if kind in ("BET", "RAISE", "RAISE_TO"):
        return {"action": "RAISE_TO", "amount": action.amount}
    if kind == "COMPLETE":
        return {"action": "RAISE_TO", "amount": legal.min_raise_to}
    if kind == "DISCARD":
        return {"action": "DISCARD", "cards": [str(card) for card in action.cards]}
    return {"action": kind}
