"""An hour at half load: no growth of memory, open files or answer times.

Half of what the bench's paced run has: 85 tables of six, 50 ms to think. Looked at every minute; the first tenth is for
warming up, and what comes later may not be worse than it by more than noise.
"""

from __future__ import annotations

import asyncio
import statistics
from collections import Counter

from croupier.arena.server.clock import enough_files
from croupier.arena.server.run import loop_factory
from croupier.devtools.load import Load, LoadReport, Plan
from croupier.devtools.own_server import OwnServer, own_server

GROWTH_MB = 48
SLOWER = 2.0
"""How much longer answers may take in the last tenth than in the first, at the median."""


def half_load(tables: int = 85, minutes: int = 60, seconds: float = 60.0) -> Counter[str]:
    """So many minutes of load, looked at after each."""
    room = str(tables * 12 + 100)
    enough_files(tables * 6)
    options = ("--tables", str(tables), "--house-bots", "0", "--min-teams", "6", "--pace", "fast", "--connections",
               room, "--per-address", room)
    with own_server(*options) as server, asyncio.Runner(loop_factory=loop_factory()) as runner:
        memory, files, medians, report = runner.run(_watched(server, tables, minutes, seconds))
    assert report.dropped == 0, f"{report.dropped} connections were dropped"
    assert not report.errors, report.errors
    tenth = _tenth(memory)
    last = judged(memory, files, medians)
    return Counter({"actions": report.actions, "hands": report.hands, "minutes": minutes,
                    "MB after a tenth": round(max(memory[:tenth])), "MB at the end": round(memory[-1]),
                    "open files": files[-1], "microseconds to an answer (p50)": round(1000 * last),
                    "microseconds to an answer (p99)": round(1000 * (report.percentile(0.99) or 0))})


def judged(memory: list[float], files: list[int], medians: list[float]) -> float:
    """What answers took in the end; AssertionError where something grew after the first tenth."""
    tenth = _tenth(memory)
    assert max(memory[tenth:] or memory) <= max(memory[:tenth]) + GROWTH_MB, f"memory grows: {memory}"
    assert max(files[tenth:] or files) <= max(files[:tenth]), f"open files grow: {files}"
    first, last = statistics.median(medians[:tenth]), statistics.median(medians[-tenth:])
    assert last <= SLOWER * max(first, 1.0), f"answers take longer: {first:.1f} ms, then {last:.1f} ms"
    return last


def _tenth(minutes: list[float]) -> int:
    return max(1, len(minutes) // 10)


async def _watched(server: OwnServer, tables: int, minutes: int, seconds: float) -> tuple[
        list[float], list[int], list[float], LoadReport]:
    names = tuple(f"T-{number + 1}" for number in range(tables))
    load = Load(Plan(names, 6, think_ms=50, seconds=minutes * seconds), server.url, server.cpu_seconds)
    running = asyncio.create_task(load.run())
    while not load.measuring and not running.done():
        await asyncio.sleep(0.05)
    memory, files, medians, at = [], [], [], 0
    for _ in range(minutes):
        await asyncio.sleep(seconds * 0.95)
        memory.append(server.resident_mb() or 0.0)
        files.append(server.open_files())
        fresh, at = load.report.answer_ms[at:], len(load.report.answer_ms)
        medians.append(statistics.median(fresh) if fresh else 0.0)
    return memory, files, medians, await running


def an_hour(number: int) -> Counter[str]:
    """The whole hour."""
    return half_load()
