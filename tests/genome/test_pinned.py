"""The same games compiled and interpreted: checksums of whole runs, pinned once, the same on every machine."""

from __future__ import annotations

import pytest

from croupier import lab

PINNED = {
    ("betting-war", "random"): (85, 831, 15000),
    ("betting-war", "greedy"): (50, 677, 709536616),
    ("black-lady", "random"): (20, 1004, 1690200),
    ("black-lady", "greedy"): (18, 899, 44190000),
    ("blackjack", "random"): (90, 534, 15000),
    ("blackjack", "greedy"): (100, 656, 13950),
    ("eights-for-stakes", "random"): (100, 1037, 709544416),
    ("eights-for-stakes", "greedy"): (57, 1073, 709536616),
    ("fishing", "random"): (100, 914, 11100),
    ("fishing", "greedy"): (51, 758, 709536616),
    ("five-card-draw", "random"): (100, 696, 709548616),
    ("five-card-draw", "greedy"): (83, 766, 30000),
    ("five-card-stud", "random"): (100, 574, 709549216),
    ("five-card-stud", "greedy"): (100, 701, 9600),
    ("guts", "random"): (68, 154, 709536616),
    ("guts", "greedy"): (100, 218, 709540816),
    ("guts", "mcts:20"): (32, 68, 15000),
    ("kuhn-poker", "random"): (1, 2, 30),
    ("kuhn-poker", "greedy"): (1, 3, 60),
    ("kuhn-poker", "mcts:20"): (1, 2, 60),
    ("leduc-poker", "random"): (1, 2, 30),
    ("leduc-poker", "greedy"): (1, 6, 709551406),
    ("leduc-poker", "mcts:20"): (1, 4, 90),
    ("low-draw", "random"): (100, 639, 4200),
    ("low-draw", "greedy"): (100, 807, 12300),
    ("simple-poker", "random"): (100, 252, 709550416),
    ("simple-poker", "greedy"): (100, 219, 2700),
    ("simple-poker", "mcts:20"): (100, 278, 3600),
    ("step-holdem", "random"): (100, 574, 709535416),
    ("step-holdem", "greedy"): (100, 767, 4500),
    ("three-card-brag", "random"): (100, 252, 709550416),
    ("three-card-brag", "greedy"): (100, 223, 709549216),
    ("three-card-brag", "mcts:20"): (100, 275, 16200),
    ("war", "random"): (1, 0, 30),
    ("war", "greedy"): (1, 0, 30),
    ("whist-for-stakes", "random"): (100, 1034, 709549216),
    ("whist-for-stakes", "greedy"): (100, 1258, 1800),
}
"""Hands, decisions, and the end of the checksum."""


@pytest.mark.parametrize(("name", "policy"), list(PINNED))
def test_runs_are_the_same_everywhere(name, policy):
    game = lab.load(name).game()
    table = game.playout(seed=5, policy=(policy, *["random"] * (game.players[0] - 1)))
    table.run_games(1)
    assert (table.hands, table.decisions, table.checksum % 10**9) == PINNED[name, policy]
