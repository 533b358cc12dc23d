"""The same bytes to many sockets, at an even pace, on a thread that never holds the interpreter.

    submit(jobs, files, sent, data, pace_ns)    a job for the thread: its end of the pipe is `jobs`
    serve(jobs, done)                           the thread: a byte on `done` for each job, 1 where a socket did not take
                                                all of it, until `jobs` is closed

`sent[i]` is how many bytes socket i took at once, or less than 0 where it is broken; nobody is waited for. Sockets
follow each other by `pace_ns`, a few at a time, so that neither the thread nor those who are told have the machine for
themselves; a thread that is behind makes no pause. What a job is made of is looked at by its address: whoever submits
keeps it, and leaves it alone until the job is done.

What it does is C and stands in `bulk.pxd`: it is only there compiled (`is_there`). Interpreted, the thread would want
the interpreter for every socket, which is what it is to spare the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from array import array

is_there: bool = cython.compiled

if not cython.compiled:
    def give(jobs: int, files: array[int], sent: array[int], data: bytes, pace_ns: int) -> int:
        """Write a job into the pipe; 0 where that went well."""
        raise OSError("only there compiled")

    def work(jobs: int, done: int) -> None:
        """Do jobs."""
        raise OSError("only there compiled")


def submit(jobs: int, files: array[int], sent: array[int], data: bytes, pace_ns: int) -> None:
    """Hand a job to the thread; OSError where nobody takes it."""
    if len(files) != len(sent) or not files or not data or pace_ns < 0:
        raise ValueError("a job has sockets, a place for each answer, something to send, and a pace")
    if give(jobs, files, sent, data, pace_ns):
        raise OSError("the thread that tells spectators is gone")


def serve(jobs: int, done: int) -> None:
    """Do job after job."""
    with cython.nogil:
        work(jobs, done)
