"""Write and read the messages of a program in any language, one JSON object on each line (`docs/json-bots.md`).

    -> {"type": "start", "v": 1, "game": "no-limit hold'em 50/100", "name": "mybot", "move_time_ms": 2000}
    <- {"type": "ready"}
    -> {"type": "act", "id": 17, "view": {...}, "legal": [{"action": "FOLD"}, ...], "events": [...]}
    <- {"id": 17, "action": "RAISE_TO", "amount": 300}
    -> {"type": "end", "view": {...}}

An answer must repeat the `id` of its question. The words of actions are those of the arena's protocol.
"""

from __future__ import annotations

from typing import Any

from croupier.bots.isolation import faults
from croupier.bots.isolation.faults import BotFault
from croupier.cards import BadCards, Cards
from croupier.games.api import Action, BadAction
from croupier.games.by_value import describe, describe_legal, plain
from croupier.games.poker.view import View

VERSION = 1
EVENTS_MAX = 400
"""The maximum number of events that a question contains."""


def start_message(game: str, name: str, move_time_ms: int) -> dict[str, Any]:
    """Return the first message."""
    return {"type": "start", "v": VERSION, "game": game, "name": name, "move_time_ms": move_time_ms}


def act_message(view: Any, number: int) -> dict[str, Any]:
    """Return the question for an action: what the seat sees, which actions are legal, and what happened in this
    hand.
    """
    facts = describe(view)
    if isinstance(view, View):
        facts |= {"legal": _poker_legal(view), "cards_of": [_cards(view.cards_of(seat))
                                                            for seat in range(len(view.stacks))]}
    events = [{"event": type(event).__name__, **plain(event)} for event in getattr(view, "events", [])[-EVENTS_MAX:]
              if isinstance(plain(event), dict)]
    return {"type": "act", "id": number, "view": facts, "legal": describe_legal(view.legal), "events": events}


def end_message(view: Any) -> dict[str, Any]:
    """Return the message at the end of a hand."""
    return {"type": "end", "view": describe(view)}


def read_action(answer: dict[str, Any], number: int) -> Action:
    """Return the action in an answer. Raise BotFault if the answer contains no action."""
    if answer.get("id") != number:
        raise BotFault(faults.GARBAGE, f"it answered question {answer.get('id')!r:.20}, but was asked {number}")
    cards = answer.get("cards", [])
    try:
        if not isinstance(cards, list):
            raise BadAction("cards must be a list")
        return Action(answer.get("action"), answer.get("amount"), Cards("".join(map(str, cards))) if cards else ())  # type: ignore[arg-type]
    except (BadAction, BadCards) as error:
        raise BotFault(faults.GARBAGE, f"its answer holds no action: {error}") from None


def _poker_legal(view: View) -> dict[str, Any]:
    legal = view.legal
    return {"kinds": list(legal.kinds), "call": legal.call, "min_raise_to": legal.min_raise_to,
            "max_raise_to": legal.max_raise_to, "bring_in": legal.bring_in, "discard": legal.discard}


def _cards(cards: Any) -> list[str]:
    return [str(card) for card in cards]
