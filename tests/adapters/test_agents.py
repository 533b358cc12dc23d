"""Agents of RLCard, bots and policies of OpenSpiel, from their packages, at our tables."""

from __future__ import annotations

from typing import Any

import pytest

import croupier
from croupier.bots import BadBot, seat
from croupier.bots.isolation import BotFault
from croupier.contest.players import Isolation

from .line_clients import PLAYERS

pytestmark = pytest.mark.extras
AGENTS = PLAYERS / "agents.py"
HERE = Isolation(trusted=True)
NO_LIMIT, LIMIT = croupier.holdem(50, 100), croupier.holdem(5, 10, limit="fixed", cap_heads_up=True)


def needs(word: str) -> None:
    package = {"rlcard": "rlcard", "openspiel": "pyspiel"}[word]
    pytest.importorskip(package, reason=f"{package} is not installed: pip install 'croupier[{word}]'")


@pytest.mark.parametrize(("spec", "game"), [
    ("rlcard:random", NO_LIMIT), ("rlcard:random", LIMIT), ("rlcard:limit-holdem-rule-v1", LIMIT),
    (f"rlcard:{AGENTS}:cautious", NO_LIMIT), (f"rlcard:{AGENTS}:cautious", LIMIT),
    ("openspiel:random", NO_LIMIT), ("openspiel:random", LIMIT), (f"openspiel:{AGENTS}:uniform", NO_LIMIT)])
def test_a_match_without_an_illegal_action(spec: str, game: Any) -> None:
    needs(spec.partition(":")[0])
    result = croupier.match([spec, "random"], game, hands=100, seed=4, stack=10_000, isolation=HERE)
    assert not result.faults.counts, result.faults
    assert sum(result.payoffs) == 0


@pytest.mark.parametrize("spec", ["rlcard:random", "openspiel:random"])
def test_isolated_agents_play_too(spec: str) -> None:
    needs(spec.partition(":")[0])
    result = croupier.match([spec, "caller"], NO_LIMIT, hands=10, seed=4, stack=10_000)
    assert not result.faults.counts, result.faults


@pytest.mark.parametrize("spec", ["rlcard:random", "openspiel:random"])
def test_six_at_a_table(spec: str) -> None:
    needs(spec.partition(":")[0])
    bots = [spec, "random", "strength", spec, "caller", "random"]
    result = croupier.play(bots, NO_LIMIT, hands=60, stack=10_000, seed=3, reset=True, isolation=HERE)
    assert not result.warnings


def test_rlcard_is_told_what_its_environment_tells() -> None:
    needs("rlcard")
    import numpy as np
    import rlcard

    from croupier.adapters.agents.rlcard import RLCardBot

    env = rlcard.make("no-limit-holdem", {"seed": 3})
    theirs, _ = env.reset()
    seen = []

    class Spy:
        use_raw = False

        def eval_step(self, state: Any) -> Any:
            seen.append(state)
            return 1, {}

    own = "".join(card[1] + card[0].lower() for card in theirs["raw_obs"]["hand"])
    hand = croupier.holdem(1, 2).deal([100, 100], 0, deck=f"2c{own[:2]}2d{own[2:]}")
    bot = RLCardBot(lambda env: Spy(), "spy")
    bot.on_hand_start(hand.observe(0))
    bot.act(hand.observe(0))
    ours = seen[0]
    assert np.array_equal(ours["obs"], theirs["obs"])
    assert list(ours["legal_actions"]) == list(theirs["legal_actions"])
    for name in ("hand", "public_cards", "my_chips", "pot", "stage"):
        assert ours["raw_obs"][name] == theirs["raw_obs"][name]
    assert sorted(ours["raw_obs"]["stakes"]) == sorted(theirs["raw_obs"]["stakes"])


def test_openspiel_sees_the_hand_as_it_is() -> None:
    needs("openspiel")
    from croupier.adapters.agents.openspiel_bots import OpenSpielBot

    seen: list[Any] = []

    class Spy:
        def step(self, state: Any) -> int:
            seen.append(state)
            return 1

    hand = NO_LIMIT.deal([20_000] * 2, 1, deck="9s9c8h6h8c8d5c6s2d")
    hand.call()
    hand.check()
    hand.raise_to(150)
    hand.call()
    OpenSpielBot(lambda game, player: Spy(), "spy").act(hand.observe(0))
    assert "STATE:0:cc/r250c/" in str(seen[0])
    assert "8c8d5c/6s" in str(seen[0])
    assert "9s8h" in str(seen[0])


def test_B13_openspiel_has_no_form_for_a_fifth_bet() -> None:
    needs("openspiel")
    game = croupier.holdem(5, 10, limit="fixed")
    hand = game.deal([1000] * 2, 0, seed=1)
    for to in (20, 30, 40, 50):
        hand.raise_to(to)
    with pytest.raises(BotFault, match="does not allow") as found:
        seat("openspiel:random").act(hand.observe(0))
    assert found.value.kind == "UNPLAYABLE"


def test_an_unknown_move_is_refused_by_name() -> None:
    needs("rlcard")
    result = croupier.play([f"rlcard:{AGENTS}:confused", "caller"], NO_LIMIT, hands=1, isolation=HERE)
    assert result.warnings[0].kind == "GARBAGE"


@pytest.mark.parametrize("spec", ["rlcard:nobody", "openspiel:nobody", f"rlcard:{AGENTS}:nobody",
                                  f"openspiel:{AGENTS}:nobody"])
def test_an_unknown_agent_is_refused(spec: str) -> None:
    needs(spec.partition(":")[0])
    with pytest.raises(BadBot):
        croupier.play([spec, "caller"], NO_LIMIT, hands=1, isolation=HERE)
