"""How loud a machine is: what the host of a virtual one took from it while something was measured.

    with Listening() as noise:
        ...
    noise.stolen                    percent of the time its processors were there for, and wanted, but given to others

A time is no ratio: one that is measured while the host is elsewhere for tens of milliseconds says nothing of a program.
How much was stolen does not depend on how good the program is, so a time may be measured again where it was too much.
"""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

STOLEN_MAX = 0.5
"""Percent; where more was stolen, a p99 is the host's."""
STAT = Path("/proc/stat")


class Listening:
    """What was stolen from a machine for as long as it is open; nothing where that is not told."""

    def __enter__(self) -> Listening:
        self.stolen, self._before = 0.0, _ticks()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        stolen, ticks = (now - then for now, then in zip(_ticks(), self._before, strict=True))
        self.stolen = 100 * stolen / ticks if ticks else 0.0

    @property
    def is_low(self) -> bool:
        """Whether what was measured meanwhile says something of what was measured."""
        return self.stolen <= STOLEN_MAX


def _ticks() -> tuple[int, int]:
    """Ticks that were stolen, and all ticks, of all processors since the machine began."""
    try:
        counts = [int(count) for count in STAT.read_text().split("\n", 1)[0].split()[1:9]]
    except OSError:
        return 0, 0
    return (counts[7], sum(counts)) if len(counts) == 8 else (0, 0)
