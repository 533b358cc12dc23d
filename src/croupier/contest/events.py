"""The events of a local table, as frozen records with the number of the hand they belong to.

    GameStarted (HandStarted Happened... HandEnded (PlayerEliminated Left)...)... GameEnded

`Happened` wraps the engine's events of a hand (a post, a card, an action, a pot). Warnings come in between, before the
action that was taken instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game begins: the players by seat (None for an empty seat) and their chips."""

    hand: int
    game: str
    names: tuple[str | None, ...]
    stacks: tuple[int, ...]
    button: int
    seed: int


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins: stacks are before the forced bets, seats those dealt in."""

    hand: int
    button: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """Something happened in a hand: in poker Posted, Dealt, Board, Acted, Drew, Returned, Shown or Awarded.

    Other games have events of their own.
    """

    hand: int
    event: Any


@dataclass(frozen=True, slots=True)
class Warned:
    """A bot failed; `instead` is the action that was taken for it, None if none was due.

    `kind` names what happened: ILLEGAL (an illegal answer), RAISED (an exception), or a fault of an isolated bot:
    CRASHED, TIMED_OUT, GARBAGE, TOO_MANY_PROCESSES, OUT_OF_MEMORY, OUT_OF_CPU_TIME, TOO_MUCH_OUTPUT, FORFEITED.
    """

    hand: int
    seat: int
    name: str
    reason: str
    clause: str
    instead: str | None
    kind: str = "ILLEGAL"
    traceback: str = ""

    def __str__(self) -> str:
        done = f": {self.instead.lower().replace('_', ' ')} instead" if self.instead else ""
        return f"hand {self.hand}, seat {self.seat} ({self.name}): {self.reason} ({self.clause}){done}"


@dataclass(frozen=True, slots=True)
class HandEnded:
    """A hand is over: what each seat won or lost and has now."""

    hand: int
    payoffs: tuple[int, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PlayerEliminated:
    """A player has no chips left."""

    hand: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class Left:
    """A player has left the table; the seat is free and skipped from now on."""

    hand: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over: all hands played, or one player left."""

    hand: int
    reason: str
    stacks: tuple[int, ...]


TableEvent = GameStarted | HandStarted | Happened | Warned | HandEnded | PlayerEliminated | Left | GameEnded
