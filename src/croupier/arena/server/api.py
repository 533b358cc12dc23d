"""The HTTP API: tables, standings, hands, matches. Everything here is public; `private` needs a code.

    /api/tables               every table, with its seats and the current hand as a spectator sees it
    /api/tables/TABLE/rules   the rules of an evolved game, in Markdown
    /api/standings            JSON, or CSV with ?format=csv
    /api/courses              chips over hands by team, and head-to-head results
    /api/hands                the latest hands; ?table=, ?match=, ?limit=, ?before=CURSOR
    /api/hands/HAND_ID        one hand; ?format=json, phh, pokerstars, or steps for a replayer
    /api/replay               POST a hand file (PHH, PokerStars or JSON, at most 1 MB): its hands, one of them as steps
    /api/matches              the latest matches; ?limit=, ?before=CURSOR
    /api/matches/MATCH_ID     a match's archive; with its secret once that is public
    /api/ladder               the ladder of a league; null if the server was started without one

Lists come in pages: the header `Link: <...>; rel="next"` holds the address of the next one. Whatever reads the store or
parses a file runs in one thread, a job at a time, so that no table waits for it. WAITING_MAX jobs may wait, of one
address WAITING_PER_ADDRESS; further requests are answered by 503. Requests are also limited by address (`limiter`).
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter
from croupier.arena.server.private import RatingDesk, add_operator, add_own_hands, add_ratings, write_hand
from croupier.arena.server.replayer import opened
from croupier.games.genome.rulebook import rulebook
from croupier.notation.record import BadRecord

LIMIT_MAX = 100
TABLES_A_TURN = 10
"""Tables described in one turn of the event loop: a few milliseconds."""
STANDINGS_MAX = 1_000
"""Teams in the standings as JSON, the best; an open arena may see any number of names. The CSV has all of them."""
UPLOAD_MAX = 1_000_000
UPLOAD_SECONDS = 60.0
"""Seconds within which an uploaded file must be complete."""
WAITING_MAX, WAITING_PER_ADDRESS = 20, 8
_PLAIN = ("phh", "pokerstars")
"""Formats that are answered as plain text."""


class Worker:
    """Run costly jobs in a thread, one at a time, and limit how many wait."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(1)
        self.waiting: Counter[str] = Counter()

    async def run(self, address: str, job: Callable[[], str]) -> str:
        """Return the result of a job; answer 503 if too many wait, 400 if it raises BadRecord."""
        if self.waiting.total() >= WAITING_MAX or self.waiting[address] >= WAITING_PER_ADDRESS:
            raise web.HTTPServiceUnavailable(text="too many requests are being worked on: try again soon",
                                             headers={"Retry-After": "1"})
        self.waiting[address] += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(job)
        except BadRecord as damage:
            raise web.HTTPBadRequest(text=str(damage)[:1000]) from None
        finally:
            self.waiting[address] -= 1
            if not self.waiting[address]:
                del self.waiting[address]


@dataclass(frozen=True)
class Handed:
    """What the command line hands in from rooms that an arena does not import: the lab's ratings, a league's ladder."""

    ratings: RatingDesk | None = None
    ladder: Callable[[], dict[str, Any]] | None = None
    """Returns a league's ladder as it is now; called in the API's worker thread."""


def routes(hub: Hub, limiter: ConnectionLimiter, handed: Handed) -> web.RouteTableDef:
    """Return the API's routes."""
    table = web.RouteTableDef()
    worker = Worker()
    describing = asyncio.Semaphore(1)

    async def answer(request: web.Request, job: Callable[[], str], kind: str = "application/json",
                     headers: dict[str, str] | None = None) -> web.Response:
        text = await worker.run(limiter.address(request), job)
        return web.Response(text=text, content_type=kind, headers=headers)

    @table.get("/api/tables")
    async def tables(request: web.Request) -> web.Response:
        facts = []
        async with describing:
            for number, each in enumerate(list(hub.host.tables.values()), 1):
                facts.append(json.dumps(table_facts(each, hub.now())))
                if number % TABLES_A_TURN == 0:
                    await asyncio.sleep(0)
        return web.Response(text=f"[{', '.join(facts)}]", content_type="application/json")

    @table.get("/api/tables/{table_id}")
    async def one_table(request: web.Request) -> web.Response:
        found = hub.host.tables.get(request.match_info["table_id"])
        if found is None:
            raise web.HTTPNotFound(text="no such table")
        return web.json_response(table_facts(found, hub.now()))

    @table.get("/api/tables/{table_id}/rules")
    async def rules(request: web.Request) -> web.Response:
        found = hub.host.tables.get(request.match_info["table_id"])
        genome = found.config.hosted.known.get("genome") if found is not None else None
        if genome is None:
            raise web.HTTPNotFound(text="no evolved game is played there")
        return await answer(request, lambda: rulebook(genome), "text/plain")

    @table.get("/api/standings")
    async def standings(request: web.Request) -> web.Response:
        found = hub.public_standings
        if request.query.get("format") == "csv":
            return await answer(request, found.as_csv, "text/csv")
        return await answer(request, lambda: json.dumps(found.rows(STANDINGS_MAX)))

    @table.get("/api/courses")
    async def courses(request: web.Request) -> web.Response:
        found = hub.public_standings
        return await answer(request, lambda: json.dumps(found.courses.as_dict()))

    @table.get("/api/hands")
    async def hands(request: web.Request) -> web.Response:
        limit, before = _number(request, "limit", 50, LIMIT_MAX), _number(request, "before", None, 1 << 60)
        table_id, match_id = request.query.get("table"), request.query.get("match")
        return await page(request, "hand_id", limit, lambda: hub.queries.hands(limit, before, table_id, match_id))

    @table.get("/api/matches")
    async def matches(request: web.Request) -> web.Response:
        limit, before = _number(request, "limit", 50, LIMIT_MAX), _number(request, "before", None, 1 << 60)
        return await page(request, "match_id", limit, lambda: hub.queries.matches(limit, before))

    async def page(request: web.Request, key: str, limit: int,
                   read: Callable[[], list[dict[str, Any]]]) -> web.Response:
        """Answer a page of a list. Rows are numbered by the end of their id, which is the cursor."""
        headers: dict[str, str] = {}

        def job() -> str:
            rows = read()
            if len(rows) == limit:
                more = request.rel_url.update_query(before=int(rows[-1][key].rpartition("-")[2]))
                headers["Link"] = f'<{more}>; rel="next"'
            return json.dumps(rows)

        text = await worker.run(limiter.address(request), job)
        return web.Response(text=text, content_type="application/json", headers=headers)

    @table.get("/api/hands/{hand_id}")
    async def one_hand(request: web.Request) -> web.Response:
        form, hand_id = request.query.get("format", "json"), request.match_info["hand_id"]
        kind = "text/plain" if form in _PLAIN else "application/json"
        return await answer(request, lambda: _hand(hub, hand_id, form), kind)

    @table.get("/api/matches/{match_id}")
    async def one_match(request: web.Request) -> web.Response:
        match_id = request.match_info["match_id"]
        return await answer(request, lambda: _archive(hub, match_id))

    @table.post("/api/replay")
    async def replay(request: web.Request) -> web.Response:
        index = request.query.get("hand", "0")
        if not (index.isascii() and index.isdecimal()) or len(index) > 6:
            raise web.HTTPBadRequest(text="hand is a number, 0 for the first")
        text = await _body(request)
        return await answer(request, lambda: json.dumps(opened(text, int(index))))

    add_own_hands(table, hub, limiter, answer)
    add_operator(table, hub, limiter, answer)
    add_ratings(table, hub, limiter, answer, handed.ratings)

    @table.get("/api/ladder")
    async def ladder(request: web.Request) -> web.Response:
        return await answer(request, lambda: json.dumps(None if handed.ladder is None else handed.ladder()))

    return table


def _hand(hub: Hub, hand_id: str, form: str) -> str:
    """Return a hand in one of its formats."""
    hand = hub.queries.opened_hand(hand_id) if form == "steps" else hub.queries.public_hand(hand_id)
    if hand is None:
        raise web.HTTPNotFound(text="no such hand has ended")
    return write_hand(hand, form)


def _archive(hub: Hub, match_id: str) -> str:
    archive = hub.queries.archive(match_id)
    if archive is None:
        raise web.HTTPNotFound(text="no such match has begun")
    return json.dumps(archive)


async def _body(request: web.Request) -> str:
    """Return the body as text; refuse it if it is compressed, and as soon as it is too long, too slow or damaged."""
    if request.headers.get("Content-Encoding", "identity").casefold() != "identity":
        raise web.HTTPUnsupportedMediaType(text="send the file uncompressed")
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
    except (ConnectionError, web.RequestPayloadError):
        raise web.HTTPBadRequest(text="the file did not arrive complete") from None
    is_wide = body.startswith((b"\xff\xfe", b"\xfe\xff"))
    return body.decode("utf-16" if is_wide else "utf-8", "replace")


def table_facts(table: ArenaTable, now: int) -> dict[str, Any]:
    """Return a table as anybody may see it."""
    return table.public(now).as_dict(len(table.audience.watching))


def _number(request: web.Request, name: str, default: int | None, most: int) -> int:
    """Return a whole number of the query; answer 400 if it is not one."""
    text = request.query.get(name)
    if text is None:
        return default if default is not None else most
    if not (text.isascii() and text.isdecimal()) or len(text) > 18 or not 0 < int(text) <= most:
        raise web.HTTPBadRequest(text=f"{name} is a whole number from 1 to {most}")
    return int(text)
