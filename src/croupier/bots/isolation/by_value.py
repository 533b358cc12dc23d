"""Views by value: every public attribute of a view as JSON, and a view made of such attributes.

    describe(view)              -> {"seat": 1, "pot": 30, "cards_of": [["??"], ["Ah"]], ...}
    ValueView(facts, legal)     -> a view with the same attributes; cards are text, records have attributes

Games other than poker are sent this way, and so is every game to programs in other languages. What cannot be sent by
value is missing: `guess`, `suggested`, and so nobody searches in a game that was sent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import SimpleNamespace
from typing import Any

import msgspec

from croupier.cards import Card, Cards
from croupier.games.answers import Answers, Choices
from croupier.games.api import Action, BadAction, Legal

NOT_SENT = ("events", "legal", "genome", "layout", "viewer", "rules", "pots")
"""Attributes that are sent in another form or are the same in every position."""
BY_SEAT = ("cards_of", "held_by", "deck_of", "captured_by", "tricks_of")
"""Questions that a view answers for each seat: a list with an answer for each."""
FIGURES = {"Totals": ("evidence", "cover", "heat", "profit")}
"""Records of which only some figures are sent."""
_DEPTH = 6


def describe(view: Any) -> dict[str, Any]:
    """Return the public attributes of a view as values for JSON."""
    facts = plain(view) if is_dataclass(view) else {}
    for name in BY_SEAT:
        if hasattr(view, name):
            facts[name] = [plain(getattr(view, name)(seat)) for seat in range(len(view.payoffs))]
    for name in dir(type(view)):
        kind = getattr(type(view), name)
        if name.startswith("_") or name in NOT_SENT or not isinstance(kind, property | cached_property):
            continue
        try:
            facts[name] = plain(getattr(view, name))
        except BadAction:  # a question that only another viewer may ask
            continue
    return facts


def describe_legal(legal: Legal, most: int = 64) -> list[dict[str, Any]]:
    """Return up to `most` legal actions as objects that can be sent back."""
    cards = getattr(legal, "cards", None)
    found = []
    for action in legal.menu(most):
        each: dict[str, Any] = {"action": action.kind}
        if action.amount is not None:
            each["amount"] = action.amount
        if action.cards:
            each["cards"] = [str(card) for card in action.cards]
        if isinstance(cards, Mapping) and action.kind == "RAISE" and action.amount in cards:
            each["card"] = cards[action.amount].name
        if action.kind == "CALL" and getattr(legal, "call", None):
            each["costs"] = getattr(legal, "call", None)
        found.append(each)
    return found


def plain(value: Any, depth: int = _DEPTH) -> Any:
    """Return a value as JSON can hold it; parts of any other type are left out as None."""
    if value is None or type(value) in (bool, int, float, str):
        return value
    if isinstance(value, Card):
        return str(value)
    if depth == 0:
        return None
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: plain(getattr(value, each.name), depth - 1) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(part, depth - 1) for key, part in value.items()}
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
    if type(value).__name__ in FIGURES:
        return {name: getattr(value, name) for name in FIGURES[type(value).__name__]}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part, depth - 1) for part in value]
    return None


class ValueLegal(Choices):
    """Legal actions by value: supports `in`, iteration, `len` and `menu`."""

    def __init__(self, objects: list[dict[str, Any]]) -> None:
        self.objects = objects
        self.actions = [Action(each["action"], each.get("amount"), Cards(each["cards"]) if "cards" in each else ())
                        for each in objects]

    @property
    def call(self) -> int | None:
        """Chips that a call moves now, None when nothing is owed."""
        return next((each.get("costs", 0) for each in self.objects if each["action"] == "CALL"), None)

    @property
    def cards(self) -> dict[int, str]:
        """Return the cards that a raise can play, by number, in games whose raises play a card."""
        return {each["amount"]: each["card"] for each in self.objects if "card" in each}

    def menu(self, n: int) -> list[Action]:
        """Return at most n of the actions."""
        return list(self.actions[:n])

    def __contains__(self, action: object) -> bool:
        return action in (self.kinds if isinstance(action, str) else self.actions)

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __str__(self) -> str:
        return ", ".join(map(str, self.actions)) or "nobody is to act"


class ValueView(Answers):
    """A view made of values: the attributes of the game's own view, and its ways to answer."""

    def __init__(self, facts: Mapping[str, Any], legal: list[dict[str, Any]]) -> None:
        self._facts = dict(facts)
        self.legal = ValueLegal(legal)

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name not in facts:
            raise AttributeError(f"this view has no {name!r}: it has {', '.join(sorted(facts))}")
        value = _with_attributes(facts[name])
        if name in BY_SEAT and isinstance(value, list):
            return lambda seat: value[seat]
        return value

    def call(self) -> Action:
        """Stay in, by whatever action that takes now."""
        return Action(next((word for word in ("CHECK", "CALL", "CONTINUE", "ALL_IN") if word in self.legal), "CHECK"))

    def go_on(self) -> Action:
        """Continue at a decision point."""
        return Action("CONTINUE")

    def raise_with(self, card: Any) -> Action:
        """Play a card of the hand, by its name or as the view gave it."""
        name = getattr(card, "name", card)
        for number, own in self.legal.cards.items():
            if own == name:
                return Action("RAISE", number)
        raise BadAction(f"{name!r:.40} is not a card that may be played now")


def _with_attributes(value: Any) -> Any:
    if isinstance(value, dict):
        return SimpleNamespace(**{name: _with_attributes(part) for name, part in value.items()})
    if isinstance(value, list):
        return [_with_attributes(part) for part in value]
    return value
