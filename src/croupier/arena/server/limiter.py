"""Limits on TCP connections and on what each may send, applied before any request is parsed.

Every connection is counted, in total and by address. It must send its first request within `handshake_ms` and may send
`bytes_per_second`, whatever the bytes mean. Beyond the limits a request is answered by a 503 that names RATE_LIMITED,
and a socket is closed with 4429. Behind a trusted proxy (`--proxy`) the address is the last one in `X-Forwarded-For`.

The parser gets the data of a read in slices of SLICE bytes. The rest of a longer read waits in the backlog, which
passes on a few slices in each turn of the event loop. The connection is not read meanwhile. So a client that sends
350,000 tiny frames or pipelined requests delays nobody else. Without slices, they were parsed without a pause.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import ssl
from collections import Counter, deque
from typing import Any, Protocol, cast

from aiohttp import WSCloseCode, web

from croupier.arena.core.config import Limits
from croupier.arena.server.fanout import close_frame
from croupier.protocol import errors

logger = logging.getLogger("croupier.arena")
SLICE = 1024
"""The number of bytes of one connection that are parsed in a row: 170 frames of the smallest kind, or about ten
actions.
"""
SLICES_A_TURN = 4
"""Slices of all connections in the backlog that are parsed in one turn of the event loop."""
DRAIN_S = 0.01
"""Seconds between two reads of a connection whose input is thrown away."""
BURST_SECONDS = 8
"""Bytes and requests may come in bursts of this many seconds' worth."""
REFUSED_MAX = 256
"""The most connections that may wait to be answered by a 503. Further ones are dropped without an answer."""
LINGER_S = 1.0
"""Seconds that a refused client has to read its 503 before the connection is cut."""
HEAD_END = b"\r\n\r\n"
HEAD_MAX = 65_536
"""The most bytes in which the end of a request's head is looked for."""
REASONS = {"connections": "too many in total", "address": "too many from its address",
           "handshake": "it sent no request in time", "bytes": "it sent too much",
           "requests": "too many requests from its address"}
EARLY_MAX = 16_384
"""The most bytes that may follow a request for a socket before the request is answered."""
ADDRESSES_MAX = 10_000
"""The most addresses whose requests are counted at the same time."""
_UPGRADE = re.compile(rb"\r\nupgrade[ \t]*:[ \t]*websocket[ \t]*\r\n", re.IGNORECASE)
_BODY = re.compile(rb"\r\n(content-length|transfer-encoding)[ \t]*:", re.IGNORECASE)


class TokenBucket:
    """Limits a rate to `per_second`. At most `burst_seconds` worth of it may come at once."""

    def __init__(self, per_second: float, burst_seconds: float, now: float) -> None:
        self.per_second, self.most = per_second, per_second * burst_seconds
        self._spare, self._filled = self.most, now

    def take(self, now: float, amount: float = 1) -> bool:
        """Count an amount. Return False if it exceeds the rate."""
        self._spare = min(self.most, self._spare + (now - self._filled) * self.per_second) - amount
        self._filled = now
        return self._spare >= 0

    def give(self, amount: float) -> None:
        """Give back an amount that was counted but should not have been."""
        self._spare = min(self.most, self._spare + amount)

    def is_full(self, now: float) -> bool:
        """Return True if the full burst is available again."""
        return self._spare + (now - self._filled) * self.per_second >= self.most


class ConnectionLimiter:
    """Counts connections and requests, in total and by address."""

    def __init__(self, limits: Limits, proxies: frozenset[str] = frozenset()) -> None:
        self.limits, self.proxies = limits, proxies
        self.backlog = Backlog()
        self.connections = 0
        self.by_address: Counter[str] = Counter()
        self.refused = 0
        """The number of connections that wait for their 503."""
        self.refusals: Counter[str] = Counter(dict.fromkeys(REASONS, 0))
        self._requests: dict[str, TokenBucket] = {}

    def refuse(self, why: str, address: str) -> None:
        """Count and log a refused connection or request."""
        self.refusals[why] += 1
        logger.warning("a connection was refused: %s", REASONS[why], extra={"address": address})

    def enter(self, address: str) -> str | None:
        """Count a connection and return None, or return the name of the limit that forbids it."""
        if self.connections >= self.limits.connections:
            return "connections"
        if address not in self.proxies and self.by_address[address] >= self.limits.per_address:
            return "address"
        self.connections += 1
        self.by_address[address] += 1
        return None

    def leave(self, address: str) -> None:
        """Count the end of a connection."""
        self.connections -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]

    def may_request(self, address: str, now: float) -> bool:
        """Count a costly request; return False if its address has sent too many."""
        bucket = self._requests.get(address)
        if bucket is None:
            if len(self._requests) >= ADDRESSES_MAX:
                self._requests = {each: kept for each, kept in self._requests.items() if not kept.is_full(now)}
            bucket = self._requests[address] = TokenBucket(self.limits.requests_per_second, BURST_SECONDS, now)
        return bucket.take(now)

    def address(self, request: web.BaseRequest) -> str:
        """Return the client's address, also if the request comes through a trusted proxy."""
        peer = network(request.remote or "")
        if peer not in self.proxies:
            return peer
        listed = [network(part.strip()) for part in request.headers.get("X-Forwarded-For", "").split(",")]
        return next((address for address in reversed(listed) if address and address not in self.proxies), peer)


def network(address: str) -> str:
    """Return the address or network to which connections and requests are charged.

    For IPv6 it is the /64 network, because all of it belongs to one customer.
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(found) if found.is_loopback else str(ipaddress.ip_network((found, 64), strict=False))
    return str(found)


def asks_for_socket(head: bytes) -> bool:
    """Return True if a request's head, up to its empty line, asks for a WebSocket and has no body."""
    return head.startswith(b"GET ") and _UPGRADE.search(head) is not None and _BODY.search(head) is None


class Backlog:
    """Connections whose bytes were read but not parsed, served in turn."""

    def __init__(self) -> None:
        self._waiting: deque[LimitedProtocol] = deque()
        self._is_due = False

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, connection: LimitedProtocol) -> None:
        """Parse the rest of a connection's bytes in later turns of the loop."""
        self._waiting.append(connection)
        self._soon()

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_soon(self._turn)

    def _turn(self) -> None:
        self._is_due = False
        for _ in range(min(len(self._waiting), SLICES_A_TURN)):
            connection = self._waiting.popleft()
            if connection.parse_slice():
                self._waiting.append(connection)
        if self._waiting:
            self._soon()


class SocketEvents(Protocol):
    """The methods of a WebSocket that the connection below it calls."""

    def bytes_read(self) -> None:
        """Note that bytes were just read, unless earlier ones still wait in the backlog."""

    def bytes_parsed(self, count: int) -> None:
        """Count the bytes of a slice before they are parsed."""

    def pause_writing(self) -> None:
        """Stop writing, because the client does not read."""

    def resume_writing(self) -> None:
        """Write again, because the client reads again."""

    def shut(self, code: int, reason: str) -> None:
        """Close the WebSocket."""

    def connection_lost(self) -> None:
        """Handle the end of the connection."""


class LimitedProtocol(asyncio.Protocol):
    """One TCP connection, which passes data within the limits on to aiohttp's own protocol (`inner`)."""

    def __init__(self, limiter: ConnectionLimiter, inner: asyncio.Protocol) -> None:
        self.limiter, self.inner = limiter, inner
        self.loop = asyncio.get_running_loop()
        self.address = ""
        self.why: str | None = None
        """The limit that forbids this connection."""
        self.head = b""
        self.socket: SocketEvents | None = None
        """The WebSocket, once this connection has become one."""
        self.early: int | None = None
        """The number of bytes that came after a request for a socket and before its answer. None if no request waits.
        """
        self.first_frame: bytes | None = None
        """The first two bytes of a WebSocket's first frame, as far as received. None if they need not be checked."""
        self.has_asked = self.is_socket = self.is_cut = False
        self.timer: asyncio.TimerHandle | None = None
        self._rate = TokenBucket(limiter.limits.bytes_per_second, BURST_SECONDS, self.loop.time())
        self._unparsed = bytearray()
        self._is_lost = self._has_ended = False
        self._lost_by: Exception | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection."""
        self.transport = cast(asyncio.Transport, transport)
        peer = transport.get_extra_info("peername")
        self.address = network(peer[0]) if peer else ""
        self.why = self.limiter.enter(self.address)
        self.timer = self.loop.call_later(self.limiter.limits.handshake_ms / 1000, self._too_late)
        if self.why is None:
            self.inner.connection_made(transport)
            return
        self.limiter.refuse(self.why, self.address)
        self.limiter.refused += 1
        if self.limiter.refused > REFUSED_MAX:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Pass bytes on, throw them away, or end the connection."""
        if self.is_cut:
            self._read_slowly()
            return
        if not self.has_asked:
            self._read_head(data)
        elif self.early is not None:
            self.early += len(data)
        if not self._rate.take(self.loop.time(), len(data)) or (self.early or 0) > EARLY_MAX:
            self.limiter.refuse("bytes", self.address)
            self._cut()
        elif self.why is None:
            self._pass_on(data)
        elif self.has_asked:
            self._answer_full()

    def _read_head(self, data: bytes) -> None:
        """Find the end of the first request's head, and whether it asks for a socket."""
        self.head += data
        if HEAD_END in self.head or len(self.head) > HEAD_MAX:
            head, end, rest = self.head.partition(HEAD_END)
            self.has_asked, self.is_socket = True, asks_for_socket(head + end[:2])
            self.early = len(rest) if self.is_socket else None
            self.head = b""
            self._stop_timer()

    def _pass_on(self, data: bytes) -> None:
        """Parse the first slice now, unless earlier bytes still wait to be parsed."""
        if self._unparsed:
            self._unparsed += data
            return
        if self.socket is not None:
            self.socket.bytes_read()
        if len(data) > SLICE:
            self._unparsed += data[SLICE:]
            self.transport.pause_reading()
            self.limiter.backlog.add(self)
        self._parse(data[:SLICE])

    def parse_slice(self) -> bool:
        """Parse the next slice. If nothing is left, read the connection again and return False."""
        if self.is_cut or (self.transport.is_closing() and not self._is_lost):
            self._unparsed.clear()
        data = bytes(self._unparsed[:SLICE])
        del self._unparsed[:SLICE]
        if data:
            self._parse(data)
        if not self._unparsed:
            if self._is_lost:
                self._ended()
            elif not self.transport.is_closing():
                self.transport.resume_reading()
        return bool(self._unparsed)

    def _parse(self, data: bytes) -> None:
        if self.socket is not None:
            self.socket.bytes_parsed(len(data))
            if self.first_frame is not None:
                self._check_mask(data)
        if not self.is_cut:
            self.inner.data_received(data)

    def _check_mask(self, data: bytes) -> None:
        """Close a client whose first frame is not masked. RFC 6455 requires this, and aiohttp does not check it."""
        self.first_frame = (self.first_frame or b"") + data[:2]
        if len(self.first_frame) < 2:
            return
        if self.socket is not None and not self.first_frame[1] & 0x80:
            self.socket.shut(WSCloseCode.PROTOCOL_ERROR, "frames of clients must be masked")
            self.throw_away_input()
        self.first_frame = None

    def become_socket(self, socket: SocketEvents) -> None:
        """Note that the connection is a WebSocket now."""
        # if bytes came early, frames no longer begin at the start of a read, so the mask cannot be checked
        self.socket, self.first_frame = socket, None if self.early else b""
        self.early = None

    def stay_http(self) -> None:
        """Note that the connection goes on with HTTP requests, because its first request did not open a socket."""
        self.early = None

    def throw_away_input(self) -> None:
        """Stop parsing. Read further bytes slowly and throw them away.

        The bytes must be read: closing a connection with unread data resets it, and the client loses the close frame.
        """
        self.is_cut = True

    def _read_slowly(self) -> None:
        self.transport.pause_reading()
        self.loop.call_later(DRAIN_S, self._read_again)

    def _read_again(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def _cut(self) -> None:
        """End a connection that sent too much. A socket gets its close code first."""
        self.is_cut = True
        if self.socket is not None:
            self.socket.shut(errors.FLOODED, errors.CLOSINGS[errors.FLOODED])
        elif self.is_socket:
            self.transport.write(close_frame(errors.FLOODED, errors.CLOSINGS[errors.FLOODED]))
        self._linger()

    def _answer_full(self) -> None:
        self.is_cut = True
        text = f"RATE_LIMITED: too many connections ({self.why})\n".encode()
        self.transport.write(b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 10\r\n"
                             b"Connection: close\r\nContent-Length: %d\r\n\r\n%b" % (len(text), text))
        self._linger()

    def _linger(self) -> None:
        """End the connection after the client has had time to read the answer."""
        self._stop_timer()
        self.timer = self.loop.call_later(LINGER_S, self.transport.abort)

    def _too_late(self) -> None:
        if self.why is None:
            self.limiter.refuse("handshake", self.address)
        self.transport.abort()

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end of the connection.

        Bytes that were read before are parsed first, because they may hold the client's last message.
        """
        self._stop_timer()
        self._is_lost, self._lost_by = True, exc
        if self.is_cut or not self._unparsed:
            self._ended()

    def _ended(self) -> None:
        """Count the end of the connection, and report it to aiohttp's protocol."""
        if self._has_ended:
            return
        self._has_ended = True
        if self.socket is not None:
            self.socket.connection_lost()
        if self.why is None:
            self.limiter.leave(self.address)
            self.inner.connection_lost(self._lost_by)
        else:
            self.limiter.refused -= 1

    def eof_received(self) -> bool | None:
        """Tell aiohttp's protocol that the client will send no more data."""
        return self.inner.eof_received() if self.why is None else None

    def pause_writing(self) -> None:
        """Stop writing, because the client does not read."""
        self.inner.pause_writing()
        if self.socket is not None:
            self.socket.pause_writing()

    def resume_writing(self) -> None:
        """Write again, because the client reads again."""
        self.inner.resume_writing()
        if self.socket is not None:
            self.socket.resume_writing()


class LimitedSite(web.BaseSite):
    """A TCP address whose connections are limited."""

    def __init__(self, runner: web.BaseRunner, host: str, port: int, limiter: ConnectionLimiter,
                 tls: ssl.SSLContext | None) -> None:
        super().__init__(runner, ssl_context=tls, backlog=1024)
        self.host, self.port, self.limiter, self.tls = host, port, limiter, tls

    @property
    def name(self) -> str:
        """Return the address."""
        return f"{'https' if self.tls else 'http'}://{self.host}:{self.port}"

    async def start(self) -> None:
        """Listen."""
        await super().start()
        inside: Any = self._runner.server
        self._server = await asyncio.get_running_loop().create_server(
            lambda: LimitedProtocol(self.limiter, inside()), self.host, self.port, ssl=self.tls, backlog=1024,
            ssl_handshake_timeout=self.limiter.limits.handshake_ms / 1000 if self.tls else None)
