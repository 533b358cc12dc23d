"""Frames for spectators: thousands of them must not keep players waiting.

    crowd.put(conns, frame)     to all of them, in order, soon
    crowd.tell(conn)            to one of them now: all that still waits for it here
    crowd.flush()               everything now

A few are told at once. More are told in slices, with a BREATH between them, and after a round the next begins PULSE
later: what happened meanwhile goes out together, one write for each client. Others have their turn within a slice, too:
after every BITE the loop looks who has spoken and what is on the disk.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

FEW = 32
"""So many clients are told at once."""
SLICE, SLICE_MAX, SLICES = 64, 256, 32
"""Clients told before others have their turn: more where there are so many that a pulse would have too many slices, but
never so many that others would notice."""
BITE = 16
"""Clients told in one turn of the loop: a player whose answer has come or is safe waits no longer than for these."""
BREATH = 0.001
"""Seconds from a slice to the next: those who were told are not all awake at once, nor is the machine theirs alone."""
PULSE = 0.05
"""Seconds between the end of a round and the next."""


class Round:
    """Frames for the same clients."""

    def __init__(self, conns: tuple[int, ...]) -> None:
        self.conns = conns
        self.frames: list[bytes] = []
        self.begun = self.is_full = False
        """Whether its turn has come, and whether nothing more is added to it."""
        self.told = 0
        """How many of them have had their turn."""
        self._early: set[int] = set()
        """Those who were told before it."""
        self._places: dict[int, int] | None = None

    def next(self) -> int | None:
        """Whose turn it is; None where all have had theirs."""
        while self.told < len(self.conns):
            conn = self.conns[self.told]
            self.told += 1
            if conn not in self._early:
                return conn
        return None

    def takes_out(self, conn: int) -> bool:
        """Whether a client is still to be told; if so it is told elsewhere, and not here."""
        if self._places is None:
            self._places = {each: place for place, each in enumerate(self.conns)}
        is_due = self._places.get(conn, -1) >= self.told and conn not in self._early
        if is_due:
            self._early.add(conn)
        return is_due


class Crowd:
    """What waits for spectators."""

    def __init__(self, push: Callable[[int, Sequence[bytes]], None]) -> None:
        self._push = push
        self._rounds: deque[Round] = deque()
        self._timer: asyncio.Handle | None = None
        self._size = self._left = SLICE
        """Clients in a slice of this pulse, and how many of them have not had their turn."""

    def put(self, conns: tuple[int, ...], frame: bytes) -> None:
        """A frame for many, behind what already waits."""
        if not self._rounds and len(conns) <= FEW:
            for conn in conns:
                self._push(conn, (frame,))
            return
        last = self._rounds[-1] if self._rounds else None
        if last is None or last.begun or last.is_full or last.conns is not conns:
            last = Round(conns)
            self._rounds.append(last)
        last.frames.append(frame)
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_soon(self._go_on)

    def tell(self, conn: int) -> None:
        """Tell one client now all that waits for it: something is about to befall it, which is no affair of others."""
        for each in list(self._rounds):
            if each.takes_out(conn):
                each.is_full = True  # it has heard this much of it
                self._push(conn, each.frames)

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
            clients = sum(len(each.conns) for each in self._rounds)
            self._size = self._left = min(max(SLICE, clients // SLICES + 1), SLICE_MAX)
        self._slice(min(BITE, self._left))
        self._left -= BITE
        if not self._rounds or not self._rounds[0].begun:
            self._timer = loop.call_later(PULSE, self._go_on)
        elif self._left > 0:
            self._timer = loop.call_soon(self._go_on)
        else:
            self._left = self._size
            self._timer = loop.call_later(BREATH, self._go_on)

    def _slice(self, size: int) -> None:
        """Tell so many clients, of one round after another."""
        while size > 0 and self._rounds and self._rounds[0].begun:
            first = self._rounds[0]
            conn = first.next()
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
