"""Send the same frames to many spectators in small portions, so that players never wait for them.

    broadcast.put(conns, frame)     queue a frame for many connections
    broadcast.flush_one(conn)       send one connection now what it still has to get
    broadcast.flush()               send everything now

Up to FEW connections are served at once. More are served PORTION connections per turn of the event loop, with PAUSE_S
between portions: a player's message that arrives meanwhile is handled before the next portion. When all have been
served, the broadcast rests for ROUND_S, and frames that arrive in that time are sent together, one write a connection.

In one process this serves a few hundred spectators. For thousands, start `croupier relay`.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

Message = TypeVar("Message")
FEW = 32
"""Connections that are served at once."""
PORTION = 16
"""Connections served in one turn of the loop: about a millisecond's work."""
PAUSE_S = 0.001
"""Seconds between two portions: the machine's other processes, often the readers, get their turn."""
ROUND_S = 0.05
"""Seconds from the end of one round to the next."""


class BroadcastBatch(Generic[Message]):
    """Frames that go to the same connections."""

    def __init__(self, conns: tuple[int, ...]) -> None:
        self.conns = conns
        self.frames: list[Message] = []
        self.is_open = True
        """Whether further frames may be added: not once it has begun, or once one connection has its frames."""
        self.sent = 0
        """How many connections have been served."""
        self._early: set[int] = set()
        """Connections that got these frames before their turn."""
        self._places: dict[int, int] | None = None

    def take(self, most: int) -> list[int]:
        """Return the next connections to serve."""
        taken = self.conns[self.sent:self.sent + most]
        self.sent += len(taken)
        return [conn for conn in taken if conn not in self._early]

    def take_out(self, conn: int) -> bool:
        """Return True if the connection still has to get these frames; it is then not served again."""
        if self._places is None:  # made once: thousands may leave at the same moment
            self._places = {each: place for place, each in enumerate(self.conns)}
        is_due = conn not in self._early and self._places.get(conn, -1) >= self.sent
        if is_due:
            self.is_open = False
            self._early.add(conn)
        return is_due


class Broadcast(Generic[Message]):
    """Frames that wait for spectators."""

    def __init__(self, push: Callable[[int, Sequence[Message]], None], *, portion: int = PORTION,
                 pause_s: float = PAUSE_S, round_s: float = ROUND_S) -> None:
        self._push = push
        self._portion_size, self._pause_s, self._round_s = portion, pause_s, round_s
        self._rounds: deque[BroadcastBatch[Message]] = deque()
        self._timer: asyncio.Handle | None = None
        self._began: float | None = None
        self.round_ms_max = 0
        """The longest time from the beginning of a round until its last connection was served."""

    def put(self, conns: tuple[int, ...], frame: Message) -> None:
        """Queue a frame behind everything that waits."""
        if len(conns) <= FEW and not self._rounds:
            for conn in conns:
                self._push(conn, (frame,))
            return
        last = self._rounds[-1] if self._rounds else None
        if last is None or not last.is_open or last.conns is not conns:
            last = BroadcastBatch(conns)
            self._rounds.append(last)
        last.frames.append(frame)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._portion)

    def flush_one(self, conn: int) -> None:
        """Send one connection what it still has to get: it is about to be closed, or sent a snapshot."""
        for each in self._rounds:
            if each.take_out(conn):
                self._push(conn, each.frames)

    def flush(self) -> None:
        """Send everything now."""
        while self._rounds:
            first = self._rounds.popleft()
            for conn in first.take(len(first.conns)):
                self._push(conn, first.frames)

    def close(self) -> None:
        """Send everything and stop the timer."""
        self.flush()
        if self._timer is not None:
            self._timer.cancel()

    def _portion(self) -> None:
        """Serve the next connections, then pause, or rest if that was the end of the round."""
        self._timer = None
        self._begin()
        left = self._portion_size
        while left > 0 and self._rounds and not self._rounds[0].is_open:
            first = self._rounds[0]
            conns = first.take(left)
            left -= max(1, len(conns))
            if first.sent >= len(first.conns):
                self._rounds.popleft()
            for conn in conns:
                self._push(conn, first.frames)
        self._wait()

    def _begin(self) -> None:
        """Close all waiting rounds for new frames if the last ones have been sent."""
        if self._began is None and self._rounds:
            self._began = time.monotonic()
            for each in self._rounds:
                each.is_open = False

    def _wait(self) -> None:
        if not self._rounds and self._began is None:
            return
        goes_on = bool(self._rounds) and not self._rounds[0].is_open
        if not goes_on and self._began is not None:
            self.round_ms_max = max(self.round_ms_max, int(1000 * (time.monotonic() - self._began)))
            self._began = None
        self._timer = asyncio.get_running_loop().call_later(self._pause_s if goes_on else self._round_s,
                                                              self._portion)
