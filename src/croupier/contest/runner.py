"""Play one hand of any game with bots. Ask each bot in turn, and act for a bot that fails.

The runner has the full state, and bots get only views. If a bot answers with an illegal action or raises an exception,
its hand is folded (B10), even if it could have checked. If folding is not legal, the first legal action is taken (stand
pat, bring in). An exception in a hook only causes a warning. With `strict`, `BotFailed` is raised in all these cases,
to help find the bug.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.betting.rulebook import IllegalAction
from croupier.bots.isolation import BotFault, faults
from croupier.contest.events import Happened, TableEvent, Warned
from croupier.contest.follow import Follower, follow
from croupier.contest.players import SeatedBot
from croupier.errors import Error
from croupier.games.api import ALL, Action, BadAction, State

ILLEGAL, RAISED = "ILLEGAL", "RAISED"


@dataclass(frozen=True, slots=True)
class BotMistake:
    """A mistake of a bot: the kind (ILLEGAL, RAISED, or one of `bots.isolation.faults`), the reason and the clause."""

    kind: str
    reason: str
    error: BaseException | None
    clause: str = "B10"


class BotFailed(Error, RuntimeError):  # noqa: N818 - what happened
    """Raised at a strict table when a bot raises an exception or answers with an illegal action."""


class HandRunner:
    """Plays hands with bots and reports their mistakes."""

    def __init__(self, report: Callable[[TableEvent], None], *, strict: bool = False, live: bool = False) -> None:
        self.report = report
        self.strict = strict
        self.live = live
        """True if every event is reported as soon as it happens, and False if only warnings are."""

    def play(self, state: State, number: int, players: Sequence[SeatedBot | None],
             before_end: Callable[[], object] | None = None) -> list[Action]:
        """Play a hand or game to its end, and return the actions.

        `before_end` is called after the last action, before the hooks for the end of the hand.
        """
        hand = _RunningHand(self, state, number, players)
        hand.act_to_the_end()
        if before_end is not None:
            before_end()
        hand.tell_the_end()
        return hand.actions

    def warn(self, number: int, seat: int, name: str, mistake: BotMistake, instead: str | None = None,
             state: State | None = None) -> None:
        """Report a bot's mistake in a hand. At a strict table, raise BotFailed."""
        error = mistake.error
        trace = error.traceback if isinstance(error, BotFault) else _trace(error)
        warning = Warned(number, seat, name, mistake.reason, mistake.clause, instead, mistake.kind, trace)
        if self.strict:
            raise BotFailed(str(warning) if state is None else f"{warning}; {state.legal()}") from error
        self.report(warning)


class _RunningHand:
    """A hand in progress."""

    def __init__(self, runner: HandRunner, state: State, number: int, players: Sequence[SeatedBot | None]) -> None:
        self.runner = runner
        self.state = state
        self.number = number
        self.players = {seat: player for seat, player in enumerate(players) if player is not None}
        self.listeners: list[tuple[int, SeatedBot, Follower]] = [
            (seat, player, follow(state, seat)) for seat, player in self.players.items() if player.hears_events]
        self.reporter = follow(state, ALL)
        self.actions: list[Action] = []

    def act_to_the_end(self) -> None:
        """Ask the bots for actions until nobody has to act."""
        state = self.state
        for seat, player in self.players.items():
            if player.hears_start:
                self.hook(seat, player.bot.on_hand_start, state.observe(seat))
        self.broadcast()
        while (actor := state.actor) is not None:
            self.ask(actor)
            self.broadcast()

    def tell_the_end(self) -> None:
        """Call the bots' hooks for the end of the hand."""
        for seat, player in self.players.items():
            if player.hears_end:
                self.hook(seat, player.bot.on_hand_end, self.state.observe(seat))

    def broadcast(self) -> None:
        """Send new events to every bot that listens, as far as its seat may see them."""
        if self.runner.live:
            for event in self.reporter.news(self.state):
                self.runner.report(Happened(self.number, event))
        for seat, player, follower in self.listeners:
            for event in follower.news(self.state):
                self.hook(seat, player.bot.on_event, event)

    def ask(self, seat: int) -> None:
        """Ask a seat's bot for its action. If the bot fails, take an action for it."""
        fault = self.acted(seat)
        if fault is not None:
            instead = _instead(self.state)
            self.warn(seat, fault, instead.kind)
            self.apply(instead)

    def acted(self, seat: int) -> BotMistake | None:
        """Ask the bot, and apply its action. Return the bot's mistake, or None."""
        try:
            action = self.players[seat].bot.act(self.state.observe(seat))
        except (Exception, SystemExit) as error:  # a bot that calls exit() must not end the match
            return mistake_of(error, "act")
        try:
            self.apply(action)
        except IllegalAction as error:
            return BotMistake(ILLEGAL, error.reason, error, error.clause)
        except BadAction as error:
            return BotMistake(ILLEGAL, _not_an_action(action), error)
        return None

    def apply(self, action: Action) -> None:
        self.state.apply(action)
        self.actions.append(action)

    def hook(self, seat: int, hook: Callable[[Any], None], news: object) -> None:
        """Call a hook of a bot. If the hook raises, report a warning."""
        try:
            hook(news)
        except (Exception, SystemExit) as error:
            mistake = mistake_of(error, getattr(hook, "__name__", "a hook"))
            if mistake.kind != faults.FORFEITED:  # forfeiting was reported already
                self.warn(seat, mistake, None)

    def warn(self, seat: int, mistake: BotMistake, instead: str | None) -> None:
        self.runner.warn(self.number, seat, self.players[seat].name, mistake, instead, self.state)


def mistake_of(error: BaseException, where: str) -> BotMistake:
    """Return the BotMistake for an exception that a bot's method raised."""
    if isinstance(error, BotFault):
        return BotMistake(error.kind, error.reason, error)
    return BotMistake(RAISED, _raised(error, where), error)


def _trace(error: BaseException | None) -> str:
    """Return the traceback of an exception in the bot's own code, or an empty text for an illegal answer."""
    if error is None or isinstance(error, IllegalAction | BadAction):
        return ""
    return "".join(traceback.format_exception(error))[-4000:]


def _instead(state: State) -> Action:
    """Return the action that is taken for a bot that failed."""
    legal = state.legal()
    return Action("FOLD") if "FOLD" in legal.kinds else legal.menu(1)[0]


def _not_an_action(answer: object) -> str:
    """Explain why an answer is not an action, and name the likely mistake."""
    if answer is None:
        return "answered nothing: act must return an action, such as view.fold()"
    if callable(answer):
        return f"answered {getattr(answer, '__name__', answer)} itself: write the parentheses, as in view.fold()"
    text = repr(answer)
    shown = text if len(text) <= 40 else text[:37] + "..."
    return f"answered {shown} ({type(answer).__name__}), which is not an action: return one, such as view.fold()"


def _raised(error: BaseException, where: str) -> str:
    """Describe an exception in one line: its name, its message, and the line of the bot's file where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # skips the first frame, which is our own call
    own = [frame for frame in frames if frame.filename == frames[0].filename]
    place = f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    words = str(error).partition("\n")[0][:200]
    return f"{where} raised {type(error).__name__}" + (f": {words}" if words else "") + place
