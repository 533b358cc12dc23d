"""Run a bot in a process of its own or behind a WebSocket, and use it like any other `Bot`.

    bot = isolate("mybot.py", BotLimits(move_time_ms=500), log="logs/mybot.log")
    bot.set_game(game)          # before the first hand, and when the stakes change
    bot.act(view)               # an Action, or BotFault with the name of what happened
    bot.close()                 # ends every process of the bot; its log stays if it failed or you named the file

A fault ends the process and costs the bot its hand. A new process is started for the next decision, with a low
priority, so that a bot that keeps failing takes no processor time from others. After `BotLimits.strikes` faults, or
when the time of the match is used up, the bot forfeits: every further call raises `BotFault(FORFEITED)` at once.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike
from pathlib import Path
from typing import Any, Protocol

from croupier.bots.base import BadBot, Bot, BrokenBot
from croupier.bots.isolation import faults, json_lines, positions
from croupier.bots.isolation.faults import STRIKES, BotFault
from croupier.bots.isolation.limits import BotLimits
from croupier.bots.isolation.process import BotProcess
from croupier.bots.isolation.program import BotProgram
from croupier.cards import Cards
from croupier.errors import Error, short, shown
from croupier.games.api import Action, Game
from croupier.games.by_value import describe, describe_legal, plain
from croupier.games.poker.game import PokerGame
from croupier.games.poker.view import View

SLOWEST_KEPT = 20
NAME_MAX = 60
TEMPORARY_LOG = "croupier-log-"
"""The name of the temporary folder for a log whose path the caller has not given."""


class Channel(Protocol):
    """A connection to a bot, which answers each question once."""

    def ask(self, message: dict[str, Any], time_ms: float) -> dict[str, Any]:
        """Send a message and return the answer. If no answer comes, close the connection and raise BotFault."""

    def send(self, message: dict[str, Any]) -> None:
        """Send a message that needs no answer."""

    def close(self) -> None:
        """Close the connection and end the bot's processes."""


Connect = Callable[[bool], Channel]
"""Starts a bot or connects to it. The argument is True if the bot has failed before."""


class RemoteBot(Bot):
    """A bot in another process, with which this object communicates through a channel."""

    def __init__(self, name: str, connect: Connect, limits: BotLimits, log: Path) -> None:
        self.name, self.connect, self.limits, self.log = name, connect, limits, log
        self.channel: Channel | None = None
        self.game: Game | None = None
        self.seed = 0
        self.strikes = 0
        self.refused: BotFault | None = None
        """The fault with which the bot answered a change of the game. The next question costs it the hand."""
        self.used_ms, self.answer_ms = 0.0, 0.0
        self.faults: list[BotFault] = []
        self.slowest: list[tuple[float, str]] = []
        """The slowest decisions so far: the time in milliseconds, and the action."""

    # -- set up --------------------------------------------------------------------------------------------------------

    def reseed(self, seed: int) -> None:
        """Seed the bot's random numbers, here and in its process."""
        super().reseed(seed)
        self.seed = seed

    def set_game(self, game: Game) -> None:
        """Set the game of the following hands, and send it to the bot if the bot is running.

        Raise BrokenBot if the bot does not take its first game. If it does not take a later one, it loses a hand.
        """
        if game == self.game:
            return
        is_first, self.game = self.game is None, game
        if self.channel is None:
            return
        try:
            self.greet(self.channel)
        except (BotFault, BadBot) as error:
            if is_first:
                raise BrokenBot(str(error)) from None
            self.end_channel()
            self.refused = BotFault(faults.CRASHED, f"it did not take the new stakes: {error}")

    def begin_match(self) -> None:
        """Begin a new match: reset the faults and the time used, and empty the log. A copy of the old log is kept
        beside it.
        """
        self.strikes, self.used_ms = 0, 0.0
        if self.log.exists():
            shutil.copyfile(self.log, self.log.with_suffix(".old"))
            os.truncate(self.log, 0)

    def open(self) -> None:
        """Start the bot. Raise BadBot if it cannot be loaded."""
        try:
            self.channel = self.connect(self.strikes > 0)
        except BotFault as fault:
            raise BrokenBot(fault.reason) from None
        self.begin(self.channel)

    def begin(self, channel: Channel) -> None:
        """Exchange the first messages with a bot that has just started."""
        raise NotImplementedError

    def greet(self, channel: Channel) -> None:
        """Send the game."""
        raise NotImplementedError

    @property
    def has_forfeited(self) -> bool:
        """Return True if the bot has lost the match by too many faults or by using up its time."""
        return self.strikes >= self.limits.strikes or self.used_ms >= self.limits.match_time_ms

    # -- asked ---------------------------------------------------------------------------------------------------------

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        """Return the bot's answer to a message. Start a new process if the last one has ended. Raise BotFault if the
        bot fails.
        """
        if self.has_forfeited:
            raise BotFault(faults.FORFEITED, f"forfeited after {self.strikes} faults"
                           if self.strikes >= self.limits.strikes else "its time for the match is used up")
        try:
            if self.refused is not None:
                fault, self.refused = self.refused, None
                raise fault
            if self.channel is None:
                self.reopen()
            assert self.channel is not None
            allowed_ms = min(self.limits.move_time_ms, self.limits.match_time_ms - self.used_ms)
            began = time.perf_counter()
            try:
                return self.channel.ask(message, allowed_ms)
            finally:
                self.answer_ms = 1000 * (time.perf_counter() - began)
                self.used_ms += min(self.answer_ms, allowed_ms)  # ending a process takes our time, not the bot's
        except BotFault as fault:
            self.count(fault)
            raise

    def reopen(self) -> None:
        """Restart the bot. Raise BotFault if it cannot be loaded any more."""
        try:
            self.open()
        except BadBot as error:
            self.end_channel()
            raise BotFault(faults.CRASHED, f"it cannot be started again: {error}") from None

    def count(self, fault: BotFault) -> None:
        """Record a fault. If the fault counts as a strike, end the process."""
        self.faults.append(fault)
        if fault.kind in STRIKES:
            self.strikes += 1
            self.end_channel()

    def end_channel(self) -> None:
        """End the process or connection, if there is one."""
        if self.channel is not None:
            self.channel.close()
            self.channel = None

    def time_decision(self, action: Action) -> None:
        """Record a decision if it is among the slowest. The time to restart a process does not count."""
        self.slowest.append((self.answer_ms, str(action)))
        self.slowest = sorted(self.slowest, key=lambda each: -each[0])[:SLOWEST_KEPT]

    def close(self) -> None:
        """End the bot for good. Remove a temporary log if the bot never failed."""
        self.end_channel()
        if self.log.parent.name.startswith(TEMPORARY_LOG) and not self.faults:
            shutil.rmtree(self.log.parent, ignore_errors=True)

    def __enter__(self) -> RemoteBot:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class PythonBot(RemoteBot):
    """A bot written in Python that runs in a process of its own. The bot gets the same complete views as a bot in this
    process.
    """

    hook_error: BotFault | None = None

    def begin(self, channel: Channel) -> None:
        """Load the bot's file. Store the bot's name and the hooks that it overrides."""
        try:
            loaded = channel.ask({"type": "load"}, self.limits.start_time_ms)
        except BotFault as fault:
            raise BrokenBot(f"{self.name} does not start: {fault.reason} (its log: {self.log})") from None
        if "bad" in loaded or "error" in loaded:
            self.end_channel()
            words = loaded.get("bad") or f"{self.name} does not load: {loaded['error']}"
            raise (BrokenBot if loaded.get("broken", True) else BadBot)(words)
        name, hooks = loaded.get("name"), loaded.get("hooks")
        if not isinstance(name, str) or not isinstance(hooks, list):
            self.end_channel()
            raise BrokenBot(f"{self.name} does not load: it answered {short(loaded)}")
        self.name = shown(name[:NAME_MAX])[:NAME_MAX]
        # set on the object, so that no messages are sent for a bot without hooks (`listens`)
        if "on_hand_start" in hooks or "on_event" in hooks:
            self.on_hand_start = self._hand_start  # type: ignore[method-assign]
        if "on_hand_end" in hooks or "on_event" in hooks:
            self.on_hand_end = self._hand_end  # type: ignore[method-assign]
        if "policy" in hooks:
            self.policy = self._policy  # type: ignore[method-assign]
        if self.game is not None:
            self.greet(channel)

    def greet(self, channel: Channel) -> None:
        """Send the game and the seed."""
        poker = positions.game_to_json(self.game) if isinstance(self.game, PokerGame) else None
        channel.send({"type": "game", "poker": poker, "seed": self.seed})

    def act(self, view: Any) -> Action:
        """Return the bot's action. Raise BotFault if the bot does not answer with one."""
        answer = self.say("act", view)
        with self.garbage(answer):
            action = read_action(answer["action"])
        self.time_decision(action)
        return action

    @contextmanager
    def garbage(self, answer: dict[str, Any]) -> Iterator[None]:
        """Raise BotFault(GARBAGE) if an answer cannot be read: the bot wrote it into the pipe, past its worker."""
        try:
            yield
        except (KeyError, TypeError, ValueError, Error):
            fault = BotFault(faults.GARBAGE, f"it answered {short(answer)}, which is not an answer to its question")
            self.count(fault)
            raise fault from None

    def say(self, kind: str, view: Any) -> dict[str, Any]:
        """Send a view with a question, and return the answer. Raise BotFault(RAISED) for an exception of the bot."""
        answer = self.ask({"type": kind, **self.shown(view)})
        if "error" not in answer and "hook_error" not in answer:
            return answer
        with self.garbage(answer):
            fault = BotFault(faults.RAISED, *texts(answer, "error" if "error" in answer else "hook_error", "traceback"))
        if "hook_error" in answer:
            self.hook_error = fault
            return answer
        self.faults.append(fault)
        raise fault

    def shown(self, view: Any) -> dict[str, Any]:
        """Return the values from which the worker rebuilds the view."""
        if isinstance(view, View) and isinstance(self.game, PokerGame):
            position = positions.to_json(view)
            if position is not None:
                return {"position": position}
        return {"view": describe(view), "legal": describe_legal(view.legal),
                "events": [{"event": type(event).__name__, **plain(event)} for event in getattr(view, "events", ())]}

    def _hand_start(self, view: Any) -> None:
        self.say("on_hand_start", view)
        self.raise_hook_error()

    def _hand_end(self, view: Any) -> None:
        self.say("on_hand_end", view)
        self.raise_hook_error()

    def _policy(self, view: Any) -> Mapping[Action, float]:
        answer = self.say("policy", view)
        with self.garbage(answer):
            return {read_action(written): chance for written, chance in answer["policy"]}

    def raise_hook_error(self) -> None:
        """Raise the exception of an event hook, if one was raised since the last call of this method."""
        error, self.hook_error = self.hook_error, None
        if error is not None:
            raise error


class ProgramBot(RemoteBot):
    """A program in any language that plays by exchanging JSON lines (`json_lines.py`)."""

    number = 0

    def begin(self, channel: Channel) -> None:
        """Send the first message if the game is already known."""
        if self.game is not None:
            self.greet(channel)

    def greet(self, channel: Channel) -> None:
        """Send the first message and wait for `ready`. Raise BrokenBot if the answer is anything but `ready`."""
        game = str(self.game) if isinstance(self.game, PokerGame) else self.game.name if self.game else ""
        try:
            ready = channel.ask(json_lines.start_message(game, self.name, self.limits.move_time_ms),
                                self.limits.start_time_ms)
        except BotFault as fault:
            self.channel = None
            raise BrokenBot(f"{self.name} does not start: {fault.reason} (its log: {self.log})") from None
        if ready.get("type") != "ready":
            self.end_channel()
            raise BrokenBot(f'{self.name} answered {str(ready)[:60]} to "start": {{"type": "ready"}} is expected')

    def act(self, view: Any) -> Action:
        """Return the bot's action. Raise BotFault if the bot does not answer with one."""
        self.number += 1
        answer = self.ask(json_lines.act_message(view, self.number))
        try:
            action = json_lines.read_action(answer, self.number)
        except BotFault as fault:
            self.count(fault)
            raise
        self.time_decision(action)
        return action

    def on_hand_end(self, view: Any) -> None:
        """Send the view at the end of a hand; the program does not answer."""
        if self.channel is None:
            return
        try:
            self.channel.send(json_lines.end_message(view))
        except BotFault as fault:
            self.count(fault)
            raise


def read_action(written: Sequence[Any]) -> Action:
    """Return the action in a worker's answer. Raise BadAction, BadCards, TypeError or ValueError if it holds none."""
    kind, amount, cards = written
    if amount is not None and not isinstance(amount, int | float | str):
        raise TypeError("an amount is a number; a wrong one of the bot's own is a text")
    return Action(kind, amount, Cards("".join(cards)) if cards else ())  # type: ignore[arg-type]


def texts(answer: dict[str, Any], *names: str) -> list[str]:
    """Return values of an answer. Raise KeyError or TypeError unless they are texts."""
    found = [answer[name] for name in names]
    if not all(isinstance(text, str) for text in found):
        raise TypeError("a text is expected")
    return found


def isolate(what: str | PathLike[str], limits: BotLimits | None = None, *, log: str | PathLike[str] | None = None,
            hidden: Sequence[str] = ()) -> RemoteBot:
    """Start a bot in a process of its own. The bot is a file, a module path, `exec:COMMAND` or a ws:// address.

    `log` is the file for everything that the bot prints and for its tracebacks; the default is a temporary file.
    `hidden` lists files and folders that the bot must not see, such as those of other bots. Raise BadBot or BrokenBot
    if the bot cannot be started.
    """
    text, limits = str(what), limits or BotLimits()
    path = Path(log) if log is not None else Path(tempfile.mkdtemp(prefix=TEMPORARY_LOG)) / "bot.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    if text.startswith(("ws://", "wss://")):
        from croupier.bots.isolation.socket import SocketChannel

        bot: RemoteBot = ProgramBot(text, lambda _: SocketChannel(text, limits), limits, path)
    else:
        program = BotProgram.of(text)
        others = [each for each in hidden if each != program.own]
        kind = PythonBot if program.is_python else ProgramBot
        bot = kind(program.name, lambda again: BotProcess(program, limits, path, others, again), limits, path)
    bot.open()
    return bot
