"""The journal's thread, and what the hub makes of it: inputs gathered, commits seen as soon as they have ended."""

from __future__ import annotations

import asyncio
import threading
import time
from itertools import pairwise
from typing import Any

import pytest
from tests.patience import PATIENCE

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, Pinged, Received, Tick
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.server.hub import (
    COMMIT_PAUSE_S,
    COUNT_EVERY_S,
    FEW,
    MANY,
    QUEUE_MAX,
    STEPS_A_TURN,
    TABLES_PER_ANSWER,
    Hub,
)


class Ear:
    """A connection that only listens."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []

    def push(self, frames: Any) -> None:
        self.heard += [each.text for each in frames]

    def shut(self, code: int, reason: str) -> None:
        raise AssertionError((code, reason))

    def fresh(self) -> None:
        raise AssertionError


class Refused(Ear):
    """One that is sent away."""

    def shut(self, code: int, reason: str) -> None:
        assert code > 4000


class Slow(SqliteStore):
    """A disk whose commits wait at a gate."""

    def __init__(self, path: Any) -> None:
        super().__init__(path)
        self.gate = threading.Event()
        self.gate.set()
        self.sizes: list[int] = []

    def commit(self, batch: Batch) -> None:
        assert self.gate.wait(PATIENCE)
        self.sizes.append(len(batch.entries))
        super().commit(batch)


async def opened(path: Any, tables: int) -> Hub:
    store = Slow(path)
    names = {f"T-{number}": TableConfig(seats=2, min_teams=2, sb=10, bb=20) for number in range(tables)}
    hub = Hub(Host(names, chain=store.journal.chain()), store)
    hub.open()
    while not hub.is_idle:
        await asyncio.sleep(0.001)
    return hub


def says_hello(hub: Hub, table: int, team: str, ear: Ear | None = None) -> Ear:
    ear = ear or Ear()
    conn = hub.connect(ear)
    hub.put(Connected(conn, f"T-{table}"))
    hub.put(hello(conn, team))
    return ear


async def ended(hub: Hub) -> None:
    """All that has come is taken, written and shown; then the journal closes."""
    while not hub.is_idle:
        await hub.settled()
    await hub.finish()


def hello(conn: int, team: str) -> Received:
    return Received(conn, b'{"type":"hello","v":1,"team":"%s","join_code":"x"}' % team.encode())


def test_inputs_of_one_turn_are_written_together_but_not_too_many(tmp_path):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 200)
        hub.store.sizes.clear()
        for table in range(200):
            hub.put(Connected(hub.connect(Ear()), f"T-{table}"))
        await hub.settled()
        for conn in range(1, 201):
            hub.put(hello(conn, "Ann"))
        while not hub.is_idle:
            await hub.settled()
        assert sum(hub.store.sizes) == 200
        assert hub.store.sizes[0] == MANY
        assert len(hub.store.sizes) < 200 / FEW
        await hub.finish()

    asyncio.run(body())


@pytest.mark.parametrize(("gathered", "waiting", "enough"), [
    (0, 0, False), (1, 0, True), (1, 1, False), (FEW - 1, 1, False), (FEW, 1, True), (FEW, FEW, True),
    (FEW, FEW + 1, False), (30, 31, False), (30, 30, True), (MANY - 1, 500, False), (MANY, 500, True)])
def test_a_burst_is_written_in_halves(tmp_path, gathered, waiting, enough):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        hub.gate.out.batch.entries += [Entry(1, "T-0", 0, b"")] * gathered
        hub._taken = gathered
        hub._todo.extend([(0, Tick())] * waiting)
        hub._began = 0.0
        assert hub._is_enough() == enough

    asyncio.run(body())


@pytest.mark.parametrize(("asked", "gathered", "at_once"), [
    (0, 1, True), (1, 1, True), (TABLES_PER_ANSWER, 1, True), (TABLES_PER_ANSWER + 1, 1, False),
    (3 * TABLES_PER_ANSWER, 2, False), (3 * TABLES_PER_ANSWER, 3, True), (1000, MANY - 2, False), (1000, MANY, True)])
def test_a_commit_is_waited_for_while_many_are_asked_and_few_have_answered(tmp_path, monkeypatch, asked, gathered,
                                                                           at_once):
    """A few tables wait for the disk alone; a busy server does more at a time."""
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        clock = [1000.0]
        monkeypatch.setattr("croupier.arena.server.hub.time.perf_counter", lambda: clock[0])
        hub._began = hub._counted_at = 1000.0
        hub._asked = asked
        clock[0] += COMMIT_PAUSE_S / 3
        hub.gate.out.batch.entries += [Entry(1, "T-0", 0, b"{}")] * gathered
        hub._taken = gathered
        assert hub._is_enough() is at_once
        clock[0] += COMMIT_PAUSE_S
        assert hub._is_enough()
        hub.gate.out.batch.entries.clear()
        await hub.finish()

    asyncio.run(body())


def test_who_is_asked_is_counted_again_and_again(tmp_path):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 3)
        assert hub._tables_waiting(1.0) == 0
        for table in range(2):
            says_hello(hub, table, "Ann")
            says_hello(hub, table, "Bob")
        while not hub.is_idle:
            await hub.settled()
        hub._counted_at, hub._asked = 1.0, 0
        assert hub._tables_waiting(1.0 + COUNT_EVERY_S / 2) == 0
        assert hub._tables_waiting(1.0 + 2 * COUNT_EVERY_S) == 2
        await hub.finish()

    asyncio.run(body())


def test_what_waits_for_the_next_commit_is_written_though_nothing_more_comes(tmp_path, monkeypatch):
    monkeypatch.setattr("croupier.arena.server.hub.COMMIT_PAUSE_S", 0.2)
    clock = [1000.0]

    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        monkeypatch.setattr(hub, "_tables_waiting", lambda now: 1000)
        monkeypatch.setattr("croupier.arena.server.hub.time.perf_counter", lambda: clock[0])
        hub._began = clock[0]
        bob = says_hello(hub, 0, "Bob")
        for _ in range(3):
            await asyncio.sleep(0)
        assert not hub.is_idle
        assert not hub._writing
        clock[0] += 0.2
        await asyncio.wait_for(hub.settled(), PATIENCE)
        assert b'"welcome"' in bob.heard[0]
        await hub.finish()

    asyncio.run(body())


def test_a_commit_that_has_ended_is_shown_before_the_next_input_of_a_burst(tmp_path, monkeypatch):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        hub.store.gate.clear()
        ann = says_hello(hub, 0, "Ann")
        while not hub._writing:
            await asyncio.sleep(0.001)
        hub.store.gate.set()
        while not hub._writing.done():
            time.sleep(0.001)  # the loop must not turn meanwhile
        assert ann.heard == []
        heard_then: list[int] = []
        take = hub.host.take
        monkeypatch.setattr(hub.host, "take", lambda event, now, came: (
            heard_then.append(len(ann.heard)), take(event, now, came))[1])
        says_hello(hub, 0, "Bob")
        while not hub.is_idle:
            await hub.settled()
        assert b'"welcome"' in ann.heard[0]
        assert heard_then[0] > 0
        await hub.finish()

    asyncio.run(body())


def test_a_host_that_fails_while_inputs_are_gathered_stops_dealing(tmp_path, monkeypatch):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        monkeypatch.setattr(hub.store, "prepare", lambda batch: 1 / 0)
        says_hello(hub, 0, "Ann")
        await asyncio.wait_for(hub.ended.wait(), PATIENCE)
        with pytest.raises(ZeroDivisionError):
            raise hub.failed

    asyncio.run(body())


def test_nobody_can_send_more_than_is_taken(tmp_path):
    """A quarter of what waits is taken before anything more is read, however much it is."""
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        conn = hub.connect(Ear())
        hub.put(Connected(conn, "T-0"))
        for _ in range(5_000):
            hub.put(Pinged(conn + 1))
        left = []
        while hub._todo:
            await asyncio.sleep(0)
            left.append(len(hub._todo))
        assert all(after <= before * 3 // 4 + STEPS_A_TURN for before, after in pairwise(left))
        assert len(left) < 40
        await hub.finish()

    asyncio.run(body())


def test_an_answer_counts_from_when_it_came_however_long_it_had_to_wait(tmp_path):
    """What others had to say first makes nobody late."""
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        times = iter((1_000, 2_000))
        taken: list[tuple[int, int | None]] = []
        hub.now = lambda: next(times, 9_000)
        take = hub.host.take
        hub.host.take = lambda event, now, came: (  # type: ignore[method-assign]
            taken.append((now, came)), take(event, now, came))[1]
        says_hello(hub, 0, "Ann")  # two inputs, taken when the clock says 9,000
        assert hub.waiting == 2
        await hub.settled()
        assert taken == [(9_000, 1_000), (9_000, 2_000)]
        assert hub.counts.input_wait_ms_max == 8_000
        assert hub.waiting == 0
        await hub.finish()

    asyncio.run(body())


def test_who_waits_for_what_was_said_is_not_forgotten_while_others_are_refused(tmp_path):
    """Refusals need no commit: more of them than go into a turn, and somebody asks whether all is safe."""
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        ears = [Refused() for _ in range(3 * STEPS_A_TURN)]
        for ear in ears:
            conn = hub.connect(ear)
            hub.put(Connected(conn, "T-0"))
            hub.put(Received(conn, b"rubbish"))
        for _ in range(8 * len(ears)):
            await asyncio.wait_for(hub.settled(), PATIENCE)
            await asyncio.sleep(0)
        assert all(b"BAD_SCHEMA" in ear.heard[0] for ear in ears)
        await hub.finish()

    asyncio.run(body())


def test_asking_again_and_again_whether_all_is_safe_always_ends(tmp_path):
    async def asking(hub: Hub, until: asyncio.Event) -> None:
        while not until.is_set():
            await asyncio.wait_for(hub.settled(), PATIENCE)
            await asyncio.sleep(0)

    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 20)
        until = asyncio.Event()
        askers = [asyncio.create_task(asking(hub, until)) for _ in range(3)]
        for table in range(20):
            for team in ("Ann", "Bob", "Cyd"):  # the third is refused: no commit
                says_hello(hub, table, team, Refused())
                if table % 3 == 0:
                    await asyncio.sleep(0)
        while not hub.is_idle:
            await asyncio.sleep(0.001)
        until.set()
        await asyncio.gather(*askers)
        await hub.finish()

    asyncio.run(body())


def test_what_was_said_is_answered_though_others_never_stop_talking(tmp_path):
    """Pings, rubbish and the like need no commit: they must not keep others from theirs, nor from being shown."""
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        ann, stranger, talking = Ear(), Refused(), True

        def talk() -> None:
            for _ in range(40):
                hub.put(Pinged(999))
            if talking:
                asyncio.get_running_loop().call_soon(talk)

        talk()
        says_hello(hub, 0, "Ann", ann)
        conn = hub.connect(stranger)
        hub.put(Connected(conn, "T-0"))
        hub.put(Received(conn, b"rubbish"))
        await asyncio.wait_for(hub.settled(), PATIENCE)
        assert b'"welcome"' in ann.heard[0]
        assert b"BAD_SCHEMA" in stranger.heard[0]
        assert hub.waiting
        talking = False
        await hub.finish()

    asyncio.run(body())


def test_who_is_asked_late_has_all_of_his_time(tmp_path):
    """An answer waited for 400 ms behind others: it is not late, and the next seat's clock begins when it is asked."""
    async def body() -> None:
        store = Slow(tmp_path / "a.db")
        config = TableConfig(seats=2, min_teams=2, sb=10, bb=20, move_time_ms=200)
        clock = [1_000_000]
        hub = Hub(Host({"T-0": config}, chain=store.journal.chain()), store, lambda: clock[0])
        hub.open()
        await hub.settled()
        says_hello(hub, 0, "Ann")
        says_hello(hub, 0, "Bob")
        while not hub.is_idle:
            await hub.settled()
        table = hub.host.tables["T-0"]
        assert table.prompt is not None
        asked = table.seats[table.prompt.seat]
        clock[0] += 150
        hub.put(Received(asked.conn, b'{"type":"action","v":1,"hand_id":"%s","action":"CALL"}'
                         % table.hand.hand_id.encode()))
        clock[0] += 400
        hub.put(Tick())
        while not hub.is_idle:
            await hub.settled()
        assert table.prompt.seat != asked.seat
        assert table.prompt.deadline == clock[0] + 200
        assert asked.silent == 0
        await hub.finish()

    asyncio.run(body())


def test_no_more_waits_than_there_is_room_for(tmp_path):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 1)
        for _ in range(3 * QUEUE_MAX):  # in one turn of the loop
            hub.put(Pinged(999))
            assert hub.waiting <= QUEUE_MAX
        await ended(hub)

    asyncio.run(body())


def test_however_many_commits_end_there_is_one_turn_of_work_at_a_time(tmp_path, monkeypatch):
    async def body() -> None:
        hub = await opened(tmp_path / "a.db", 300)
        works = 0
        work = hub._work

        def counted() -> None:
            nonlocal works
            works += 1
            work()

        monkeypatch.setattr(hub, "_work", counted)
        for table in range(300):
            says_hello(hub, table, "Ann")
        turns = 0
        while not hub.is_idle:
            turns += 1
            await asyncio.sleep(0)
        assert works <= turns + 2
        await hub.finish()

    asyncio.run(body())


def test_a_deadline_that_waits_behind_others_is_one_tick(tmp_path):
    async def body() -> None:
        store = Slow(tmp_path / "a.db")
        clock = [1_000_000]
        host = Host({"T-0": TableConfig(seats=2, min_teams=2)}, chain=store.journal.chain())
        hub = Hub(host, store, lambda: clock[0])
        hub.open()
        await hub.settled()
        hub.put(Connected(hub.connect(Refused()), "T-0"))
        await hub.settled()
        clock[0] += 60_000  # no hello came
        for _ in range(2_000):
            hub.put(Pinged(999))
        hub._wake()
        while not hub.is_idle:
            await asyncio.sleep(0)
        assert hub.counts.timer_ticks == 1
        await hub.finish()

    asyncio.run(body())
