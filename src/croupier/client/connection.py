"""A player's socket: connect, reconnect after every break, and measure how long answers take.

After a break the client waits a quarter of a second before it reconnects, then twice as long each time, up to ten
seconds. The waits are randomised, so that a hundred bots do not reconnect at the same moment. The client does not
reconnect if the server closed the connection for good: all matches are played, the team's name is taken, the team was
removed, or another connection took the seat.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import random
import time
from collections import deque
from urllib.parse import urlsplit

from aiohttp import ClientError, ClientSession, ClientWebSocketResponse, WSMsgType

from croupier.client.player import Player
from croupier.errors import Error
from croupier.protocol import errors

logger = logging.getLogger("croupier.client")

FINAL = frozenset((errors.REPLACED, errors.LEFT, errors.REMOVED, errors.BROKE, errors.BAD_HELLO, errors.REFUSED))
"""Close codes after which the client does not reconnect."""
WAIT_MAX_S = 10.0
"""The longest wait before the client reconnects, in seconds."""


class SeatRefused(Error):  # noqa: N818 - what happened
    """The server refused this player."""


class BadAddress(Error, ValueError):  # noqa: N818 - named for what was wrong
    """Raised for a text that is not the address of a server."""


def socket_url(url: str, table: str | None = None) -> str:
    """Return the WebSocket address of a server. `url` is that address, or the address of the server's page. Raise
    BadAddress if `url` is neither.
    """
    try:
        parts = urlsplit(url if "//" in url else f"ws://{url}")
        known = bool(parts.hostname) and parts.port != 0  # `port` refuses what is not a port
    except ValueError:
        known = False
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme) if known else ""
    if scheme not in ("ws", "wss") or any(map(str.isspace, url)):
        raise BadAddress(f"{url!r} is not the address of an arena, such as ws://localhost:8765/ws")
    path = parts.path if parts.path not in ("", "/") else "/ws"
    query = f"?table={table}" if table else f"?{parts.query}" if parts.query else ""
    return f"{scheme}://{parts.netloc}{path}{query}"


class ArenaConnection:
    """One player's connection to an arena. The client reconnects whenever the connection breaks."""

    def __init__(self, player: Player, url: str, *, once: bool = False, give_up_s: float = 60.0) -> None:
        """Prepare a connection. With `once`, `run` returns when the match ends.

        `run` gives up if it cannot reach the server for `give_up_s` seconds.
        """
        self.player, self.url, self.once, self.give_up_s = player, url, once, give_up_s
        self.answer_ms: deque[float] = deque(maxlen=10_000)
        """The times from sending an action to receiving the event that reports it."""
        self.connects = 0
        self.socket: ClientWebSocketResponse | None = None
        self.leaving = False
        self._welcome = False
        """True once the current connection has got its seat. Until then, each wait to reconnect is longer."""
        self.rng = random.Random()

    async def run(self) -> None:
        """Play until the end.

        Raise SeatRefused if the server refuses the player, or ConnectionError if it stays unreachable.
        """
        wait, lost_at = 0.25, time.monotonic()
        async with ClientSession() as session:
            while True:
                with contextlib.suppress(ClientError, ConnectionError, TimeoutError):
                    # the heartbeat detects a server that is gone; without it, a half-open connection would wait for
                    # ever
                    async with session.ws_connect(self.url, heartbeat=20, max_msg_size=1 << 20) as ws:
                        self.connects += 1
                        self._welcome = False
                        if await self._talk(ws):
                            return
                        wait, lost_at = 0.25 if self._welcome else wait, time.monotonic()
                if self.leaving:
                    return
                if time.monotonic() - lost_at > self.give_up_s:
                    raise ConnectionError(f"{self.url} cannot be reached")
                await asyncio.sleep(wait * self.rng.uniform(0.5, 1.5))
                if self.leaving:  # `leave` was called during the wait
                    return
                wait = min(2 * wait, WAIT_MAX_S)

    async def _talk(self, ws: ClientWebSocketResponse) -> bool:
        """Play over one connection until it ends. Return True if the client must not connect again."""
        self.socket = ws
        await ws.send_str(json.dumps(self.player.hello()))
        sent_at: float | None = None
        async for message in ws:
            if message.type != WSMsgType.TEXT:
                continue
            frame = json.loads(message.data)
            self._welcome = self._welcome or frame["type"] == "welcome"
            if sent_at is not None and frame["type"] == "event" and frame.get("seat") == self.player.seat:
                self.answer_ms.append((time.perf_counter() - sent_at) * 1000)
                sent_at = None
            # in a thread, so that the server's pings are answered even while the bot thinks for long
            answer = await asyncio.to_thread(self.player.feed, frame)
            if answer is not None and not ws.closed and not self.leaving:
                sent_at = time.perf_counter()
                await ws.send_str(json.dumps(answer))
            if self.once and frame["type"] == "match_end":
                return True
        return self._ended(ws)

    async def leave(self) -> None:
        """Leave the table. At a cash table the player leaves with its chips, which may have to wait for the hand's end.
        """
        self.leaving = True
        if self.socket is None or self.socket.closed:
            return
        if self.player.is_cash:  # closing the connection would only pause the seat and leave its chips on the table
            await self.socket.send_str(json.dumps({"type": "intent", "v": 1, "intent": 3}))
        else:
            await self.socket.close()

    def _ended(self, ws: ClientWebSocketResponse) -> bool:
        if self.leaving or ws.close_code == errors.FINISHED:
            return True
        if ws.close_code in FINAL:
            last = self.player.report.errors[-1:] or [errors.CLOSINGS.get(ws.close_code or 0, "closed")]
            raise SeatRefused(last[0])
        logger.info("%s: connection lost (%s), reconnecting", self.player.team, ws.close_code)
        return False

    def latency(self) -> str:
        """Return a sentence that sums up the answer times."""
        times = sorted(self.answer_ms)
        if not times:
            return "no answers yet"
        median, slowest = times[len(times) // 2], times[len(times) * 99 // 100]
        return f"answers seen after {median:.1f} ms (median), {slowest:.1f} ms (p99)"
