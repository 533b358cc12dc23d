"""Run a server in a process beside this one for as long as it is needed."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from croupier.bots.isolation.watch import pids_below, usage_of


@dataclass
class OwnServer:
    """A server in another process: its address, and the resources it uses."""

    url: str
    process: subprocess.Popen[str]

    def cpu_seconds(self) -> float | None:
        """Return the processor time of all its processes so far; None if the machine does not report it."""
        used = usage_of(self.process.pid)
        return used.cpu_seconds if used.tasks else None

    def resident_mb(self) -> float | None:
        """Return the memory of all its processes now; None if the machine does not report it."""
        used = usage_of(self.process.pid)
        return used.memory / 1_048_576 if used.tasks else None

    def open_files(self) -> int:
        """Return the number of open files of all its processes."""
        files = 0
        for pid in (self.process.pid, *pids_below(self.process.pid)):
            with contextlib.suppress(OSError):  # a process that has ended meanwhile
                files += len(os.listdir(f"/proc/{pid}/fd"))
        return files


@contextmanager
def own_server(*options: str, disk: bool = True) -> Iterator[OwnServer]:
    """Run `croupier arena` with some options, its store in a temporary folder or in memory; end it afterwards."""
    with tempfile.TemporaryDirectory() as folder:
        db = str(Path(folder) / "arena.db") if disk else ":memory:"
        command = [sys.executable, "-m", "croupier", "arena", "--port", "0", "--db", db, "--void-on-stop", *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            try:
                yield OwnServer(address_of(process), process)
            finally:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()


def address_of(process: subprocess.Popen[str]) -> str:
    """Return the address that a server prints; read and discard its later output."""
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        if found := re.search(r"(?:bots|spectators) connect to (\S+)", line):
            for stream in (process.stdout, process.stderr):  # a server whose pipe is full would stop at its next line
                threading.Thread(target=stream.read, daemon=True).start()
            return found[1]
    raise ConnectionError(f"the server did not open: {process.stderr.read().strip()[-300:]}")
