"""The choices of the seat to act in a genome's game, as a value. You can read its fields, test an action with `in`,
iterate over it and print it.

An action is legal exactly if it is listed. `refusal(action)` gives the reason and the clause if an action is not legal.
Bets have one size (G1), so an action may leave the amount out. If an action states the amount, the amount must be the
total to which the bet goes (raise-to, B1).
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.errors import short
from croupier.games.answers import Choices
from croupier.games.api import Action, BadAction

_BETTING = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "ALL_IN")
_WITH_CARD = ("DISCARD", "PLAY", "GIVE", "TAKE_TOP", "LAY", "ASK")
_SIZED = ("BET", "RAISE")


class Legal(Choices):
    """The legal choices of the seat to act. There are no legal choices if nobody has to act or if it is another seat's
    turn.
    """

    __slots__ = ("actions", "codes", "owed", "price", "seat", "step")

    def __init__(self, seat: int | None = None, actions: tuple[Action, ...] = (), codes: tuple[int, ...] = (),
                 price: int = 0, owed: int = 0, step: int = 0) -> None:
        self.seat = seat
        self.actions = actions
        self.codes = codes
        self.price = price
        self.owed = owed
        self.step = step

    # -- asked ---------------------------------------------------------------------------------------------------------

    @property
    def is_betting(self) -> bool:
        """Return True if the choice is about chips."""
        # in a phase all choices are about chips or all are about cards, so the first action is enough to decide
        return bool(self.actions) and self.actions[0].kind in _BETTING

    @property
    def call(self) -> int | None:
        """Return the chips that a call would move now, at most the stack. Return None if there is nothing to call."""
        return self.owed if self.is_betting and self.owed > 0 else None

    # -- found and refused ---------------------------------------------------------------------------------------------

    def code_of(self, action: Action) -> int:
        """Return the engine's number for an action, or -1 if it is not legal."""
        for at, listed in enumerate(self.actions):
            if _is_same(action, listed):
                return self.codes[at]
        return -1

    def refusal(self, action: Action) -> tuple[str, str] | None:
        """Return the reason and the clause for which an action is refused. Return None if it is legal."""
        if self.code_of(action) >= 0:
            return None
        if not self.actions:
            return "nobody has to act here", "B10"
        kind = action.kind
        # this kind of action is legal, so its card or amount must be wrong
        if kind in self.kinds:
            return self._wrong_argument(kind, action)
        if kind in _BETTING and self.is_betting:
            return self._wrong_bet(kind)
        return f"{short(kind)} is not possible now: {', '.join(self.kinds)}", "B10"

    def _wrong_argument(self, kind: str, action: Action) -> tuple[str, str]:
        if action.cards and kind not in _WITH_CARD:
            return f"{kind} takes no card", "B10"
        if action.amount is not None and kind not in _SIZED:
            return f"{kind} takes no amount", "G1" if self.is_betting else "B10"
        if kind in _WITH_CARD:
            return f"{kind} {action.cards or 'without a card'}: that card may not be chosen now", "B10"
        return f"{kind} has one size here, {self.min_raise_to}, not {short(action.amount)}", "G1"

    def _wrong_bet(self, kind: str) -> tuple[str, str]:
        reasons = {
            "CHECK": (f"CHECK is not possible: {self.owed} to call", "B9"),
            "CALL": ("CALL is not possible: nothing is owed", "B9") if not self.owed else
                    ("CALL is not affordable: ALL_IN or FOLD", "G1"),
            "FOLD": ("FOLD is not offered with nothing to call", "B9"),
            "BET": (f"BET is not possible: there is a bet of {self.price} already", "B9") if self.price else
                   ("BET is not possible: too few chips, or nobody left to call it", "G1"),
            "RAISE": ("RAISE is not possible: there is no bet yet", "B9") if not self.price else
                     ("RAISE is not possible: the raises are used up, the chips too few, or the others all-in", "G1"),
            "ALL_IN": ("ALL_IN is only for a stack short of the bet", "G1")}
        return reasons[kind]

    # -- as a collection -----------------------------------------------------------------------------------------------

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return action.upper() in self.kinds
        return isinstance(action, Action) and self.code_of(action) >= 0

    def __iter__(self) -> Iterator[Action]:
        return iter(self.actions)

    def __len__(self) -> int:
        return len(self.actions)

    def menu(self, n: int) -> list[Action]:
        """Return at most n legal choices, for a search."""
        if type(n) is not int or n < 1:
            raise BadAction(f"a menu has at least one choice, not {short(n)}")
        return list(self.actions[:n])

    def __str__(self) -> str:
        if not self.actions:
            return "nobody has to act"
        words = [str(action) for action in self.actions]
        if self.is_betting and self.owed > 0:
            # if there is a bet to call, CALL or ALL_IN is the first action
            words[0] += f" {self.owed}"
        text = words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]
        return f"seat {self.seat} may {text}"

    def __repr__(self) -> str:
        return f"<Legal: {self}>"


def _is_same(asked: Action, listed: Action) -> bool:
    """Return True if an action means the same as a listed one. The action may leave out its amount, and RAISE_TO with
    the right amount means a bet.
    """
    # poker and the frames of the arena use RAISE_TO, so it is accepted here too
    if asked.kind == "RAISE_TO":
        return listed.kind in ("BET", "RAISE") and type(asked.amount) is int and asked.amount == listed.amount
    if asked.kind != listed.kind or tuple(asked.cards) != tuple(listed.cards):
        return False
    return asked.amount is None or (type(asked.amount) is int and asked.amount == listed.amount)
