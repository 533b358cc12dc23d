"""Local best response: a lower bound of a bot's exploitability in heads-up hold'em."""

from __future__ import annotations

from random import Random

import pytest

import croupier
from croupier.bots.load import named
from croupier.lab.solver import local_best_response as local
from croupier.lab.solver.local_best_response import local_best_response


def test_it_wins_every_blind_of_a_bot_that_folds():
    won = local_best_response(named("folder"), croupier.holdem(sb=1, bb=2), hands=4)
    assert won.mean == pytest.approx(750)  # half a big blind and a whole one in turn


def test_a_bot_that_does_not_say_its_probabilities_is_refused():
    class Silent(croupier.Bot):
        def act(self, view):
            return view.call()

    with pytest.raises(NotImplementedError):
        local_best_response(Silent(), croupier.holdem(sb=1, bb=2), hands=2)


def test_31_an_all_in_is_worth_what_it_is_worth_on_average():
    class Aces(local.Measured):
        """A hand in which the measuring player has aces."""

        def __init__(self, *words):
            super().__init__(*words)
            self.own = [51, 50]
            self.theirs, self.runout = [0, 5], [9, 14, 19, 24, 28]
            self.hand = self._dealt(self.theirs, self.runout)
            self.belief = {cards: 1.0 for cards in self.belief if not {50, 51} & set(cards)}

    game = croupier.holdem(sb=50, bb=100)
    won = [Aces(named("caller"), game, 10_000, 1, Random(seed)).play() for seed in range(20)]
    assert sum(won) / 20 == pytest.approx(10_000 * (2 * 0.852 - 1), rel=0.06)  # aces beat a random hand in 85.2 %
    assert max(won) - min(won) < 6_000  # one board alone would give 10,000 or -10,000


def test_31_what_the_bot_did_weighs_the_hands_it_may_hold():
    class OnlyAces(croupier.Bot):
        """Calls with aces, folds all else."""

        def act(self, view):
            return max(self.policy(view).items(), key=lambda choice: choice[1])[0]

        def policy(self, view):
            return {view.call() if {card >> 2 for card in view.hole} == {12} or view.legal.check else view.fold(): 1.0}

    won = local_best_response(OnlyAces(), croupier.holdem(sb=50, bb=100), hands=30)
    assert 500 < won.mean < 1000  # nearly every blind, and hardly ever a stack
