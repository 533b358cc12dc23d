"""Put load on an arena: many players and spectators on few cores. Measure how long the server takes to answer.

    report = await Load(Plan(("T-1", "T-2"), seats=6, seconds=10), "ws://localhost:8765/ws").run()

Players send a random legal action after `think_ms`; the choice depends on a seed. With `faults`, players sometimes
break their connection, send rubbish or do not answer.

An answer time lasts from sending an action until its event arrives. The answer time includes the commit, the broadcast,
both sockets and the generator's own delay; the report says how busy the generator was. After the measurement the
generator waits for answers to actions sent during it, so that the slowest answers count too.
"""

from __future__ import annotations

import asyncio
import ssl
import time
from collections import Counter
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from croupier.client.connection import socket_url
from croupier.devtools.load_clients import LoadClient, LoadPlayer, SpectatorGroup, Watcher
from croupier.devtools.wire import wire_session

OPENING = 50
"""Connections that may be opened at the same time."""
SETTLING = 0.2
"""Seconds between the last connection and the measurement, so that connecting is not measured."""
GRACE = 2.0
"""Seconds to wait for late answers and events, and for connections to close."""
SHARE_MAX = 0.9
"""A generator that uses more of a core than this is too slow: it measured itself instead of the server."""


@dataclass(frozen=True)
class Plan:
    """The load to put on a server."""

    tables: tuple[str, ...]
    seats: int = 6
    spectators: int = 0
    """The number of spectators in total, spread over the tables."""
    think_ms: float = 50.0
    seconds: float = 10.0
    faults: float = 0.0
    """The probability of a fault at each decision."""
    seed: int = 1
    watch_one: bool = False
    """True puts all spectators at the first table, instead of spreading them over all tables."""
    watched_think_ms: float | None = None
    """The time to think of players at the first table. None means the same as at all others."""
    varying: float = 0.0
    """Each time to think is longer or shorter by a random share, at most this one.

    Without it all tables stay in step, and the figures depend on whether they happen to prompt at the same moment.
    """

    def thinking(self, table: str) -> float:
        """Return the seconds that a player at a table thinks."""
        other = self.watched_think_ms is not None and table == self.tables[0]
        return (self.watched_think_ms or 0.0 if other else self.think_ms) / 1000


@dataclass
class LoadReport:
    """The result of a load."""

    connections: int = 0
    seconds: float = 0.0
    actions: int = 0
    hands: int = 0
    frames: int = 0
    """Messages that all clients received. `bytes` is their size with frame headers."""
    bytes: int = 0
    dropped: int = 0
    """Connections that ended unexpectedly, without a simulated fault. `endings` counts the reasons."""
    endings: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)
    faults: Counter[str] = field(default_factory=Counter)
    answer_ms: list[float] = field(default_factory=list)
    unanswered: int = 0
    """Actions whose event never came. Each counts with the time for which the generator waited."""
    reach_ms: list[float] = field(default_factory=list)
    """For each event, the time from the first spectator that received it to the last."""
    missed: int = 0
    """Events that a spectator did not receive, summed over all spectators."""
    server_cpu_seconds: float | None = None
    own_cpu_seconds: float = 0.0
    """Processor time of this process, the generator."""

    def reach(self) -> float | None:
        """Return the 99th percentile of `reach_ms`."""
        spans = sorted(self.reach_ms)
        return round(spans[len(spans) * 99 // 100], 3) if spans else None

    def own_share(self) -> float:
        """Return the share of a core that the load generator used."""
        return round(self.own_cpu_seconds / self.seconds, 3) if self.seconds else 0.0

    def percentile(self, share: float) -> float | None:
        """Return the answer time in milliseconds that this share of the answers did not exceed."""
        times = sorted(self.answer_ms)
        return round(times[min(len(times) - 1, int(share * len(times)))], 3) if times else None

    def as_dict(self) -> dict[str, Any]:
        """Return the report for JSON."""
        return {"connections": self.connections, "seconds": round(self.seconds, 2), "actions": self.actions,
                "actions_per_second": round(self.actions / self.seconds, 1) if self.seconds else None,
                "hands": self.hands, "frames": self.frames, "bytes": self.bytes, "dropped": self.dropped,
                "endings": dict(self.endings), "errors": dict(self.errors), "faults": dict(self.faults),
                "unanswered": self.unanswered, "reach_ms": self.reach(), "missed": self.missed,
                "generator_cpu_seconds": round(self.own_cpu_seconds, 3), "generator_share": self.own_share(),
                "generator_was_limit": self.own_share() > SHARE_MAX,
                "answer_ms": {name: self.percentile(share) for name, share in
                              (("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p999", 0.999), ("max", 1.0))}}


class Load:
    """All clients of one load, on one server."""

    def __init__(self, plan: Plan, url: str, cpu: Callable[[], float | None] = lambda: None,
                 tls: ssl.SSLContext | None = None) -> None:
        """Prepare a load. `cpu` returns the server's processor time, if known; `tls` is the context for wss."""
        self.plan, self.cpu, self.url, self.tls = plan, cpu, socket_url(url), tls
        self.report = LoadReport()
        self.measuring = self.over = False
        self.began = self.until = float("inf")  # nothing is measured before `measure` sets both times
        self.opening = asyncio.Semaphore(OPENING)
        self.tasks: set[asyncio.Task[None]] = set()
        self.players = [LoadPlayer(self, table, seat) for table in plan.tables for seat in range(plan.seats)]
        self.groups = {table: SpectatorGroup() for table in plan.tables}
        spread = 1 if plan.watch_one else len(plan.tables)
        self.watchers = [Watcher(self, plan.tables[number % spread]) for number in range(plan.spectators)]
        self.clients: list[LoadClient] = [*self.players, *self.watchers]

    async def run(self) -> LoadReport:
        """Open all connections, play for `plan.seconds`, close the connections, and return the report."""
        async with wire_session(self.tls) as self.session:
            try:
                await asyncio.gather(*[self.start(client.connect()) for client in self.clients])
                await asyncio.sleep(SETTLING)
                # without these connections the load would be smaller than planned, and the figures too good
                if self.report.dropped:
                    raise ConnectionError(next(iter(self.report.endings)))
                await self.measure()
                await self._wait_while(self._expecting)
                self._conclude()
            finally:
                await self._close()
        return self.report

    def start(self, job: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run a coroutine as a task."""
        task = asyncio.create_task(job)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def dropped(self, why: str) -> None:
        """Count a connection that ended unexpectedly."""
        self.report.dropped += 1
        self.report.endings[why] += 1

    def answered(self, sent_at: float) -> None:
        """Count the answer time of an action that was sent at `sent_at`."""
        if self.began <= sent_at < self.until:
            self.report.answer_ms.append((self.now() - sent_at) * 1000)
            self.report.actions += 1

    def now(self) -> float:
        """Return when the data being handled arrived, in seconds of a monotonic clock."""
        return time.perf_counter()

    async def measure(self) -> None:
        """Count and time everything for as long as `wait_out` takes, and write it into the report."""
        report, before = self.report, self._received()
        report.connections = len(self.clients)
        cpu, own, self.measuring, self.began = self.cpu(), time.process_time(), True, time.perf_counter()
        await self.wait_out()
        self.until, self.measuring, after = time.perf_counter(), False, self.cpu()
        report.seconds, report.own_cpu_seconds = self.until - self.began, time.process_time() - own
        report.frames, report.bytes = (now - then for now, then in zip(self._received(), before, strict=True))
        if cpu is not None and after is not None:
            report.server_cpu_seconds = round(after - cpu, 3)

    async def wait_out(self) -> None:
        """Wait for the planned time. Tests override this to wait for something else."""
        await asyncio.sleep(self.plan.seconds)

    def _received(self) -> tuple[int, int]:
        return sum(client.messages for client in self.clients), sum(client.bytes for client in self.clients)

    def _expecting(self) -> bool:
        """Return True if answers or events of the measured time are still missing."""
        return (any(self.began <= player.sent_at < self.until for player in self.players)
                or any(group.missed(self.began, self.until) for group in self.groups.values()))

    def _conclude(self) -> None:
        for player in self.players:
            if self.began <= player.sent_at < self.until:
                self.report.unanswered += 1
                self.answered(player.sent_at)
        for group in self.groups.values():
            self.report.missed += group.missed(self.began, self.until)
            self.report.reach_ms += group.spans(self.began, self.until)

    async def _close(self) -> None:
        self.over = True
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for client in self.clients:
            client.hang_up()
        await self._wait_while(lambda: any(client.connected for client in self.clients))

    async def _wait_while(self, so: Callable[[], bool]) -> None:
        """Wait while a condition holds, at most GRACE seconds."""
        patience = time.perf_counter() + GRACE
        while so() and time.perf_counter() < patience:
            await asyncio.sleep(0.01)
