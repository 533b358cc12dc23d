# cython: nonecheck=True
# None is checked for here: Python code can pass it for an object of the core, and C code would crash
"""The legal actions of the seat to act, as a value: read its fields, test an action with `in`, iterate over it, print
it.

`Legal` is filled in from the betting round and does not change afterwards. Only this module says why an action is
refused: `refusal(action)` returns the reason and the clause of the rules, or None if the action is legal. `action in
legal` is True exactly if `refusal` returns None.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from croupier.betting.rulebook import CHIPS_MAX, IllegalAction
from croupier.cards import Cards, known
from croupier.errors import short
from croupier.games.api import Action, BadAction
from croupier.games.poker import constants
from croupier.games.poker.engine.engine import Engine

_SIZED = {"BET", "RAISE", "RAISE_TO"}
_NO_CARDS = known(())


class Legal:
    """What the seat to act may do. Amounts are totals for the street (raise-to), except `call`, which is the chips that
    a call puts in now.
    """

    seat: int | None
    clause: str | None
    hole: Cards
    phase: int
    completing: bool
    price: int
    stack: int
    reach: int
    full_to: int
    to_call: int
    least: int
    most: int
    opening: int

    # -- questions------------------------------------------------------------------------------------------------------

    @property
    def fold(self) -> bool:
        """Return True if this is a betting decision: folding is then always legal (B9)."""
        return self.phase == constants.BETTING

    @property
    def check(self) -> bool:
        """Return True if there is nothing to call."""
        return self.phase == constants.BETTING and self.to_call == 0

    @property
    def call(self) -> int | None:
        """Return the chips that a call puts in now, at most the stack. Return None if there is nothing to call."""
        return self.to_call if self.phase == constants.BETTING and self.to_call > 0 else None

    @property
    def min_raise_to(self) -> int | None:
        """Return the smallest legal bet, completion or raise as a total for the street, or None if none is legal."""
        return self.least if self.most > 0 else None

    @property
    def max_raise_to(self) -> int | None:
        """Return the largest legal bet, completion or raise as a total for the street, or None if none is legal."""
        return self.most if self.most > 0 else None

    @property
    def bring_in(self) -> int | None:
        """Return the chips of the bring-in, or None if it is not due."""
        return self.opening if self.phase == constants.BRINGING_IN else None

    @property
    def complete(self) -> bool:
        """Return True if a raise now would complete a bring-in."""
        return self.completing and self.most > 0

    @property
    def discard(self) -> bool:
        """Return True if cards may be discarded now."""
        return self.phase == constants.DRAWING

    @property
    def all_in(self) -> int | None:
        """Return the seat's total for the street if it moves all-in, or None if that is not legal."""
        # a call with the whole stack is an all-in, even if raising is not legal (B4)
        if self.phase == constants.BETTING and 0 < self.to_call == self.stack:
            return self.reach
        return self.reach if 0 < self.most == self.reach else None

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the legal kinds of action. RAISE is listed only if a full raise is legal, and ALL_IN if moving all-in
        is legal.
        """
        named = (("BRING_IN", self.phase == constants.BRINGING_IN), ("FOLD", self.fold), ("CHECK", self.check),
                 ("CALL", self.call is not None), ("COMPLETE", self.complete),
                 ("BET", self.is_full and self.price == 0 and not self.completing),
                 ("RAISE", self.is_full and self.price > 0 and not self.completing),
                 ("ALL_IN", self.all_in is not None), ("STAND_PAT", self.discard), ("DISCARD", self.discard))
        return tuple(kind for kind, may in named if may)

    @property
    def is_full(self) -> bool:
        """Return True if the largest raise is a full raise."""
        return self.most > 0 and self.most >= self.full_to

    # -- refusals ------------------------------------------------------------------------------------------------------

    def refusal(self, action: Action) -> tuple[str, str] | None:
        """Return why an action is refused, as a reason and a clause of the rules, or None if it is legal."""
        kind = action.kind
        # the text of a `Legal` without actions is also the reason: "the hand is over"
        if not self:
            return str(self), "B10"
        if action.amount is not None and kind not in _SIZED:
            return f"{kind} takes no amount", "B10"
        # draws are checked first, because only they take cards
        if self.phase == constants.DRAWING or kind in ("DISCARD", "STAND_PAT"):
            return self.draw_refusal(action)
        if action.cards:
            return f"{kind} takes no cards", "B10"
        # while a bring-in is due, these would get a misleading reason below ("nothing is owed")
        passive = kind in ("FOLD", "CHECK", "CALL", "ALL_IN")
        if self.phase == constants.BRINGING_IN and passive and kind not in self.kinds:
            return f"{kind} is not possible: seat {self.seat} has to bring in {self.opening} or complete", "B9"
        if kind in _SIZED:
            return self.sized_refusal(kind, action.amount)
        return self.plain_refusal(kind)

    def plain_refusal(self, kind: str) -> tuple[str, str] | None:
        """Return why an action without an amount is refused, or None."""
        # folding is always legal here (B9); `refusal` has refused it already if a bring-in is due
        if kind == "FOLD":
            return None
        if kind == "CHECK":
            return (f"CHECK is not possible: {self.to_call} to call", "B9") if self.to_call > 0 else None
        if kind == "CALL":
            return ("CALL is not possible: nothing is owed, CHECK instead", "B9") if self.to_call == 0 else None
        if kind == "ALL_IN":
            return None if self.all_in is not None else self.raise_refusal()
        if kind == "BRING_IN":
            return None if self.phase == constants.BRINGING_IN else ("BRING_IN is not due", "B9")
        if kind == "COMPLETE":
            return None if self.complete else ("COMPLETE is not possible: there is no bring-in to complete", "B9")
        return f"{short(kind)} is not an action of this game", "B10"

    def sized_refusal(self, kind: str, amount: object) -> tuple[str, str] | None:
        """Return why a bet or raise is refused, or None."""
        if type(amount) is not int or not 0 <= amount <= CHIPS_MAX:
            return f"{kind} needs an amount of whole chips, not {short(amount)}", "M1"
        if self.phase == constants.BRINGING_IN and kind != "RAISE_TO":
            return f"{kind} is not possible: BRING_IN {self.opening} or COMPLETE", "B9"
        if kind == "BET" and self.price > 0:
            return f"BET is not possible: there is a bet of {self.price} already, RAISE instead", "B9"
        if kind == "RAISE" and self.price == 0:
            return "RAISE is not possible: there is no bet yet, BET instead", "B9"
        # checked before the reasons why no raise is legal, because this amount would not be a raise
        if amount <= self.price:
            return f"{kind} to {amount} does not increase the bet of {self.price}", "B9"
        if self.most == 0:
            return self.raise_refusal()
        if amount < self.least:
            return f"{kind} to {amount} is below the minimum of {self.least}", "B3"
        if amount > self.most:
            # `most` is the smaller of two bounds, stack and limit; the reason names the one that applies
            whole = "stack" if self.most == self.reach else "limit"
            return f"{kind} to {amount} is above the {whole}: {self.most} at most", "B1" if whole == "stack" else "B13"
        return None

    def raise_refusal(self) -> tuple[str, str]:
        """Return why this seat may not raise at all, or not all-in."""
        if self.most > 0:
            return f"ALL_IN to {self.reach} is above the limit: {self.most} at most", "B13"
        reasons = {"B4": "the betting has not been reopened since this seat acted: call or fold",
                   "B5": "every other live seat is all-in: nothing more can be won by raising",
                   "B13": "the cap is reached: no more bets on this street",
                   "G1": "too few chips for a full raise: call or fold",
                   "B6": "the stack does not exceed the call", "B10": "this seat may not raise now"}
        # if there is no clause, the bring-in takes the whole stack, so the player cannot complete
        clause = self.clause or "B10"
        return reasons[clause], clause

    def draw_refusal(self, action: Action) -> tuple[str, str] | None:
        """Return why an action is refused during a draw, or why a draw is refused at other times."""
        if self.phase != constants.DRAWING:
            return f"{action.kind} is not possible: no cards are drawn now", "B10"
        if action.kind not in ("DISCARD", "STAND_PAT"):
            return f"{action.kind} is not possible: cards are drawn now", "B10"
        if action.kind == "STAND_PAT" and action.cards:
            return "STAND_PAT keeps all cards: DISCARD names cards", "B10"
        if self.slots_of(Cards(action.cards)) < 0:
            return f"{action.cards} is not in this hand of {self.hole}", "B10"
        return None

    def slots_of(self, cards: Cards) -> int:
        """Return the set of slots that hold these cards, or -1 if the hand does not hold all of them."""
        slots = 0
        for card in cards:
            # the hand in a view may contain several `??`, each of which stands for a different slot
            free = [slot for slot, held in enumerate(self.hole) if held == card and not slots >> slot & 1]
            if not free:
                return -1
            slots |= 1 << free[0]
        return slots

    # -- as a collection -----------------------------------------------------------------------------------------------

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return action in self.kinds or (action == "RAISE_TO" and self.most > 0)
        return isinstance(action, Action) and self.refusal(action) is None

    def __iter__(self) -> Iterator[Action]:
        """Yield every action once: fold, check or call, each raise-to amount, each set of discards."""
        yield from self.plain()
        for amount in range(self.least, self.least + self.sizes):
            yield self.sized(amount)

    def sized(self, amount: int) -> Action:
        """Return the action for this raise-to amount. An amount that is not a full bet or raise is an ALL_IN."""
        if not self.is_full:
            # RAISE and BET are used only for full raises, as in `kinds`
            return Action("ALL_IN")
        return Action("BET" if self.price == 0 else "RAISE", amount)

    def __len__(self) -> int:
        return len(self.plain()) + self.sizes

    @property
    def sizes(self) -> int:
        """Return the number of legal raise-to amounts. This is 0 if the raise is a COMPLETE, which takes no amount."""
        return self.most - self.least + 1 if self.most > 0 and not self.completing else 0

    def __bool__(self) -> bool:
        # a seat decides in the phases BETTING, BRINGING_IN and DRAWING
        return constants.OVER < self.phase <= constants.DRAWING

    def plain(self) -> list[Action]:
        """Return the actions without an amount, including discards."""
        if self.phase == constants.DRAWING:
            count = len(self.hole)
            chosen = ([self.hole[i] for i in range(count) if slots >> i & 1] for slots in range(1, 1 << count))
            return [Action("STAND_PAT"), *(Action("DISCARD", None, Cards(cards)) for cards in chosen)]
        # ALL_IN is left out, because the list already contains the same move as a call or a raise
        return [Action(kind) for kind in self.kinds if kind in ("FOLD", "CHECK", "CALL", "BRING_IN", "COMPLETE")]

    def menu(self, n: int) -> list[Action]:
        """Return at most n choices for a search: the actions without an amount, then raises whose sizes have even
        ratios between them.
        """
        if type(n) is not int or n < 1:
            raise BadAction(f"a menu needs room for at least one choice, not {short(n)}")
        # a small menu holds only some of the 31 discards; standing pat comes first
        plain = self.plain()[:n]
        room = min(n - len(plain), self.sizes)
        if room <= 0:
            return plain
        return plain + [self.sized(amount) for amount in _spread(self.least, self.most, room)]

    # -- in words ------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        if not self:
            return "the hand is over" if self.phase == constants.OVER else "the hand waits for its cards"
        words = [action.kind.lower().replace("_", " ") for action in self.plain()[:2]]
        if self.phase == constants.BETTING and self.to_call > 0:
            # `plain` begins with FOLD, followed by CHECK or CALL
            words[1] += f" {self.to_call}" + (" (all-in)" if self.to_call == self.stack else "")
        if self.phase == constants.BRINGING_IN:
            words[0] += f" {self.opening}"
        if self.phase == constants.DRAWING:
            words[1] = "discard up to " + str(len(self.hole))
        if self.phase == constants.BETTING and self.completing:
            words = words[:2]
        if self.most > 0:
            words = [*words[:1 if self.phase == constants.BRINGING_IN else 2], self.size_words()]
        text = words[0] if len(words) == 1 else ", ".join(words[:len(words) - 1]) + " or " + words[len(words) - 1]
        return f"seat {self.seat} may {text}"

    def size_words(self) -> str:
        """Return the legal raise amounts in words: 'raise to 40–1000 (all-in)'."""
        verb = "complete to" if self.completing else "bet" if self.price == 0 else "raise to"
        span = str(self.least) if self.least == self.most else f"{self.least}–{self.most}"
        return f"{verb} {span}" + (" (all-in)" if self.most == self.reach else "")

    def __repr__(self) -> str:
        return f"<Legal: {self}>"

    def __reduce__(self) -> Any:
        """Return how to pickle this value, because an IllegalAction that is sent to another process contains it."""
        # objects are made by `__new__` without `__init__`, so pickle needs a function that takes the fields
        return legal_of, (self.seat, self.clause, self.hole, self.phase, bool(self.completing), self.price, self.stack,
                          self.reach, self.full_to, self.to_call, self.least, self.most, self.opening)

    def illegal(self, action: Action, reason: str, clause: str) -> IllegalAction:
        """Return the error for a refused action."""
        return IllegalAction(reason, clause, self)


def choices(engine: Engine) -> Legal:
    """Return what the seat to act may do."""
    # this is made for every decision, so it skips __init__ and stores plain numbers to be fast
    legal = Legal.__new__(Legal)
    legal.phase = engine.phase
    legal.seat = None
    legal.clause = None
    legal.hole = _NO_CARDS
    legal.to_call = legal.least = legal.most = legal.opening = 0
    legal.price = legal.stack = legal.reach = legal.full_to = 0
    legal.completing = False
    if engine.phase == constants.DRAWING:
        legal.seat = engine.turn
        legal.hole = known([engine.cards.hole_card(engine.turn, slot)
                            for slot in range(engine.cards.held[engine.turn])])
    elif engine.is_betting():
        fill(legal, engine)
    return legal


def fill(legal: Legal, engine: Engine) -> None:
    """Copy the choices of the player to act: read them from the betting round and store them in `legal`."""
    around = engine.round
    seat = engine.turn
    engine.ask()
    legal.seat = seat
    legal.price = around.price
    legal.stack = around.stack[seat]
    legal.reach = around.bet[seat] + around.stack[seat]
    legal.to_call = around.to_call
    legal.least = around.least
    legal.most = around.most
    legal.full_to = around.full_to()
    # while the bring-in is due, the round does not know yet that the first raise would be a completion
    legal.completing = around.completing or engine.phase == constants.BRINGING_IN
    if engine.phase == constants.BRINGING_IN:
        legal.opening = min(engine.deal.layout.bring_in, legal.stack)
    elif legal.most == 0:
        legal.clause = around.why_no_raise(seat)


def legal_of(seat: int | None, clause: str | None, hole: Cards, phase: int, completing: bool, price: int, stack: int,
             reach: int, full_to: int, to_call: int, least: int, most: int, opening: int) -> Legal:
    """Return the choices made from their fields; pickle calls this."""
    legal = Legal.__new__(Legal)
    legal.seat, legal.clause, legal.hole, legal.phase, legal.completing = seat, clause, hole, phase, completing
    legal.price, legal.stack, legal.reach, legal.full_to = price, stack, reach, full_to
    legal.to_call, legal.least, legal.most, legal.opening = to_call, least, most, opening
    return legal


def _spread(least: int, most: int, count: int) -> list[int]:
    """Return different amounts from the smallest to the largest, with even ratios between them."""
    if count == 1 or least == most:
        return [least]
    # even ratios instead of even steps, because a bet's size matters relative to the pot
    ratio = most / max(least, 1)
    amounts = {least, most}
    for step in range(1, count - 1):
        # rounded floats may lie outside the bounds
        amounts.add(min(most, max(least, round(least * ratio ** (step / (count - 1))))))
    return sorted(amounts)
