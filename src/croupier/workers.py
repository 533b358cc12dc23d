"""Start worker processes that ignore Ctrl-C and end together with their parent.

    ProcessPoolExecutor(2, initializer=begin_work)

A parent that is killed outright cannot tell its workers; each looks for itself, once a second, whether it is still
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
    """What a worker does first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)  # a worker that is ended is gone; only its parent ends in order
    parent = multiprocessing.parent_process()
    assert parent is not None, "a worker has a parent"
    assert parent.pid is not None
    threading.Thread(target=_go_with, args=(parent.pid,), daemon=True).start()


def _go_with(parent: int) -> None:
    """End this process when its parent is another than the one that began it, which may be gone already."""
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY)
    os._exit(1)
