"""Events of games that are not poker, in words, from what their frames carry in `data`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from croupier.games.genome.events import NAMES, sentence
from croupier.games.sting.events import Outcome

Frame = dict[str, Any]
_UNTOLD = ("DEAL", "DREW")
"""Cards dealt face down, one by one: they say nothing."""


def told(frame: Frame, who: str) -> str:
    """An event in a sentence; nothing for what says nothing."""
    word, data = frame["ev"], frame["data"]
    if word in _UNTOLD:
        return ""
    if word in NAMES:
        return sentence(word, who, data.get("amount", 0), " ".join(data.get("cards", [])))
    if word in _STING:
        return _STING[word](who, data)
    return f"{who}: {word.lower()}" if "seat" in frame else str(word.lower())


def _card(data: Frame) -> str:
    return str(data["card"]["name"]) if data.get("card") else "a card"


_STING: dict[str, Callable[[str, Frame], str]] = {
    "HANDBEGAN": lambda who, data: f"hand {data['hand']}: cash {data['cash']:,}, heat {data['heat']}",
    "ENTERED": lambda who, data: f"round {data['round']}" if data["phase"] == "betting" else "",
    "CHECKED": lambda who, data: f"{who} checks" + (", having no card left" if data.get("by_itself") else ""),
    "RAISED": lambda who, data: f"{who} plays {_card(data)} face down",
    "FOLDED": lambda who, data: f"{who} folds",
    "FLIPPED": lambda who, data: f"{who} played {_card(data)}",
    "CONTINUED": lambda who, data: "the Player goes on",
    "OUTCOME": lambda who, data: str(Outcome(**data)),
}
