"""Serve WebSocket clients: pass every message to the hub, and queue the frames that a client does not read yet.

aiohttp reads and writes the frames (`WebSocketResponse`, `fanout.FrameWriter`). Pings, pongs and closes are handled
here like messages, so that they are counted. aiohttp hides the fragments of a message, so their bytes are counted
instead: bytes outside whole messages and control frames are limited. The limiter passes input on in slices, so no
client can occupy the event loop (`limiter`).

Rules that a socket keeps: frames are sent in the order in which they were pushed; the close frame comes after all of
them; messages read before the end of a connection are handled before the end is reported; `gone` is called once. A
socket does not decode messages. The bytes of a message go to the hub, with the decision that was open when they were
read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol
from urllib.parse import urlsplit

import msgspec
from aiohttp import WebSocketError, WSMsgType, web

from croupier import protocol
from croupier.arena.core.config import FRAME_BYTES
from croupier.arena.server.fanout import FRAMES, GIVEN_UP, LAGS, Link, Outgoing, Queue, close_frame
from croupier.arena.server.limiter import LimitedProtocol, TokenBucket
from croupier.arena.server.metrics import Counts
from croupier.protocol import errors

logger = logging.getLogger("croupier.arena")
NORMAL, PROTOCOL_ERROR = 1000, 1002
HEARTBEAT = 20.0
"""The seconds of silence after which a client is pinged. If it stays silent for half of that time more, it is cut off.
"""
FAREWELL = 1.0
"""Seconds a client has to answer a close, and then to read what was sent before it."""
AHEAD = 65_536
"""Bytes that may be in the send buffer of a client before its frames are queued."""
CONTROL_FRAMES, CONTROL_BURST_S = 50, 2
"""Pings, pongs and closes that a client may send a second, and for how many seconds at once."""
OVERHEAD_BYTES, OVERHEAD_BURST_S = 1024, 16
"""Bytes a second that a client may send outside whole messages and control frames, and for how many seconds at once.

These are the headers of fragments.
"""
HEAD_BYTES = 8
"""The most bytes in the header of a client's frame with a payload of FRAME_BYTES."""
VERSION = "13"
"""The only version of the WebSocket handshake (RFC 6455)."""
FLOODED = Outgoing(msgspec.json.encode(protocol.ErrorFrame(
    code="RATE_LIMITED", msg=f"{CONTROL_FRAMES} pings or pongs a second at most, and few fragments")))


class Receiver(Protocol):
    """The object to which sockets pass their messages: a hub, or a relay."""

    counts: Counts

    def connect(self, link: Link, /) -> int:
        """Return a number for a new connection."""

    def decision(self, conn: int) -> tuple[str, int] | None:
        """Return the last decision for which a connection was prompted."""

    def receive(self, conn: int, data: bytes | str, stood: tuple[str, int] | None, /) -> None:
        """Handle a message, with the decision that was open when the message was read (T4)."""

    def pinged(self, conn: int, /) -> None:
        """Handle a ping, which counts like a message."""

    def lagging(self, conn: int, /) -> None:
        """Send a fresh snapshot to a client whose queue overflowed."""

    def gone(self, conn: int, /) -> None:
        """Forget a connection that has ended."""


class Socket:
    """One client's socket."""

    def __init__(self, hub: Receiver, connection: LimitedProtocol, most: int) -> None:
        self.hub, self.connection, self.transport = hub, connection, connection.transport
        self.conn = hub.connect(self)
        self.queue = Queue(most)
        self.closing: tuple[int, str] | None = None
        """Close code and reason, to be sent after what is queued."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._paused = self._is_closed = self._has_ended = self._has_stopped_reading = False
        self._control = TokenBucket(CONTROL_FRAMES, CONTROL_BURST_S, self._loop.time())
        self._overhead = TokenBucket(OVERHEAD_BYTES, OVERHEAD_BURST_S, self._loop.time())
        self._stood = hub.decision(self.conn)
        self._heard = self._loop.time()
        self._timer = self._loop.call_later(HEARTBEAT, self._beat)
        self.transport.set_write_buffer_limits(AHEAD)

    @property
    def queued(self) -> int:
        """Return how many frames are queued because the client does not read."""
        return len(self.queue)

    # -- called by the hub ---------------------------------------------------------------------------------------------

    def push(self, messages: Sequence[Outgoing]) -> None:
        """Send messages at once, or queue them for a client that does not read."""
        if self.closing is not None:
            return
        queue = self.queue
        if not queue.frames and not self._paused and not queue.waits_for_snapshot:
            if queue.has_lagged:
                queue.drained()
            if not self.transport.is_closing():
                self.transport.write(b"".join([each.frame for each in messages]))
            return
        for each in messages:
            self._queue(each.frame)

    def _queue(self, data: bytes) -> None:
        if self.closing is not None:
            return
        became = self.queue.push(data)
        if became == LAGS:
            self.hub.counts.slow_clients_lagged += 1
            self.hub.lagging(self.conn)
        elif became == GIVEN_UP:
            self.hub.counts.slow_clients_closed += 1
            logger.warning("connection %d does not read: closed", self.conn)
            self.shut(errors.SLOW, errors.CLOSINGS[errors.SLOW])

    def fresh(self) -> None:
        """Accept messages again. The next message is the snapshot."""
        self.queue.fresh()

    def shut(self, code: int, reason: str) -> None:
        """Close once the queue is empty, or at once if the client does not read."""
        self.closing = self.closing or (code, reason)
        if self._paused:
            self._rearm(FAREWELL, self._hang_up)
        self._flush()

    # -- called by the connection below --------------------------------------------------------------------------------

    def bytes_read(self) -> None:
        """Note which decision is open for the messages that were just read."""
        self._heard = self._loop.time()
        self._stood = self.hub.decision(self.conn)

    def bytes_parsed(self, count: int) -> None:
        """Close a client that sends fragments without end."""
        if not self._overhead.take(self._loop.time(), count) and not self._has_stopped_reading:
            self._flooded()

    def pause_writing(self) -> None:
        """Queue frames from now on, because the client does not read."""
        self._paused = True

    def resume_writing(self) -> None:
        """Send the queued frames, because the client reads again."""
        self._paused = False
        self._flush()

    def connection_lost(self) -> None:
        """Note that the connection has ended. `serve` still handles the messages that were read before."""
        self._timer.cancel()
        if not self.over.done():
            self.over.set_result(None)

    # -- what the client sent ------------------------------------------------------------------------------------------

    async def listen(self, ws: web.WebSocketResponse) -> None:
        """Handle messages until the client closes, or until the server stops reading from it."""
        while not self._has_stopped_reading:
            message = await ws.receive()
            kind = message.type
            if kind is WSMsgType.TEXT or kind is WSMsgType.BINARY:
                self._overhead.give(len(message.data) + HEAD_BYTES)
                if self.closing is None:
                    self.hub.counts.frames_received += 1
                    self.hub.receive(self.conn, message.data, self._stood)
            elif kind is WSMsgType.CLOSE:
                self._closed(message.data)
                return
            elif kind is WSMsgType.PING or kind is WSMsgType.PONG:
                self._control_frame(kind, message.data)
            else:
                self._failed(message.data)
                return

    def _control_frame(self, kind: WSMsgType, payload: bytes) -> None:
        """Count a ping or a pong. Answer a ping, and report it to the hub, where it counts like a message."""
        self._overhead.give(len(payload) + HEAD_BYTES)
        if not self._control.take(self._loop.time()):
            self._flooded()
        elif kind is WSMsgType.PING and self.closing is None:
            if not self._paused:
                self._write(FRAMES.frame(payload, WSMsgType.PONG))
            self.hub.pinged(self.conn)

    def _closed(self, code: int) -> None:
        """End the connection, because the client closed it or agreed to close it."""
        if not self._is_closed:
            self._send_close(code or NORMAL, "")
        self._hang_up()

    def _failed(self, error: object) -> None:
        """Close with the code for the client's error, and parse nothing more."""
        if isinstance(error, WebSocketError):
            self._stop_reading()
            self.shut(error.code, str(error))

    def _flooded(self) -> None:
        """Close a client that sends too many pings, pongs or fragments."""
        self._stop_reading()
        self.hub.counts.flooding_clients_closed += 1
        logger.warning("connection %d sends too many pings, pongs or fragments: closed", self.conn)
        self.push([FLOODED])
        self.shut(errors.FLOODED, errors.CLOSINGS[errors.FLOODED])

    def _stop_reading(self) -> None:
        self._has_stopped_reading = True
        self.connection.throw_away_input()

    # -- sending -------------------------------------------------------------------------------------------------------

    def _write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def _flush(self) -> None:
        """Send the queued frames while the client reads. Then send the close frame if the socket is closing."""
        frames = self.queue.frames
        while frames and not self._paused:
            self._write(frames.popleft())
        if frames:
            return
        self.queue.drained()
        if self.closing is not None and not self._is_closed:
            self._send_close(*self.closing)
            self._rearm(FAREWELL, self._hang_up)

    def _send_close(self, code: int, reason: str) -> None:
        """Send the close frame, and let the hub forget the connection at once."""
        self._is_closed = True
        self.closing = self.closing or (code, reason)
        self._write(close_frame(code, reason))
        self.end()

    def _hang_up(self) -> None:
        """End the connection once the client has read all frames, or cut it off if that takes too long."""
        self.end()
        if not self.over.done():
            self.transport.close()
            self._rearm(FAREWELL, self.transport.abort)

    def end(self) -> None:
        """Report the end of the connection to the hub, once."""
        self._timer.cancel()
        if not self._has_ended:
            self._has_ended, self.closing = True, self.closing or (NORMAL, "")
            self.hub.gone(self.conn)

    # -- time ----------------------------------------------------------------------------------------------------------

    def _rearm(self, seconds: float, then: Callable[[], object]) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then)

    def _beat(self) -> None:
        """Ping a silent client; cut it off if it stays silent."""
        silent = self._loop.time() - self._heard
        if silent >= 1.5 * HEARTBEAT:
            self.transport.abort()
        elif silent >= HEARTBEAT:
            self._write(FRAMES.frame(b"", WSMsgType.PING))
            self._rearm(HEARTBEAT / 2, self._beat)
        else:
            self._rearm(HEARTBEAT - silent, self._beat)


class _Response(web.WebSocketResponse):
    """A response whose socket closes it, because the close frame must come after the queued frames."""

    async def close(self, *, code: int = NORMAL, message: bytes = b"", drain: bool = True) -> bool:
        """Do nothing and return False."""
        return False


def is_foreign(request: web.Request, allowed: frozenset[str]) -> bool:
    """Return True if a page of another site opens the socket: its Origin is neither ours nor allowed."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed or "*" in allowed:
        return False
    try:
        return urlsplit(origin).netloc.casefold() != request.host.casefold()
    except ValueError:  # a malformed address such as http://[::1
        return True


async def serve(request: web.Request, hub: Receiver, opened: Callable[[int], None], queue: int) -> web.StreamResponse:
    """Serve a client from the handshake to the end of its connection; `opened` is called with its number."""
    if request.headers.get("Sec-WebSocket-Version") != VERSION and "Upgrade" in request.headers:
        return web.Response(status=426, text="only version 13 of the WebSocket handshake is supported",
                            headers={"Sec-WebSocket-Version": VERSION, "Upgrade": "websocket", "Connection": "Upgrade"})
    ws = _Response(compress=False, autoping=False, autoclose=False, max_msg_size=FRAME_BYTES + 1)
    try:
        await ws.prepare(request)
    except ConnectionError:  # the client disconnected before it was answered
        return web.Response(status=400)
    transport = request.transport
    if transport is None:
        return ws
    connection = transport.get_protocol()
    assert isinstance(connection, LimitedProtocol), "sockets are served by a LimitedSite"
    socket = Socket(hub, connection, queue)
    hub.counts.connections += 1
    try:
        opened(socket.conn)
        connection.become_socket(socket)
        # in a task of its own, a message does not pass through every layer of aiohttp's request handling
        await asyncio.create_task(socket.listen(ws))
        await socket.over
    finally:
        hub.counts.connections -= 1
        if not socket.over.done():
            socket.connection_lost()
            transport.abort()
        socket.end()
    return ws
