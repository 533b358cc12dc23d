"""Vectorised and single environments in lockstep: a thousand random steps an item, over all games and table sizes."""

from __future__ import annotations

from collections import Counter
from random import Random

STEPS = 1000
TABLES = 8


def agree(number: int) -> Counter[str]:
    """Step one random setup of tables and compare every observation, mask and reward with single hands."""
    from tests.adapters.lockstep_vector import compare
    from tests.games.every_game import CODES, stakes

    import croupier
    from croupier.adapters.envs import VectorTables

    chance = Random(number)
    code = CODES[number % len(CODES)]
    game = croupier.game(code, **stakes(code))
    seats = chance.randint(2, game.rules.seats)
    stacks = [chance.randint(12, 400) for _ in range(seats)]
    actions = chance.choice(("sized", "full"))
    ended = compare(VectorTables(game, TABLES, seats, stacks, actions, seed=number), STEPS // TABLES)
    return Counter(steps=STEPS, hands=ended)
