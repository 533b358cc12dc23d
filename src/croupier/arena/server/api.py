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

Lists come in pages: the header `Link: <...>; rel="next"` holds the address of the next one. A request that reads the
store or parses a file is a job for one thread, which runs one job at a time, so that no table waits for it. At most
WAITING_MAX jobs may wait, and at most WAITING_PER_ADDRESS from one address. Further requests get a 503. Requests are
also limited by address (`limiter`).
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
from croupier.arena.server.private import OperatorPage, OwnHands, RatingDesk, Ratings, write_hand
from croupier.arena.server.replayer import opened
from croupier.games.genome.rulebook import rulebook
from croupier.notation.record import BadRecord

LIMIT_MAX = 100
"""The most rows on one page of a list."""
TABLES_A_TURN = 10
"""The number of tables described in one turn of the event loop, which takes a few milliseconds."""
STANDINGS_MAX = 1_000
"""The standings as JSON list this many teams, the best ones. The CSV lists all.

In an open arena the number of names has no limit, and the standings of 6,000 teams were 1.5 MB.
"""
UPLOAD_MAX = 1_000_000
"""The most bytes of an uploaded file."""
UPLOAD_SECONDS = 60.0
"""The seconds within which an uploaded file must be complete."""
WAITING_MAX, WAITING_PER_ADDRESS = 20, 8
"""The most jobs that may wait for the API's thread, in total and from one address."""
_PLAIN = ("phh", "pokerstars")
"""Formats that are sent as plain text."""


class Worker:
    """Run costly jobs in a thread, one at a time, and limit how many wait."""

    def __init__(self, limiter: ConnectionLimiter) -> None:
        self.limiter = limiter
        self._turn = asyncio.Semaphore(1)
        self.waiting: Counter[str] = Counter()

    async def answer(self, request: web.Request, job: Callable[[], str], kind: str = "application/json",
                     headers: dict[str, str] | None = None) -> web.Response:
        """Run a job and answer with the text that it returns. The job may set `headers`. Answer 400 if it raises
        BadRecord.
        """
        text = await self._run(self.limiter.address(request), job)
        return web.Response(text=text, content_type=kind, headers=headers)

    async def _run(self, address: str, job: Callable[[], str]) -> str:
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
    """Objects from packages that the arena does not import. The command line passes them in: the lab's ratings, a
    ladder.
    """

    ratings: RatingDesk | None = None
    ladder: Callable[[], dict[str, Any]] | None = None
    """Returns the current ladder of a league. The API calls it in its worker thread."""


def routes(hub: Hub, limiter: ConnectionLimiter, handed: Handed) -> list[web.RouteDef]:
    """Return the API's routes."""
    worker = Worker(limiter)
    tables, results = _Tables(hub, worker), _Results(hub, worker)
    own = OwnHands(hub, limiter, worker.answer)
    ratings = Ratings(hub, limiter, worker.answer, handed.ratings)
    operator = OperatorPage(hub, limiter, worker.answer)

    async def ladder(request: web.Request) -> web.Response:
        return await worker.answer(request, lambda: json.dumps(None if handed.ladder is None else handed.ladder()))

    return [
        web.get("/api/tables", tables.all),
        web.get("/api/tables/{table_id}", tables.one),
        web.get("/api/tables/{table_id}/rules", tables.rules),
        web.get("/api/standings", results.standings),
        web.get("/api/courses", results.courses),
        web.get("/api/hands", results.hands),
        web.get("/api/hands/{hand_id}", results.hand),
        web.post("/api/replay", results.replay),
        web.get("/api/matches", results.matches),
        web.get("/api/matches/{match_id}", results.match),
        web.get("/api/ladder", ladder),
        web.post("/api/own-hands", own.page),
        web.post("/api/own-hands/{hand_id}", own.one),
        web.get("/api/games", ratings.games),
        web.post("/api/ratings", ratings.rate),
        web.post("/api/operator", operator.overview),
    ]


class _Tables:
    """Answer requests about tables."""

    def __init__(self, hub: Hub, worker: Worker) -> None:
        self.hub, self.worker = hub, worker
        self._turn = asyncio.Semaphore(1)
        """Lets only one request list tables at a time.

        If several did, each of them would describe TABLES_A_TURN tables in every turn of the event loop.
        """

    async def all(self, request: web.Request) -> web.Response:
        facts = []
        async with self._turn:
            for number, each in enumerate(list(self.hub.host.tables.values()), 1):
                facts.append(json.dumps(table_facts(each, self.hub.now())))
                if number % TABLES_A_TURN == 0:
                    await asyncio.sleep(0)
        return web.Response(text=f"[{', '.join(facts)}]", content_type="application/json")

    async def one(self, request: web.Request) -> web.Response:
        found = self.hub.host.tables.get(request.match_info["table_id"])
        if found is None:
            raise web.HTTPNotFound(text="no such table")
        return web.json_response(table_facts(found, self.hub.now()))

    async def rules(self, request: web.Request) -> web.Response:
        found = self.hub.host.tables.get(request.match_info["table_id"])
        genome = found.config.hosted.known.get("genome") if found is not None else None
        if genome is None:
            raise web.HTTPNotFound(text="no evolved game is played there")
        return await self.worker.answer(request, lambda: rulebook(genome), "text/plain")


class _Results:
    """Answer requests about hands, matches and standings."""

    def __init__(self, hub: Hub, worker: Worker) -> None:
        self.hub, self.answer = hub, worker.answer

    async def standings(self, request: web.Request) -> web.Response:
        found = self.hub.public_standings
        if request.query.get("format") == "csv":
            return await self.answer(request, found.as_csv, "text/csv")
        return await self.answer(request, lambda: json.dumps(found.rows(STANDINGS_MAX)))

    async def courses(self, request: web.Request) -> web.Response:
        found = self.hub.public_standings
        return await self.answer(request, lambda: json.dumps(found.courses.as_dict()))

    async def hands(self, request: web.Request) -> web.Response:
        table_id, match_id = request.query.get("table"), request.query.get("match")
        return await self._page(request, "hand_id", lambda limit, before: self.hub.queries.hands(
            limit, before, table_id, match_id))

    async def matches(self, request: web.Request) -> web.Response:
        return await self._page(request, "match_id", lambda limit, before: self.hub.queries.matches(limit, before))

    async def _page(self, request: web.Request, key: str,
                    read: Callable[[int, int | None], list[dict[str, Any]]]) -> web.Response:
        """Answer one page of a list. The cursor is the number at the end of a row's id."""
        limit, before = _number(request, "limit", LIMIT_MAX) or 50, _number(request, "before", 1 << 60)
        headers: dict[str, str] = {}

        def job() -> str:
            rows = read(limit, before)
            if len(rows) == limit:
                more = request.rel_url.update_query(before=int(rows[-1][key].rpartition("-")[2]))
                headers["Link"] = f'<{more}>; rel="next"'
            return json.dumps(rows)

        return await self.answer(request, job, headers=headers)

    async def hand(self, request: web.Request) -> web.Response:
        form, hand_id = request.query.get("format", "json"), request.match_info["hand_id"]
        kind = "text/plain" if form in _PLAIN else "application/json"
        return await self.answer(request, lambda: _hand(self.hub, hand_id, form), kind)

    async def match(self, request: web.Request) -> web.Response:
        match_id = request.match_info["match_id"]
        return await self.answer(request, lambda: _archive(self.hub, match_id))

    async def replay(self, request: web.Request) -> web.Response:
        index = request.query.get("hand", "0")
        if not (index.isascii() and index.isdecimal()) or len(index) > 6:
            raise web.HTTPBadRequest(text="hand is a number, 0 for the first")
        text = await _body(request)
        return await self.answer(request, lambda: json.dumps(opened(text, int(index))))


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
    """Return the request's body as text.

    Refuse a body that is compressed or damaged, and one that is too long or too slow as soon as that is known.
    """
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


def _number(request: web.Request, name: str, most: int) -> int | None:
    """Return a parameter of the query as a whole number. Return None if it is missing, and answer 400 if it is not a
    whole number.
    """
    text = request.query.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 18 or not 0 < int(text) <= most:
        raise web.HTTPBadRequest(text=f"{name} is a whole number from 1 to {most}")
    return int(text)
