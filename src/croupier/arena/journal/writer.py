"""The journal's thread: it commits one batch at a time, beside everything else, and checks the store between commits.

    writer.submit(batch)        a commit is under way
    writer.is_done              it has ended; `writer.error` says how
    writer.watch(check, alarm)  call `check` every CHECK_S seconds; `alarm` is told what it raised, once

Whoever submitted is woken up when a commit ends, and may look before: under load it is seen sooner so.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from croupier.arena.journal.batch import Batch

CHECK_S = 0.4
"""Seconds from one check of the store to the next: whatever becomes of its files is noticed within a second."""


class Writer:
    """A thread that writes."""

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
        """Commit a batch; `wake` is called on this thread once that has ended."""
        self.is_done, self.error = False, None
        self._todo.put((batch, wake))

    def watch(self, check: Callable[[], None], alarm: Callable[[Exception], object]) -> None:
        """Check the store from now on; `alarm` is called on this thread with what a check raises, which ends it."""
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
                self._look()
                checked = time.monotonic()

    def _write(self, batch: Batch, wake: Callable[[], object]) -> None:
        try:
            self._commit(batch)
        except Exception as error:
            self.error = error
        self.is_done = True
        wake()

    def _look(self) -> None:
        if self._check is not None:
            try:
                self._check()
            except Exception as error:
                self._check = None
                self._alarm(error)

    def close(self) -> None:
        """End after what is under way."""
        self._todo.put(None)
        self._thread.join()
