"""`spectator_delay`: nothing public about a table is newer than its delay, by any route (issue 24, part 3)."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import aiohttp
import pytest

from croupier.arena.core.config import BadArena, TableConfig, checked
from croupier.arena.core.effects import Tick
from croupier.arena.core.host import Host
from croupier.arena.journal.chain import Chain
from croupier.arena.journal.checkpoint import decode
from croupier.arena.journal.restore import Past
from croupier.arena.server.relay import RelayConfig, relaying
from croupier.arena.server.run import Running, ServerConfig, loop_factory, running
from croupier.cli.arena import ArenaOptions, server_config, with_file

from .driver import SECRET, Arena, Client
from .test_frames_on_the_wire import shove
from .wire import UNHURRIED, Wire, Wires, on_the_wire

DELAY = 30
HOUR = 3600


def without_config(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Frames without what tells the two tables apart."""
    return [{name: value for name, value in frame.items() if name != "config"} for frame in frames]


class Pair:
    """Two tables with the same players and cards, one of them with a delay, and a spectator at each."""

    def __init__(self, seed: int, **config: Any) -> None:
        settings = {"seats": 3, "starting_stack": 400, "sb": 10, "bb": 20, "move_time_ms": 3_600_000, "matches": 0,
                    "min_teams": 3, **config}
        self.rng = Random(seed)
        self.live, self.late = Arena(secret=SECRET, **settings), Arena(secret=SECRET, spectator_delay=DELAY, **settings)
        self.both = (self.live, self.late)
        self.watchers = [arena.watch() for arena in self.both]
        self.late.wait(0)
        self.moments: list[tuple[int, int, dict[str, Any]]] = []
        """Time, frames that the spectator had got, and the public value of the table without a delay."""
        for name in ("Ann", "Bob", "Cy"):
            self.do(lambda arena, name=name: arena.join(name))

    def do(self, step: Any) -> None:
        for arena in self.both:
            step(arena)
        self.note()

    def wait(self, ms: int) -> None:
        for arena in self.both:
            arena.wait(ms)
        self.note()

    def note(self) -> None:
        value = self.live.table.public(self.live.now).as_dict(0)
        self.moments.append((self.live.now, len(self.watchers[0].heard), public(value)))

    def act(self) -> None:
        word = self.rng.choice(["FOLD", "CALL", "CHECK", "RAISE_TO", "RAISE_TO"])
        legal = self.live.actor().act["legal"]
        word = word if word in legal else legal[-1]
        amount = self.live.actor().act["max_raise_to"] if word == "RAISE_TO" else None
        self.do(lambda arena: arena.actor().acts(word, amount))

    def then(self) -> tuple[int, dict[str, Any]]:
        """What was public at the table without a delay, DELAY seconds ago."""
        known = [(heard, value) for at, heard, value in self.moments if at <= self.live.now - 1000 * DELAY]
        return known[-1] if known else (3, {})


def public(value: dict[str, Any]) -> dict[str, Any]:
    value["hand"].pop("time_ms_remaining")
    return {name: part for name, part in value.items() if name not in ("config", "spectators")}


@pytest.mark.parametrize("seed", range(6))
def test_a_spectator_and_the_api_see_what_was_public_then(seed):
    pair = Pair(seed)
    for _ in range(60):
        pair.wait(pair.rng.choice([0, 1, 500, 20_000]))
        if pair.live.table.prompt is not None:
            pair.act()
        heard, value = pair.then()
        live, late = pair.watchers
        assert without_config(late.heard) == without_config(live.heard[:heard])
        if value:
            assert public(pair.late.table.public(pair.late.now).as_dict(0)) == value
    assert len(pair.watchers[1].heard) > 50


def test_a_spectator_who_arrives_is_sent_the_table_as_it_was_and_is_told_of_the_delay():
    pair = Pair(1)
    assert pair.watchers[1].heard[0]["config"]["spectator_delay"] == DELAY
    assert "spectator_delay" not in pair.watchers[0].heard[0]["config"]
    pair.act()
    late: Client = pair.late.watch()
    assert [frame["type"] for frame in late.heard] == ["spectate", "lobby", "snapshot"]
    assert (late.last("lobby")["players"], late.last("snapshot")["at_hand_id"]) == ([], None)
    pair.wait(1000 * DELAY)
    assert late.evs[:2] == ["start_hand", "POST_BLINDS"]
    new = pair.late.watch()
    assert new.last("snapshot")["at_hand_id"] == pair.late.hand_id
    assert len(new.last("snapshot")["events"]) == len(late.of("event"))


def test_players_and_the_operator_are_not_delayed():
    arena = Arena(spectator_delay=DELAY, seats=2, starting_stack=400, sb=10, bb=20, operator_code="op")
    ann, bob = arena.join("Ann"), arena.join("Bob", states=True)
    assert arena.actor().act["hand_id"] == arena.hand_id
    assert bob.of("state")
    assert ann.last("welcome")["config"]["spectator_delay"] == DELAY
    assert arena.operator().last("operator")["status"] == "hand_in_progress"


def test_after_a_restart_nothing_is_shown_before_its_time():
    config = TableConfig(seats=2, starting_stack=400, sb=10, bb=20, spectator_delay=DELAY)
    arena = Arena(seats=2, starting_stack=400, sb=10, bb=20, spectator_delay=DELAY)
    arena.host = host = Host({"T-1": config}, chain=Chain())
    arena.clients.clear()
    arena.take(host.open(arena.now))
    arena.join("Ann"), arena.join("Bob")
    arena.actor().acts("CALL")
    saved = [decode(effect.body) for effect in arena.effects if type(effect).__name__ == "Saved"][-1]
    entries = [effect for effect in arena.effects if type(effect).__name__ == "Entry" and effect.number > saved.number]
    began = arena.now
    arena.now += 10_000
    arena.host = Host({"T-1": config}, chain=Chain())
    arena.take(arena.host.open(arena.now, Past([saved], entries, 1, began)))
    assert arena.table.in_hand
    watcher = arena.watch()
    assert watcher.heard == []
    assert arena.table.public(arena.now).as_dict(0)["players"] == []
    arena.now = began + 1000 * DELAY - 1
    arena.put(Tick())
    assert watcher.heard == []
    arena.now += 1
    arena.put(Tick())
    assert watcher.last("snapshot")["at_hand_id"] == arena.hand_id


@pytest.mark.parametrize("seconds", [-1, 1.5, 86_401, True])
def test_the_delay_is_a_number_of_seconds(seconds):
    with pytest.raises(BadArena, match="spectator_delay"):
        checked(TableConfig(spectator_delay=seconds))


def test_the_option_is_a_key_of_the_same_name(tmp_path):
    file = tmp_path / "arena.toml"
    file.write_text("house_bots = 0\nspectator_delay = 7\n[tables.A]\n[tables.B]\nspectator_delay = 0\n")
    config = server_config(*with_file(ArenaOptions(config=str(file))))
    assert {name: table.spectator_delay for name, table in config.tables.items() if name in "AB"} == {"A": 7, "B": 0}
    assert server_config(*with_file(ArenaOptions(spectator_delay=9))).tables["T-1"].spectator_delay == 9


# -- a server ----------------------------------------------------------------------------------------------------------

ROUTES = ("/api/tables", "/api/tables/T-1", "/api/hands", "/api/matches", "/api/standings", "/api/courses",
          "/api/standings?format=csv", "/metrics")
KNOWN = ("Alpha", "Beta", "H-20", "hand_in_progress", "finished")


async def fetch(server: Running, path: str) -> str:
    async with aiohttp.ClientSession() as session, session.get(server.url.rstrip("/") + path) as answer:
        assert answer.status in (200, 404), (path, answer.status)
        return await answer.text() if answer.status == 200 else ""


async def shown(server: Running, *more: str) -> dict[str, str]:
    """What the public routes tell of the match: teams, hands, results."""
    texts = {path: await fetch(server, path) for path in (*ROUTES, *more)}
    figures = ("croupier_hands_total", "croupier_matches_total", "croupier_tables_in_hand", "croupier_seats_connected",
               "croupier_prompts_outstanding")
    texts["/metrics"] = " ".join(line for line in texts["/metrics"].splitlines()
                                 if line.startswith(figures) and not line.endswith(" 0"))
    return {path: text for path, text in texts.items()
            if any(word in text for word in KNOWN) or (path == "/metrics" and text)
            or (path == "/api/matches" and text != "[]") or (path in more and text)}


def later(server: Running) -> None:
    """Let an hour and a second pass for the server."""
    before = server.hub.now
    server.hub.now = lambda: before() + 1000 * (HOUR + 1)
    server.hub.put(Tick())


def test_no_public_route_shows_anything_newer_than_the_delay():
    async def body(wires: Wires) -> None:
        server = wires.server
        async with relaying(RelayConfig(server.ws_url, port=0)) as relay:
            watcher, relayed = await wires.connect(), Wire(await aio_connect(relay.ws_url, wires))
            for each in (watcher, relayed):
                await each.say(type="spectate")
                assert (await each.until("spectate"))["config"]["spectator_delay"] == HOUR
                await each.until("snapshot")
            alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
            await asyncio.gather(shove(alpha), shove(beta))
            hand = next(frame["hand_id"] for frame in alpha.heard if frame["type"] == "start_hand")
            match = alpha.heard[0]["deal"]["match_id"]
            named = (f"/api/hands/{hand}", f"/api/hands/{hand}?format=steps", f"/api/hands/{hand}?format=phh",
                     f"/api/matches/{match}", f"/api/hands?match={match}", "/api/hands?table=T-1&limit=5")
            lists = [path for path in named if "?match" in path or "?table" in path]
            told = await shown(server, *(path for path in named if path not in lists))
            assert told == {}
            for path in lists:
                assert json.loads(await fetch(server, path)) == []
            later(server)
            for each in (watcher, relayed):
                assert (await each.until("match_end"))["final_stacks"]
                assert each.heard.index(next(frame for frame in each.heard if frame["type"] == "start_hand")) == 3 + 2
            told = await shown(server, *named)
            assert set(named) | {"/api/tables", "/api/hands", "/api/matches", "/api/standings", "/metrics"} <= set(told)
            assert json.loads(told[f"/api/matches/{match}"])["secret"]

    on_the_wire(body, seats=2, min_teams=2, spectator_delay=HOUR)


async def aio_connect(url: str, wires: Wires) -> Any:
    from websockets.asyncio.client import connect

    socket = await connect(url, compression=None)
    wires.open.append(socket)
    return socket


def test_a_restart_gets_around_no_delay(tmp_path: Path):
    table = TableConfig(seats=2, starting_stack=1000, sb=10, bb=20, min_teams=2, spectator_delay=HOUR, **UNHURRIED)
    config = ServerConfig(tables={"T-1": table}, port=0, db=str(tmp_path / "arena.db"))

    async def main() -> None:
        async with running(config) as server:
            wires = Wires(server)
            alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
            await asyncio.gather(shove(alpha), shove(beta))
            for socket in wires.open:
                await socket.close()
        async with running(config) as server:
            assert await shown(server) == {}
            later(server)
            told = await shown(server)
            assert {"/api/hands", "/api/matches", "/api/standings"} <= set(told)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())
