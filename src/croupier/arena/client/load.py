"""Load for an arena: many players and spectators on few cores, and how long the server made them wait.

    report = await Load(Plan(tables=20, seats=6, seconds=10), "ws://localhost:8765/ws").run()

Players say something legal after `think_ms`, by a seed; with `faults` some of them now and then break their connection,
send rubbish or do not answer. The answer time is from sending an action to hearing of it, so it has the commit, the
fan-out, both sockets and the generator's own delay in it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec
from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, TCPConnector, WSMsgType

from croupier.arena.client.link import socket_url

RUBBISH = ("{", "null", '{"type":"dance","v":1}', '{"type":"action","v":1,"amount":1e9}', "[" * 100, "9" * 300)
OPENING = 50
"""Connections that are being opened at the same time."""
_DECODE = msgspec.json.Decoder()


@dataclass(frozen=True)
class Plan:
    """What to put on a server."""

    tables: tuple[str, ...]
    seats: int = 6
    spectators: int = 0
    """In all, spread over the tables."""
    think_ms: float = 50.0
    seconds: float = 10.0
    faults: float = 0.0
    """How likely each decision is to go wrong in some way."""
    seed: int = 1
    watch_one: bool = False
    """All spectators at the first table, instead of spread over all."""


@dataclass
class Report:
    """What came of it."""

    connections: int = 0
    seconds: float = 0.0
    actions: int = 0
    hands: int = 0
    frames: int = 0
    dropped: int = 0
    """Connections that the server ended, or that broke, without a fault of theirs."""
    errors: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    answer_ms: list[float] = field(default_factory=list)
    server_cpu_seconds: float | None = None
    heard_at: dict[str, tuple[float, float]] = field(default_factory=dict)
    """When the first and the last spectator heard each event of a hand."""

    def reach(self) -> float | None:
        """Milliseconds from an event's first spectator to its last, of the slowest percent."""
        spans = sorted(1000 * (last - first) for first, last in self.heard_at.values())
        return round(spans[len(spans) * 99 // 100], 3) if spans else None

    def percentile(self, share: float) -> float | None:
        """So much of the answers came within so many milliseconds."""
        times = sorted(self.answer_ms)
        return round(times[min(len(times) - 1, int(share * len(times)))], 3) if times else None

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {"connections": self.connections, "seconds": round(self.seconds, 2), "actions": self.actions,
                "actions_per_second": round(self.actions / self.seconds, 1) if self.seconds else None,
                "hands": self.hands, "frames": self.frames, "dropped": self.dropped, "errors": dict(self.errors),
                "faults": dict(self.faults), "reach_ms": self.reach(),
                "answer_ms": {name: self.percentile(share) for name, share in
                              (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1.0))}}


class Load:
    """Everybody on one server."""

    def __init__(self, plan: Plan, url: str, cpu: Callable[[], float | None] = lambda: None) -> None:
        """`cpu` tells the server's processor time, if that can be known."""
        self.plan, self.url, self.cpu = plan, url, cpu
        self.report = Report()
        self.measuring = False
        self.until = float("inf")
        self.opening = asyncio.Semaphore(OPENING)
        self.seated = 0

    async def run(self) -> Report:
        """Open everything, play for the time given, close everything."""
        plan = self.plan
        async with ClientSession(connector=TCPConnector(limit=0)) as session:
            jobs = [Caller(self, session, table, f"{table} {seat}").run()
                    for table in plan.tables for seat in range(plan.seats)]
            spread = 1 if plan.watch_one else len(plan.tables)
            jobs += [self._watch(session, plan.tables[number % spread]) for number in range(plan.spectators)]
            tasks = [asyncio.create_task(job) for job in jobs]
            try:
                await self._all_there(len(jobs), tasks)
                await self._measure()
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        return self.report

    async def _measure(self) -> None:
        self.report.connections = self.seated
        self.measuring, began, before = True, time.perf_counter(), self.cpu()
        await asyncio.sleep(self.plan.seconds)
        self.report.seconds, self.measuring, after = time.perf_counter() - began, False, self.cpu()
        if before is not None and after is not None:
            self.report.server_cpu_seconds = round(after - before, 3)

    async def _all_there(self, count: int, tasks: list[asyncio.Task[None]]) -> None:
        """Wait until everybody has been welcomed; ConnectionError with the first reason where that cannot be."""
        while self.seated < count:
            for task in tasks:
                if task.done():
                    raise ConnectionError(str(task.exception() or "a connection ended before it began"))
            await asyncio.sleep(0.02)

    async def _watch(self, session: ClientSession, table: str) -> None:
        async with self.opening:
            ws = await session.ws_connect(socket_url(self.url, table), max_msg_size=1 << 22)
            await ws.send_str('{"type":"spectate","v":1}')
            await ws.receive()
        self.seated += 1
        async for message in ws:
            if message.type != WSMsgType.TEXT:
                break
            self.report.frames += self.measuring
            if self.measuring and message.data.startswith('{"type":"event"'):
                self._watched(message.data)
        self.report.dropped += 1

    def _watched(self, data: str) -> None:
        now = time.perf_counter()
        first, _ = self.report.heard_at.get(data, (now, now))
        self.report.heard_at[data] = (first, now)


class Caller:
    """One player."""

    def __init__(self, load: Load, session: ClientSession, table: str, team: str) -> None:
        self.load, self.session, self.table, self.team = load, session, table, team
        self.rng = random.Random(f"{load.plan.seed}/{team}")
        self.seat = b""
        self.sent_at = 0.0
        self.broke = False
        """Whether the connection is about to end by its own fault."""

    async def run(self) -> None:
        """Play until the load is over, coming back after every break."""
        first = True
        while True:
            async with self.load.opening:
                ws = await self._connect()
            self.load.seated += first
            first = self.broke = False
            with contextlib.suppress(ClientError, ConnectionError):
                await self._play(ws)
            if not self.broke:
                self.load.report.dropped += 1
                raise ConnectionError(f"{self.team} was closed with {ws.close_code}")

    async def _connect(self) -> ClientWebSocketResponse:
        ws = await self.session.ws_connect(socket_url(self.load.url, self.table), max_msg_size=1 << 22)
        hello = {"type": "hello", "v": 1, "team": self.team, "join_code": f"stress {self.team}"}
        await ws.send_bytes(msgspec.json.encode(hello))
        answer = await ws.receive()
        if answer.type != WSMsgType.TEXT or '"type":"welcome"' not in answer.data:
            raise ConnectionError(f"{self.team} was not let in: {str(answer.data)[:200]}")
        self.seat = _seat(_DECODE.decode(answer.data))
        return ws

    async def _play(self, ws: ClientWebSocketResponse) -> None:
        async for message in ws:
            if message.type != WSMsgType.TEXT:
                return
            data = message.data.encode()
            self.load.report.frames += self.load.measuring
            if data.startswith(b'{"type":"event"'):
                if self.sent_at and self.seat in data[:120]:
                    self._heard()
            elif data.startswith((b'{"type":"act"', b'{"type":"snapshot"')):
                frame = _DECODE.decode(data)
                if "legal" in frame and not await self._answer(ws, frame):
                    return
            else:
                self._other(data)

    def _heard(self) -> None:
        if self.load.measuring:
            self.load.report.answer_ms.append((time.perf_counter() - self.sent_at) * 1000)
            self.load.report.actions += 1
        self.sent_at = 0.0

    def _other(self, data: bytes) -> None:
        report = self.load.report
        if data.startswith(b'{"type":"welcome"'):
            self.seat = _seat(_DECODE.decode(data))
        elif data.startswith(b'{"type":"end_hand"'):
            report.hands += self.load.measuring and self.team.endswith(" 0")
        elif data.startswith(b'{"type":"error"') and self.load.measuring:
            report.errors[_DECODE.decode(data)["code"]] += 1

    async def _answer(self, ws: ClientWebSocketResponse, act: dict[str, Any]) -> bool:
        """Answer a prompt, or fail to; whether the connection goes on."""
        if self.load.plan.think_ms:
            await asyncio.sleep(self.load.plan.think_ms / 1000)
        if self.rng.random() < self.load.plan.faults and not await self._fault(ws):
            return not self.broke
        said = {"type": "action", "v": 1, "hand_id": act.get("hand_id") or act["at_hand_id"],
                "decision": act["decision"], **self._choice(act)}
        self.sent_at = time.perf_counter()
        await ws.send_bytes(msgspec.json.encode(said))
        return True

    async def _fault(self, ws: ClientWebSocketResponse) -> bool:
        """Something goes wrong; whether an answer is given all the same."""
        kind = self.rng.choice(("rubbish", "breaks", "silent"))
        self.load.report.faults[kind] += self.load.measuring
        if kind == "rubbish":
            await ws.send_str(self.rng.choice(RUBBISH))
        elif kind == "breaks":
            self.broke, self.sent_at = True, 0.0
            await ws.close()
        return kind == "rubbish"

    def _choice(self, act: dict[str, Any]) -> dict[str, Any]:
        """Something legal and small, so that hands have all their streets and matches last."""
        legal = act["legal"]
        if "RAISE_TO" in legal and self.rng.random() < 0.05:
            return {"action": "RAISE_TO", "amount": act["min_raise_to"]}
        if "CHECK" in legal:
            return {"action": "CHECK"}
        return {"action": "CALL" if "CALL" in legal and self.rng.random() < 0.8 else "FOLD"}


def _seat(welcome: dict[str, Any]) -> bytes:
    """How an event of a seat can be told without reading it: seats have one digit."""
    return f'"seat":{welcome["seat"]}'.encode()
