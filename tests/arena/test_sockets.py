"""A client's socket between the door and the hub: who does not read, and bytes at odd moments of a handshake."""

from __future__ import annotations

import asyncio
from typing import Any

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Received
from croupier.arena.core.host import Host
from croupier.arena.core.limits import Limits
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.server import guard as door
from croupier.arena.server import uploads
from croupier.arena.server.guard import Door, Guard, asks_for_socket
from croupier.arena.server.hub import Hub
from croupier.arena.server.sockets import Socket
from croupier.protocol.websocket import framed, masked, unframed

from .wire import Wires, on_the_wire

HELLO = b'{"type":"hello","v":1,"team":"Ann","join_code":"x"}'


class Transport:
    """A network that keeps what it was given."""

    def __init__(self) -> None:
        self.sent = b""
        self.is_over = False

    def write(self, data: bytes) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.is_over

    def close(self) -> None:
        self.is_over = True

    abort = close

    def set_write_buffer_limits(self, high: int) -> None:
        assert high > 0

    def get_extra_info(self, name: str) -> Any:
        return ("127.0.0.1", 1)


async def seated(most: int) -> tuple[Hub, Socket]:
    """A socket whose client sits at a table."""
    store = SqliteStore()
    hub = Hub(Host({"T-1": TableConfig(seats=2, min_teams=2)}, chain=store.journal.chain()), store)
    hub.open()
    socket = Socket(hub, Transport(), most)  # type: ignore[arg-type]
    hub.put(Connected(socket.conn, "T-1"))
    hub.put(Received(socket.conn, HELLO))
    await hub.settled()
    return hub, socket


def waiting(socket: Socket) -> list[bytes]:
    return [unframed(data)[:22] for data in socket.queue.frames]


def test_a_snapshot_comes_behind_what_is_being_pushed_and_not_in_the_middle_of_it():
    async def body() -> None:
        hub, socket = await seated(10)
        socket.pause_writing()
        socket.push([framed(b"stale %d" % number) for number in range(25)])
        await hub.settled()
        assert waiting(socket) == [b'{"type":"welcome","v":', b'{"type":"lobby","v":1,', b'{"type":"snapshot","v"']
        socket.push([framed(b"new")])
        assert waiting(socket)[-1] == b"new"
        socket.resume_writing()
        assert b"stale" not in socket.transport.sent
        assert socket.transport.sent.endswith(framed(b"new"))
        socket.connection_lost()

    asyncio.run(body())


def test_who_has_read_everything_may_lag_again():
    async def body() -> None:
        hub, socket = await seated(4)
        for _ in range(3):
            socket.pause_writing()
            socket.push([b"x"] * 5)
            socket.resume_writing()  # before the snapshot has come
            await hub.settled()
            socket.push([b"y"])
        assert socket.closing is None
        assert (hub.counts.lagged, hub.counts.slow_clients) == (3, 0)
        socket.pause_writing()
        socket.push([b"x"] * 5)
        await hub.settled()
        socket.push([b"x"] * 5)
        assert hub.counts.slow_clients == 1  # not even the snapshot was read
        socket.connection_lost()

    asyncio.run(body())


def test_what_asks_for_a_socket():
    head = b"GET /ws HTTP/1.1\r\nHost: x\r\n"
    assert asks_for_socket(head + b"Upgrade: websocket\r\n")
    assert asks_for_socket(head + b"UPGRADE:WebSocket\r\nConnection: upgrade\r\n")
    for other in (head, head + b"X-Upgrade: websocket\r\n", b"POST" + head[3:] + b"Upgrade: websocket\r\n",
                  head + b"Upgrade: websocket\r\nContent-Length: 5\r\n",
                  head + b"Upgrade: websocket\r\nTransfer-Encoding: chunked\r\n", b"\r\n"):
        assert not asks_for_socket(other)


async def answered(wires: Wires, sent: bytes, until: bytes = b"HTTP/1.1 ") -> bytes:
    """What a server says to some bytes, until it has said something."""
    reader, writer = await asyncio.open_connection("127.0.0.1", wires.server.port)
    writer.write(sent)
    heard = b""
    try:
        async with asyncio.timeout(3):
            while data := await reader.read(65_536):
                heard += data
                if until in heard:
                    break
    finally:
        writer.close()
    return heard


UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")


def test_requests_that_speak_of_sockets_are_answered():
    async def body(wires: Wires) -> None:
        post = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n"
        text = b"\r\nupgrade: websocket\r\n".ljust(40, b"x")
        assert (await answered(wires, post + b"\r\n" + text)).startswith(b"HTTP/1.1 4")
        assert (await answered(wires, post + b"Upgrade: websocket\r\n\r\n" + text)).startswith(b"HTTP/1.1 4")
        page = b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\nGET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        assert (await answered(wires, page, b"ok\n")).startswith(b"HTTP/1.1 200")
        assert (await answered(wires, b"\r\n\r\n" + UPGRADE)).startswith(b"HTTP/1.1 ")

    on_the_wire(body)


def test_a_hello_right_behind_the_request_is_heard():
    async def body(wires: Wires) -> None:
        assert b"welcome" in await answered(wires, UPGRADE + masked(HELLO), b"welcome")
        other = masked(HELLO.replace(b"Ann", b"Bob"))
        assert b"welcome" in await answered(wires, UPGRADE.replace(b"Upgrade: w", b"upgrade:W") + other, b"welcome")

    on_the_wire(body)


def guarded() -> tuple[Guard, list[bytes]]:
    """A connection at the door, and what is let through to where requests are answered."""
    heard: list[bytes] = []

    class Inner(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            heard.append(data)

    guard = Guard(Door(Limits()), Inner())
    guard.connection_made(Transport())  # type: ignore[arg-type]
    return guard, heard


def test_who_sends_much_behind_its_request_is_cut_off():
    async def body() -> None:
        guard, asked = guarded()
        guard.data_received(UPGRADE + b"x" * 10)
        guard.data_received(b"x" * (door.EARLY_MAX - 10))
        assert not guard.is_cut
        guard.data_received(b"x")
        assert guard.is_cut
        assert asked == [UPGRADE]
        assert guard.door.refusals["bytes"] == 1

    asyncio.run(body())


def test_a_request_that_is_no_socket_after_all_goes_on_with_requests():
    async def body() -> None:
        guard, heard = guarded()
        guard.data_received(UPGRADE + b"GET / HTTP/1.1\r\n")
        guard.data_received(b"\r\n")
        assert heard == [UPGRADE]
        guard.stay()
        guard.data_received(b"more")
        assert heard == [UPGRADE, b"GET / HTTP/1.1\r\n\r\n", b"more"]

    asyncio.run(body())


def test_a_file_that_never_comes_is_not_waited_for(monkeypatch, caplog):
    async def body(wires: Wires) -> None:
        monkeypatch.setattr(uploads, "UPLOAD_SECONDS", 0.2)
        post = b"POST /api/replay HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n"
        assert (await answered(wires, post + b"half of it")).startswith(b"HTTP/1.1 408")
        monkeypatch.setattr(uploads, "UPLOAD_SECONDS", 20.0)
        _, writer = await asyncio.open_connection("127.0.0.1", wires.server.port)
        writer.write(post + b"half of it")
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.1)
        assert "Error handling request" not in caplog.text

    on_the_wire(body)
