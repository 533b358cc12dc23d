"""Seed 001's actions as methods of a state and as `BettingAction`; its RaiseCount, IsAllIn and HasFolded."""

from __future__ import annotations

import pytest

from croupier.betting.rulebook import IllegalAction
from croupier.games.api import BadAction
from croupier.lab import BettingAction, BettingPhase, GameGenome, SetupRules, TurnStructure, WinCondition

from .tables import genome


def state_of(**start):
    rules = GameGenome(SetupRules(5, starting_chips=100), TurnStructure((BettingPhase(10, 2),)),
                       (WinCondition("best_hand"),), max_hands=1)
    return rules.game().start(seed=1, **start)


def test_a_round_by_methods():
    state = state_of(players=3)
    state.check()
    state.bet()
    state.raise_()
    assert (state.raises, state.price, state.bets) == (1, 20, [0, 10, 20])
    state.fold()
    assert [state.has_folded(seat) for seat in range(3)] == [True, False, False]
    state.call()
    assert state.is_over
    assert (state.raises, state.price) == (0, 0)


def test_all_in_by_method():
    state = state_of(chips=[4, 100, 7])
    state.all_in()
    assert state.is_all_in(0)
    assert not state.is_all_in(1)
    state.raise_()
    state.all_in()
    assert state.is_all_in(2)
    assert sum(state.stacks) == 111


def test_actions_of_the_enum():
    assert {action.name: action.value for action in BettingAction} == {
        "CHECK": "check", "BET": "bet", "CALL": "call", "RAISE": "raise", "ALL_IN": "all_in", "FOLD": "fold"}
    state = state_of(players=2)
    state.apply(BettingAction.BET)
    state.apply(BettingAction.RAISE)
    assert state.raises == 1
    assert state.observe(0).raises == 1
    with pytest.raises(IllegalAction, match="CHECK is not possible"):
        state.apply(BettingAction.CHECK)


def test_what_is_not_legal_is_refused():
    state = state_of(players=2)
    for act in (state.call, state.raise_, state.fold, state.all_in):
        with pytest.raises(IllegalAction):
            act()
    assert state.bets == [0, 0]


@pytest.mark.parametrize("seat", [-1, 2, True, None, 10**30])
def test_M1_a_seat_is_one_of_the_game(seat):
    state = genome().game().start(2, 1)
    for ask in (state.is_all_in, state.has_folded):
        with pytest.raises(BadAction, match="not a seat"):
            ask(seat)
