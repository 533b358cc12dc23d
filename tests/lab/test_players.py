"""The greedy player plays every game here, and only legally."""

from __future__ import annotations

import pytest

import croupier
from croupier import bots, lab
from croupier.cli import is_compiled

needs_speed = pytest.mark.skipif(not is_compiled(), reason="view.strength takes too long interpreted")


@needs_speed
@pytest.mark.parametrize("game", [croupier.holdem(1, 2), croupier.stud(), croupier.triple_draw(), croupier.omaha()],
                         ids=["hold'em", "stud", "triple draw", "Omaha"])
def test_greedy_plays_poker(game):
    assert croupier.play(["greedy", "random"], game, hands=20, reset=True, seed=1, strict=True).hands == 20


@pytest.mark.parametrize("name", lab.names())
def test_greedy_plays_evolved_games(name):
    greedy, state = bots.named("greedy"), lab.load(name).game().start(seed=4)
    for _ in range(150):
        if state.is_over:
            break
        action = greedy.act(state.observe(state.actor))
        assert action in state.legal()
        state.apply(action)
