"""Files for thousands of connections: as many as there may be, and the kernel's list of them is long from the start."""

import subprocess
import sys

import pytest
from tests.patience import PATIENCE

pytest.importorskip("resource", reason="not a Unix")
MEASURED = """
import os, resource, sys
from croupier.arena.server.clock import enough_files
soft, hard, connections = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
files = len(os.listdir("/dev/fd"))
enough_files(connections)
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0], len(os.listdir("/dev/fd")) - files)
if sys.platform == "linux":
    status = open("/proc/self/status").read()
    print(status.split("FDSize:")[1].split()[0])
"""


def asked(soft: int, hard: int, connections: int) -> tuple[list[int], int | None]:
    """What a process with such limits is granted, and how long its list of files is then."""
    command = [sys.executable, "-c", MEASURED, *map(str, (soft, hard, connections))]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=PATIENCE)
    first, *rest = done.stdout.splitlines()
    return [int(word) for word in first.split()], int(rest[0]) if rest else None


@pytest.mark.parametrize(("soft", "hard", "connections", "files"), [
    (128, 1024, 500, 756), (128, 1024, 1000, 1024), (128, 800, 600, 800), (1024, 1024, 100, 1024)])
def test_as_many_files_as_the_machine_allows(soft, hard, connections, files):
    (limit, left_open), length = asked(soft, hard, connections)
    assert (limit, left_open) == (files, 0)
    if length is not None:
        wanted = min(files, connections + 256)
        assert length >= wanted, "a list that grows later holds everybody up"
