"""The gate: effects leave the host only after the journal has stored the inputs that caused them; and its thread.

    gate.put(event, now)            give the host an input
    gate.batch()                    start a commit: what to write, or None
    gate.committed()                end the commit: the effects that may be carried out now
    gate.free()                     take effects that do not wait for a commit

    writer.submit(batch, wake)      start a commit on the journal's thread
    writer.is_done                  True once it has ended; `writer.error` is what it raised
    writer.watch(check, alarm)      call `check` every CHECK_S seconds

Durable before visible: effects leave in the order of their inputs. Those that need no commit (refusals) stay behind
those that do. Inputs that arrive during a commit go into the next one together. `Gate` knows no threads, files or
sockets. `Writer` commits one batch at a time and checks the store between commits. `wake` is called when a commit
ends; the caller may also look at `is_done` before: under load that is sooner.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

from croupier.arena.core.effects import Effect, Input
from croupier.arena.core.host import Host
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.restore import Past


class Gate:
    """Hold back a host's effects until their inputs are committed."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.next = Batch()
        self.waiting: list[Effect] = []
        """Effects of inputs that no commit has taken yet."""
        self.under_way: list[Effect] | None = None
        """Effects of the commit that is under way, None between two commits."""

    def open(self, now: int, past: Past | None = None) -> None:
        """Open every table; those in `past` continue where they were."""
        self.host.begin(now, past)
        self.host.out.pour(self.next, self.waiting)

    def put(self, event: Input, now: int, came: int | None = None) -> None:
        """Give the host an input that arrived at `came`, or now."""
        self.host.take(event, now, came)
        self.host.out.pour(self.next, self.waiting)

    def batch(self) -> Batch | None:
        """Start a commit and return what it must write; None if one is under way or there is nothing to write."""
        if self.under_way is not None or not self.next:
            return None
        batch, self.next = self.next, Batch()
        if self.host.out.chain is not None:
            batch.seal = self.host.out.chain.seal
        self.under_way, self.waiting = self.waiting, []
        return batch

    def committed(self) -> list[Effect]:
        """End the commit under way and return the effects that may be carried out now."""
        assert self.under_way is not None, "no commit is under way"
        effects, self.under_way = self.under_way, None
        return effects + self.free()

    def free(self) -> list[Effect]:
        """Return the effects that do not wait for a commit, once."""
        if not self.has_free:
            return []
        effects, self.waiting = self.waiting, []
        return effects

    @property
    def has_free(self) -> bool:
        """Return True if there are effects that do not wait for a commit."""
        return bool(self.waiting) and self.under_way is None and not self.next

    @property
    def is_idle(self) -> bool:
        """Return True if everything has been written and carried out."""
        return self.under_way is None and not self.next and not self.waiting


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
