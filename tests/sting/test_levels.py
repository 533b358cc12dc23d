"""The levels: a Narc and a Customer who look ahead are stronger than the house, an easy house is weaker."""

from __future__ import annotations

from random import Random

import pytest

from croupier.bots import BadBot
from croupier.bots.rollouts import Rollouts
from croupier.bots.sting import LEVELS, Patient, StingHouse, opponents
from croupier.cli import is_compiled

from .lines import SEED_GAME

RUNS = 24


def cash(narc: type[StingHouse] | None, customer: type[StingHouse] | None) -> tuple[float, float]:
    """What Player and Customer win on average against these; None looks ahead on 20 guesses."""
    won = [0, 0, 0]
    for seed in range(RUNS):
        run = SEED_GAME.start(seed=seed)
        bots = [made() if made else Rollouts(20) for made in (narc, customer)] + [Rollouts(20)]
        for seat, bot in enumerate(bots):
            bot.rng = Random(3 * seed + seat)
        while not run.is_over:
            run.apply(bots[run.actor].act(run.observe(run.actor)))
        won = [total + one for total, one in zip(won, run.payoffs)]
    return won[2] / RUNS, won[1] / RUNS


@pytest.mark.skipif(not is_compiled(), reason="look-ahead takes too long interpreted")
def test_levels_are_in_order():
    house, its_customer = cash(StingHouse, StingHouse)
    easy, _ = cash(Patient, Patient)
    hard, _ = cash(None, StingHouse)
    _, bargainer = cash(StingHouse, None)
    assert hard < house < easy
    assert bargainer > its_customer + 20


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_has_its_two(level):
    assert len(opponents(level)) == 2


def test_an_unknown_level():
    with pytest.raises(BadBot, match="there is no level 'god'"):
        opponents("god")
