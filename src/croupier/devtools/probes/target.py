"""The server that is attacked, and what every probe needs: sockets, bare connections, pages, clients that keep frames.

A probe is a coroutine that takes a `Target` (or a `Pair` at a table) and returns what it saw, in a few words. It raises
`Skip` if it cannot be tried, and AssertionError (`expect`) if the attack succeeded.
"""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

from croupier.client.connection import socket_url
from croupier.devtools.wire import MASKED

PATIENCE = 15.0
"""Seconds within which a server must answer or close the connection."""
ADDRESS = "192.0.2.7"
"""The X-Forwarded-For address of probes that are counted by address. A server with a proxy on this machine believes it;
others count this machine's own address."""
START = "croupier arena --tables 2 --house-bots 0"
"""A command for a server on which every attack can be tried."""
Frame = dict[str, Any]


class Skip(Exception):  # noqa: N818 - what is done
    """Raised by a probe that cannot be tried here."""


def expect(good: bool, problem: str) -> None:
    """Raise AssertionError unless a condition holds."""
    if not good:
        raise AssertionError(problem)


class Target:
    """The server that is attacked."""

    def __init__(self, url: str, session: ClientSession, operator: str | None = None) -> None:
        self.url, self.session, self.operator = socket_url(url), session, operator
        parts = urlsplit(self.url)
        self.host, self.secure = parts.hostname or "", parts.scheme == "wss"
        self.port = parts.port or (443 if self.secure else 80)
        self.path = parts.path
        self.base = f"{'https' if self.secure else 'http'}://{parts.netloc}"

    async def open(self, table: str | None = None, **options: Any) -> ClientWebSocketResponse:
        """Open a socket."""
        ws: ClientWebSocketResponse = await self.session.ws_connect(socket_url(self.url, table), max_msg_size=1 << 22,
                                                                    **options)
        return ws

    async def get(self, path: str) -> tuple[int, str]:
        """Return the status and text of a page."""
        async with self.session.get(self.base + path) as answer:
            return answer.status, await answer.text(errors="replace")

    async def post(self, path: str, body: bytes) -> tuple[int, str]:
        """Post a file; return the status and text of the answer."""
        async with self.session.post(self.base + path, data=body) as answer:
            return answer.status, await answer.text(errors="replace")

    async def tables(self) -> list[Frame]:
        """Return every table as it is public."""
        status, text = await self.get("/api/tables")
        expect(status == 200, f"/api/tables is {status}")
        found: list[Frame] = json.loads(text)
        return found

    async def raw(self, room: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Open a bare connection, without TLS only; `room` is the size of its receive buffer."""
        if self.secure:
            raise Skip("not over TLS")
        if not room:
            return await asyncio.open_connection(self.host, self.port)
        (family, kind, proto, _, address), *_ = await asyncio.get_running_loop().getaddrinfo(
            self.host, self.port, type=socket.SOCK_STREAM)
        narrow = socket.socket(family, kind, proto)
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        if hasattr(socket, "TCP_MAXSEG"):  # small segments: the server's own buffers stay small, too
            narrow.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
        narrow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(narrow, address)
        return await asyncio.open_connection(sock=narrow, limit=room)

    async def upgraded(self, extension: str = "", table: str = "",
                       room: int = 0) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """Open a bare socket; return it after its handshake, with the server's answer."""
        reader, writer = await self.raw(room)
        more = f"Sec-WebSocket-Extensions: {extension}\r\n" if extension else ""
        path = f"{self.path}?table={table}" if table else self.path
        writer.write(f"GET {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nX-Forwarded-For: {ADDRESS}\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                     f"Sec-WebSocket-Version: 13\r\n{more}\r\n".encode())
        return reader, writer, await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)


def frame(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """Return a masked frame whose first byte has these flags, right or wrong."""
    return bytes((opcode | first,)) + MASKED.frame(payload)[1:]


async def end_of(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes or cuts the connection; return all bytes."""
    data = b""
    try:
        async with asyncio.timeout(PATIENCE):
            while some := await reader.read(65_536):
                data += some
    except ConnectionError:
        return data
    except TimeoutError:
        raise AssertionError("the connection is still open") from None
    return data


async def closes_raw(target: Target, sent: bytes, code: int, extension: str = "") -> None:
    """Send bytes on a bare socket, which must be closed with this code."""
    reader, writer, _ = await target.upgraded(extension)
    try:
        writer.write(sent)
        expect(struct.pack("!H", code) in await end_of(reader), f"it was not ended with {code}")
    finally:
        writer.close()


async def answer(ws: ClientWebSocketResponse, *types: str) -> Frame:
    """Return the next frame of some types, or {"type": "close", "close": code}."""
    while True:
        try:
            message = await asyncio.wait_for(ws.receive(), PATIENCE)
        except TimeoutError:
            raise AssertionError("there was no answer") from None
        if message.type != WSMsgType.TEXT:
            return {"type": "close", "close": ws.close_code}
        found: Frame = json.loads(message.data)
        if not types or found["type"] in types:
            return found


class Client:
    """A connection that keeps every frame, and returns those that come next on demand."""

    def __init__(self, ws: ClientWebSocketResponse) -> None:
        self.ws = ws
        self.texts: list[str] = []
        self.frames: list[Frame] = []
        self.read = 0
        """Number of frames that `next` has looked at."""
        self.news = asyncio.Event()
        self.task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        async for message in self.ws:
            if message.type == WSMsgType.TEXT:
                found = json.loads(message.data)
                self.keep(message.data, found)
        self.keep("", {"type": "close", "close": self.ws.close_code})

    def keep(self, text: str, found: Frame) -> None:
        """Keep a frame."""
        self.texts.append(text)
        self.frames.append(found)
        self.news.set()

    async def next(self, *types: str, seconds: float | None = None, **fields: Any) -> Frame:
        """Return the next frame of some types with these fields, after the last one returned; a close ends the wait."""
        try:
            async with asyncio.timeout(PATIENCE if seconds is None else seconds):
                return await self._next((*types, "close"), fields)
        except TimeoutError:
            wanted = " or ".join(types)
            raise AssertionError(f"there was no {wanted} {fields or ''}".rstrip()) from None

    async def _next(self, types: tuple[str, ...], fields: Frame) -> Frame:
        while True:
            while self.read < len(self.frames):
                found = self.frames[self.read]
                self.read += 1
                if found["type"] in types and (found["type"] == "close" or fields.items() <= found.items()):
                    return found
            self.news.clear()
            await self.news.wait()

    async def say(self, **fields: Any) -> None:
        """Send a frame."""
        await self.send(json.dumps({"v": 1, **fields}))

    async def send(self, data: str | bytes) -> None:
        """Send text or bytes."""
        if isinstance(data, bytes):
            await self.ws.send_bytes(data)
        else:
            await self.ws.send_str(data)

    async def close(self) -> None:
        """Close the connection."""
        await self.ws.close()
        self.task.cancel()
