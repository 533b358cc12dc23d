"""Spectators told beside everything else: the thread and its jobs, files that are lent, and connections that change
while they are."""

from __future__ import annotations

import asyncio
import os
import select
import socket
import threading
import time
from array import array
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.arena.server import bulk, stand
from croupier.arena.server.counts import Counts
from croupier.arena.server.sockets import Socket
from croupier.arena.server.stand import Stand
from croupier.arena.websocket import framed

compiled = pytest.mark.skipif(not bulk.is_there, reason="the thread is only there compiled")
WHOLE = 1 << 20
"""More than a socket takes at once."""


class Thread:
    """The thread, and the ends of its pipes."""

    def __init__(self) -> None:
        taken, self.jobs = os.pipe()
        self.done, answered = os.pipe()
        self.thread = threading.Thread(target=bulk.serve, args=(taken, answered))
        self.thread.start()
        self.files = [taken, answered, self.done]

    def end(self) -> None:
        os.close(self.jobs)
        self.thread.join(10)
        assert not self.thread.is_alive()
        for file in self.files:
            os.close(file)


@pytest.fixture
def thread() -> Iterator[Thread]:
    running = Thread()
    yield running
    running.end()


@pytest.fixture
def pairs() -> Iterator[list[tuple[socket.socket, socket.socket]]]:
    made = [socket.socketpair() for _ in range(20)]
    for ours, _ in made:
        ours.setblocking(False)
    yield made
    for pair in made:
        for each in pair:
            each.close()


def told(thread: Thread, files: list[int], data: bytes, pace_ns: int = 0) -> list[int]:
    """What became of a job."""
    kept, sent = array("i", files), array("i", [7] * len(files))
    bulk.submit(thread.jobs, kept, sent, data, pace_ns)
    assert os.read(thread.done, 1)
    return list(sent)


@compiled
def test_everybody_gets_the_bytes(thread, pairs):
    assert told(thread, [ours.fileno() for ours, _ in pairs], b"hello") == [5] * 20
    assert all(theirs.recv(100) == b"hello" for _, theirs in pairs)


@compiled
def test_who_does_not_read_is_not_waited_for_and_who_is_gone_breaks_nothing(thread, pairs):
    pairs[3][1].close()
    files = [ours.fileno() for ours, _ in pairs[:5]]
    first = told(thread, files, bytes(WHOLE))
    assert first[3] == -1
    assert all(0 < sent < WHOLE for place, sent in enumerate(first) if place != 3)
    assert told(thread, files, b"more") == [0, 0, 0, -1, 0]
    assert len(pairs[0][1].recv(WHOLE, socket.MSG_WAITALL | socket.MSG_DONTWAIT)) == first[0]
    assert told(thread, [-1, files[0]], b"more") == [-1, 4]


@compiled
def test_sockets_follow_each_other_at_the_pace_that_was_asked_for(thread, pairs):
    began = time.perf_counter()
    told(thread, [ours.fileno() for ours, _ in pairs[:16]], b"x", pace_ns=5_000_000)
    assert time.perf_counter() - began >= 16 * 0.005


@compiled
def test_the_thread_needs_no_interpreter(thread, pairs):
    """A job is done while this thread has the interpreter and does not let it go."""
    files, sent = array("i", [ours.fileno() for ours, _ in pairs]), array("i", bytes(80))
    bulk.submit(thread.jobs, files, sent, b"x", 0)
    began = time.perf_counter()
    while time.perf_counter() - began < 0.5:
        sum(range(3_000_000))  # one call, in which no other thread can have it
    assert select.select([thread.done], [], [], 0)[0]
    os.read(thread.done, 1)
    assert list(sent) == [1] * 20


@compiled
@pytest.mark.parametrize("job", [([], [], b"x", 0), ([1], [], b"x", 0), ([1], [0], b"", 0), ([1], [0], b"x", -1)])
def test_what_is_no_job_is_refused(thread, job):
    files, sent, data, pace = job
    with pytest.raises(ValueError, match="a job has"):
        bulk.submit(thread.jobs, array("i", files), array("i", sent), data, pace)


# -- the stand ---------------------------------------------------------------------------------------------------------


class Lender:
    """Somebody at the stand, over a real socket."""

    def __init__(self, willing: bool = True) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.willing, self.rests = willing, list[bytes]()

    def lend(self) -> int | None:
        return self.ours.fileno() if self.willing else None

    def give_back(self, rest: bytes) -> None:
        self.rests.append(rest)

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()


def at_stand(lenders: dict[int, Lender], body: Callable[[Stand], Awaitable[None]], room: int = 100) -> None:
    async def main() -> None:
        opened = Stand(lenders)
        opened.open(room)
        try:
            await asyncio.wait_for(body(opened), 20)
        finally:
            opened.close()
            for each in lenders.values():
                each.close()

    files = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    threads = threading.active_count()
    asyncio.run(main())
    assert threading.active_count() == threads
    if files:
        assert len(os.listdir("/proc/self/fd")) <= files, "every pipe is closed"


@compiled
def test_those_who_lend_are_told_and_the_others_named():
    lenders = {1: Lender(), 2: Lender(willing=False), 3: Lender()}

    async def body(opened: Stand) -> None:
        over = asyncio.Event()
        assert opened.tell([1, 2, 3, 4], [b"a", b"bc"], 0, over.set) == [2, 4]
        assert opened.is_busy
        await over.wait()
        assert not opened.is_busy
        assert [lenders[conn].rests for conn in (1, 2, 3)] == [[b""], [], [b""]]
        assert lenders[1].theirs.recv(10) == lenders[3].theirs.recv(10) == b"abc"

    at_stand(lenders, body)


@compiled
def test_what_a_socket_did_not_take_is_given_back_and_one_that_is_broken_is_left_to_the_loop():
    lenders = {1: Lender(), 2: Lender()}
    lenders[2].theirs.close()

    async def body(opened: Stand) -> None:
        over = asyncio.Event()
        data = os.urandom(WHOLE)
        opened.tell([1, 2], [data], 0, over.set)
        await over.wait()
        taken = lenders[1].theirs.recv(WHOLE, socket.MSG_WAITALL | socket.MSG_DONTWAIT)
        assert 0 < len(taken) < WHOLE
        assert taken + lenders[1].rests[0] == data
        assert lenders[2].rests == [b""]

    at_stand(lenders, body)


@compiled
def test_what_is_under_way_is_done_before_it_closes():
    lenders = {number: Lender() for number in range(24)}
    called = []

    async def body(opened: Stand) -> None:
        opened.tell(list(lenders), [b"last"], 2_000_000, lambda: called.append(True))

    heard = []
    at_stand(lenders, lambda opened: _and_then(body(opened), opened, lambda: heard.extend(
        each.theirs.recv(10) for each in lenders.values())))
    assert called == [True]
    assert heard == [b"last"] * 24
    assert all(each.rests == [b""] for each in lenders.values())


async def _and_then(first: Awaitable[None], opened: Stand, look: Callable[[], None]) -> None:
    await first
    opened.close()
    look()


@pytest.mark.parametrize("why", ["interpreted", "no room", "no thread"])
def test_without_a_thread_everybody_is_told_the_ordinary_way(monkeypatch, why):
    lenders = {1: Lender()}
    if why == "interpreted":
        monkeypatch.setattr(bulk, "is_there", False)
    elif why == "no thread":
        def refuse(self: object) -> None:
            raise RuntimeError("can't start new thread")
        monkeypatch.setattr(threading.Thread, "start", refuse)

    async def body(opened: Stand) -> None:
        assert opened.tell([1, 2], [b"a"], 0, lambda: pytest.fail("nobody is told")) == [1, 2]
        assert opened.copy(FakeTransport()) is None  # type: ignore[arg-type]

    at_stand(lenders, body, room=0 if why == "no room" else 100)


@compiled
def test_there_is_room_for_so_many_copies_and_none_of_what_is_encrypted():
    async def body(opened: Stand) -> None:
        assert opened.copy(FakeTransport(tls=True)) is None  # type: ignore[arg-type]
        first = opened.copy(FakeTransport())  # type: ignore[arg-type]
        assert first is not None
        assert opened.copy(FakeTransport()) is None  # type: ignore[arg-type]
        opened.forget(first)
        again = opened.copy(FakeTransport())  # type: ignore[arg-type]
        assert again is not None
        opened.forget(again)

    at_stand({}, body, room=1)


# -- a connection that is lent -----------------------------------------------------------------------------------------


class FakeTransport:
    """What a client gets, in order; it takes everything unless it is stuck."""

    def __init__(self, tls: bool = False) -> None:
        self.got, self.waiting = bytearray(), bytearray()
        self.stuck = self.closed = self.aborted = False
        self.tls = tls
        self._socket = socket.socket()

    def get_extra_info(self, name: str) -> object:
        return {"socket": self._socket, "sslcontext": self.tls or None}[name]

    def set_write_buffer_limits(self, high: int) -> None:
        self.high = high

    def write(self, data: bytes) -> None:
        assert not self.closed
        (self.waiting if self.stuck or self.waiting else self.got).extend(data)

    def get_write_buffer_size(self) -> int:
        return len(self.waiting)

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True


class FakeHub:
    """As much of a hub as a socket wants."""

    def __init__(self) -> None:
        self.counts, self.links, self.said = Counts(), dict[int, Any](), list[object]()
        self.copies = 0
        self.post = SimpleNamespace(stand=self)

    def connect(self, link: object) -> int:
        self.links[1] = link
        return 1

    def put(self, event: object) -> None:
        self.said.append(event)

    def copy(self, transport: object) -> int:
        self.copies += 1
        return 1000

    def forget(self, file: int) -> None:
        self.copies -= 1


def lent(body: Callable[[Socket, FakeTransport, FakeHub], None]) -> None:
    async def main() -> None:
        transport, hub = FakeTransport(), FakeHub()
        made = Socket(hub, transport, 1000)  # type: ignore[arg-type]
        body(made, transport, hub)
        made.connection_lost()
        assert hub.copies == 0, "its file is forgotten"
        transport._socket.close()

    asyncio.run(main())


def test_what_comes_while_it_is_lent_waits_behind_what_is_being_written():
    def body(made: Socket, transport: FakeTransport, hub: FakeHub) -> None:
        assert made.lend() == 1000
        assert made.lend() is None, "to one at a time"
        made.push([b"later"])
        made.ping(b"?")
        assert transport.got == b""
        transport.got += b"now"  # by the stand
        made.give_back(b", not all")
        assert transport.got == b"now, not all" + b"later" + framed(b"?", 0xA)
        assert made.lend() == 1000
        made.give_back(b"")

    lent(body)


@pytest.mark.parametrize("why", ["stuck", "queued", "paused", "closing", "gone", "lagging"])
def test_what_has_to_wait_its_turn_is_not_lent(why: str):
    def body(made: Socket, transport: FakeTransport, hub: FakeHub) -> None:
        if why == "stuck":
            transport.stuck = True
            made.push([b"waits in the transport"])
        elif why == "queued":
            made.queue.push(b"waits")
        elif why == "paused":
            made.pause_writing()
        elif why == "closing":
            made.shut(4000, "replaced")
        elif why == "gone":
            transport.close()
        else:
            made.queue.waits_for_snapshot = True
        assert made.lend() is None

    lent(body)


def test_a_close_while_it_is_lent_is_said_behind_what_was_written_and_then_it_ends():
    def body(made: Socket, transport: FakeTransport, hub: FakeHub) -> None:
        made.lend()
        made.shut(4000, "replaced")
        made.closed(1000)  # the client hangs up by itself, too
        assert not transport.closed
        transport.got += b"now"
        made.give_back(b"")
        assert transport.got.startswith(b"now\x88")
        assert transport.closed

    lent(body)


def test_one_that_is_gone_while_it_is_lent_is_forgotten_when_it_comes_back():
    def body(made: Socket, transport: FakeTransport, hub: FakeHub) -> None:
        made.lend()
        transport.abort()
        made.connection_lost()
        assert hub.copies == 1, "somebody is still writing to it"
        made.give_back(b"rest")
        assert hub.copies == 0

    lent(body)


FRAME = framed(b"0123456789")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(["push", "ping", "lend", "stick", "free"]), st.integers(0, len(FRAME))),
                max_size=40))
def test_a_client_gets_every_frame_whole_and_in_order(steps: list[str | int]) -> None:
    """Whatever comes between lending and giving back, and however much a socket takes of it."""
    def body(made: Socket, transport: FakeTransport, hub: FakeHub) -> None:
        due, writing = bytearray(), b""
        for number, step in enumerate([*steps, len(FRAME), "free"]):
            frame = framed(b"%010d" % number)
            if isinstance(step, int):
                if writing:
                    transport.got += writing[:step]
                    made.give_back(writing[step:])
                    writing = b""
            elif step == "lend":
                if not writing and made.lend() is not None:
                    writing = frame
                    due += frame
            elif step == "push":
                made.push([frame])
                due += frame
            elif step == "ping":
                made.ping(b"%d" % number)
                due += framed(b"%d" % number, 0xA)
            elif step == "stick":
                transport.stuck = True
            elif step == "free":
                transport.stuck = False
                transport.got += transport.waiting
                transport.waiting.clear()
        assert transport.got == due

    lent(body)


def test_nice_is_the_threads_own(monkeypatch):
    """The process is not made nice with it."""
    if not bulk.is_there:
        pytest.skip("the thread is only there compiled")
    before = os.getpriority(os.PRIO_PROCESS, 0)

    async def main() -> None:
        opened = Stand({})
        opened.open(1)
        nices = [os.getpriority(os.PRIO_PROCESS, each.native_id) for each in threading.enumerate()
                 if each.name == "stand" and each.native_id is not None]
        opened.close()
        assert nices == [stand.NICE]

    if os.path.isdir("/proc"):
        asyncio.run(main())
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
