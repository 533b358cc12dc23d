"""A game in thirty lines, written against `croupier.games.api` alone: each holds a number, a bluff can be called.

The first seat CHECKs (the higher number wins 1) or BETs; the second then CALLs (the higher number wins 2) or FOLDs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from croupier.betting.rulebook import IllegalAction
from croupier.games.api import ALL, Action, seed_of


class Choices(list):
    def __init__(self, *words):
        super().__init__(Action(word) for word in words)

    kinds = property(lambda self: tuple(action.kind for action in self))

    def menu(self, n):
        return self[:n]

    def refusal(self, action):
        return None if action in self else (f"{action.kind} is not offered here", "B10")


@dataclass(frozen=True)
class Look:
    viewer: int | str
    state: Bluff
    seat = property(lambda self: self.viewer if isinstance(self.viewer, int) else None)
    actor = property(lambda self: self.state.actor)
    is_over = property(lambda self: self.state.is_over)
    payoffs = property(lambda self: self.state.payoffs)
    legal = property(lambda self: self.state.legal() if self.viewer in (self.actor, ALL) else Choices())
    events = property(lambda self: tuple(self.state.done))
    numbers = property(lambda self: [number if self.viewer in (seat, ALL) else None
                                     for seat, number in enumerate(self.state.numbers)])

    def as_json(self):
        return {"v": 1, "actor": self.actor, "is_over": self.is_over, "payoffs": self.payoffs, "numbers": self.numbers}

    def guess(self, rng):
        return self.state.redeal(self.viewer, rng)


@dataclass
class Bluff:
    numbers: tuple[int, int]
    done: tuple[str, ...] = ()

    actor = property(lambda self: None if self.is_over else len(self.done))
    is_over = property(lambda self: self.done[:1] == ("CHECK",) or len(self.done) == 2)

    @property
    def payoffs(self):
        if not self.is_over:
            return [0, 0]
        stake = 2 if self.done == ("BET", "CALL") else 1
        first = self.done == ("BET", "FOLD") or self.numbers[0] > self.numbers[1]
        return [stake, -stake] if first else [-stake, stake]

    def legal(self):
        return Choices(*() if self.is_over else ("CALL", "FOLD") if self.done else ("CHECK", "BET"))

    def apply(self, action):
        if action not in self.legal():
            raise IllegalAction(*self.legal().refusal(action), self.legal())
        self.done += (action.kind,)

    def observe(self, viewer):
        return Look(viewer, self if viewer == ALL else self.redeal(viewer, 1))

    def clone(self):
        return replace(self)

    def redeal(self, seat, rng):
        hidden = Random(seed_of(rng)).sample([n for n in range(10) if n != self.numbers[seat == 1]], 2)
        kept = [number if seat == at else hidden[at] for at, number in enumerate(self.numbers)]
        return replace(self, numbers=tuple(kept))


class BluffGame:
    name = "bluff"
    players = range(2, 3)

    def start(self, players=None, seed=None, *, hands=None, dealer=None):
        if dealer is None:
            return Bluff(tuple(Random(seed).sample(range(10), 2)))
        chance = dealer.chance(1)
        first, other = chance.below(10), chance.below(9)
        return Bluff((first, other + (other >= first)))
