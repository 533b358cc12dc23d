"""More spectators than are told one by one, on real sockets: all hear everything in order, whatever some of them do."""

from __future__ import annotations

import asyncio
import os
import socket
import ssl
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.core.config import Limits
from croupier.arena.core.effects import Send
from croupier.arena.server.fanout import FEW

from .wire import Wire, Wires, certificate, on_the_wire

MANY = 2 * FEW + 6


async def watching(wires: Wires, count: int, **options: Any) -> list[Wire]:
    watchers = []
    for _ in range(count):
        watchers.append(await wires.connect(**options))
        await watchers[-1].say(type="spectate")
        await watchers[-1].until("snapshot")
    return watchers


class Listening:
    """Clients that hear all that comes, whether anybody looks at it or not."""

    def __init__(self, wires: list[Wire]) -> None:
        self.tasks = [asyncio.create_task(each.closed()) for each in wires]

    async def end(self) -> None:
        """Stop listening. Python 3.11's `wait_for` loses a cancellation that comes together with a frame: repeat it."""
        while waiting := [task for task in self.tasks if not task.done()]:
            for task in waiting:
                task.cancel()
            await asyncio.wait(waiting, timeout=0.05)
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def heard(wire: Wire, type_: str, count: int) -> list[dict[str, Any]]:
    """The first so many frames of a type, once they are there."""
    while len(found := [each for each in wire.heard if each["type"] == type_]) < count:
        await asyncio.sleep(0.01)
    return found[:count]


async def play(ann: Wire, bob: Wire, hands: int) -> None:
    """Some hands in which whoever is asked first folds, at a pace that can be followed."""
    for number in range(hands):
        first = (ann, bob)[number % 2]
        await first.act(await first.until("act"), "FOLD")
        await asyncio.sleep(0.02)


def story(wire: Wire, hand: str) -> list[tuple[object, ...]]:
    return [(each["type"], each.get("ev"), each.get("event_no")) for each in wire.heard
            if each.get("hand_id") == hand and each["type"] in ("start_hand", "event", "end_hand")]


def test_all_hear_the_same_story_while_some_ping_speak_and_leave():
    async def body(wires: Wires) -> None:
        watchers = await watching(wires, MANY)
        listening = Listening(watchers)
        ann, bob = await wires.join("Ann"), await wires.join("Bob")
        playing = asyncio.create_task(play(ann, bob, 20))
        await heard(watchers[0], "end_hand", 3)
        pinged = await watchers[1].socket.ping()
        await watchers[2].say(type="action", hand_id="H", action="FOLD")
        watchers[3].socket.transport.abort()
        assert await listening.tasks[2] == 4403
        await pinged
        await playing
        for each in watchers[4:]:
            await heard(each, "end_hand", 20)
        hands = [each["hand_id"] for each in await heard(watchers[0], "end_hand", 20)]
        expected = [story(ann, hand) for hand in hands[:-2]]
        assert len(expected[-1]) > 3
        assert all([story(each, hand) for hand in hands[:-2]] == expected for each in (watchers[0], *watchers[4:]))
        await listening.end()

    on_the_wire(body, starting_stack=100_000)


def test_over_tls_all_hear_everything(tmp_path: Path):
    cert, key = certificate(tmp_path)

    async def body(wires: Wires) -> None:
        trusting = ssl.create_default_context(cafile=str(cert))
        watchers = await watching(wires, FEW + 8, ssl=trusting)
        listening = Listening(watchers)
        players = [await wires.connect(ssl=trusting) for _ in range(2)]
        for player, team in zip(players, ("Ann", "Bob"), strict=True):
            await player.say(type="hello", team=team, join_code="secret")
        await play(*players, 3)
        for each in watchers:
            await heard(each, "end_hand", 3)
        await listening.end()

    on_the_wire(body, {"cert": str(cert), "key": str(key)}, starting_stack=100_000)


def test_attack_16_one_who_does_not_read_is_dropped_and_the_others_hear_on():
    async def body(wires: Wires) -> None:
        hub = wires.server.hub
        watchers = await watching(wires, MANY)
        idle = watchers[5]
        idle.socket.transport.pause_reading()
        idle.socket.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        crowd = tuple(hub.links)
        noise = b'{"type":"noise","x":"%b","no":%d}'
        for number in range(200):
            hub.fanout.send(Send(crowd, noise % (b"x" * 60_000, number), True))
            if number % 10 == 9:
                for each in watchers:
                    if each is not idle:
                        await each.until("noise", no=number)
        assert hub.counts.slow_clients_closed == 1
        assert len(hub.links) == MANY - 1
        assert all([frame["no"] for frame in each.heard if frame["type"] == "noise"] == list(range(200))
                   for each in watchers if each is not idle)

    on_the_wire(body, {"limits": Limits(queue=20)})


def test_every_file_is_given_back_when_they_go():
    if not Path("/proc/self/fd").is_dir():
        pytest.skip("only where files can be counted")

    async def body(wires: Wires) -> None:
        before = len(os.listdir("/proc/self/fd"))
        watchers = await watching(wires, MANY)
        links = tuple(wires.server.hub.links)
        wires.server.hub.fanout.send(Send(links, b'{"type":"noise"}', True))
        for each in watchers:
            await each.until("noise")
        assert len(os.listdir("/proc/self/fd")) >= before + 2 * MANY  # both ends are here
        for each in watchers:
            each.socket.transport.abort()
        while wires.server.hub.counts.connections:
            await asyncio.sleep(0.01)
        while len(os.listdir("/proc/self/fd")) > before:
            await asyncio.sleep(0.01)

    on_the_wire(body)
