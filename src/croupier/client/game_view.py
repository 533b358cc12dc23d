"""A game that is not poker as a client knows it: the view that `act` carried, with the face of the game's own views.

    class Mine(Bot):
        def act(self, view):
            return view.raise_with(view.hand[0]) if view.raises_left > 1 else view.check()

Every attribute of the local view is an attribute here, told by value: cards as text, records with attributes. What asks
about one seat (`cards_of`, `tricks_of`) is answered from the same frame. The methods named like actions make the
`Action` a bot gives back. What a frame cannot hold is not here: `guess`, and so nobody searches over a wire.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import SimpleNamespace
from typing import Any

from croupier.cards import Cards
from croupier.games.answers import Answers, Choices
from croupier.games.api import Action, BadAction

Frame = dict[str, Any]


class RemoteLegal(Choices):
    """The choices of an `act`: supports `in`, iteration, `len`, `menu`, and the questions games share."""

    def __init__(self, objects: list[Frame]) -> None:
        self.objects = objects
        self.actions = [Action(each["action"], each.get("amount"), Cards(each["cards"]) if "cards" in each else ())
                        for each in objects]

    @property
    def call(self) -> int | None:
        """Chips that calling moves now, None when nothing is owed."""
        return next((each.get("costs", 0) for each in self.objects if each["action"] == "CALL"), None)

    @property
    def cards(self) -> dict[int, str]:
        """Games whose raises play a card: the cards by number."""
        return {each["amount"]: each["card"] for each in self.objects if "card" in each}

    def meant(self, action: Action) -> Action | None:
        """The listed action that another one means: an amount may be left out where there is one size."""
        for listed in self.actions:
            if action == listed or (action.amount is None and action.kind == listed.kind and
                                    tuple(action.cards) == tuple(listed.cards)):
                return listed
        return None

    def menu(self, n: int) -> list[Action]:
        """At most n choices."""
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
        return ", ".join(str(each.get("words", each["action"])) for each in self.objects) or "nobody is to act"


class RemoteView(Answers):
    """What a seat was told, asked like the game's own view."""

    def __init__(self, facts: Mapping[str, Any], legal: list[Frame], known: Mapping[str, Any] | None = None) -> None:
        """`facts` is the `view` of a frame; `known` are things both sides have at home, such as the rules."""
        self._facts = {**facts, **(known or {})}
        self.legal = RemoteLegal(legal)

    def __getattr__(self, name: str) -> Any:
        facts = self.__dict__.get("_facts", {})
        if name not in facts:
            raise AttributeError(f"this game's view told nothing called {name!r}: it has {', '.join(sorted(facts))}")
        value = _record(facts[name])
        if name in SEATED and isinstance(value, list):
            return lambda seat: value[seat]
        return value

    # -- ways to answer ------------------------------------------------------------------------------------------------

    def call(self) -> Action:
        """Stay in, whatever that is called now."""
        word = next((word for word in ("CHECK", "CALL", "CONTINUE", "ALL_IN") if word in self.legal), "CHECK")
        return Action(word)

    def go_on(self) -> Action:
        """Continue at a decision point."""
        return Action("CONTINUE")

    def raise_with(self, card: Any) -> Action:
        """Play a card of the hand, by its name or as the view gave it."""
        name = getattr(card, "name", card)
        for number, own in self.legal.cards.items():
            if own == name:
                return Action("RAISE", number)
        raise BadAction(f"{name!r:.40} is no card that may be played now")


SEATED = ("cards_of", "held_by", "deck_of", "captured_by", "tricks_of")
"""Questions about one seat: in a frame a list with an answer for each."""


def _record(value: Any) -> Any:
    """JSON with attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{name: _record(part) for name, part in value.items()})
    if isinstance(value, list):
        return [_record(part) for part in value]
    return value
