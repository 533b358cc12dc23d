"""A server of one's own: what it uses is counted over all of its processes, whatever others are called."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from croupier.arena.client.own import OwnServer

CHILD = "import time; [i for i in range(3_000_000)]; time.sleep(60)"
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"
MISNAMED = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'\\xd0\\xd0)\\xd0(', 0, 0, 0); time.sleep(60)"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells so much of processes")
def test_children_count_and_names_do_not_matter():
    with subprocess.Popen([sys.executable, "-c", MISNAMED]) as other, \
            subprocess.Popen([sys.executable, "-c", PARENT], text=True, start_new_session=True) as process:
        try:
            server = OwnServer("", process)
            patience = time.monotonic() + 20
            while (server.cpu_seconds() or 0.0) < 0.1 and time.monotonic() < patience:
                time.sleep(0.05)
            alone = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
            assert (server.cpu_seconds() or 0.0) >= 0.1
            assert (server.resident_mb() or 0.0) > 1.5 * alone * 4096 / 1_048_576
            assert server.open_files() >= 6
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            other.kill()
    assert server.cpu_seconds() is None
