"""A client that is sent away comes back ever later; one that had its seat comes back soon."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable

import pytest
from websockets.asyncio.server import ServerConnection, serve

from croupier.bots import named
from croupier.client import connection as links
from croupier.client.connection import ArenaConnection
from croupier.client.player import Player


class EnoughError(Exception):
    """It has come back often enough."""


async def waits(welcomed: Callable[[int], bool], monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long a client waits each time, by whether the server had given it a seat."""
    waited: list[float] = []

    async def handler(ws: ServerConnection) -> None:
        await ws.recv()
        if welcomed(len(waited)):
            await ws.send(json.dumps({"type": "welcome", "v": 1, "table_id": "T-1", "seat": 0, "config": {
                "variant": "HUNL", "seats": 2, "starting_stack": 1000, "sb": 10, "bb": 20, "move_time_ms": 0}}))
        else:
            await ws.send(json.dumps({"type": "error", "v": 1, "code": "RATE_LIMITED", "msg": "wait 58 s"}))
        await ws.close(4429)

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 6:
            raise EnoughError

    async with serve(handler, "127.0.0.1", 0, ping_interval=None) as server:
        port = server.sockets[0].getsockname()[1]
        link = ArenaConnection(Player(named("caller"), "Ann", "code"), f"ws://127.0.0.1:{port}/ws")
        monkeypatch.setattr(link.rng, "uniform", lambda low, high: 1.0)
        with monkeypatch.context() as then:
            then.setattr(links.asyncio, "sleep", sleep)
            with pytest.raises(EnoughError):
                await link.run()
    return waited


def test_who_is_sent_away_comes_back_ever_later(monkeypatch):
    assert asyncio.run(waits(lambda number: False, monkeypatch)) == [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]


def test_who_had_a_seat_comes_back_soon(monkeypatch):
    assert asyncio.run(waits(lambda number: number == 3, monkeypatch)) == [0.25, 0.5, 1.0, 0.25, 0.5, 1.0]
