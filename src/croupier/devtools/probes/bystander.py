"""A match that two well-behaved clients play during all attacks. No frame of this match may be lost or late.

If no table is free, the probes watch a table where others are playing instead.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack, suppress

from croupier.devtools.probes.leaks import gap
from croupier.devtools.probes.pair import Pair, passive, seated
from croupier.devtools.probes.target import START, Client, Frame, Skip, Target, expect

THINKS_S = 0.1
"""Seconds that each player of this match thinks."""
LATE_S = 10.0
"""Seconds after which an answer counts as late, however busy the machine is."""


class BystanderMatch:
    """A match that no attack should disturb."""

    def __init__(self, target: Target, table: str | None) -> None:
        self.target, self.table = target, table
        self.stack = AsyncExitStack()
        """The connections and the seats, which are released at the end."""
        self.pair: Pair | None = None
        self.watcher: Client | None = None
        self.playing: asyncio.Task[None] | None = None
        self.over = False
        self.slowest = 0.0

    async def begin(self) -> None:
        """Sit down and play, or watch a table in play."""
        if self.table is not None:
            self.pair = await self.stack.enter_async_context(seated(self.target, self.table))
            self.watcher = self.pair.watcher
            self.playing = asyncio.create_task(self._play(self.pair))
            return
        for table in await self.target.tables():
            if table["status"] == "hand_in_progress":
                self.watcher = await self.stack.enter_async_context(await self.target.open(table["table_id"]))
                self.watcher.tell(type="spectate")
                return

    async def _play(self, pair: Pair) -> None:
        while not self.over:
            player, _, prompt = await pair.turn()
            await asyncio.sleep(THINKS_S)
            sent = time.monotonic()
            await pair.accepted(player, passive(prompt))
            self.slowest = max(self.slowest, time.monotonic() - sent)

    async def verdict(self) -> str:
        """End the match; raise AssertionError if it was disturbed."""
        if self.watcher is None:
            raise Skip(f"no table was free or in play: {START}")
        self.over = True
        if self.playing is not None:
            await self.playing
        await asyncio.sleep(0.2)  # the server sends to spectators last, so their last frames may still be on the way
        for frames in self._received():
            self._unharmed(frames)
        if self.pair is None:
            return f"watched {_hands(self.watcher.frames)} hands of others, no event was missing"
        self._same(self.pair)
        expect(self.slowest < LATE_S, f"an event came only {self.slowest:.1f} s after its action")
        return (f"{_hands(self.watcher.frames)} hands, no event lost; events came within {1000 * self.slowest:.0f} ms "
                "of their actions")

    def _received(self) -> list[list[Frame]]:
        assert self.watcher is not None
        players = [] if self.pair is None else [self.pair.one, self.pair.two]
        return [self.watcher.frames, *(client.frames for player in players for client in player.past)]

    def _unharmed(self, frames: list[Frame]) -> None:
        for frame in frames:
            expect(frame["type"] not in ("error", "close", "notice"), f"it received {str(frame)[:100]}")
            expect(self.pair is None or "auto" not in frame, f"the server acted for it: {str(frame)[:100]}")
        found = gap(frames)
        expect(not found, found)

    def _same(self, pair: Pair) -> None:
        """Check that the players and the spectator received the same events."""
        first, second, third = (
            {(frame["hand_id"], frame["event_no"]) for frame in client.frames if frame["type"] == "event"}
            for client in (pair.watcher, pair.one.connection, pair.two.connection))
        missing = (first | second | third) - (first & second & third)
        expect(not missing, f"an event did not reach everybody: {sorted(missing)[:1]}")

    async def end(self) -> None:
        """Leave the table empty, as it was before."""
        self.over = True
        if self.playing is not None:
            self.playing.cancel()
            with suppress(asyncio.CancelledError, AssertionError):
                await self.playing
        await self.stack.aclose()


def _hands(frames: list[Frame]) -> int:
    return sum(frame["type"] == "start_hand" for frame in frames)
