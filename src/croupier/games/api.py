"""The interface that every game implements: `Game`, `State`, `Legal` and `View`, and the `Action` they exchange.

    state = game.start(players=3, seed=5)      # a Game gives a State
    while not state.is_over:
        view = state.observe(state.actor)      # what that seat may see
        state.apply(bot.act(view))             # an Action from view.legal
    state.payoffs                              # chips or points won, per seat

Poker, evolved games and the sting implement these protocols, and so can a game of your own: it can then be played by
every bot, in matches and at arena tables, searched, saved and replayed. `observe` is the only place that decides what
a viewer may see.

A game makes no randomness of its own. `start` takes a seed, or a `Dealer` that gives a source of chance for each hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, Self, runtime_checkable

from croupier.cards import Cards, CardsLike
from croupier.errors import Error

__all__ = ["ALL", "KINDS", "PUBLIC", "Action", "BadAction", "Chance", "Dealer", "FastRollout", "Game", "HandSeries",
           "HiddenActions", "Legal", "RandomSource", "State", "View", "seed_of"]

PUBLIC = "PUBLIC"
"""The viewer who sees only what is open to everybody: a spectator."""
ALL = "ALL"
"""The viewer who sees everything: an auditor, never a player."""

KINDS = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "RAISE_TO", "ALL_IN", "BRING_IN", "COMPLETE", "STAND_PAT", "DISCARD",
         "DRAW", "PLAY", "PASS", "GIVE", "CONTINUE")
_KINDS = frozenset(KINDS)


class BadAction(Error, ValueError):  # noqa: N818 - named for what was wrong
    """A value that is not an action of any game: an unknown word, or an argument of the wrong type."""


@dataclass(frozen=True, slots=True)
class Action:
    """One decision of a seat. An amount is always raise-to: the seat's total for the street (B1).

    The word may be written in lower case: `Action("check")` equals `Action("CHECK")`.
    """

    kind: str
    amount: int | None = None
    cards: CardsLike = ()

    def __post_init__(self) -> None:
        if type(self.kind) is not str:
            raise BadAction(f"an action's kind is a word, not {type(self.kind).__name__}")
        if self.kind not in _KINDS:
            object.__setattr__(self, "kind", self.kind.upper())
        if type(self.cards) is not Cards and self.cards != ():
            object.__setattr__(self, "cards", Cards(self.cards))

    def __str__(self) -> str:
        words = self.kind.lower().replace("_", " ")
        if self.amount is not None:
            words += f" to {self.amount}" if self.kind == "RAISE" else f" {self.amount}"
        return f"{words} {self.cards}" if self.cards else words


# -- chance ------------------------------------------------------------------------------------------------------------


class Chance(Protocol):
    """A source of random numbers."""

    def below(self, bound: int, /) -> int:
        """Return a number from 0 to bound - 1, each equally likely."""


class Dealer(Protocol):
    """Gives a game its chance, hand by hand, so that whoever deals decides where randomness comes from (T6)."""

    def chance(self, hand_no: int, /) -> Chance:
        """Return the source that all chance of one hand comes from; hands count from 1."""


RandomSource = int | Random | Chance
"""What search takes to make guesses: a seed, a random.Random, or any source of numbers below a bound."""


def seed_of(rng: RandomSource) -> int:
    """Return a 64-bit seed drawn from a seed, a random.Random or a `Chance`."""
    if type(rng) is int:
        return rng & 0xFFFFFFFFFFFFFFFF
    if isinstance(rng, Random):
        return rng.getrandbits(64)
    if hasattr(rng, "below"):
        return int(rng.below(1 << 62))
    raise BadAction(f"expected a seed or a random generator, not {type(rng).__name__}")


# -- a game ------------------------------------------------------------------------------------------------------------


class Legal(Protocol):
    """The actions open to the seat to act: supports `in`, `len` and iteration, and prints as a sentence."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """The words of the legal actions, each once."""

    def __contains__(self, action: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Action]: ...
    def __len__(self) -> int: ...

    def menu(self, n: int, /) -> list[Action]:
        """Return at most n of the actions, for search and environments."""

    def refusal(self, action: Action, /) -> tuple[str, str] | None:
        """Return why an action is refused, as reason and clause, or None if it is legal."""


class View(Protocol):
    """What one viewer may see of a game, with the choices of the viewer's own seat."""

    @property
    def viewer(self) -> int | str:
        """The seat, PUBLIC or ALL."""

    @property
    def seat(self) -> int | None:
        """The viewer's seat, None for a spectator."""

    @property
    def actor(self) -> int | None:
        """The seat to act, None when nobody has to."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def payoffs(self) -> Sequence[int]:
        """Chips or points won or lost so far, per seat."""

    @property
    def legal(self) -> Legal:
        """What the viewer may do now: empty unless it is the viewer's turn."""

    @property
    def events(self) -> Sequence[object]:
        """What happened so far, as far as the viewer may know it."""

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values: exactly this is sent to clients as `view` (T10).

        List every field explicitly, with `v`, a number to raise when a field changes its meaning.
        """

    def guess(self, rng: RandomSource, /) -> State:
        """Return a whole state that fits what the viewer sees, the hidden part dealt at random: for search."""


@runtime_checkable
class State(Protocol):
    """A game in play."""

    @property
    def actor(self) -> int | None:
        """The seat to act, None when nobody has to."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""

    @property
    def payoffs(self) -> Sequence[int]:
        """Chips or points won or lost so far, per seat."""

    def legal(self) -> Legal:
        """Return what the seat to act may do."""

    def apply(self, action: Action, /) -> None:
        """Take an action of the seat to act. Raise IllegalAction, with nothing changed, if it is not legal."""

    def observe(self, viewer: int | str, /) -> View:
        """Return what a seat, PUBLIC or ALL may see."""

    def clone(self) -> Self:
        """Return an independent copy."""

    def redeal(self, seat: int, rng: RandomSource, /) -> Self:
        """Return a copy in which everything the seat cannot see is dealt anew: one guess, for search."""


@runtime_checkable
class Game(Protocol):
    """A game with its rules and stakes, from which states are started."""

    @property
    def name(self) -> str:
        """The game's name."""

    @property
    def players(self) -> range:
        """The numbers of players that the game can be played by."""

    def start(self, players: int | None = None, seed: int | None = None, *, hands: int | None = None,
              dealer: Dealer | None = None) -> State:
        """Start a game, for the fewest players unless a number is given.

        The seed settles all its chance; without one it comes from the operating system. A dealer gives the chance of
        each hand instead: hosted games are always dealt this way (T6). With `hands` the game ends after that many hands
        at the latest, where it consists of several.
        """


# -- what a game may offer besides -------------------------------------------------------------------------------------


class HiddenActions(Protocol):
    """A state whose actions are partly hidden from other seats: search then tells positions apart correctly."""

    def heard(self, action: Action, viewer: int, /) -> Action:
        """Return an action that is about to be taken as a viewer learns of it."""


class FastRollout(Protocol):
    """A state that can play itself to the end by a quick policy: search is then faster and better."""

    def roll_out(self, rng: RandomSource, /) -> None:
        """Play on to the end."""


@runtime_checkable
class HandSeries(Protocol):
    """A state that goes through several hands: results are then counted by the hand."""

    @property
    def hands_played(self) -> int:
        """How many hands are over."""
