"""Start worker processes that ignore Ctrl-C and end together with their parent.

    ProcessPoolExecutor(2, initializer=begin_work)

A parent that is killed cannot tell its workers. So each worker checks once a second whether its parent is still
there.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time

LOOK_EVERY = 1.0


def begin_work() -> None:
    """Set up a worker process: ignore Ctrl-C, and exit when the parent process is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a worker just ends; only its parent cleans up
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"
    assert parent.pid is not None
    threading.Thread(target=_go_with, args=(parent.pid,), daemon=True).start()


def _go_with(parent: int) -> None:
    """Exit when this process has another parent than the one that started it."""
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os._exit(1)
