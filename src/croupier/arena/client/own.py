"""A server of one's own, in a process beside this one, for as long as it is needed."""

from __future__ import annotations

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


@dataclass
class OwnServer:
    """Where it is, and how much it has used."""

    url: str
    process: subprocess.Popen[str]

    def cpu_seconds(self) -> float | None:
        """Processor time so far; None where the machine does not tell."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return None
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident_mb(self) -> float | None:
        """Memory now; None where the machine does not tell."""
        try:
            text = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("VmRSS")) / 1024


@contextmanager
def own_server(*options: str, disk: bool = True) -> Iterator[OwnServer]:
    """`croupier arena` with some options, its records in a temporary folder (or in memory), gone afterwards."""
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
    """What the server says where it is; what it says later is read and thrown away."""
    assert process.stdout is not None
    assert process.stderr is not None
    for line in process.stdout:
        if found := re.search(r"bots connect to (\S+)", line):
            for stream in (process.stdout, process.stderr):
                threading.Thread(target=stream.read, daemon=True).start()
            return found[1]
    raise ConnectionError(f"the server did not open: {process.stderr.read().strip()[-300:]}")
