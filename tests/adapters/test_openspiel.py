"""OpenSpiel's own tests and algorithms on croupier's games: simulations, playthroughs, CFR, best response, search."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

np = pytest.importorskip("numpy", reason="the extra `openspiel` is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="the extra `openspiel` is not installed")

from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.algorithms.expected_game_score import policy_value  # noqa: E402

import croupier  # noqa: E402
from croupier import lab  # noqa: E402
from croupier.adapters.encoding.base import BadEnvironment  # noqa: E402
from croupier.adapters.encoding.choose import encoding_of  # noqa: E402
from croupier.adapters.openspiel import openspiel_game  # noqa: E402
from croupier.adapters.openspiel.game import SpielGame  # noqa: E402
from croupier.adapters.openspiel.registration import NAMES  # noqa: E402
from croupier.errors import Error  # noqa: E402
from croupier.lab.solver.exact import best_answer  # noqa: E402
from croupier.lab.solver.tree import evenly, tree_of  # noqa: E402

pytestmark = pytest.mark.extras
BRED = sorted((Path(__file__).parents[2] / "docs" / "evolved").glob("*.json"))


HOLDEM = [f"croupier_holdem(players={players})" for players in range(3, 11)]


def most_players(name: str) -> str:
    """Return a game with as many players as it takes."""
    most = pyspiel.load_game(name).get_type().max_num_players
    return name if most == pyspiel.load_game(name).num_players() else f"{name}(players={most})"


@pytest.mark.parametrize("name", [*NAMES, *HOLDEM])
def test_openspiel_simulates_the_game_and_its_pickles(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("name", NAMES)
def test_openspiel_simulates_the_game_with_as_many_players_as_it_takes(name):
    game = pyspiel.load_game(most_players(name))
    assert game.num_players() == game.get_type().max_num_players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_number_of_players_that_a_game_does_not_take_is_refused():
    with pytest.raises(Error, match="2 to 10"):
        pyspiel.load_game("croupier_holdem(players=11)")


def registered(path: Path) -> str:
    """Register a bred game, as registration.py does the named ones; return OpenSpiel's name for it."""
    class BredGame(SpielGame):
        def __init__(self, params=None):
            super().__init__(encoding_of(str(path), hands=1))

    kind = BredGame().type
    if kind.short_name not in pyspiel.registered_names():
        pyspiel.register_game(kind, BredGame)
    return kind.short_name


@pytest.mark.parametrize("path", BRED, ids=lambda path: path.stem)
def test_openspiel_simulates_bred_games_and_their_pickles(path):
    pyspiel.random_sim_test(pyspiel.load_game(registered(path)), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize("path", BRED, ids=lambda path: path.stem)
def test_openspiel_plays_bred_games_through_and_again(path):
    plays_through_and_again(registered(path))


@pytest.mark.parametrize("seats", [2, 6, 10])
def test_openspiel_simulates_holdem_with_the_full_set_of_actions(seats):
    game = openspiel_game(croupier.holdem(sb=1, bb=2), seats, stacks=[30] * seats, actions="full")
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


@pytest.mark.parametrize("name", [*NAMES, *HOLDEM])
def test_openspiel_plays_the_game_through_and_again(name):
    plays_through_and_again(name)


def plays_through_and_again(name: str) -> None:
    """Record a playthrough and repeat its actions: every line is the same."""
    first = generate_playthrough.playthrough(name, None, seed=7)
    actions = [int(line.partition(": ")[2]) for line in first.splitlines() if line.startswith("action: ")]
    assert actions
    assert generate_playthrough.playthrough(name, actions) == first


def test_cfr_finds_the_value_of_kuhn_poker():
    """OpenSpiel's solver in Python, directly on our game."""
    game = pyspiel.load_game("croupier_kuhn_poker")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(100):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert policy_value(game.new_initial_state(), [found] * 2)[0] == pytest.approx(-1 / 18, abs=5e-4)
    assert exploitability.exploitability(game, found) < 5e-3


@pytest.mark.slow
def test_cfr_finds_the_value_of_leduc_poker():
    """OpenSpiel's solver in C++, directly on our game: it calls Python at every node."""
    game = pyspiel.load_game("croupier_leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    found = solver.tabular_average_policy()
    assert pyspiel.exploitability(game, found) < 3e-3
    first, second = pyspiel.expected_returns(game.new_initial_state(), [found, found], -1, True)
    assert first == pytest.approx(-0.0856, abs=2e-4)
    assert second == pytest.approx(-first)


def test_positions_are_kept_in_small_games_only():
    """A solver finds the tree of a small game already there; a large one is not held in memory."""
    for name, is_kept in (("croupier_leduc_poker", True), ("croupier_holdem", False)):
        states = [pyspiel.load_game(name).new_initial_state()]
        game = states[0].get_game()
        again = game.new_initial_state()
        for state in (states[0], again):
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
        assert (states[0].hand is again.hand) == is_kept
        assert states[0].hand is states[0].clone().hand


def test_best_response_agrees_with_our_own_solver():
    game = pyspiel.load_game("croupier_kuhn_poker")
    uniform = policies.UniformRandomPolicy(game)
    tree = tree_of(lab.load("kuhn-poker"))
    strategy = tree.strategy(evenly)
    ours = [best_answer(tree, strategy, seat) for seat in range(2)]
    assert exploitability.nash_conv(game, uniform) == pytest.approx(sum(ours))


@pytest.mark.parametrize("name", ["croupier_kuhn_poker", "croupier_leduc_poker", "croupier_holdem", "croupier_sting"])
def test_information_set_search_plays_the_game(name):
    game = pyspiel.load_game(name)
    bot = ismcts.ISMCTSBot(game=game, uct_c=4.0, max_simulations=20, evaluator=mcts.RandomRolloutEvaluator(
        n_rollouts=1, random_state=np.random.RandomState(1)), random_state=np.random.RandomState(2))
    chance, state, decisions = Random(3), game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes())
            state.apply_action(chance.choices(outcomes, weights)[0])
        elif decisions < 3:
            state.apply_action(bot.step(state))
            decisions += 1
        else:
            state.apply_action(chance.choice(state.legal_actions()))
    assert decisions > 0


@pytest.mark.parametrize("name", NAMES)
def test_two_worlds_that_differ_in_hidden_cards_have_equal_tensors(name):
    game = pyspiel.load_game(name)
    chance, compared = Random(4), 0
    for _ in range(6):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(chance.choice(state.legal_actions()))
                continue
            for player in range(game.num_players()):
                other = state.resample_from_infostate(player, chance.random)
                assert state.observation_tensor(player) == other.observation_tensor(player)
                assert state.information_state_tensor(player) == other.information_state_tensor(player)
                assert state.information_state_string(player) == other.information_state_string(player)
                compared += 1
            state.apply_action(chance.choice(state.legal_actions()))
            if compared > 60:
                return
    assert compared > 5


def test_information_states_differ_where_tensors_do_in_a_whole_tree():
    """Perfect recall: in Kuhn poker, information-state strings and tensors name the same sets of states."""
    game = pyspiel.load_game("croupier_kuhn_poker")
    seen: dict[str, tuple[float, ...]] = {}

    def walk(state):
        if state.is_terminal():
            return
        if not state.is_chance_node():
            player = state.current_player()
            told, tensor = state.information_state_string(player), tuple(state.information_state_tensor(player))
            assert seen.setdefault(told, tensor) == tensor
        for action in state.legal_actions():
            walk(state.child(action))

    walk(game.new_initial_state())
    assert len(seen) == len(set(seen.values())) == 12


def test_draw_games_that_can_run_out_of_cards_are_refused():
    with pytest.raises(BadEnvironment, match="fewer players"):
        openspiel_game("triple-draw-v1", 6)
