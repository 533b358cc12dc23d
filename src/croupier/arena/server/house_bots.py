"""The arena's own bots. They sit at a table like clients and get the same frames, nothing else.

Simple bots answer at once. Bots that compute (`strength`, and every bot that searches) answer in a worker process, so
that no table waits for them. How long a bot takes never depends on its cards.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from random import Random
from secrets import token_hex
from typing import Any

from croupier.arena.core.effects import Connected
from croupier.arena.server.fanout import Outgoing
from croupier.arena.server.hub import Hub
from croupier.bots import Bot, named
from croupier.bots.sting import House as StingHouse
from croupier.client.player import Player
from croupier.workers import begin_work

QUICK = frozenset(("random", "caller", "folder", "aggressive"))
"""Bots that answer at once; all others are asked in a worker process."""
LINE_UP = ("strength", "aggressive", "caller", "random", "strength", "folder", "strength", "random", "caller")
NAMES = {"strength": "Sharp", "aggressive": "Fury", "caller": "Station", "random": "Dice", "folder": "Rock",
         "greedy": "Miser", "mcts": "Oracle", "rollouts": "Seer"}
ANYWHERE = frozenset(("random", "greedy"))
"""Bots that play every game."""
_KEPT = ("start_hand", "event", "cards", "act")


@dataclass(frozen=True)
class Pace:
    """How long a house bot takes for a move."""

    least_ms: int = 0
    most_ms: int = 0

    def delay(self, rng: Random) -> float:
        """Return the seconds to wait."""
        return rng.uniform(self.least_ms, self.most_ms) / 1000


def answer(bot: str, seed: int, frames: list[bytes]) -> bytes | None:
    """Return a bot's answer to the last of these frames: a welcome and one hand from its start."""
    act = json.loads(frames[-1])
    poker = "view" not in act or "game" in act["view"]
    player = Player(named(bot) if poker else _elsewhere(bot, json.loads(frames[0])["config"]["variant"]))
    player.bot.rng = Random(seed)
    reply: dict[str, Any] | None = None
    for frame in frames:
        decoded = json.loads(frame)
        if decoded["type"] != "act" or frame is frames[-1]:
            reply = player.feed(decoded)
    return json.dumps(reply).encode() if reply is not None else None


def _elsewhere(bot: str, variant: str) -> Bot:
    """Return the bot for a game that is not poker: the sting's own, or one that plays every game."""
    if variant.partition(":")[0] == "sting":
        return StingHouse()
    return named(bot if bot in ANYWHERE else "random")



class HouseBot:
    """A house bot in its seat."""

    def __init__(self, house: House, hub: Hub, table_id: str, bot: str, team: str) -> None:
        self.house, self.hub, self.bot = house, hub, bot
        self.rng = Random(f"{team}/{token_hex(8)}")
        self.welcome: bytes = b""
        self.hand: list[bytes] = []
        self.conn = hub.connect(self)
        hub.put(Connected(self.conn, table_id, house=True))
        seat = hub.host.tables[table_id].seats.team(team)
        code = seat.code if seat is not None and seat.house else token_hex(16)  # its own seat of before a restart
        hello = {"type": "hello", "v": 1, "team": team, "join_code": code, "cards": True, "auto_buy": True}
        hub.receive(self.conn, json.dumps(hello))

    @property
    def queued(self) -> int:
        """Return 0: nothing ever waits for a house bot."""
        return 0

    def push(self, messages: Sequence[Outgoing]) -> None:
        """Handle messages."""
        for each in messages:
            self._heard(each.text)

    def _heard(self, data: bytes) -> None:
        kind = json.loads(data)["type"]
        if kind == "welcome":
            self.welcome = data
        elif kind == "start_hand":
            self.hand = [data]
        elif kind == "snapshot":  # after a restart: go on with the current hand
            self.hand = [data]
            if "legal" in json.loads(data):
                self.house.start(self._answer(list(self.hand)))
        elif kind in _KEPT:
            self.hand.append(data)
            if kind == "act":
                self.house.start(self._answer(list(self.hand)))

    def shut(self, code: int, reason: str) -> None:
        """Do nothing: the table has no seat for it, and it does not come back."""

    def fresh(self) -> None:
        """Do nothing: its messages are never queued."""

    async def _answer(self, frames: list[bytes]) -> None:
        await asyncio.sleep(self.house.pace.delay(self.rng))
        said = await self.house.ask(self.bot, self.rng.getrandbits(32), [self.welcome, *frames])
        if said is not None:
            self.hub.receive(self.conn, said)


class House:
    """All house bots of a server and their worker."""

    def __init__(self, hub: Hub, pace: Pace) -> None:
        self.hub, self.pace = hub, pace
        self.worker: Executor | None = None
        self.tasks: set[asyncio.Task[None]] = set()

    def fill(self, table_id: str, count: int, bots: tuple[str, ...] = LINE_UP) -> None:
        """Seat this many bots at a table."""
        for number in range(count):
            bot = bots[number % len(bots)]
            same = bots[:number].count(bot) + 1 if number < len(bots) else number + 1
            name = NAMES.get(bot, bot)
            HouseBot(self, self.hub, table_id, bot, name if same == 1 else f"{name} {same}")

    def start(self, answering: Any) -> None:
        """Run an answer beside everything else."""
        task = asyncio.get_running_loop().create_task(answering)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def ask(self, bot: str, seed: int, frames: list[bytes]) -> bytes | None:
        """Return a bot's answer; a bot that takes long is asked in the worker process."""
        if bot in QUICK:
            return answer(bot, seed, frames)
        try:
            return await self._ask_worker(bot, seed, frames)
        except BrokenProcessPool:  # it was killed: start another
            self.worker = None
            return await self._ask_worker(bot, seed, frames)

    async def _ask_worker(self, bot: str, seed: int, frames: list[bytes]) -> bytes | None:
        if self.worker is None:
            self.worker = ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"),
                                              initializer=begin_work)
        return await asyncio.get_running_loop().run_in_executor(self.worker, answer, bot, seed, frames)

    def close(self) -> None:
        """Stop all bots and the worker."""
        for task in list(self.tasks):
            task.cancel()
        if self.worker is not None:
            self.worker.shutdown(wait=False, cancel_futures=True)
