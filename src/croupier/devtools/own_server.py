"""Run a server in a separate process for as long as a test or a measurement needs it."""

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
        """Return the processor time that the server's processes have used; None if the machine does not report it."""
        used = usage_of(self.process.pid)
        return used.cpu_seconds if used.tasks else None

    def resident_mb(self) -> float | None:
        """Return the memory that the server's processes use now; None if the machine does not report it."""
        used = usage_of(self.process.pid)
        return used.memory / 1_048_576 if used.tasks else None

    def open_files(self) -> int:
        """Return the number of files that the server's processes have open."""
        files = 0
        for pid in (self.process.pid, *pids_below(self.process.pid)):
            with contextlib.suppress(OSError):  # a process may have ended meanwhile
                files += len(os.listdir(f"/proc/{pid}/fd"))
        return files


@contextmanager
def own_server(*options: str, disk: bool = True) -> Iterator[OwnServer]:
    """Run `croupier arena` with these options, and end it afterwards. The server's store is in a temporary folder, or
    in memory.
    """
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
            # without a reader the pipe would fill up, and the server would block at its next line of output
            for stream in (process.stdout, process.stderr):
                threading.Thread(target=stream.read, daemon=True).start()
            return found[1]
    raise ConnectionError(f"the server did not open: {process.stderr.read().strip()[-300:]}")
