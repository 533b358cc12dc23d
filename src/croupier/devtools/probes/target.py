"""The server that is attacked, and what every probe needs: connections that keep frames, pages, and what to expect.

A probe is a coroutine that takes a `Target` (or a `Pair` at a table) and returns what it saw, in a few words. It raises
`Skip` if it cannot be tried, and AssertionError (`expect`) if the attack succeeded.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession, WSMsgType

from croupier.client.connection import socket_url
from croupier.devtools.wire import MASKED, NORMAL, UPGRADE, Wire, open_wire

PATIENCE = 15.0
"""Seconds within which a server must answer or close the connection."""
ADDRESS = {"X-Forwarded-For": "192.0.2.7"}
"""The header of probes that are counted by address. A server with a proxy on this machine believes it; others count
this machine's own address."""
START = "croupier arena --tables 2 --house-bots 0"
"""A command for a server on which every attack can be tried."""
SPECTATE = '{"type":"spectate","v":1}'
Frame = dict[str, Any]


class Skip(Exception):  # noqa: N818 - what is done
    """Raised by a probe that cannot be tried here."""


def expect(good: bool, problem: str) -> None:
    """Raise AssertionError unless a condition holds."""
    if not good:
        raise AssertionError(problem)


def expect_code(sent: object, reply: Frame, *codes: str) -> None:
    """Raise AssertionError unless what was sent was answered by an error with one of these codes."""
    expect(reply.get("code") in codes, f"{str(sent)[:90]!r} was answered by {reply.get('code') or str(reply)[:80]}")


class Client(Wire):
    """A connection that keeps every frame, and returns those that come next on demand."""

    def __init__(self, news: asyncio.Event | None = None) -> None:
        """Keep frames; `news` is set with each of them, and may be shared with other clients."""
        super().__init__()
        self.texts: list[str] = []
        self.frames: list[Frame] = []
        self.read = 0
        """Number of frames that `next` has looked at."""
        self.news = news or asyncio.Event()

    @property
    def received(self) -> list[tuple[str, Frame]]:
        """Return all frames, each with its text."""
        return list(zip(self.texts, self.frames, strict=True))

    def text(self, data: bytes) -> None:
        """Keep a frame."""
        self._keep(data.decode(), json.loads(data))

    def lost(self, why: str) -> None:
        """Keep the end of the connection, as if it were a frame."""
        self._keep("", {"type": "close", "close": self.code or None})

    def _keep(self, text: str, found: Frame) -> None:
        self.texts.append(text)
        self.frames.append(found)
        self.news.set()

    async def next(self, *types: str, seconds: float | None = None, **fields: Any) -> Frame:
        """Return the next frame of some types (or any) with these fields, after the last one returned; a close ends the
        wait.
        """
        try:
            async with asyncio.timeout(PATIENCE if seconds is None else seconds):
                return await self._next(types, fields)
        except TimeoutError:
            wanted = " or ".join(types) or "answer"
            raise AssertionError(f"there was no {wanted} {fields or ''}".rstrip()) from None

    async def _next(self, types: tuple[str, ...], fields: Frame) -> Frame:
        while True:
            while self.read < len(self.frames):
                found = self.frames[self.read]
                self.read += 1
                wanted = (not types or found["type"] in types) and fields.items() <= found.items()
                if wanted or found["type"] == "close":
                    return found
            self.news.clear()
            await self.news.wait()

    def tell(self, **fields: Any) -> None:
        """Send a frame."""
        self.send(of(**fields))

    def send(self, data: str | bytes) -> None:
        """Send text or bytes."""
        if isinstance(data, bytes):
            self.say(data, WSMsgType.BINARY)
        else:
            self.say(data.encode())

    async def close(self) -> None:
        """Close the connection, and wait until the server has."""
        self.read = len(self.frames)
        if self.connected:
            self.say(NORMAL.to_bytes(2, "big"), WSMsgType.CLOSE)
            try:
                await self.next("close")
            except AssertionError:
                self.transport.abort()

    async def __aenter__(self) -> Client:
        """Return the connection, to be closed at the end."""
        return self

    async def __aexit__(self, failure: object, *_: object) -> None:
        """Close the connection; cut it if the probe failed or the run is interrupted, as the server may not answer."""
        if failure is None:
            await self.close()
        elif self.connected:
            self.transport.abort()


class Target:
    """The server that is attacked."""

    def __init__(self, url: str, session: ClientSession, operator: str | None = None) -> None:
        self.url, self.session, self.operator = socket_url(url), session, operator
        parts = urlsplit(self.url)
        self.host, self.secure = parts.hostname or "", parts.scheme == "wss"
        self.port = parts.port or (443 if self.secure else 80)
        self.path = parts.path
        self.base = f"{'https' if self.secure else 'http'}://{parts.netloc}"

    async def open(self, table: str | None = None, headers: Mapping[str, str] = UPGRADE,
                   client: Client | None = None) -> Client:
        """Open a socket, for a client of another kind if one is given."""
        opened = client or Client()
        await open_wire(self.session, socket_url(self.url, table), opened, headers)
        return opened

    async def ask(self, *sent: str | bytes, types: tuple[str, ...] = (),
                  headers: Mapping[str, str] = UPGRADE) -> Frame:
        """Return the first answer, of some types, to frames on a socket of their own."""
        async with await self.open(headers=headers) as client:
            for each in sent:
                client.send(each)
            return await client.next(*types)

    async def get(self, path: str) -> tuple[int, str]:
        """Return the status and text of a page."""
        async with self.session.get(self.base + path) as answer:
            return answer.status, await answer.text(errors="replace")

    async def post(self, path: str, body: bytes) -> tuple[int, str]:
        """Post a file; return the status and text of the answer."""
        async with self.session.post(self.base + path, data=body) as answer:
            return answer.status, await answer.text(errors="replace")

    async def slowest(self, times: int) -> float:
        """Return the longest of some requests, in seconds."""
        longest = 0.0
        for _ in range(times):
            began = time.monotonic()
            await self.get("/healthz")
            longest = max(longest, time.monotonic() - began)
            await asyncio.sleep(0.05)
        return longest

    async def tables(self) -> list[Frame]:
        """Return every table as it is public."""
        status, text = await self.get("/api/tables")
        expect(status == 200, f"/api/tables is {status}")
        found: list[Frame] = json.loads(text)
        return found


def of(**fields: Any) -> str:
    """Return a frame of the arena's protocol."""
    return json.dumps({"v": 1, **fields})


def frame(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """Return a masked frame whose first byte has these flags, right or wrong."""
    return bytes((opcode | first,)) + MASKED.frame(payload)[1:]
