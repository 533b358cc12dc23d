"""What a running arena counts: plain numbers, no cards, no names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counts:
    """Since the server started."""

    hands: int = 0
    matches: int = 0
    frames_in: int = 0
    frames_out: int = 0
    connections: int = 0
    slow_clients: int = 0
    """Closed because they did not read."""
    flooded: int = 0
    """Closed because they sent too many pings, pongs or fragments."""
    lagged: int = 0
    """Dropped to a snapshot because they did not read."""
    stalls: int = 0
    stall_ms: int = 0
    """How often and how long the machine stood still, charged to nobody."""
    commits: int = 0
    commit_seconds: float = 0.0
    commit_seconds_max: float = 0.0
    waited_ms_max: int = 0
    """How long an input waited before it was taken."""
    ticks: int = 0
    late_ms: int = 0
    late_ms_max: int = 0

    def committed(self, seconds: float) -> None:
        """The store kept something."""
        self.commits += 1
        self.commit_seconds += seconds
        self.commit_seconds_max = max(self.commit_seconds_max, seconds)

    def late(self, ms: int) -> None:
        """A timer rang so much after its time."""
        self.ticks += 1
        self.late_ms += ms
        self.late_ms_max = max(self.late_ms_max, ms)
