"""Simulations inside the core: the same result on any number of threads, with intervals that hold."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

import croupier
from croupier.cli import is_compiled

GAME = croupier.holdem(sb=50, bb=100)
HANDS = 20_000 if is_compiled() else 600


def test_threads_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("croupier.contest.simulation.simulate"), "CHUNK", HANDS // 6)
    results = [croupier.simulate(GAME, hands=HANDS, seed=5, threads=threads) for threads in (1, 2, 3, 8)]
    assert all(result == results[0] for result in results)
    assert croupier.simulate(GAME, hands=HANDS, seed=6) != results[0]


def test_chips_are_conserved_and_hands_counted() -> None:
    result = croupier.simulate(GAME, seats=4, hands=HANDS, seed=2)
    assert result.hands == HANDS
    assert result.actions > HANDS
    assert sum(mean.mean for mean in result.mean) == pytest.approx(0, abs=1e-6)
    assert result.hands_per_second > 0


def test_one_policy_each() -> None:
    result = croupier.simulate(GAME, seats=3, hands=HANDS, policy=["strength", "folder", "caller"], seed=2)
    assert result.policies == ("strength", "folder", "caller")
    assert result.bb_per_100[1].mean < 0, "folding never pays"
    heads_up = croupier.simulate(GAME, seats=2, hands=HANDS, policy=["strength", "folder"], seed=2)
    assert heads_up.bb_per_100[0].mean > 0, "strength looks at its cards"


def test_the_deck_holds_different_cards() -> None:
    result = croupier.simulate(GAME, seats=2, stack=100, hands=HANDS, policy="caller", seed=2)
    spread = result.mean[0].margin / 1.96 * HANDS**0.5
    assert spread == pytest.approx(98, abs=6), "everybody is all-in from the blinds: won, lost, rarely tied"


def test_folders_lose_what_the_blinds_cost() -> None:
    result = croupier.simulate(GAME, seats=2, hands=HANDS, policy="folder", seed=2)
    assert result.mean[0].mean == pytest.approx(0, abs=1e-9), "each posts every other hand"


def test_reports_progress() -> None:
    seen: list[tuple[int, int]] = []
    croupier.simulate(GAME, hands=HANDS, seed=5, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (HANDS, HANDS)


def test_giving_up_stops_the_threads() -> None:
    def give_up(done: int, total: int) -> None:
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        croupier.simulate(GAME, hands=10**8 if is_compiled() else 10**4, progress=give_up)


def test_prints_and_goes_to_json() -> None:
    result = croupier.simulate(croupier.stud(5, 10, 20), seats=3, hands=300, policy="caller", seed=2)
    assert "fixed-limit seven-card stud 20/40, ante 5, bring-in 10: 300 hands" in str(result)
    assert "bets/100" in str(result)
    told = json.loads(json.dumps(result.as_dict()))
    assert len(told["seats"]) == 3


@pytest.mark.parametrize(("change", "error"), [
    ({"seats": 1}, "seats must be"), ({"seats": 11}, "seats must be"), ({"hands": 0}, "hands must be"),
    ({"stack": 0}, "stack must be"), ({"stack": 1.0}, "stack must be"), ({"stack": 10**15}, "stack must be"),
    ({"policy": "genius"}, "there are random"), ({"policy": ["random"]}, "1 policies for 6 seats"),
    ({"seed": -1}, "seed must be"), ({"threads": 0}, "threads must be"), ({"game": "NT"}, "is not a game"),
    ({"policy": [1] * 6}, "no policy 1"), ({"policy": None}, "a name for all"), ({"policy": 5}, "a name for all"),
    ({"policy": 1.0}, "a name for all"), ({"policy": b"random"}, "a name for all"),
    ({"policy": {"random"}}, "a name for all"),
    ({"policy": [["random"]] * 6}, "no policy"), ({"progress": 5}, "must be a function"),
])
def test_bad_input_is_named(change: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=error):
        croupier.simulate(**{"game": GAME, "hands": 10, **change})
