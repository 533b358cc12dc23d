"""The choices of the role to act: test an action with `in`, iterate over them, print them, or ask why an action is
refused.

In the sting a raise plays a card: the `amount` of the action is the card's number in the game's layout. At a decision
point the Player may only CONTINUE or FOLD.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import short
from croupier.games.api import Action, BadAction
from croupier.games.sting.cards import ROLES, Card
from croupier.games.sting.layout import Layout

CHECK, FOLD, CONTINUE = Action("CHECK"), Action("FOLD"), Action("CONTINUE")


class Legal:
    """The legal actions. There are no legal actions if the run is over or if it is another role's turn."""

    __slots__ = ("_actions", "layout", "seat")

    def __init__(self, layout: Layout, seat: int | None, is_betting: bool, faces: list[int]) -> None:
        self.layout, self.seat = layout, seat
        if seat is None:
            self._actions: list[Action] = []
        elif is_betting:
            self._actions = [CHECK, *(layout.moves[face] for face in faces), FOLD]
        else:
            self._actions = [CONTINUE, FOLD]

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the names of the legal kinds of action, each once."""
        return tuple(dict.fromkeys(action.kind for action in self._actions))

    @property
    def check(self) -> bool:
        """Return True if a check is legal, which it always is during the betting (I1)."""
        return CHECK in self._actions

    @property
    def fold(self) -> bool:
        """Return True if a fold is legal, which it always is for the role to act (I4)."""
        return self.seat is not None

    @property
    def cards(self) -> dict[int, Card]:
        """Return the cards that a raise may play, by number."""
        numbers = [action.amount for action in self._actions if action.amount is not None]
        return {number: self.layout.cards[number] for number in numbers}

    def refusal(self, action: Action) -> tuple[str, str] | None:
        """Return why an action is refused, as a reason and a clause of the rules, or None if it is legal."""
        kind = action.kind
        if action in self._actions:
            return None
        if self.seat is None:
            return "nobody is to act", "I8"
        if action.cards:
            return f"{kind} takes no poker cards: a raise names the number of a card", "I1"
        if kind in ("CHECK", "FOLD", "CONTINUE") and action.amount is not None:
            return f"{kind} takes no card", "I1"
        # a check is always legal during the betting (I1), so otherwise this is a decision point
        if CHECK not in self._actions:
            return f"{kind} is not possible at a decision point: continue or fold", "I5"
        if kind == "CONTINUE":
            return "CONTINUE is not possible: the betting goes on, check instead", "I5"
        if kind != "RAISE":
            return f"{short(kind)} is not an action of this game: check, raise or fold", "I1"
        if not self.cards:
            return "a raise plays a card, and this hand is empty", "I1"
        return f"{short(action.amount)} is not a card in this hand", "I1"

    def menu(self, n: int) -> list[Action]:
        """Return at most n choices for a search: check, raises, fold. If there are more, leave out raises."""
        if type(n) is not int or n < 1:
            raise BadAction(f"a menu has at least one choice, not {short(n)}")
        actions = self._actions
        # the fold is kept, so that a search can always leave the hand
        return actions[:n] if len(actions) <= n or n == 1 else [*actions[:n - 1], actions[-1]]

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return any(action == known.kind for known in self._actions)
        return isinstance(action, Action) and action in self._actions

    def __iter__(self) -> Iterator[Action]:
        return iter(self._actions)

    def __len__(self) -> int:
        return len(self._actions)

    def __str__(self) -> str:
        if self.seat is None:
            return "nobody is to act"
        words = [self.describe(action) for action in self._actions]
        return f"{ROLES[self.seat]} may {', '.join(words[:-1])} or {words[-1]}"

    def describe(self, action: Action) -> str:
        """Return an action in words, with its card's name."""
        if action.amount is None:
            return str(action)
        return f"raise with {self.layout.cards[action.amount].name}"

    def __repr__(self) -> str:
        return f"<Legal: {self}>"
