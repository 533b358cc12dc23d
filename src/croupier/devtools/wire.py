"""A WebSocket on a bare transport, for whoever opens thousands of them: no task, no queue and no copy for each frame.

    address = Address("wss://localhost:8765/ws")
    await open_wire(address, "T-1", wire)           a Wire of one's own, whose `text` and `lost` are called from then on

The handshake is HTTP's upgrade without extensions; afterwards the transport belongs to the wire itself. Pings are
answered, a close is answered and remembered, and what no server may send ends the connection with 1002.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import ssl
from typing import cast
from urllib.parse import urlsplit

from croupier.client.connection import socket_url
from croupier.devtools.wire_frames import CLOSE, PING, PONG, WHOLE_TEXT, Frames
from croupier.protocol.websocket import NO_CODE, NORMAL, PROTOCOL_ERROR, masked

HEAD_MAX = 16_384
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Address:
    """Where a server's sockets are; its name is looked up once, not for each of thousands."""

    def __init__(self, url: str, tls: ssl.SSLContext | None = None) -> None:
        """`tls` is used for wss:// instead of what this machine trusts."""
        parts = urlsplit(socket_url(url))
        secure = parts.scheme == "wss"
        self.url, self.host = url, parts.hostname or ""
        self.netloc = parts.netloc.rpartition("@")[2]
        self.tls = (tls or ssl.create_default_context()) if secure else None
        self.found: tuple[str, int] = (self.host, parts.port or (443 if secure else 80))

    def request(self, table: str, key: bytes) -> bytes:
        """The upgrade that is asked for."""
        parts = urlsplit(socket_url(self.url, table))
        target = f"{parts.path}?{parts.query}"
        return (f"GET {target} HTTP/1.1\r\nHost: {self.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key.decode()}\r\n\r\n").encode()


class Wire(Frames, asyncio.Protocol):
    """One connection: what comes is given to `text`, its end to `lost`."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        super().__init__()
        self.ending = ""
        """Why it ends, once that is known."""
        self.connected = False

    def lost(self, why: str) -> None:
        """It is over."""
        raise NotImplementedError

    def say(self, payload: bytes, kind: int = WHOLE_TEXT) -> None:
        """Send a text message, or a frame of another kind; nothing to one that is gone."""
        if self.connected and not self.transport.is_closing():
            self.transport.write(masked(payload, kind))

    def hang_up(self, code: int = NORMAL) -> None:
        """End it, without waiting for the other side to agree."""
        if self.connected:
            self.say(code.to_bytes(2, "big"), CLOSE)
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The handshake is done."""
        self.restart()
        self.ending, self.connected = "", True
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Frames, or parts of them."""
        try:
            self.feed(data)
        except ValueError as wrong:
            self.ending = self.ending or f"the server sent what it must not: {wrong}"
            self.hang_up(PROTOCOL_ERROR)

    def connection_lost(self, exc: Exception | None) -> None:
        """The transport is gone."""
        self.connected = False
        self.lost(self.ending or (str(exc) if exc else "the connection was cut"))

    def control(self, kind: int, said: bytes) -> None:
        """A ping is answered, and so is a close."""
        if kind == PING:
            self.say(said, PONG)
        elif kind == CLOSE:
            code = int.from_bytes(said[:2], "big") if len(said) > 1 else NO_CODE
            self.ending = self.ending or f"closed with {code} {said[2:].decode(errors='replace')}".rstrip()
            self.say(said[:2], CLOSE)
            self.transport.close()


async def open_wire(address: Address, table: str, wire: Wire) -> None:
    """Connect and upgrade; ConnectionError with the reason where that is not to be had."""
    host, port = address.found
    transport, upgrade = await asyncio.get_running_loop().create_connection(
        lambda: Upgrade(address, table, wire), host, port, ssl=address.tls,
        server_hostname=address.host if address.tls else None)
    peer = transport.get_extra_info("peername")
    address.found = peer[:2] if peer else address.found
    try:
        await upgrade.done
    except BaseException:
        transport.abort()
        raise


class Upgrade(asyncio.Protocol):
    """The handshake, which leaves the transport to the wire."""

    def __init__(self, address: Address, table: str, wire: Wire) -> None:
        self.key = base64.b64encode(os.urandom(16))
        self.asked = address.request(table, self.key)
        self.wire = wire
        self.head = b""
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.asked)

    def data_received(self, data: bytes) -> None:
        """Listen for the end of the head; what comes after it are frames already."""
        self.head += data
        head, end, rest = self.head.partition(b"\r\n\r\n")
        if len(head) > HEAD_MAX:
            self._fail("the server's answer has no end")
        elif end:
            self._answered(head, rest)

    def _answered(self, head: bytes, rest: bytes) -> None:
        status, _, lines = head.partition(b"\r\n")
        named = dict(_header(line) for line in lines.split(b"\r\n"))
        if status.split(b" ")[1:2] != [b"101"]:
            self._fail(f"answered by {status[:100].decode(errors='replace')!r}")
        elif named.get(b"sec-websocket-accept") != accepted(self.key) or b"sec-websocket-extensions" in named:
            self._fail("the server does not know how to upgrade")
        else:
            self.transport.set_protocol(self.wire)
            self.wire.connection_made(self.transport)
            if not self.done.done():
                self.done.set_result(None)
            if rest:
                self.wire.data_received(rest)

    def _fail(self, why: str) -> None:
        if not self.done.done():
            self.done.set_exception(ConnectionError(why))
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """No handshake came of it."""
        self._fail(str(exc) if exc else "the connection was cut before it was upgraded")


def _header(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b":")
    return name.strip().lower(), value.strip()


def accepted(key: bytes) -> bytes:
    """What a server answers to a key, so that it is known to have understood."""
    return base64.b64encode(hashlib.sha1(key + _GUID).digest())
