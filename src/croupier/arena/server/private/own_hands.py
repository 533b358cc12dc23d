"""A player's own hands over HTTP: every hand of a team, as its own seat saw it.

    POST /api/own-hands             {"team", "code"} and filters: a page of hands, or a file of them
    POST /api/own-hands/HAND_ID     {"team", "code"}: one hand; `format` is json, phh, pokerstars or steps

Team and join code are the key. A hand opens to the (team, code) that held a seat in it, and shows the public record
with that seat's own cards; cards that opponents folded are never in it (B12). A team and code that held no
seat count as a wrong code.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal

from aiohttp import web
from msgspec import Meta, Struct

from croupier.arena.core.config import BadArena
from croupier.arena.core.names import team_name
from croupier.arena.core.tables.seats import seat_key
from croupier.arena.journal.queries import Queries, seat_of
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter
from croupier.arena.server.private.codes import Guesses
from croupier.arena.server.replayer import steps_of
from croupier.games.registry import variant_name
from croupier.notation.files import dumps
from croupier.notation.json import from_dict

HANDS_MAX = 500
"""Hands in one answer."""
Answer = Callable[[web.Request, Callable[[], str]], Awaitable[web.Response]]
"""Runs a costly job in the API's worker and answers with its text."""


class OwnHandsAsked(Struct, forbid_unknown_fields=True, kw_only=True):
    """What a visitor asks for."""

    team: Annotated[str, Meta(min_length=1, max_length=64)]
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    table: str | None = None
    game: str | None = None
    result: Literal["won", "lost"] | None = None
    before: Annotated[int, Meta(ge=1, le=1 << 60)] | None = None
    limit: Annotated[int, Meta(ge=1, le=HANDS_MAX)] = 50
    format: Literal["list", "json", "phh", "pokerstars", "steps"] = "list"

    @property
    def key(self) -> str:
        """Return the key of the hands that are asked for."""
        return seat_key(team_name(self.team), self.code)

    def wants(self, hand: dict[str, Any]) -> bool:
        """Return True if a stored hand passes the filters."""
        net = hand["results"][str(seat_of(hand, self.key))]
        is_result = {"won": net > 0, "lost": net < 0, None: True}[self.result]
        game = variant_name(hand["public"]["variant"])
        return is_result and self.table in (None, hand["table_id"]) and self.game in (None, game)


def add_routes(table: web.RouteTableDef, hub: Hub, limiter: ConnectionLimiter, answer: Answer) -> None:
    """Add the routes of a player's own hands."""
    guesses = Guesses(hub, limiter, "/api/own-hands")

    async def asked(request: web.Request) -> OwnHandsAsked:
        wish = await guesses.read(request, OwnHandsAsked)
        try:
            team_name(wish.team)
        except BadArena as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        return wish

    @table.post("/api/own-hands")
    async def own_hands(request: web.Request) -> web.Response:
        wish = await asked(request)
        found: list[int] = []
        response = await answer(request, lambda: _page(hub.queries, wish, found))
        if not found and wish == OwnHandsAsked(team=wish.team, code=wish.code, limit=wish.limit, format=wish.format,
                                       before=wish.before):
            guesses.count(request)  # with a filter, an empty page does not mean a wrong code
        return response

    @table.post("/api/own-hands/{hand_id}")
    async def own_hand(request: web.Request) -> web.Response:
        wish, hand_id = await asked(request), request.match_info["hand_id"]
        try:
            return await answer(request, lambda: _one(hub.queries, wish, hand_id))
        except web.HTTPNotFound:
            guesses.count(request)
            raise


def _page(queries: Queries, wish: OwnHandsAsked, found: list[int]) -> str:
    """Return a page of the list, or a file with its hands; add the number of hands to `found` if there are any."""
    hands, before = queries.own_hands(wish.key, wish.limit, wish.before, wish.wants, whole=wish.format == "json")
    found += [len(hands)] if hands else []
    if wish.format == "list":
        return json.dumps({"hands": [_line(hand) for hand in hands], "before": before or None})
    if wish.format == "json":
        return json.dumps(hands)
    poker = [from_dict(hand["record"]) for hand in reversed(hands) if "startingStacks" in hand["record"]]
    return dumps(poker, "phhs" if wish.format == "phh" else wish.format) if poker else ""


def _one(queries: Queries, wish: OwnHandsAsked, hand_id: str) -> str:
    hand = queries.own_hand(hand_id, wish.key)
    if hand is None:
        raise web.HTTPNotFound(text="no hand of this name and code")
    if wish.format in ("list", "json"):
        return json.dumps(hand)
    if "startingStacks" not in hand["record"]:
        raise web.HTTPBadRequest(text="format is json; poker hands also have phh, pokerstars and steps")
    record = from_dict(hand["record"])
    if wish.format != "steps":
        return dumps(record, wish.format)
    facts = {name: hand[name] for name in ("hand_id", "match_id", "table_id", "hand_no", "void", "seats", "seat")}
    return json.dumps({**facts, **steps_of(record)})


def _line(hand: dict[str, Any]) -> dict[str, Any]:
    """Return a hand as the list shows it: when, where, own cards, board, result."""
    record, seat = hand["record"], hand["seat"]
    facts = {name: hand[name] for name in ("hand_id", "match_id", "table_id", "hand_no", "ended_ms", "void", "seat",
                                           "seats")}
    return {**facts, "variant": variant_name(record["variant"]), "net": hand["results"][str(seat)],
            "cards": _dealt(record, seat), "board": _board(record), "is_poker": "startingStacks" in record}


def _dealt(record: dict[str, Any], seat: int) -> list[str]:
    """Return a seat's own cards of a poker hand, before any draw."""
    if "actions" not in record:
        return []
    player, cards = f"p{record['seats'].index(seat + 1) + 1}", ""
    for line in record["actions"]:
        if line.startswith(f"{player} sd"):
            break
        if line.startswith(f"d dh {player} "):
            cards += line.split()[3]
    return _split(cards)


def _board(record: dict[str, Any]) -> list[str]:
    return _split("".join(line.split()[2] for line in record.get("actions", ()) if line.startswith("d db ")))


def _split(cards: str) -> list[str]:
    return [cards[place:place + 2] for place in range(0, len(cards), 2)]
