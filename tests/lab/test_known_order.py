"""The order of known games, stated before it was measured; `python -m tests.soak.known_order` measures it."""

from __future__ import annotations

import pytest

from croupier import lab
from croupier.lab.scoring.fitness import Budget

known_order = pytest.importorskip("tests.soak.known_order", reason="run from the repository's root")
TINY = Budget(blocks=2, quick_hands=10, games=1, sessions=2, session_hands=6, greedy_deals=2, hands=2, iterations=3)


def test_a_game_without_choices_scores_below_every_game_with_some():
    war, kuhn = (known_order.scored(lab.load(name), TINY) for name in ("war", "kuhn-poker"))
    assert (war["mean"], war["gate"]) == (0, "choice")
    assert kuhn["mean"] > 0


def test_pairs_that_are_the_wrong_way_round_are_named():
    fine = {name: {"mean": 0.6, "low": 0.5, "high": 0.7, "gate": ""} for name in known_order.ABOVE}
    poor = {name: {"mean": 0.2, "low": 0.1, "high": 0.3, "gate": ""} for name in known_order.BELOW}
    poor |= {name: {"mean": 0.1, "low": 0.0, "high": 0.3, "gate": ""} for name in known_order.cheats()}
    assert known_order.out_of_order({**fine, **poor}) == []
    poor["cheat: draws that hardly help"]["mean"] = 0.3
    assert len(known_order.out_of_order({**fine, **poor})) == len(known_order.BELOW)
    poor["cheat: draws that hardly help"]["gate"] = "depth"
    assert known_order.out_of_order({**fine, **poor}) == []
    poor["guts"] = {"mean": 0.9, "low": 0.8, "high": 1.0, "gate": ""}
    found = known_order.out_of_order({**fine, **poor})
    assert len(found) == len(known_order.ABOVE)
    assert all("guts" in pair and "(surely)" in pair for pair in found)
