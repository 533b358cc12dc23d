"""Search really searches: it finds what is plainly best, beats simple players at 95 %, and peeks at nothing."""

from __future__ import annotations

from statistics import fmean

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.api import BadAction
from croupier.games.genome.engine.search import Search
from croupier.games.genome.state import search_policy
from croupier.games.genome.values import BadGenome, BettingPhase
from croupier.lab.solver.exact import gap_of
from croupier.lab.solver.tree import tree_of

from .searching import faced
from .tables import dealt, genome, play

compiled = pytest.mark.skipif(not is_compiled(), reason="matches of searchers take too long interpreted")
interpreted = pytest.mark.skipif(is_compiled(), reason="the parts of a compiled search are out of Python's reach")
BEATS = ("betting-war", "eights-for-stakes", "fishing", "five-card-stud", "guts", "kuhn-poker", "leduc-poker",
         "low-draw", "simple-poker", "three-card-brag", "whist-for-stakes")
"""The quicker ones of the games in which it beats both; tests/soak/mcts_games.py plays all of them, with more deals."""
DEALS = 120


@compiled
@pytest.mark.parametrize("other", ["random", "greedy", "always-bet"])
@pytest.mark.parametrize("name", BEATS)
def test_search_beats_simple_players(name, other):
    found = faced(name, other, DEALS)
    assert found.low > 0, found


@compiled
def test_search_beats_greedy_where_it_must_remember_who_is_void():
    found = faced("black-lady", "greedy", 24, iterations=300)
    assert found.mean > 0, found


def test_search_calls_and_raises_what_cannot_lose_and_folds_what_cannot_win():
    best = play(genome(cards=1, wins=("high_card",)).game().start(2, 1, "2hAh"), "b r r")
    assert best.observe(1).seat == 1
    sure = play(genome(BettingPhase(10, 1), cards=1, ante=10, wins=("high_card",)).game().start(2, 1, "2hAh"), "b")
    assert sure.searched(300).kind in ("CALL", "RAISE")
    kuhn = play(lab.load("kuhn-poker").game().start(2, 1, "KsJs"), "b")
    assert kuhn.searched(300).kind == "FOLD"  # the jack loses to both others
    kuhn = play(lab.load("kuhn-poker").game().start(2, 1, "JsKs"), "b")
    assert kuhn.searched(300).kind == "CALL"


@compiled
def test_search_comes_closer_to_the_equilibrium_with_more_iterations():
    tree = tree_of(lab.load("kuhn-poker"))
    gaps = [gap_of(tree, tree.strategy(lambda state, count=count: mean_policy(state, count)))
            for count in (60, 1_000, 10_000)]
    assert gaps[0] > gaps[1] > gaps[2] < 0.08


def mean_policy(state, iterations, seeds=20):
    """Return the policy of the search, averaged over seeds."""
    found = [search_policy(state, iterations, seed) for seed in range(seeds)]
    return [sum(chances) / seeds for chances in zip(*found, strict=True)]


@interpreted
@pytest.mark.parametrize("is_mine", [True, False])
def test_the_next_card_does_not_follow_from_the_next_bet(is_mine):
    """One generator in the same state for cards and bets would turn up high cards after high bets only."""
    state = lab.load("leduc-poker").game().start(players=2, seed=1)
    players = state.advisers(1)
    search = Search(state.program, 2)
    search.begin(players)
    cards: dict[int, list[int]] = {0: [], 1: []}
    for _ in range(2000):
        search.present.copy_to(search.engine)
        search.guess(is_mine)
        cards[search.policies.below(2)].append(search.cards.draw_card())  # numbers from 38 to 47
    assert abs(fmean(cards[1]) - fmean(cards[0])) < 1


def test_search_stands_on_twenty_one():
    game = lab.load("blackjack").game()
    state = play(game.start(2, 1, dealt("AhKh", "9c9d")), "k k")
    assert state.searched(400).kind == "STAND_PAT"


def test_search_knows_only_what_its_seat_knows():
    """Games that look alike to the seat are searched alike, whatever the others hold."""
    state = play(lab.load("leduc-poker").game().start(2, 5, "QhKsJh"), "k")
    twin = play(lab.load("leduc-poker").game().start(2, 9, "JsKsQs"), "k")
    assert [str(state.searched(60, seed)) for seed in range(20)] == [str(twin.searched(60, seed)) for seed in range(20)]


def test_search_is_repeatable_and_changes_nothing():
    state = lab.load("step-holdem").game().start(3, 5)
    before = str(state.legal()), state.stacks, [str(event) for event in state.events]
    assert state.searched(40, 3) == state.searched(40, 3)
    assert (str(state.legal()), state.stacks, [str(event) for event in state.events]) == before


def test_bad_searches_are_refused():
    state = genome().game().start(2, 1)
    for iterations in (0, -1, 1.5, True, 10**7, "many"):
        with pytest.raises(BadAction):
            state.searched(iterations)
    with pytest.raises(BadAction):
        state.observe(1).searched(10)
    for policy in ("mcts:0", "mcts:x", "mcts:-1", "genius", "mcts:99999999"):
        with pytest.raises(BadGenome, match="there is no policy"):
            genome().game().playout(2, policy=policy)


def test_the_tree_may_be_full():
    state = lab.load("black-lady").game().start(4, 1)
    assert state.searched(400) in state.legal()
