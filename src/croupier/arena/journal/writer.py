"""The journal's thread: it commits one batch at a time, and checks the store between commits.

    writer.submit(batch, wake)      start a commit
    writer.is_done                  True once it has ended; `writer.error` is what it raised
    writer.watch(check, alarm)      call `check` every CHECK_S seconds

`wake` is called when a commit ends. The caller may also look at `is_done` before: under load that is sooner.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from croupier.arena.core.outbox import Batch

CHECK_S = 0.4
"""Seconds between two checks of the store: whatever happens to its files is noticed within a second."""


class Writer:
    """A thread that commits batches."""

    def __init__(self, commit: Callable[[Batch], None]) -> None:
        self._commit = commit
        self._todo: SimpleQueue[tuple[Batch, Callable[[], object]] | None] = SimpleQueue()
        self.is_done = False
        self.error: Exception | None = None
        self._check: Callable[[], None] | None = None
        self._alarm: Callable[[Exception], object] = lambda error: None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch, wake: Callable[[], object]) -> None:
        """Commit a batch; `wake` is called on this thread when the commit has ended."""
        self.is_done, self.error = False, None
        self._todo.put((batch, wake))

    def watch(self, check: Callable[[], None], alarm: Callable[[Exception], object]) -> None:
        """Check the store from now on; `alarm` is called on this thread with the first exception, and checks end."""
        self._alarm, self._check = alarm, check

    def _run(self) -> None:
        checked = time.monotonic()
        while True:
            with contextlib.suppress(Empty):
                given = self._todo.get(timeout=CHECK_S)
                if given is None:
                    return
                self._write(*given)
            if time.monotonic() - checked >= CHECK_S:
                self._check_store()
                checked = time.monotonic()

    def _write(self, batch: Batch, wake: Callable[[], object]) -> None:
        try:
            self._commit(batch)
        except Exception as error:
            self.error = error
        self.is_done = True
        wake()

    def _check_store(self) -> None:
        if self._check is not None:
            try:
                self._check()
            except Exception as error:
                self._check = None
                self._alarm(error)

    def close(self) -> None:
        """End the thread after the commit that is under way."""
        self._todo.put(None)
        self._thread.join()
