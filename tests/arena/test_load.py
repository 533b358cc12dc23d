"""The load generator against servers that do something wrong: what it measures, and what it does not leave out."""

from __future__ import annotations

import asyncio
import json
import ssl
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.patience import PATIENCE, WHOLE
from websockets.asyncio.server import ServerConnection, serve

from croupier.arena.server.run import loop_factory
from croupier.devtools import load as module
from croupier.devtools.load import Load, LoadReport, Plan
from croupier.devtools.load_clients import LoadPlayer, LoadPrompt

from .wire import Wires, certificate, on_the_wire

WELCOME = json.dumps({"type": "welcome", "seat": 3}, separators=(",", ":"))
ACT = '{"type":"act","v":1,"hand_id":"H","legal":["CHECK"],"decision":%d}'
EVENT = '{"type":"event","v":1,"ev":"CHECK","event_no":%d,"seat":%d}'


@pytest.fixture(autouse=True)
def impatient(monkeypatch):
    """Nothing here is worth waiting for."""
    monkeypatch.setattr(module, "GRACE", 0.3)


Handler = Callable[[ServerConnection, Load], Awaitable[None]]


class Until(Load):
    """A load that is measured until something has happened, however long that takes."""

    def __init__(self, plan: Plan, url: str, enough: Callable[[Load], bool], **options: Any) -> None:
        super().__init__(plan, url, **options)
        self.enough = enough

    async def wait_out(self) -> None:
        while not self.enough(self):
            await asyncio.sleep(0.005)


def loaded(handler: Handler, plan: Plan, enough: Callable[[Load], bool] = lambda load: False) -> LoadReport:
    """Return what the load finds of a server that behaves like this, measured until it is enough."""

    async def run() -> LoadReport:
        loads: list[Load] = []
        async with serve(lambda ws: handler(ws, loads[0]), "127.0.0.1", 0, compression=None) as server:
            loads.append(Until(plan, f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}/ws", enough))
            return await loads[0].run()

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(asyncio.wait_for(run(), WHOLE))


async def welcomed(ws: ServerConnection, load: Load) -> None:
    """Let a player in, and wait until what comes is measured."""
    await ws.recv()
    await ws.send(WELCOME)
    await measured(load)


async def measured(load: Load) -> None:
    while not load.measuring:
        await asyncio.sleep(0.005)


async def paused(seconds: float) -> float:
    """Wait; how many milliseconds it was, for a loop that counts whole ones may wait for less than it was told."""
    began = time.perf_counter()
    await asyncio.sleep(seconds)
    return (time.perf_counter() - began) * 1000


def test_answers_that_never_come_are_not_left_out():
    asked: list[object] = []

    async def handler(ws: ServerConnection, load: Load) -> None:
        await welcomed(ws, load)
        await ws.send(ACT % 1)
        asked.append(await ws.recv())
        await ws.wait_closed()

    report = loaded(handler, Plan(("T",), 1, think_ms=0), lambda load: bool(asked))
    assert (report.unanswered, report.actions, report.dropped) == (1, 1, 0)
    assert report.answer_ms[0] > module.GRACE * 1000


def test_an_answer_that_comes_after_the_end_is_waited_for(monkeypatch):
    monkeypatch.setattr(module, "GRACE", PATIENCE)
    asked: list[object] = []
    waits: list[float] = []

    async def handler(ws: ServerConnection, load: Load) -> None:
        await welcomed(ws, load)
        await ws.send(ACT % 1)
        began = time.perf_counter()
        asked.append(await ws.recv())
        while load.measuring:
            await asyncio.sleep(0.005)
        waits.append(1000 * (time.perf_counter() - began))
        await ws.send(EVENT % (1, 2))
        await ws.send(EVENT % (2, 3))
        await ws.wait_closed()

    report = loaded(handler, Plan(("T",), 1, think_ms=0), lambda load: bool(asked))
    assert (report.unanswered, report.actions) == (0, 1)
    assert report.answer_ms[0] < 1000 * PATIENCE
    assert waits[0] > 0


def test_many_frames_in_one_write():
    """An event, others' events and the next prompt together: each answer is heard of once, none before it was sent."""
    waits: list[float] = []

    async def handler(ws: ServerConnection, load: Load) -> None:
        await ws.recv()
        await ws.send(WELCOME)
        ws.transport.set_write_buffer_limits(1 << 20)
        for decision in range(200):
            frames = [EVENT % (decision, 1), EVENT % (decision, 3), EVENT % (decision, 2), ACT % decision]
            ws.transport.write(b"".join(bytes((0x81, len(frame))) + frame.encode() for frame in frames))
            said = json.loads(await ws.recv())
            assert (said["decision"], said["action"], said["hand_id"]) == (decision, "CHECK", "H")
            waits.append(await paused(0.002))
        await ws.wait_closed()

    report = loaded(handler, Plan(("T",), 1, think_ms=0), lambda load: load.report.actions >= 40)
    assert report.actions >= 40
    assert report.frames >= 4 * report.actions - 4
    assert report.bytes == pytest.approx(report.frames * 63, rel=0.1)
    assert min(report.answer_ms) >= min(waits) > 0.5


class Deaf(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False


def frames(*texts: str) -> bytes:
    """Small frames in one read."""
    return b"".join(bytes((0x81, len(text))) + text.encode() for text in texts)


async def asked(read: bytes, think_ms: float = 0) -> tuple[LoadPlayer, Deaf]:
    """A player in seat 3 after a read."""
    load = Load(Plan(("T",), 1, think_ms=think_ms), "ws://localhost/ws")
    caller, transport = load.players[0], Deaf()
    caller.connection_made(transport)
    caller.data_received(frames(WELCOME))
    caller.data_received(read)
    await asyncio.sleep(0.02)
    return caller, transport


def test_a_prompt_is_answered_once_and_not_before_the_read_is_over():
    async def body() -> None:
        caller, transport = await asked(frames(ACT % 1, ACT % 2, EVENT % (1, 2)))
        assert len(transport.written) == 1
        assert caller.sent_at
        assert caller.asked is None

    asyncio.run(body())


@pytest.mark.parametrize("think_ms", [0, 10])
def test_a_prompt_that_was_settled_is_not_answered(think_ms):
    async def body() -> None:
        caller, transport = await asked(frames(ACT % 1, EVENT % (1, 3)), think_ms)
        assert transport.written == []
        assert not caller.sent_at

    asyncio.run(body())


def test_what_a_player_looks_at():
    load = Load(Plan(("T",), 1, seed=4), "ws://localhost/ws")
    caller = load.players[0]
    said = {tuple(caller._choice(LoadPrompt(legal, 1, min_raise_to=40)).values())
            for legal in (["CHECK", "RAISE_TO"], ["FOLD", "CALL", "RAISE_TO"]) for _ in range(300)}
    assert said == {("CHECK",), ("CALL",), ("FOLD",), ("RAISE_TO", 40)}


def test_only_the_watched_table_takes_its_time():
    load = Load(Plan(("T", "U"), 1, think_ms=50, watched_think_ms=1000), "ws://localhost/ws")
    assert [caller.thinking for caller in load.players] == [1.0, 0.05]
    assert Plan(("T",), think_ms=50).thinking("T") == 0.05
    assert Plan(("T",), watched_think_ms=0).thinking("T") == 0


@pytest.mark.parametrize(("varying", "least", "most"), [(0.0, 0.05, 0.05), (0.5, 0.025, 0.075)])
def test_players_who_vary_do_not_keep_step(monkeypatch, varying, least, most):
    async def body() -> list[float]:
        load = Load(Plan(("T",), 6, think_ms=50, varying=varying), "ws://localhost/ws")
        taken: list[float] = []
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", lambda delay, act: taken.append(delay))
        for caller in load.players:
            for _ in range(100):
                caller._prompted(LoadPrompt(["CHECK"], 1))
        return taken

    taken = asyncio.run(body())
    assert least <= min(taken) <= max(taken) <= most
    assert len(set(taken)) == (len(taken) if varying else 1)
    assert sum(taken) / len(taken) == pytest.approx(0.05, rel=0.05)


def test_events_that_do_not_reach_all_spectators_are_told():
    spectators: list[ServerConnection] = []
    heard: list[int] = []

    async def handler(ws: ServerConnection, load: Load) -> None:
        await ws.recv()
        await ws.send('{"type":"spectate","v":1}')
        spectators.append(ws)
        number = len(spectators)
        await measured(load)
        while len(heard) < number - 1:  # one after the other
            await asyncio.sleep(0.005)
        before = sum(guest.messages for guest in load.clients)
        await ws.send(EVENT % (1, 1))
        if ws is not spectators[1]:
            await ws.send(EVENT % (2, 1))
        while sum(guest.messages for guest in load.clients) < before + 1 + (ws is not spectators[1]):
            await asyncio.sleep(0.005)
        heard.append(number)
        await ws.wait_closed()

    report = loaded(handler, Plan(("T",), 0, spectators=3), lambda load: len(heard) == 3)
    assert report.missed == 1
    assert len(report.reach_ms) == 2
    assert 0 < (report.reach() or 0) < 1000 * report.seconds


@pytest.mark.parametrize(("first", "reason"), [('{"type":"error","code":"FULL"}', "FULL"), (None, "4013 full")])
@pytest.mark.parametrize("seats", [0, 1])
def test_who_is_not_let_in_says_why(first, reason, seats):
    async def handler(ws: ServerConnection, load: Load) -> None:
        await ws.recv()
        if first:
            await ws.send(first)
        await ws.close(4013, "full")

    with pytest.raises(ConnectionError, match=reason):
        loaded(handler, Plan(("T",), seats, 1 - seats, seconds=5))


def test_who_is_dropped_is_counted_with_the_reason():
    async def handler(ws: ServerConnection, load: Load) -> None:
        await welcomed(ws, load)
        if ws.request is not None and ws.request.path.endswith("=U"):
            await ws.close(1011, "oops")
        await ws.wait_closed()

    report = loaded(handler, Plan(("T", "U"), 2), lambda load: load.report.dropped == 2)
    assert (report.dropped, report.endings) == (2, {"closed with 1011 oops": 2})


def test_who_is_dropped_before_it_begins_ends_it():
    async def handler(ws: ServerConnection, load: Load) -> None:
        await ws.recv()
        await ws.send(WELCOME)

    with pytest.raises(ConnectionError, match="closed with 1000"):
        loaded(handler, Plan(("T",), 2, seconds=5))


@pytest.mark.parametrize("let_in", [False, True])
def test_who_is_closed_after_a_break_of_its_own_is_dropped(let_in):
    visits: list[int] = []

    async def handler(ws: ServerConnection, load: Load) -> None:
        await ws.recv()
        visits.append(1)
        if len(visits) > 1:
            if let_in:
                await ws.send(WELCOME)
            await ws.close(4004, "who?")
            return
        await ws.send(WELCOME)
        await measured(load)
        for decision in range(100):
            await ws.send(ACT % decision)
            await asyncio.sleep(0.005)

    report = loaded(handler, Plan(("T",), 1, think_ms=0, faults=1.0), lambda load: load.report.dropped == 1)
    assert report.dropped == 1
    assert len(visits) == 2
    assert "4004 who?" in next(iter(report.endings))


def test_over_tls(tmp_path):
    cert, key = certificate(tmp_path)

    async def body(wires: Wires) -> None:
        trust = ssl.create_default_context(cafile=str(cert))
        plan = Plan(("T-1",), 3, 2, think_ms=1, faults=0.05)
        report = await Until(plan, wires.server.ws_url, lambda load: load.report.actions > 20, tls=trust).run()
        assert (report.dropped, report.missed, report.connections) == (0, 0, 5)

    on_the_wire(body, {"cert": str(cert), "key": str(key)}, seats=3, min_teams=3, matches=0, move_time_ms=100)
