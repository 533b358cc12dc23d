"""A hundred tables of characters in one server on one core, and a person's answer time at each of them.

Five characters sit at each table at the pace of practice tables; one client a table plays too, and hears of its own
action as late as a person would. The server may use one core only; the client has the others. Beside the answer time
stands which part of the core was used.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bench.bars import Bar
from bench.harness import Options, Race, Unavailable, progress
from bench.noise import STOLEN_MAX, Listening

if TYPE_CHECKING:
    from croupier.devtools.own_server import OwnServer

TABLES, SEATS = 100, 6
ANSWER_MS = 20.0
"""The arena's bar for the slowest percent of answers."""
TRIES = 4
"""Minutes that are measured, at most, until one was quiet (`bench.noise`)."""
SECONDS = 60.0
"""A run with the usual `--seconds 0.4`."""
THINK_MS = 500.0
LEVELS = ("normal", "hard")
"""Levels whose tables are measured."""


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The bars; fewer tables and a shorter run with fewer seconds."""
    scale = min(1.0, options.seconds / 0.4)
    bars: list[Bar] = []
    try:
        for level in LEVELS:
            bars += hosted(level, max(1, round(TABLES * scale)), SECONDS * scale)
    except (ImportError, Unavailable, ConnectionError) as reason:
        return [], [Bar("tables of characters", None, 0, note=str(reason))]
    return [], bars


def hosted(level: str, tables: int, seconds: float) -> list[Bar]:
    """Answer times at tables of characters of a level."""
    from bench.arena import _run
    from croupier.devtools.load import Load, Plan
    from croupier.devtools.own_server import own_server

    plan = Plan(tuple(f"T-{number + 1}" for number in range(tables)), 1, 0, THINK_MS, seconds, varying=0.5)
    room = str(2 * tables * SEATS + 100)
    for _ in range(TRIES):
        with own_server("--tables", str(tables), "--seats", str(SEATS), "--min-teams", str(SEATS), "--house-bots",
                        str(SEATS - 1), "--level", level, "--pace", "human", "--connections", room, "--per-address",
                        room) as server, Listening() as noise:
            core = on_one_core(server)
            report = _run(Load(plan, server.url, server.cpu_seconds))
        progress(f"{tables} tables of {level}: p99 {report.percentile(0.99)} ms, {noise.stolen:.2f} % stolen")
        if noise.is_low:
            break
    name = f"{tables} tables of {level} characters on core {core}"
    used = (report.server_cpu_seconds or 0.0) / report.seconds
    return [Bar(f"{name}: answer time, p99", report.percentile(0.99), ANSWER_MS, "ms", at_most=True,
                note=f"{len(report.answer_ms)} answers; {used:.2f} of the core used"),
            Bar(f"{name}: part of the core used", used, 0.9, "", at_most=True),
            Bar(f"{name}: connections dropped", report.dropped, 0, "", at_most=True),
            Bar(f"{name}: stolen by this machine's host meanwhile", noise.stolen, STOLEN_MAX, "%", at_most=True)]


def on_one_core(server: OwnServer) -> int:
    """Hold all threads of a server to one core; return its number."""
    if not hasattr(os, "sched_setaffinity"):
        raise Unavailable("this system does not hold a process to one core")
    core = max(os.sched_getaffinity(0))
    for thread in Path(f"/proc/{server.process.pid}/task").iterdir():
        os.sched_setaffinity(int(thread.name), {core})
    return core
