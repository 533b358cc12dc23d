"""Other people's bots in the server's own seats (`croupier arena --bot FILE`), each in a process of its own.

A file bot sits at a table like a client and gets the same frames. The code of a bot runs isolated (`bots.isolation`): a
bot that crashes, hangs or starts too many processes loses the hand, the server's log gets a warning, and nobody else
notices. A thread passes the frames to the bot one after another, because waiting for the bot must not delay the tables.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from croupier.arena.server.house import BotLink
from croupier.arena.server.hub import Hub
from croupier.bots import BadBot, elsewhere
from croupier.bots.isolation import BotLimits, RemoteBot, isolate
from croupier.bots.load import files_of_others
from croupier.client.player import Player

logger = logging.getLogger("croupier.arena")

OWN_TIME = 0.9
"""The share of the table's move time that the bot gets.

The rest is for the server, so that it can report a bot that hangs before the seat times out.
"""
MOVE_TIME_MS = 60_000
"""The time for a move at a table without a move time."""


class FileBot(BotLink):
    """An isolated bot in a seat of a table."""

    def __init__(self, hub: Hub, table_id: str, bot: RemoteBot, team: str) -> None:
        self.bot, self.player = bot, Player(bot, team)
        self.loop = asyncio.get_running_loop()
        self.thread = ThreadPoolExecutor(1, thread_name_prefix=f"bot-{team}")
        self.is_closed = False
        super().__init__(hub, table_id, team)

    def take(self, data: bytes) -> None:
        """Pass a frame to the bot's thread."""
        if not self.is_closed:
            self.thread.submit(self.feed, data)

    def feed(self, data: bytes) -> None:
        """Pass a frame to the bot and send its answer, if any. `feed` runs in the bot's thread."""
        if self.is_closed:
            return
        try:
            answer = self.player.feed(json.loads(data))
        except Exception:  # this can only be a bug in croupier: the seat will time out, and the table goes on
            logger.exception("%s could not handle a frame", self.team)
            return
        if answer is not None and not self.is_closed:
            self.loop.call_soon_threadsafe(self.answered, json.dumps(answer).encode())

    def answered(self, answer: bytes) -> None:
        """Send an answer to the table."""
        if not self.is_closed:
            self.hub.receive(self.conn, answer)

    def shut(self, code: int, reason: str) -> None:
        """End the bot, because the table has no seat for it."""
        self.close()

    def close(self) -> None:
        """End the bot's processes. A pending answer is dropped."""
        if not self.is_closed:
            self.is_closed = True
            self.thread.shutdown(wait=False, cancel_futures=True)
            self.bot.close()


def _isolated(what: str, limits: BotLimits, log: Path | None, hidden: Sequence[str]) -> RemoteBot:
    """Start a bot in a process of its own. Raise BadBot or BrokenBot if it does not start."""
    if not elsewhere.is_always_outside(what):
        return isolate(what, limits, log=log, hidden=hidden)
    bot = elsewhere.seat_from(what, limits, log)
    if not isinstance(bot, RemoteBot):
        raise BadBot(f"{what} cannot sit in a seat of the server: connect it with `croupier bot {what}`")
    return bot


class FileBots:
    """All file bots of a server."""

    def __init__(self, hub: Hub, logs: str | None = None) -> None:
        self.hub, self.logs = hub, logs
        self.seated: list[FileBot] = []

    async def fill(self, table_id: str, bots: Sequence[str], move_time_ms: int) -> None:
        """Start bots and seat them at a table. Raise BadBot or BrokenBot if one does not start."""
        limits = BotLimits(move_time_ms=max(1, int(OWN_TIME * (move_time_ms or MOVE_TIME_MS))))
        names: list[str] = []
        for place, what in enumerate(bots):
            log = Path(self.logs) / f"{table_id}-{len(names) + 1}.log" if self.logs is not None else None
            bot = await asyncio.to_thread(_isolated, what, limits, log, files_of_others(place, bots))
            config = self.hub.host.tables[table_id].config
            if config.hosted.is_poker:  # refuse a program now if it does not answer the first message
                await asyncio.to_thread(bot.set_game, config.game())
            names.append(bot.name)
            same = names.count(bot.name)
            name = bot.name if same == 1 else f"{bot.name} {same}"
            self.seated.append(FileBot(self.hub, table_id, bot, name))

    def close(self) -> None:
        """End all bots."""
        for each in self.seated:
            each.close()
