"""A WebSocket client on a bare transport, for a process that opens thousands: no task and no queue per connection.

    async with wire_session() as session:
        await open_wire(session, "wss://localhost:8765/ws?table=T-1", wire)

From then on the event loop calls `wire.text` for each message and, at the latest when the session is closed,
`wire.lost`. aiohttp's session does the handshake, its compiled reader parses the frames, and its writer makes them.
`ClientSession.ws_connect` is not used: it needs a task and several wake-ups per message, enough to make the load
generator the bottleneck instead of the server.

A wire answers pings. A wire also answers a close, and keeps the close code. A frame that no server may send ends the
connection with the matching close code.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
import ssl
from collections.abc import Mapping
from typing import Any, cast

from aiohttp import (
    ClientResponse,
    ClientResponseError,
    ClientSession,
    ClientTimeout,
    ServerDisconnectedError,
    TCPConnector,
    WebSocketError,
    WSMsgType,
)
from aiohttp._websocket.reader import WebSocketDataQueue  # the compiled reader accepts only this class of queue
from aiohttp.http import WebSocketReader

from croupier.arena.server.fanout import FrameWriter
from croupier.errors import Error

MESSAGE_MAX = 1 << 22
"""The most bytes of a message from the server."""
NORMAL, PROTOCOL_ERROR, NO_CODE = 1000, 1002, 1005
MASKED = FrameWriter(use_mask=True)
_GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
UPGRADE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}


class NotUpgraded(Error, ConnectionError):  # noqa: N818 - what happened
    """Raised if the server answered the handshake with an HTTP status other than 101."""

    def __init__(self, status: int, reason: str | None) -> None:
        super().__init__(f"answered by {status} {reason}")
        self.status = status


class _Inbox(WebSocketDataQueue):
    """The queue that the reader fills. It stores nothing: each message is handled as soon as it is complete."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(cast(Any, None), MESSAGE_MAX, loop=asyncio.get_running_loop())
        self.wire = wire

    def feed_data(self, data: Any, size: int) -> None:
        """Handle a message. Report exceptions here, because the compiled reader would drop them."""
        try:
            self.wire.message(data)
        except Exception as error:
            self.wire.broken(error)

    def set_exception(self, exc: BaseException, exc_cause: BaseException | object = None) -> None:
        """End the connection, because the server sent a frame that no server may send."""
        self.wire.broken(exc)


class Wire(asyncio.Protocol):
    """One connection. It calls `text` for each text message and `lost` when the connection ends."""

    transport: asyncio.Transport

    def __init__(self) -> None:
        self.ending, self.code = "", 0
        """The reason why the connection ends, once known, and the server's close code."""
        self.connected = False
        self.messages = self.bytes = 0
        """The number of text messages received so far, and the bytes of all frames."""
        self.reader: WebSocketReader | None = None
        self.answer: ClientResponse | None = None
        """The answer to the handshake. Without a reference to it, aiohttp would close the connection."""

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
        """Start to read frames, because the handshake is done."""
        self.reader = WebSocketReader(_Inbox(self), MESSAGE_MAX, False, False)
        self.ending, self.connected = "", True
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Parse frames, or parts of them."""
        assert self.reader is not None
        self.bytes += len(data)
        self.reader.feed_data(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """Note that the connection has ended."""
        self.connected, self.reader = False, None
        if self.answer is not None and self.answer.connection is not None:
            handler = self.answer.connection.protocol
            self.answer.close()
            # aiohttp's session waits for this call when it is closed
            cast(asyncio.Protocol, handler).connection_lost(exc)
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
            self.code = code = message.data or NO_CODE
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


def wire_session(tls: ssl.SSLContext | None = None) -> ClientSession:
    """Return a session for any number of wires; `tls` replaces the default context for wss://."""
    return ClientSession(connector=TCPConnector(limit=0, ssl=tls or True), timeout=ClientTimeout())


async def open_wire(session: ClientSession, url: str, wire: Wire, headers: Mapping[str, str] = UPGRADE) -> None:
    """Connect and upgrade to WebSocket.

    Raise NotUpgraded if the server refuses the upgrade, or ConnectionError with the reason if it cannot be reached.
    """
    key = base64.b64encode(os.urandom(16))
    try:
        answer = await session.get(url, headers={**UPGRADE, **headers, "Sec-WebSocket-Key": key.decode()},
                                   allow_redirects=False, read_until_eof=False)
    except ServerDisconnectedError:
        raise ConnectionError("the connection was cut before it was upgraded") from None
    except ClientResponseError as error:
        raise ConnectionError(f"not an answer of HTTP: {error.message[:100]!r}") from None
    connection = answer.connection
    if answer.status != 101 or connection is None:
        answer.close()
        raise NotUpgraded(answer.status, answer.reason)
    agreed = answer.headers.get("Sec-WebSocket-Extensions")
    if answer.headers.get("Sec-WebSocket-Accept") != accepted(key) or agreed is not None:
        answer.close()
        raise ConnectionError(f"the server agreed to {agreed}" if agreed else "the server does not know how to upgrade")
    wire.answer = answer
    transport, protocol = cast(asyncio.Transport, connection.transport), cast(Any, connection.protocol)
    wire.connection_made(transport)
    protocol.set_parser(wire.reader, None)  # the server may already have sent frames together with its answer
    transport.set_protocol(wire)


def accepted(key: bytes) -> str:
    """Return the value of Sec-WebSocket-Accept for a key."""
    return base64.b64encode(hashlib.sha1(key + _GUID).digest()).decode()
