"""Answer requests that need a code: a player's own hands, ratings of games from the lab, the operator's page.

    POST /api/own-hands             {"team", "code"} and filters: a page of hands, or a file of them
    POST /api/own-hands/HAND_ID     {"team", "code"}: one hand; `format` is json, phh, pokerstars or steps
    GET  /api/games                 every table of an evolved game: its pitch, its players, what people thought of it
    POST /api/ratings               {"team", "code", "hand_id", "stars", "fair"}: rate a game that has ended
    POST /api/operator              {"code"}: tables, seats, connections, the log of commands

Codes are sent in the body of a POST, so that they appear in no log and no browser history. Wrong codes are counted as
at a table.

Own hands: a player sends a team and its join code, and gets the hands in which that team held a seat. These hands show
the public record and the seat's own cards, never the cards that opponents folded (B12). A team and code that never held
a seat count as a wrong code.

Ratings: only a team that had a seat in a game can rate the game, and only once. Seat, result and length come from the
game's record. The arena does not store ratings itself; it passes them to a `RatingDesk`.

The operator's page only shows tables. Commands are sent as `operator` frames over a socket (`croupier operator`). At a
table with a spectator delay, this page shows the current state, unlike the public pages.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, Protocol, TypeVar

import msgspec
from aiohttp import web
from msgspec import Meta, Struct

from croupier.arena.core.config import BadArena
from croupier.arena.core.names import team_name
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.core.tables.seats import Seat, seat_key
from croupier.arena.journal.queries import Queries, seat_of
from croupier.arena.server.hub import Hub
from croupier.arena.server.limiter import ConnectionLimiter
from croupier.arena.server.replayer import steps_of
from croupier.games.genome.rulebook import winning_words
from croupier.games.registry import find, variant_name
from croupier.notation.files import dumps
from croupier.notation.json import from_dict

Wish = TypeVar("Wish", bound=msgspec.Struct)


class Guesses:
    """Counts the wrong codes that are sent to one part of the API."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, part: str) -> None:
        """Count wrong codes under the name `part`, as they are counted for a table."""
        self.hub, self.limiter, self.part = hub, limiter, part

    async def read(self, request: web.Request, kind: type[Wish]) -> Wish:
        """Return the request's body as an object of this class.

        Answer 400 if the body does not fit, and 429 if the address has sent too many wrong codes.
        """
        wait = self.hub.host.attempts.wait(self.limiter.address(request), self.part, self.hub.now())
        if wait:
            raise web.HTTPTooManyRequests(text=f"too many wrong codes from your address: wait {wait // 1000 + 1} s")
        try:
            return msgspec.json.decode(await request.read(), type=kind)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise web.HTTPBadRequest(text=str(error)[:200]) from None

    def count(self, request: web.Request) -> None:
        """Count a wrong code from the request's address."""
        self.hub.host.attempts.failed(self.limiter.address(request), self.part, self.hub.now())


HANDS_MAX = 500
"""The most hands in one answer."""
Answer = Callable[[web.Request, Callable[[], str]], Awaitable[web.Response]]
"""Runs a costly job in the API's worker and answers with its text."""


class TeamCode(Struct, forbid_unknown_fields=True, kw_only=True):
    """A team and its join code, which give access to its hands."""

    team: Annotated[str, Meta(min_length=1, max_length=64)]
    code: Annotated[str, Meta(min_length=1, max_length=64)]

    @property
    def key(self) -> str:
        """Return the key of the team's hands. Answer 400 if no team can have this name."""
        try:
            return seat_key(team_name(self.team), self.code)
        except BadArena as error:
            raise web.HTTPBadRequest(text=str(error)) from None


class OwnHandsAsked(TeamCode, kw_only=True):
    """A visitor's request for a team's own hands."""

    table: str | None = None
    game: str | None = None
    result: Literal["won", "lost"] | None = None
    before: Annotated[int, Meta(ge=1, le=1 << 60)] | None = None
    limit: Annotated[int, Meta(ge=1, le=HANDS_MAX)] = 50
    format: Literal["list", "json", "phh", "pokerstars", "steps"] = "list"

    def wants(self, hand: dict[str, Any]) -> bool:
        """Return True if a stored hand passes the filters."""
        net = hand["results"][str(seat_of(hand, self.key))]
        is_result = {"won": net > 0, "lost": net < 0, None: True}[self.result]
        game = variant_name(hand["public"]["variant"])
        return is_result and self.table in (None, hand["table_id"]) and self.game in (None, game)


class OwnHands:
    """Answer requests for a player's own hands."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, answer: Answer) -> None:
        self.hub, self.answer = hub, answer
        self.guesses = Guesses(hub, limiter, "/api/own-hands")

    async def page(self, request: web.Request) -> web.Response:
        """Answer a page of the list, or a file with its hands."""
        wish = await self.guesses.read(request, OwnHandsAsked)
        found: list[int] = []
        response = await self.answer(request, lambda: _page(self.hub.queries, wish, found))
        if not found and wish == OwnHandsAsked(team=wish.team, code=wish.code, limit=wish.limit, format=wish.format,
                                               before=wish.before):
            self.guesses.count(request)  # with a filter, an empty page may be right even if the code is
        return response

    async def one(self, request: web.Request) -> web.Response:
        """Answer one hand."""
        wish, hand_id = await self.guesses.read(request, OwnHandsAsked), request.match_info["hand_id"]
        try:
            return await self.answer(request, lambda: _one(self.hub.queries, wish, hand_id))
        except web.HTTPNotFound:
            self.guesses.count(request)
            raise


def _page(queries: Queries, wish: OwnHandsAsked, found: list[int]) -> str:
    """Return a page of the list, or a file with the hands of that page. If there are any, append their number to
    `found`.
    """
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
    return write_hand(hand, "json" if wish.format == "list" else wish.format)


def write_hand(hand: dict[str, Any], form: str) -> str:
    """Return a stored hand as json, phh, pokerstars or steps. Answer 400 if the hand cannot be written in that format.
    """
    if form == "json":
        return json.dumps(hand)
    if form not in ("phh", "pokerstars", "steps") or "startingStacks" not in hand["record"]:
        raise web.HTTPBadRequest(text="format is json; poker hands also have phh, pokerstars and steps")
    record = from_dict(hand["record"])
    if form != "steps":
        return dumps(record, form)
    facts = {name: hand[name] for name in ("hand_id", "match_id", "table_id", "hand_no", "void", "seats", "seat")
             if name in hand}
    return json.dumps({**facts, **steps_of(record)})


def _line(hand: dict[str, Any]) -> dict[str, Any]:
    """Return the entry of a hand in the list: time, table, own cards, board and result."""
    record, seat = hand["record"], hand["seat"]
    facts = {name: hand[name] for name in ("hand_id", "match_id", "table_id", "hand_no", "ended_ms", "void", "seat",
                                           "seats")}
    return {**facts, "variant": variant_name(record["variant"]), "net": hand["results"][str(seat)],
            "cards": _dealt(record, seat), "board": _board(record), "is_poker": "startingStacks" in record}


def _dealt(record: dict[str, Any], seat: int) -> list[str]:
    """Return the own cards of a seat in a poker hand, before any draw."""
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


class RatingDesk(Protocol):
    """Keeps ratings of games."""

    def rate(self, genome: Any, **facts: Any) -> None:
        """Store a rating: stars, fair, seat, players, result, seconds, actions, hand_id."""

    def opinion(self, genome: Any) -> dict[str, Any] | None:
        """Return the summary of a game's ratings: `ratings`, `stars`, `fair`. Return None if nobody has rated the game.
        """


class RatingSent(TeamCode, kw_only=True):
    """A rating of a game that has ended, by the team that had a seat in it."""

    hand_id: Annotated[str, Meta(max_length=64)]
    stars: Annotated[int, Meta(ge=1, le=5)]
    fair: bool | None = None


class Ratings:
    """Answers requests about games from the lab. Without a desk no game can be rated."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, answer: Answer, desk: RatingDesk | None) -> None:
        self.hub, self.answer, self.desk = hub, answer, desk
        self.guesses = Guesses(hub, limiter, "/api/ratings")
        self.rated: set[tuple[str, int]] = set()
        """Games and seats that were rated since the server started."""

    async def games(self, request: web.Request) -> web.Response:
        """Answer with every table of an evolved game."""
        found = [(name, each.config.variant, genome, each.config.seats) for name, each in self.hub.host.tables.items()
                 if (genome := each.config.hosted.known.get("genome")) is not None]
        return await self.answer(request, lambda: json.dumps({
            "rates": self.desk is not None, "games": [_game_facts(*game, self.desk) for game in found]}))

    async def rate(self, request: web.Request) -> web.Response:
        """Store a rating of a game that has ended."""
        sent, desk = await self.guesses.read(request, RatingSent), self.desk
        if desk is None:
            raise web.HTTPNotFound(text="this arena keeps no ratings")
        key = sent.key
        await self.hub.settled()  # the hand may have ended just now: wait until it is in the store
        hand = self.hub.store.queries.own_hand(sent.hand_id, key, whole=False)
        hosted = None if hand is None else find(hand["record"]["variant"])
        if hand is None or hosted is None or "genome" not in hosted.known:
            self.guesses.count(request)
            raise web.HTTPNotFound(text="no such game of this name and code has ended")
        if (sent.hand_id, hand["seat"]) in self.rated:
            raise web.HTTPConflict(text="you have rated this game")
        self.rated.add((sent.hand_id, hand["seat"]))
        return await self.answer(request, lambda: _keep(desk, hosted.known["genome"], sent, hand))


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
    """Return one line about a game: its author's words, or else how the game is won."""
    words = genome.description or winning_words(genome).replace("**", "").replace(" (see below)", "")
    first, stop, _ = words.strip().partition("\n")[0].partition(". ")
    return first + ("." if stop else "")


LOG_MAX = 100
"""The number of commands that the log shows."""


class OperatorAsked(Struct, forbid_unknown_fields=True):
    """The operator's code."""

    code: Annotated[str, Meta(max_length=128)]


class OperatorPage:
    """Answer requests of the operator's page."""

    def __init__(self, hub: Hub, limiter: ConnectionLimiter, answer: Answer) -> None:
        self.hub, self.answer = hub, answer
        self.guesses = Guesses(hub, limiter, "/api/operator")

    async def overview(self, request: web.Request) -> web.Response:
        """Answer with the present state of all tables and the log of commands. Answer 403 if the code is wrong."""
        hub, sent = self.hub, await self.guesses.read(request, OperatorAsked)
        if not hub.host.is_operator(sent.code):
            self.guesses.count(request)
            raise web.HTTPForbidden(text="the operator's code is wrong")
        await hub.settled()  # the log comes from the store: wait until the latest commands are in it
        facts = {"tables": [table_now(each, hub.now()) for each in hub.host.tables.values()],
                 "connections": hub.counts.connections, "now_ms": hub.now()}
        return await self.answer(request, lambda: json.dumps({**facts, "log": hub.store.queries.operator_log(LOG_MAX)}))


def table_now(table: ArenaTable, now: int) -> dict[str, Any]:
    """Return the present state of a table as the operator may see it, without cards."""
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
