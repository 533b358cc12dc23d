"""What the operator's page shows: every table as it is now, who is connected, and what operators did.

    POST /api/operator      {"code"}: tables, seats, connections, the log of commands

Commands themselves are `operator` frames over a socket, as `croupier operator` sends them. Unlike everything public,
this shows tables with a spectator delay as they are now.
"""

from __future__ import annotations

import hmac
import json
from typing import Annotated, Any

from aiohttp import web
from msgspec import Meta, Struct

from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.core.tables.seats import Seat
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter
from croupier.arena.server.private.codes import Guesses
from croupier.arena.server.private.own_hands import Answer

LOG_MAX = 100
"""Commands that the log shows."""


class OperatorAsked(Struct, forbid_unknown_fields=True):
    """The operator's code."""

    code: Annotated[str, Meta(max_length=128)]


def add_routes(table: web.RouteTableDef, hub: Hub, limiter: ConnectionLimiter, answer: Answer) -> None:
    """Add the routes of the operator's page."""
    guesses = Guesses(hub, limiter, "/api/operator")

    @table.post("/api/operator")
    async def overview(request: web.Request) -> web.Response:
        sent, code = await guesses.read(request, OperatorAsked), hub.host.operator_code
        if code is None or not hmac.compare_digest(code.encode(), sent.code.encode()):
            guesses.count(request)
            raise web.HTTPForbidden(text="the operator's code is wrong")
        await hub.settled()  # the log is read from the store
        facts = {"tables": [table_now(each, hub.now()) for each in hub.host.tables.values()],
                 "connections": hub.counts.connections, "now_ms": hub.now()}
        return await answer(request, lambda: json.dumps({**facts, "log": hub.store.queries.operator_log(LOG_MAX)}))


def table_now(table: ArenaTable, now: int) -> dict[str, Any]:
    """Return a table as the operator may see it: no cards, but everything as it is at this moment."""
    prompt, stacks = table.prompt, table.stacks_now()
    return {"table_id": table.table_id, "variant": table.config.variant, "format": table.config.format,
            "status": table.status, "paused": table.paused, "in_hand": table.in_hand, "practice": table.config.practice,
            "hand_control": table.config.hand_control, "seats": table.config.seats,
            "match_id": table.match.key.match_id if table.match is not None else None,
            "hand_no": table.match.hand_no if table.match is not None else 0,
            "hand_id": table.hand.hand_id if table.hand is not None else None,
            "min_teams": (table.min_teams or table.config.min_teams) if isinstance(table, MatchTable) else None,
            "least_teams": table.config.hosted.least, "spectators": len(table.audience.watching),
            "asked": None if prompt is None else prompt.seat,
            "left_ms": None if table.hand is None else table.hand.time_left(now),
            "teams": [_team(seat, stacks) for seat in table.seats]}


def _team(seat: Seat, stacks: dict[int, int]) -> dict[str, Any]:
    return {"seat": seat.seat, "team": seat.team, "stack": stacks.get(seat.seat, seat.stack), "house": seat.house,
            "connected": seat.is_here, "removed": seat.removed, "away": seat.away if seat.is_away else None,
            "timeouts": seat.silent}
