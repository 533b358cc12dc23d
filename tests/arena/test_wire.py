"""The load generator's client: its frames beside those of `websockets`, its handshake with servers of all kinds."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import pairwise
from typing import Any

import pytest
from aiohttp import WSMsgType
from hypothesis import given
from hypothesis import strategies as st
from tests.patience import PATIENCE, WHOLE
from websockets import frames as theirs
from websockets.asyncio.server import ServerConnection, serve
from websockets.streams import StreamReader

from croupier.arena.server.fanout import FRAMES, close_frame
from croupier.client.connection import socket_url
from croupier.devtools.wire import MASKED, Wire, accepted, open_wire, wire_session

SIZES = (0, 1, 2, 125, 126, 127, 300, 65_535, 65_536)


def sent(opcode: theirs.Opcode, payload: bytes, fin: bool = True) -> bytes:
    """Return a server's frame, made by `websockets`."""
    return theirs.Frame(opcode, payload, fin=fin).serialize(mask=False)


@given(st.lists(st.one_of(st.binary(max_size=40), st.sampled_from(SIZES).map(lambda size: b"x" * size)), max_size=6),
       st.lists(st.integers(0, 200_000), max_size=8))
def test_messages_and_bytes_are_counted_however_they_are_cut(messages, places):
    async def body() -> None:
        line = Line()
        line.connection_made(asyncio.Transport())
        stream = b"".join(sent(theirs.Opcode.TEXT, message) for message in messages)
        ends = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
        for begin, end in pairwise(ends):
            line.data_received(stream[begin:end])
        assert line.heard == messages
        assert (line.messages, line.bytes) == (len(messages), len(stream))

    asyncio.run(body())


@pytest.mark.parametrize("kind", [WSMsgType.TEXT, WSMsgType.CLOSE, WSMsgType.PING, WSMsgType.PONG])
@pytest.mark.parametrize("size", [0, 2, 125, 300, 70_000])
@pytest.mark.parametrize("mask", [True, False])
def test_frames_that_are_sent_are_read_by_another_library(kind, size, mask):
    payload = b"x" * (size if kind is WSMsgType.TEXT else min(size, 125))
    reader = StreamReader()
    reader.feed_data((MASKED if mask else FRAMES).frame(payload, kind))
    parsing = theirs.Frame.parse(reader.read_exact, mask=mask)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    assert done.value.value == theirs.Frame(theirs.Opcode(kind), payload)
    assert not reader.buffer


def test_a_close_reason_is_cut_between_characters():
    data = close_frame(4000, "é" * 100)
    assert len(data) == 2 + data[1] <= 127
    assert theirs.Close.parse(data[2:]) == theirs.Close(4000, "é" * 61)


def test_each_masked_frame_has_its_own_key():
    assert len({MASKED.frame(b"CHECK") for _ in range(20)}) == 20


def test_an_error_while_handling_a_message_ends_the_connection_and_is_reported():
    class Faulty(Line):
        def text(self, data: bytes) -> None:
            raise KeyError("ours")

    async def handler(ws: ServerConnection) -> None:
        await ws.send("x")
        await ws.wait_closed()

    async def body(url: str) -> None:
        reported: list[Any] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context["exception"]))
        async with opened(Faulty(), url) as line:
            await line.over
        assert [type(error) for error in reported] == [KeyError]

    with_server(handler, body)


# -- the handshake -----------------------------------------------------------------------------------------------------


class Line(Wire):
    """A connection that remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def text(self, data: bytes) -> None:
        self.heard.append(data)

    def lost(self, why: str) -> None:
        self.over.set_result(why)


@asynccontextmanager
async def opened(line: Line, url: str, tls: ssl.SSLContext | None = None) -> AsyncIterator[Line]:
    """A connection to a server, for as long as the body runs."""
    async with wire_session(tls) as session:
        await open_wire(session, url, line)
        yield line


def with_server(handler: Callable[[ServerConnection], Awaitable[None]], body: Callable[[str], Awaitable[None]],
                **options: Any) -> None:
    """A server of `websockets` for as long as the body runs."""

    async def run() -> None:
        async with serve(handler, "127.0.0.1", 0, **options) as server:
            port = server.sockets[0].getsockname()[1]
            await asyncio.wait_for(body(f"ws{'s' if 'ssl' in options else ''}://localhost:{port}/ws"), WHOLE)

    asyncio.run(run())


async def echo(ws: ServerConnection) -> None:
    assert ws.request is not None
    await ws.send(ws.request.path)
    async for message in ws:
        await ws.send(message)


async def said_to_echo(url: str, tls: ssl.SSLContext | None = None) -> None:
    async with opened(Line(), socket_url(url, "T-7"), tls) as line:
        line.say(b"x" * 70_000)
        while len(line.heard) < 2:
            await asyncio.sleep(0.005)
        assert line.heard == [b"/ws?table=T-7", b"x" * 70_000]
        line.hang_up()
        assert await line.over
        line.say(b"to nobody")


def test_a_server_of_another_library_is_understood():
    with_server(echo, said_to_echo)


def test_over_tls(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-keyout", key, "-out",
                    cert, "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"], check=True,
                   capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert, key)

    async def body(url: str) -> None:
        await said_to_echo(url, ssl.create_default_context(cafile=str(cert)))
        with pytest.raises(ssl.SSLError):
            await said_to_echo(url)

    with_server(echo, body, ssl=context)


def test_pings_are_answered_and_a_close_is_remembered():
    async def handler(ws: ServerConnection) -> None:
        await asyncio.wait_for(await ws.ping(b"there?"), PATIENCE)
        await ws.send(["in ", "three ", "pieces"])
        await ws.close(4001, "go home")

    async def body(url: str) -> None:
        async with opened(Line(), url) as line:
            assert await line.over == "closed with 4001 go home"
            assert line.heard == [b"in three pieces"]

    with_server(handler, body)


def test_what_no_server_may_send_ends_the_connection():
    async def handler(ws: ServerConnection) -> None:
        await ws.send(b"binary")
        await ws.wait_closed()
        codes.append(ws.close_code)

    async def body(url: str) -> None:
        async with opened(Line(), url) as line:
            assert (await line.over).startswith("the server sent what it must not")

    codes: list[int | None] = []
    with_server(handler, body)
    assert codes == [1002]


GOOD = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


@pytest.mark.parametrize(("answer", "problem"), [
    (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "404 Not Found"),
    (GOOD + b"Sec-WebSocket-Accept: AAAA\r\n\r\n", "does not know how to upgrade"),
    (GOOD + b"\r\n", "does not know how to upgrade"),
    (GOOD + b"Sec-WebSocket-Accept: %b\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n", "agreed to perm"),
    (b"", "cut before it was upgraded"), (b"HTTP/1.1 1", "cut before it was upgraded"),
    (b"rubbish\r\n\r\n", "not an answer of HTTP.*rubbish"), (b"x" * 20_000, "not an answer of HTTP.{,130}$")])
def test_a_server_that_does_not_upgrade_is_told(answer, problem):
    with pytest.raises(ConnectionError, match=problem):
        asyncio.run(handshake([answer]))


def test_frames_may_come_together_with_the_handshake_and_the_handshake_in_parts():
    answer = GOOD + b"sec-websocket-accept:%b\r\n\r\n\x81\x02hi\x81\x03yo"
    assert asyncio.run(handshake([answer[:30], answer[30:170], answer[170:], b"u"])) == [b"hi", b"you"]


async def handshake(answer: list[bytes]) -> list[bytes]:
    """What is heard from a server that answers so and hangs up."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        asked = await reader.readuntil(b"\r\n\r\n")
        key = next(line.split()[1] for line in asked.split(b"\r\n") if line.startswith(b"Sec-WebSocket-Key:"))
        for part in answer:
            writer.write(part.replace(b"%b", accepted(key).encode()))
            await writer.drain()
            await asyncio.sleep(0.01)
        writer.close()

    async with (await asyncio.start_server(talk, "127.0.0.1", 0) as server,
                opened(Line(), f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws") as line):
        await asyncio.wait_for(line.over, PATIENCE)
        return line.heard
