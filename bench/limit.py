"""The C limit as a contender: compiled at run time from `../shared/bench/limit` (or `$CROUPIER_LIMIT`), never copied.

One process stays up and is asked for a slice at a time; it reports the CPU time of each slice itself.
"""

from __future__ import annotations

import atexit
import os
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from bench.harness import Done, Unavailable, Work

HERE = Path(__file__).resolve().parent
DRIVER = HERE / "limit.c"
ROWS = 1 << 20


class Limit:
    """The running program."""

    def __init__(self, program: Path) -> None:
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        atexit.register(self.close)

    def ask(self, part: str, count: int) -> tuple[str, str]:
        """Have one slice done; gives the two words of the answer."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{part} {count}\n")
        self.process.stdin.flush()
        first, second = self.process.stdout.readline().split()
        return first, second

    def work(self, part: str) -> Work:
        """One part of it as a contender."""
        def slice_of(n: int) -> Done:
            units, seconds = self.ask(part, n)
            return Done(float(units), float(seconds))
        return slice_of

    def close(self) -> None:
        """End the program; it stops when it has nothing more to read."""
        if self.process.stdin is not None and not self.process.stdin.closed:
            self.process.stdin.close()
            self.process.wait(timeout=10)


def folder() -> Path:
    """Where the limit's core.h lies; raises Unavailable if it is not there."""
    named = os.environ.get("CROUPIER_LIMIT")
    path = Path(named) if named else HERE.parent.parent / "shared" / "bench" / "limit"
    if not (path / "core.h").is_file():
        raise Unavailable(f"no core.h in {path} (set CROUPIER_LIMIT)")
    return path


@cache
def limit() -> Limit:
    """The program, compiled once a run as its README says: gcc -O3."""
    source = folder()
    compiler = shutil.which(os.environ.get("CC", "gcc"))
    if compiler is None:
        raise Unavailable("no C compiler for the limit (set CC)")
    place = tempfile.TemporaryDirectory(prefix="croupier-limit-")
    atexit.register(place.cleanup)
    program = Path(place.name) / "limit"
    subprocess.run([compiler, "-O3", f"-I{source}", DRIVER, "-o", program], check=True)
    return Limit(program)


def hands() -> Work:
    """Random six-handed no-limit hold'em in C."""
    return limit().work("hands")


def rank() -> Work:
    """Seven-card hands ranked in C; a unit asked for is a pass over all rows, the answer counts hands."""
    return limit().work("rank")
