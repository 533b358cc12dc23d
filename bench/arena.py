"""The arena under load, server and clients on the same cores: processor time an action, answer times, spectators.

Saturated: players answer at once. The arena's processor time per action is compared with that of `bench.constant`,
which sends the same fan-out of constant frames; both take turns. Paced: players think for 50 ms. Idle spectators: how
long an event takes to reach them all, what each costs in memory, and whether players notice. Durable commits are on
(`synchronous=FULL`) but where it says otherwise: the row beside it says what they cost.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from bench.bars import Bar
from bench.harness import Options, Race, Unavailable

TABLES, SEATS = 170, 6
SPECTATORS = 5_000
THINK_MS = 50.0
SECONDS_A_ROUND = 20.0
"""A round of the saturated race with the usual `--seconds 0.4`; paced runs last three times as long."""


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The race and the bars; smaller with fewer seconds."""
    scale = options.seconds / 0.4
    tables = max(1, round(TABLES * min(1.0, scale)))
    try:
        race = saturated(tables, SECONDS_A_ROUND * scale, max(1, options.rounds // 3))
        bars = [_cost_bar(race), *paced(tables, 3 * SECONDS_A_ROUND * scale),
                *watched(tables, round(SPECTATORS * min(1.0, scale)), SECONDS_A_ROUND * scale)]
    except (ImportError, Unavailable) as reason:
        return [], [Bar("the arena under load", None, 0, note=str(reason))]
    return [(race, "croupier")], bars


def saturated(tables: int, seconds: float, rounds: int) -> Race:
    """Actions per second of the server's processor time, in turns."""
    race = Race(f"an action at a table of {SEATS}, {tables * SEATS:,} connections", "actions", {
        "croupier": [], "croupier, in memory": [], "constant frames": []})
    for _ in range(rounds):
        for name, opened in (("croupier", _arena(tables)), ("croupier, in memory", _arena(tables, disk=False)),
                             ("constant frames", _constant())):
            with opened as server:
                report = load(server, tables, seconds, think_ms=0)
            if not report.actions or not report.server_cpu_seconds:
                raise Unavailable("this machine does not tell processor times")
            race.rates[name].append(report.actions / report.server_cpu_seconds)
    return race


def _cost_bar(race: Race) -> Bar:
    return Bar("processor time an action, to constant frames", race.ratio("constant frames", "croupier"), 2.5,
               at_most=True)


def paced(tables: int, seconds: float) -> list[Bar]:
    """Players who think: nobody dropped, answers in time."""
    with _arena(tables) as server:
        report = load(server, tables, seconds, think_ms=THINK_MS)
    return [Bar("paced: connections dropped", report.dropped, 0, "", at_most=True),
            Bar("paced: answer time, p99", report.percentile(0.99), 20, "ms", at_most=True)]


def watched(tables: int, spectators: int, seconds: float) -> list[Bar]:
    """Spectators at one table of many: reach, memory, and what the players notice."""
    few = max(1, tables // 10)
    with _arena(few, spectators) as server:
        alone = load(server, few, seconds, think_ms=THINK_MS)
    with _arena(few, spectators) as server:
        before = server.resident_mb() or 0.0
        report = load(server, few, seconds, think_ms=THINK_MS, spectators=spectators)
        each = ((server.resident_mb() or 0.0) - before) * 1024 / max(1, spectators + few * SEATS)
    reach, calm, crowded = report.reach(), alone.percentile(0.99) or 0.0, report.percentile(0.99) or 0.0
    return [Bar(f"{spectators:,} spectators: an event reaches all of them", reach, 250, "ms", at_most=True),
            Bar("spectators: memory each", each, 64, "KB", at_most=True),
            Bar("spectators: players' p99, to p99 without them", crowded / calm if calm else None, 1.5, at_most=True)]


def load(server, tables: int, seconds: float, *, think_ms: float, spectators: int = 0):  # type: ignore[no-untyped-def]
    """Put load on a server; gives the report."""
    from croupier.arena.client.load import Load, Plan
    from croupier.arena.server.running import loop_factory
    from croupier.arena.server.steady import enough_files

    enough_files(tables * SEATS + spectators)
    names = tuple(f"T-{number + 1}" for number in range(tables))
    plan = Plan(names, SEATS, spectators, think_ms, seconds, watch_one=True)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(Load(plan, server.url, server.cpu_seconds).run())


def _arena(tables: int, spectators: int = 0, disk: bool = True):  # type: ignore[no-untyped-def]
    from croupier.arena.client.own import own_server

    room = str(2 * (tables * SEATS + spectators) + 100)
    return own_server("--tables", str(tables), "--seats", str(SEATS), "--min-teams", str(SEATS), "--house-bots", "0",
                      "--pace", "fast", "--connections", room, "--per-address", room, "--spectators",
                      str(max(1, spectators)), disk=disk)


@contextmanager
def _constant() -> Iterator[object]:
    """The server of constant frames, in a process beside this one."""
    from croupier.arena.client.own import OwnServer, address_of

    command = [sys.executable, "-m", "bench.constant", "--seats", str(SEATS)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        try:
            yield OwnServer(address_of(process), process)
        finally:
            process.kill()

