"""`croupier stress`: what it finds, and whom it leaves alone."""

from __future__ import annotations

import asyncio
import json

import pytest

from arena.test_load import Until
from arena.wire import Wires, on_the_wire
from croupier.cli import main
from croupier.cli.watch import _watch
from croupier.devtools.load import Load, Plan


def test_stress_tells_how_long_answers_took(capsys, monkeypatch):
    async def until_enough(load: Load) -> None:  # instead of a second, in which a busy machine may answer nothing
        while load.report.actions <= 10:
            await asyncio.sleep(0.005)

    monkeypatch.setattr(Load, "wait_out", until_enough)
    assert main(["stress", "--tables", "2", "--seats", "3", "--spectators", "4", "--seconds", "1", "--think-ms", "5",
                 "--memory", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["connections"], told["dropped"], told["errors"]) == (10, 0, {})
    assert told["actions"] > 10
    assert 0 < told["answer_ms"]["p50"] <= told["answer_ms"]["p99"] <= told["answer_ms"]["max"]
    assert told["frames"] > told["actions"]


def test_stress_with_faults_drops_nobody_else():
    async def body(wires: Wires) -> None:
        report = await Until(Plan(("T-1",), 3, 1, 1, faults=0.2, seed=5), wires.server.ws_url, lambda load: bool(
            load.report.actions > 5 and load.report.faults.total())).run()
        assert report.dropped == 0
        assert sum(report.faults.values()) > 0
        assert report.actions > 5
        assert wires.server.hub.failed is None

    on_the_wire(body, seats=3, min_teams=3, matches=0, starting_stack=100_000, move_time_ms=100)


@pytest.mark.parametrize("wrong", [["--tables", "0"], ["--seats", "1"], ["--faults", "2"], ["--seconds", "0"],
                                   ["--think-ms", "-1"], ["--spectators", "-1"]])
def test_stress_refuses_nonsense(wrong, capsys):
    assert main(["stress", *wrong]) == 2
    assert capsys.readouterr().err.startswith(f"croupier stress: {wrong[0]} is a number ")


def test_watch_says_which_tables_there_are():
    async def body(wires: Wires) -> None:
        with pytest.raises(ConnectionError, match=r"^no such table: there are T-1$"):
            await _watch(f"{wires.server.ws_url}?table=T-9", plain=True, hands=None)

    on_the_wire(body)


def test_stress_says_when_it_is_not_let_in(capsys):
    assert main(["stress", "ws://127.0.0.1:9/ws", "--seconds", "1"]) == 1
    assert "127.0.0.1:9" in capsys.readouterr().err
