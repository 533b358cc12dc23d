"""A server of one's own, in a process beside this one, for as long as it is needed."""

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


@dataclass
class OwnServer:
    """Where it is, and how much it has used."""

    url: str
    process: subprocess.Popen[str]

    def cpu_seconds(self) -> float | None:
        """Processor time so far, of all its processes; None where the machine does not tell."""
        family = _family(self.process.pid)
        ticks = sum(int(fields[11]) + int(fields[12]) for fields in family.values())
        return ticks / os.sysconf("SC_CLK_TCK") if family else None

    def resident_mb(self) -> float | None:
        """Memory now, of all its processes; None where the machine does not tell."""
        family = _family(self.process.pid)
        pages = sum(int(fields[21]) for fields in family.values())
        return pages * os.sysconf("SC_PAGE_SIZE") / 1_048_576 if family else None

    def open_files(self) -> int:
        """How many of them now, of all its processes."""
        files = 0
        for pid in _family(self.process.pid):
            with contextlib.suppress(OSError):  # one that has ended meanwhile
                files += len(os.listdir(f"/proc/{pid}/fd"))
        return files


def _family(pid: int) -> dict[int, list[bytes]]:
    """A process and its children, as `/proc` tells of them behind their names; none where it does not."""
    told = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):  # one that has ended meanwhile
            told[int(path.parent.name)] = path.read_bytes().rpartition(b")")[2].split()
    return {each: fields for each, fields in told.items() if each == pid or int(fields[1]) == pid}


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
        if found := re.search(r"(?:bots|spectators) connect to (\S+)", line):
            for stream in (process.stdout, process.stderr):
                threading.Thread(target=stream.read, daemon=True).start()
            return found[1]
    raise ConnectionError(f"the server did not open: {process.stderr.read().strip()[-300:]}")
