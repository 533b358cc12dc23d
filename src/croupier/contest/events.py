"""Define the events of a local table. Events are frozen records that contain the number of their hand.

    GameStarted (HandStarted Happened... HandEnded (PlayerEliminated Left)...)... GameEnded

`Happened` wraps an event of the engine (a post, a card, an action, a pot). If a bot fails, a warning comes before the
action that was taken for it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class GameStarted:
    """The game begins. The event contains the players by seat (None for an empty seat) and their chips."""

    hand: int
    game: str
    names: tuple[str | None, ...]
    stacks: tuple[int, ...]
    button: int
    seed: int


@dataclass(frozen=True, slots=True)
class HandStarted:
    """A hand begins. `stacks` are the chips before the forced bets; `seats` are the seats dealt in."""

    hand: int
    button: int
    seats: tuple[int, ...]
    stacks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Happened:
    """Something happened in a hand. In poker the event is Posted, Dealt, Board, Acted, Drew, Returned, Shown or
    Awarded.

    Other games have events of their own.
    """

    hand: int
    event: Any


@dataclass(frozen=True, slots=True)
class Warned:
    """A bot failed. `instead` is the action that was taken for it, or None if it did not have to act.

    `kind` is the kind of failure: ILLEGAL (an illegal answer), RAISED (an exception), or a fault of an isolated bot:
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
    """A hand is over. The event has what each seat won or lost, and the chips that it has now."""

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
    """A player has left the table. From now on the seat is empty and is skipped."""

    hand: int
    seat: int
    name: str


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over, because all hands have been played or only one player is left."""

    hand: int
    reason: str
    stacks: tuple[int, ...]


TableEvent = GameStarted | HandStarted | Happened | Warned | HandEnded | PlayerEliminated | Left | GameEnded
