"""The attacks that can be tried from outside, against a server of one's own.

    async for finding in attack("ws://localhost:8765/ws"):
        print(finding.number, finding.what, finding.problem or "held")

Numbers are those of docs/operations.md. What needs a seat is tried at a practice table, if the server has one; what
cannot be tried is said to be skipped. Guessing codes comes last: it locks this machine's address out for a minute.
"""

from __future__ import annotations

import asyncio
import json
import os
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from aiohttp import (
    ClientError,
    ClientSession,
    ClientTimeout,
    ClientWebSocketResponse,
    WSMsgType,
    WSServerHandshakeError,
)

from croupier.arena.client.link import socket_url
from croupier.arena.codes import ERRORS

PATIENCE = 15.0
"""Seconds within which a server must have answered, or ended it."""
RUBBISH: tuple[str | bytes, ...] = (
    "", "null", "[]", "{", "[" * 4000, '{"a":' * 500, '{"type":"action","v":' + "9" * 3000 + "}", b"\x00\xff",
    '{"type":"\\ud800","v":1}', '{"type":"dance","v":1}', '{"type":"hello","v":2}', '{"type":["hello"],"v":1}',
    '{"type":"hello","v":1,"team":1,"join_code":[]}')
BAD_NAMES = (" ", "A" * 33, "A\u202eB", "A\u200bB", "A\x00B", "\u0430nn", "e\u0301\u0302\u0303\u0304")
AMOUNTS = ("-1", "0", "1", "1e3", "1.5", '"40"', "true", "null", "NaN", "9007199254740993", "9" * 40)


@dataclass(frozen=True)
class Finding:
    """What became of one attack."""

    number: int
    what: str
    problem: str = ""
    skipped: str = ""


class Skip(Exception):  # noqa: N818 - what is done
    """This cannot be tried here."""


def expect(good: bool, problem: str) -> None:
    """Something must be so."""
    if not good:
        raise AssertionError(problem)


class Target:
    """The server that is attacked."""

    def __init__(self, url: str, session: ClientSession) -> None:
        self.url, self.session = socket_url(url), session
        parts = urlsplit(self.url)
        self.host, self.port, self.secure = parts.hostname or "", parts.port or 80, parts.scheme == "wss"
        self.base = f"{'https' if self.secure else 'http'}://{parts.netloc}"

    async def open(self, table: str | None = None, **options: Any) -> ClientWebSocketResponse:
        """A socket."""
        ws: ClientWebSocketResponse = await self.session.ws_connect(socket_url(self.url, table), max_msg_size=1 << 22,
                                                                    **options)
        return ws

    async def get(self, path: str) -> tuple[int, str]:
        """A page."""
        async with self.session.get(self.base + path) as answer:
            return answer.status, await answer.text()

    async def raw(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A bare connection; only without TLS."""
        if self.secure:
            raise Skip("not over TLS")
        return await asyncio.open_connection(self.host, self.port)

    async def upgraded(self, extension: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        """A bare socket after its handshake, and what the server said to it."""
        reader, writer = await self.raw()
        more = f"Sec-WebSocket-Extensions: {extension}\r\n" if extension else ""
        writer.write(f"GET {urlsplit(self.url).path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                     f"Sec-WebSocket-Version: 13\r\n{more}\r\n".encode())
        return reader, writer, await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)

    async def practice(self) -> str:
        """A table to sit down at without spoiling anything."""
        _, text = await self.get("/api/tables")
        for table in json.loads(text):
            free = table["config"]["seats"] - len(table["players"])
            if table["practice"] and free and table["config"]["variant"] == "HUNL":
                return str(table["table_id"])
        raise Skip("there is no practice table with a free seat (croupier arena --practice 1)")


def frame(opcode: int, payload: bytes, first: int = 0x80) -> bytes:
    """A masked frame; `first` has its flags."""
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    mask = os.urandom(4)
    return bytes([opcode | first]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


async def _end(reader: asyncio.StreamReader) -> bytes:
    """Everything until the server ends a connection."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b"cut off"
    except TimeoutError:
        raise AssertionError("the connection is still open") from None


async def _answer(ws: ClientWebSocketResponse, *types: str) -> dict[str, Any]:
    """The next frame of some types, or {"close": code}."""
    while True:
        message = await asyncio.wait_for(ws.receive(), PATIENCE)
        if message.type != WSMsgType.TEXT:
            return {"type": "close", "close": ws.close_code}
        found: dict[str, Any] = json.loads(message.data)
        if not types or found["type"] in types:
            return found


async def _refused(ws: ClientWebSocketResponse, said: str | bytes) -> None:
    await (ws.send_bytes(said) if isinstance(said, bytes) else ws.send_str(said))
    answer = await _answer(ws, "error")
    named = answer["type"] == "close" or (answer["code"] in ERRORS and len(answer["msg"]) < 500)
    expect(named, f"{said[:40]!r} was answered by {str(answer)[:80]}")


# -- the attacks -------------------------------------------------------------------------------------------------------


async def spectator_sees_cards(target: Target) -> None:
    """hole cards in the spectators' feed and the API"""
    async with await target.open() as ws:
        await ws.send_str('{"type":"spectate","v":1}')
        heard = [await _answer(ws, "spectate", "snapshot", "lobby") for _ in range(2)]
    _, tables = await target.get("/api/tables")
    expect('"hole"' not in json.dumps(heard) + tables, "hole cards are shown")
    expect('"secret"' not in tables + (await target.get("/metrics"))[1], "a secret is shown")


async def compression(target: Target) -> None:
    """compression offered, and a compressed frame"""
    reader, writer, head = await target.upgraded("permessage-deflate; client_max_window_bits")
    expect(b"sec-websocket-extensions" not in head.lower(), "the server agreed to compress")
    writer.write(frame(0x1, b"\xaa\x56\x2a" * 20, 0xC0))
    expect(struct.pack("!H", 1002) in await _end(reader), "a compressed frame was taken")
    writer.close()


async def other_site(target: Target) -> None:
    """a socket opened by a page of another site"""
    try:
        await (await target.open(origin="https://evil.example")).close()
    except WSServerHandshakeError as refused:
        expect(refused.status == 403, f"answered by {refused.status}")
        return
    raise AssertionError("it was opened")


async def bad_names(target: Target) -> None:
    """names with control, bidi, zero-width characters, of several alphabets, too long"""
    for name in BAD_NAMES:
        async with await target.open() as ws:
            await _refused(ws, json.dumps({"type": "hello", "v": 1, "team": name, "join_code": "check-server"}))


async def ping_flood(target: Target) -> None:
    """a flood of pings"""
    reader, writer, _ = await target.upgraded()
    writer.write(frame(0x9, b"x" * 100) * 60_000)
    expect(struct.pack("!H", 4429) in await _end(reader), "it was not ended with 4429")
    writer.close()


async def slow_handshake(target: Target) -> None:
    """a handshake that never ends, and a socket that never says hello"""
    reader, writer = await target.raw()
    writer.write(b"GET /ws HTTP/1.1\r\nHost: x")
    silent = await target.open()
    await _end(reader)
    writer.close()
    answer = await _answer(silent, "close")
    expect(answer["close"] == 4408, f"silence was answered by {answer}")


async def rubbish(target: Target) -> None:
    """frames that are none: truncated, deep, huge numbers, bad UTF-8, binary, unknown types"""
    for said in RUBBISH:
        async with await target.open() as ws:
            await _refused(ws, said)


async def too_long(target: Target) -> None:
    """a frame that is too long"""
    async with await target.open() as ws:
        await ws.send_str("x" * 100_000)
        expect((await _answer(ws, "close"))["close"] == 1009, "it was not closed with 1009")


async def spectator_speaks(target: Target) -> None:
    """a spectator who speaks"""
    async with await target.open() as ws:
        await ws.send_str('{"type":"spectate","v":1}')
        await ws.send_str('{"type":"intent","v":1,"intent":3}')
        code = (await _answer(ws, "close"))["close"]
        expect(code == 4403, f"it was closed with {code}, not 4403")


async def actions(target: Target) -> None:
    """actions for another hand, twice, with impossible amounts"""
    async with await target.open(await target.practice()) as ws:
        code = os.urandom(8).hex()
        await ws.send_str(json.dumps({"type": "hello", "v": 1, "team": f"Check {code[:8]}", "join_code": code}))
        try:
            act = await _answer(ws, "act", "close")
        except TimeoutError:
            raise Skip("nobody was asked anything for a while") from None
        said = {"type": "action", "v": 1, "hand_id": act["hand_id"], "decision": act["decision"]}
        await _refused(ws, json.dumps({**said, "hand_id": "H-2000-01-01-00001", "action": "FOLD"}))
        for amount in AMOUNTS:
            await _refused(ws, json.dumps({**said, "action": "RAISE_TO"})[:-1] + f', "amount": {amount}}}')
        await ws.send_str(json.dumps({**said, "action": "FOLD"}))
        await _refused(ws, json.dumps({**said, "action": "FOLD"}))
        await ws.send_str('{"type":"intent","v":1,"intent":3}')


async def still_there(target: Target) -> None:
    """after all this the server is healthy and lets people watch"""
    expect((await target.get("/healthz"))[0] == 200, "/healthz is not 200")
    async with await target.open() as ws:
        await ws.send_str('{"type":"spectate","v":1}')
        expect((await _answer(ws))["type"] in ("spectate", "lobby"), "nobody can watch")


async def guessing(target: Target) -> None:
    """guessing the operator's code"""
    for _ in range(1000):
        async with await target.open() as ws:
            guess = {"type": "operator", "v": 1, "code": os.urandom(8).hex(), "command": "STATUS"}
            await ws.send_str(json.dumps(guess))
            if (await _answer(ws, "error"))["code"] == "RATE_LIMITED":
                return
    raise AssertionError("a thousand guesses were looked at")


ATTACKS: tuple[tuple[int, Callable[[Target], Awaitable[None]]], ...] = (
    (2, spectator_sees_cards), (5, compression), (11, other_site), (12, bad_names), (13, ping_flood),
    (13, slow_handshake), (14, rubbish), (14, too_long), (10, spectator_speaks), (22, actions), (8, guessing),
    (16, still_there))


async def attack(url: str) -> AsyncIterator[Finding]:
    """All of them, one after the other; ConnectionError where no server answers."""
    async with ClientSession(timeout=ClientTimeout(total=60)) as session:
        target = Target(url, session)
        try:
            await target.get("/healthz")
        except ClientError as error:
            raise ConnectionError(str(error)) from None
        for number, tried in ATTACKS:
            yield await _finding(number, tried, target)


async def _finding(number: int, tried: Callable[[Target], Awaitable[None]], target: Target) -> Finding:
    what = (tried.__doc__ or "").strip()
    try:
        await tried(target)
    except Skip as skipped:
        return Finding(number, what, skipped=str(skipped))
    except AssertionError as problem:
        return Finding(number, what, problem=str(problem))
    except (ClientError, OSError, TimeoutError, asyncio.IncompleteReadError, KeyError) as error:
        return Finding(number, what, problem=f"{type(error).__name__}: {str(error)[:200]}")
    return Finding(number, what)
