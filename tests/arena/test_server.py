"""The server around the host: API, page, metrics, origins, TLS, slow clients, shutdown, house bots, settings."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import ssl
import subprocess
import sys
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from tests.patience import PATIENCE, WHOLE
from websockets.exceptions import InvalidStatus

import croupier
from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.server.fanout import Outgoing
from croupier.arena.server.house import Pace
from croupier.arena.server.run import ServerConfig, loop_factory, running, stop
from croupier.arena.verify.match import find_problems
from croupier.cli import main
from croupier.cli.arena import ArenaOptions, server_config, with_file
from croupier.cli.arena_files import load, roster_of
from croupier.notation.files import loads
from croupier.notation.replay import Replay

from .test_frames_on_the_wire import shove
from .wire import Wires, certificate, on_the_wire


def run(body: Any) -> None:
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(asyncio.wait_for(body, WHOLE))


async def get(wires: Wires, path: str, **options: Any) -> tuple[int, str, dict[str, str]]:
    address = wires.server.url.rstrip("/") + path
    async with aiohttp.ClientSession() as session, session.get(address, **options) as answer:
        return answer.status, await answer.text(), dict(answer.headers)


def test_api_after_a_match():
    async def body(wires: Wires) -> None:
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        await asyncio.gather(shove(alpha), shove(beta))
        _, text, _ = await get(wires, "/api/tables")
        (table,) = json.loads(text)
        assert (table["table_id"], table["status"]) == ("T-1", "finished")
        _, text, _ = await get(wires, "/api/standings")
        rows = json.loads(text)
        assert [row["won"] for row in rows] == [1, 0]
        assert sum(row["net"] for row in rows) == 0
        _, text, _ = await get(wires, "/api/standings?format=csv")
        assert text.splitlines()[0].startswith("team,matches,won")
        _, text, _ = await get(wires, "/api/hands?limit=3&table=T-1")
        hands = json.loads(text)
        assert 1 <= len(hands) <= 3
        for form in ("phh", "pokerstars"):
            _, text, _ = await get(wires, f"/api/hands/{hands[0]['hand_id']}?format={form}")
            (record,) = loads(text)
            assert Replay(record).status == "ok", text
        _, text, _ = await get(wires, "/api/matches")
        (match,) = json.loads(text)
        assert match["ended"]
        status, text, _ = await get(wires, f"/api/matches/{match['match_id']}")
        assert status == 200
        assert list(find_problems(json.loads(text))) == []

    on_the_wire(body)


def test_api_refuses_with_words():
    async def body(wires: Wires) -> None:
        for path, status in (("/api/tables/T-9", 404), ("/api/hands/H-1", 404), ("/api/matches/M-1", 404),
                             ("/api/hands?limit=0", 400), ("/api/hands?limit=1e3", 400), ("/api/hands?limit=501", 400),
                             ("/api/hands?before=-1", 400), ("/nothing.html", 404), ("/../pyproject.toml", 404)):
            got, text, headers = await get(wires, path)
            assert (got, bool(text)) == (status, True), path
            assert "Content-Security-Policy" in headers

    on_the_wire(body)


def test_page_metrics_and_health():
    async def body(wires: Wires) -> None:
        status, text, headers = await get(wires, "/")
        assert status == 200
        assert "croupier" in text
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        for name in re.findall(r'(?:src|href)="([^"]+)"', text):
            status, _, _ = await get(wires, "/" + name)
            assert status == 200, name
        assert (await get(wires, "/healthz"))[:2] == (200, "ok\n")
        await wires.join("Alpha")
        wire = await wires.connect()
        await wire.socket.send("{")
        await wire.closed()
        _, text, _ = await get(wires, "/metrics")
        assert "croupier_seats_connected 1" in text
        assert "croupier_inputs_waiting 0" in text
        assert re.search(r"croupier_input_wait_ms_max \d+", text)
        assert 'croupier_refusals_total{code="BAD_SCHEMA"} 1' in text
        assert "Alpha" not in text

    on_the_wire(body)


def test_a_page_of_another_site_may_not_open_a_socket():
    async def body(wires: Wires) -> None:
        with pytest.raises(InvalidStatus):
            await wires.connect(origin="https://evil.example")
        own = f"http://localhost:{wires.port}"
        assert await wires.connect(origin=own)
        assert await wires.connect(origin="https://friend.example")

    on_the_wire(body, server={"origins": frozenset(["https://friend.example"])})


@pytest.mark.parametrize("text", ["x" * 5000, b"\xff" * 10, "[" * 4000])
def test_frames_too_long_or_not_text_end_in_an_error_or_a_close(text):
    async def body(wires: Wires) -> None:
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        await beta.until("start_hand")
        await alpha.until("act")
        await alpha.socket.send(text)
        if len(text) > 4096:
            assert await alpha.closed() == 1009
            await beta.until("lobby")
            lobby = beta.heard[-1]
            assert [row["connected"] for row in lobby["players"]] == [False, True]
        else:
            assert (await alpha.until("error"))["code"] == "BAD_SCHEMA"

    on_the_wire(body)


def test_tls(tmp_path):
    cert, key = certificate(tmp_path)

    async def body(wires: Wires) -> None:
        assert wires.server.ws_url.startswith("wss://")
        trust = ssl.create_default_context(cafile=str(cert))
        wire = await wires.connect(ssl=trust)
        await wire.say(type="hello", team="Alpha", join_code="x")
        assert (await wire.next())["type"] == "welcome"

    on_the_wire(body, server={"cert": str(cert), "key": str(key)})
    with pytest.raises(BadArena, match="certificate"):
        on_the_wire(body, server={"cert": str(key)})


@pytest.mark.parametrize(("setting", "words"), [
    ({"key": "key.pem"}, "give --cert"), ({"origins": frozenset(["x"])}, "--origin is a site"),
    ({"origins": frozenset(["https://example.org/"])}, "--origin is a site"),
    ({"origins": frozenset(["http://[::1"])}, "--origin is a site"),
    ({"origins": frozenset(["https://Example.org"])}, "--origin is a site"),
    ({"proxies": frozenset(["proxy.example"])}, "--proxy is the IP address"),
    ({"proxies": frozenset([""])}, "--proxy is the IP address")])
def test_a_setting_that_could_have_no_effect_is_refused(setting, words):
    async def body(wires: Wires) -> None:
        raise AssertionError("opened")

    with pytest.raises(BadArena, match=words):
        on_the_wire(body, server=setting)


@pytest.mark.parametrize("origin", ["*", "https://example.org", "http://localhost:8080", "http://[::1]:8080"])
def test_the_origins_that_a_browser_sends_are_taken(origin):
    async def body(wires: Wires) -> None:
        await wires.connect()

    on_the_wire(body, server={"origins": frozenset([origin]), "proxies": frozenset(["127.0.0.1", "::1"])})


def test_a_client_that_never_reads_is_closed_and_delays_nobody():
    async def body(wires: Wires) -> None:
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        silent = await wires.connect()
        await silent.say(type="spectate")
        await alpha.until("act")
        silent.socket.transport.pause_reading()
        link = max(wires.server.hub.links.items())[1]
        for _ in range(3000):
            link.push([Outgoing(b"x" * 30_000)])
            await asyncio.sleep(0)
        assert wires.server.hub.counts.slow_clients_closed == 1
        await alpha.act(alpha.heard[-1], "CALL")
        await beta.until("act")
        silent.socket.transport.abort()

    on_the_wire(body)


def test_house_bots_play_a_match_to_its_end():
    async def body() -> None:
        config = ServerConfig(tables={"T-1": TableConfig(seats=4, starting_stack=500, min_teams=4)}, port=0,
                              house_bots=4, line_up=("maniac", "caller", "random", "strength"), pace=Pace())
        async with running(config) as server:
            await asyncio.wait_for(server.hub.ended.wait(), PATIENCE)
            assert server.hub.failed is None
            (match,) = server.hub.store.queries.matches()
            assert match["ended"]
            archive = server.hub.store.queries.archive(match["match_id"])
            assert archive is not None
            assert list(find_problems(archive)) == []

    run(body())


def test_a_practice_table_begins_when_somebody_sits_down_and_counts_for_nobody():
    async def body() -> None:
        table = TableConfig(seats=3, min_teams=3, starting_stack=200, matches=0, practice=True)
        config = ServerConfig(tables={"P-1": table}, port=0, line_up=("caller", "random"), pace=Pace())
        async with running(config) as server:
            await asyncio.sleep(0.1)
            assert server.hub.counts.hands == 0
            wires = Wires(server)
            await asyncio.wait_for(shove(await wires.join("Me")), PATIENCE)
            assert server.hub.counts.matches >= 1
            assert server.hub.standings.rows() == []

    run(body())


@pytest.mark.parametrize("void", [False, True])
def test_clean_shutdown_in_mid_hand(tmp_path, void):
    path = tmp_path / "arena.db"

    async def body() -> None:
        config = ServerConfig(tables={"T-1": TableConfig(seats=2, move_time_ms=300)}, port=0, db=str(path),
                              void_on_stop=void, grace_s=PATIENCE)
        async with running(config) as server:
            wires = Wires(server)
            alpha, _ = await wires.join("Alpha"), await wires.join("Beta")
            await alpha.until("act")
            await stop(server, config)
            end = await alpha.until("end_hand")
            assert end.get("void", False) is void
        assert await alpha.closed() == 1001

    run(body())
    store = SqliteStore.open_to_read(path)
    (hand,) = store.queries.hands()
    assert hand["void"] is void
    assert sum(hand["results"].values()) == 0


def test_a_store_that_fails_ends_dealing_and_nothing_is_shown(monkeypatch):
    async def body(wires: Wires) -> None:
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        prompt = await alpha.until("act")

        def fail(*_: Any) -> None:
            raise StoreFailed("the disk is full")

        monkeypatch.setattr(wires.server.hub.store, "commit", fail)
        await beta.until("event", ev="POST_BLINDS")
        await alpha.act(prompt, "FOLD")
        await asyncio.wait_for(wires.server.hub.ended.wait(), PATIENCE)
        assert isinstance(wires.server.hub.failed, StoreFailed)
        assert (await get(wires, "/healthz"))[0] == 503
        with pytest.raises(TimeoutError):
            await beta.next(0.2)  # not even the fold: its hand could not be kept

    on_the_wire(body)


def test_settings_from_files(tmp_path):
    file = tmp_path / "arena.toml"
    file.write_text('port = 9000\nhouse_bots = 0\nstack = 700\n[tables.T-1]\nseats = 4\n[tables.T-2]\ngame = "PO"\n'
                    'levels = [{sb = 1, bb = 2, hands = 10}, {sb = 2, bb = 4}]\nstack = 800\n[roster]\n'
                    'Alpha = "KF7Q9C"\n')
    config = server_config(*with_file(ArenaOptions(config=str(file))))
    assert (config.port, config.tables["T-1"].seats, config.tables["T-2"].level(11).bb) == (9000, 4, 4)
    assert [table.starting_stack for table in config.tables.values()] == [700, 800]
    assert config.roster == {"Alpha": "KF7Q9C"}
    for text, word in (("prot = 1", "prot"), ("[tables.T-1]\nseets = 4", "seets"), ("port = '1'", "port"), ("x", "x"),
                       ("[tables.T-1]\nseats = 99", "seats"), ("[tables.T-1]\nstarting_stack = 9", "called stack"),
                       ("config = 'x'", "config"), ("tables = 'x'", "tables"), ("[tables.T-1]\nsb = 'x'", "sb")):
        file.write_text(text)
        with pytest.raises(BadArena, match=word):
            server_config(*with_file(ArenaOptions(config=str(file))))
    with pytest.raises(BadArena, match="cannot be read"):
        load(tmp_path / "none.toml")


def test_rosters(tmp_path):
    (tmp_path / "r.csv").write_text("team,code\nAlpha, KF7Q9C\n# nobody\nBeta,H2X7PM\n")
    (tmp_path / "r.toml").write_text('Alpha = "KF7Q9C"\n"Team 2" = "x"\n')
    assert roster_of(tmp_path / "r.csv") == {"Alpha": "KF7Q9C", "Beta": "H2X7PM"}
    assert roster_of(tmp_path / "r.toml") == {"Alpha": "KF7Q9C", "Team 2": "x"}
    for text in ("Alpha\n", "Alpha,x\nalpha,y\n", "", "Alpha,\n"):
        (tmp_path / "bad.csv").write_text(text)
        with pytest.raises(BadArena):
            roster_of(tmp_path / "bad.csv")


# -- commands ----------------------------------------------------------------------------------------------------------


def test_the_command_plays_a_series_and_prints_standings(tmp_path, capsys):
    db = tmp_path / "a.db"
    csv = tmp_path / "s.csv"
    assert main(["arena", "--port", "0", "--matches", "2", "--house-bots", "3", "--seats", "3", "--stack", "600",
                 "--pace", "fast", "--db", str(db), "--json", "--csv", str(csv)]) == 0
    opened, ended = map(json.loads, capsys.readouterr().out.splitlines())
    assert re.fullmatch(r"http://localhost:\d+/", opened["opened"]["url"])
    assert opened["opened"]["ws_url"] == opened["opened"]["url"].replace("http", "ws") + "ws"
    assert opened["opened"]["tables"] == ["T-1"]
    assert "code" not in str(opened)
    rows = ended["standings"]
    assert sum(row["won"] for row in rows) == 2
    assert len(csv.read_text().splitlines()) == 4
    assert main(["verify", str(db)]) == 0
    assert capsys.readouterr().out.count(": ok") == 3  # the journal, and two matches


def test_verify_finds_a_changed_store(tmp_path, capsys):
    import sqlite3

    db = tmp_path / "a.db"
    assert main(["arena", "--port", "0", "--matches", "1", "--house-bots", "2", "--seats", "2", "--stack", "300",
                 "--pace", "fast", "--db", str(db), "--json"]) == 0
    changed = sqlite3.connect(db)
    changed.execute("UPDATE matches SET secret = zeroblob(32)")
    changed.commit()
    changed.close()
    assert main(["verify", str(db)]) == 1
    assert "the commitment is not the hash of the secret" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", [["--seats", "1"], ["--sb", "200"], ["--pace", "slow"], ["--game", "chess"],
                                   ["--house-bots", "99"], ["--config", "none.toml"], ["--tables", "0"],
                                   ["--timeouts", "x"], ["--db", "/no/such/folder/a.db"]])
def test_the_command_refuses_in_a_line(wrong, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["arena", "--port", "0", *wrong]) == 2
    said = capsys.readouterr().err
    assert said.startswith("croupier arena: ")
    assert "Traceback" not in said


ENV = {**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])}
"""Commands in processes of their own run the same croupier as this test."""


def arena_process(tmp_path: Path, *options: str) -> tuple[subprocess.Popen[str], str]:
    """`croupier arena` in a process of its own; gives it and its address."""
    port = () if "--port" in options else ("--port", "0")
    process = subprocess.Popen([sys.executable, "-m", "croupier", "arena", *port, *options], cwd=tmp_path,
                               env=ENV, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"bots connect to (\S+)", line):
            return process, found[1]
    raise AssertionError("the arena did not open")


def test_the_command_alone_is_worth_opening_and_ctrl_c_ends_it_in_order(tmp_path):
    process, url = arena_process(tmp_path, "--pace", "fast")
    try:
        seen = subprocess.run([sys.executable, "-m", "croupier", "watch", url, "--plain", "--hands", "2"],
                              capture_output=True, text=True, timeout=PATIENCE, env=ENV)
        assert seen.returncode == 0, seen.stderr
        assert "posts 50" in seen.stdout
        assert "wins" in seen.stdout
    finally:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, out
    assert "Traceback" not in out
    assert "bb/100" in out
    assert main(["verify", str(tmp_path / "arena.db")]) == 0


@pytest.mark.parametrize("once", [["--once"], []])
def test_a_bot_takes_the_free_seat_and_ends_with_the_last_match(once, tmp_path):
    process, url = arena_process(tmp_path, "--pace", "fast", "--house-bots", "1", "--seats", "2", "--stack", "1000",
                                 "--matches", "1", "--min-teams", "2")
    try:
        (tmp_path / "mine.py").write_text("import croupier\n\nclass Mine(croupier.Bot):\n"
                                          "    def act(self, view):\n        return view.all_in()\n")
        played = subprocess.run([sys.executable, "-m", "croupier", "bot", "mine.py", "--url", url, "--team", "Me",
                                 "--code", "x", *once], capture_output=True, text=True, cwd=tmp_path, env=ENV,
                                timeout=PATIENCE)
        assert played.returncode == 0, played.stderr
        assert re.search(r"Me: [\d,]+ hands, [+-]1,000 chips, [01] of 1 matches won", played.stdout), played.stdout
        assert "ms (median)" in played.stdout
    finally:
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_check_bot(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for bot in ("caller", "folder", "random", "maniac"):
        assert main(["check-bot", bot, "--tries", "1"]) == 0
    Path("bad.py").write_text("import croupier\n\nclass Bad(croupier.Bot):\n"
                              "    def act(self, view):\n        return view.raise_to(view.price + 1)\n")
    capsys.readouterr()
    assert main(["check-bot", "bad.py"]) == 1
    out = capsys.readouterr().out
    assert "WRONG  the first decision of a hand" in out
    assert "below the minimum" in out


def test_bot_and_watch_say_what_is_wrong(capsys):
    assert main(["bot", "caller", "--url", "ftp://x"]) == 2
    assert main(["watch", "ftp://x"]) == 2
    assert main(["watch", "ws://127.0.0.1:9/ws"]) == 1
    assert main(["bot", "caller", "--url", "ws://127.0.0.1:9/ws", "--give-up", "0"]) == 1
    assert "cannot be reached" in capsys.readouterr().err
