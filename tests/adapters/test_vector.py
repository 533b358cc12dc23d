"""The vectorised environment: step by step the same as single hands, for every game and both action sets.

Single hands are encoded from `observe`, and test_environments shows that such an array holds no hidden card: what
equals it step by step holds none either. test_vector_worlds shows it on the arrays themselves.
"""

from __future__ import annotations

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from tests.adapters.lockstep_vector import compare  # noqa: E402
from tests.games.every_game import CODES, stakes  # noqa: E402

import croupier  # noqa: E402
from croupier.adapters.encoding.base import BadEnvironment  # noqa: E402
from croupier.adapters.encoding.poker_actions import SizedActions  # noqa: E402
from croupier.adapters.envs import VectorTables  # noqa: E402
from croupier.betting.rulebook import IllegalAction  # noqa: E402

pytestmark = pytest.mark.extras
STACKS = [200, 35, 1000, 150, 77, 300, 20, 400, 500, 600]


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("actions", ["full", "sized"])
def test_single_and_vectorised_environments_agree_step_by_step(code, actions):
    """About 10^4 steps over all games; the soak `vector` plays 10^6."""
    game = croupier.game(code, **stakes(code))
    for seats in {2, 3, game.rules.seats}:
        ended = compare(VectorTables(game, 4, seats, STACKS[:seats], actions, seed=seats), 36)
        assert ended > 0


def test_other_sizes_agree_too():
    game = croupier.holdem(sb=1, bb=2, ante=1, straddles=(4,))
    assert compare(VectorTables(game, 4, 4, actions=SizedActions((25, 33, 150)), seed=9), 40) > 0


def test_the_same_seed_gives_the_same_steps_and_another_one_does_not():
    made = [VectorTables(croupier.holdem(sb=1, bb=2), 64, 3, seed=seed) for seed in (1, 1, 2)]
    for _ in range(50):
        for tables in made:
            tables.step(tables.sample())
    assert np.array_equal(made[0].observations, made[1].observations)
    assert not np.array_equal(made[0].observations, made[2].observations)


def test_an_illegal_action_at_one_table_changes_nothing_at_any():
    tables = VectorTables(croupier.holdem(sb=1, bb=2), 8, seed=3)
    before, actions = tables.observations.copy(), tables.sample()
    for wrong in (-1, tables.encoding.actions, int(np.flatnonzero(tables.masks[5] == 0)[0])):
        actions[5] = wrong
        with pytest.raises(IllegalAction, match="not legal at table 5"):
            tables.step(actions)
        assert np.array_equal(tables.observations, before)
    for wrong in (np.zeros(7, np.int32), np.zeros((8, 1), np.int32), np.zeros(8)):
        with pytest.raises(IllegalAction):
            tables.step(wrong)


def test_wrong_settings_are_refused():
    game = croupier.holdem(sb=1, bb=2)
    for wrong in ({"tables": 0}, {"tables": True}, {"seed": -1}, {"stacks": [1, 1]}, {"actions": "many"}):
        with pytest.raises(BadEnvironment):
            VectorTables(game, **wrong)
    with pytest.raises(croupier.BadSetup):
        VectorTables(game, seats=11)
