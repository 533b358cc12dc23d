"""The door: TCP connections before anybody has said anything.

Each is counted, in all and by address; must say what it wants within `handshake_ms`; and may send `bytes_per_second`,
whatever it is made of: tiny fragments, pings, frames, requests. Beyond the limits a request is answered by a 503 that
names RATE_LIMITED, a socket closed with 4429. Behind a proxy every connection has the proxy's address: a proxy that is
trusted (`--proxy`) is not counted, and the address is the one it puts last into `X-Forwarded-For`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import ssl
from collections import Counter
from typing import Any, Protocol, cast

from aiohttp import web

from croupier.arena.core.limits import Limits
from croupier.arena.server.pacing import read_slowly
from croupier.protocol import errors
from croupier.protocol.websocket import closing

logger = logging.getLogger("croupier.arena")
BURST_SECONDS = 8
REFUSED_MAX = 256
"""Connections that are only there to be told that there are too many; more are cut off without a word."""
LINGER_S = 1.0
HEAD_END = b"\r\n\r\n"
HEAD_MAX = 65_536
REASONS = {"connections": "too many in all", "address": "too many from its address",
           "handshake": "it did not say in time what it wants", "bytes": "it sent too much"}
EARLY_MAX = 16_384
"""Bytes that may come behind a request for a socket before it is answered."""
_UPGRADE = re.compile(rb"\r\nupgrade[ \t]*:[ \t]*websocket[ \t]*\r\n", re.IGNORECASE)
_BODY = re.compile(rb"\r\n(content-length|transfer-encoding)[ \t]*:", re.IGNORECASE)


def asks_for_socket(head: bytes) -> bool:
    """Whether a request's head, up to its empty line, asks for a WebSocket; what has a body is none."""
    return head.startswith(b"GET ") and _UPGRADE.search(head) is not None and _BODY.search(head) is None


class Door:
    """Counts who is in."""

    def __init__(self, limits: Limits, proxies: frozenset[str] = frozenset()) -> None:
        self.limits, self.proxies = limits, proxies
        self.inside = 0
        self.by_address: Counter[str] = Counter()
        self.refused = 0
        """Connections that wait to be told that there are too many."""
        self.refusals: Counter[str] = Counter(dict.fromkeys(REASONS, 0))

    def refuse(self, why: str, address: str) -> None:
        """Count somebody who was not let in, or sent away."""
        self.refusals[why] += 1
        logger.warning("a connection was refused: %s", REASONS[why], extra={"address": address})

    def enter(self, address: str) -> str | None:
        """Somebody wants in: None, and it is counted, or which limit is in the way."""
        if self.inside >= self.limits.connections:
            return "connections"
        if address not in self.proxies and self.by_address[address] >= self.limits.per_address:
            return "address"
        self.inside += 1
        self.by_address[address] += 1
        return None

    def leave(self, address: str) -> None:
        """Somebody went."""
        self.inside -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def address(self, request: web.Request) -> str:
        """Where a request comes from, behind a trusted proxy too."""
        peer = network(request.remote or "")
        if peer not in self.proxies:
            return peer
        told = [network(part.strip()) for part in request.headers.get("X-Forwarded-For", "").split(",")]
        return next((address for address in reversed(told) if address and address not in self.proxies), peer)


def network(address: str) -> str:
    """What is counted as one address: an IPv6 customer has a whole /64."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(found) if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


class Guest(Protocol):
    """A WebSocket that a connection has become."""

    def data_received(self, data: bytes) -> None:
        """Bytes came."""

    def pause_writing(self) -> None:
        """It does not read."""

    def resume_writing(self) -> None:
        """It reads again."""

    def shut(self, code: int, reason: str) -> None:
        """Close it."""

    def connection_lost(self) -> None:
        """It is gone."""


class Guard(asyncio.Protocol):
    """One connection's doorman; what it lets through goes to aiohttp's protocol, and once the connection has become a
    WebSocket to that. What comes behind a request for one waits until it is clear which."""

    def __init__(self, door: Door, inner: asyncio.Protocol) -> None:
        self.door, self.inner = door, inner
        self.loop = asyncio.get_running_loop()
        self.address = ""
        self.why: str | None = None
        self.head = b""
        self.guest: Guest | None = None
        self.early: bytearray | None = None
        """What came behind the request for a socket, while that is being answered."""
        self.has_asked = self.is_socket = self.is_cut = False
        self.budget = float(door.limits.bytes_per_second * BURST_SECONDS)
        self.filled = self.loop.time()
        self.timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is at the door."""
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if peer else ""
        self.why = self.door.enter(self.address)
        self.timer = self.loop.call_later(self.door.limits.handshake_ms / 1000, self._too_late)
        if self.why is None:
            self.inner.connection_made(transport)
            return
        self.door.refuse(self.why, self.address)
        self.door.refused += 1
        if self.door.refused > REFUSED_MAX:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Bytes, of a guest or of somebody who waits to be sent away."""
        if self.is_cut:
            read_slowly(self.transport, self.loop)
            return
        if not self._within_rate(len(data)):
            self.door.refuse("bytes", self.address)
            self._cut()
        elif self.guest is not None:
            self.guest.data_received(data)
        elif self.early is not None:
            self.early += data
            if len(self.early) > EARLY_MAX:
                self.door.refuse("bytes", self.address)
                self._cut()
        else:
            self._listen(data)

    def _listen(self, data: bytes) -> None:
        """Requests; of the first one the head is looked at."""
        behind = b""
        if not self.has_asked:
            self.head += data
            if HEAD_END in self.head or len(self.head) > HEAD_MAX:
                head, end, rest = self.head.partition(HEAD_END)
                self.has_asked, self.is_socket = True, asks_for_socket(head + end[:2])
                if self.is_socket and self.why is None:
                    behind = rest
                    self.early = bytearray(behind)
                self.head = b""
                self._stop_timer()
        if self.why is None:
            self.inner.data_received(data[:len(data) - len(behind)])
        elif self.has_asked:
            self._say_full()

    def hand_over(self, guest: Guest) -> None:
        """The connection is a WebSocket from here on."""
        self.guest, early, self.early = guest, self.early, None
        if early:
            guest.data_received(bytes(early))

    def stay(self) -> None:
        """The connection did not become a WebSocket: it goes on with requests."""
        early, self.early = self.early, None
        if early and self.guest is None and not self.is_cut:
            self.inner.data_received(bytes(early))

    def _within_rate(self, size: int) -> bool:
        now, rate = self.loop.time(), self.door.limits.bytes_per_second
        self.budget = min(rate * BURST_SECONDS, self.budget + (now - self.filled) * rate) - size
        self.filled = now
        return self.budget >= 0

    def _cut(self) -> None:
        """Send a guest away: a socket with its close code."""
        self.is_cut = True
        if self.guest is not None:
            self.guest.shut(errors.FLOODED, errors.CLOSINGS[errors.FLOODED])
        elif self.is_socket:
            self.transport.write(closing(errors.FLOODED, errors.CLOSINGS[errors.FLOODED]))
        self._linger()

    def _say_full(self) -> None:
        self.is_cut = True
        text = f"RATE_LIMITED: too many connections ({self.why})\n".encode()
        self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 10\r\n"
                             b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(text), text))
        self._linger()

    def _linger(self) -> None:
        """End it once the last word was read: what still comes is thrown away, or the word would be lost with it."""
        self._stop_timer()
        self.timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _too_late(self) -> None:
        if self.why is None:
            self.door.refuse("handshake", self.address)
        self.transport.abort()

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """It has gone."""
        self._stop_timer()
        if self.guest is not None:
            self.guest.connection_lost()
        if self.why is None:
            self.door.leave(self.address)
            self.inner.connection_lost(exc)
        else:
            self.door.refused -= 1

    def eof_received(self) -> bool | None:
        """It will say nothing more."""
        return self.inner.eof_received() if self.why is None else None

    def pause_writing(self) -> None:
        """It does not read."""
        (self.guest or self.inner).pause_writing()

    def resume_writing(self) -> None:
        """It reads again."""
        (self.guest or self.inner).resume_writing()


class Site(web.BaseSite):
    """A TCP address with a door."""

    def __init__(self, runner: web.BaseRunner, host: str, port: int, door: Door, tls: ssl.SSLContext | None) -> None:
        super().__init__(runner, ssl_context=tls, backlog=1024)
        self.host, self.port, self.door, self.tls = host, port, door, tls

    @property
    def name(self) -> str:
        """Where it listens."""
        return f"{'https' if self.tls else 'http'}://{self.host}:{self.port}"

    async def start(self) -> None:
        """Listen."""
        await super().start()
        inside: Any = self._runner.server
        self._server = await asyncio.get_running_loop().create_server(
            lambda: Guard(self.door, inside()), self.host, self.port, ssl=self.tls, backlog=1024,
            ssl_handshake_timeout=self.door.limits.handshake_ms / 1000 if self.tls else None)
