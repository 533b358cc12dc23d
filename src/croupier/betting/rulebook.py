"""Check amounts of chips, and refuse actions with a reason and the clause behind it.

`croupier.rulebook` holds the text of each clause; `round.py` enforces the betting rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from croupier.errors import Error, short
from croupier.rulebook import CHIPS_MAX as CHIPS_MAX
from croupier.rulebook import CLAUSES


class BadAmount(Error, ValueError):  # noqa: N818 - named for what was wrong, as all our refusals are
    """Raised for a value that is not an amount of chips (M1)."""

    clause = "M1"


class IllegalAction(Error, ValueError):  # noqa: N818
    """Raised for an action that the rules refuse. The game is unchanged.

    `reason` says what was wrong, `clause` is the number of the rule, and `legal` holds the legal choices.
    """

    def __init__(self, reason: str, clause: str, legal: Any = None) -> None:
        self.reason = reason
        self.clause = clause
        self.legal = legal
        super().__init__(reason, clause, legal)

    def __str__(self) -> str:
        allowed = f"; {self.legal}" if self.legal is not None else ""
        return f"{self.reason} ({self.clause}: {CLAUSES[self.clause].title}){allowed}"


def chips(amount: object, what: str = "amount", least: int = 0) -> int:
    """Return the amount. Raise BadAmount if the amount is not a whole number of chips or is below `least`."""
    if type(amount) is not int:
        raise BadAmount(f"{what} {short(amount)} is not a whole number of chips (int)")
    if not least <= amount <= CHIPS_MAX:
        raise BadAmount(f"{what} {short(amount)} is outside {least}..10^15")
    return amount


def all_chips(amounts: Iterable[object], what: str, least: int = 0) -> list[int]:
    """Return the amounts after checking each with `chips`. The error names the position of a wrong amount."""
    return [chips(amount, f"{what}[{place}]", least) for place, amount in enumerate(amounts)]
