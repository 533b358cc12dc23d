"""Channels and clients for tests of the line protocols."""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.bots.isolation import BotFault, BotLimits, faults

PLAYERS = Path(__file__).parent / "players"


class ScriptedChannel:
    """A channel whose client answers from a script and keeps what it was sent."""

    def __init__(self, answers: Callable[[str], str | None]) -> None:
        self.answers, self.sent, self.is_closed = answers, [], False

    def ask(self, message: dict[str, Any], time_ms: float) -> dict[str, Any]:
        if "accept" in message:
            return {"connected": True}
        self.sent += message["send"]
        line = self.answers(self.sent[-1] if self.sent else "")
        if line is None:
            raise BotFault(faults.CRASHED, "it closed the connection")
        return {"line": line}

    def send(self, message: dict[str, Any]) -> None:
        self.sent += message["send"]

    def close(self) -> None:
        self.is_closed = True


def scripted(kind: Any, answers: Callable[[str], str | None], tmp_path: Path, **limits: int) -> tuple[Any, Any]:
    """Return a bot of a line protocol and the channel it speaks through."""
    channel = ScriptedChannel(answers)
    bot = kind("client", lambda _: channel, BotLimits(**limits), tmp_path / "log")
    bot.open()
    return bot, channel


def compiled_client(folder: Path) -> str:
    """Return the path of MIT's test client, compiled from C; skip the test where there is no C compiler."""
    if shutil.which("cc") is None:
        pytest.skip("no C compiler here to build the client")
    client = folder / "mit_client"
    subprocess.run(["cc", "-O1", "-o", str(client), str(PLAYERS / "mit_client.c")], check=True)
    for each in (folder, client):
        each.chmod(0o755)
    return str(client)


def free_port() -> int:
    """Return a port that nobody listens on now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def connected(port: int, talk: Callable[[Any], None]) -> threading.Thread:
    """Start a client that connects to a port as soon as somebody listens there."""
    def run() -> None:
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port))
                break
            except ConnectionRefusedError:
                continue
        with connection, connection.makefile("rw", newline="") as stream:
            talk(stream)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread
