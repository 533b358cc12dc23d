"""The journal's thread: it commits one batch at a time, beside everything else.

    writer.submit(batch)        a commit is under way
    writer.is_done              it has ended; `writer.error` says how

Whoever submitted is woken up when a commit ends, and may look before: under load it is seen sooner so.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from queue import SimpleQueue

from croupier.arena.batch import Batch


class Writer:
    """A thread that writes."""

    def __init__(self, commit: Callable[[Batch], None]) -> None:
        self._commit = commit
        self._todo: SimpleQueue[tuple[Batch, Callable[[], object]] | None] = SimpleQueue()
        self.is_done = False
        self.error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    def submit(self, batch: Batch, wake: Callable[[], object]) -> None:
        """Commit a batch; `wake` is called on this thread once that has ended."""
        self.is_done, self.error = False, None
        self._todo.put((batch, wake))

    def _run(self) -> None:
        while (given := self._todo.get()) is not None:
            batch, wake = given
            try:
                self._commit(batch)
            except Exception as error:
                self.error = error
            self.is_done = True
            wake()

    def close(self) -> None:
        """End after what is under way."""
        self._todo.put(None)
        self._thread.join()
