"""`croupier stress` and `croupier check-server`: what they find, and whom they leave alone."""

from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import web

from arena.wire import Wires, on_the_wire
from croupier.arena.client.attacking import ATTACKS, Finding, attack
from croupier.arena.client.load import Load, Plan
from croupier.arena.limits import Limits
from croupier.arena.server.house import Pace
from croupier.cli import main
from croupier.cli.check_server import is_here

QUICK = Limits(handshake_ms=300, bytes_per_second=50_000)


async def findings(url: str) -> list[Finding]:
    return [finding async for finding in attack(url)]


def test_an_arena_holds_against_every_attack():
    async def body(wires: Wires) -> None:
        found = await findings(wires.server.ws_url)
        assert [finding for finding in found if finding.problem or finding.skipped] == []
        assert len(found) == len(ATTACKS)
        assert wires.server.hub.failed is None

    on_the_wire(body, {"limits": QUICK, "pace": Pace(), "line_up": ("caller",)}, practice=True, matches=0, seats=3,
                min_teams=3, hello_time_ms=300)


def test_what_cannot_be_tried_is_said_to_be_skipped():
    async def body(wires: Wires) -> None:
        found = await findings(wires.server.ws_url)
        assert [finding.number for finding in found if finding.skipped] == [22]
        assert not [finding for finding in found if finding.problem]

    on_the_wire(body, {"limits": QUICK}, hello_time_ms=300)


def test_a_server_without_defences_is_found_out(monkeypatch):
    """Takes everything, compresses, says a card."""
    monkeypatch.setattr("croupier.arena.client.attacking.PATIENCE", 0.3)

    async def socket(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        async for _ in ws:
            await ws.send_str('{"type":"snapshot","hole":["Ah"]}')
        return ws

    async def body() -> list[Finding]:
        app = web.Application()
        app.router.add_get("/ws", socket)

        async def page(_: web.Request) -> web.Response:
            return web.Response(text="[]")

        for path in ("/healthz", "/metrics", "/api/tables"):
            app.router.add_get(path, page)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            return await findings(f"ws://127.0.0.1:{runner.addresses[0][1]}/ws")
        finally:
            await runner.cleanup()

    found = asyncio.run(body())
    held = [finding.what for finding in found if not finding.problem and not finding.skipped]
    assert held == []


def test_only_this_machine_unless_it_is_said(capsys):
    assert all(map(is_here, ("localhost", "127.0.0.1", "::1", "127.8.8.8")))
    assert not any(map(is_here, ("example.org", "10.0.0.1", "0.0.0.0", "localhost.evil.example", "")))
    assert main(["check-server", "ws://arena.example.org/ws"]) == 2
    assert "--yes-i-own-it" in capsys.readouterr().err
    assert main(["check-server", "ftp://localhost"]) == 2
    assert main(["check-server", "ws://127.0.0.1:9/ws"]) == 1


def test_stress_tells_how_long_answers_took(capsys):
    assert main(["stress", "--tables", "2", "--seats", "3", "--spectators", "4", "--seconds", "1", "--think-ms", "5",
                 "--memory", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["connections"], told["dropped"], told["errors"]) == (10, 0, {})
    assert told["actions"] > 10
    assert 0 < told["answer_ms"]["p50"] <= told["answer_ms"]["p99"] <= told["answer_ms"]["max"]
    assert told["frames"] > told["actions"]


def test_stress_with_faults_drops_nobody_else():
    async def body(wires: Wires) -> None:
        report = await Load(Plan(("T-1",), 3, 1, 1, 1.5, faults=0.2, seed=5), wires.server.ws_url).run()
        assert report.dropped == 0
        assert sum(report.faults.values()) > 0
        assert report.actions > 5
        assert wires.server.hub.failed is None

    on_the_wire(body, seats=3, min_teams=3, matches=0, starting_stack=100_000, move_time_ms=100)


@pytest.mark.parametrize("wrong", [["--tables", "0"], ["--seats", "1"], ["--faults", "2"], ["--seconds", "0"]])
def test_stress_refuses_nonsense(wrong, capsys):
    assert main(["stress", *wrong]) == 2
    assert capsys.readouterr().err.startswith("croupier stress: ")


def test_stress_says_when_it_is_not_let_in(capsys):
    assert main(["stress", "ws://127.0.0.1:9/ws", "--seconds", "1"]) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err
