"""The arena's own bots, which sit at a table like clients and get the same frames and nothing else.

Characters and simple bots answer at once; a character keeps its memory of the table. Bots that compute (`strength`, and
every bot that searches) answer in a worker process, so that no table waits for them. How long a bot takes never depends
on its cards. In games that are not poker, characters and bots that search get the game's own view of their seat, and
answer in a thread. This view holds no more than the frames do, but unlike a view in a frame it can be searched.
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
from croupier.arena.core.plays.any_game import GamePlay, as_object
from croupier.arena.server.fanout import Outgoing
from croupier.arena.server.hub import Hub
from croupier.bots import Bot, line_up, named
from croupier.bots.characters import CHARACTERS
from croupier.bots.sting import LEVELS, opponents
from croupier.client.player import Player
from croupier.games.poker.rules import RULES
from croupier.games.registry import phh_code
from croupier.workers import begin_work

QUICK = frozenset(("random", "caller", "folder", "maniac", *CHARACTERS))
"""Bots that answer at once; all others answer in a worker process."""
LINE_UP = tuple(line_up("normal", 9))
NAMES = {"tight": "Ruth", "loose": "Lou", "aggressive": "Axel", "station": "Stan", "careful": "Clara",
         "tricky": "Trixie", "strength": "Sharp", "maniac": "Fury", "caller": "Station", "random": "Dice",
         "folder": "Rock", "greedy": "Miser", "mcts": "Oracle", "rollouts": "Seer"}
ANYWHERE = frozenset(("random", "greedy"))
"""Bots that can play every game."""
SEARCHES = frozenset(("mcts",))
"""Bots that search, also in evolved games."""
_FOLLOWED = ("welcome", "start_hand", "snapshot", "event", "cards", "act", "end_hand")
"""The types of the frames that a bot needs."""


def is_quick(bot: str, variant: str) -> bool:
    """Return True for a bot that answers at once in a game. An option in the name makes no difference: `tight:easy` is
    as quick as `tight`.
    """
    return bot.partition(":")[0] in QUICK and not searches(bot, variant)


def searches(bot: str, variant: str) -> bool:
    """Return True if the bot plays this game by searching the game's own view of the seat. In poker, return False."""
    word = bot.partition(":")[0]
    return phh_code(variant) not in RULES and (word in SEARCHES or word in CHARACTERS)


@dataclass(frozen=True)
class Pace:
    """How long a house bot takes for a move."""

    least_ms: int = 0
    most_ms: int = 0

    def delay(self, rng: Random) -> float:
        """Return the seconds to wait."""
        return rng.uniform(self.least_ms, self.most_ms) / 1000


def bot_for(name: str, variant: str) -> Bot:
    """Return the bot for a game. In the sting it is the sting's own bot of the level in the name; in other games that
    are not poker it is a bot that plays every game.
    """
    word, _, level = name.partition(":")
    if phh_code(variant) in RULES:
        return named(name)
    if variant.partition(":")[0] == "sting":
        return opponents(level if level in LEVELS else "normal")[0]
    return named(name if word in ANYWHERE or searches(name, variant) else "random")


def answer(bot: str, seed: int, frames: list[bytes]) -> bytes | None:
    """Return a bot's answer to the last of these frames, which are a `welcome` and all frames of one hand."""
    welcome, *hand, last = map(json.loads, frames)
    player = Player(bot_for(bot, welcome["config"]["variant"]))
    player.bot.rng = Random(seed)
    for frame in (welcome, *(each for each in hand if each["type"] != "act")):
        player.feed(frame)
    reply = player.feed(last)
    return json.dumps(reply).encode() if reply is not None else None


def say_hello(hub: Hub, conn: int, table_id: str, team: str) -> None:
    """Seat one of the server's own bots at a table. After a restart the bot takes its former seat."""
    hub.put(Connected(conn, table_id, house=True))
    seat = hub.host.tables[table_id].seats.team(team)
    code = seat.code if seat is not None and seat.house else token_hex(16)
    hello = {"type": "hello", "v": 1, "team": team, "join_code": code, "cards": True, "auto_buy": True}
    hub.receive(conn, json.dumps(hello))


class BotLink:
    """The connection of one of the server's own bots. The bot reads every frame at once, so no frame is ever queued for
    it.
    """

    queued = 0

    def __init__(self, hub: Hub, table_id: str, team: str) -> None:
        """Seat the bot at a table."""
        self.hub, self.table_id, self.team = hub, table_id, team
        self.conn = hub.connect(self)
        say_hello(hub, self.conn, table_id, team)

    def push(self, messages: Sequence[Outgoing]) -> None:
        """Handle messages in the order in which they come."""
        for each in messages:
            self.take(each.text)

    def take(self, data: bytes) -> None:
        """Handle a frame."""
        raise NotImplementedError

    def shut(self, code: int, reason: str) -> None:
        """Do nothing. The table has no seat for the bot, which does not connect again."""

    def fresh(self) -> None:
        """Do nothing, because the bot's messages are never queued."""


class HouseBot(BotLink):
    """A house bot in its seat."""

    def __init__(self, house: House, hub: Hub, table_id: str, bot: str, team: str) -> None:
        self.house, self.bot = house, bot
        self.rng = Random(f"{team}/{token_hex(8)}")
        self.player: Player | None = None
        """For a bot that answers at once: the object that follows all hands and remembers opponents."""
        self.welcome: bytes = b""
        self.variant = ""
        self.hand: list[bytes] = []
        """For a bot that answers in the worker process: the frames of the hand so far."""
        super().__init__(hub, table_id, team)

    def take(self, data: bytes) -> None:
        """Handle a frame, and answer if it asks for an action."""
        frame = json.loads(data)
        if frame["type"] not in _FOLLOWED:
            return
        if frame["type"] == "welcome":
            self.welcome, self.variant = data, frame["config"]["variant"]
            if self.player is None and is_quick(self.bot, self.variant):
                self.player = Player(bot_for(self.bot, self.variant))
                self.player.bot.rng = self.rng
        if self.player is not None:
            self.house.start(self._follow(self.player, frame))
            return
        # a snapshot replaces earlier frames; the bot gets one after a restart
        if frame["type"] in ("start_hand", "snapshot"):
            self.hand.clear()
        self.hand.append(data)
        if "legal" in frame:
            self.house.start(self._answer(list(self.hand)))

    async def _follow(self, player: Player, frame: dict[str, Any]) -> None:
        """Pass a frame to the bot, and send the bot's answer after the delay for a move."""
        reply = player.feed(frame)
        if reply is not None:
            await asyncio.sleep(self.house.pace.delay(self.rng))
            self.hub.receive(self.conn, json.dumps(reply).encode())

    async def _answer(self, frames: list[bytes]) -> None:
        await asyncio.sleep(self.house.pace.delay(self.rng))
        if searches(self.bot, self.variant):
            if (view := self._view(json.loads(frames[-1]))) is not None:
                await self._search(json.loads(frames[-1]), view)
            return
        said = await self.house.ask(self.bot, self.rng.getrandbits(32), [self.welcome, *frames])
        if said is not None:
            self.hub.receive(self.conn, said)

    def _view(self, asked: dict[str, Any]) -> Any:
        """Return the game's view of this bot's seat. Return None if another decision is open by now."""
        hand = self.hub.host.tables[self.table_id].hand
        if hand is None or hand.prompt is None or hand.prompt.decision != asked["decision"]:
            return None
        return hand.play.observed(hand.prompt.seat) if isinstance(hand.play, GamePlay) else None

    async def _search(self, asked: dict[str, Any], view: Any) -> None:
        bot = bot_for(self.bot, self.variant)
        bot.rng = Random(self.rng.getrandbits(32))
        action = await asyncio.to_thread(bot.act, view)
        sent = {"type": "action", "v": 1, "hand_id": asked.get("hand_id", asked.get("at_hand_id")),
                "decision": asked["decision"], **as_object(action)}
        self.hub.receive(self.conn, json.dumps(sent).encode())


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
            name = NAMES.get(bot.partition(":")[0], bot)
            HouseBot(self, self.hub, table_id, bot, name if same == 1 else f"{name} {same}")

    def start(self, answering: Any) -> None:
        """Run an answer as a task of the event loop."""
        task = asyncio.get_running_loop().create_task(answering)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def ask(self, bot: str, seed: int, frames: list[bytes]) -> bytes | None:
        """Return a bot's answer from the worker process."""
        try:
            return await self._ask_worker(bot, seed, frames)
        except BrokenProcessPool:  # the worker process was killed: start another one
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
