"""croupier's Round behind the naive model's fixed-step setups: phases opened one after the other, pots by `layers`.

Evolved games drive the round just so; here there are no cards, the strengths of the setup decide the showdown.
"""

from __future__ import annotations

from types import SimpleNamespace

from croupier.betting.checked import CheckedRound
from croupier.betting.pots import Pot, layers

from .step import Step

NOBODY = -1  # a C constant of the kernel


class StepHand:
    """A hand of betting phases on the compiled kernel, with the names that `compare_tree` asks for."""

    def __init__(self, setup: Step, copied_from: StepHand | None = None) -> None:
        self.setup = setup
        if copied_from is not None:
            self.round = copied_from.round.copy()
            self.phase, self.actor = copied_from.phase, copied_from.actor
            return
        min_bet, max_raises = setup.phases[0]
        self.round = CheckedRound(list(setup.stacks), limit="step", min_bet=min_bet, max_raises=max_raises)
        for seat in range(len(setup.stacks)):
            self.round.ante(seat, setup.ante)
        self.phase, self.actor = 0, None
        self._begin_phase(self.round.next_actor(self._before_first()))

    def clone(self) -> StepHand:
        return StepHand(self.setup, self)

    def _before_first(self) -> int:
        return (self.setup.first - 1) % len(self.setup.stacks)

    def _begin_phase(self, actor: int) -> None:
        """Go on to the first phase in which somebody has to act."""
        while actor == NOBODY and self.phase + 1 < len(self.setup.phases):
            self.phase += 1
            self.round.open(*self.setup.phases[self.phase])
            actor = self.round.next_actor(self._before_first())
        self.actor = None if actor == NOBODY else actor
        assert not self.round.broken, "chips are conserved (M2)"

    @property
    def is_over(self) -> bool:
        return self.actor is None

    @property
    def bets(self) -> list[int]:
        return self.round.bets

    @property
    def stacks(self) -> list[int]:
        return self._final() if self.is_over else self.round.stacks

    @property
    def payoffs(self) -> list[int]:
        return [final - stack for final, stack in zip(self._final(), self.setup.stacks, strict=True)]

    def legal(self) -> SimpleNamespace:
        self.round.ask(self.actor)
        owed = self.round.to_call
        sizes = (self.round.least, self.round.most) if self.round.most else (None, None)
        return SimpleNamespace(fold=owed > 0, check=owed == 0, call=owed or None,
                               min_raise_to=sizes[0], max_raise_to=sizes[1])

    def fold(self) -> None:
        self._refuse_unless(self.legal().fold)
        self.round.fold(self.actor)
        self._begin_phase(self.round.following)

    def check(self) -> None:
        self._refuse_unless(self.legal().check)
        self.round.call(self.actor)
        self._begin_phase(self.round.following)

    def call(self) -> None:
        self._refuse_unless(self.legal().call is not None)
        self.round.call(self.actor)
        self._begin_phase(self.round.following)

    def raise_to(self, to: int) -> None:
        legal = self.legal()
        self._refuse_unless(legal.min_raise_to is not None and legal.min_raise_to <= to <= legal.max_raise_to)
        self.round.raise_to(self.actor, to)
        self._begin_phase(self.round.following)

    @staticmethod
    def _refuse_unless(legal: bool) -> None:
        if not legal:
            raise ValueError("not legal")

    def _pots(self) -> list[Pot]:
        live = [seat for seat in range(len(self.setup.stacks)) if self.round.live >> seat & 1]
        if not self.setup.side_pots:
            return [Pot(self.round.pot(), tuple(live))]
        return layers(self.round.totals, live)

    def _final(self) -> list[int]:
        """The stacks after the showdown, all odd chips to the first winner (G3)."""
        strengths = self.setup.strengths or [0] * len(self.setup.stacks)
        final = self.round.stacks
        for pot in self._pots():
            top = max(strengths[seat] for seat in pot.seats)
            winners = [seat for seat in pot.seats if strengths[seat] == top]
            share, odd = divmod(pot.amount, len(winners))
            for seat in winners:
                final[seat] += share
            final[winners[0]] += odd
        return final
