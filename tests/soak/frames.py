"""A million malformed frames against a real server: each ends in a named error or a close, nobody else notices.

One item is a thousand frames, made from its number: truncated, nested, of wrong types, with huge numbers, bad UTF-8,
binary, too long, floods. Beside them two teams play on the same server; their match must go on without an error, and
the server's memory must not grow.
"""

from __future__ import annotations

import asyncio
import json
import resource
import time
from collections import Counter
from random import Random
from typing import Any

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType
from tests.patience import PATIENCE

from croupier.arena.core.config import Limits, TableConfig
from croupier.arena.server.run import Running, ServerConfig, loop_factory, running
from croupier.protocol.errors import CLOSINGS, ERRORS

GROWTH_MB = 24
SOUND: tuple[dict[str, Any], ...] = (
    {"type": "action", "v": 1, "hand_id": "H-2025-01-01-00001", "action": "RAISE_TO", "amount": 100, "decision": 3},
    {"type": "hello", "v": 1, "team": "Mallory", "join_code": "x", "cards": True},
    {"type": "intent", "v": 1, "intent": 0}, {"type": "nonce", "v": 1, "nonce": "0f" * 32},
    {"type": "buy", "v": 1, "amount": 5},
    {"type": "operator", "v": 1, "code": "x", "command": "STATUS"})
ODD: tuple[Any, ...] = (None, True, -1, 0, 1.5, 1e308, 10**30, "", "x" * 3000, [], {}, [[]], {"a": {"b": {}}}, "\ud800",
                        float("nan"), float("inf"), "\u202e", "\x00")
ALLOWED = {1000, 1002, 1003, 1007, 1009, *CLOSINGS}


def malformed(rng: Random) -> str | bytes:
    """Something that no client should send."""
    frame = dict(rng.choice(SOUND))
    kind = rng.randrange(8)
    if kind == 0:
        frame[rng.choice(list(frame))] = rng.choice(ODD)
    elif kind == 1:
        del frame[rng.choice(list(frame))]
    text = json.dumps(frame)
    if kind == 2:
        return text[:rng.randrange(len(text))]
    if kind == 3:
        return rng.choice("[{") * rng.randrange(1, 4000)
    if kind == 4:
        spoiled = bytearray(text.encode())
        for _ in range(rng.randrange(1, 6)):
            spoiled[rng.randrange(len(spoiled))] = rng.randrange(256)
        return bytes(spoiled)
    if kind == 5:
        return rng.randbytes(rng.randrange(200))
    if kind == 6:
        return '{"type":"action","v":1,"amount":' + "9" * rng.randrange(1, 4000) + "}"
    return text if kind < 2 else "x" * rng.randrange(1, 6000)


class Attacker:
    """Sends malformed frames on one connection after another and looks at what comes back."""

    def __init__(self, server: Running, rng: Random) -> None:
        self.server, self.rng = server, rng
        self.counts: Counter[str] = Counter()

    async def send(self, count: int) -> None:
        """So many frames."""
        async with ClientSession() as session:
            while self.counts["frames"] < count:
                ws = await session.ws_connect(self.server.ws_url, max_msg_size=1 << 20)
                listening = asyncio.create_task(self._listen(ws))
                await self._until_closed(ws, count)
                await asyncio.wait([listening], timeout=2)
                listening.cancel()
                await ws.close()

    async def _until_closed(self, ws: ClientWebSocketResponse, count: int) -> None:
        if self.rng.random() < 0.7:
            await ws.send_str(self.rng.choice(('{"type":"spectate","v":1}', json.dumps(
                {"type": "hello", "v": 1, "team": "Mallory", "join_code": "mallory's own"}))))
        try:
            while self.counts["frames"] < count and not ws.closed:
                said = malformed(self.rng)
                self.counts["frames"] += 1
                await (ws.send_bytes(said) if isinstance(said, bytes) else
                       ws.send_bytes(said.encode("utf-8", "surrogatepass")))
                if self.rng.random() < 0.3:
                    await asyncio.sleep(0)
        except (ClientError, ConnectionError):
            pass

    async def _listen(self, ws: ClientWebSocketResponse) -> None:
        async for message in ws:
            if message.type == WSMsgType.TEXT and message.data.startswith('{"type":"error"'):
                code = json.loads(message.data)["code"]
                assert code in ERRORS, code
                self.counts[f"error {code}"] += 1
        if ws.close_code not in (None, 1006):
            assert ws.close_code in ALLOWED, ws.close_code
        self.counts[f"closed {ws.close_code}"] += 1


class Honest:
    """A team beside it: says what is legal, and must never be refused anything."""

    def __init__(self, server: Running, team: str) -> None:
        self.server, self.team = server, team
        self.answers = 0

    async def play(self) -> None:
        """Until cancelled."""
        async with ClientSession() as session, session.ws_connect(f"{self.server.ws_url}?table=T-2") as ws:
            await ws.send_str(json.dumps({"type": "hello", "v": 1, "team": self.team, "join_code": self.team}))
            async for message in ws:
                frame = json.loads(message.data)
                assert frame["type"] != "error", frame
                if frame["type"] == "act":
                    word = "CHECK" if "CHECK" in frame["legal"] else "CALL"
                    said = {"type": "action", "v": 1, "hand_id": frame["hand_id"], "action": word}
                    await ws.send_str(json.dumps(said))
                    self.answers += 1
        raise AssertionError(f"{self.team} was closed")


async def _play_on(honest: list[Honest], before: list[int], playing: list[asyncio.Task[None]]) -> None:
    """Wait until both have answered again; AssertionError if the match stands still."""
    end = time.monotonic() + PATIENCE
    while any(each.answers <= early for each, early in zip(honest, before, strict=True)):
        assert time.monotonic() < end, "the match stands still"
        if any(task.done() for task in playing):
            return
        await asyncio.sleep(0.01)


async def _attacked(number: int, frames: int) -> Counter[str]:
    table = TableConfig(seats=2, matches=0, starting_stack=1_000_000, move_time_ms=3_600_000)
    config = ServerConfig(tables={"T-1": table, "T-2": table}, port=0,
                          limits=Limits(wrong_codes=10**9, wrong_codes_table=10**9))
    async with running(config) as server:
        honest = [Honest(server, team) for team in ("Ann", "Bob")]
        playing = [asyncio.create_task(each.play()) for each in honest]
        attacker = Attacker(server, Random(number))
        await attacker.send(frames)
        before = [each.answers for each in honest]
        await _play_on(honest, before, playing)
        for task in playing:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        assert server.hub.failed is None
        return attacker.counts + Counter({"answers of others": sum(each.answers for each in honest)})


def attacked(number: int, frames: int = 1000) -> Counter[str]:
    """So many malformed frames against a server of its own."""
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(_attacked(number, frames))


def flat(number: int) -> Counter[str]:
    """A hundred thousand malformed frames against one server: its memory after a tenth is its memory at the end."""
    early = late = 0.0
    counts: Counter[str] = Counter()
    for part in range(10):
        counts += attacked(10 * number + part, 10_000)
        late = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        early = early or late
    assert late <= early + GROWTH_MB, f"{early:.0f} MB after a tenth, {late:.0f} MB at the end"
    return counts + Counter({"servers": 10})
