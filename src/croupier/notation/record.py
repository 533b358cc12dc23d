"""The record of one hand from any format. A record contains PHH's fields by PHH's names, in the order of the file.

A record is plain data without a file format. Readers make records, writers write them, and `replay.py` plays them.
Values have the types of the file: ints, Decimals (never floats), texts, dates, and lists of these. Fields that the
standard does not know (`_...`) are kept like all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from croupier.errors import Error

if TYPE_CHECKING:
    from croupier.games.poker.hand import Hand

Number = int | Decimal

PLAYER_COLUMNS = ("antes", "blinds_or_straddles", "starting_stacks", "finishing_stacks", "winnings", "seats", "players",
                  "time_banks", "_inactive", "_intents", "_dead_blinds", "_dead_money", "_antes",
                  "_cash_outs")
"""The fields that have one entry for each player."""


class BadRecord(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a text that is not a hand record, or for a record that contradicts itself. `line` counts from 1."""

    def __init__(self, reason: str, line: int | None = None, clause: str = "N12") -> None:
        self.reason = reason
        self.line = line
        self.clause = clause
        super().__init__(f"line {line}: {reason}" if line else reason)


@dataclass(slots=True)
class HandRecord:
    """The fields of a hand, in order, and the place where the hand was found."""

    fields: dict[str, Any]
    source: str = ""
    """The file that the hand came from. Inside an archive this is `archive.zip!member`."""
    key: str | None = None
    """The hand's section or number, if the file holds several hands."""
    line: int = 1
    """The line on which the hand begins."""
    lines: list[int] = field(default_factory=list)
    """The line of each action, if the reader knows it."""
    damage: BadRecord | None = None
    """The reason why the hand could not be read. The record then has no fields."""

    def __getitem__(self, name: str) -> Any:
        return self.fields[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a field's value, or a default."""
        return self.fields.get(name, default)

    def line_of(self, action: int) -> int:
        """Return the line of an action. If the reader does not know it, return the line of the hand."""
        return self.lines[action] if action < len(self.lines) else self.line

    def replay(self) -> Iterator[tuple[str, Hand]]:
        """Play the hand step by step. Yield each action's text with the hand after the action; raise IllegalAction at
        an illegal action.
        """
        # imported here, because `replay` imports this module, and readers do not need the engine
        from croupier.notation.replay import steps

        return steps(self)

    @property
    def dead_money(self) -> list[Any] | None:
        """Return the dead money that each player has in the pot. Return None if the record states no dead money.

        An imported record (one without `_intents`) may state dead money in `_dead_blinds`: entries of active seats were
        paid, all others are unpaid debts (N7).
        """
        fields = self.fields
        # a table's dict has dead money in `_dead_money`; its `_dead_blinds` are debts
        if "_dead_money" in fields or "_intents" in fields or not fields.get("_dead_blinds"):
            return fields.get("_dead_money")
        return paid(fields["_dead_blinds"], fields.get("_inactive") or ())

    @property
    def unsupported(self) -> str | None:
        """Return the reason why the engine cannot play the hand (run it twice, an unknown game). Return None if it can.
        """
        reason = self.fields.get("_unsupported")
        return str(reason) if reason else None

    @property
    def variant(self) -> str:
        """Return the PHH code of the game. If the record does not name it, as a table's dict may, the game is no-limit
        hold'em.
        """
        return str(self.fields.get("variant", "NT"))

    @property
    def actions(self) -> list[str]:
        """Return the log, as PHH writes it."""
        return list(self.fields.get("actions", ()))

    @property
    def players(self) -> list[str]:
        """Return the players' names. If the record has no names, they are p1, p2, ..."""
        names = self.fields.get("players")
        return list(names) if names else [f"p{seat + 1}" for seat in range(len(self.fields["starting_stacks"]))]


def paid(debts: list[Any], inactive: Sequence[object]) -> list[Any]:
    """Return the dead blinds of an imported record that were paid: those of active seats (N7)."""
    return [0 if seat < len(inactive) and inactive[seat] else debt for seat, debt in enumerate(debts)]
