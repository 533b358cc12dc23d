"""The stand: many spectators are told beside everything else, by a thread that needs no interpreter (`bulk`).

    stand.open(room)                                    with room for so many of them
    others = stand.tell(conns, frames, pace_ns, then)   begins; `then` is called once all but the others have been told
    stand.copy(transport), stand.forget(file)           a file of a connection's own for the thread, and its end
    stand.close()                                       once what is under way is done

A connection that can take frames at once is lent to the thread, and whatever else is to be sent to it waits until it is
given back: with what the socket did not take, which then goes the ordinary way, so that who does not read is treated
like anybody else. The thread gives way to all that plays (NICE). It writes to copies of the connections' files: the
event loop may close its own at any time, and the number may be another's a moment later.
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
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from croupier.arena.server import bulk

logger = logging.getLogger("croupier.arena")
NICE = 19
"""How far the thread gives way, where threads can be told to."""


class Lender(Protocol):
    """A connection as the stand knows it."""

    def lend(self) -> int | None:
        """A file to write to until it is given back, or None where frames have to be pushed."""

    def give_back(self, rest: bytes) -> None:
        """What is still to be written, before anything that came meanwhile."""


class Stand:
    """A thread that tells many, one job at a time."""

    def __init__(self, links: Mapping[int, Lender]) -> None:
        self._links = links
        self._thread: Thread | None = None
        self._room = 0
        """Copies of files that may still be made."""
        self._lent: list[Lender] = []
        """To whom the thread is writing, and what."""
        self._job: tuple[array[int], array[int], bytes] | None = None
        self._then: Callable[[], object] = bool

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

    def tell(self, conns: Iterable[int], frames: Sequence[bytes], pace_ns: int,
             then: Callable[[], object]) -> list[int]:
        """Begin to tell those who can be told so, one after another; gives the others. `then` is called if there is
        anybody to be told."""
        assert self._job is None, "one after the other"
        if self._thread is None:
            return list(conns)
        files, others = array("i"), []
        for conn in conns:
            link = self._links.get(conn)
            file = None if link is None else link.lend()
            if link is None or file is None:
                others.append(conn)
            else:
                files.append(file)
                self._lent.append(link)
        if files:
            self._job, self._then = (files, array("i", bytes(4 * len(files))), b"".join(frames)), then
            bulk.submit(self._thread.jobs, *self._job, pace_ns)
        return others

    def copy(self, transport: asyncio.Transport) -> int | None:
        """A file of its own for the thread; None where there is no room, or where bytes are not sent as they are."""
        found = transport.get_extra_info("socket")
        if self._room <= 0 or found is None or transport.get_extra_info("sslcontext") is not None:
            return None
        try:
            file = os.dup(found.fileno())
        except OSError:
            return None
        self._room -= 1
        return file

    def forget(self, file: int) -> None:
        """A connection has ended."""
        os.close(file)
        self._room += 1

    def _done(self) -> None:
        """The thread has written what could be written at once."""
        assert self._thread is not None
        assert self._job is not None
        os.read(self._thread.answers, 1)
        (_, sent, data), lent = self._job, self._lent
        self._job, self._lent = None, []
        whole = len(data)
        for link, count in zip(lent, sent, strict=True):
            link.give_back(b"" if count == whole or count < 0 else data[count:])
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
            os.close(self.jobs)
            self.close()
            raise

    def end(self) -> None:
        """Take no more jobs, and wait for the last one."""
        os.close(self.jobs)
        self._thread.join()

    def close(self) -> None:
        """What it answered has been read."""
        for file in (self.answers, *self._ends):
            os.close(file)


def _serve(jobs: int, done: int) -> None:
    """What the thread does: it takes no signals, and gives way."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    if sys.platform == "linux":  # elsewhere it would be the whole process that gives way
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICE)
    bulk.serve(jobs, done)
