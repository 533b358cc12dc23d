"""Frames of the load generator's own client, beside those of `websockets`; its handshake with servers of all kinds."""

from __future__ import annotations

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.patience import PATIENCE, WHOLE
from websockets import frames as theirs
from websockets.asyncio.server import ServerConnection, serve
from websockets.streams import StreamReader

from croupier.devtools import wire_frames as ours
from croupier.devtools.wire import Address, Wire, accepted, open_wire
from croupier.devtools.wire_frames import Frames
from croupier.protocol.websocket import BadFrame, Buffer, masked

SIZES = (0, 1, 2, 125, 126, 127, 300, 65_535, 65_536)
Heard = list[tuple[str, bytes]]


class Ear(Frames):
    """Remembers what it heard."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: Heard = []

    def text(self, data: Buffer, start: int, stop: int) -> None:
        self.heard.append(("text", bytes(data[start:stop])))

    def control(self, kind: int, said: bytes) -> None:
        self.heard.append((theirs.Opcode(kind & 0x0F).name, said))


def cut(stream: bytes, places: list[int]) -> list[bytes]:
    """A stream in parts."""
    ends = [0, *sorted(place % (len(stream) + 1) for place in places), len(stream)]
    return [stream[begin:end] for begin, end in pairwise(ends)]


def listened(parts: list[bytes]) -> tuple[Heard, bool]:
    """What was heard, and whether it was all good."""
    ear = Ear()
    try:
        for part in parts:
            ear.feed(part)
    except BadFrame:
        return ear.heard, False
    assert ear.messages == sum(kind == "text" for kind, _ in ear.heard)
    assert ear.bytes == sum(map(len, parts))
    return ear.heard, True


def sent(opcode: theirs.Opcode, payload: bytes, fin: bool = True) -> bytes:
    """A server's frame, by `websockets`."""
    return theirs.Frame(opcode, payload, fin=fin).serialize(mask=False)


payloads = st.one_of(st.binary(max_size=40), st.sampled_from(SIZES).map(lambda size: b"x" * size))
controls = st.tuples(st.sampled_from((theirs.Opcode.PING, theirs.Opcode.PONG, theirs.Opcode.CLOSE)),
                     st.binary(max_size=125))


@st.composite
def streams(draw: st.DrawFn) -> tuple[bytes, Heard]:
    """A stream of good frames, with messages in pieces and control frames between the pieces, and what it says."""
    stream, heard = b"", []
    for payload in draw(st.lists(payloads, max_size=6)):
        pieces = cut(payload, draw(st.lists(st.integers(0, 70_000), max_size=2)))
        for number, piece in enumerate(pieces):
            last = number == len(pieces) - 1
            stream += sent(theirs.Opcode.CONT if number else theirs.Opcode.TEXT, piece, fin=last)
            heard += [("text", payload)] if last else []
            if draw(st.booleans()):
                kind, said = draw(controls)
                stream += sent(kind, said)
                heard.append((kind.name, said))
    return stream, heard


@given(streams(), st.lists(st.integers(0, 200_000), max_size=8))
def test_frames_are_the_same_however_they_are_cut(stream, places):
    data, heard = stream
    assert listened(cut(data, places)) == (heard, True)


@given(st.lists(payloads, max_size=4))
def test_frames_are_the_same_byte_by_byte(messages):
    messages = [message[:300] for message in messages]
    stream = b"".join(sent(theirs.Opcode.TEXT, message) for message in messages)
    assert listened([bytes([byte]) for byte in stream]) == ([("text", message) for message in messages], True)


heads = st.sampled_from((0x81, 0x01, 0x00, 0x80, 0x88, 0x89, 0x8A, 0x82, 0xC1, 0x83, 0x09))


@given(st.lists(st.one_of(st.binary(max_size=12), heads.map(lambda head: bytes((head, 2)) + b"hi")), max_size=8),
       st.lists(st.integers(0, 100), max_size=6))
def test_rubbish_is_told_the_same_however_it_is_cut(parts, places):
    stream = b"".join(parts)
    assert listened([stream]) == listened(cut(stream, places))


@pytest.mark.parametrize("stream", [
    b"\x81\x82aaaahi", b"\xc1\x02hi", b"\x82\x02hi", b"\x83\x00", b"\x80\x02hi", b"\x00\x02hi", b"\x09\x00",
    b"\x89\x7e\x00\x7e" + b"x" * 126, b"\x01\x01a\x01\x01b", b"\x01\x00\x81\x01b", b"\x81\x7f\xff" + b"\xff" * 7,
    b"\x81\x7f" + (ours.MESSAGE_MAX + 1).to_bytes(8, "big")])
def test_what_no_server_may_send_is_named(stream):
    ear = Ear()
    with pytest.raises(BadFrame):
        ear.feed(stream)
    assert ear.heard == []


def test_pieces_may_not_add_up_to_more_than_a_message(monkeypatch):
    monkeypatch.setattr(ours, "MESSAGE_MAX", 10)
    with pytest.raises(BadFrame, match="more than 10 bytes"):
        Ear().feed(b"\x01\x06aaaaaa\x00\x06bbbbbb")


@given(payloads, st.sampled_from((0x81, 0x88, 0x89, 0x8A)))
def test_what_is_sent_is_masked_as_it_must_be(payload, kind):
    payload = payload if kind == 0x81 else payload[:125]
    reader = StreamReader()
    reader.feed_data(masked(payload, kind))
    parsing = theirs.Frame.parse(reader.read_exact, mask=True)
    with pytest.raises(StopIteration) as done:
        next(parsing)
    frame = done.value.value
    assert (frame.opcode | 0x80, bytes(frame.data), frame.fin) == (kind, payload, True)
    assert not reader.buffer


@pytest.mark.parametrize("begun", [b"\x81\x05hel", b"\x01\x03hel", b"\x81"])
def test_what_was_cut_off_does_not_spoil_the_next_connection(begun):
    ear = Ear()
    ear.feed(begun)
    ear.restart()
    ear.feed(b"\x81\x02hi")
    assert ear.heard == [("text", b"hi")]


def test_each_frame_has_a_key_of_its_own():
    assert len({masked(b"CHECK") for _ in range(20)}) == 20


# -- the handshake -----------------------------------------------------------------------------------------------------


class Line(Wire):
    """A connection that remembers."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []
        self.over: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    def text(self, data: Buffer, start: int, stop: int) -> None:
        self.heard.append(bytes(data[start:stop]))

    def lost(self, why: str) -> None:
        self.over.set_result(why)


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
    line = Line()
    await open_wire(Address(url, tls), "T-7", line)
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
        line = Line()
        await open_wire(Address(url), "T-1", line)
        assert await line.over == "closed with 4001 go home"
        assert line.heard == [b"in three pieces"]

    with_server(handler, body)


def test_what_no_server_may_send_ends_the_connection():
    async def handler(ws: ServerConnection) -> None:
        await ws.send(b"binary")
        await ws.wait_closed()
        codes.append(ws.close_code)

    async def body(url: str) -> None:
        line = Line()
        await open_wire(Address(url), "T-1", line)
        assert (await line.over).startswith("the server sent what it must not")

    codes: list[int | None] = []
    with_server(handler, body)
    assert codes == [1002]


GOOD = b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"


@pytest.mark.parametrize(("answer", "problem"), [
    (b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", "404 Not Found"),
    (GOOD + b"Sec-WebSocket-Accept: AAAA\r\n\r\n", "does not know how to upgrade"),
    (GOOD + b"\r\n", "does not know how to upgrade"),
    (GOOD + b"Sec-WebSocket-Accept: %b\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n", "does not know how"),
    (b"", "cut before it was upgraded"), (b"HTTP/1.1 1", "cut before it was upgraded"),
    (b"rubbish\r\n\r\n", "rubbish"), (b"x" * 20_000, "has no end")])
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
            writer.write(part.replace(b"%b", accepted(key)))
            await writer.drain()
            await asyncio.sleep(0.01)
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as server:
        line = Line()
        await open_wire(Address(f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws"), "T-1", line)
        await asyncio.wait_for(line.over, PATIENCE)
        return line.heard
