"""What happens at a table, and what follows from it: frozen values in, frozen values out.

Events come from a host: a player's wish, or the passing of time. Effects are for a host to carry out: lines to send to
one viewer, a player to ask, chips to give back. An effect for a viewer holds nothing that the viewer may not see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from croupier.games.api import Action

# -- in ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Join:
    """A player wants to sit down with chips it owns."""

    player: str
    stack: Any
    seat: int | None = None
    intent: int = 0


@dataclass(frozen=True, slots=True)
class Intend:
    """A player wants to play (0), to wait for the big blind (1), to pause (2) or to leave (3)."""

    player: str
    intent: int


@dataclass(frozen=True, slots=True)
class Act:
    """A player acts: in the notation's words (`cc`, `f`, `cbr 60`, `sm`, `m hello`), or as an Action in units."""

    player: str
    action: str | Action


@dataclass(frozen=True, slots=True)
class TopUp:
    """A player adds chips to its stack before the next hand."""

    player: str
    amount: Any


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: clocks and pauses are looked at."""


@dataclass(frozen=True, slots=True)
class Next:
    """Begin the next hand, dealt from this seed (from one derived from the last, where none is given)."""

    seed: int | str | None = None


Event = Join | Intend | Act | TopUp | Tick | Next

# -- out ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was not taken; nothing has changed."""

    player: str | None
    reason: str
    clause: str


@dataclass(frozen=True, slots=True)
class Bought:
    """Chips of a player's own have come onto the table."""

    player: str
    amount: Any


@dataclass(frozen=True, slots=True)
class Sat:
    """A player's place, intent, stack or debt has changed."""

    player: str
    seat: int
    stack: Any
    intent: int
    inactive: bool
    debt: Any


@dataclass(frozen=True, slots=True)
class Began:
    """A hand begins: who posts what, by column."""

    hand: int | None
    players: tuple[str, ...]
    stacks: tuple[Any, ...]
    blinds: tuple[Any, ...]
    antes: tuple[Any, ...]
    dead: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class NewLines:
    """New lines of the log as one viewer may see them; the viewer None is anybody without a seat."""

    viewer: str | None
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A player has to act, until then where there is a time limit."""

    player: str
    deadline_ms: int | None


@dataclass(frozen=True, slots=True)
class Ended:
    """A hand is over: what everybody has now, by column."""

    players: tuple[str, ...]
    stacks: tuple[Any, ...]
    winnings: tuple[Any, ...]
    rake: Any


@dataclass(frozen=True, slots=True)
class Gone:
    """A player has left the table: its chips go back to it, and it gets nothing more."""

    player: str
    stack: Any


@dataclass(frozen=True, slots=True)
class Waiting:
    """The table waits for players."""

    players: tuple[str, ...]


Effect = Refused | Bought | Sat | Began | NewLines | Asked | Ended | Gone | Waiting
