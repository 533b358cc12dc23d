"""WebSocket clients: one task reads, one writes from a bounded queue, so that nobody slow delays a table."""

from __future__ import annotations

import asyncio
import logging
import struct
from collections.abc import Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from croupier.arena import codes
from croupier.arena.inputs import Connected, Disconnected, Lagging, Pinged, Received
from croupier.arena.limits import FRAME_BYTES
from croupier.arena.server.hub import Hub
from croupier.arena.server.queues import GIVEN_UP, LAGS, Queue

logger = logging.getLogger("croupier.arena")
HEARTBEAT = 20.0
"""Seconds between pings; a client that does not answer within half of it is gone."""
FAREWELL = 1.0
"""Seconds a client has to read what was sent before its connection closed."""


AHEAD = 65_536
"""Bytes that may be on their way to a client before its frames have to wait."""


@lru_cache(64)
def _on_the_wire(data: bytes) -> bytes:
    """A text frame with its head: made once for everybody who gets it."""
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    return struct.pack("!BBH" if size < 65_536 else "!BBQ", 0x81, 126 if size < 65_536 else 127, size) + data


class Socket:
    """A client's socket as the hub knows it."""

    def __init__(self, hub: Hub, ws: web.WebSocketResponse, queue: int, transport: asyncio.Transport) -> None:
        self.hub, self.ws, self.transport = hub, ws, transport
        self.conn = hub.connect(self)
        self.queue = Queue(queue)
        self.ready = asyncio.Event()
        self.closing: tuple[int, str] | None = None

    def push(self, frames: Sequence[bytes]) -> None:
        """Send frames at once, or queue them for one who does not read."""
        if self.closing is not None:
            return
        if not self.queue.frames and self.ready_for_more:
            self.transport.write(b"".join(map(_on_the_wire, frames)) if len(frames) > 1 else _on_the_wire(frames[0]))
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
            self.shut(codes.SLOW, codes.CLOSINGS[codes.SLOW])
        self.ready.set()

    @property
    def ready_for_more(self) -> bool:
        """Whether what was sent before has been taken by the network; a closed socket takes nothing."""
        return (not self.queue.waits_for_snapshot and not self.transport.is_closing()
                and self.transport.get_write_buffer_size() < AHEAD)

    def fresh(self) -> None:
        """The snapshot for a client that lagged comes now."""
        self.queue.fresh()

    def shut(self, code: int, reason: str) -> None:
        """Close once the queue is empty."""
        self.closing = self.closing or (code, reason)
        self.ready.set()

    async def write(self) -> None:
        """Send what is queued until the socket is to close and nothing waits any more."""
        while True:
            while self.queue.frames:
                await self.ws.send_frame(self.queue.frames.popleft(), WSMsgType.TEXT)
            if self.closing is not None:
                return
            self.queue.drained()
            self.ready.clear()
            await self.ready.wait()

    async def read(self) -> None:
        """Give the host every frame until the socket closes."""
        async for message in self.ws:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self.hub.counts.frames_in += 1
                self.hub.put(Received(self.conn, message.data))
            elif message.type == WSMsgType.PING:
                self.hub.put(Pinged(self.conn))
                await self.ws.pong(message.data)
            elif message.type == WSMsgType.ERROR:
                return


def foreign(request: web.Request, allowed: frozenset[str]) -> bool:
    """Whether a browser on another site opens the socket: its Origin is neither ours nor allowed."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed or "*" in allowed:
        return False
    return urlsplit(origin).netloc.casefold() != request.host.casefold()


async def serve(request: web.Request, hub: Hub, table_id: str, address: str, queue: int) -> web.WebSocketResponse:
    """A client from its first byte to its last."""
    ws = web.WebSocketResponse(timeout=FAREWELL, max_msg_size=FRAME_BYTES, compress=False, heartbeat=HEARTBEAT,
                               autoping=False)
    await ws.prepare(request)
    assert request.transport is not None
    socket = Socket(hub, ws, queue, request.transport)
    hub.counts.connections += 1
    hub.put(Connected(socket.conn, table_id, address=address))
    tasks = [asyncio.create_task(socket.read()), asyncio.create_task(socket.write())]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.links.pop(socket.conn, None)
        hub.put(Disconnected(socket.conn))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await _say_goodbye(request, ws, *socket.closing or (1000, ""))
        hub.counts.connections -= 1
    return ws


async def _say_goodbye(request: web.Request, ws: web.WebSocketResponse, code: int, reason: str) -> None:
    """The close code, and time for the client to read it: a connection that is cut at once may lose its last words."""
    try:
        async with asyncio.timeout(2 * FAREWELL):
            await ws.close(code=code, message=reason.encode()[:120])
    except (TimeoutError, ConnectionError):
        if request.transport is not None:
            request.transport.abort()
