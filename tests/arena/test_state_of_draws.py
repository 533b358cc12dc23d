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
