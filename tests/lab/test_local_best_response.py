"""Local best response: a lower bound of a bot's exploitability in heads-up hold'em."""

from __future__ import annotations

import pytest

import croupier
from croupier.bots.load import named
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
