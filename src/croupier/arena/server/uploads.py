"""Files that visitors bring to the replayer: read, answered, not kept; bounded in size, number and time of others.

    POST /api/replay?hand=3         a PHH, PokerStars or JSON text of at most 1 MB: its hands, the fourth as steps

The work is done in a thread, one file at a time, so that no table waits for it; of those who wait for their turn there
are at most WAITING_MAX, more are told to come back.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from aiohttp import web

from croupier.arena.server.replays import opened, steps_of
from croupier.notation.json import from_dict
from croupier.notation.record import BadRecord

UPLOAD_MAX = 1_000_000
UPLOAD_SECONDS = 60.0
"""A file must have come by then: who sends nothing does not keep a connection for ever."""
WAITING_MAX = 20


class Reading:
    """The one desk where files are read."""

    def __init__(self) -> None:
        self.turn = asyncio.Semaphore(1)
        self.waiting = 0

    async def upload(self, request: web.Request) -> web.Response:
        """A visitor's file, as steps."""
        index = request.query.get("hand", "0")
        if not index.isdecimal() or len(index) > 6:
            raise web.HTTPBadRequest(text="hand is a number, 0 for the first")
        text = await _text(request)
        return await self._answer(lambda: opened(text, int(index)))

    async def recorded(self, hand: dict[str, Any]) -> web.Response:
        """A hand of this server, as steps."""
        facts = {name: hand[name] for name in ("hand_id", "match_id", "table_id", "hand_no", "void", "seats")}
        return await self._answer(lambda: {**facts, **steps_of(from_dict(hand["record"]))})

    async def _answer(self, work: Callable[[], dict[str, Any]]) -> web.Response:
        if self.waiting >= WAITING_MAX:
            raise web.HTTPServiceUnavailable(text="too many files are being read: try again soon")
        self.waiting += 1
        try:
            async with self.turn:
                found = await asyncio.to_thread(work)
        except BadRecord as damage:
            raise web.HTTPBadRequest(text=str(damage)[:1000]) from None
        finally:
            self.waiting -= 1
        return web.Response(text=json.dumps(found), content_type="application/json")


async def _text(request: web.Request) -> str:
    """The body as text, refused as soon as it is too long or too slow."""
    body = bytearray()
    try:
        async with asyncio.timeout(UPLOAD_SECONDS):
            async for part in request.content.iter_chunked(65_536):
                body += part
                if len(body) > UPLOAD_MAX:
                    raise web.HTTPRequestEntityTooLarge(max_size=UPLOAD_MAX, actual_size=len(body),
                                                        text="a file has at most one megabyte")
    except TimeoutError:
        raise web.HTTPRequestTimeout(text=f"a file must come within {UPLOAD_SECONDS:.0f} seconds") from None
    except ConnectionError:
        raise web.HTTPBadRequest(text="the file was not sent whole") from None
    wide = body.startswith((b"\xff\xfe", b"\xfe\xff"))
    return body.decode("utf-16" if wide else "utf-8", "replace")
