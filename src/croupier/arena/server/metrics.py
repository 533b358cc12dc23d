"""Numbers for a monitoring system, in Prometheus' text form: counts and times, never names or cards."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.arena.server.guard import Door
from croupier.arena.server.hub import Hub
from croupier.arena.server.sockets import Socket


def as_text(hub: Hub, door: Door) -> str:
    """All metrics."""
    return "".join(f"{line}\n" for line in _lines(hub, door))


def _lines(hub: Hub, door: Door) -> Iterator[str]:
    queues = [len(link.queue) for link in hub.links.values() if isinstance(link, Socket)]
    counts, tables = hub.counts, hub.host.tables.values()
    gauges = {
        "connections": counts.connections, "connections_tcp": door.inside,
        "inputs_waiting": hub.waiting, "input_wait_ms_max": counts.waited_ms_max,
        "queue_frames": sum(queues), "queue_frames_max": max(queues, default=0), "tables": len(tables),
        "tables_in_hand": sum(table.in_hand for table in tables),
        "prompts_outstanding": sum(table.prompt is not None for table in tables),
        "spectators": sum(len(table.audience.watching) for table in tables),
        "seats_connected": sum(seat.conn is not None for table in tables for seat in table.seats),
        "commit_seconds_max": round(counts.commit_seconds_max, 6), "timer_late_ms_max": counts.late_ms_max,
        "broadcast_round_ms_max": hub.post.broadcast.round_ms_max,
        "healthy": int(hub.failed is None),
    }
    counters = {
        "hands": counts.hands, "matches": counts.matches, "frames_received": counts.frames_in,
        "frames_sent": counts.frames_out, "slow_clients_closed": counts.slow_clients,
        "slow_clients_lagged": counts.lagged, "flooding_clients_closed": counts.flooded,
        "stalls": counts.stalls, "stall_ms": counts.stall_ms, "commits": counts.commits,
        "commit_seconds": round(counts.commit_seconds, 6), "timer_ticks": counts.ticks,
        "timer_late_ms": counts.late_ms,
    }
    for name, value in gauges.items():
        yield f"# TYPE croupier_{name} gauge"
        yield f"croupier_{name} {value}"
    for name, value in counters.items():
        yield f"# TYPE croupier_{name}_total counter"
        yield f"croupier_{name}_total {value}"
    yield "# TYPE croupier_refusals_total counter"
    for code, count in hub.host.refusals.items():
        yield f'croupier_refusals_total{{code="{code}"}} {count}'
    yield "# TYPE croupier_door_refusals_total counter"
    for why, count in door.refusals.items():
        yield f'croupier_door_refusals_total{{why="{why}"}} {count}'
