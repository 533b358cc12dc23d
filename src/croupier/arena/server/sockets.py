"""WebSocket clients: what each sends goes to the hub at once, what it is sent waits in a bounded queue if it does not
read, so that nobody slow delays a table.

aiohttp answers the request for a socket; from then on the door (`door.Guard`) hands what comes to the socket itself:
no task and no queue for each frame, and little memory for each of thousands of spectators.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from urllib.parse import urlsplit

import msgspec
from aiohttp import web

from croupier import protocol
from croupier.arena.core.effects import Connected, Lagging, Pinged
from croupier.arena.server.frames import Frames
from croupier.arena.server.guard import Guard
from croupier.arena.server.hub import Hub
from croupier.arena.server.pacing import AT_ONCE, ControlFrames, read_slowly
from croupier.arena.server.queues import GIVEN_UP, LAGS, Queue
from croupier.protocol import errors
from croupier.protocol.websocket import NO_CODE, NORMAL, PING, PONG, BadFrame, closing, framed

logger = logging.getLogger("croupier.arena")
HEARTBEAT = 20.0
"""Seconds of silence after which a client is pinged; one that says nothing for half of it more is gone."""
FAREWELL = 1.0
"""Seconds a client has to answer a close, and then to read what was sent before it."""
AHEAD = 65_536
"""Bytes that may be on their way to a client before its frames have to wait."""
CONTROL_FRAMES = 50
"""Pings, pongs and fragments that a client may send a second; no client needs more than a few."""
FLOODED = framed(msgspec.json.encode(protocol.Error(
    code="RATE_LIMITED", msg=f"{CONTROL_FRAMES} pings, pongs or fragments a second at most")))


class Socket(Frames):
    """A client's socket as the hub knows it."""

    def __init__(self, hub: Hub, transport: asyncio.Transport, most: int) -> None:
        super().__init__()
        self.hub, self.transport = hub, transport
        self.conn = hub.connect(self)
        self.queue = Queue(most)
        self.closing: tuple[int, str] | None = None
        """What it is to be closed with, after what waits for it."""
        self.over: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._loop = asyncio.get_running_loop()
        self._paused = self._is_closed = self._has_ended = self._is_deaf = False
        self._control = ControlFrames(CONTROL_FRAMES, self._loop.time())
        self._heard = self._loop.time()
        self._timer = self._loop.call_later(HEARTBEAT, self._beat)
        transport.set_write_buffer_limits(AHEAD)

    # -- of the hub ----------------------------------------------------------------------------------------------------

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames at once, or queue them for one who does not read."""
        if self.closing is not None:
            return
        queue = self.queue
        if not queue.frames and not self._paused and not queue.waits_for_snapshot:
            if queue.has_lagged:
                queue.drained()
            self._write(b"".join(frames) if len(frames) > 1 else frames[0])
            return
        for data in frames:
            self._queue(data)

    def _queue(self, data: bytes) -> None:
        """Who lets too many frames wait hears how things stand instead, and is closed if that is not read."""
        if self.closing is not None:
            return
        became = self.queue.push(data)
        if became == LAGS:
            self.hub.counts.lagged += 1
            self.hub.put(Lagging(self.conn))
        elif became == GIVEN_UP:
            self.hub.counts.slow_clients += 1
            logger.warning("connection %d does not read: closed", self.conn)
            self.shut(errors.SLOW, errors.CLOSINGS[errors.SLOW])

    def fresh(self) -> None:
        """The snapshot for a client that lagged comes now."""
        self.queue.fresh()

    def shut(self, code: int, reason: str) -> None:
        """Close once the queue is empty; who does not read is not waited for."""
        self.closing = self.closing or (code, reason)
        if self._paused:
            self._rearm(FAREWELL, self._hang_up)
        self._flush()

    # -- of the client -------------------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Handle the first frames of what came; the rest waits in the backlog, and nothing more is read meanwhile."""
        self._heard = self._loop.time()
        if self._is_deaf:
            read_slowly(self.transport, self._loop)
        elif self._handle(data, AT_ONCE) and not self.transport.is_closing():
            self.transport.pause_reading()
            self.hub.backlog.add(self)

    def handle(self, most: int) -> bool:
        """Go on with frames that were read; return False, and read again, once none are left."""
        if self.over.done():
            return False
        if not self._is_deaf and self._handle(b"", most):
            return True
        if not self.transport.is_closing():
            self.transport.resume_reading()
        return False

    def _handle(self, data: bytes, most: int) -> bool:
        """Handle frames; a client that sends what it must not, or too much, is not listened to any more."""
        try:
            return self.feed(data, most) and not self._is_deaf
        except BadFrame as wrong:
            self._is_deaf = True
            self.shut(wrong.code, str(wrong))
            return False

    def control(self) -> None:
        """Count a ping, a pong, a close or a fragment; close a client that sends too many."""
        if not self._is_deaf and not self._control.is_within(self._loop.time()):
            self._is_deaf = True
            self.hub.counts.flooded += 1
            logger.warning("connection %d sends too many pings, pongs or fragments: closed", self.conn)
            self.push([FLOODED])
            self.shut(errors.FLOODED, errors.CLOSINGS[errors.FLOODED])

    def message(self, data: str | bytes) -> None:
        """A message for the host."""
        if self.closing is None:
            self.hub.counts.frames_in += 1
            self.hub.receive(self.conn, data)

    def ping(self, said: bytes) -> None:
        """Answer a ping, which counts like a message."""
        if self.closing is None and not self._is_deaf:
            if not self._paused:
                self._write(framed(said, PONG))
            self.hub.put(Pinged(self.conn))

    def closed(self, code: int) -> None:
        """The client closes, or agrees to be closed."""
        if not self._is_closed:
            self._say_close(NORMAL if code == NO_CODE else code, "")
        self._hang_up()

    def pause_writing(self) -> None:
        """It does not read: frames wait from here on."""
        self._paused = True

    def resume_writing(self) -> None:
        """It reads again."""
        self._paused = False
        self._flush()

    def connection_lost(self) -> None:
        """It is gone."""
        self._end()
        if not self.over.done():
            self.over.set_result(None)

    # -- sent ----------------------------------------------------------------------------------------------------------

    def _write(self, data: bytes) -> None:
        if not self.transport.is_closing():
            self.transport.write(data)

    def _flush(self) -> None:
        """Send what waits while it is taken; then the close, if there is to be one."""
        frames = self.queue.frames
        while frames and not self._paused:
            self._write(frames.popleft())
        if frames:
            return
        self.queue.drained()
        if self.closing is not None and not self._is_closed:
            self._say_close(*self.closing)
            self._rearm(FAREWELL, self._hang_up)

    def _say_close(self, code: int, reason: str) -> None:
        """The last frame; the host hears of it at once."""
        self._is_closed = True
        self.closing = self.closing or (code, reason)
        self._write(closing(code, reason))
        self._end()

    def _hang_up(self) -> None:
        """End it once what was sent is read; cut it if that takes too long."""
        self._end()
        if not self.over.done():
            self.transport.close()
            self._rearm(FAREWELL, self.transport.abort)

    def _end(self) -> None:
        """Nobody is here any more, as far as the host knows."""
        self._timer.cancel()
        if not self._has_ended:
            self._has_ended, self.closing = True, self.closing or (NORMAL, "")
            self.hub.gone(self.conn)

    # -- time ----------------------------------------------------------------------------------------------------------

    def _rearm(self, seconds: float, then: Callable[[], object]) -> None:
        self._timer.cancel()
        self._timer = self._loop.call_later(seconds, then)

    def _beat(self) -> None:
        """Ping who is silent, give up who stays so."""
        silent = self._loop.time() - self._heard
        if silent >= 1.5 * HEARTBEAT:
            self.transport.abort()
        elif silent >= HEARTBEAT:
            self._write(framed(b"", PING))
            self._rearm(HEARTBEAT / 2, self._beat)
        else:
            self._rearm(HEARTBEAT - silent, self._beat)


def foreign(request: web.Request, allowed: frozenset[str]) -> bool:
    """Whether a browser on another site opens the socket: its Origin is neither ours nor allowed."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed or "*" in allowed:
        return False
    return urlsplit(origin).netloc.casefold() != request.host.casefold()


async def serve(request: web.Request, hub: Hub, table_id: str, address: str, queue: int) -> web.StreamResponse:
    """A client from its first byte to its last."""
    ws = web.WebSocketResponse(compress=False)
    try:
        await ws.prepare(request)
    except ConnectionError:  # gone before it was answered: no error of ours, nor a line in the log
        return web.Response(status=400)
    transport = request.transport
    if transport is None:
        return ws
    guard = transport.get_protocol()
    assert isinstance(guard, Guard), "sockets are behind the door"
    socket = Socket(hub, transport, queue)
    hub.counts.connections += 1
    try:
        hub.put(Connected(socket.conn, table_id, address=address))
        guard.hand_over(socket)
        await socket.over
    finally:
        hub.counts.connections -= 1
        if not socket.over.done():
            socket.connection_lost()
            transport.abort()
    return ws
