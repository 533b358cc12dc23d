"""A WebSocket client that can send anything: frames are put together by hand."""

from __future__ import annotations

import asyncio
import json
import os
import struct
from contextlib import suppress
from typing import Any

from tests.patience import PATIENCE

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
HANDSHAKE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
             "Sec-WebSocket-Version": "13"}


def frame(payload: bytes, opcode: int = TEXT, *, final: bool = True, mask: bool = True, reserved: int = 0,
          length: bytes | None = None) -> bytes:
    """One frame; `length` replaces the bytes that say how long it is."""
    first = bytes([(0x80 if final else 0) | reserved << 4 | opcode])
    size = len(payload)
    flag = 0x80 if mask else 0
    if length is None:
        length = bytes([flag | size]) if size < 126 else \
            struct.pack("!BH", flag | 126, size) if size < 65536 else struct.pack("!BQ", flag | 127, size)
    if not mask:
        return first + length + payload
    key = os.urandom(4)
    return first + length + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(payload))


def request(path: str, headers: dict[str, str], method: str = "GET", version: str = "HTTP/1.1") -> bytes:
    lines = [f"{method} {path} {version}", *(f"{name}: {value}" for name, value in headers.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


class Raw:
    """A connection: bytes out, frames or a response in."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.heard: list[dict[str, Any]] = []
        self.close_code: int | None = None

    async def send(self, data: bytes) -> None:
        """Send bytes; a connection that is gone is no error here, what was answered decides."""
        with suppress(ConnectionError, OSError):
            self.writer.write(data)
            await self.writer.drain()

    async def say(self, **fields: Any) -> None:
        await self.send(frame(json.dumps({"v": 1, **fields}).encode()))

    async def say_text(self, text: str | bytes) -> None:
        await self.send(frame(text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")))

    async def _exactly(self, count: int) -> bytes:
        return await asyncio.wait_for(self.reader.readexactly(count), PATIENCE)

    async def frame(self) -> tuple[int, bytes]:
        """Return the next frame's opcode and payload; (-1, b"") at the end of the connection."""
        try:
            head = await self._exactly(2)
            size = head[1] & 127
            if size == 126:
                size = struct.unpack("!H", await self._exactly(2))[0]
            elif size == 127:
                size = struct.unpack("!Q", await self._exactly(8))[0]
            payload = await self._exactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return -1, b""
        if head[0] & 15 == CLOSE and self.close_code is None:
            self.close_code = struct.unpack("!H", payload[:2])[0] if len(payload) >= 2 else 1005
        return head[0] & 15, payload

    async def next(self) -> dict[str, Any] | None:
        """Return the next message, or None once the connection is closed. Answers pings."""
        while True:
            opcode, payload = await self.frame()
            if opcode in (-1, CLOSE):
                return None
            if opcode == PING:
                await self.send(frame(payload, PONG))
            elif opcode == TEXT:
                self.heard.append(json.loads(payload))
                return self.heard[-1]

    async def until(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Read until a message of this type with these fields comes."""
        while (message := await self.next()) is not None:
            if message["type"] == kind and all(message.get(name) == value for name, value in fields.items()):
                return message
        raise AssertionError(f"closed with {self.close_code} before {kind} {fields}; last {self.heard[-2:]}")

    async def error(self) -> str:
        """Read until an error comes; return its code, or `closed N`."""
        while (message := await self.next()) is not None:
            if message["type"] == "error":
                return str(message["code"])
        return f"closed {self.close_code}"

    async def closed(self) -> int | None:
        """Read to the end; return the close code, or None if the connection was just cut."""
        while await self.next() is not None:
            pass
        return self.close_code

    async def response(self) -> tuple[int, bytes]:
        """Read an HTTP response; status 0 if the connection was cut without one."""
        try:
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), PATIENCE)
            status = int(head.split(b" ", 2)[1])
            sizes = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            body = await self._exactly(int(sizes[0].split(b":")[1])) if sizes and status not in (101, 304) else b""
        except (asyncio.IncompleteReadError, ConnectionError):
            return 0, b""
        return status, body

    async def end(self) -> None:
        self.writer.close()
        with suppress(ConnectionError, OSError):
            await self.writer.wait_closed()
