"""Count what a running arena does, and write the counts in Prometheus' text format, without names or cards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.arena.core.tables.base import ArenaTable
    from croupier.arena.server.hub import Hub
    from croupier.arena.server.limiter import ConnectionLimiter


@dataclass
class Counts:
    """The counts since the server started. Each field has the name of its metric."""

    hands: int = 0
    matches: int = 0
    frames_received: int = 0
    frames_sent: int = 0
    connections: int = 0
    slow_clients_closed: int = 0
    """The clients that were closed because they did not read."""
    slow_clients_lagged: int = 0
    """How often a client that did not read got a snapshot instead of its queued frames."""
    flooding_clients_closed: int = 0
    """The clients that were closed because they sent too many pings, pongs or fragments."""
    stalls: int = 0
    stall_ms: int = 0
    """How often, and for how long in total, the process did not run. No player is charged for that time."""
    commits: int = 0
    commit_seconds: float = 0.0
    commit_seconds_max: float = 0.0
    input_wait_ms_max: int = 0
    """The longest time that an input waited before it was handled."""
    timer_ticks: int = 0
    timer_late_ms: int = 0
    timer_late_ms_max: int = 0

    def late(self, ms: int) -> None:
        """Count a timer that fired late."""
        self.timer_ticks += 1
        self.timer_late_ms += ms
        self.timer_late_ms_max = max(self.timer_late_ms_max, ms)


def as_text(hub: Hub, limiter: ConnectionLimiter) -> str:
    """Return all metrics."""
    return "".join(f"{line}\n" for line in _lines(hub, limiter))


def _lines(hub: Hub, limiter: ConnectionLimiter) -> Iterator[str]:
    hub.count_public(hub.now())
    queues, tables = [link.queued for link in hub.links.values()], hub.host.tables.values()
    in_hand, asking, connected = (sum(column) for column in zip(*map(_public_counts, tables), strict=True))
    own = {name: round(value, 6) for name, value in asdict(hub.counts).items()}
    gauges = {
        **{name: own.pop(name) for name in list(own) if name == "connections" or name.endswith("_max")},
        "connections_tcp": limiter.connections, "inputs_waiting": hub.waiting,
        "queue_frames": sum(queues), "queue_frames_max": max(queues, default=0), "tables": len(tables),
        "tables_in_hand": in_hand, "prompts_outstanding": asking,
        "spectators": sum(len(table.audience.watching) for table in tables), "seats_connected": connected,
        "broadcast_round_ms_max": hub.fanout.broadcast.round_ms_max, "healthy": int(hub.failed is None),
    }
    for name, value in gauges.items():
        yield f"# TYPE croupier_{name} gauge"
        yield f"croupier_{name} {value}"
    for name, value in own.items():
        yield f"# TYPE croupier_{name}_total counter"
        yield f"croupier_{name}_total {value}"
    yield "# TYPE croupier_refusals_total counter"
    for code, count in hub.host.refusals.items():
        yield f'croupier_refusals_total{{code="{code}"}} {count}'
    yield "# TYPE croupier_connection_refusals_total counter"
    for why, count in limiter.refusals.items():
        yield f'croupier_connection_refusals_total{{why="{why}"}} {count}'


def _public_counts(table: ArenaTable) -> tuple[int, int, int]:
    """Return the public facts of a table: whether a hand is in play, whether a player has been prompted, and how many
    seats are connected.
    """
    feed = table.audience.feed
    if not feed.delay_ms:
        return table.in_hand, table.prompt is not None, sum(seat.conn is not None for seat in table.seats)
    return feed.shown.in_hand, feed.shown.is_asking, sum(row.connected for row in feed.shown.lobby.players)
