"""What one client, one address and all together may take of a server: numbers with defaults, checked at the door.

Limits of a table (frames a second, spectators, time for `hello`) stand in its config. What each is answered by stands
in `docs/operations.md`.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from croupier.arena.core.config import BadArena, between

FRAME_BYTES = 4096
"""A client's frame; 1009 ends a connection that sends a longer one."""
WINDOW_MS = 60_000
"""Wrong codes are counted by the minute."""


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The limits of a server."""

    connections: int = 10_000
    """Connections in all, of any kind."""
    per_address: int = 256
    """Connections from one address (IPv6: from one /64 network)."""
    handshake_ms: int = 5_000
    """Time to say what is wanted: the first request's head."""
    bytes_per_second: int = 262_144
    """What a connection may send, with eight seconds' worth at once."""
    wrong_codes: int = 20
    """Wrong join or operator codes a minute from one address; then its hellos are not looked at."""
    wrong_codes_table: int = 200
    """Wrong codes a minute at one table; then those who were wrong before are not looked at."""
    requests_per_second: int = 50
    """Requests to the API from one address, with eight seconds' worth at once."""
    queue: int = 1_000
    """Frames that may wait for a client that does not read."""
    tables: int = 1_000
    """Tables of a server."""


def limits_of(values: dict[str, object]) -> Limits:
    """Limits from a TOML table; BadArena where they cannot be."""
    try:
        limits = msgspec.convert(values, Limits)
    except msgspec.ValidationError as error:
        raise BadArena(f"limits: {error}") from None
    return checked(limits)


def checked(limits: Limits) -> Limits:
    """The limits, if each leaves room for anything at all."""
    for name in Limits.__struct_fields__:
        between(name, getattr(limits, name), 1, 1_000_000_000)
    if limits.bytes_per_second < FRAME_BYTES:
        raise BadArena(f"bytes_per_second must let a frame of {FRAME_BYTES:,} bytes through")
    return limits


class Attempts:
    """Wrong codes within the minute, by address and by table."""

    KEPT = 10_000
    """Counts that are kept before those of past minutes are thrown away."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._counts: dict[str, tuple[int, int]] = {}
        """When a count began, and how far it has come."""

    def failed(self, address: str, table_id: str, now: int) -> None:
        """Somebody tried a wrong code."""
        for key in (_address(address), _table(table_id)):
            since, count = self._counts.get(key, (now, 0))
            self._counts[key] = (since, count + 1) if now - since < WINDOW_MS else (now, 1)
        if len(self._counts) > self.KEPT:
            self._counts = {key: kept for key, kept in self._counts.items() if now - kept[0] < WINDOW_MS}

    def wait(self, address: str, table_id: str, now: int) -> int:
        """Milliseconds until this address may try again, 0 if it may."""
        (mine, left), (all_wrong, table_left) = self._now(_address(address), now), self._now(_table(table_id), now)
        if mine >= self.limits.wrong_codes:
            return left
        return table_left if mine and all_wrong >= self.limits.wrong_codes_table else 0

    def _now(self, key: str, now: int) -> tuple[int, int]:
        since, count = self._counts.get(key, (now, 0))
        left = since + WINDOW_MS - now
        return (count, left) if left > 0 else (0, 0)


def _address(address: str) -> str:
    return f"from {address}"


def _table(table_id: str) -> str:
    return f"at {table_id}"
