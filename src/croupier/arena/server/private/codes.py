"""Codes in the body of a POST, so that no log and no history keeps them; wrong ones are counted as at a table."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from aiohttp import web

from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter

Wish = TypeVar("Wish", bound=msgspec.Struct)


class Guesses:
    """Wrong codes sent to one part of the API."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, part: str) -> None:
        """Count wrong codes under a name (`part`), as for a table."""
        self.hub, self.limiter, self.part = hub, limiter, part

    async def read(self, request: web.Request, kind: type[Wish]) -> Wish:
        """Return what is asked for; answer 400 if it cannot be, 429 after too many wrong codes from an address."""
        wait = self.hub.host.attempts.wait(self.limiter.address(request), self.part, self.hub.now())
        if wait:
            raise web.HTTPTooManyRequests(text=f"too many wrong codes from your address: wait {wait // 1000 + 1} s")
        try:
            return msgspec.json.decode(await request.read(), type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise web.HTTPBadRequest(text=str(error)[:200]) from None

    def count(self, request: web.Request) -> None:
        """Count a wrong code."""
        self.hub.host.attempts.failed(self.limiter.address(request), self.part, self.hub.now())
