"""The time of an arena, outside the host, which only ever hears it."""

from __future__ import annotations

import time


class Clock:
    """Milliseconds since 1970 that never run backwards, whatever the wall clock does, nor behind what was written."""

    def __init__(self, at_least: int = 0) -> None:
        self._offset = max(time.time(), at_least / 1000) - time.monotonic()

    def now(self) -> int:
        """The time."""
        return self._ms(time.monotonic())

    def _ms(self, at: float) -> int:
        return int((self._offset + at) * 1000)
