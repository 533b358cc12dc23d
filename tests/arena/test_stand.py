"""Spectators told beside everything else: the thread and its jobs, files that are lent, and connections that change
while they are."""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import threading
import time
from array import array
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.patience import PATIENCE

from croupier.arena.server import bulk, sockets, stand
from croupier.arena.server.counts import Counts
from croupier.arena.server.sockets import Socket
from croupier.arena.server.stand import Stand
from croupier.protocol.websocket import framed

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
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1000 * PATIENCE)  # nothing below lets another thread have the interpreter
    try:
        bulk.submit(thread.jobs, files, sent, b"x", 0)
        end = time.monotonic() + PATIENCE
        while 0 in sent and time.monotonic() < end:
            pass
        assert list(sent) == [1] * 20
    finally:
        sys.setswitchinterval(interval)
    os.read(thread.done, 1)


@compiled
@pytest.mark.parametrize("job", [([], [], b"x", 0), ([1], [], b"x", 0), ([1], [0], b"", 0), ([1], [0], b"x", -1)])
def test_what_is_no_job_is_refused(thread, job):
    files, sent, data, pace = job
    with pytest.raises(ValueError, match="a job has"):
        bulk.submit(thread.jobs, array("i", files), array("i", sent), data, pace)


# -- the stand ---------------------------------------------------------------------------------------------------------


class Guest:
    """Somebody at the stand, over a real socket."""

    def __init__(self, conn: int, willing: bool = True) -> None:
        self.conn, self.willing = conn, willing
        self.ours, self.theirs = socket.socketpair()
        self.ours.setblocking(False)
        self.rests = list[bytes]()
        self.stand: Stand | None = None

    def get_extra_info(self, name: str) -> object:
        """As its own transport."""
        return {"socket": self.ours, "sslcontext": None}[name]

    def sit(self) -> None:
        if self.willing and self.stand is not None:
            self.stand.sit(self.conn, self, self)  # type: ignore[arg-type]

    def give_back(self, rest: bytes) -> None:
        self.rests.append(rest)

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()


def files_open() -> int:
    return len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0


def at_stand(guests: list[Guest], body: Callable[[Stand], Awaitable[None]], room: int = 100) -> None:
    async def main() -> None:
        opened = Stand({guest.conn: guest for guest in guests})
        for guest in guests:
            guest.stand = opened
        opened.open(room)
        try:
            await asyncio.wait_for(body(opened), PATIENCE)
        finally:
            opened.close()
            for guest in guests:
                guest.close()

    files, threads = files_open() - 2 * len(guests), threading.active_count()
    asyncio.run(main())
    assert threading.active_count() == threads
    assert files_open() <= max(files, 0), "every pipe and every copy is closed"


async def tell(opened: Stand, conns: list[int], frames: list[bytes]) -> list[int]:
    """Have them told; gives those who cannot be."""
    over = asyncio.Event()
    others = opened.tell(conns, frames, 0, over.set)
    if opened.is_busy:
        await over.wait()
    assert not opened.is_busy
    return others


@compiled
def test_those_who_sit_are_told_and_the_others_named():
    guests = [Guest(1), Guest(2, willing=False), Guest(3)]

    async def body(opened: Stand) -> None:
        for _ in range(2):
            assert await tell(opened, [1, 2, 3, 4], [b"a", b"bc"]) == [2, 4]
            assert guests[0].theirs.recv(10) == guests[2].theirs.recv(10) == b"abc"
        assert [guest.rests for guest in guests] == [[], [], []]

    at_stand(guests, body)


@compiled
def test_what_a_socket_did_not_take_is_given_back_and_one_that_is_broken_is_left_to_the_loop():
    guests = [Guest(1), Guest(2), Guest(3)]

    async def body(opened: Stand) -> None:
        guests[1].theirs.close()
        data = os.urandom(WHOLE)
        await tell(opened, [1, 2, 3], [data])
        taken = guests[0].theirs.recv(WHOLE, socket.MSG_WAITALL | socket.MSG_DONTWAIT)
        assert 0 < len(taken) < WHOLE
        assert taken + guests[0].rests[0] == data
        assert guests[1].rests == []

    at_stand(guests, body)


@compiled
def test_who_rises_while_the_thread_writes_is_told_to_the_end_and_not_again():
    guests = [Guest(number) for number in range(24)]

    async def body(opened: Stand) -> None:
        over, done = asyncio.Event(), []
        opened.tell(list(range(24)), [b"x"], 1_000_000, over.set)
        files = files_open()
        opened.rise(23)
        opened.after(lambda: done.append(opened.is_busy))
        opened.sit(23, guests[23], guests[23])  # type: ignore[arg-type]
        opened.rise(23)
        assert done == []
        assert files_open() == files + bool(files), "neither copy is closed while one of them may be written to"
        await over.wait()
        assert done == [False]
        assert files_open() == max(0, files - 1)
        assert guests[23].theirs.recv(10) == b"x"
        guests[23].willing = False
        assert await tell(opened, [23], [b"y"]) == [23]
        opened.after(lambda: done.append(True))
        assert done == [False, True], "at once where nobody writes"

    at_stand(guests, body)


@compiled
def test_what_is_given_back_comes_before_what_waited():
    guests = [Guest(1)]
    order = []

    async def body(opened: Stand) -> None:
        over = asyncio.Event()
        opened.tell([1], [bytes(WHOLE)], 0, over.set)
        opened.after(lambda: order.append(len(guests[0].rests)))
        opened.after(lambda: order.append("second"))
        await over.wait()
        assert order == [1, "second"]

    at_stand(guests, body)


@compiled
def test_what_fails_for_one_of_them_keeps_nobody_else_from_being_told(caplog):
    guests = [Guest(1), Guest(2)]
    order = []

    async def body(opened: Stand) -> None:
        over = asyncio.Event()
        guests[0].give_back = lambda rest: order[5]  # type: ignore[method-assign, assignment, return-value]
        opened.tell([1, 2], [bytes(WHOLE)], 0, over.set)
        opened.after(lambda: order[7])
        opened.after(lambda: order.append("second"))
        await over.wait()
        assert order == ["second"]
        assert len(guests[1].rests) == 1

    at_stand(guests, body)
    assert caplog.text.count("could not be told") == 2


@compiled
def test_a_job_that_cannot_be_handed_over_is_none(monkeypatch):
    """Nothing waits for it, neither what else is to be written nor the end."""
    guests = [Guest(1)]

    def refuse(*_job: object) -> None:
        raise OSError("gone")

    async def body(opened: Stand) -> None:
        with monkeypatch.context() as patched:
            patched.setattr(bulk, "submit", refuse)
            with pytest.raises(OSError, match="gone"):
                opened.tell([1], [b"x"], 0, lambda: pytest.fail("nobody is told"))
        assert not opened.is_busy
        assert await tell(opened, [1], [b"x"]) == []

    at_stand(guests, body)


@compiled
def test_what_is_under_way_is_done_before_it_closes():
    guests = [Guest(number) for number in range(24)]
    called, heard = [], []

    async def body(opened: Stand) -> None:
        opened.tell(list(range(24)), [b"last"], 2_000_000, lambda: called.append(True))
        opened.close()
        heard.extend(guest.theirs.recv(10) for guest in guests)
        opened.rise(3)
        assert opened.tell([1, 2], [b"a"], 0, lambda: pytest.fail("nobody is told")) == [1, 2]

    at_stand(guests, body)
    assert called == [True]
    assert heard == [b"last"] * 24


@pytest.mark.parametrize("why", ["interpreted", "no room", "no thread"])
def test_without_a_thread_everybody_is_told_the_ordinary_way(monkeypatch, why):
    guests = [Guest(1)]
    if why == "interpreted":
        monkeypatch.setattr(bulk, "is_there", False)
    elif why == "no thread":
        def refuse(self: object) -> None:
            raise RuntimeError("can't start new thread")
        monkeypatch.setattr(threading.Thread, "start", refuse)

    async def body(opened: Stand) -> None:
        assert opened.tell([1, 2], [b"a"], 0, lambda: pytest.fail("nobody is told")) == [1, 2]
        assert not opened.sit(1, guests[0], guests[0])  # type: ignore[arg-type]

    at_stand(guests, body, room=0 if why == "no room" else 100)


@compiled
def test_there_is_room_for_so_many_and_none_for_what_is_encrypted():
    async def body(opened: Stand) -> None:
        link, plain, secret = Guest(9), FakeTransport(), FakeTransport(tls=True)
        assert not opened.sit(1, link, secret)  # type: ignore[arg-type]
        assert opened.sit(2, link, plain)  # type: ignore[arg-type]
        assert not opened.sit(3, link, plain)  # type: ignore[arg-type]
        opened.rise(2)
        assert opened.sit(3, link, plain)  # type: ignore[arg-type]
        link.close()
        for each in (plain, secret):
            each.socket.close()

    at_stand([], body, room=1)


# -- a connection at the stand -----------------------------------------------------------------------------------------


class FakeTransport:
    """What a client gets, in order; it takes everything unless it is stuck."""

    def __init__(self, tls: bool = False) -> None:
        self.got, self.waiting = bytearray(), bytearray()
        self.stuck = self.closed = False
        self.tls, self.socket = tls, socket.socket()

    def get_extra_info(self, name: str) -> object:
        return {"socket": self.socket, "sslcontext": self.tls or None}[name]

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

    abort = close


class FakeStand:
    """A stand whose thread writes when a test says so."""

    def __init__(self) -> None:
        self.sitting, self.is_busy, self.later = False, False, list[Callable[[], object]]()

    def sit(self, conn: int, link: object, transport: object) -> bool:
        self.sitting = True
        return True

    def rise(self, conn: int) -> None:
        self.sitting = False

    def after(self, act: Callable[[], object]) -> None:
        if self.is_busy:
            self.later.append(act)
        else:
            act()

    def done(self) -> None:
        self.is_busy, later, self.later = False, self.later, []
        for act in later:
            act()


class FakeHub:
    """As much of a hub as a socket wants."""

    def __init__(self) -> None:
        self.counts, self.links, self.said = Counts(), dict[int, Any](), list[object]()
        self.stand = FakeStand()
        self.post = SimpleNamespace(stand=self.stand)

    def connect(self, link: object) -> int:
        self.links[1] = link
        return 1

    def put(self, event: object) -> None:
        self.said.append(event)


def sitting(body: Callable[[Socket, FakeTransport, FakeStand], None]) -> None:
    async def main() -> None:
        transport, hub = FakeTransport(), FakeHub()
        made = Socket(hub, transport, 1000)  # type: ignore[arg-type]
        body(made, transport, hub.stand)
        hub.stand.done()
        made.connection_lost()
        assert not hub.stand.sitting, "its seat is free"
        transport.socket.close()

    asyncio.run(main())


def test_what_comes_while_the_stand_writes_waits_behind_it():
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        made.sit()
        at.is_busy = True
        made.push([b"later"])
        made.ping(b"?")
        transport.got += b"now"  # by the stand
        at.is_busy = False
        made.give_back(b", not all")
        at.done()
        assert transport.got == b"now, not all" + b"later" + framed(b"?", 0xA)
        assert at.sitting

    sitting(body)


@pytest.mark.parametrize("why", ["stuck", "queued", "paused", "closing", "gone", "lagging"])
def test_what_has_to_wait_its_turn_does_not_sit(why: str):
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
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
        made.sit()
        assert not at.sitting

    sitting(body)


@pytest.mark.parametrize("why", ["stuck", "paused", "closing", "hung up", "lost"])
def test_who_cannot_be_told_so_any_more_rises(why: str):
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        made.sit()
        assert at.sitting
        if why == "stuck":
            transport.stuck = True
            made.push([b"waits in the transport"])
        elif why == "paused":
            made.pause_writing()
        elif why == "closing":
            made.shut(4000, "replaced")
        elif why == "hung up":
            made.closed(1000)
        else:
            made.connection_lost()
        assert not at.sitting

    sitting(body)


def test_a_close_while_the_stand_writes_is_said_behind_it_and_then_it_ends():
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        made.sit()
        at.is_busy = True
        made.shut(4000, "replaced")
        made.closed(1000)  # the client hangs up by itself, too
        assert not transport.closed
        transport.got += b"now"
        at.is_busy = False
        made.give_back(b", and the rest")
        at.done()
        assert transport.got.startswith(b"now, and the rest\x88")
        assert transport.closed

    sitting(body)


def test_what_waited_for_one_who_reads_again_is_written_only_while_it_is_taken():
    """Poured out behind what the stand writes, it would all lie in the transport, however much it was."""
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        made.sit()
        made.pause_writing()
        made.push([b"1", b"2"])
        at.is_busy = True
        made.resume_writing()
        made.push([b"3"])
        assert list(made.queue.frames) == [b"1", b"2", b"3"]
        at.done()
        assert transport.got == b"123"

    sitting(body)


def test_a_close_is_said_however_long_the_stand_takes(monkeypatch):
    monkeypatch.setattr(sockets, "FAREWELL", 0.02)

    async def main() -> None:
        transport, hub = FakeTransport(), FakeHub()
        made = Socket(hub, transport, 1000)  # type: ignore[arg-type]
        made.sit()
        hub.stand.is_busy = True
        made.shut(4000, "replaced")
        await asyncio.sleep(0.2)
        assert not transport.closed
        hub.stand.done()
        assert transport.got.startswith(b"\x88")
        assert transport.closed
        made.connection_lost()
        transport.socket.close()

    asyncio.run(main())


def test_one_who_never_sat_waits_for_nobody():
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        at.is_busy = True
        made.push([b"now"])
        assert transport.got == b"now"
        made.closed(1000)
        assert transport.closed

    sitting(body)


SIZE = len(framed(b"0123456789"))


@settings(max_examples=300, deadline=None)
@given(st.lists(st.one_of(st.sampled_from(["push", "ping", "tell", "stick", "free"]), st.integers(0, SIZE)),
                max_size=40))
def test_a_client_gets_every_frame_whole_and_in_order(steps: list[str | int]) -> None:
    """Whatever comes while the stand writes, and however much a socket takes of it."""
    def body(made: Socket, transport: FakeTransport, at: FakeStand) -> None:
        due, writing = bytearray(), b""
        for number, step in enumerate([*steps, SIZE, "free"]):
            frame = framed(b"%010d" % number)
            if isinstance(step, int):
                if writing:
                    transport.got += writing[:step]
                    at.is_busy = False
                    if step < SIZE:
                        made.give_back(writing[step:])
                    at.done()
                    writing = b""
            elif step == "tell":
                if not writing:
                    made.sit()
                    if at.sitting:
                        at.is_busy, writing = True, frame
                        due += frame
            elif step == "push":
                made.push([frame])
                due += frame
            elif step == "ping":
                made.ping(b"%d" % number)
                due += framed(b"%d" % number, 0xA)
            elif step == "stick":
                transport.stuck = True
            else:
                transport.stuck = False
                transport.got += transport.waiting
                transport.waiting.clear()
        assert transport.got == due

    sitting(body)


def test_nice_is_the_threads_own(monkeypatch):
    """The process is not made nice with it."""
    if not bulk.is_there:
        pytest.skip("the thread is only there compiled")
    before = os.getpriority(os.PRIO_PROCESS, 0)

    async def main() -> None:
        opened = Stand({})
        opened.open(1)
        end = time.monotonic() + PATIENCE
        while (nices := [os.getpriority(os.PRIO_PROCESS, each.native_id) for each in threading.enumerate()
                         if each.name == "stand" and each.native_id is not None]) == [0] and time.monotonic() < end:
            await asyncio.sleep(0.01)  # it makes itself nice as soon as it runs
        opened.close()
        assert nices == [stand.NICE]

    if os.path.isdir("/proc"):
        asyncio.run(main())
    assert os.getpriority(os.PRIO_PROCESS, 0) == before
