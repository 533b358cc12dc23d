"""The stand: many spectators are told beside everything else, by a thread that needs no interpreter (`bulk`).

    stand.open(room)                                    with room for so many of them
    stand.sit(conn, link, transport)                    a connection that takes what it is sent: from here on it may be
                                                        told by the thread, until stand.rise(conn)
    others = stand.tell(conns, frames, pace_ns, then)   begins; `then` is called once all but the others have been told
    stand.after(act)                                    once the thread does not write, which it may while `is_busy`
    stand.close()                                       once what is under way is done

While the thread writes, nobody else does to a connection of the stand's (`after`). What a socket did not take is given
back to its connection and goes the ordinary way, so that who does not read is treated like anybody else. Nothing is
done here for each of those who are told: thousands of them would keep players waiting. The thread gives way to all that
plays (NICE). It writes to copies of the connections' files: the event loop may close its own at any time, and the
number may be another's a moment later.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
import threading
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Protocol

from croupier.arena.server import bulk

logger = logging.getLogger("croupier.arena")
NICE = 19
"""How far the thread gives way, where threads can be told to."""


class Told(Protocol):
    """A connection as the stand knows it."""

    def sit(self) -> None:
        """Sit down here, if it takes what it is sent."""

    def give_back(self, rest: bytes) -> None:
        """What is still to be written, before anything that came meanwhile."""


class Stand:
    """A thread that tells many, one job at a time."""

    def __init__(self, links: Mapping[int, Told]) -> None:
        self._links = links
        self._thread: Thread | None = None
        self._files: dict[int, int] = {}
        """What the thread writes to, by connection; and whose it is, as long as it may be writing to it."""
        self._sitting: dict[int, Told] = {}
        self._room = 0
        """Files that may still be copied."""
        self._job: Job | None = None
        self._then: Callable[[], object] = bool
        self._later: list[Callable[[], object]] = []
        """What waits until the thread does not write."""

    def open(self, room: int) -> None:
        """Begin, if it is there at all and there is room for files; else all are told the ordinary way."""
        if not bulk.is_there or room <= 0:
            return
        try:
            self._thread = Thread()
        except (OSError, RuntimeError) as error:
            logger.warning("spectators are told without a thread of their own: %s", error)
            return
        self._room = room
        asyncio.get_running_loop().add_reader(self._thread.answers, self._done)

    @property
    def is_busy(self) -> bool:
        """Whether somebody is being told."""
        return self._job is not None

    def sit(self, conn: int, link: Told, transport: asyncio.Transport) -> bool:
        """Let a connection be told by the thread; False where there is no room, or bytes are not sent as they are."""
        if self._room <= 0 or transport.get_extra_info("sslcontext") is not None:
            return False
        try:
            self._files[conn] = os.dup(transport.get_extra_info("socket").fileno())
        except (AttributeError, OSError):
            return False
        self._sitting[conn] = link
        self._room -= 1
        return True

    def rise(self, conn: int) -> None:
        """A connection is not to be told by the thread any more, from the next job on."""
        file = self._files.pop(conn, None)
        if file is not None:
            self.after(lambda: self._forget(conn, file))

    def _forget(self, conn: int, file: int) -> None:
        os.close(file)
        self._room += 1
        if conn not in self._files:  # it may have sat down again
            self._sitting.pop(conn, None)

    def after(self, act: Callable[[], object]) -> None:
        """Do something once the thread does not write, in the order it was asked for; now if it does not."""
        if self._job is None:
            act()
        else:
            self._later.append(act)

    def tell(self, conns: Sequence[int], frames: Sequence[bytes], pace_ns: int,
             then: Callable[[], object]) -> list[int]:
        """Begin to tell those who sit here, or can, one after another; gives the others. `then` is called if there is
        anybody to be told."""
        assert self._job is None, "one after the other"
        if self._thread is None:
            return list(conns)
        files = self._files
        for conn in conns:
            if conn not in files and conn in self._links:
                self._links[conn].sit()
        told = [conn for conn in conns if conn in files]
        if not told:
            return list(conns)
        job = Job(told, array("i", [files[conn] for conn in told]), b"".join(frames))
        bulk.submit(self._thread.jobs, job.files, job.sent, job.data, pace_ns)
        self._job, self._then = job, then
        return [conn for conn in conns if conn not in files] if len(told) < len(conns) else []

    def _done(self) -> None:
        """The thread has written what could be written at once."""
        assert self._thread is not None
        assert self._job is not None
        job, self._job = self._job, None
        later, self._later = self._later, []
        if os.read(self._thread.answers, 1) != b"\0":
            later = [partial(self._sitting[conn].give_back, rest) for conn, rest in job.rests()] + later
        for act in later:
            try:
                act()
            except Exception:  # one connection's trouble is nobody else's
                logger.exception("a spectator could not be told")
        self._then()

    def close(self) -> None:
        """End; what is under way is waited for, which is never long, for nobody's reading is."""
        if self._thread is None:
            return
        asyncio.get_running_loop().remove_reader(self._thread.answers)
        self._thread.end()
        if self._job is not None:
            self._done()
        self._thread.close()
        self._thread, self._room = None, 0
        for file in self._files.values():
            os.close(file)
        self._files.clear()
        self._sitting.clear()


class Job:
    """Some connections and what they are told; kept until the thread has done it."""

    def __init__(self, conns: list[int], files: array[int], data: bytes) -> None:
        self.conns, self.files, self.data = conns, files, data
        self.sent = array("i", bytes(4 * len(files)))

    def rests(self) -> Iterator[tuple[int, bytes]]:
        """What each of those who did not take all of it is still to be told; a broken connection is the loop's."""
        whole = len(self.data)
        for conn, sent in zip(self.conns, self.sent, strict=True):
            if 0 <= sent < whole:
                yield conn, self.data[sent:]


class Thread:
    """The thread, and the pipes that lead to it and back."""

    def __init__(self) -> None:
        taken, self.jobs = os.pipe()
        self.answers, answered = os.pipe()
        self._ends = taken, answered
        self._thread = threading.Thread(target=_serve, args=self._ends, name="stand", daemon=True)
        try:
            self._thread.start()
        except RuntimeError:
            for file in (self.jobs, self.answers, *self._ends):
                os.close(file)
            raise

    def end(self) -> None:
        """Take no more jobs, and wait for the last one; there is no answer to wait for after it."""
        os.close(self.jobs)
        self._thread.join()
        for file in self._ends:
            os.close(file)

    def close(self) -> None:
        """What it answered has been read."""
        os.close(self.answers)


def _serve(jobs: int, done: int) -> None:
    """What the thread does: it takes no signals, and gives way."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    if sys.platform == "linux":  # elsewhere it would be the whole process that gives way
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
    bulk.serve(jobs, done)
