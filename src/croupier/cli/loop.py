"""Run an event loop for a command, so that SIGTERM ends it as Ctrl-C does.

    report = run(load.run, loop_factory())

"""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from croupier.cli import Terminated

T = TypeVar("T")


def run(job: Callable[[], Coroutine[Any, Any, T]],
        loop_factory: Callable[[], asyncio.AbstractEventLoop] | None = None) -> T:
    """Run a job in its own event loop. SIGTERM cancels the job and then raises `Terminated`.

    The signal handler itself raises nothing. An exception in the handler could interrupt any task, and other tasks
    would then never be awaited.
    """
    if threading.current_thread() is not threading.main_thread():
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            return runner.run(job())
    has_come, task = False, None

    def cancel(number: int, frame: object) -> None:
        nonlocal has_come
        has_come = True
        if task is not None:
            task.get_loop().call_soon_threadsafe(task.cancel)

    async def do_job() -> T:
        nonlocal task
        task = asyncio.create_task(job())
        if has_come:  # the signal arrived before the task existed
            task.cancel()
        return await task

    before = signal.signal(signal.SIGTERM, cancel)
    try:
        with asyncio.Runner(loop_factory=loop_factory) as runner:
            return runner.run(do_job())
    except asyncio.CancelledError:
        if has_come:
            raise Terminated from None
        raise
    finally:
        signal.signal(signal.SIGTERM, before or signal.SIG_DFL)
