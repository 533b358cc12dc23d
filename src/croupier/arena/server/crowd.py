"""Frames for spectators: thousands of them must not keep players waiting.

    crowd.put(conns, frame)     to all of them, in order, soon
    crowd.tell(conn)            to one of them now: all that still waits for it here
    crowd.flush()               everything now

A few are told at once. More are told in slices, with a BREATH between them, and after a round the next begins PULSE
later: what happened meanwhile goes out together, one write for each client. A slice is told beside everything else by
the stand (`stand`). Those whom it cannot tell wait here and are told in bites: after every BITE the loop looks who has
spoken and what is on the disk. The stand is given nothing while anybody waits here, so that it overtakes nobody.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Protocol

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
SPREAD_NS, PACE_NS = 125_000_000, 25_000
"""Nanoseconds over which the stand spreads a pulse, and the most it lets pass from one client to the next."""


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

    @property
    def left(self) -> int:
        """How many have not had their turn."""
        return len(self.conns) - self.told

    def take(self, most: int) -> list[int]:
        """Whose turn it is."""
        taken = self.conns[self.told:self.told + most]
        self.told += len(taken)
        return [conn for conn in taken if conn not in self._early] if self._early else list(taken)

    def takes_out(self, conn: int) -> bool:
        """Whether a client is still to be told; if so it is told elsewhere, and not here."""
        if self._places is None:
            self._places = {each: place for place, each in enumerate(self.conns)}
        is_due = self._places.get(conn, -1) >= self.told and conn not in self._early
        if is_due:
            self._early.add(conn)
        return is_due


class Stand(Protocol):
    """Somebody who tells many beside everything else."""

    @property
    def is_busy(self) -> bool:
        """Whether it is telling somebody."""

    def tell(self, conns: Sequence[int], frames: Sequence[bytes], pace_ns: int,
             then: Callable[[], object]) -> list[int]:
        """Begin to tell some, one after another, and call `then` once they are told; gives those whom it cannot."""


class Crowd:
    """What waits for spectators."""

    def __init__(self, push: Callable[[int, Sequence[bytes]], None], stand: Stand) -> None:
        self._push, self._stand = push, stand
        self._rounds: deque[Round] = deque()
        self._waiting: deque[tuple[int, Sequence[bytes]]] = deque()
        """Those of a slice who are still to be told from here."""
        self._timer: asyncio.Handle | None = None
        self._size, self._pace_ns = SLICE, PACE_NS
        """Clients in a slice of this pulse, and how they follow each other at the stand."""
        self._began: float | None = None
        self.pulse_ms_max = 0
        """How long a pulse has taken at most, until the last client was told."""

    def put(self, conns: tuple[int, ...], frame: bytes) -> None:
        """A frame for many, behind what already waits."""
        if len(conns) <= FEW and not self._rounds and not self._waiting:
            for conn in conns:
                self._push(conn, (frame,))
            return
        last = self._rounds[-1] if self._rounds else None
        if last is None or last.begun or last.is_full or last.conns is not conns:
            last = Round(conns)
            self._rounds.append(last)
        last.frames.append(frame)
        if self._timer is None and not self._stand.is_busy:
            self._timer = asyncio.get_running_loop().call_soon(self._go_on)

    def tell(self, conn: int) -> None:
        """Tell one client now all that waits for it: something is about to befall it, which is no affair of others."""
        mine = [frames for each, frames in self._waiting if each == conn]
        if mine:
            self._waiting = deque(each for each in self._waiting if each[0] != conn)
        for each in list(self._rounds):
            if each.takes_out(conn):
                each.is_full = True  # it has heard this much of it
                mine.append(each.frames)
        for frames in mine:
            self._push(conn, frames)

    def flush(self) -> None:
        """Send everything now."""
        self._push_waiting(len(self._waiting))
        while self._rounds:
            first = self._rounds.popleft()
            for conn in first.take(first.left):
                self._push(conn, first.frames)

    def _go_on(self) -> None:
        """Tell some of those who wait here, of a new slice if nobody does; after the last one, and the stand's, a
        rest."""
        self._timer = None
        if not self._waiting:
            if not self._rounds:
                return
            self._begin()
            self._slice(self._size)
        self._push_waiting(BITE)
        if self._waiting:
            self._timer = asyncio.get_running_loop().call_soon(self._go_on)
        elif not self._stand.is_busy:
            self._rest()

    def _begin(self) -> None:
        """What waits now is a pulse; what comes is for the next."""
        if self._rounds[0].begun:
            return
        for each in self._rounds:
            each.begun = True
        self._began = time.monotonic()
        clients = sum(len(each.conns) for each in self._rounds)
        self._size = min(max(SLICE, clients // SLICES + 1), SLICE_MAX)
        self._pace_ns = min(PACE_NS, SPREAD_NS // clients)

    def _slice(self, left: int) -> None:
        """So many clients, of one round after another: to the stand, or to be told from here."""
        while left > 0 and self._rounds and self._rounds[0].begun:
            first = self._rounds[0]
            many = first.left > FEW
            if many and (self._waiting or self._stand.is_busy):
                return
            conns = first.take(left)
            left -= len(conns)
            if not first.left:
                self._rounds.popleft()
            if many:
                conns = self._stand.tell(conns, first.frames, self._pace_ns, self._told)
            self._waiting.extend((conn, first.frames) for conn in conns)

    def _told(self) -> None:
        """The stand has told its slice, and taken its time."""
        if self._timer is None:
            self._rest(0)

    def _rest(self, breath: float = BREATH) -> None:
        """A breath before the next slice, longer after the last one of a pulse: meanwhile frames gather."""
        goes_on = self._rounds and self._rounds[0].begun
        if not goes_on and self._began is not None:
            self.pulse_ms_max = max(self.pulse_ms_max, int(1000 * (time.monotonic() - self._began)))
            self._began = None
        self._timer = asyncio.get_running_loop().call_later(breath if goes_on else PULSE, self._go_on)

    def _push_waiting(self, most: int) -> None:
        while most > 0 and self._waiting:
            most -= 1
            self._push(*self._waiting.popleft())  # who lags may need a flush: that goes on behind this one

    def close(self) -> None:
        """Send everything, then wake up no more."""
        self.flush()
        if self._timer is not None:
            self._timer.cancel()
