"""Loads as the bench wants them: spectators who take little of the machine, players who note when they answered.

    python -m bench.onlookers ws://localhost:8765/ws --spectators 5000 --seconds 20

Prints "there" once all watch T-1, and at the end its report as JSON.

The spectators stand for five thousand machines elsewhere, so they take as little of this one as they can: while
something comes they look every BEAT, note it with the time, and read it when all is over. Would each read on its own,
as soon as something comes, this process would wake up a thousand times an event. And it gives way to all others (NICE):
players are to wait for the server, if for anybody, and not for spectators' readers. That makes an event's reach longer,
if anything.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import selectors
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType

from croupier.arena.server.fanout import FRAMES
from croupier.devtools.load import SETTLING, Load, Plan
from croupier.devtools.wire import MASKED

if TYPE_CHECKING:
    from croupier.devtools.load_clients import Watcher

BEAT = 0.001
"""Seconds from one look to the next: what an event's reach may be off by."""
NICE = 19
CHUNK = 1 << 16
CALLED, HERE = FRAMES.frame(b"", WSMsgType.PING), MASKED.frame(b"", WSMsgType.PONG)
"""Who is silent for long is asked whether he is there, and answers at once; once too often does no harm."""


class Noting(Load):
    """A load that notes when each answer in its report was sent."""

    def __init__(self, plan: Plan, url: str, cpu: Callable[[], float | None]) -> None:
        super().__init__(plan, url, cpu)
        self.sent: list[float] = []

    def answered(self, sent_at: float) -> None:
        """An action that was sent then has been heard of now."""
        before = self.report.actions
        super().answered(sent_at)
        if self.report.actions > before:
            self.sent.append(sent_at)


class Onlookers(Load):
    """A load of spectators who look now and then, and read afterwards."""

    def __init__(self, url: str, spectators: int, seconds: float) -> None:
        super().__init__(Plan(("T-1",), 0, spectators, seconds=seconds), url)
        self._read_at: float | None = None

    def now(self) -> float:
        """When what is being read came."""
        return super().now() if self._read_at is None else self._read_at

    def ways(self) -> list[tuple[float, float]]:
        """When the first and the last of them heard of each event."""
        return [(heard.first, heard.last) for audience in self.groups.values()
                for heard in audience.heard.values()]

    async def measure(self) -> None:
        """Look for as long as it is to last, without the event loop; read; then the loop goes on, and with it what is
        still to come, or an end that came meanwhile."""
        report = self.report
        report.connections = len(self.clients)
        print("there", flush=True)
        cpu, self.began = time.process_time(), time.perf_counter()
        came = look(self.watchers, self.began + self.plan.seconds)
        self.until = time.perf_counter()
        report.seconds, report.own_cpu_seconds = self.until - self.began, time.process_time() - cpu
        for self._read_at, watcher, data in came:
            watcher.data_received(data)
        self._read_at = None
        await asyncio.sleep(SETTLING)


def look(watchers: list[Watcher], until: float) -> list[tuple[float, Watcher, bytes]]:
    """Return what came to whom and when, up to a time, or until every connection has ended."""
    came: list[tuple[float, Watcher, bytes]] = []
    with selectors.DefaultSelector() as ears:
        for watcher in watchers:
            ears.register(watcher.transport.get_extra_info("socket").fileno(), selectors.EVENT_READ, watcher)
        while (left := until - time.perf_counter()) > 0 and ears.get_map():
            for key, _ in ears.select(left):
                try:
                    data = os.read(key.fd, CHUNK)
                except OSError:
                    data = b""
                if not data:
                    ears.unregister(key.fd)
                    continue
                came.append((time.perf_counter(), key.data, data))
                if CALLED in data:
                    os.write(key.fd, HERE)
            time.sleep(BEAT)
    return came


async def watch(url: str, spectators: int, seconds: float) -> dict[str, Any]:
    """Watch for a while; gives the report, and the way of each event from the first of them to the last."""
    load = Onlookers(url, spectators, seconds)
    report = await load.run()
    return {**report.as_dict(), "ways": load.ways()}


def main() -> None:
    """The command."""
    from croupier.arena.server.clock import enough_files
    from croupier.arena.server.run import loop_factory

    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--spectators", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--nice", type=int, default=NICE)
    asked = parser.parse_args()
    enough_files(asked.spectators)
    os.nice(asked.nice)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        try:
            print(json.dumps(runner.run(watch(asked.url, asked.spectators, asked.seconds))))
        except OSError as error:
            sys.exit(str(error))


if __name__ == "__main__":
    main()
