"""Measure a tree of processes from outside: their number, memory and processor time.

All processes of a bot are descendants of its launcher, because the launcher adopts orphans (`launch.py`). The process
tree is read from /proc. On machines without /proc nothing is measured, and only the kernel's limits for each process
apply.
"""

from __future__ import annotations

import os
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True, slots=True)
class Usage:
    """The resources that a tree of processes uses."""

    tasks: int = 0
    """Processes and threads."""
    memory: int = 0
    """Resident bytes."""
    cpu_seconds: float = 0.0
    """Processor time, including that of children that have ended."""


def usage_below(root: int) -> Usage:
    """Return the resources that the descendants of a process use."""
    stats = _all_stats()
    return _usage([stats[pid] for pid in _descendants(root, stats)])


def usage_of(root: int) -> Usage:
    """Return the resources that a process and its descendants use, or nothing if the process has ended."""
    stats = _all_stats()
    return _usage([stats[pid] for pid in (root, *_descendants(root, stats))] if root in stats else [])


def _usage(stats: list[list[str]]) -> Usage:
    tasks, memory, ticks = 0, 0, 0
    for read in stats:
        tasks += int(read[17])
        memory += int(read[21]) * _PAGE
        ticks += sum(map(int, read[11:15]))
    return Usage(tasks, memory, ticks / _TICKS)


def pids_below(root: int) -> list[int]:
    """Return the process ids of all running descendants of a process."""
    stats = _all_stats()
    return [pid for pid in _descendants(root, stats) if stats[pid][0] != "Z"]


def _all_stats() -> dict[int, list[str]]:
    names = os.listdir("/proc") if os.path.isdir("/proc") else []
    return {int(name): read for name in names if name.isdecimal() and (read := _stat(name))}


def _stat(pid: str) -> list[str]:
    """Return the fields of /proc/PID/stat after the name, or an empty list if the process has ended."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:
            # the fields begin after the last bracket, because the name of a process may contain brackets and blanks
            return file.read().rpartition(")")[2].split()
    except OSError:
        return []


def _descendants(root: int, stats: dict[int, list[str]]) -> list[int]:
    children: dict[int, list[int]] = {}
    for pid, read in stats.items():
        children.setdefault(int(read[1]), []).append(pid)
    found: list[int] = []
    waiting = list(children.get(root, ()))
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting += children.get(pid, ())
    return found
