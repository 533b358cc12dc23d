"""Twenty games made to fool the measures are stopped by the gate that was predicted, or score below real games."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.cli import is_compiled
from croupier.games.genome.values import WinCondition, replaced
from croupier.lab.scoring.dead_rules import dead_rules, pruned
from croupier.lab.scoring.fitness import Budget, score
from genome.tables import genome

from .cheats import CHEATS, LOW

BUDGET = Budget(blocks=16, iterations=50)
REAL = ("five-card-draw", "step-holdem", "whist-for-stakes")
compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")


def test_there_are_twenty():
    assert len(CHEATS) == 20


@compiled
@pytest.mark.parametrize("name", [name for name, (gate, _) in CHEATS.items() if gate != LOW])
def test_the_predicted_gate_stops_it(name):
    gate, game = CHEATS[name]
    found = score(game, budget=BUDGET)
    assert (found.gate, found.total.mean) == (gate, 0), found.failed


@compiled
def test_what_no_gate_stops_does_not_surely_score_above_a_real_game():
    """`python -m tests.soak.known_order` plays longer and says where it stands among known games."""
    low = [score(game, budget=BUDGET).total.low for gate, game in CHEATS.values() if gate == LOW]
    assert max(low) < min(score(lab.load(name), budget=BUDGET).total.mean for name in REAL)


def test_dead_rules_are_found_and_taken_out():
    _, game = CHEATS["a dead tie-break and a dead single pot"]
    assert len(dead_rules(game, 500)) == 3
    clean = pruned(game, 500)
    assert clean.win_conditions == (WinCondition("best_hand"),)
    assert clean.setup.side_pots
    assert "pruned: the single pot is never short" in clean.lineage[-1]
    assert pruned(clean, 500) is clean


def test_a_rule_that_matters_is_not_dead():
    assert dead_rules(lab.load("leduc-poker"), 500) == []
    wild = replaced(lab.load("simple-poker"), setup=replaced(lab.load("simple-poker").setup, wild_ranks=("2",)))
    assert dead_rules(wild, 500) == []
    assert dead_rules(genome(ante=5, hands=3), 500) == []
