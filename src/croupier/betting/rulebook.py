"""The clauses of the betting rules, in words, and the refusal that cites them.

Every refusal names the clause that decides it, so that a reader can look the rule up. The texts here are short forms
of the project's rulings; the kernel (`round.py`) enforces them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

CLAUSES = {
    "M1": "amounts are whole chips: no floats, bools, texts, negatives, or more than 10^15",
    "M2": "chips are conserved after every action",
    "B1": "an amount is the seat's total for this street (raise-to)",
    "B3": "a raise adds at least the last full raise, an opening bet at least the minimum bet; all-in may be less",
    "B4": "a seat that has acted may raise again only after a full raise; short all-ins count together",
    "B5": "nobody raises when every other live seat is all-in; nobody is asked when nothing can be won",
    "B6": "the price before the flop is the nominal big blind; a short stack calls for what it has",
    "B7": "dead money goes whole into the main pot and never counts towards a bet",
    "B8": "heads-up the button posts the small blind and acts first before the flop; otherwise left of the button",
    "B9": "call only when something is owed, check only when nothing is; bet only unopened, raise only an open bet",
    "B10": "an illegal action is refused and changes nothing",
    "B11": "pots are layers by what each seat put in; odd chips go one at a time from the left of the button",
    "B12": "a fold-out pays the last seat without showing; folded cards are never shown",
    "B13": "the limit: no-limit, pot-limit, fixed-limit with a cap of raises lifted heads-up, or a fixed step",
    "B15": "cards are dealt one at a time from the left of the button, then the board; no burn cards",
    "N9": "every number is validated, no card stands twice",
    "N12": "records are read as they stand; an illegal action is reported, nothing is silently repaired",
    "G1": "fixed step: check or bet with nothing to call; call, raise, fold, or all-in when short facing a bet",
    "I1": "a check may answer a raise; a raise plays exactly one card, face down",
    "I2": "turns go down the order, then back to who raised first, until he checks",
    "I3": "the last raise of the cap ends the betting; who has played his last card checks by himself",
    "I4": "who folds is out; the player's fold ends the hand: safe, no profit, unplayed cards and heat kept",
    "I5": "a decision point follows each round but the last; cards count once they are flipped",
    "I6": "the last product and location count, the rest adds up; bust only if evidence exceeds cover",
    "I8": "cash, heat and the deck carry over; played cards are gone; a run ends on a bust or with too few cards",
}

CHIPS_MAX = 10 ** 15
"""The largest amount at any door; sums of ten of them still fit 64 bits, and JavaScript reads them exactly."""


class BadAmount(ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """A number that cannot be chips (ruling M1)."""

    clause = "M1"


class IllegalAction(ValueError):  # noqa: N818
    """An action the rules refuse; nothing has changed.

    `reason` says what was wrong, `clause` names the ruling, `legal` is what may be done instead.
    """

    def __init__(self, reason: str, clause: str, legal: Any = None) -> None:
        self.reason = reason
        self.clause = clause
        self.legal = legal
        super().__init__(reason, clause, legal)

    def __str__(self) -> str:
        allowed = f"; {self.legal}" if self.legal is not None else ""
        return f"{self.reason} ({self.clause}: {CLAUSES.get(self.clause, '')}){allowed}"


if TYPE_CHECKING:
    from collections.abc import Iterable


def chips(amount: object, what: str = "amount", least: int = 0) -> int:
    """The amount if it is whole chips of at least this many; BadAmount otherwise."""
    if type(amount) is not int:
        raise BadAmount(f"{what} {short(amount)} is not a whole number of chips (int)")
    if not least <= amount <= CHIPS_MAX:
        raise BadAmount(f"{what} {short(amount)} is outside {least}..10^15")
    return amount


def all_chips(amounts: Iterable[object], what: str, least: int = 0) -> list[int]:
    """Each amount checked by `chips`, with its place in the message."""
    return [chips(amount, f"{what}[{place}]", least) for place, amount in enumerate(amounts)]


def short(thing: object) -> str:
    """A thing in at most forty characters, for a message."""
    if isinstance(thing, int) and thing.bit_length() > 128:
        return f"a number of {thing.bit_length()} bits"
    text = repr(thing)
    return text if len(text) <= 40 else text[:37] + "..."
