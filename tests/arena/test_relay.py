"""`croupier relay`: a table shown to many, by the arena's protocol, through whatever becomes of the arena."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from aiohttp import ClientSession
from tests.patience import PATIENCE
from websockets.asyncio.client import connect

from croupier.arena.core.config import Limits
from croupier.arena.server.fanout import Outgoing
from croupier.arena.server.relay import RelayConfig, RunningRelay, relaying
from croupier.devtools.own_server import address_of

from .wire import Wire, Wires, on_the_wire


@contextlib.asynccontextmanager
async def watching(url: str) -> Any:
    """A spectator that has been sent its snapshot."""
    async with connect(url, compression=None) as socket:
        wire = Wire(socket)
        await wire.say(type="spectate")
        await wire.until("snapshot")
        yield wire


def beside_relay(body: Callable[[Wires, RunningRelay], Awaitable[None]], relay: dict[str, Any] | None = None,
                 **table: Any) -> None:
    """Run a test body against a server and a relay of it."""
    async def main(wires: Wires) -> None:
        async with relaying(RelayConfig(wires.server.ws_url, port=0, **(relay or {}))) as running:
            await body(wires, running)

    on_the_wire(main, **table)


def snapshot(wire: Wire) -> list[dict[str, Any]]:
    """What a spectator was sent on arrival, without the time that passes and what is for the seat to act."""
    frames = [dict(each) for each in wire.heard[:3]]
    assert [each["type"] for each in frames] == ["spectate", "lobby", "snapshot"]
    frames[2].pop("time_ms_remaining")
    frames[2].pop("decision", None)
    return frames


async def arrivals_are_alike(wires: Wires, running: RunningRelay) -> None:
    """Assert that the arena and the relay send the same to a spectator who arrives now.

    The relay gets the frames over its own connection, later than the arena has sent them: it is asked again until then.
    """
    async with watching(wires.server.ws_url) as direct, asyncio.timeout(PATIENCE):
        while True:
            async with watching(running.ws_url) as relayed:
                if snapshot(relayed) == snapshot(direct):
                    return
                await asyncio.sleep(0.01)


def test_a_spectator_is_sent_the_same_snapshot_as_by_the_arena_at_every_decision():
    async def body(wires: Wires, running: RunningRelay) -> None:
        await arrivals_are_alike(wires, running)  # nobody has come yet
        ann, bob = await wires.join("Ann"), await wires.join("Bob")
        for words in (("CALL", "CHECK"), ("CHECK", "CHECK"), ("CHECK", "CHECK"), ("CHECK", "CHECK")):
            for word in words:
                await arrivals_are_alike(wires, running)
                prompts = {asyncio.create_task(each.until("act")): each for each in (ann, bob)}
                done, pending = await asyncio.wait(prompts, return_when=asyncio.FIRST_COMPLETED)
                for task in pending:
                    task.cancel()
                await prompts[next(iter(done))].act(next(iter(done)).result(), word)
        await arrivals_are_alike(wires, running)

    beside_relay(body, seats=2, min_teams=2)


@pytest.mark.parametrize("variant", ["genome:simple-poker", "F2L3D", "F7S"])
def test_snapshots_of_other_games_are_the_same_too(variant):
    async def body(wires: Wires, running: RunningRelay) -> None:
        joined = [await wires.join(f"Team {number}") for number in range(2)]
        for _ in range(6):
            await arrivals_are_alike(wires, running)
            prompts = {asyncio.create_task(each.until("act")): each for each in joined}
            done, pending = await asyncio.wait(prompts, return_when=asyncio.FIRST_COMPLETED)
            for task in pending:
                task.cancel()
            act, wire = next(iter(done)).result(), prompts[next(iter(done))]
            legal = act["legal"]
            word = next((word for word in ("CHECK", "CALL", "STAND_PAT", "BRING_IN") if word in legal), None)
            answer = {"action": word} if isinstance(legal[0], str) else legal[0]
            await wire.say(type="action", hand_id=act["hand_id"], decision=act["decision"], **answer)

    beside_relay(body, variant=variant, seats=2, min_teams=2)


def test_every_frame_is_passed_on_in_order_through_two_relays():
    async def body(wires: Wires, running: RunningRelay) -> None:
        async with relaying(RelayConfig(running.ws_url, port=0)) as second, watching(wires.server.ws_url) as direct, \
                watching(second.ws_url) as relayed:
            ann, bob = await wires.join("Ann"), await wires.join("Bob")
            for number in range(6):
                first = (ann, bob)[number % 2]
                await first.act(await first.until("act"), "FOLD")
            for wire in (direct, relayed):
                for _ in range(6):
                    await wire.until("end_hand")
            begun = [next(at for at, each in enumerate(wire.heard) if each["type"] == "start_hand")
                     for wire in (direct, relayed)]
            told = [wire.heard[at:] for wire, at in zip((direct, relayed), begun, strict=True)]
            assert told[0] == told[1]
            assert wires.server.hub.host.tables["T-1"].audience.watching  # the arena has two: `direct` and the relay
            assert len(wires.server.hub.host.tables["T-1"].audience.watching) == 2

    beside_relay(body, seats=2, min_teams=2)


def test_clients_that_do_not_just_watch_are_closed_as_by_the_arena():
    async def body(wires: Wires, running: RunningRelay) -> None:
        for first, code in (({"type": "hello", "team": "Ann", "join_code": "x"}, 4400), ({"type": "dance"}, 4400)):
            async with connect(running.ws_url, compression=None) as socket:
                wire = Wire(socket)
                await wire.say(**first)
                assert await wire.closed() == code
                assert wire.heard[-1]["type"] == "error"
        async with watching(running.ws_url) as wire:
            await wire.say(type="spectate")
            assert await wire.closed() == 4403
        async with watching(running.ws_url) as first, connect(running.ws_url, compression=None) as socket:
            assert first.heard
            second = Wire(socket)
            await second.say(type="spectate")
            assert await second.closed() == 4401
            assert second.heard[-1]["code"] == "TABLE_FULL"

    beside_relay(body, {"spectators": 1})


def test_an_unknown_table_is_refused():
    async def body(wires: Wires) -> None:
        with pytest.raises(ConnectionError, match="TABLE_UNKNOWN"):
            async with relaying(RelayConfig(wires.server.ws_url + "?table=T-9", port=0)):
                pass
        async with relaying(RelayConfig(wires.server.ws_url + "?table=T-1", port=0)) as running:
            async with connect(running.ws_url + "?table=T-2", compression=None) as socket:
                assert await Wire(socket).closed() == 4401
            async with watching(running.ws_url + "?table=T-1"):
                pass

    on_the_wire(body)


def test_a_spectator_that_does_not_read_gets_a_snapshot_or_is_closed_and_others_miss_nothing():
    async def body(wires: Wires, running: RunningRelay) -> None:
        relay = running.relay
        async with watching(running.ws_url) as quick, watching(running.ws_url):
            slow = max(relay.fanout.links)
            link = relay.fanout.links[slow]
            link.pause_writing()  # what the transport calls when its buffer is full
            noise = [Outgoing(b'{"type":"noise"}')]
            for _ in range(60):
                link.push(noise)
            assert relay.counts.slow_clients_lagged == 1
            assert [b"snapshot" in each for each in link.queue.frames][:3] == [False, False, True]
            for _ in range(60):
                link.push(noise)
            assert relay.counts.slow_clients_closed == 1
            ann, bob = await wires.join("Ann"), await wires.join("Bob")
            for number in range(4):
                first = (ann, bob)[number % 2]
                await first.act(await first.until("act"), "FOLD")
            for _ in range(4):
                await quick.until("end_hand")
            while relay.spectators > 1:
                await asyncio.sleep(0.01)

    beside_relay(body, {"limits": Limits(queue=50)}, seats=2, min_teams=2)


def started(folder: Path, port: int) -> tuple[subprocess.Popen[str], str]:
    """An arena of house bots in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "arena", "--port", str(port), "--db", str(folder / "arena.db"), "--seats",
         "3", "--house-bots", "3", "--pace", "fast", "--sting", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True)
    return process, address_of(process)


def test_spectators_stay_when_the_arena_is_killed_and_go_on_when_it_is_back(tmp_path):
    async def main() -> None:
        server, url = started(tmp_path, 0)
        try:
            async with relaying(RelayConfig(url, port=0)) as running, watching(running.ws_url) as wire, \
                    ClientSession() as session:
                await wire.until("end_hand")
                server.send_signal(signal.SIGKILL)
                server.wait()
                health = running.ws_url.replace("ws://", "http://").removesuffix("/ws") + "/healthz"
                while (await session.get(health)).status != 503:
                    await asyncio.sleep(0.02)
                async with watching(running.ws_url) as late:  # what was known last is still shown
                    assert late.heard
                server, _ = started(tmp_path, urlsplit(url).port or 0)
                await wire.until("snapshot")
                await wire.until("end_hand")
                assert (await session.get(health)).status == 200
        finally:
            server.kill()
            server.wait()

    asyncio.run(asyncio.wait_for(main(), 4 * PATIENCE))


def test_the_command_says_where_spectators_connect():
    async def body(wires: Wires) -> None:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "croupier", "relay", wires.server.ws_url, "--port", "0", stdout=subprocess.PIPE)
        assert process.stdout is not None
        await process.stdout.readline()
        async with watching((await process.stdout.readline()).decode().split()[-1]):
            process.send_signal(signal.SIGINT)
            assert await process.wait() == 0

    on_the_wire(body)
