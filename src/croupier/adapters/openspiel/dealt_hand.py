"""One hand as OpenSpiel plays it: the cards dealt so far, then the game; it can be copied and pickled.

Copies are what OpenSpiel's search and CFR make at every node. A pickle holds the game, the cards and the action
numbers, and plays them again: croupier's games in play are not pickled themselves.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from random import Random
from typing import Any

from croupier.adapters.encoding.base import BadEnvironment, Encoding, row
from croupier.adapters.encoding.choose import encoding_of
from croupier.adapters.encoding.poker import PokerEncoding
from croupier.adapters.openspiel.chance import Deals, deals_of
from croupier.games.api import Action, State
from croupier.games.sting.game import Sting

Taken = tuple[int, int, tuple[bool, ...], int]
"""An action: its seat, its number, which seats saw all of it, how many cards it moved."""


class Shared:
    """What all states of a game share; copies of a state keep it as it is."""

    def __init__(self, encoding: Encoding, deals: Deals) -> None:
        self.encoding, self.deals = encoding, deals

    def __deepcopy__(self, memo: object) -> Shared:
        return self

    def __reduce__(self) -> Any:
        encoding: Any = self.encoding
        if isinstance(encoding, PokerEncoding):
            return shared, (encoding.game, encoding.seats, encoding.stacks, encoding.sizes)
        game = encoding.game.rules if isinstance(encoding.game, Sting) else encoding.game.genome
        return shared, (game, encoding.seats, None, "sized")


def shared(game: Any, seats: int, stacks: list[int] | None, actions: Any) -> Shared:
    """Return what a pickle describes."""
    found = encoding_of(game if hasattr(game, "players") or hasattr(game, "setup") else Sting(game), seats, stacks,
                        actions, hands=1)
    return Shared(found, deals_of(found))


@dataclass(frozen=True)
class Guessed:
    """What each seat was told before hidden cards were dealt again, and how many actions had been taken."""

    told: tuple[str, ...]
    actions: int


class DealtHand:
    """The cards dealt, the actions taken, and the game once everything is dealt."""

    def __init__(self, rules: Shared) -> None:
        self.rules = rules
        self.dealt: list[int] = []
        self.taken: list[Taken] = []
        self.play: State | None = None
        self.guessed: Guessed | None = None

    def legal(self, player: int) -> list[int]:
        """Return the legal action numbers of the player to act."""
        if self.play is None or self.play.actor != player:
            return []
        return self.rules.encoding.legal(self.play.observe(player))

    def take(self, number: int) -> None:
        """Deal a card, or take an action of the seat to act."""
        if self.play is None:
            self.dealt.append(number)
            if len(self.dealt) == len(self.rules.deals.order):
                self.play = self.rules.deals.start(self.dealt)
            return
        seat = self.play.actor
        if seat is None:
            raise BadEnvironment("the hand is over: there is nothing to decide")
        action = self.rules.encoding.action(number, self.play.observe(seat))
        self.taken.append((seat, number, self._seen_by(action, seat), len(tuple(action.cards))))
        self.play.apply(action)

    def _seen_by(self, action: Action, actor: int) -> tuple[bool, ...]:
        """Return for each seat whether it learns all of an action, or only that there was one."""
        heard = getattr(self.play, "heard", None)
        seats = range(self.rules.encoding.seats)
        if heard is None:  # poker: discards are hidden
            return tuple(seat == actor or not action.cards for seat in seats)
        return tuple(heard(action, seat) == action for seat in seats)

    def told(self, player: int) -> str:
        """Return everything that a player was told so far, as text."""
        if self.play is None:
            return "not dealt"
        if self.guessed is not None:
            return "; ".join([self.guessed.told[player], *self._later(player, self.guessed.actions)])
        return "; ".join([f"seat {player}", *map(str, self.play.observe(player).events)])

    def _later(self, player: int, first: int) -> list[str]:
        """Return the actions since a guess as a player saw them, and what it sees now: a guess keeps no events."""
        later = [f"{seat}: {self.rules.encoding.words(number) if seen_by[player] else cards}"
                 for seat, number, seen_by, cards in self.taken[first:]]
        return [*later, self.seen_now(player)] if later else []

    def seen_now(self, player: int) -> str:
        """Return what a player sees now, as text: the numbers of its observation that are not 0."""
        assert self.play is not None, "everything is dealt"
        values = row(self.rules.encoding.parts(self.play.observe(player)))
        return " ".join(f"{at}={value:g}" for at, value in enumerate(values) if value)

    def guess(self, player: int, rng: Random) -> DealtHand:
        """Return a copy with everything dealt again that a player cannot see; others were then told other cards."""
        twin = deepcopy(self)
        if self.play is None or twin.play is None:
            raise BadEnvironment("nothing is dealt yet: there is nothing to guess")
        twin.play = twin.play.redeal(player, rng)
        told = [self.told(seat) if seat == player else f"guess for seat {seat}: {twin.seen_now(seat)}"
                for seat in range(self.rules.encoding.seats)]
        twin.guessed = Guessed(tuple(told), len(self.taken))
        return twin

    def __deepcopy__(self, memo: object) -> DealtHand:
        twin = DealtHand(self.rules)
        twin.dealt, twin.taken = list(self.dealt), list(self.taken)
        twin.play = None if self.play is None else self.play.clone()
        twin.guessed = self.guessed
        return twin

    def __reduce__(self) -> Any:
        return played_again, (self.rules, self.dealt, [number for _, number, *_ in self.taken])

    def __str__(self) -> str:
        cards = " ".join(map(self.rules.deals.name, self.dealt))
        words = ", ".join(f"{seat}: {self.rules.encoding.words(number)}" for seat, number, *_ in self.taken)
        return f"{cards} | {words}"


def played_again(rules: Shared, dealt: list[int], numbers: list[int]) -> DealtHand:
    """Return the hand that a pickle describes."""
    hand = DealtHand(rules)
    for number in [*dealt, *numbers]:
        hand.take(number)
    return hand
