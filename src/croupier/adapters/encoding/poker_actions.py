"""Assign numbers to the actions of poker, either for every bet size or only for a few sizes.

    number      full                                sized
    0           fold                                fold
    1           check, call or bring in             check, call or bring in
    2 ...       raise to 1, 2, ... chips            the smallest raise, parts of the pot, the largest raise
    the last    discards: a set of slots, as bits   discards

A sized set does not change the game. The set only chooses which of the legal amounts have a number. Parts of the pot
are parts of the pot after a call. A raise by a part of the pot is legal if it lies strictly between the smallest and
the largest raise and is larger than the raise by the previous part. So no two numbers mean the same amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from croupier.adapters.encoding.base import BadEnvironment
from croupier.cards import Cards
from croupier.errors import short
from croupier.games.api import Action

FOLD, CALL, RAISE = 0, 1, 2
POT_PERCENTS = (50, 75, 100, 200)
"""The default sizes of raises in a sized set, in percent of the pot after a call."""


@dataclass(frozen=True)
class FullActions:
    """The full set of actions, in which every legal amount has a number of its own."""

    most: int
    """The largest stack, which is the maximum amount of a raise."""

    @property
    def betting(self) -> int:
        """Return how many action numbers are for betting."""
        return RAISE + self.most

    def raises(self, view: Any) -> dict[int, int]:
        """Return the legal raises of the seat to act: the amount for each action number."""
        legal = view.legal
        if legal.max_raise_to is None:
            return {}
        return {RAISE - 1 + amount: amount for amount in range(legal.min_raise_to, legal.max_raise_to + 1)}

    def raise_words(self, number: int) -> str:
        """Return in words what the action number of a raise means."""
        return f"raise to {number - RAISE + 1}"


@dataclass(frozen=True)
class SizedActions:
    """A set with few sizes of raise: the smallest raise, some percentages of the pot, and the largest raise."""

    percents: tuple[int, ...] = POT_PERCENTS

    def __post_init__(self) -> None:
        sizes = self.percents
        if not isinstance(sizes, tuple) or len(sizes) > 16 or not all(
                type(size) is int and 0 < size <= 10_000 for size in sizes) or any(a >= b for a, b in pairwise(sizes)):
            raise BadEnvironment(f"pot sizes are at most 16 rising percentages of 1 to 10,000, not {short(sizes)}")

    @property
    def betting(self) -> int:
        """Return how many action numbers are for betting."""
        return RAISE + len(self.percents) + 2

    def raises(self, view: Any) -> dict[int, int]:
        """Return the legal raises of the seat to act: the amount for each action number."""
        least, most = view.legal.min_raise_to, view.legal.max_raise_to
        if most is None:
            return {}
        found, last = {RAISE: least}, least
        for place, percent in enumerate(self.percents):
            amount = view.price + (view.pot + (view.legal.call or 0)) * percent // 100
            if last < amount < most:
                found[RAISE + 1 + place] = last = amount
        if most > least:
            found[RAISE + 1 + len(self.percents)] = most
        return found

    def raise_words(self, number: int) -> str:
        """Return in words what the action number of a raise means."""
        names = ["the smallest raise", *(f"raise {percent} % of the pot" for percent in self.percents),
                 "the largest raise"]
        return names[number - RAISE]


ActionSet = FullActions | SizedActions


def action_set(wanted: object, stacks: Sequence[int]) -> ActionSet:
    """Return the action set named "full" or "sized". Return a set unchanged if one is given."""
    if isinstance(wanted, FullActions | SizedActions):
        return wanted
    if wanted == "full":
        return FullActions(max(stacks))
    if wanted == "sized":
        return SizedActions()
    raise BadEnvironment(f"actions are 'full', 'sized' or SizedActions(percents), not {short(wanted)}")


def passive(view: Any) -> Action:
    """Return the bring-in, check or call of the seat to act, whichever is legal."""
    if view.legal.bring_in is not None:
        return Action("BRING_IN")
    return Action("CHECK" if view.legal.check else "CALL")


def discard(slots: int, hole: Sequence[Any]) -> Action:
    """Return the action that discards the cards in these slots."""
    if slots == 0:
        return Action("STAND_PAT")
    return Action("DISCARD", None, Cards([card for place, card in enumerate(hole) if slots >> place & 1]))
