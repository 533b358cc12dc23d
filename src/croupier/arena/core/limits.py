"""The limits of a server: connections, bytes, requests and wrong codes, for one client, one address and in total.

Limits of a table (frames a second, spectators, time for `hello`) are in its settings (`config`). `docs/operations.md`
lists what happens beyond each limit.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from croupier.arena.core.config import BadArena, between

FRAME_BYTES = 4096
"""The longest frame of a client; a connection that sends a longer one is closed with 1009."""
WINDOW_MS = 60_000
"""Wrong codes are counted by the minute."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a server."""

    connections: int = 10_000
    """Connections of any kind, in total."""
    per_address: int = 256
    """Connections from one address (IPv6: from one /64 network)."""
    handshake_ms: int = 5_000
    """Time for the first request's head to arrive."""
    bytes_per_second: int = 262_144
    """Bytes that a connection may send, with eight seconds' worth at once."""
    wrong_codes: int = 20
    """Wrong join or operator codes a minute from one address; then its hellos are refused unseen."""
    wrong_codes_table: int = 200
    """Wrong codes a minute at one table; then addresses that sent one of them are refused unseen."""
    requests_per_second: int = 50
    """Requests to the API from one address, with eight seconds' worth at once."""
    queue: int = 1_000
    """Frames that may wait for a client that does not read."""
    tables: int = 1_000
    """Tables of a server."""


def limits_of(values: dict[str, object]) -> Limits:
    """Return limits from a table of TOML; raise BadArena if they cannot be used."""
    try:
        limits = msgspec.convert(values, Limits)
    except msgspec.ValidationError as error:
        raise BadArena(f"limits: {error}") from None
    return checked(limits)


def checked(limits: Limits) -> Limits:
    """Return the limits; raise BadArena if one of them would let nothing through."""
    for name in Limits.__struct_fields__:
        between(name, getattr(limits, name), 1, 1_000_000_000)
    if limits.bytes_per_second < FRAME_BYTES:
        raise BadArena(f"bytes_per_second must let a frame of {FRAME_BYTES:,} bytes through")
    return limits


class Attempts:
    """Count wrong codes within a minute, by address and by table."""

    KEPT = 10_000
    """Counts after which those of past minutes are dropped."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._counts: dict[tuple[str, str], tuple[int, int]] = {}
        """When a count began, and the count."""

    def failed(self, address: str, table_id: str, now: int) -> None:
        """Count a wrong code."""
        for key in (("address", address), ("table", table_id)):
            since, count = self._counts.get(key, (now, 0))
            self._counts[key] = (since, count + 1) if now - since < WINDOW_MS else (now, 1)
        if len(self._counts) > self.KEPT:
            self._counts = {key: kept for key, kept in self._counts.items() if now - kept[0] < WINDOW_MS}

    def wait(self, address: str, table_id: str, now: int) -> int:
        """Return the milliseconds until this address may try again, 0 if it may now."""
        (mine, left), (all_wrong, table_left) = self._now("address", address, now), self._now("table", table_id, now)
        if mine >= self.limits.wrong_codes:
            return left
        return table_left if mine and all_wrong >= self.limits.wrong_codes_table else 0

    def _now(self, kind: str, name: str, now: int) -> tuple[int, int]:
        """Return a count within the last minute, and the milliseconds until it ends."""
        since, count = self._counts.get((kind, name), (now, 0))
        left = since + WINDOW_MS - now
        return (count, left) if left > 0 else (0, 0)
