"""The interface that every game implements: `Game`, `State`, `Legal` and `View`, and the `Action` they exchange.

    state = game.start(players=3, seed=5)      # a Game gives a State
    while not state.is_over:
        view = state.observe(state.actor)      # what that seat may see
        state.apply(bot.act(view))             # an Action from view.legal
    state.payoffs                              # chips or points won, per seat

Poker, evolved games and the sting implement these protocols, and so can a game of your own: it can then be played by
every bot, in matches and at arena tables, searched, saved and replayed. `ActionList` and `StateView` are ready-made
parts for that. `observe` is the only place that decides what a viewer may see.

A game makes no random numbers by itself: `start` takes a seed, or a `Dealer` that gives a source of random
numbers for each hand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Protocol, Self, runtime_checkable

from croupier.betting.rulebook import IllegalAction
from croupier.cards import Cards, CardsLike
from croupier.errors import Error, short

__all__ = ["ALL", "KINDS", "PUBLIC", "Action", "ActionList", "BadAction", "Chance", "Dealer", "FastRollout", "Game",
           "HandSeries", "HiddenActions", "Legal", "RandomSource", "State", "StateView", "View", "seed_of"]

PUBLIC = "PUBLIC"
"""The viewer who sees only what is open to everybody: a spectator."""
ALL = "ALL"
"""The viewer who sees everything: an auditor, never a player."""

KINDS = ("FOLD", "CHECK", "CALL", "BET", "RAISE", "RAISE_TO", "ALL_IN", "BRING_IN", "COMPLETE", "STAND_PAT", "DISCARD",
         "DRAW", "TAKE_TOP", "PLAY", "PASS", "GIVE", "LAY", "CHALLENGE", "ASK", "CONTINUE")
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
            # a frozen dataclass refuses plain assignment, in its own __post_init__ too
            object.__setattr__(self, "kind", self.kind.upper())
        # most actions have no cards, and nothing is made for them
        if type(self.cards) is not Cards and self.cards != ():
            object.__setattr__(self, "cards", Cards(self.cards))

    def __str__(self) -> str:
        words = self.kind.lower().replace("_", " ")
        if self.amount is not None:
            # Python refuses to print an int of more than 4,300 digits, and a refusal must name what it refuses
            amount = self.amount if self.amount is True or not isinstance(self.amount, int) else short(self.amount)
            words += f" to {amount}" if self.kind == "RAISE" else f" {amount}"
        return f"{words} {self.cards}" if self.cards else words


# -- chance ------------------------------------------------------------------------------------------------------------


class Chance(Protocol):
    """A source of random numbers."""

    def below(self, bound: int, /) -> int:
        """Return a number from 0 to bound - 1, each equally likely."""


class Dealer(Protocol):
    """Gives a game its random numbers, hand by hand, so that the host decides where they come from (T6)."""

    def chance(self, hand_no: int, /) -> Chance:
        """Return the source of all random numbers of one hand; hands are counted from 1."""


RandomSource = int | Random | Chance
"""What search takes to guess hidden cards: a seed, a `random.Random`, or a `Chance`."""


def seed_of(rng: RandomSource) -> int:
    """Return a 64-bit seed drawn from a seed, a random.Random or a `Chance`."""
    # any int is a seed; the generators take 64 bits
    if type(rng) is int:
        return rng & 0xFFFFFFFFFFFFFFFF
    if isinstance(rng, Random):
        return rng.getrandbits(64)
    if hasattr(rng, "below"):
        # the largest bound that `Rng.below` takes
        return int(rng.below(1 << 62))
    raise BadAction(f"expected a seed or a random generator, not {type(rng).__name__}")


# -- a game ------------------------------------------------------------------------------------------------------------


class Legal(Protocol):
    """The actions open to the seat to act: supports `in`, `len` and iteration, and prints as a sentence."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the words of the legal actions, each once."""

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
        """Return the viewer: a seat, PUBLIC or ALL."""

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat, or None for a spectator."""

    @property
    def actor(self) -> int | None:
        """Return the seat to act, or None if nobody has to."""

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""

    @property
    def payoffs(self) -> Sequence[int]:
        """Return the chips or points that each seat has won or lost so far."""

    @property
    def legal(self) -> Legal:
        """Return what the viewer may do now: nothing unless it is the viewer's turn."""

    @property
    def events(self) -> Sequence[object]:
        """Return what has happened so far, as far as the viewer may know it."""

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values: exactly this is sent to clients as `view` (T10).

        List every field explicitly, with `v`, a number to raise when a field changes its meaning.
        """

    def guess(self, rng: RandomSource, /) -> State:
        """Return a complete state that fits what the viewer sees, with the hidden cards dealt at random: for search."""


@runtime_checkable
class State(Protocol):
    """A game in play."""

    @property
    def actor(self) -> int | None:
        """Return the seat to act, or None if nobody has to."""

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""

    @property
    def payoffs(self) -> Sequence[int]:
        """Return the chips or points that each seat has won or lost so far."""

    def legal(self) -> Legal:
        """Return what the seat to act may do."""

    def apply(self, action: Action, /) -> None:
        """Take an action of the seat to act. Raise IllegalAction, with nothing changed, if it is not legal."""

    def observe(self, viewer: int | str, /) -> View:
        """Return what a seat, PUBLIC or ALL may see."""

    def clone(self) -> Self:
        """Return an independent copy."""

    def redeal(self, seat: int, rng: RandomSource, /) -> Self:
        """Return a copy in which everything that the seat cannot see is dealt again at random: for search."""


@runtime_checkable
class Game(Protocol):
    """A game with its rules and stakes, from which states are started."""

    @property
    def name(self) -> str:
        """Return the game's name."""

    @property
    def players(self) -> range:
        """Return the possible numbers of players."""

    def start(self, players: int | None = None, seed: int | None = None, *, hands: int | None = None,
              dealer: Dealer | None = None) -> State:
        """Start a game, for the fewest players unless a number is given.

        All random numbers come from the seed, or hand by hand from the dealer; without either, the seed comes from the
        operating system. If the game has several hands, it ends after `hands` of them at the latest.
        """


# -- ready-made parts for a game of your own ---------------------------------------------------------------------------


class ActionList(tuple[Action, ...]):
    """A `Legal` for a game with few choices: the legal actions themselves."""

    @property
    def kinds(self) -> tuple[str, ...]:
        """Return the words of the legal actions, each once."""
        return tuple(dict.fromkeys(action.kind for action in self))

    def menu(self, n: int, /) -> list[Action]:
        """Return the first n actions."""
        return list(self[:n])

    def refusal(self, action: Action, /) -> tuple[str, str] | None:
        """Return why an action is refused, as reason and clause, or None if it is legal."""
        return None if action in self else (f"{action} is not legal now", "B10")

    def require(self, action: Action, /) -> None:
        """Raise IllegalAction if an action is not legal."""
        refused = self.refusal(action)
        if refused is not None:
            raise IllegalAction(*refused, self)

    def __str__(self) -> str:
        return " or ".join(map(str, self)) or "nothing may be done now"


@dataclass(frozen=True)
class StateView:
    """A `View` that holds a state with everything removed, or dealt again, that the viewer may not see."""

    viewer: int | str
    state: State
    events: Sequence[object] = ()
    facts: Mapping[str, object] = field(default_factory=dict)
    """What the viewer sees besides, as JSON values: a player's own cards, the board."""

    @property
    def seat(self) -> int | None:
        """Return the viewer's seat, or None for a spectator."""
        return self.viewer if isinstance(self.viewer, int) else None

    @property
    def actor(self) -> int | None:
        """Return the seat to act, or None if nobody has to."""
        return self.state.actor

    @property
    def is_over(self) -> bool:
        """Return True if the game has ended."""
        return self.state.is_over

    @property
    def payoffs(self) -> Sequence[int]:
        """Return the chips or points that each seat has won or lost so far."""
        return self.state.payoffs

    @property
    def legal(self) -> Legal:
        """Return what the viewer may do now: nothing unless it is the viewer's turn."""
        return self.state.legal() if self.viewer in (self.actor, ALL) else ActionList()

    def as_json(self) -> dict[str, object]:
        """Return what the viewer sees as JSON values: exactly this is sent to clients."""
        return {"v": 1, "seat": self.seat, "actor": self.actor, "is_over": self.is_over, **self.facts}

    def guess(self, rng: RandomSource, /) -> State:
        """Return a complete state that fits what the viewer sees, with the hidden part dealt at random: for search."""
        if self.seat is None:
            raise BadAction(f"{self.viewer} has no seat to guess for")
        return self.state.redeal(self.seat, rng)


# -- optional parts of a game ------------------------------------------------------------------------------------------


class HiddenActions(Protocol):
    """A state whose actions are partly hidden from other seats: search then tells positions apart correctly."""

    def heard(self, action: Action, viewer: int, /) -> Action:
        """Return an action that is about to be taken as the viewer will see it."""


class FastRollout(Protocol):
    """A state that can play itself to the end by a quick policy: search is then faster and better."""

    def roll_out(self, rng: RandomSource, /) -> None:
        """Play on to the end."""


@runtime_checkable
class HandSeries(Protocol):
    """A state that goes through several hands: results are then counted by the hand."""

    @property
    def hands_played(self) -> int:
        """Return the number of finished hands."""
