"""Represent one hand as OpenSpiel plays it: first the cards are dealt, then the game is played. A hand can be copied
and pickled.

OpenSpiel's search and CFR copy a state at every node, so copies share one object. A pickle holds the game, the cards
and the action numbers. When it is loaded, the actions are played again, because croupier's games in play cannot be
pickled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Encoding, row
from croupier.adapters.encoding.choose import encoding_of
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.openspiel.chance import Deals, deals_of
from croupier.games.api import Action, State
from croupier.games.sting.game import Sting

DEALS_KEPT = 1_000
"""The positions of a game with at most this many deals are kept in memory. Leduc poker has 120 deals."""
Taken = tuple[int, int, tuple[bool, ...], int]
"""An action: its seat, its number, a flag for each seat that saw all of it, and the number of cards that it moved."""


class Shared:
    """The part that all states of a game share, and that is not copied with a state."""

    def __init__(self, encoding: Encoding, deals: Deals) -> None:
        self.encoding, self.deals = encoding, deals
        self.keeps_positions = deals.count <= DEALS_KEPT

    def __deepcopy__(self, memo: object) -> Shared:
        return self

    def __reduce__(self) -> Any:
        encoding: Any = self.encoding
        if isinstance(encoding, PokerEncoding):
            return shared, (encoding.game, encoding.seats, encoding.stacks, encoding.sizes)
        game = encoding.game.rules if isinstance(encoding.game, Sting) else encoding.game.genome
        return shared, (game, encoding.seats, None, "sized")


def shared(game: Any, seats: int, stacks: list[int] | None, actions: Any) -> Shared:
    """Make the part that all states of a game share. When a state is unpickled, pickle calls this function with the
    stored arguments.
    """
    found = encoding_of(game if hasattr(game, "players") or hasattr(game, "setup") else Sting(game), seats, stacks,
                        actions, hands=1)
    return Shared(found, deals_of(found))


@dataclass(frozen=True)
class Guessed:
    """The history of each seat before the hidden cards were dealt again, and the number of actions taken until then."""

    told: tuple[str, ...]
    actions: int


class DealtHand:
    """The cards dealt, the actions taken and, once everything is dealt, the game. This object never changes; `after`
    returns the next hand.

    All copies of a state share the same object. Values that are often needed are computed once. In a game with few
    deals each hand stores its successors, so that solvers walk an existing tree.
    """

    def __init__(self, rules: Shared, dealt: tuple[int, ...] = (), taken: tuple[Taken, ...] = (),
                 play: State | None = None, guessed: Guessed | None = None) -> None:
        self.rules, self.dealt, self.taken, self.play, self.guessed = rules, dealt, taken, play, guessed
        self._next: dict[int, DealtHand] = {}
        self._told: dict[int, str] = {}

    @cached_property
    def actor(self) -> int | None:
        """Return the seat to act, or None before the first and after the last decision."""
        return None if self.play is None else self.play.actor

    @cached_property
    def is_over(self) -> bool:
        """Return True if the hand is over."""
        return self.play is not None and self.play.is_over

    @cached_property
    def results(self) -> list[float]:
        """Return the results of the seats at the end of the hand, and zeros before that."""
        if self.play is None or not self.play.is_over:
            return [0.0] * self.rules.encoding.seats
        return [float(payoff) for payoff in self.play.payoffs]

    @cached_property
    def outcomes(self) -> list[tuple[int, float]]:
        """Return the cards that may come next, and the probability of each."""
        return self.rules.deals.outcomes(self.dealt)

    @cached_property
    def legal(self) -> list[int]:
        """Return the legal action numbers of the seat to act."""
        if self.play is None or self.actor is None:
            return []
        return self.rules.encoding.legal(self.play.observe(self.actor))

    def after(self, number: int) -> DealtHand:
        """Return the hand after the next card or action. `number` is the outcome of a chance node, or the number of an
        action.
        """
        found = self._next.get(number)
        if found is None:
            found = self._dealt(number) if self.play is None else self._acted(number)
            if self.rules.keeps_positions and self.guessed is None:
                self._next[number] = found
        return found

    def _dealt(self, number: int) -> DealtHand:
        dealt, deals = (*self.dealt, number), self.rules.deals
        return DealtHand(self.rules, dealt, play=deals.start(dealt) if len(dealt) == len(deals.order) else None)

    def _acted(self, number: int) -> DealtHand:
        assert self.play is not None, "everything is dealt"
        seat = self.actor
        if seat is None:
            raise BadEnvironment("the hand is over: there is nothing to decide")
        action = self.rules.encoding.action(number, self.play.observe(seat))
        taken = (*self.taken, (seat, number, self._seen_by(action, seat), len(tuple(action.cards))))
        play = self.play.clone()
        play.apply(action)
        return DealtHand(self.rules, self.dealt, taken, play, self.guessed)

    def _seen_by(self, action: Action, actor: int) -> tuple[bool, ...]:
        """Return for each seat True if it sees the whole action, or False if it only sees that the seat acted."""
        heard = getattr(self.play, "heard", None)
        seats = range(self.rules.encoding.seats)
        if heard is None:  # in poker only discards are hidden
            return tuple(seat == actor or not action.cards for seat in seats)
        return tuple(heard(action, seat) == action for seat in seats)

    def told(self, player: int) -> str:
        """Return everything that a player has seen so far, as text."""
        if player not in self._told:
            self._told[player] = self._tell(player)
        return self._told[player]

    def _tell(self, player: int) -> str:
        if self.play is None:
            return "not dealt"
        if self.guessed is not None:
            return "; ".join([self.guessed.told[player], *self._later(player, self.guessed.actions)])
        return "; ".join([f"seat {player}", *map(str, self.play.observe(player).events)])

    def _later(self, player: int, first: int) -> list[str]:
        """Return the actions since a guess was made, as a player saw them, and what the player sees now. This replaces
        the events, which a guess does not have.
        """
        later = [f"{seat}: {self.rules.encoding.words(number) if seen_by[player] else cards}"
                 for seat, number, seen_by, cards in self.taken[first:]]
        return [*later, self.seen_now(player)] if later else []

    def seen_now(self, player: int) -> str:
        """Return what a player sees now as text, with only the numbers of the observation that are not 0."""
        assert self.play is not None, "everything is dealt"
        return _numbers(self.rules.encoding, self.play, player)

    def guess(self, player: int, rng: Random) -> DealtHand:
        """Return a copy of the hand in which all cards that a player cannot see are dealt again at random."""
        if self.play is None:
            raise BadEnvironment("nothing is dealt yet: there is nothing to guess")
        play = self.play.clone().redeal(player, rng)
        told = [self.told(seat) if seat == player else
                f"guess for seat {seat}: {_numbers(self.rules.encoding, play, seat)}"
                for seat in range(self.rules.encoding.seats)]
        return DealtHand(self.rules, self.dealt, self.taken, play, Guessed(tuple(told), len(self.taken)))

    def __deepcopy__(self, memo: object) -> DealtHand:
        return self

    def __reduce__(self) -> Any:
        return played_again, (self.rules, self.dealt, [number for _, number, *_ in self.taken])

    def __str__(self) -> str:
        cards = " ".join(map(self.rules.deals.name, self.dealt))
        words = ", ".join(f"{seat}: {self.rules.encoding.words(number)}" for seat, number, *_ in self.taken)
        return f"{cards} | {words}"


def _numbers(encoding: Encoding, play: State, player: int) -> str:
    """Return what a player sees as text, with only the numbers of the observation that are not 0."""
    return " ".join(f"{at}={value:g}" for at, value in enumerate(row(encoding.parts(play.observe(player)))) if value)


def played_again(rules: Shared, dealt: tuple[int, ...], numbers: list[int]) -> DealtHand:
    """Return the hand that a pickle describes, by replaying it."""
    hand = DealtHand(rules)
    for number in (*dealt, *numbers):
        hand = hand.after(number)
    return hand
