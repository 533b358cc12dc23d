"""Run in the process of a Python bot: load the bot, then answer one message after another.

Before the bot is loaded, standard output is redirected to the log, so that nothing that the bot prints can be mistaken
for an answer. If the bot raises an exception, the answer is its traceback, which is also written to the log.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import traceback
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

from croupier.bots.base import BadBot, Bot, listens, name_of
from croupier.bots.isolation import positions
from croupier.games.api import Action, BadAction
from croupier.games.by_value import ValueView, plain

HOOKS = ("on_hand_start", "on_event", "on_hand_end", "policy")


def main(what: str) -> None:
    """Answer messages until the pipe is closed."""
    requests, answers = os.dup(0), os.dup(1)
    os.set_inheritable(requests, False)
    os.set_inheritable(answers, False)
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    with os.fdopen(requests, "rb") as source, os.fdopen(answers, "wb", 0) as target:
        worker = _Worker()
        for line in source:
            answer = worker.answer(what, json.loads(line))
            if answer is not None:
                target.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")


def load_bot(what: str) -> Bot:
    """Load a bot from a file, from another system (`elsewhere.py`), or from a module given as `module=NAME=FOLDER`."""
    from croupier.bots import elsewhere
    from croupier.bots.load import class_in, load, made

    if elsewhere.split(what)[0]:
        return elsewhere.seat_from(what)
    if not what.startswith("module="):
        return load(what)
    _, name, folder = what.split("=", 2)
    sys.path.insert(0, folder)
    module_name, _, class_name = name.partition(":")
    return made(class_in(importlib.import_module(module_name), class_name, Path(module_name)), name)


class _Worker:
    """The bot, its game, and the number of events for which the bot has been called."""

    bot: Bot

    def __init__(self) -> None:
        self.game: Any = None
        self.seen = 0
        """The number of the hand's events for which the bot has been called."""

    def answer(self, what: str, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the answer to a message, or None if the message needs no answer."""
        kind = message["type"]
        try:
            if kind == "load":
                return self.load(what)
            if kind == "game":
                self.game = None if message["poker"] is None else positions.game_from_json(message["poker"])
                self.bot.rng = Random(message["seed"])
                return None
            return self.reply(kind, self.view(message), message)
        except NotAnAction as error:  # without a traceback, because it would contain only frames of our own code
            reason = f"{kind}{_place_of(getattr(self.bot, kind))} {error}"
            print(reason, file=sys.stderr, flush=True)
            return {"error": reason, "traceback": ""}
        except BaseException as error:
            return {"error": f"{kind} {_raised(error)}", "traceback": _traceback(error)}

    def load(self, what: str) -> dict[str, Any]:
        """Load the bot. Return its name and the hooks that it overrides."""
        try:
            self.bot = load_bot(what)
        except BadBot as error:
            return {"bad": str(error), "broken": type(error).__name__ == "BrokenBot"}
        return {"name": name_of(self.bot), "hooks": [hook for hook in HOOKS if listens(self.bot, hook)]}

    def reply(self, kind: str, view: Any, message: dict[str, Any]) -> dict[str, Any]:
        """Call the hooks for new events, then the method that the message asks for."""
        answer: dict[str, Any] = {}
        if kind == "policy":
            return {"policy": [[written(action), chance] for action, chance in self.bot.policy(view).items()]}
        if kind == "on_hand_start":
            self.seen = 0
            self.bot.on_hand_start(view)
        try:
            self.deliver_events(view, message)
        except Exception as error:
            answer |= {"hook_error": f"on_event {_raised(error)}", "traceback": _traceback(error)}
        if kind == "on_hand_end":
            self.bot.on_hand_end(view)
        return {**answer, "action": written(self.bot.act(view))} if kind == "act" else answer

    def deliver_events(self, view: Any, message: dict[str, Any]) -> None:
        """Call `on_event` for each event since the last message."""
        if not listens(self.bot, "on_event"):
            return
        sent = message.get("events")
        events: list[Any] = view.events if sent is None else [SimpleNamespace(**each) for each in sent]
        fresh, self.seen = events[self.seen:], len(events)
        for event in fresh:
            self.bot.on_event(event)

    def view(self, message: dict[str, Any]) -> Any:
        """Return the view that a message describes."""
        if message.get("position") is not None:
            return positions.from_json(self.game, message["position"])
        return ValueView(message["view"], message["legal"])


class NotAnAction(BadAction):
    """Raised when a bot returns something other than an action."""


def written(action: object) -> Any:
    """Return an action as values for JSON. Raise NotAnAction if it is not an action."""
    if not isinstance(action, Action):
        raise NotAnAction(f"returned {action!r:.60}, which is not an action: return one, such as view.fold()")
    amount: Any = action.amount
    if amount is not None and type(amount) is not int:
        amount = plain(amount) if type(amount) in (float, bool, str) else repr(amount)[:60]
    return [action.kind, amount, [str(card) for card in action.cards]]


def _place_of(method: Any) -> str:
    """Return the file and line where a method begins, if Python knows them."""
    code = getattr(method, "__code__", None)
    return f" ({Path(code.co_filename).name}:{code.co_firstlineno})" if code else ""


def _raised(error: BaseException) -> str:
    """Describe an exception in one line: its name, its message, and the line of the bot's file where it was raised."""
    words = str(error).partition("\n")[0][:200]
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if not frame.filename.startswith(str(Path(__file__).parents[2]))]
    place = f" at {Path(own[-1].filename).name}:{own[-1].lineno}" if own else ""
    return f"raised {type(error).__name__}" + (f": {words}" if words else "") + place


def _traceback(error: BaseException) -> str:
    """Write the traceback to the log and return its end."""
    trace = "".join(traceback.format_exception(error))
    sys.stderr.write(trace)
    sys.stderr.flush()
    return trace[-4000:]
