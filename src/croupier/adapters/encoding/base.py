"""Define the interface of an encoding: numbered actions, the legal numbers, and observations in named parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any, Protocol

from croupier.errors import Error
from croupier.games.api import Action, State

Parts = dict[str, list[float]]
"""An observation: named rows of numbers, always in the same order and of the same lengths."""


TRIES = 1000
"""The number of deals after which an environment stops looking for one in which the learner has a decision."""


class BadEnvironment(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for an environment that cannot be made, or an action number that does not exist."""


class Encoding(Protocol):
    """Encodes one game with a certain number of seats as numbers."""

    @property
    def name(self) -> str:
        """Return the game's name."""

    @property
    def seats(self) -> int:
        """Return the number of seats."""

    @property
    def actions(self) -> int:
        """Return the number of action numbers, which go from 0 to `actions` - 1."""

    @property
    def shape(self) -> dict[str, int]:
        """Return the length of each part of an observation."""

    def start(self, seed: int) -> State:
        """Start an episode."""

    def legal(self, view: Any) -> list[int]:
        """Return the numbers of the legal actions of the seat to act, in rising order."""

    def action(self, number: int, view: Any) -> Action:
        """Return the action with this number, which must be legal."""

    def number(self, action: Action, view: Any) -> int:
        """Return the number of a legal action. If an amount has no number, return that of the nearest amount."""

    def words(self, number: int) -> str:
        """Return in words what an action number means."""

    def parts(self, view: Any) -> Parts:
        """Return what the viewer sees, as an observation."""


def started(encoding: Encoding, seeds: Callable[[], int]) -> State:
    """Start an episode in which a seat has to act. In a few evolved games some hands have no decision; skip those."""
    for _ in range(TRIES):
        state = encoding.start(seeds())
        if state.actor is not None:
            return state
    raise BadEnvironment(f"in {TRIES:,} deals of {encoding.name} nobody had anything to decide")


def size(encoding: Encoding) -> int:
    """Return the total length of an observation's parts."""
    return sum(encoding.shape.values())


def row(parts: Parts) -> list[float]:
    """Join the parts of an observation into one row."""
    return [number for part in parts.values() for number in part]


def ones(places: Iterable[int], length: int) -> list[float]:
    """Return a row of zeros with ones at some places."""
    found = [0.0] * length
    for place in places:
        found[place] = 1.0
    return found


def turned(values: Sequence[Any], seat: int) -> list[Any]:
    """Return the values, one for each seat, in clockwise order beginning with this seat."""
    return [*values[seat:], *values[:seat]]


def require(number: object, legal: Sequence[int]) -> int:
    """Return an action number as an int. Raise BadEnvironment if it is not in `legal`."""
    try:
        found = index(number)  # type: ignore[arg-type]
    except TypeError:
        raise BadEnvironment(f"an action is a number, not {type(number).__name__}") from None
    if found not in legal:
        raise BadEnvironment(f"action {found} is not legal now: {', '.join(map(str, legal[:20]))} are"
                             + (" the first that are" if len(legal) > 20 else ""))
    return found
