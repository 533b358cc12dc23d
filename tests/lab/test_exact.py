"""Exact values of small games beside what is known of them, and scores beside exact values."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import (
    BadGenome,
    GameGenome,
    MeldPhase,
    SetupRules,
    TurnStructure,
    WinCondition,
)
from croupier.lab.scoring.trial import PLAYERS, Trial
from croupier.lab.solver.exact import best_answer, gap_of, mixed, solve, values
from croupier.lab.solver.tree import TreeTooBig, evenly, tree_of
from croupier.stats.intervals import mean_of

compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")


@pytest.fixture(scope="module")
def kuhn():
    return tree_of(lab.load("kuhn-poker"))


@pytest.fixture(scope="module")
def leduc():
    return tree_of(lab.load("leduc-poker"))


def chances(tree, strategy, seat, card, course=""):
    """What a strategy does for a seat that holds a card after a course of actions such as `k b`."""
    for at, spot in enumerate(tree.spots):
        told = [event.kind for event in spot.told if event.kind in ("CHECK", "BET", "CALL", "FOLD")]
        cards = [str(event.cards) for event in spot.told if event.kind == "DEAL" and event.seat == seat]
        if spot.seat == seat and cards == [card] and told == course.split():
            return tree.chances(strategy, at)
    raise AssertionError("no such spot")


def test_kuhn_poker_is_worth_minus_one_eighteenth_to_the_first_player(kuhn):
    found = solve(kuhn, 1000)
    assert found.values[0] == pytest.approx(-1 / 18, abs=1e-3)
    assert found.values[0] == -found.values[1]
    assert 0 <= found.gap < 1e-3
    assert (kuhn.deals, len(kuhn.spots), kuhn.nodes) == (6, 12, 54)


def test_kuhns_known_strategies(kuhn):
    """Kuhn 1950: the second player's strategy is unique, the first one's bets hang together."""
    found = solve(kuhn, 2000).strategy
    assert chances(kuhn, found, 1, "Ks", "BET")["call"] == pytest.approx(1, abs=.01)
    assert chances(kuhn, found, 1, "Js", "BET")["fold"] == pytest.approx(1, abs=.01)
    assert chances(kuhn, found, 1, "Qs", "BET")["call"] == pytest.approx(1 / 3, abs=.02)
    assert chances(kuhn, found, 1, "Js", "CHECK")["bet 1"] == pytest.approx(1 / 3, abs=.02)
    bluffs = chances(kuhn, found, 0, "Js")["bet 1"]
    assert chances(kuhn, found, 0, "Ks")["bet 1"] == pytest.approx(3 * bluffs, abs=.05)


@compiled
def test_leduc_poker_beside_openspiels_figures(leduc):
    """OpenSpiel's leduc_poker: value −0.0856 in equilibrium, and 2.3736 the gap of the even policy."""
    found = solve(leduc, 500)
    assert found.values[0] == pytest.approx(-0.0856, abs=1e-3)
    assert found.gap < 1e-3
    even = leduc.strategy(evenly)
    assert gap_of(leduc, even) == pytest.approx(2.373611, abs=1e-6)
    assert values(leduc, even)[0] == pytest.approx(-0.078125, abs=1e-6)
    assert len(leduc.spots) == 936


def test_the_best_answer_to_an_even_player_of_kuhn(kuhn):
    """By hand: first with a king bets, with a jack too (half fold), ..: half a chip for the first player."""
    even = kuhn.strategy(evenly)
    assert best_answer(kuhn, even, 0) == pytest.approx(1 / 2)
    assert best_answer(kuhn, even, 1) == pytest.approx(5 / 12)


def test_nobody_does_better_than_the_best_answer(kuhn):
    even = kuhn.strategy(evenly)
    found = solve(kuhn, 200).strategy
    for seat in range(2):
        profile = mixed(kuhn, [found if place == seat else even for place in range(2)])
        assert values(kuhn, profile)[seat] <= best_answer(kuhn, even, seat) + 1e-12


def test_the_gap_shrinks_with_iterations_and_may_end_them(kuhn):
    assert solve(kuhn, 400).gap < solve(kuhn, 100).gap
    assert solve(kuhn, 10_000, gap=0.01).iterations == 100


def test_what_is_too_big_is_refused():
    with pytest.raises(TreeTooBig, match="deals"):
        tree_of(lab.load("simple-poker"))
    with pytest.raises(TreeTooBig, match="more than 500 positions"):
        tree_of(lab.load("leduc-poker"), nodes_max=500)
    with pytest.raises(BadGenome):
        tree_of(lab.load("kuhn-poker"), players=3)


def test_bad_strategies_and_iterations_are_refused(kuhn):
    for iterations in (0, -5, 1.5, True):
        with pytest.raises(ValueError, match="iteration"):
            solve(kuhn, iterations)
    with pytest.raises(ValueError, match="chances"):
        values(kuhn, [0.5])
    with pytest.raises(ValueError, match="add up to 1"):
        kuhn.strategy(lambda state: [1.0] * len(state.legal()))


# -- scores beside the truth -------------------------------------------------------------------------------------------


def greedily(state):
    """The greedy player as chances."""
    words = [str(action) for action in state.legal()]
    chosen = words.index(str(state.suggested("greedy")))
    return [float(at == chosen) for at in range(len(words))]


def won(name, hero, others, deals, iterations=100):
    """What a player wins a hand from others, played."""
    table = Trial(lab.load(name).game().program, 2, 5, iterations)
    found = []
    for _ in range(deals):
        table.forget()
        table.face(PLAYERS[hero], PLAYERS[others], 1)
        found.append(table.hero_won / 2)
    return mean_of(found)


@compiled
@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
def test_greedy_against_random_comes_out_as_counted(name):
    tree = tree_of(lab.load(name))
    greedy, even = tree.strategy(greedily), tree.strategy(evenly)
    exact = (values(tree, mixed(tree, [greedy, even]))[0] + values(tree, mixed(tree, [even, greedy]))[1]) / 2
    found = won(name, "greedy", "random", 20_000)
    assert abs(found.mean - exact) < 2 * found.margin


@compiled
@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker"])
@pytest.mark.parametrize("other", ["random", "greedy"])
def test_search_wins_more_than_the_equilibrium_and_less_than_the_best_answer(name, other):
    tree = tree_of(lab.load(name))
    policy = tree.strategy(greedily if other == "greedy" else evenly)
    most = sum(best_answer(tree, policy, seat) for seat in range(2)) / 2
    found = won(name, "search", other, 1500)
    assert found.low > 0
    assert found.low < most


def test_a_seat_that_has_begun_a_meld_is_not_taken_for_one_that_has_not() -> None:
    """Only their choices differ. They used to be one position, and a choice that the seat did not have was tried."""
    melds = MeldPhase(least=2, sets=True, runs=True)
    game = GameGenome(SetupRules(cards_per_player=3, initial_deck="leduc_6"),
                      TurnStructure((melds,)), (WinCondition("most_captured"),), name="melds", max_hands=1)
    tree = tree_of(game)
    by_events = {(spot.seat, *spot.told) for spot in tree.spots}
    assert len(by_events) < len(tree.spots), "events alone do not tell all positions apart"
    assert sum(values(tree, solve(tree, iterations=5))) == pytest.approx(0)
