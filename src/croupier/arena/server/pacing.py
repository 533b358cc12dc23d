"""Share the event loop among connections that send much: a bounded slice of frames each, a bounded number a turn.

A connection handles its first AT_ONCE frames when they are read. If more were read, it stops reading and waits in the
backlog, which handles at most AT_A_TURN frames of all waiting connections in one turn of the loop, each connection's in
slices. So a client that sends 350,000 tiny frames delays nobody else: before this, they were parsed without a pause.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Protocol

AT_ONCE = 8
"""Frames of one connection handled in a row."""
AT_A_TURN = 32
"""Frames of all connections in the backlog handled in one turn of the loop."""
BURST_SECONDS = 2
"""Seconds' worth of control frames that may come at once."""
DRAIN_S = 0.01
"""Seconds between two reads of a connection that is not listened to any more."""


class Waiting(Protocol):
    """A connection with frames that were read and not handled."""

    def handle(self, most: int) -> bool:
        """Handle at most so many frames; return True if more may be left."""


class Backlog:
    """Connections whose frames wait to be handled, served in turn."""

    def __init__(self) -> None:
        self._waiting: deque[Waiting] = deque()
        self._is_due = False
        self.frames_a_turn_max = 0
        """The most frames that one turn of the loop may have handled so far."""

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, connection: Waiting) -> None:
        """Handle the rest of a connection's frames in turns to come."""
        self._waiting.append(connection)
        self._soon()

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        """Handle one slice each of as many connections as a turn has room for."""
        self._is_due = False
        slices = min(len(self._waiting), AT_A_TURN // AT_ONCE)
        self.frames_a_turn_max = max(self.frames_a_turn_max, slices * AT_ONCE)
        for _ in range(slices):
            connection = self._waiting.popleft()
            if connection.handle(AT_ONCE):
                self._waiting.append(connection)
        if self._waiting:
            self._soon()


class ControlFrames:
    """Count a connection's pings, pongs and fragments: a rate, with two seconds' worth at once."""

    def __init__(self, per_second: int, now: float) -> None:
        self.per_second, self._spare, self._filled = per_second, float(BURST_SECONDS * per_second), now

    def is_within(self, now: float) -> bool:
        """Count one more; return False if it is too many."""
        self._spare = min(BURST_SECONDS * self.per_second, self._spare + (now - self._filled) * self.per_second) - 1
        self._filled = now
        return self._spare >= 0


def read_slowly(transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
    """Stop reading for DRAIN_S. What still comes is thrown away, but not at the speed of the sender.

    It must be read: a connection that is closed with unread data is reset, and its close frame lost.
    """
    transport.pause_reading()

    def resume() -> None:
        if not transport.is_closing():
            transport.resume_reading()

    loop.call_later(DRAIN_S, resume)
