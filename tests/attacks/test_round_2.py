"""What the second round of attacks found (`python -m tests.soak attacks-round-2`), each as a test."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys

import pytest
from aiohttp import ClientSession
from aiohttp.http_exceptions import BadHttpMessage
from tests.arena.wire import Wires, on_the_wire
from tests.patience import WHOLE
from tests.soak.attack_round.raw_socket import HANDSHAKE, Raw, frame, request

from croupier.arena.core.config import BadArena
from croupier.arena.journal.sqlite import SqliteStore
from croupier.cli.logs import AsText, NoClientText

HELLO = b'{"type":"hello","v":1,"team":"Mallory","join_code":"m"}'


async def socket(wires: Wires) -> Raw:
    """Open a WebSocket whose frames are put together by hand."""
    host, port = wires.server.ws_url.removeprefix("ws://").partition("/")[0].split(":")
    raw = Raw(*await asyncio.open_connection(host, int(port)))
    await raw.send(request("/ws", {"Host": f"{host}:{port}", **HANDSHAKE}))
    assert (await raw.response())[0] == 101
    return raw


@pytest.mark.parametrize("pieces", [1, 2, 60])
def test_frames_that_are_not_masked_are_a_protocol_error(pieces):
    async def body(wires: Wires) -> None:
        raw, data = await socket(wires), frame(HELLO, mask=False)
        size = -(-len(data) // pieces)
        for first in range(0, len(data), size):
            await raw.send(data[first:first + size])
        assert await raw.closed() == 1002
        assert raw.heard == []

    on_the_wire(body)


@pytest.mark.parametrize("pieces", [1, 2, 60])
def test_masked_frames_are_taken_in_pieces_of_any_size(pieces):
    async def body(wires: Wires) -> None:
        raw, data = await socket(wires), frame(HELLO)
        size = -(-len(data) // pieces)
        for first in range(0, len(data), size):
            await raw.send(data[first:first + size])
        await raw.until("welcome")
        await raw.end()

    on_the_wire(body)


@pytest.mark.parametrize("query", ["limit=%D9%A3", "limit=%EF%BC%93", "before=%D9%A3"])
def test_numbers_of_the_api_are_ascii_digits(query):
    async def body(wires: Wires) -> None:
        async with ClientSession() as session, session.get(f"{wires.server.url}api/hands?{query}") as answer:
            assert answer.status == 400

    on_the_wire(body)


def test_a_foreign_database_is_left_as_it_was(tmp_path):
    path = tmp_path / "other.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE users (name)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(BadArena, match="not an arena's store"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_request_that_cannot_be_parsed_is_one_line_without_its_text():
    try:
        raise BadHttpMessage("Invalid header: secret-word")
    except BadHttpMessage:
        record = logging.LogRecord("aiohttp.server", logging.ERROR, "", 1, "Error handling request", (), sys.exc_info())
    assert NoClientText().filter(record)
    assert AsText("%(message)s").format(record) == "a request could not be parsed"


def test_a_round_made_without_its_constructor_does_not_bring_the_interpreter_down():
    code = "from croupier.betting.checked import CheckedRound\nround = CheckedRound.__new__(CheckedRound)\n" \
           "for name in dir(round):\n    try: getattr(round, name)()\n    except Exception: pass\n"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=WHOLE)
    assert done.returncode == 0, done.stderr
