"""A client's socket: clients that do not read, limits on what they send, bytes at odd moments of a handshake."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Received
from croupier.arena.core.host import Host
from croupier.arena.core.limits import Limits
from croupier.arena.journal.sqlite import Store
from croupier.arena.server import api, limiter
from croupier.arena.server.fanout import FRAMES, Outgoing
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter, LimitedProtocol, TokenBucket, asks_for_socket
from croupier.arena.server.sockets import Socket
from croupier.devtools.wire import MASKED

from .wire import Wires, on_the_wire

HELLO = b'{"type":"hello","v":1,"team":"Ann","join_code":"x"}'


class Transport:
    """A network that keeps what it was given."""

    def __init__(self) -> None:
        self.sent = b""
        self.is_over = False
        self.reads = True

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True

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
    store = Store()
    hub = Hub(Host({"T-1": TableConfig(seats=2, min_teams=2)}, chain=store.chain()), store)
    hub.open()
    connection, _ = limited()
    socket = Socket(hub, connection, most)
    hub.put(Connected(socket.conn, "T-1"))
    hub.put(Received(socket.conn, HELLO))
    await hub.settled()
    return hub, socket


def waiting(socket: Socket) -> list[bytes]:
    return [data[data.index(b"{") if b"{" in data else 2:][:22] for data in socket.queue.frames]


def test_a_snapshot_comes_behind_what_is_being_pushed_and_not_in_the_middle_of_it():
    async def body() -> None:
        hub, socket = await seated(10)
        socket.pause_writing()
        socket.push([Outgoing(b"stale %d" % number) for number in range(25)])
        await hub.settled()
        assert waiting(socket) == [b'{"type":"welcome","v":', b'{"type":"lobby","v":1,', b'{"type":"snapshot","v"']
        socket.push([Outgoing(b"new")])
        assert waiting(socket)[-1] == b"new"
        socket.resume_writing()
        assert b"stale" not in socket.transport.sent
        assert socket.transport.sent.endswith(FRAMES.frame(b"new"))
        socket.connection_lost()

    asyncio.run(body())


def test_who_has_read_everything_may_lag_again():
    async def body() -> None:
        hub, socket = await seated(4)
        for _ in range(3):
            socket.pause_writing()
            socket.push([Outgoing(b"x")] * 5)
            socket.resume_writing()  # before the snapshot has come
            await hub.settled()
            socket.push([Outgoing(b"y")])
        assert socket.closing is None
        assert (hub.counts.lagged, hub.counts.slow_clients) == (3, 0)
        socket.pause_writing()
        socket.push([Outgoing(b"x")] * 5)
        await hub.settled()
        socket.push([Outgoing(b"x")] * 5)
        assert hub.counts.slow_clients == 1  # not even the snapshot was read
        socket.connection_lost()

    asyncio.run(body())


def test_what_asks_for_a_socket():
    head = b"GET /ws HTTP/1.1\r\nHost: localhost\r\n"
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
        post = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n"
        text = b"\r\nupgrade: websocket\r\n".ljust(40, b"x")
        assert (await answered(wires, post + b"\r\n" + text)).startswith(b"HTTP/1.1 4")
        assert (await answered(wires, post + b"Upgrade: websocket\r\n\r\n" + text)).startswith(b"HTTP/1.1 4")
        page = (b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n"
                b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert (await answered(wires, page, b"ok\n")).startswith(b"HTTP/1.1 200")
        assert (await answered(wires, b"\r\n\r\n" + UPGRADE)).startswith(b"HTTP/1.1 ")

    on_the_wire(body)


def test_a_hello_right_behind_the_request_is_heard():
    async def body(wires: Wires) -> None:
        assert b"welcome" in await answered(wires, UPGRADE + MASKED.frame(HELLO), b"welcome")
        other = MASKED.frame(HELLO.replace(b"Ann", b"Bob"))
        assert b"welcome" in await answered(wires, UPGRADE.replace(b"Upgrade: w", b"upgrade:W") + other, b"welcome")

    on_the_wire(body)


def limited() -> tuple[LimitedProtocol, list[bytes]]:
    """Return a connection, and what it passes on to where requests are answered."""
    passed: list[bytes] = []

    class Inner(asyncio.Protocol):
        def data_received(self, data: bytes) -> None:
            passed.append(data)

    connection = LimitedProtocol(ConnectionLimiter(Limits()), Inner())
    connection.connection_made(Transport())  # type: ignore[arg-type]
    return connection, passed


@pytest.mark.parametrize("together", [True, False])
def test_22_6_more_than_16384_bytes_behind_an_upgrade_are_refused(together):
    async def body() -> None:
        for size, is_cut in ((limiter.EARLY_MAX, False), (limiter.EARLY_MAX + 1, True)):
            connection, _ = limited()
            for part in [UPGRADE + b"x" * size] if together else [UPGRADE + b"x" * 10, b"x" * (size - 10)]:
                connection.data_received(part)
            assert connection.is_cut is is_cut
            assert connection.limiter.refusals["bytes"] == is_cut

    asyncio.run(body())


def test_22_2_bytes_are_passed_on_in_slices_a_few_in_each_turn_of_the_loop():
    async def body() -> None:
        shared = ConnectionLimiter(Limits())
        connections = [limited() for _ in range(20)]
        for connection, _ in connections:
            connection.limiter = shared
            connection.data_received(b"POST / HTTP/1.1\r\n\r\n".ljust(10 * limiter.SLICE, b"x"))
            assert connection.transport.reads is False
        assert all([len(part) for part in passed] == [limiter.SLICE] for _, passed in connections)
        turns = 0
        while len(shared.backlog):
            before = sum(len(passed) for _, passed in connections)
            await asyncio.sleep(0)
            turns += 1
            assert sum(len(passed) for _, passed in connections) - before <= limiter.SLICES_A_TURN
        assert turns >= 9 * 20 // limiter.SLICES_A_TURN
        assert all(sum(map(len, passed)) == 10 * limiter.SLICE for _, passed in connections)
        assert all(connection.transport.reads for connection, _ in connections)

    asyncio.run(body())


def test_a_rate_has_a_burst():
    counted = TokenBucket(50, 2, 10.0)
    assert [counted.take(10.0) for _ in range(101)] == [True] * 100 + [False]
    refilled = TokenBucket(50, 2, 10.0)
    assert all(refilled.take(10.0 + number / 50) for number in range(10_000))
    assert all(refilled.take(1000.0) for _ in range(100))
    assert not refilled.is_full(1000.0)
    assert not refilled.take(1000.0)
    assert refilled.is_full(1002.1)


def test_a_file_that_never_comes_is_not_waited_for(monkeypatch, caplog):
    async def body(wires: Wires) -> None:
        monkeypatch.setattr(api, "UPLOAD_SECONDS", 0.2)
        post = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 40\r\n\r\n"
        assert (await answered(wires, post + b"half of it")).startswith(b"HTTP/1.1 408")
        monkeypatch.setattr(api, "UPLOAD_SECONDS", 20.0)
        _, writer = await asyncio.open_connection("127.0.0.1", wires.server.port)
        writer.write(post + b"half of it")
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.1)
        assert "Error handling request" not in caplog.text

    on_the_wire(body)
