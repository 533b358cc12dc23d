"""A client's socket: clients that do not read, limits on what they send, bytes at odd moments of a handshake."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from aiohttp import ClientSession
from tests.patience import PATIENCE

from croupier.arena.core.config import Limits, TableConfig
from croupier.arena.core.effects import Connected, Received
from croupier.arena.core.host import Host
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.server import api, limiter
from croupier.arena.server.app import AllowedHosts
from croupier.arena.server.fanout import FRAMES, Outgoing
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter, LimitedProtocol, TokenBucket, asks_for_socket
from croupier.arena.server.sockets import Socket
from croupier.arena.server.standings import Courses, Standings, Team
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
    store = SqliteStore()
    hub = Hub(Host({"T-1": TableConfig(seats=2, min_teams=2)}, chain=store.journal.chain()), store)
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
        assert (hub.counts.slow_clients_lagged, hub.counts.slow_clients_closed) == (3, 0)
        socket.pause_writing()
        socket.push([Outgoing(b"x")] * 5)
        await hub.settled()
        socket.push([Outgoing(b"x")] * 5)
        assert hub.counts.slow_clients_closed == 1  # not even the snapshot was read
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
    reader, writer = await asyncio.open_connection("127.0.0.1", wires.port)
    writer.write(sent)
    heard = b""
    try:
        async with asyncio.timeout(PATIENCE):
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


@pytest.mark.parametrize("padding", [0, 40])
def test_the_last_message_of_a_client_that_hangs_up_at_once_is_handled(padding):
    """At a cash table a team leaves with its chips by such a message: it must not be lost, nor overtaken by the end."""
    async def body(wires: Wires) -> None:
        ann = await wires.join("Ann")
        await ann.until("lobby")
        seats = wires.server.hub.host.tables["T-1"].seats
        noise = MASKED.frame(b'{"type":"nonce","v":1,"nonce":"x"}') * padding
        ann.socket.transport.write(noise + MASKED.frame(b'{"type":"intent","v":1,"intent":3}'))
        ann.socket.transport.close()
        while (seat := seats.team("Ann")) is not None and seat.intent != 3:
            await asyncio.sleep(0.01)

    on_the_wire(body, seats=4, min_teams=3)


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
        _, writer = await asyncio.open_connection("127.0.0.1", wires.port)
        writer.write(post + b"half of it")
        await asyncio.sleep(0.05)
        writer.transport.abort()
        await asyncio.sleep(0.1)
        assert "Error handling request" not in caplog.text

    on_the_wire(body)


async def status(wires: Wires, sent: bytes) -> int:
    """The status of the answer to a request."""
    return int((await answered(wires, sent))[9:12])


@pytest.mark.parametrize("origin", ["http://[::1", "http://[", "null", "http://evil.example", "//", "http://localhost:1"])
def test_22_6_a_broken_or_foreign_origin_is_refused(origin, caplog):
    async def body(wires: Wires) -> None:
        head = UPGRADE.removesuffix(b"\r\n") + f"Origin: {origin}\r\n\r\n".encode()
        assert await status(wires, head) == 403
        assert "Traceback" not in caplog.text

    on_the_wire(body)


@pytest.mark.parametrize("version", [b"8", b"7", b"12", b"14", b"", b"013"])
def test_22_6_only_version_13_of_the_handshake_is_taken(version):
    async def body(wires: Wires) -> None:
        said = await answered(wires, UPGRADE.replace(b"Version: 13", b"Version: " + version), b"\r\n\r\n")
        assert said.startswith(b"HTTP/1.1 426")
        assert b"Sec-WebSocket-Version: 13" in said
        assert await status(wires, UPGRADE) == 101

    on_the_wire(body)


def test_22_6_a_compressed_body_broken_or_not_is_refused(caplog):
    async def body(wires: Wires) -> None:
        head = b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Encoding: %b\r\nContent-Length: 40\r\n\r\n"
        for coding in (b"gzip", b"deflate"):
            for text in (b"not compressed".ljust(40), b"\x1f\x8b\x08" + b"\0" * 37):
                assert await status(wires, head % coding + text) == 415
        assert "Traceback" not in caplog.text

    on_the_wire(body)


def test_22_6_a_name_that_was_pointed_at_this_server_gets_no_socket():
    async def body(wires: Wires) -> None:
        for host in (b"evil.example", b"evil.example:8765", b"localhost.evil.example", b"", b"127.0.0.1.evil.example"):
            for head in (UPGRADE, b"GET /api/tables HTTP/1.1\r\nHost: localhost\r\n\r\n"):
                head = head.replace(b"Host: localhost", b"Host: " + host)
                assert await status(wires, head[:-2] + b"Origin: http://" + host + b"\r\n\r\n") == 421
        for host in (b"localhost", b"LOCALHOST:1", b"127.0.0.1:8765", b"[::1]:8765", b"[::1]", b"arena.example:80"):
            assert await status(wires, UPGRADE.replace(b"localhost", host)) == 101

    on_the_wire(body, {"allowed_hosts": frozenset(("Arena.example",))})


def test_22_6_a_server_on_all_addresses_may_be_named_by_any_address_but_by_no_other_name():
    everywhere = AllowedHosts("0.0.0.0")
    assert all(host in everywhere for host in ("192.0.2.7:80", "[2001:db8::1]:80", "localhost", None))
    assert all(host not in everywhere for host in ("evil.example", "0.0.0.0.evil.example:80"))
    assert "192.0.2.7" not in AllowedHosts("127.0.0.1")
    assert "my.example:8765" in AllowedHosts("my.example")
    assert "anything" in AllowedHosts("127.0.0.1", frozenset("*"))


# -- the API -----------------------------------------------------------------------------------------------------------


def test_22_5_costly_requests_are_worked_on_beside_the_event_loop(monkeypatch):
    async def body(wires: Wires) -> None:
        store, loop_thread = wires.server.hub.store, threading.get_ident()
        threads: list[int] = []
        release = threading.Event()

        def hands(*_: Any) -> list[Any]:
            threads.append(threading.get_ident())
            assert release.wait(PATIENCE)
            return []

        monkeypatch.setattr(store.queries, "hands", hands)
        ask = b"GET /api/hands HTTP/1.1\r\nHost: localhost\r\n\r\n"
        asked = [asyncio.create_task(answered(wires, ask)) for _ in range(api.WAITING_PER_ADDRESS + 3)]
        refused = [await next(asyncio.as_completed(asked)) for _ in range(1)]
        assert refused[0].startswith(b"HTTP/1.1 503")
        ann, bob = await wires.join("Ann"), await wires.join("Bob")  # a hand is played while they are worked on
        await ann.act(await ann.until("act"), "FOLD")
        await bob.until("end_hand")
        release.set()
        codes = sorted(said[9:12] for said in await asyncio.gather(*asked))
        assert codes == [b"200"] * api.WAITING_PER_ADDRESS + [b"503"] * 3
        assert len(threads) == api.WAITING_PER_ADDRESS
        assert loop_thread not in threads

    on_the_wire(body)


@pytest.mark.parametrize(("path", "method"), [("/api/standings", "rows"), ("/api/standings?format=csv", "as_csv"),
                                              ("/api/courses", "as_dict")])
def test_22_5_results_of_many_teams_are_written_beside_the_event_loop(path, method, monkeypatch):
    """Six thousand teams took 41 ms of the loop for each request."""
    threads: list[int] = []
    owner = Courses if method == "as_dict" else Standings
    real = getattr(owner, method)
    monkeypatch.setattr(owner, method, lambda *args: threads.append(threading.get_ident()) or real(*args))

    async def body(wires: Wires) -> None:
        for number in range(api.STANDINGS_MAX + 5):
            wires.server.hub.public_standings.teams[f"Team {number}"] = Team(hands=1, net=number)
        async with ClientSession() as session, session.get(wires.server.url.rstrip("/") + path) as answer:
            assert answer.status == 200
            said = await answer.text()
        assert threads
        assert threading.get_ident() not in threads
        if method == "rows":
            assert f"Team {api.STANDINGS_MAX + 4}" in said
            assert said.count('"team"') == api.STANDINGS_MAX

    on_the_wire(body)


def test_22_5_requests_to_the_api_are_limited_by_address():
    async def body(wires: Wires) -> None:
        ask = b"GET /api/standings HTTP/1.1\r\nHost: localhost\r\n\r\n"
        most = 2 * limiter.BURST_SECONDS
        codes = [await status(wires, ask) for _ in range(most + 5)]
        assert codes[:most] == [200] * most
        assert 429 in codes
        assert await status(wires, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n") == 200

    on_the_wire(body, {"limits": Limits(requests_per_second=2)})


def test_22_5_lists_come_in_pages_by_cursor():
    async def body(wires: Wires) -> None:
        ann, bob = await wires.join("Ann"), await wires.join("Bob")
        for number in range(7):
            first = (ann, bob)[number % 2]
            await first.act(await first.until("act"), "FOLD")
        await ann.until("start_hand")
        async with ClientSession() as session:
            base, path, pages = wires.server.url.rstrip("/"), "/api/hands?limit=3&table=T-1", []
            while path:
                async with session.get(base + path) as said:
                    pages.append([row["hand_id"] for row in await said.json()])
                    path = str(said.links["next"]["url"].relative()) if "next" in said.links else ""
            everything = [row["hand_id"] for row in wires.server.hub.store.queries.hands(100)]
            assert [len(page) for page in pages][:3] == [3, 3, 1]
            assert [hand for page in pages for hand in page] == everything
            async with session.get(base + "/api/matches?limit=1") as said:
                assert len(await said.json()) == 1
                following = str(said.links["next"]["url"].relative())
            async with session.get(base + following) as said:
                assert await said.json() == []

    on_the_wire(body, seats=2, min_teams=2)
