"""What a server tells over plain HTTP: tables, standings, hands, matches. Everything here is public.

    /api/tables               every table, with its seats and the hand in play as a spectator sees it
    /api/tables/TABLE/rules   the rules of an evolved game, in Markdown
    /api/standings            .json, .csv by `?format=csv`
    /api/courses              chips over hands by team, and head-to-head results
    /api/hands                the latest hands; ?table=, ?match=, ?before=NUMBER, ?limit=
    /api/hands/HAND_ID        one hand; ?format=json, phh, pokerstars, or steps for a replayer
    /api/replay               POST a hand file: its hands, one of them as steps
    /api/matches              the latest matches
    /api/matches/MATCH_ID     a match's archive; with its secret once that may be known
"""

from __future__ import annotations

import json
from typing import Any

import msgspec
from aiohttp import web

from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.operator import status
from croupier.arena.server.hub import Hub
from croupier.arena.server.uploads import Reading
from croupier.games.genome.rulebook import rulebook
from croupier.notation.files import dumps
from croupier.notation.json import from_dict

LIMIT_MAX = 500
_TYPES = {"phh": "text/plain", "pokerstars": "text/plain"}


def routes(hub: Hub) -> web.RouteTableDef:
    """The API's routes."""
    table = web.RouteTableDef()
    reading = Reading()

    @table.get("/api/tables")
    async def tables(request: web.Request) -> web.Response:
        return _json([table_facts(each, hub.now()) for each in hub.host.tables.values()])

    @table.get("/api/tables/{table_id}")
    async def one_table(request: web.Request) -> web.Response:
        found = hub.host.tables.get(request.match_info["table_id"])
        if found is None:
            raise web.HTTPNotFound(text="no such table")
        return _json(table_facts(found, hub.now()))

    @table.get("/api/tables/{table_id}/rules")
    async def rules(request: web.Request) -> web.Response:
        found = hub.host.tables.get(request.match_info["table_id"])
        genome = found.config.hosted.known.get("genome") if found is not None and found.config.hosted else None
        if genome is None:
            raise web.HTTPNotFound(text="no evolved game is played there")
        return web.Response(text=rulebook(genome))

    @table.get("/api/standings")
    async def standings(request: web.Request) -> web.Response:
        if request.query.get("format") == "csv":
            return web.Response(text=hub.standings.as_csv(), content_type="text/csv")
        return _json(hub.standings.rows())

    @table.get("/api/courses")
    async def courses(request: web.Request) -> web.Response:
        return _json(hub.standings.courses.as_dict())

    @table.get("/api/hands")
    async def hands(request: web.Request) -> web.Response:
        limit, before = _number(request, "limit", 50, LIMIT_MAX), _number(request, "before", None, 1 << 60)
        return _json(hub.store.queries.hands(limit, before, request.query.get("table"), request.query.get("match")))

    @table.get("/api/hands/{hand_id}")
    async def one_hand(request: web.Request) -> web.Response:
        form = request.query.get("format", "json")
        queries = hub.store.queries
        kept = queries.opened_hand if form == "steps" else queries.public_hand
        hand = kept(request.match_info["hand_id"])
        if hand is None:
            raise web.HTTPNotFound(text="no such hand has ended")
        if form == "json":
            return _json(hand)
        if form == "steps" and "startingStacks" in hand["record"]:
            return await reading.recorded(hand)
        if form not in _TYPES or "startingStacks" not in hand["record"]:
            raise web.HTTPBadRequest(text="format is json; poker hands also have phh, pokerstars and steps")
        return web.Response(text=dumps(from_dict(hand["record"]), form), content_type=_TYPES[form])

    @table.post("/api/replay")
    async def replay(request: web.Request) -> web.Response:
        return await reading.upload(request)

    @table.get("/api/matches")
    async def matches(request: web.Request) -> web.Response:
        return _json(hub.store.queries.matches(_number(request, "limit", 50, LIMIT_MAX)))

    @table.get("/api/matches/{match_id}")
    async def one_match(request: web.Request) -> web.Response:
        archive = hub.store.queries.archive(request.match_info["match_id"])
        if archive is None:
            raise web.HTTPNotFound(text="no such match has begun")
        return _json(archive)

    return table


def table_facts(table: ArenaTable, now: int) -> dict[str, Any]:
    """A table as anybody may see it."""
    lobby = table.audience.lobby(table.hand.play.stacks() if table.hand is not None and table.in_hand else {})
    shot = table.audience.snapshot(table.hand, None, now)
    shot.events = msgspec.UNSET
    facts = {"table_id": table.table_id, "status": status(table), "config": table.config.facts(),
             "match_id": table.match.key.match_id if table.match else None,
             "hand_no": table.match.hand_no if table.match else 0,
             "spectators": len(table.audience.watching), "practice": table.config.practice,
             "players": lobby.players, "hand": shot}
    built: dict[str, Any] = msgspec.to_builtins(facts)
    return built


def _number(request: web.Request, name: str, default: int | None, most: int) -> int:
    """A whole number of the query; 400 where it is none."""
    text = request.query.get(name)
    if text is None:
        return default if default is not None else most
    if not text.isdecimal() or len(text) > 18 or not 0 < int(text) <= most:
        raise web.HTTPBadRequest(text=f"{name} is a whole number from 1 to {most}")
    return int(text)


def _json(value: Any) -> web.Response:
    return web.Response(text=json.dumps(value), content_type="application/json")
