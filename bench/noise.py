"""How loud a machine is: what the host of a virtual one took from it while something was measured.

    with Listening() as noise, Syncing() as disk:
        ...
    noise.stolen                    percent of the time its processors were there for, and wanted, but given to others
    disk.longest_ms                 what somebody waited who wrote a little, now and then, and wanted it to be safe

A time is no ratio: one that is measured while the host is elsewhere for tens of milliseconds says nothing of a program.
How much was stolen, and how long the disk was away, does not depend on how good the program is, so a time may be
measured again where it was too much.
"""

from __future__ import annotations

import os
import tempfile
import threading
import time
from pathlib import Path
from types import TracebackType

STOLEN_MAX = 0.5
"""Percent; where more was stolen, a p99 is the host's."""
HELD_MAX = 10.0
"""Milliseconds; a disk that was away for longer held up whoever waited for it: a quiet one takes half of it at most."""
PAUSE = 0.02
"""Seconds from one write to the next: too seldom to be in the way, often enough to meet what holds up others."""
STAT = Path("/proc/stat")


class Listening:
    """What was stolen from a machine for as long as it is open; nothing where that is not told."""

    def __enter__(self) -> Listening:
        self.stolen, self._before = 0.0, _ticks()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        stolen, ticks = (now - then for now, then in zip(_ticks(), self._before, strict=True))
        self.stolen = 100 * stolen / ticks if ticks else 0.0

    @property
    def is_low(self) -> bool:
        """Whether what was measured meanwhile says something of what was measured."""
        return self.stolen <= STOLEN_MAX


def _ticks() -> tuple[int, int]:
    """Ticks that were stolen, and all ticks, of all processors since the machine began."""
    try:
        counts = [int(count) for count in STAT.read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return 0, 0
    return (counts[7], sum(counts)) if len(counts) == 8 else (0, 0)


def sync_ms(file: int, size: int) -> float:
    """Write so many bytes; milliseconds until they are safe."""
    began = time.perf_counter()
    os.write(file, bytes(size))
    os.fsync(file)
    return 1000 * (time.perf_counter() - began)


class Syncing:
    """Somebody who writes a little into the same place again and again, beside what is measured."""

    def __enter__(self) -> Syncing:
        self.longest_ms = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, name="disk", daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self._over.set()
        self._thread.join()

    def _write(self) -> None:
        with tempfile.TemporaryFile() as file:
            sync_ms(file.fileno(), 4096)
            while not self._over.wait(PAUSE):
                os.lseek(file.fileno(), 0, os.SEEK_SET)
                self.longest_ms = max(self.longest_ms, sync_ms(file.fileno(), 4096))

    @property
    def is_low(self) -> bool:
        """Whether the disk was there all the time."""
        return self.longest_ms <= HELD_MAX
