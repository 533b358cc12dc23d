"""The arena's clock, which does not charge players for time in which the server did not run.

A timer fires several times a second. If it is more than STALL late (the process was stopped, the machine suspended, the
event loop blocked), the clock leaves out the missing time. So no seat is timed out while its answer was waiting to be
read.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import os
import sys
import time

from croupier.arena.server.metrics import Counts

logger = logging.getLogger("croupier.arena")
OTHER_FILES = 256
"""The number of open files that the process needs besides connections."""
BEAT = 0.2
"""Seconds between two calls of the timer."""
STALL = 1.0
"""If the timer fires this many seconds late, the process did not run."""


class Clock:
    """The time in milliseconds since 1970. The clock never runs backwards, even if the wall clock does, and is never
    before the journal's last record.

    After `watch`, the clock stops while the server does not run. The clock may fall behind the wall clock, but never
    runs ahead of it.
    """

    def __init__(self, at_least: int = 0) -> None:
        self._offset = max(time.time(), at_least / 1000) - time.monotonic()
        self._beat: float | None = None
        """When the timer last fired. None before `watch` and after `close`."""
        self._last = 0
        self._counts = Counts()
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> int:
        """Return the time, less the time in which the process did not run."""
        at = time.monotonic()
        if self._beat is not None and at >= self._beat + BEAT + STALL:
            self._stalled(at - self._beat - BEAT)
        # never return less than before, even if a stall has been subtracted since
        self._last = max(self._last, int((self._offset + at) * 1000))
        return self._last

    def watch(self, counts: Counts) -> None:
        """Start the timer."""
        self._counts = counts
        self._pulse()

    def _pulse(self) -> None:
        self.now()
        self._beat = time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(BEAT, self._pulse)

    def _stalled(self, missing: float) -> None:
        """Subtract the time in which the process did not run from the clock's time."""
        self._offset -= missing
        self._beat = (self._beat or 0.0) + missing
        self._counts.stalls += 1
        self._counts.stall_ms += int(1000 * missing)
        logger.warning("the server did not run for %.1f s; no player is charged for it", missing)

    def close(self) -> None:
        """Stop the timer."""
        self._beat = None
        if self._timer is not None:
            self._timer.cancel()


def keep_pace() -> None:
    """Tune the interpreter for many small tasks.

    A thread that waits for the interpreter lock, such as the journal's, gets it within a tenth of a millisecond instead
    of five. The garbage collector no longer scans long-lived objects after every few hundred new ones.
    """
    sys.setswitchinterval(0.0001)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def enough_files(connections: int) -> None:
    """Allow this process as many open files as connections, as far as the machine permits."""
    try:
        import resource
    except ImportError:  # `resource` exists on Unix only
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with contextlib.suppress(ValueError, OSError):  # some machines allow less than they report
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < needed:
            logger.warning("%d open files are allowed here: fewer connections than the limit of %d", soft, connections)
    _make_room(needed if soft == resource.RLIM_INFINITY else min(needed, soft))


def _make_room(files: int) -> None:
    """Grow the kernel's table of this process's open files to its full size now.

    Otherwise the kernel doubles that table whenever it is full. In a process with threads this takes ten milliseconds
    or more, and every player would wait.
    """
    import fcntl

    with open(os.devnull) as some, contextlib.suppress(OSError):
        os.close(fcntl.fcntl(some.fileno(), fcntl.F_DUPFD_CLOEXEC, files - 1))
