"""A Ray cluster of this machine's own, as `ray start --head` makes it: for a while, and nothing of it stays behind."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

STARTED_WITHIN = 240.0
"""Seconds: on a machine that is busy with much else Ray takes its time."""
STOPPED_WITHIN = 90.0
ADDRESS = re.compile(r"ray start --address='([^']+)'")
SETTINGS = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": token_hex(32), "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_raylet_start_wait_time_s": "180"}
"""What cluster and visitors need in their environment: Ray lets only those in who know its token, made up here."""


@dataclass(frozen=True)
class Head:
    """A cluster that runs: where to reach it, and the session all its processes belong to."""

    address: str
    session: int


@contextmanager
def local_ray(cpus: int = 2) -> Iterator[Head]:
    """A cluster whose workers import what this process imports."""
    folder = tempfile.mkdtemp(prefix="ray")  # short: Ray puts sockets into it, whose paths end at 107 characters
    log = Path(folder, "log")
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--head", "--block", "--port=0",
               f"--num-cpus={cpus}", "--include-dashboard=false", f"--temp-dir={folder}",
               "--object-store-memory=100000000"]
    with log.open("wb") as told:
        head = subprocess.Popen(command, stdout=told, stderr=subprocess.STDOUT, start_new_session=True,
                                env={**os.environ, **SETTINGS})
    try:
        yield Head(_address(head, log), head.pid)
    finally:
        _stop(head)
        shutil.rmtree(folder, ignore_errors=True)


def _address(head: subprocess.Popen[bytes], log: Path) -> str:
    """Where the cluster can be reached, once it says so."""
    until = time.monotonic() + STARTED_WITHIN
    while time.monotonic() < until and head.poll() is None:
        found = ADDRESS.search(log.read_text(errors="replace"))
        if found:
            return found[1]
        time.sleep(0.2)
    raise AssertionError(f"Ray did not start within {STARTED_WITHIN:.0f} s:\n{log.read_text(errors='replace')}")


def _stop(head: subprocess.Popen[bytes]) -> None:
    """Ask it to stop, which ends all its processes; what is left of its session after that is killed."""
    head.terminate()
    try:
        head.wait(STOPPED_WITHIN)
    finally:
        for process in processes_of(head.pid):
            os.kill(process, signal.SIGKILL)


def processes_of(session: int) -> list[int]:
    """The processes of a session, the one that began it included."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()  # state, parent, group, session ...
        except OSError:
            continue  # it has just ended
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found
