"""Real sockets: a server in this process and clients that know nothing of croupier, only JSON and `websockets`."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.patience import PATIENCE, WHOLE
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from croupier.arena.core.config import TableConfig
from croupier.arena.server.run import Running, ServerConfig, loop_factory, running

UNHURRIED: dict[str, Any] = {"move_time_ms": 3_600_000, "hello_time_ms": 3_600_000}
"""A table at which nobody's time runs out, however slow the machine is."""


class Wire:
    """A client by hand."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []

    async def say(self, **frame: Any) -> None:
        await self.socket.send(json.dumps({"v": 1, **frame}))

    async def next(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """The next frame."""
        text = await asyncio.wait_for(self.socket.recv(), timeout)
        assert isinstance(text, str)
        self.heard.append(json.loads(text))
        return self.heard[-1]

    async def until(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Listen until a frame of a type comes."""
        while True:
            frame = await self.next()
            if frame["type"] == type_ and all(frame.get(name) == value for name, value in fields.items()):
                return frame

    async def closed(self) -> int:
        """Listen until the end; gives the close code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as end:
            assert end.rcvd is not None
            return end.rcvd.code

    async def act(self, prompt: dict[str, Any], action: str, amount: int | None = None) -> None:
        frame = {"type": "action", "hand_id": prompt["hand_id"], "action": action}
        await self.say(**frame, **({} if amount is None else {"amount": amount}))


class Wires:
    """A running server and ways to connect to it."""

    def __init__(self, server: Running) -> None:
        self.server = server
        self.port = urlsplit(server.url).port
        self.open: list[ClientConnection] = []

    async def connect(self, query: str = "", **options: Any) -> Wire:
        socket = await connect(self.server.ws_url + query, compression=None, **options)
        self.open.append(socket)
        return Wire(socket)

    async def join(self, team: str, code: str = "secret", **more: Any) -> Wire:
        wire = await self.connect()
        await wire.say(type="hello", team=team, join_code=code, **more)
        return wire


def on_the_wire(body: Callable[[Wires], Awaitable[None]], server: dict[str, Any] | None = None, **table: Any) -> None:
    """Run a test body against a real server with one table."""
    settings = {"seats": 4, "starting_stack": 1000, "sb": 10, "bb": 20, **UNHURRIED, **table}
    config = ServerConfig(tables={"T-1": TableConfig(**settings)}, port=0, **(server or {}))

    async def main() -> None:
        async with running(config) as server:
            wires = Wires(server)
            try:
                await asyncio.wait_for(body(wires), WHOLE)
            finally:
                for socket in wires.open:
                    socket.transport.abort()

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, and its key."""
    openssl = shutil.which("openssl")
    if openssl is None:
        pytest.skip("openssl makes the certificate")
    cert, key = folder / "cert.pem", folder / "key.pem"
    subprocess.run([openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out",
                    cert, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                   capture_output=True)
    return cert, key
