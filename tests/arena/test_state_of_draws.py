"""Spectators of draw games: when a draw begins, the bets before it are in the pot, though no event says so."""

from __future__ import annotations

import pytest

from .driver import Arena


@pytest.mark.parametrize("variant", ["F2L3D", "N2L1D", "FB"])
def test_the_state_before_a_draw_is_that_of_a_new_street(variant: str) -> None:
    arena = Arena(variant=variant, seats=2, min_teams=2, starting_stack=1000, sb=10, bb=20)
    watcher = arena.watch()
    for team in ("Alpha", "Beta"):
        arena.join(team)
    arena.line("c x")
    state, shot = watcher.last("state"), arena.watch().last("snapshot")
    assert state["phase"] == shot["phase"] == "DRAW_1"
    assert [row["committed"] for row in state["players"]] == [0, 0]
    assert (state["pot"], state["current_bet"], state["next_actor"]) == (40, 0, shot["next_actor"])


def test_uncalled_chips_go_back_before_the_draws_that_follow() -> None:
    """A bet that nobody can call is its owner's again while players draw: in events, in `state` and in `snapshot`."""
    arena = Arena(variant="N2L1D", seats=2, min_teams=2, starting_stack=1000, sb=10, bb=20)
    watcher = arena.watch()
    for team in ("Alpha", "Beta"):
        arena.join(team)
    while len({seat.stack for seat in arena.table.seats}) == 1 or arena.table.hand.play.hand.street != "PRE_DRAW":
        play(arena, 200)
    while arena.table.hand.play.hand.street == "PRE_DRAW":
        act = arena.actor().act
        play(arena, act.get("max_raise_to", 0) if act["you"]["stack"] + act["you"]["committed"] > 1000 else 0)
    state, shot = watcher.last("state"), arena.watch().last("snapshot")
    back = watcher.of("event")[-1]
    assert (back["ev"], back["uncalled"], "pot" in back) == ("POT_AWARD", True, False)
    assert state["phase"] == shot["phase"] == "DRAW_1"
    assert state["pot"] == shot["pot"] == 2000 - back["amount"]
    for key in ("stack", "committed", "total_in_pot", "all_in"):
        assert [row[key] for row in state["players"]] == [row[key] for row in shot["players"]], key


def play(arena: Arena, raise_to: int) -> None:
    """Raise to an amount where that is legal; otherwise call, check or stand pat."""
    act = arena.actor().act
    legal = {each["action"] for each in act["legal"]}
    if "RAISE_TO" in legal and act["phase"] == "PRE_DRAW" and act["min_raise_to"] <= raise_to:
        answer = arena.actor().acts("RAISE_TO", raise_to)
    else:
        answer = arena.actor().acts(next(each for each in ("CALL", "CHECK", "STAND_PAT") if each in legal))
    assert not [frame for frame in answer if frame["type"] == "error"], answer
