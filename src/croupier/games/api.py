"""What every game here has in common: actions, viewers, and the faces of a game and its state.

Anything with this face can be played by every bot, hosted, watched, searched and scored. A state is asked `actor`,
`legal()`, `is_over`, `payoffs`; it is told `apply(action)`; it is copied by `clone()`; and it alone decides what a
viewer may see, by `observe(viewer)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from croupier.cards import Cards, CardsLike

PUBLIC = "PUBLIC"
"""The viewer who sees what is open to everybody."""
ALL = "ALL"
"""The viewer who sees everything: an auditor, never a player."""

KINDS = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "RAISE_TO", "ALL_IN", "BRING_IN", "COMPLETE", "STAND_PAT", "DISCARD",
         "DRAW", "PLAY", "PASS", "GIVE")


class BadAction(ValueError):  # noqa: N818 - named for what was wrong
    """An action that no game knows: an unknown word or an argument of the wrong type."""


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does; an amount is always raise-to, the seat's total for the street (ruling B1)."""

    kind: str
    amount: int | None = None
    cards: CardsLike = ()

    def __post_init__(self) -> None:
        if type(self.kind) is not str:
            raise BadAction(f"an action's kind is a word, not {type(self.kind).__name__}")
        if type(self.cards) is not Cards and self.cards != ():
            object.__setattr__(self, "cards", Cards(self.cards))

    def __str__(self) -> str:
        words = self.kind.lower().replace("_", " ")
        if self.amount is not None:
            words += f" to {self.amount}" if self.kind == "RAISE" else f" {self.amount}"
        return f"{words} {self.cards}" if self.cards else words


def seed_of(rng: Any) -> int:
    """A 64-bit seed from a seed, a random.Random, or a generator with `below`."""
    if type(rng) is int:
        return rng & 0xFFFFFFFFFFFFFFFF
    if hasattr(rng, "getrandbits"):
        return int(rng.getrandbits(64))
    if hasattr(rng, "below"):
        return int(rng.below(1 << 62))
    raise BadAction(f"a seed or a generator is wanted, not {type(rng).__name__}")


class LegalActions(Protocol):
    """The choices of the seat to act: supports `in` and iteration and explains itself."""

    def __contains__(self, action: object) -> bool: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __len__(self) -> int: ...
    def menu(self, n: int) -> list[Action]:
        """At most n choices, for search and environments."""


@runtime_checkable
class State(Protocol):
    """A game in play."""

    @property
    def actor(self) -> int | None: ...
    @property
    def is_over(self) -> bool: ...
    @property
    def payoffs(self) -> list[int]: ...
    def legal(self) -> Any: ...
    def apply(self, action: Action) -> None: ...
    def observe(self, viewer: int | str) -> Any: ...
    def clone(self) -> State: ...
    def redeal(self, seat: int, rng: Any) -> State: ...


class Searchable(State, Protocol):
    """What a game may offer besides, so that search plays it better or faster; search does without where it is not."""

    def heard(self, action: Action, viewer: int) -> Any:
        """What a viewer hears of an action about to be taken, where part of it is hidden."""

    def roll_out(self, rng: Any) -> None:
        """Play on to the end by some quick policy of the game's own."""
