"""The environments pass their libraries' own checks, for every game; what they show hides what a seat may not see."""

from __future__ import annotations

import warnings
from pathlib import Path
from random import Random
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")
pettingzoo = pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from pettingzoo.test import api_test, seed_test  # noqa: E402

import croupier  # noqa: E402
from croupier.adapters.encoding.base import BadEnvironment, row  # noqa: E402
from croupier.adapters.encoding.choose import encoding_of, names  # noqa: E402
from croupier.adapters.encoding.poker_actions import SizedActions  # noqa: E402
from croupier.adapters.envs import SeatEnv, table_env  # noqa: E402
from croupier.adapters.envs.registration import IDS  # noqa: E402

pytestmark = [pytest.mark.extras, pytest.mark.filterwarnings("ignore:Observation:UserWarning")]
BRED = sorted((Path(__file__).parents[2] / "docs" / "evolved").glob("*.json"))


def games() -> list[Any]:
    """Every named environment, hold'em at ten seats, and every bred game of the gallery."""
    return [*names(), *(str(path) for path in BRED)]


@pytest.mark.parametrize("game", games(), ids=lambda game: Path(game).stem)
def test_pettingzoo_accepts_the_environment(game):
    api_test(table_env(game), num_cycles=40)
    seed_test(lambda: table_env(game), num_cycles=20)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("actions", ["full", "sized"])
def test_holdem_for_two_to_ten_seats_with_both_action_sets(seats, actions):
    api_test(table_env("holdem-v1", seats, actions=actions, observations="dict"), num_cycles=30)
    seed_test(lambda: table_env("holdem-v1", seats, actions=actions), num_cycles=20)


@pytest.mark.parametrize("game", games(), ids=lambda game: Path(game).stem)
def test_gymnasium_accepts_the_environment(game):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of unbounded boxes and of missing render modes
        check_env(SeatEnv(game, opponents=["random"]), skip_render_check=True)


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("actions", ["full", "sized"])
def test_gymnasium_accepts_holdem_for_two_to_ten_seats(seats, actions):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv("holdem-v1", opponents=["random"], seats=seats, actions=actions), skip_render_check=True)


def test_gymnasium_makes_every_registered_name():
    assert len(IDS) == len(names())
    env = gymnasium.make("croupier/leduc-poker-v1", opponents=["caller"], disable_env_checker=True)
    env.reset(seed=1)
    *_, info = env.step(int(np.flatnonzero(env.unwrapped.action_masks())[0]))
    assert set(info) >= {"action_mask", "seat"}


def test_pettingzoo_makes_every_registered_name():
    env = pettingzoo.make("aec", "croupier/holdem-v1", seats=6)
    env.reset(seed=1)
    assert len(env.agents) == 6


def test_an_illegal_action_is_refused_by_the_table_and_replaced_for_the_learner():
    env = table_env("kuhn-poker-v1").unwrapped
    env.reset(seed=1)
    mask = env.observe(env.agent_selection)["action_mask"]
    with pytest.raises(BadEnvironment, match="not legal"):
        env.step(int(np.flatnonzero(mask == 0)[0]))
    learner = SeatEnv("kuhn-poker-v1", opponents=["caller"], seat=0)
    _, info = learner.reset(seed=1)
    *_, info = learner.step(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    assert info["illegal"]


def test_rendering_as_text_and_as_svg_shows_spectators_no_cards():
    for name in ("holdem-v1", "leduc-poker-v1", "sting-v1"):
        for mode, begin in (("text", ""), ("svg", "<svg")):
            env = table_env(name, render_mode=mode)
            env.reset(seed=3)
            assert str(env.render()).startswith(begin)
            assert "\n" in env.render() or mode == "svg"
    env = table_env("holdem-v1", render_mode="text")
    env.reset(seed=3)
    hand = env.unwrapped.game_state
    assert str(hand.hole(0)) not in env.render()
    assert "??" in env.render()


@pytest.mark.parametrize("game", games(), ids=lambda game: Path(game).stem)
def test_two_worlds_that_differ_in_hidden_cards_look_alike(game):
    """A seat's array and mask are the same whatever the cards that it cannot see: dealt again, nothing changes."""
    encoding = encoding_of(game)
    chance, compared = Random(5), 0
    for seed in range(30):
        state = encoding.start(seed)
        while not state.is_over:
            for seat in range(encoding.seats):
                other = state.redeal(seat, chance)
                seen, guessed = state.observe(seat), other.observe(seat)
                parts, again = encoding.parts(seen), encoding.parts(guessed)
                assert parts == again, [name for name in parts if parts[name] != again[name]]
                if state.actor == seat:
                    assert encoding.legal(seen) == encoding.legal(guessed)
                compared += 1
            view = state.observe(state.actor)
            state.apply(encoding.action(chance.choice(encoding.legal(view)), view))
        if compared > 400:
            break
    assert compared > 30


def test_full_and_sized_sets_number_only_legal_amounts_and_number_their_own_actions():
    for actions in ("full", SizedActions((33, 100))):
        encoding = encoding_of(croupier.holdem(sb=1, bb=2), 3, [40, 55, 200], actions)
        chance = Random(1)
        for seed in range(40):
            hand = encoding.start(seed)
            while not hand.is_over:
                view = hand.observe(hand.actor)
                for number in encoding.legal(view):
                    action = encoding.action(number, view)
                    assert action in view.legal
                    assert encoding.number(action, view) == number
                    assert encoding.words(number)
                amounts = [encoding.action(number, view).amount for number in encoding.legal(view)]
                assert len(set(amounts) - {None}) == sum(amount is not None for amount in amounts)
                if actions == "full":
                    assert len(encoding.legal(view)) == len(view.legal)
                hand.apply(encoding.action(chance.choice(encoding.legal(view)), view))


def test_arrays_are_the_parts_in_order_and_of_the_lengths_that_the_shape_says():
    for game in games():
        encoding = encoding_of(game)
        state = encoding.start(1)
        parts = encoding.parts(state.observe(0))
        assert {name: len(part) for name, part in parts.items()} == encoding.shape, game
        assert len(row(parts)) == sum(encoding.shape.values())


def test_wrong_names_and_settings_are_refused():
    for wrong in ("holdem", "holdem-v9", "nothing-v1"):
        with pytest.raises(BadEnvironment, match="there is no environment"):
            table_env(wrong)
    with pytest.raises(BadEnvironment, match="render modes"):
        table_env("holdem-v1", render_mode="human")
    with pytest.raises(BadEnvironment, match="percentages"):
        SizedActions((100, 50))
    with pytest.raises(BadEnvironment, match="all-in before"):
        table_env(croupier.holdem(sb=5, bb=10), stacks=[5, 5])
