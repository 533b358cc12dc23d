"""WebSocket clients: one task reads, one writes from a bounded queue, so that nobody slow delays a table."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from urllib.parse import urlsplit

from aiohttp import WSMsgType, web

from croupier.arena.inputs import Connected, Disconnected, Received
from croupier.arena.server.hub import Hub

FRAME_MAX = 4096
"""Bytes of a client's frame; longer ones end the connection."""
QUEUE_MAX = 1000
"""Frames that may wait for a client; one that does not read them is closed."""
SLOW = 4410
HEARTBEAT = 20.0


class Socket:
    """A client's socket as the hub knows it."""

    def __init__(self, hub: Hub, ws: web.WebSocketResponse) -> None:
        self.hub, self.ws = hub, ws
        self.queue: deque[bytes] = deque()
        self.ready = asyncio.Event()
        self.closing: tuple[int, str] | None = None

    def push(self, data: bytes) -> None:
        """Queue a frame."""
        if self.closing is not None:
            return
        if len(self.queue) >= QUEUE_MAX:
            self.hub.counts.slow_clients += 1
            self.queue.clear()
            self.shut(SLOW, "too many frames unread")
            return
        self.queue.append(data)
        self.ready.set()

    def shut(self, code: int, reason: str) -> None:
        """Close once the queue is empty."""
        self.closing = self.closing or (code, reason)
        self.ready.set()

    async def write(self) -> None:
        """Send what is queued until the socket is to close."""
        with contextlib.suppress(ConnectionError):
            while True:
                while self.queue:
                    await self.ws.send_frame(self.queue.popleft(), WSMsgType.TEXT)
                if self.closing is not None:
                    code, reason = self.closing
                    await self.ws.close(code=code, message=reason.encode()[:120])
                    return
                self.ready.clear()
                await self.ready.wait()

    async def read(self, conn: int) -> None:
        """Give the host every frame until the socket closes."""
        async for message in self.ws:
            if message.type in (WSMsgType.TEXT, WSMsgType.BINARY):
                self.hub.counts.frames_in += 1
                self.hub.put(Received(conn, message.data))
            elif message.type == WSMsgType.ERROR:
                return


def foreign(request: web.Request, allowed: frozenset[str]) -> bool:
    """Whether a browser on another site opens the socket: its Origin is neither ours nor allowed."""
    origin = request.headers.get("Origin")
    if origin is None or origin in allowed or "*" in allowed:
        return False
    return urlsplit(origin).netloc.casefold() != request.host.casefold()


async def serve(request: web.Request, hub: Hub, table_id: str) -> web.WebSocketResponse:
    """A client from its first byte to its last."""
    ws = web.WebSocketResponse(max_msg_size=FRAME_MAX, compress=False, heartbeat=HEARTBEAT)
    await ws.prepare(request)
    socket = Socket(hub, ws)
    conn = hub.connect(socket)
    hub.counts.connections += 1
    hub.put(Connected(conn, table_id))
    writer = asyncio.create_task(socket.write())
    try:
        await socket.read(conn)
    finally:
        hub.counts.connections -= 1
        hub.links.pop(conn, None)
        hub.put(Disconnected(conn))
        socket.shut(1000, "")
        with contextlib.suppress(asyncio.CancelledError, TimeoutError):
            await asyncio.wait_for(writer, 1)
    return ws
