"""What waits for a client: bounded. Who does not read is dropped to a snapshot, and if that is not read either, closed.

    queue.push(data)        queue a frame; the first overflow throws away what waits and asks for a snapshot
    queue.fresh()           the snapshot comes: frames count again
    queue.drained()         all that waited was sent: the next overflow is a first one again

While a snapshot is on its way frames are thrown away too: it will tell what they would have told.
"""

from __future__ import annotations

from collections import deque

QUEUED, DROPPED, LAGS, GIVEN_UP = "queued", "dropped", "lags", "given up"


class Queue:
    """The frames that wait for one client."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.frames: deque[bytes] = deque()
        self.waits_for_snapshot = False
        self.has_lagged = False

    def __len__(self) -> int:
        return len(self.frames)

    def push(self, data: bytes) -> str:
        """Queue a frame; says what became of it."""
        if self.waits_for_snapshot:
            return DROPPED
        if len(self.frames) < self.most:
            self.frames.append(data)
            return QUEUED
        self.frames.clear()
        if self.has_lagged:
            return GIVEN_UP
        self.waits_for_snapshot = self.has_lagged = True
        return LAGS

    def fresh(self) -> None:
        """What is pushed from here on begins with how things stand."""
        self.waits_for_snapshot = False

    def drained(self) -> None:
        """The client has read everything."""
        if not self.waits_for_snapshot:
            self.has_lagged = False

