"""Frames for spectators: thousands of them must not keep players waiting.

    crowd.put(conns, frame)     to all of them, in order, soon
    crowd.is_due(conn)          whether something for a client still waits here
    crowd.flush()               everything now

A few are told at once. More are told in slices, with other work and a BREATH between them, and after a round the next
begins PULSE later: what happened meanwhile goes out together, one write for each client.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

FEW = 32
"""So many clients are told at once."""
SLICE = 128
"""Clients told before others have their turn."""
BREATH = 0.001
"""Seconds from a slice to the next: those who were told are not all awake at once, nor is the machine theirs alone."""
PULSE = 0.05
"""Seconds between the end of a round and the next."""


class Round:
    """Frames for the same clients."""

    def __init__(self, conns: tuple[int, ...]) -> None:
        self.conns = conns
        self.frames: list[bytes] = []
        self.left = iter(conns)
        self.begun = False
        self.members: frozenset[int] | None = None

    def concerns(self, conn: int) -> bool:
        """Whether a client is among them."""
        if self.members is None:
            self.members = frozenset(self.conns)
        return conn in self.members


class Crowd:
    """What waits for spectators."""

    def __init__(self, push: Callable[[int, Sequence[bytes]], None]) -> None:
        self._push = push
        self._rounds: deque[Round] = deque()
        self._timer: asyncio.Handle | None = None

    def put(self, conns: tuple[int, ...], frame: bytes) -> None:
        """A frame for many, behind what already waits."""
        if not self._rounds and len(conns) <= FEW:
            for conn in conns:
                self._push(conn, (frame,))
            return
        last = self._rounds[-1] if self._rounds else None
        if last is None or last.begun or last.conns is not conns:
            last = Round(conns)
            self._rounds.append(last)
        last.frames.append(frame)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._go_on)

    def is_due(self, conn: int) -> bool:
        """Whether something for a client still waits here."""
        return any(each.concerns(conn) for each in self._rounds)

    def flush(self) -> None:
        """Send everything now."""
        for each in self._rounds:
            each.begun = True
        while self._rounds:
            self._slice(SLICE)

    def _go_on(self) -> None:
        """A slice; after the last one a rest, in which frames gather."""
        loop = asyncio.get_running_loop()
        self._timer = None
        if not self._rounds:
            return
        if not any(each.begun for each in self._rounds):  # what waits now is a pulse; what comes is for the next
            for each in self._rounds:
                each.begun = True
        self._slice(SLICE)
        goes_on = bool(self._rounds) and self._rounds[0].begun
        self._timer = loop.call_later(BREATH if goes_on else PULSE, self._go_on)

    def _slice(self, size: int) -> None:
        """Tell so many clients, of one round after another."""
        while size > 0 and self._rounds and self._rounds[0].begun:
            first = self._rounds[0]
            conn = next(first.left, None)
            if conn is None:
                self._rounds.popleft()
            else:
                self._push(conn, first.frames)  # who lags may need a flush: that goes on behind this one
                size -= 1

    def close(self) -> None:
        """Send everything, then wake up no more."""
        self.flush()
        if self._timer is not None:
            self._timer.cancel()
