"""A WebSocket client on a bare transport, for a process that opens thousands: no task and no queue per connection.

    address = Address("wss://localhost:8765/ws")
    await open_wire(address, "T-1", wire)           `wire.text` and `wire.lost` are called from then on

aiohttp's compiled reader parses the frames and its writer makes them; only the handshake, HTTP's upgrade without
extensions, is done here. `ClientSession.ws_connect` would take a task and several wake-ups per message: enough to make
the load generator, not the server, the limit. Pings are answered, a close is answered and remembered, and a frame that
no server may send ends the connection with its code.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import ssl
from typing import Any, cast
from urllib.parse import urlsplit

from aiohttp import WebSocketError, WSMsgType
from aiohttp._websocket.reader import WebSocketDataQueue  # the compiled reader takes no other queue
from aiohttp.http import WebSocketReader

from croupier.arena.server.fanout import FrameWriter
from croupier.client.connection import socket_url

HEAD_MAX = 16_384
MESSAGE_MAX = 1 << 22
NORMAL, PROTOCOL_ERROR, NO_CODE = 1000, 1002, 1005
MASKED = FrameWriter(use_mask=True)
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class Address:
    """The address of a server's sockets; its name is looked up once, not for each of thousands."""

    def __init__(self, url: str, tls: ssl.SSLContext | None = None) -> None:
        """Parse an address; `tls` replaces the default context for wss://."""
        parts = urlsplit(socket_url(url))
        secure = parts.scheme == "wss"
        self.url, self.host = url, parts.hostname or ""
        self.netloc = parts.netloc.rpartition("@")[2]
        self.tls = (tls or ssl.create_default_context()) if secure else None
        self.found: tuple[str, int] = (self.host, parts.port or (443 if secure else 80))

    def request(self, table: str, key: bytes) -> bytes:
        """Return the request for the upgrade."""
        parts = urlsplit(socket_url(self.url, table))
        target = f"{parts.path}?{parts.query}"
        return (f"GET {target} HTTP/1.1\r\nHost: {self.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key.decode()}\r\n\r\n").encode()


class _Inbox(WebSocketDataQueue):
    """The reader's queue, which keeps nothing: every message is handled when it is complete."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(cast(Any, None), MESSAGE_MAX, loop=asyncio.get_running_loop())
        self.wire = wire

    def feed_data(self, data: Any, size: int) -> None:
        """Handle a message. The compiled reader drops exceptions, so they are reported from here."""
        try:
            self.wire.message(data)
        except Exception as error:
            self.wire.broken(error)

    def set_exception(self, exc: BaseException, exc_cause: BaseException | object = None) -> None:
        """Handle a frame that no server may send."""
        self.wire.broken(exc)


class Wire(asyncio.Protocol):
    """One connection: text messages go to `text`, its end to `lost`."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.ending = ""
        """Why the connection ends, once that is known."""
        self.connected = False
        self.messages = self.bytes = 0
        """Text messages so far, and bytes of frames."""
        self._reader: WebSocketReader | None = None

    def text(self, data: bytes) -> None:
        """Handle a text message."""
        raise NotImplementedError

    def lost(self, why: str) -> None:
        """Handle the end of the connection."""
        raise NotImplementedError

    def say(self, payload: bytes, kind: WSMsgType = WSMsgType.TEXT) -> None:
        """Send a text message, or a frame of another kind, unless the connection has ended."""
        if self.connected and not self.transport.is_closing():
            self.transport.write(MASKED.frame(payload, kind))

    def hang_up(self, code: int = NORMAL) -> None:
        """Close without waiting for the server's answer."""
        if self.connected:
            self.say(code.to_bytes(2, "big"), WSMsgType.CLOSE)
            self.transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start to read frames: the handshake is done."""
        self._reader = WebSocketReader(_Inbox(self), MESSAGE_MAX, False, False)
        self.ending, self.connected = "", True
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Parse frames, or parts of them."""
        assert self._reader is not None
        self.bytes += len(data)
        self._reader.feed_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection has ended."""
        self.connected, self._reader = False, None
        self.lost(self.ending or (str(exc) if exc else "the connection was cut"))

    def message(self, message: Any) -> None:
        """Handle a message, a ping or a close."""
        kind = message.type
        if kind is WSMsgType.TEXT:
            self.messages += 1
            self.text(message.data)
        elif kind is WSMsgType.PING:
            self.say(bytes(message.data), WSMsgType.PONG)
        elif kind is WSMsgType.CLOSE:
            code = message.data or NO_CODE
            self.ending = self.ending or f"closed with {code} {message.extra}".rstrip()
            self.say(b"" if code == NO_CODE else code.to_bytes(2, "big"), WSMsgType.CLOSE)
            self.transport.close()
        elif kind is WSMsgType.BINARY:
            self.broken(WebSocketError(PROTOCOL_ERROR, "a binary message"))

    def broken(self, error: BaseException) -> None:
        """End the connection after a frame that no server may send, or an error of our own."""
        if isinstance(error, WebSocketError):
            self.ending = self.ending or f"the server sent what it must not: {error}"
            self.hang_up(error.code)
        else:
            self.transport.abort()
            asyncio.get_running_loop().call_exception_handler({"message": "a message was not handled",
                                                               "exception": error})


async def open_wire(address: Address, table: str, wire: Wire) -> None:
    """Connect and upgrade; raise ConnectionError with the reason if that is not possible."""
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
        """Send the request."""
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(self.asked)

    def data_received(self, data: bytes) -> None:
        """Read up to the end of the head; bytes after it are frames."""
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
        """Report that the handshake failed."""
        self._fail(str(exc) if exc else "the connection was cut before it was upgraded")


def _header(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b":")
    return name.strip().lower(), value.strip()


def accepted(key: bytes) -> bytes:
    """Return the value of Sec-WebSocket-Accept for a key."""
    return base64.b64encode(hashlib.sha1(key + _GUID).digest())
