"""Workers end with their parent, however it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.patience import PATIENCE

PARENT = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from croupier.workers import begin_work
if __name__ == "__main__":
    pool = ProcessPoolExecutor(2, get_context(sys.argv[1]), begin_work)
    print(*{task.result() for task in [pool.submit(os.getpid) for _ in range(20)]}, flush=True)
    time.sleep(60)
"""


def test_workers_of_a_killed_parent_end(tmp_path):
    (tmp_path / "parent.py").write_text(PARENT)
    for method in ("spawn", "fork"):
        parent = subprocess.Popen([sys.executable, tmp_path / "parent.py", method], stdout=subprocess.PIPE, text=True)
        assert parent.stdout is not None
        workers = [int(pid) for pid in parent.stdout.readline().split()]
        assert workers
        assert all(is_running(pid) for pid in workers)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        parent.stdout.close()
        until = time.monotonic() + PATIENCE
        while any(is_running(pid) for pid in workers) and time.monotonic() < until:
            time.sleep(0.1)
        assert not any(is_running(pid) for pid in workers)


def is_running(pid):
    """Whether a process does anything; a zombie that nobody has buried yet does not."""
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:  # gone since, or a system without /proc
        return not Path("/proc/self").exists()
