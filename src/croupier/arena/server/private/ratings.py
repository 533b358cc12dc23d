"""Games from the lab on the page: what there is to play, and what people thought of it.

    /api/games              every table of an evolved game: its pitch, its players, what people thought of it
    POST /api/ratings       {"team", "code", "hand_id", "stars", "fair"}: rate a game that has ended

Only those who had a seat in a game can rate it, once: seat, result and length are taken from its record. Where ratings
are kept is not the arena's business: a `RatingDesk` is handed in.
"""

from __future__ import annotations

import json
from typing import Annotated, Any, Protocol

from aiohttp import web
from msgspec import Meta, Struct

from croupier.arena.core.config import BadArena
from croupier.arena.core.names import team_name
from croupier.arena.core.tables.seats import seat_key
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter
from croupier.arena.server.private.codes import Guesses
from croupier.arena.server.private.own_hands import Answer
from croupier.games.genome.rulebook import winning_words
from croupier.games.registry import find


class RatingDesk(Protocol):
    """Keeps ratings of games."""

    def rate(self, genome: Any, **facts: Any) -> None:
        """Keep a rating: stars, fair, seat, players, result, seconds, actions, hand_id."""

    def opinion(self, genome: Any) -> dict[str, Any] | None:
        """Return what people thought of a game so far: ratings, stars, fair; None if nobody rated it."""


class RatingSent(Struct, forbid_unknown_fields=True):
    """A rating of a game that has ended, by the team that had a seat in it."""

    team: Annotated[str, Meta(min_length=1, max_length=64)]
    code: Annotated[str, Meta(min_length=1, max_length=64)]
    hand_id: Annotated[str, Meta(max_length=64)]
    stars: Annotated[int, Meta(ge=1, le=5)]
    fair: bool | None = None


def add_routes(table: web.RouteTableDef, hub: Hub, limiter: ConnectionLimiter, answer: Answer,
               desk: RatingDesk | None) -> None:
    """Add the routes of games from the lab; without a desk nothing can be rated."""
    guesses = Guesses(hub, limiter, "/api/ratings")
    rated: set[tuple[str, int]] = set()

    @table.get("/api/games")
    async def games(request: web.Request) -> web.Response:
        found = [(name, each.config.variant, genome, each.config.seats) for name, each in hub.host.tables.items()
                 if (genome := each.config.hosted.known.get("genome")) is not None]
        return await answer(request, lambda: json.dumps({
            "rates": desk is not None, "games": [_game_facts(*game, desk) for game in found]}))

    @table.post("/api/ratings")
    async def rate(request: web.Request) -> web.Response:
        sent = await guesses.read(request, RatingSent)
        if desk is None:
            raise web.HTTPNotFound(text="this arena keeps no ratings")
        try:
            key = seat_key(team_name(sent.team), sent.code)
        except BadArena as error:
            raise web.HTTPBadRequest(text=str(error)) from None
        await hub.settled()
        hand = hub.store.queries.own_hand(sent.hand_id, key, whole=False)
        hosted = None if hand is None else find(hand["record"]["variant"])
        if hand is None or hosted is None or "genome" not in hosted.known:
            guesses.count(request)
            raise web.HTTPNotFound(text="no such game of this name and code has ended")
        if (sent.hand_id, hand["seat"]) in rated:
            raise web.HTTPConflict(text="you have rated this game")
        rated.add((sent.hand_id, hand["seat"]))
        return await answer(request, lambda: _keep(desk, hosted.known["genome"], sent, hand))


def _keep(desk: RatingDesk, genome: Any, sent: RatingSent, hand: dict[str, Any]) -> str:
    desk.rate(genome, stars=sent.stars, fair=sent.fair, seat=hand["seat"], players=len(hand["seats"]),
              result=hand["results"][str(hand["seat"])], seconds=(hand["ended_ms"] - hand["begun_ms"]) // 1000,
              actions=hand["record"]["length"], hand_id=sent.hand_id)
    return json.dumps({"kept": True})


def _game_facts(table_id: str, variant: str, genome: Any, seats: int, desk: RatingDesk | None) -> dict[str, Any]:
    return {"table_id": table_id, "variant": variant, "name": genome.name, "pitch": pitch(genome), "seats": seats,
            "chips": genome.setup.starting_chips, "hands": genome.max_hands,
            "opinion": None if desk is None else desk.opinion(genome)}


def pitch(genome: Any) -> str:
    """Return one line that says what a game is about: its author's words, or how it is won."""
    words = genome.description or winning_words(genome).replace("**", "").replace(" (see below)", "")
    first, stop, _ = words.strip().partition("\n")[0].partition(". ")
    return first + ("." if stop else "")
