"""The arena's clock, which does not charge players for time in which the server did not run.

A timer fires several times a second. If it is more than STALL late (the process was stopped, the machine suspended, the
event loop blocked), the missing time is taken out of the clock. So no seat is timed out for an answer that was waiting
to be read.
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
"""Files that are not for connections."""
BEAT = 0.2
STALL = 1.0
"""A timer that fires this many seconds late means that the process did not run."""


class Clock:
    """Milliseconds since 1970. They never run backwards, whatever the wall clock does, nor behind the journal.

    Once it is watched, the clock stops while the server does not run; it may fall behind the wall clock, never run
    ahead.
    """

    def __init__(self, at_least: int = 0) -> None:
        self._offset = max(time.time(), at_least / 1000) - time.monotonic()
        self._beat: float | None = None
        """When the timer last fired; None unless the clock is watched."""
        self._last = 0
        self._counts = Counts()
        self._timer: asyncio.TimerHandle | None = None

    def now(self) -> int:
        """Return the time, without what was lost."""
        at = time.monotonic()
        if self._beat is not None and at >= self._beat + BEAT + STALL:
            self._stalled(at - self._beat - BEAT)
        self._last = max(self._last, int((self._offset + at) * 1000))  # what was returned before a stall stays past
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
        """Take the time in which the process did not run out of the clock."""
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

    The journal's thread gets the interpreter lock within a tenth of a millisecond instead of five, and the garbage
    collector does not scan long-lived objects after every few hundred new ones.
    """
    sys.setswitchinterval(0.0001)
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 100)


def enough_files(connections: int) -> None:
    """Allow this process as many open files as connections, as far as the machine permits."""
    try:
        import resource
    except ImportError:  # not a Unix
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    needed = connections + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < needed:
        most = needed if hard == resource.RLIM_INFINITY else min(needed, hard)
        with contextlib.suppress(ValueError, OSError):  # some machines grant less than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft < needed:
            logger.warning("%d open files are allowed here: fewer connections than the limit of %d", soft, connections)
    _make_room(needed if soft == resource.RLIM_INFINITY else min(needed, soft))


def _make_room(files: int) -> None:
    """Make the kernel's table of this process's files as long as it may become. When it is full it is doubled, which in
    a process with threads takes ten milliseconds or more, and every player would wait for it."""
    import fcntl

    with open(os.devnull) as some, contextlib.suppress(OSError):
        os.close(fcntl.fcntl(some.fileno(), fcntl.F_DUPFD_CLOEXEC, files - 1))
