"""Shared parts of views and legal choices: methods named like actions that return the `Action` for a bot to give back.

The views of all games with fixed-step bets use them, in a local game (`games.genome.view`) and where a view was sent
(`games.by_value`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from croupier.cards import Cards
from croupier.games.api import Action


class Choices:
    """A list of legal actions, and the questions that every game with fixed-step bets can answer."""

    __slots__ = ()
    actions: Sequence[Action]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the kinds of the legal actions, each once."""
        return tuple(dict.fromkeys(action.kind for action in self.actions))

    @property
    def fold(self) -> bool:
        """Return True if there is a bet to fold to."""
        return "FOLD" in self.kinds

    @property
    def check(self) -> bool:
        """Return True if there is nothing to call."""
        return "CHECK" in self.kinds

    @property
    def min_raise_to(self) -> int | None:
        """Return the size of a bet or raise, as a total for the round, or None if neither is legal."""
        return next((action.amount for action in self.actions if action.kind in ("BET", "RAISE")), None)

    # a fixed step has one size
    max_raise_to = min_raise_to


class Answers:
    """Methods that return an action from its name alone, or from its name and a card."""

    def fold(self) -> Action:
        """Return a fold."""
        return Action("FOLD")

    def check(self) -> Action:
        """Return a check."""
        return Action("CHECK")

    def bet(self) -> Action:
        """Return an opening bet."""
        return Action("BET")

    def raise_(self) -> Action:
        """Return a raise by one step."""
        return Action("RAISE")

    def all_in(self) -> Action:
        """Return an all-in, for a stack that is too short for the bet."""
        return Action("ALL_IN")

    def draw(self) -> Action:
        """Return a draw of one card."""
        return Action("DRAW")

    def stand_pat(self) -> Action:
        """Return a stand pat: keep all cards."""
        return Action("STAND_PAT")

    def pass_(self) -> Action:
        """Return a pass: play no card."""
        return Action("PASS")

    def discard(self, card: Any) -> Action:
        """Return a discard of this card."""
        return Action("DISCARD", None, Cards(card))

    def play(self, card: Any) -> Action:
        """Return a play of this card."""
        return Action("PLAY", None, Cards(card))

    def give(self, card: Any) -> Action:
        """Return a gift of this card to the next player."""
        return Action("GIVE", None, Cards(card))

    def take_top(self, card: Any) -> Action:
        """Return a draw of the pile's top card."""
        return Action("TAKE_TOP", None, Cards(card))

    def lay(self, card: Any) -> Action:
        """Return a card laid face down for a claim."""
        return Action("LAY", None, Cards(card))

    def challenge(self) -> Action:
        """Return a challenge of the claim that was just made."""
        return Action("CHALLENGE")

    def ask(self, card: Any) -> Action:
        """Return a question for cards of a rank, named by the lowest card of it."""
        return Action("ASK", None, Cards(card))
