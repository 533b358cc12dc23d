"""Define which resources an isolated bot may use, and find out which limits this machine can enforce.

    limits = BotLimits(move_time_ms=1000, memory_mb=256)
    protection = protection_here()          # which protections this machine can enforce
    print(protection)                       # "own process, namespaces (files, network, processes), ..."
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import asdict, dataclass, fields
from functools import lru_cache
from pathlib import Path

from croupier.bots.base import BadBot
from croupier.errors import short

LAUNCHER = Path(__file__).with_name("launch.py")


@dataclass(frozen=True, slots=True)
class BotLimits:
    """The resources that a bot may use. A bot that exceeds a limit loses the hand; after `strikes` faults it loses the
    match.
    """

    move_time_ms: int = 2_000
    """Time for one answer."""
    match_time_ms: int = 3_600_000
    """Total time for all answers of a match."""
    start_time_ms: int = 30_000
    """Time to start: load the file, import libraries, read weights."""
    memory_mb: int = 1_024
    """Memory of all its processes together."""
    cpu_seconds: int = 3_600
    """Processor time of all its processes together."""
    processes: int = 16
    """Processes and threads at the same time. A bot that reaches this number is killed."""
    open_files: int = 64
    """Open files of one process."""
    output_kb: int = 1_024
    """Kilobytes that the bot may print during a match."""
    temporary_mb: int = 64
    """Total size of the files in its private temporary folder."""
    strikes: int = 3
    """Faults (a crash, a hang, garbage, a limit exceeded) after which a bot forfeits the match."""

    def __post_init__(self) -> None:
        for each in fields(self):
            number = getattr(self, each.name)
            if type(number) is not int or not 1 <= number <= 10**12:
                raise BadBot(f"{each.name} must be a whole number from 1 to 10^12, not {short(number)}")

    def as_dict(self) -> dict[str, int]:
        """Return the limits as values for JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Protection:
    """The protections that this machine can enforce, and the reason for each missing one."""

    namespaces: bool
    """Whether the bot has its own files, network and processes. It then sees its own folder, read-only, and no
    network.
    """
    process_limit: str
    """What stops a fork bomb: "user" (the bot has its own user id), "namespace", "count" (a limit on all tasks of the
    caller and the bot together), or only "watchdog".
    """
    reason: str = ""
    """The reason why there are no namespaces."""
    filtered: bool = False
    """Whether system calls are refused that would give the bot memory which no limit counts."""

    def __str__(self) -> str:
        if self.namespaces:
            return ("own process; namespaces: own files (its folder read-only, a private temporary folder), "
                    f"no network, own processes (limited by {self.process_limit} and a watchdog)"
                    + ("" if self.filtered else "; NOT protected: memory outside of processes (no filter of system "
                       "calls here)"))
        return (f"own process with limits on memory, processor time, files and output; NOT protected: network, "
                f"files, other processes ({self.reason})")


@lru_cache(maxsize=1)
def protection_here() -> Protection:
    """Return the protections that this machine can enforce. Each protection is tested once, and the result is cached.
    """
    if sys.platform != "linux":
        return Protection(False, "watchdog", f"namespaces need Linux, this is {sys.platform}")
    tried = subprocess.run([sys.executable, "-I", "-S", str(LAUNCHER), "probe"], capture_output=True, text=True,
                           timeout=60, check=False)
    from croupier.bots.isolation.launch import can_filter_calls  # imports what only Linux has

    filtered = can_filter_calls()
    if tried.returncode == 0:
        return Protection(True, "user" if os.getuid() == 0 else "namespace", filtered=filtered)
    reason = (tried.stderr.strip().splitlines() or ["namespaces are not available"])[-1]
    return Protection(False, "user" if os.getuid() == 0 else "count", reason, filtered)
