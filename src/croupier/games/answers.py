"""What may be done and ways to answer, named like actions: they do not act, they make the `Action` a bot gives back.

The views of all games with stakes in fixed steps share both, at home (`games.genome.view`) and over a wire
(`arena.client.remote`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cards import Cards
from croupier.games.api import Action


class Choices:
    """A list of legal actions, asked what all such games can be asked."""

    __slots__ = ()
    actions: Sequence[Action]

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of action there are, each once."""
        return tuple(dict.fromkeys(action.kind for action in self.actions))

    @property
    def fold(self) -> bool:
        """Whether there is a bet to fold to."""
        return "FOLD" in self.kinds

    @property
    def check(self) -> bool:
        """Whether nothing is owed."""
        return "CHECK" in self.kinds

    @property
    def min_raise_to(self) -> int | None:
        """The one size of a bet or raise, as a total for the round; None when there may be none."""
        return next((action.amount for action in self.actions if action.kind in ("BET", "RAISE")), None)

    max_raise_to = min_raise_to


class Answers:
    """The answers that need nothing but their name, or a card."""

    def fold(self) -> Action:
        """Give up the hand."""
        return Action("FOLD")

    def check(self) -> Action:
        """Stay in for nothing."""
        return Action("CHECK")

    def bet(self) -> Action:
        """Open the betting."""
        return Action("BET")

    def raise_(self) -> Action:
        """Raise by one step."""
        return Action("RAISE")

    def all_in(self) -> Action:
        """Move all chips in where they are short of the bet."""
        return Action("ALL_IN")

    def draw(self) -> Action:
        """Take a card."""
        return Action("DRAW")

    def stand_pat(self) -> Action:
        """Keep all cards."""
        return Action("STAND_PAT")

    def pass_(self) -> Action:
        """Play no card."""
        return Action("PASS")

    def discard(self, card: Any) -> Action:
        """Throw a card away."""
        return Action("DISCARD", None, Cards(card))

    def play(self, card: Any) -> Action:
        """Play a card."""
        return Action("PLAY", None, Cards(card))

    def give(self, card: Any) -> Action:
        """Give a card to the next player."""
        return Action("GIVE", None, Cards(card))
