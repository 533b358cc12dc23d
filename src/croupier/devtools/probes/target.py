"""The server that is attacked, and the tools of all probes: connections that keep their frames, HTTP requests, checks.

A probe is a coroutine that takes a `Target`, or a `Pair` of players at a table, and returns its result in a few words.
A probe raises `Skip` if it cannot be tried, and AssertionError (through `expect`) if the attack succeeded.
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
"""The header of probes that use up the limits of an address.

A server that trusts a proxy on this machine counts the address in the header; other servers count this machine's own.
"""
START = "croupier arena --tables 2 --house-bots 0"
"""A command that starts a server on which every attack can be tried."""
SPECTATE = '{"type":"spectate","v":1}'
Frame = dict[str, Any]


class Skip(Exception):  # noqa: N818 - what is done
    """Raised by a probe that cannot be tried here."""


def expect(good: bool, problem: str) -> None:
    """Raise AssertionError unless a condition holds."""
    if not good:
        raise AssertionError(problem)


def expect_code(sent: object, reply: Frame, *codes: str) -> None:
    """Raise AssertionError unless an answer is an error with one of these codes."""
    expect(reply.get("code") in codes, f"{str(sent)[:90]!r} was answered by {reply.get('code') or str(reply)[:80]}")


class Client(Wire):
    """A connection that keeps every frame. `next` returns the frames one by one."""

    def __init__(self, news: asyncio.Event | None = None) -> None:
        """Set up an unconnected client. The event `news` is set at each frame; several clients may share one event."""
        super().__init__()
        self.texts: list[str] = []
        self.frames: list[Frame] = []
        self.read = 0
        """The number of frames that `next` has already returned or skipped."""
        self.news = news or asyncio.Event()

    @property
    def received(self) -> list[tuple[str, Frame]]:
        """Return the text and the content of every frame."""
        return list(zip(self.texts, self.frames, strict=True))

    def text(self, data: bytes) -> None:
        """Keep a frame."""
        self._keep(data.decode(), json.loads(data))

    def lost(self, why: str) -> None:
        """Keep the end of the connection as a frame of type `close`."""
        self._keep("", {"type": "close", "close": self.code or None})

    def _keep(self, text: str, found: Frame) -> None:
        self.texts.append(text)
        self.frames.append(found)
        self.news.set()

    async def next(self, *types: str, seconds: float | None = None, **fields: Any) -> Frame:
        """Wait for the next frame of these types (by default any) with these fields, and return it.

        Frames before it are skipped. A close ends the wait.
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
        """Close the connection. Cut the connection if the probe failed or the run is interrupted, as the server may not
        answer.
        """
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
        """Open a socket and return its client; pass a `client` to use an instance of another class."""
        opened = client or Client()
        await open_wire(self.session, socket_url(self.url, table), opened, headers)
        return opened

    async def ask(self, *sent: str | bytes, types: tuple[str, ...] = (),
                  headers: Mapping[str, str] = UPGRADE) -> Frame:
        """Open a socket, send these frames, and return the first answer of the given types."""
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
        """Send some requests, and return the longest time that one took, in seconds."""
        longest = 0.0
        for _ in range(times):
            began = time.monotonic()
            await self.get("/healthz")
            longest = max(longest, time.monotonic() - began)
            await asyncio.sleep(0.05)
        return longest

    async def tables(self) -> list[Frame]:
        """Return the public data of every table."""
        status, text = await self.get("/api/tables")
        expect(status == 200, f"/api/tables is {status}")
        found: list[Frame] = json.loads(text)
        return found


def of(**fields: Any) -> str:
    """Return a frame of the arena's protocol as JSON text."""
    return json.dumps({"v": 1, **fields})


def frame(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """Return a masked WebSocket frame. `first` holds the flags of its first byte, which need not be valid."""
    return bytes((opcode | first,)) + MASKED.frame(payload)[1:]
