"""Let a language model play a seat.

    llm:MODEL                   with CROUPIER_LLM_ENDPOINT=http://localhost:8000/v1 and, if needed, CROUPIER_LLM_KEY
    LlmBot(LlmSettings("model", "http://localhost:8000/v1"))

If an answer is not a legal action, the model is asked again with the reason of the refusal. After the last try, or when
the time or the budget is used up, the seat checks or folds. The hand's record has the tokens, cost and latency of each
decision.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Sequence
from os import PathLike
from typing import Any

from croupier.adapters.hand_so_far import refuse_other_games
from croupier.adapters.llm.endpoint import Endpoint, LlmFailed, LlmSettings
from croupier.adapters.llm.prompt import Opponents, messages
from croupier.bots.base import Bot
from croupier.bots.isolation import BotLimits
from croupier.games.api import Action, BadAction
from croupier.games.poker.view import View

_OBJECT = re.compile(r"\{[^{}]*\}")
KINDS = ("FOLD", "CHECK", "CALL", "RAISE_TO", "ALL_IN", "BET", "RAISE")


def seat(text: str, limits: BotLimits | None = None, log: str | PathLike[str] | None = None,
         hidden: Sequence[str] = ()) -> Bot:
    """Return a bot for a model. Raise BadBot if the environment variables name no endpoint."""
    return LlmBot(LlmSettings.from_environment(text, None if limits is None else limits.move_time_ms))


class LlmBot(Bot):
    """A bot that asks a language model for its actions."""

    def __init__(self, settings: LlmSettings) -> None:
        self.settings = settings
        self.name = re.sub(r"[^A-Za-z0-9._-]+", "-", settings.model)[:40] or "llm"
        self.endpoint = Endpoint(settings)
        self.opponents = Opponents()
        self.spent = 0.0
        self.decisions: list[dict[str, Any]] = []
        """The tokens, cost and latency of each decision of this hand."""

    def on_hand_start(self, view: View) -> None:
        """Begin a hand."""
        refuse_other_games(view, "a language model")
        self.decisions = []

    def on_hand_end(self, view: View) -> None:
        """Update the opponents' figures with their actions in this hand."""
        self.opponents.take(view.events)

    def notes(self) -> list[dict[str, Any]]:
        """Return the tokens, cost and latency of each decision of the hand."""
        return list(self.decisions)

    def act(self, view: View) -> Action:
        """Ask the model until it answers with a legal action. If the model fails to, check or fold."""
        note = {"model": self.settings.model, "street": view.street, "tries": 0, "prompt_tokens": 0,
                "completion_tokens": 0, "cost": 0.0, "latency_ms": 0.0, "instead": ""}
        self.decisions.append(note)
        try:
            action = self._asked(view, note)
        except LlmFailed as error:
            note["instead"] = str(error)
            action = view.check() if view.legal.check else view.fold()
        note["action"] = str(action)
        return action

    def _asked(self, view: View, note: dict[str, Any]) -> Action:
        """Return the model's action. Raise LlmFailed if it gives none within the time, the budget and the number of
        tries.
        """
        settings, refusal = self.settings, ""
        until = time.monotonic() + settings.time_ms / 1000
        for _ in range(settings.tries):
            if settings.budget is not None and self.spent >= settings.budget:
                raise LlmFailed("the budget is used up")
            note["tries"] += 1
            answer = self.endpoint.ask(messages(view, self.opponents, refusal), 1000 * (until - time.monotonic()))
            cost = (answer.prompt_tokens * settings.price_in + answer.completion_tokens * settings.price_out) / 1e6
            self.spent += cost
            note["prompt_tokens"] += answer.prompt_tokens
            note["completion_tokens"] += answer.completion_tokens
            note["cost"] = round(note["cost"] + cost, 9)
            note["latency_ms"] = round(note["latency_ms"] + answer.latency_ms, 1)
            action, refusal = read_answer(answer.text, view)
            if action is not None:
                return action
        raise LlmFailed(f"no legal action in {settings.tries} answers; the last was refused: {refusal}")

    def close(self) -> None:
        """End the connection."""
        self.endpoint.close()

    def __repr__(self) -> str:
        return f"<LlmBot {self.name}>"


def read_answer(text: str, view: View) -> tuple[Action | None, str]:
    """Return the action in an answer, or None and the reason why the answer is refused."""
    for found in reversed(_OBJECT.findall(text)):
        try:
            answer = json.loads(found)
        except ValueError:
            continue
        if isinstance(answer, dict) and "action" in answer:
            break
    else:
        return None, 'the answer holds no JSON object like {"action": "CALL"}'
    kind, amount = answer["action"], answer.get("amount")
    if kind not in KINDS:
        return None, f"the action is one of {', '.join(KINDS[:5])}"
    try:
        action = Action(kind, amount if kind in ("RAISE_TO", "BET", "RAISE") else None)
    except BadAction as error:
        return None, str(error)[:80]
    refusal = view.legal.refusal(action)
    return (action, "") if refusal is None else (None, f"{refusal[0]} ({refusal[1]})")
