"""Five thousand spectators in a process of their own, so that their reading is in nobody else's answer times.

    with crowd(url, 5000, seconds) as people:       all of them watch T-1 when it begins (`bench.onlookers`)
        ...
        heard = people.report()                     once their time is over
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Crowd:
    """A crowd that watches, in a process beside this one."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def report(self) -> dict[str, Any]:
        """What it heard, once its time is over."""
        text, trouble = self.process.communicate(timeout=120)
        if self.process.returncode:
            raise ConnectionError(f"the spectators: {trouble.strip()[-300:]}")
        told: dict[str, Any] = json.loads(text)
        return told


@contextmanager
def crowd(url: str, spectators: int, seconds: float) -> Iterator[Crowd]:
    """So many spectators of the first table, all there when it begins."""
    command = [sys.executable, "-m", "bench.onlookers", url, "--spectators", str(spectators), "--seconds", str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            if process.stdout.readline() != "there\n":
                raise ConnectionError(f"the spectators did not come: {process.communicate()[1].strip()[-300:]}")
            yield Crowd(process)
        finally:
            process.kill()
