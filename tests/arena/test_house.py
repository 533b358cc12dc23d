"""House bots: in every game, at cash tables, searching in their worker, and when that worker is killed."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from tests.patience import PATIENCE

from croupier.arena.core.config import TableConfig
from croupier.arena.server.house import Pace
from croupier.arena.server.run import Running, ServerConfig, running
from croupier.arena.verify.match import find_problems
from croupier.bots import line_up
from croupier.bots.mcts import Mcts
from croupier.bots.rollouts import Rollouts
from croupier.bots.sting import Patient, StingHouse
from croupier.cards import UNKNOWN

from .test_server import run


def played(table: TableConfig, line_up: tuple[str, ...], disturb: Any = None) -> None:
    """A match of house bots to its end; what is on record verifies, and nobody's time ran out."""
    async def body() -> None:
        config = ServerConfig(tables={"T-1": table}, port=0, house_bots=len(line_up), line_up=line_up, pace=Pace())
        async with running(config) as server:
            if disturb is not None:
                await disturb(server)
            await asyncio.wait_for(server.hub.ended.wait(), PATIENCE)
            assert server.hub.failed is None
            (match,) = server.hub.store.queries.matches()
            archive = server.hub.store.queries.archive(match["match_id"], everything=True)
            assert archive is not None
            assert list(find_problems(archive)) == []
            assert not [code for code, count in server.hub.host.refusals.items() if count]

    run(body())


@pytest.mark.parametrize("on_disk", [False, True])
def test_house_bots_sit_when_a_server_says_that_it_is_open(tmp_path, on_disk):
    """Who announces it tells how many seats they have taken."""
    async def body() -> None:
        db = str(tmp_path / "a.db") if on_disk else ":memory:"
        config = ServerConfig(tables={"T-1": TableConfig(min_teams=6)}, port=0, house_bots=5, db=db)
        async with running(config) as server:
            assert len(server.hub.host.tables["T-1"].seats) == 5

    run(body())


@pytest.mark.parametrize("variant", ["sting", "genome:leduc-poker"])
def test_T10_house_bots_play_other_games(variant):
    seats = 3 if variant != "genome:leduc-poker" else 2
    played(TableConfig(variant=variant, seats=seats, min_teams=seats), ("greedy", "random", "greedy")[:seats])


@pytest.mark.parametrize("variant", ["HUNL", "N2L1D"])
def test_search_bots_play_poker_in_the_worker(variant):
    played(TableConfig(variant=variant, seats=2, starting_stack=60, sb=10, bb=20), ("rollouts", "mcts"))


def test_T10_search_bots_search_evolved_games_with_the_view_of_their_own_seat(monkeypatch):
    seen: list[Any] = []
    act = Mcts.act
    monkeypatch.setattr(Mcts, "act", lambda self, view: (seen.append(view), act(self, view))[1])
    played(TableConfig(variant="genome:leduc-poker", seats=2, min_teams=2), ("mcts:20", "mcts:20"))
    assert len(seen) >= 2
    assert {view.seat for view in seen} == {0, 1}
    for view in seen:
        assert UNKNOWN in view.cards_of(1 - view.seat), "the other's card is hidden"


@pytest.mark.parametrize(("level", "iterations"), [("easy", 10), ("expert", 2000)])
def test_31_a_level_is_played_in_evolved_games_too(monkeypatch, level, iterations):
    asked: set[int] = set()
    act = Mcts.act
    monkeypatch.setattr(Mcts, "act", lambda self, view: (asked.add(self.iterations), act(self, view))[1])
    played(TableConfig(variant="genome:leduc-poker", seats=2, min_teams=2), tuple(line_up(level, 2)))
    assert asked == {iterations}


@pytest.mark.parametrize(("level", "kind", "guesses"), [("easy", Patient, None), ("normal", StingHouse, None),
                                                        ("hard", Rollouts, 30)])
def test_31_a_level_is_played_in_the_sting_too(monkeypatch, level, kind, guesses):
    asked: set[tuple[type, int | None]] = set()
    for each in (StingHouse, Rollouts):
        act = each.act
        monkeypatch.setattr(each, "act", lambda self, view, act=act: (
            asked.add((type(self), getattr(self, "guesses", None))), act(self, view))[1])
    played(TableConfig(variant="sting", seats=3, min_teams=3), tuple(line_up(level, 3)))
    assert asked == {(kind, guesses)}


def test_a_worker_that_is_killed_is_replaced():
    async def kill(server: Running) -> None:
        while (worker := server.house.worker) is None or not worker._processes:
            await asyncio.sleep(0.05)
        next(iter(worker._processes.values())).kill()

    played(TableConfig(seats=3, starting_stack=600, min_teams=3), ("strength", "strength", "maniac"), kill)


def test_house_bots_fill_a_practice_cash_table_and_wait_for_a_guest():
    async def body() -> None:
        table = TableConfig(format="cash", seats=3, starting_stack=2000, sb=10, bb=20, practice=True)
        config = ServerConfig(tables={"P-1": table}, port=0, line_up=("caller", "maniac"), pace=Pace())
        async with running(config) as server:
            await asyncio.sleep(0.2)
            seats = server.hub.host.tables["P-1"].seats
            assert [seat.house for seat in seats] == [True, True]
            assert all(seat.auto_buy for seat in seats)
            assert not server.hub.host.tables["P-1"].in_hand

    run(body())
