"""Views by value: every public attribute of a view as JSON, and a view made of such attributes.

    describe(view)              -> {"seat": 1, "pot": 30, "cards_of": [["??"], ["Ah"]], ...}
    ValueView(facts, legal)     -> a view with the same attributes; cards are text, records have attributes

A bot in a process of its own and a client of an arena see games other than poker this way, and programs in other
languages see every game this way. `guess` and `suggested` cannot be sent, so no bot can search in a game that was sent.
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
# views are shallow; a record that holds itself would never end
_DEPTH = 6


def describe(view: Any) -> dict[str, Any]:
    """Return the public attributes of a view as values for JSON."""
    sent = getattr(view, "by_value", None)
    if sent is not None:  # a view that came over the wire holds nothing else
        return dict(sent)
    facts = plain(view) if is_dataclass(view) else {}
    for name in BY_SEAT:
        if hasattr(view, name):
            facts[name] = [plain(getattr(view, name)(seat)) for seat in range(len(view.payoffs))]
    # properties of the class, not attributes of the object: those are the view's own and may hold secrets
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
    sent = getattr(legal, "objects", None)
    if sent is not None:  # it came over the wire
        return list(sent[:most])
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
    # exact types: a Card is an int, and is sent as text
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
        """Return the chips that a call moves now, or None if nothing is owed."""
        return next((each.get("costs", 0) for each in self.objects if each["action"] == "CALL"), None)

    @property
    def cards(self) -> dict[int, str]:
        """Return the cards that a raise can play, by number, in games whose raises play a card."""
        return {each["amount"]: each["card"] for each in self.objects if "card" in each}

    def meant(self, action: Action) -> Action | None:
        """Return the listed action that an action stands for: an amount may be left out if there is one size."""
        for listed in self.actions:
            if action == listed or (action.amount is None and action.kind == listed.kind and
                                    tuple(action.cards) == tuple(listed.cards)):
                return listed
        return None

    def menu(self, n: int) -> list[Action]:
        """Return at most n of the actions."""
        return list(self.actions[:n])

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return action in self.kinds
        return isinstance(action, Action) and self.meant(action) is not None

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def __str__(self) -> str:
        words = (str(each.get("words", action)) for each, action in zip(self.objects, self.actions))
        return ", ".join(words) or "nobody is to act"


class ValueView(Answers):
    """A view made of values: the attributes of the game's own view, and its ways to answer."""

    def __init__(self, facts: Mapping[str, Any], legal: list[dict[str, Any]],
                 known: Mapping[str, Any] | None = None) -> None:
        """Make a view of what was sent, and of what both sides know without it (`known`), such as the rules."""
        self._facts = {**facts, **(known or {})}
        self.by_value = dict(facts)
        """What was sent, to be sent on to a bot in another process."""
        self.legal = ValueLegal(legal)

    def ended(self, payoffs: list[int]) -> ValueView:
        """Return this view at the end of the game, with what everybody won."""
        return ValueView({**self.by_value, "is_over": True, "payoffs": payoffs}, [])

    def __getattr__(self, name: str) -> Any:
        # not self._facts: while a view is being copied or unpickled it is not there yet, and asking for it would not
        # end
        facts = self.__dict__.get("_facts", {})
        if name not in facts:
            raise AttributeError(f"this view has no {name!r}: it has {', '.join(sorted(facts))}")
        value = _with_attributes(facts[name])
        # a question by seat is a method in the game's own view, too
        if name in BY_SEAT and isinstance(value, list):
            return lambda seat: value[seat]
        return value

    def call(self) -> Action:
        """Return the action that stays in: a check, a call, or whatever that takes now."""
        return Action(next((word for word in ("CHECK", "CALL", "CONTINUE", "ALL_IN") if word in self.legal), "CHECK"))

    def go_on(self) -> Action:
        """Return the action that continues at a decision point."""
        return Action("CONTINUE")

    def raise_with(self, card: Any) -> Action:
        """Return the raise that plays a card of the hand, given by its name or as the view has it."""
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
