"""A game in thirty lines, written against `croupier.games.api` alone: each holds a number, a bluff can be called.

The first seat CHECKs (the higher number wins 1) or BETs; the second then CALLs (the higher number wins 2) or FOLDs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from croupier.games.api import ALL, Action, ActionList, StateView, seed_of


@dataclass
class Bluff:
    numbers: tuple[int, int]
    done: tuple[str, ...] = ()
    is_over = property(lambda self: self.done[:1] == ("CHECK",) or len(self.done) == 2)
    actor = property(lambda self: None if self.is_over else len(self.done))

    @property
    def payoffs(self):
        stake = 0 if not self.is_over else 2 if self.done == ("BET", "CALL") else 1
        first = self.done == ("BET", "FOLD") or self.numbers[0] > self.numbers[1]
        return [stake, -stake] if first else [-stake, stake]

    def legal(self):
        return ActionList(map(Action, () if self.is_over else ("CALL", "FOLD") if self.done else ("CHECK", "BET")))

    def apply(self, action):
        self.legal().require(action)
        self.done += (action.kind,)

    def observe(self, viewer):
        seen = [number if viewer in (at, ALL) else None for at, number in enumerate(self.numbers)]
        return StateView(viewer, self if viewer == ALL else self.redeal(viewer, 1), self.done, {"numbers": seen})

    def clone(self):
        return replace(self)

    def redeal(self, seat, rng):
        hidden = Random(seed_of(rng)).sample([n for n in range(10) if n != self.numbers[seat == 1]], 2)
        return replace(self, numbers=tuple(n if seat == at else hidden[at] for at, n in enumerate(self.numbers)))


class BluffGame:
    name = "bluff"
    players = range(2, 3)

    def start(self, players=None, seed=None, *, hands=None, dealer=None):
        chance = Random(seed if dealer is None else dealer.chance(1).below(1 << 32))
        return Bluff(tuple(chance.sample(range(10), 2)))
