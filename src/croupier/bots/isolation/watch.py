"""Measure a tree of processes from outside: their number, memory and processor time. Watch bots between their moves.

All processes of a bot are descendants of its launcher, because the launcher adopts orphans (`launch.py`). The process
tree is read from /proc. On machines without /proc nothing is measured, and only the kernel's limits for each process
apply.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from dataclasses import dataclass

_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


LOOK_SECONDS = 0.25
"""How often all running bots are measured, whether they are asked or not."""


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


class Watchdog:
    """Measures trees of processes again and again, in a thread of its own, which runs while there is one to measure."""

    def __init__(self) -> None:
        self._judges: dict[int, Callable[[Usage], object]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def watch(self, root: int, judge: Callable[[Usage], object]) -> None:
        """Call a function, in the watchdog's thread, with the resources that the descendants of a process use."""
        with self._changed:
            self._judges[root] = judge
            if self._thread is None:
                self._thread = threading.Thread(target=self._look_again_and_again, daemon=True, name="bots' watchdog")
                self._thread.start()

    def forget(self, root: int) -> None:
        """Measure a process no longer. When this returns, its function is not being called and will not be."""
        with self._changed:
            self._judges.pop(root, None)
            self._changed.notify()

    def _look_again_and_again(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: not self._judges, LOOK_SECONDS)
                if not self._judges:
                    self._thread = None
                    return
            stats = _all_stats()
            with self._changed:
                for root, judge in list(self._judges.items()):
                    judge(_usage([stats[pid] for pid in _descendants(root, stats)]))


WATCHDOG = Watchdog()
"""Watches all bots of this program."""
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=WATCHDOG.__init__)  # type: ignore[misc]  # a child has no thread and no bots


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
