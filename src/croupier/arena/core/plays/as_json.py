"""Views and events of games that are not poker, told by what they are made of (ruling T10).

Every public attribute of the view that the game's `observe` gave for a viewer, every field of an event. What is not in
the view cannot be told.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games.api import BadAction

_UNTOLD = ("events", "legal", "genome", "layout", "viewer")
"""Attributes of views that are told elsewhere or are the same for everybody."""
_SEATED = ("cards_of", "held_by", "deck_of", "captured_by", "tricks_of")
"""What views answer for each seat: told as a list."""
_FIGURES = {"Totals": ("evidence", "cover", "heat", "profit")}
"""Values that are told by some of their figures."""
_DEPTH = 6


def described(view: Any) -> dict[str, Any]:
    """A view by what it is made of."""
    facts = plain(view) if is_dataclass(view) else {}
    for name in _SEATED:
        if hasattr(view, name):
            facts[name] = [plain(getattr(view, name)(seat)) for seat in range(len(view.payoffs))]
    for name in dir(type(view)):
        kind = getattr(type(view), name)
        if not name.startswith("_") and name not in _UNTOLD and isinstance(kind, property | cached_property):
            try:
                facts[name] = plain(getattr(view, name))
            except BadAction:  # a question only another viewer may ask
                continue
    return facts


def plain(value: Any, depth: int = _DEPTH) -> Any:
    """A value as JSON can hold it; what is neither a number, a text, cards, a record nor a list of them is left out."""
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
    if type(value).__name__ in _FIGURES:
        return {name: getattr(value, name) for name in _FIGURES[type(value).__name__]}
    if isinstance(value, list | tuple | set | frozenset):
        return [plain(part, depth - 1) for part in value]
    return None
