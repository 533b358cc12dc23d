"""Attacks 26 to 33: broken connections, crashes, clocks."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
from types import SimpleNamespace

import pytest
from tests.patience import PATIENCE

from arena.driver import NOON, Arena, table_of
from arena.played import Played
from arena.test_client import Checking, Seated
from arena.wire import Wires, on_the_wire
from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import Disconnected, Received, Stop
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.server import clock as clocks
from croupier.arena.server import clock as steady
from croupier.arena.server import sockets
from croupier.arena.server.clock import Clock
from croupier.arena.server.metrics import Counts
from croupier.arena.verify.journal import Audit
from croupier.bots import named
from croupier.client.connection import WAIT_MAX_S, ArenaConnection
from croupier.client.player import Player


@pytest.mark.parametrize("when", ["before", "after", "during"])
def test_attack_26_a_drop_before_during_and_after_acting(when):
    arena, (ann, _) = table_of(2, move_time_ms=1000)
    said = json.dumps({"type": "action", "v": 1, "hand_id": arena.hand_id, "action": "CALL"})
    if when == "during":
        arena.put(Disconnected(ann.conn))
        arena.put(Received(ann.conn, said))  # what was on its way counts no more
        assert arena.table.prompt.seat == 0
    elif when == "after":
        ann.sends(said)
        ann.goes()
        assert arena.table.prompt.seat == 1
    else:
        ann.goes()
    again = arena.join("Ann")
    shot = again.last("snapshot")
    assert ("legal" in shot) is (when != "after")
    if when != "after":
        assert again.acts("CALL", decision=shot["decision"])[0]["ev"] == "CALL"


def test_attack_26_coming_back_races_with_the_timeout():
    arena, (ann, _) = table_of(2, move_time_ms=1000)
    ann.goes()
    arena.now += 1000  # nobody ticked yet: the hello itself finds the time to be up
    again = arena.join("Ann")
    assert "legal" not in again.last("snapshot") or again.last("snapshot")["time_ms_remaining"] > 0
    assert [event["auto"] for event in again.last("snapshot")["events"] if "auto" in event] == ["timeout"]


def test_attack_26_coming_back_to_a_finished_hand_and_resuming_from_nowhere():
    arena, (ann, _) = table_of(2, hand_pause_ms=10**6)
    arena.line("f")
    again = arena.join("Ann", last_event=999_999, resume_from=-1)  # there is no resuming from a number
    assert again.of("welcome")
    assert ann.closed == 4000
    assert "legal" not in again.last("snapshot")
    assert arena.table.seats[0].stack == 990


def test_attack_27_half_open_sockets_are_found_by_pings_and_clients_come_back_with_jitter():
    assert sockets.HEARTBEAT <= 30  # below the idle cut of common proxies (60 s)

    async def body(wires: Wires) -> None:
        link = ArenaConnection(Player(named("caller"), "Ann", "code"), wires.server.ws_url, give_up_s=PATIENCE)
        waits: list[float] = []
        real = link.rng.uniform
        link.rng.uniform = lambda low, high: waits.append(real(low, high)) or 0.01  # type: ignore[method-assign]
        playing = asyncio.create_task(link.run())
        hub = wires.server.hub
        for _ in range(3):
            while not hub.links:
                await asyncio.sleep(0.01)
            conn, socket = next(iter(hub.links.items()))
            socket.transport.abort()  # type: ignore[attr-defined]
            while conn in hub.links:
                await asyncio.sleep(0.01)
        while link.connects < 4:
            await asyncio.sleep(0.01)
        playing.cancel()
        assert len(set(waits)) >= 3
        assert all(0.5 <= wait <= 1.5 for wait in waits)

    on_the_wire(body)
    assert WAIT_MAX_S == 10


def test_attack_28_a_client_that_missed_frames_goes_on_from_the_snapshot_and_ignores_what_is_old():
    """Every second frame is lost, then comes what a lagging client gets; its view must be the host's own."""
    from croupier.arena.core.effects import Lagging

    arena = Arena(seats=3, starting_stack=400, sb=10, bb=20, min_teams=3, frames_per_second=10_000)
    seated = {}
    for number in range(3):
        bot = Checking()
        bot.arena = arena
        bot.inner.rng.seed(number)
        seated[f"Team {number}"] = Seated(arena, bot, f"Team {number}")
    chance = random.Random(3)
    for _ in range(150):
        if arena.table.is_done:
            break
        one = seated[arena.table.seats[arena.table.prompt.seat].team]
        if chance.random() < 0.5:
            one.read = len(one.client.heard)  # lost
            arena.put(Lagging(one.client.conn))
        assert one.run()
        assert not one.client.of("error")
    assert sum(each.player.bot.asked for each in seated.values()) > 20  # type: ignore[attr-defined]


def test_attack_29_a_crash_between_writing_and_sending_and_between_two_effects():
    played = Played()
    played.join()
    played.moves(7)
    shown = len(played.sent)
    conn, act = next(iter(played.asked.items()))
    said = {"type": "action", "v": 1, "hand_id": act["hand_id"], "action": "FOLD"}
    played.gate.host.take(Received(conn, json.dumps(said)), played.now)
    batch = played.gate.batch()
    assert batch is not None
    played.store.commit(batch)  # written, and then the machine is gone: nothing was sent
    assert len(played.sent) == shown
    stacks = dict(played.table.hand.play.stacks())
    played.restart()
    assert played.table.hand.play.stacks() == stacks
    assert list(Audit(played.store).find_problems()) == []


def test_attack_30_two_servers_an_old_schema_and_a_torn_file(tmp_path):
    path = tmp_path / "a.db"
    store = SqliteStore(path)
    with pytest.raises(BadArena, match="locked"):
        SqliteStore(path)
    store.close()
    db = sqlite3.connect(path)
    db.execute("ALTER TABLE hands ADD COLUMN more")
    db.commit()
    db.close()
    with pytest.raises(BadArena, match="another version of croupier"):
        SqliteStore(path)
    torn = tmp_path / "torn.db"
    torn.write_bytes(path.read_bytes()[:700])
    with pytest.raises(BadArena):
        SqliteStore(torn)


def test_attack_30_a_restored_old_backup_does_not_fit_the_receipts_of_later_hands(tmp_path):
    old = Played(SqliteStore(tmp_path / "a.db"))
    old.join()
    old.moves(40)
    old.store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    backup = (tmp_path / "a.db").read_bytes()
    old.moves(200)
    receipts = [json.loads(send.data)["receipt"] for send in old.sent if send.data.startswith(b'{"type":"end_hand"')]
    assert list(Audit(old.store, (receipts[-1],)).find_problems()) == []
    old.store.close()
    (tmp_path / "b.db").write_bytes(backup)
    assert len(list(Audit(SqliteStore(tmp_path / "b.db"), (receipts[-1],)).find_problems())) == 1


def test_attack_31_the_wall_clock_jumps(monkeypatch):
    wall = [time.time()]
    monkeypatch.setattr(clocks, "time", SimpleNamespace(time=lambda: wall[0], monotonic=lambda: 50.0))
    clock = Clock(NOON)
    first = clock.now()
    for wall[0] in (0.0, 1e12):
        assert clock.now() == first
    assert Clock(NOON).now() >= NOON


def test_attack_31_a_machine_that_stood_still_times_nobody_out(monkeypatch):
    at = [1000.0]
    monkeypatch.setattr(steady, "time", SimpleNamespace(time=time.time, monotonic=lambda: at[0]))

    async def body() -> None:
        clock, counts = Clock(), Counts()
        clock.watch(counts)
        before = clock.now()
        at[0] += 3600.0
        assert clock.now() - before < 1000
        await asyncio.sleep(0.3)
        assert clock.now() - before < 1000
        assert counts.stalls == 1
        assert 3_599_000 < counts.stall_ms <= 3_600_000
        clock.close()

    asyncio.run(body())


def test_attack_31_time_never_runs_backwards_when_a_stall_is_noticed_late(monkeypatch):
    at = [1000.0]
    monkeypatch.setattr(steady, "time", SimpleNamespace(time=time.time, monotonic=lambda: at[0]))

    async def body() -> None:
        clock = Clock()
        clock.watch(Counts())
        times = []
        for step in (0.0, 0.5, 0.6, 0.09, 0.02, 0.2, 0.5, 5.0, 0.1):  # no pulse between them
            at[0] += step
            times.append(clock.now())
        assert times == sorted(times)
        assert times[-1] - times[0] < 3000  # and most of it is charged to nobody
        clock.close()

    asyncio.run(body())


def test_attack_32_a_blocked_loop_is_charged_to_nobody(monkeypatch):
    lost = [0.0]
    monkeypatch.setattr(steady, "time", SimpleNamespace(time=time.time, monotonic=lambda: time.monotonic() + lost[0]))

    async def body(wires: Wires) -> None:
        ann = await wires.join("Ann")
        await wires.join("Bob")
        prompt = await ann.until("act")
        await ann.act(prompt, "CALL")  # under way when everything stands still
        lost[0] = 7200.0
        event = await ann.until("event", seat=0)
        assert event["ev"] == "CALL"
        assert "auto" not in event
        assert wires.server.hub.counts.stalls >= 1

    on_the_wire(body, seats=2)


@pytest.mark.parametrize("void", [False, True])
def test_attack_33_a_shutdown_in_mid_hand_is_on_record(void):
    arena, clients = table_of(2, move_time_ms=1000)
    arena.put(Stop(void))
    if not void:
        arena.line("f")
    end = clients[0].last("end_hand")
    assert end.get("void", False) is void
    assert sum(row["net"] for row in end.get("results", [])) == 0
    assert [seat.stack for seat in arena.table.seats] == ([1000, 1000] if void else [990, 1010])
    assert len(clients[0].of("start_hand")) == 1
