"""Let an agent play seats at an arena by calls: find a table, sit down, wait for the turn, act, leave.

A seat is an arena client whose bot waits for the agent. The agent gets the same information as any bot, as JSON values.
If the rules refuse an action, the answer gives the reason, the clause and the legal range. A refused action changes
nothing, so the agent can try again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import aiohttp

from croupier.bots.base import Bot
from croupier.cards import BadCards, Cards
from croupier.client.connection import ArenaConnection, SeatRefused, socket_url
from croupier.client.player import Player
from croupier.games.api import Action, BadAction
from croupier.games.by_value import describe, describe_legal, plain
from croupier.games.poker.events import Dealt
from croupier.games.poker.view import View

WAIT_MAX_S = 50.0
"""The longest time in seconds that one call waits for a turn. Many clients give up after a minute."""
EVENTS_MAX = 60
"""The maximum number of events in a decision. Older events are left out."""


class AgentBot(Bot):
    """A bot that hands each decision to the agent and waits for its action."""

    def __init__(self, seat: AgentSeat) -> None:
        self.seat = seat
        self.answers: queue.Queue[Action] = queue.Queue()

    def act(self, view: Any) -> Action:
        """Offer the turn to the agent and return its action. Raise TimeoutError if the agent does not act within the
        table's move time.
        """
        with contextlib.suppress(queue.Empty):
            while True:
                self.answers.get_nowait()
        self.seat.offer(view)
        try:
            return self.answers.get(timeout=self.seat.move_time_s)
        except queue.Empty:
            raise TimeoutError("the agent did not act in time") from None
        finally:
            self.seat.offer(None)

    def on_hand_end(self, view: Any) -> None:
        """Store the result of the hand for the agent's next call."""
        self.seat.finished(view)


class AgentSeat:
    """One seat that an agent plays."""

    def __init__(self, url: str, team: str, code: str | None) -> None:
        self.ticket = token_hex(8)
        self.bot = AgentBot(self)
        self.player = Player(self.bot, team, code or token_hex(10))
        self.link = ArenaConnection(self.player, url, once=True, give_up_s=20)
        self.view: Any = None
        self.results: list[dict[str, Any]] = []
        self.ended = ""
        self._loop = asyncio.get_running_loop()
        self._changed = asyncio.Event()
        self._task = self._loop.create_task(self._run())

    @property
    def move_time_s(self) -> float:
        """Return the table's time for a move."""
        return float(self.player.config.get("move_time_ms", 15_000)) / 1000 if self.player.config else 15.0

    async def _run(self) -> None:
        try:
            await self.link.run()
            self.ended = "the match is over" if self.player.over else "the seat is closed"
        except (SeatRefused, ConnectionError) as error:
            self.ended = str(error)
        finally:
            self._changed.set()

    def offer(self, view: Any) -> None:
        """Offer a decision to the agent, or withdraw it. Called from the client's thread."""
        self.view = view
        self._loop.call_soon_threadsafe(self._changed.set)

    def finished(self, view: Any) -> None:
        """Store the end of a hand. Called from the client's thread."""
        own = getattr(view, "seat", None)
        result: dict[str, Any] = {"payoff": view.payoffs[own] if own is not None else None}
        if isinstance(view, View):
            result["shown"] = {str(seat): str(view.cards_of(seat)) for seat in view.live if len(view.live) > 1}
        self.results = [*self.results, result][-20:]

    async def wait(self, seconds: float) -> dict[str, Any]:
        """Wait for a decision and return it. If there is no decision within this time, return what the seat is doing.
        """
        until = self._loop.time() + min(max(0.0, seconds), WAIT_MAX_S)
        while self.view is None and not self.ended and self._loop.time() < until:
            self._changed.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), max(0.001, until - self._loop.time()))
        results, self.results = self.results, []
        if self.view is not None:
            return {"your_turn": True, "hands_over": results, **decision(self.view)}
        return {"your_turn": False, "hands_over": results, "status": self.ended or "waiting for other players",
                "ended": bool(self.ended), "chips_won": self.player.report.net}

    def act(self, action: str, amount: int | None, cards: list[str] | None) -> dict[str, Any]:
        """Apply the agent's action, or return why it is refused."""
        view = self.view
        if view is None:
            return {"ok": False, "reason": self.ended or "it is not your turn: wait for it first", "clause": "T4"}
        try:
            chosen = Action(action, amount, Cards("".join(cards)) if cards else ())
        except (BadAction, BadCards, TypeError) as error:
            return refused(str(error), "B10", view)
        refusal = view.legal.refusal(chosen) if isinstance(view, View) else \
            None if chosen in view.legal else (f"{chosen} is not legal now", "B10")
        if refusal is not None:
            return refused(*refusal, view)
        self.view = None
        self.bot.answers.put(chosen)
        return {"ok": True}

    async def leave(self) -> dict[str, Any]:
        """Leave the table and close the connection."""
        self.bot.answers.put(Action("FOLD"))
        await self.link.leave()
        with contextlib.suppress(asyncio.TimeoutError, asyncio.CancelledError):
            await asyncio.wait_for(self._task, 5)
        return {"ok": True, "hands": self.player.report.hands, "chips_won": self.player.report.net}


def refused(reason: str, clause: str, view: Any) -> dict[str, Any]:
    """Return a refusal with its reason, so that an agent can learn from it."""
    return {"ok": False, "reason": reason, "clause": clause, "legal": legal(view)}


def legal(view: Any) -> dict[str, Any]:
    """Return the legal actions in three forms: in words, as a list, and as the range of raises."""
    found: dict[str, Any] = {"words": str(view.legal), "actions": describe_legal(view.legal, 12)}
    if isinstance(view, View):
        found |= {"to_call": view.to_call, "min_raise_to": view.legal.min_raise_to,
                  "max_raise_to": view.legal.max_raise_to}
    return found


def decision(view: Any) -> dict[str, Any]:
    """Return a decision as values for JSON."""
    if not isinstance(view, View):
        return {"view": describe(view), "legal": legal(view)}
    events = [{"event": type(event).__name__, **plain(event)} for event in view.events if not isinstance(event, Dealt)]
    return {"seat": view.seat, "street": view.street, "your_cards": str(view.hole), "board": str(view.board),
            "pot": view.pot, "your_stack": view.stack, "stacks": list(view.stacks), "bets": list(view.bets),
            "button": view.button, "still_in": list(view.live), "legal": legal(view), "events": events[-EVENTS_MAX:]}


async def tables_at(url: str) -> list[dict[str, Any]]:
    """Return the tables of an arena. Raise ConnectionError if the arena does not answer."""
    parts = urlsplit(socket_url(url))
    page = urlunsplit(({"ws": "http", "wss": "https"}[parts.scheme], parts.netloc, "/api/tables", "", ""))
    try:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=20)) as session, \
                session.get(page) as response:
            found = json.loads(await response.text())
    except (aiohttp.ClientError, TimeoutError, ValueError) as error:
        raise ConnectionError(f"{url} does not answer: {type(error).__name__}") from None
    return [{name: each.get(name) for name in ("table_id", "status", "config", "players")} for each in found]
