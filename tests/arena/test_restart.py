"""A running server and its store: nothing is shown before its commit, commits are grouped, a restart goes on."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import threading
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
from tests.patience import PATIENCE, WHOLE

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Mark, Received
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.server import clock, hub
from croupier.arena.server import clock as steady
from croupier.arena.server.clock import Clock
from croupier.arena.server.house import Pace
from croupier.arena.server.run import Running, ServerConfig, loop_factory, running, stop
from croupier.arena.server.standings import Standings, find_standings_problems

from .wire import Wire, Wires

TABLE = {"seats": 2, "starting_stack": 1000, "sb": 10, "bb": 20, "move_time_ms": 3_600_000}


def run(body: Any) -> None:
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(asyncio.wait_for(body, WHOLE))


def config(path: Any, **more: Any) -> ServerConfig:
    return ServerConfig(tables={"T-1": TableConfig(**{**TABLE, **more})}, port=0, db=str(path / "arena.db"))


class Gate:
    """A disk that takes its time: commits wait until they are let through."""

    def __init__(self, server: Running) -> None:
        self.commits: list[int] = []
        self.open = threading.Event()
        right = server.hub.store.commit

        def commit(batch: Any) -> None:
            self.open.wait(PATIENCE)
            self.commits.append(len(batch.entries))
            right(batch)

        server.hub.store.commit = commit  # type: ignore[method-assign]


async def get(server: Running, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(server.url.rstrip("/") + path) as answer:
        return answer.status, await answer.text()


async def seated(wires: Wires) -> tuple[Wire, Wire, dict[str, Any]]:
    alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
    return alpha, beta, await alpha.until("act")


def test_no_frame_api_answer_or_metric_before_the_commit(tmp_path):
    async def body() -> None:
        async with running(config(tmp_path)) as server:
            wires = Wires(server)
            alpha, beta, prompt = await seated(wires)
            await beta.until("event", ev="POST_BLINDS")
            gate = Gate(server)
            await alpha.act(prompt, "RAISE_TO", 60)
            while server.hub.gate.is_idle:
                await asyncio.sleep(0.01)
            assert server.hub.host.tables["T-1"].prompt.seat == 1  # the host is ahead of what anybody may see
            asked = [asyncio.create_task(get(server, path)) for path in ("/api/tables", "/metrics", "/api/standings")]
            with pytest.raises(TimeoutError):
                await beta.next(0.3)
            assert not any(task.done() for task in asked)
            gate.open.set()
            assert (await beta.until("event"))["ev"] == "BET"
            answers = await asyncio.gather(*asked)
            assert [status for status, _ in answers] == [200, 200, 200]
            assert json.loads(answers[0][1])[0]["hand"]["next_actor"] == 1

    run(body())


def test_inputs_during_a_commit_are_written_together(tmp_path):
    async def body() -> None:
        async with running(config(tmp_path, seats=6, min_teams=6)) as server:
            while not server.hub.gate.is_idle:
                await asyncio.sleep(0.01)
            wires, gate = Wires(server), Gate(server)
            players = [await wires.join(f"Team {number}") for number in range(6)]
            while len(server.hub.host.tables["T-1"].seats) < 6:
                await asyncio.sleep(0.01)
            gate.open.set()
            await players[0].until("start_hand")
            assert sum(gate.commits[:2]) == 6, gate.commits  # the one under way, and one for all that came meanwhile

    run(body())


def test_a_write_that_fails_is_said_once_and_shows_nothing(tmp_path, caplog):
    async def body() -> None:
        async with running(config(tmp_path)) as server:
            wires = Wires(server)
            alpha, beta, prompt = await seated(wires)
            await beta.until("event", ev="POST_BLINDS")
            tried: list[int] = []

            def fail(batch: Any) -> None:
                tried.append(1)
                raise StoreFailed("database or disk is full")

            server.hub.store.commit = fail  # type: ignore[method-assign]
            await alpha.act(prompt, "CALL")
            await asyncio.wait_for(server.hub.ended.wait(), PATIENCE)
            await beta.say(type="action", hand_id=prompt["hand_id"], action="FOLD")
            with pytest.raises(TimeoutError):
                await beta.next(0.2)
            assert tried == [1]
            assert isinstance(server.hub.failed, StoreFailed)
            assert (await get(server, "/api/tables"))[0] == 503
            assert (await get(server, "/healthz"))[0] == 503

    run(body())
    assert sum("dealing stops" in record.message for record in caplog.records) == 1


def test_a_restarted_server_goes_on_with_the_same_hand(tmp_path):
    async def body() -> None:
        async with running(config(tmp_path)) as server:
            wires = Wires(server)
            alpha, beta, prompt = await seated(wires)
            await alpha.act(prompt, "RAISE_TO", 60)
            asked = await beta.until("act")
            seen = [frame for frame in alpha.heard + beta.heard if frame["type"] == "event"]
            hub = server.hub
            hub.put = lambda event: None  # type: ignore[method-assign]  # the machine stops here
        async with running(config(tmp_path)) as server:
            wires = Wires(server)
            beta = await wires.join("Beta")
            shot = await beta.until("snapshot")
            assert (shot["at_hand_id"], shot["decision"]) == (asked["hand_id"], asked["decision"])
            assert shot["you"]["hole"] == asked["you"]["hole"]
            assert [shot["legal"], shot["min_raise_to"]] == [asked["legal"], asked["min_raise_to"]]
            assert 0 < shot["time_ms_remaining"] <= TABLE["move_time_ms"]
            assert all(event in shot["events"] for event in seen)
            alpha = await wires.join("Alpha")
            await alpha.until("snapshot")
            await beta.say(type="action", hand_id=shot["at_hand_id"], action="FOLD")
            end = await alpha.until("end_hand")
            assert end["hand_id"] == asked["hand_id"]
            assert {row["seat"]: row["net"] for row in end["results"]} == {0: 20, 1: -20}
            await alpha.until("start_hand")

    run(body())


def test_after_a_crash_a_silent_prompt_has_the_time_that_was_left_to_about_a_second(tmp_path, monkeypatch):
    """The clock stands still but for the 2.6 s that pass in silence, of which 2.6 s or 1.6 s were written down."""
    at = [1000.0]
    still = SimpleNamespace(time=lambda: at[0], monotonic=lambda: at[0])
    monkeypatch.setattr(clock, "time", still)
    monkeypatch.setattr(steady, "time", still)
    monkeypatch.setattr(steady, "STALL", float("inf"))
    timed = config(tmp_path, move_time_ms=5000)

    async def body() -> None:
        async with running(timed) as server:
            await seated(Wires(server))
            for _ in range(26):
                at[0] += 0.1
                server.hub.put(Mark())
                await server.hub.settled()
            server.hub.put = lambda event: None  # type: ignore[method-assign]  # the machine stops here
        async with running(timed) as server:
            shot = await (await Wires(server).join("Alpha")).until("snapshot")
            assert 2400 <= shot["time_ms_remaining"] <= 3400

    run(body())


def test_standings_and_house_bots_go_on_after_a_restart(tmp_path):
    def house() -> ServerConfig:
        table = TableConfig(seats=3, starting_stack=100_000, min_teams=3, matches=0)
        return ServerConfig(tables={"T-1": table}, port=0, db=str(tmp_path / "arena.db"), house_bots=3,
                            line_up=("random", "caller", "folder"), pace=Pace())

    async def hands(server: Running, count: int) -> None:
        while server.hub.counts.hands < count:
            await asyncio.sleep(0.01)

    async def body() -> None:
        async with running(house()) as server:
            await hands(server, 20)
        before = {row["team"]: row["hands"] for row in server.hub.standings.rows()}
        async with running(house()) as server:
            assert {row["team"]: row["hands"] for row in server.hub.standings.rows()} == before
            assert len(server.hub.host.tables["T-1"].seats) == 3
            await hands(server, 20)
            after = server.hub.standings.rows()
            assert sum(row["net"] for row in after) == 0
            assert all(row["hands"] >= before[row["team"]] for row in after)
            assert sum(row["hands"] for row in after) >= sum(before.values()) + 40  # two at least in each hand

    run(body())


def test_standings_are_the_same_after_a_restart_whenever_they_were_written_down(tmp_path, monkeypatch):
    monkeypatch.setattr(hub, "STANDINGS_HANDS", 7)

    def house() -> ServerConfig:
        table = TableConfig(seats=2, starting_stack=60, sb=10, bb=20, min_teams=2, matches=0)
        return ServerConfig(tables={"T-1": table, "T-2": table}, port=0, db=str(tmp_path / "arena.db"), house_bots=2,
                            line_up=("random", "caller"), pace=Pace())

    async def body() -> None:
        before: list[dict[str, Any]] = []
        for matches in (0, 8, 8):
            async with running(house()) as server:
                assert server.hub.standings.rows() == before
                while server.hub.counts.matches < matches:
                    await asyncio.sleep(0.01)
            before = server.hub.standings.rows()
        assert sum(row["matches"] for row in before) >= 32
        assert sum(row["won"] for row in before) * 2 == sum(row["matches"] for row in before)

    run(body())


@pytest.mark.parametrize("change", [{"bb": 40, "sb": 20}, {"starting_stack": 80}, {"practice": True, "seats": 3},
                                    {"variant": "PO"}, {"format": "cash", "starting_stack": 400}])
def test_22_10_standings_are_kept_when_a_setting_changes(tmp_path, monkeypatch, change):
    """Each hand counts by the settings that it was played with, also when all hands are counted again."""
    monkeypatch.setattr(hub, "STANDINGS_HANDS", 9)
    plain = {"seats": 2, "starting_stack": 60, "sb": 10, "bb": 20, "min_teams": 2, "matches": 0}
    more = {"T-2": TableConfig(**plain)}

    def house(tables: dict[str, TableConfig]) -> ServerConfig:
        return ServerConfig(tables=tables, port=0, db=str(tmp_path / "arena.db"), house_bots=2,
                            line_up=("random", "caller"), pace=Pace())

    async def body() -> None:
        before: list[dict[str, Any]] = []
        for tables in ({"T-1": TableConfig(**plain)}, {"T-1": TableConfig(**{**plain, **change})},
                       {"T-1": TableConfig(**plain), **more}, more):
            async with running(house(tables)) as server:
                assert server.hub.standings.rows() == before
                while server.hub.counts.hands < 25:
                    await asyncio.sleep(0.01)
            before = server.hub.standings.rows()
        with closing(SqliteStore.open_to_read(tmp_path / "arena.db")) as store:
            assert list(find_standings_problems(store)) == []
            again = Standings()
            for hand in store.queries.hands_after(0):
                again.count(hand, store.queries.match_config(hand.match_id))
        counted = {row["team"]: (row["hands"], row["net"], row["bb_per_100"]) for row in before}
        assert counted == {row["team"]: (row["hands"], row["net"], row["bb_per_100"]) for row in again.rows()}

    run(body())


def test_the_clock_never_runs_behind_what_was_written(monkeypatch):
    monkeypatch.setattr(clock, "time", SimpleNamespace(time=lambda: 5000.0, monotonic=lambda: 70.0))
    assert Clock().now() == Clock(5).now() == 5_000_000
    assert Clock(5_000_001).now() == 5_000_001


def test_a_void_hand_at_the_very_end_is_told_to_everybody_who_watches(tmp_path):
    """More spectators than are told at once, and a hand that is not finished in time."""
    class Watcher:
        def __init__(self, at: hub.Hub) -> None:
            self.heard, self.is_open = b"", True
            conn = at.connect(self)
            at.put(Connected(conn, "T-1"))
            at.put(Received(conn, b'{"type":"spectate","v":1}'))

        def push(self, frames: Any) -> None:
            self.heard += b"".join(each.text for each in frames) if self.is_open else b""

        def shut(self, code: int, reason: str) -> None:
            self.is_open = False

        def fresh(self) -> None:
            raise AssertionError

    async def body() -> None:
        settings = dataclasses.replace(config(tmp_path), grace_s=0.05)
        async with running(settings) as server:
            watchers = [Watcher(server.hub) for _ in range(300)]
            await seated(Wires(server))
            await stop(server, settings)
        assert sum(b'"end_hand"' in watcher.heard for watcher in watchers) == 300

    run(body())
