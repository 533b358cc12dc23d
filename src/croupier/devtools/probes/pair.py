"""Two probe players at an empty table, and a spectator.

Together the two players know both hands, so they notice if the server sends one of them the other's cards.
"""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from aiohttp import ClientConnectorError, ClientError

from croupier.devtools.probes.target import START, Client, Frame, Skip, Target, expect, expect_code
from croupier.protocol.errors import LEFT

MOVES = 40
"""A hand of two players must end within this many moves."""
TURN = 10.0
"""The server must prompt one of the two players within this many seconds."""
LEAVE_TRIES, LEAVE_AGAIN = 6, 0.5
"""How often a player tries to leave, and the seconds between two tries.

An attack may have made the server refuse this address for a while.
"""
EMPTY_TRIES, EMPTY_AGAIN = 40, 0.05
"""How often the probe checks whether both players are gone, and the seconds between two checks."""
LEAVE_S = 2.0
"""Seconds in which a player must have left after a run was interrupted."""
BEGIN = 5.0
"""Seconds within which two seated teams must be dealt a hand."""


async def empty_tables(target: Target) -> list[str]:
    """Return the empty tables of no-limit hold'em matches, the last one first.

    Tables with a spectator delay are left out, because the public data do not show who sits there now.
    """
    return [str(table["table_id"]) for table in reversed(await target.tables())
            if not table["players"] and table["status"] == "waiting_for_players"
            and "spectator_delay" not in table["config"]
            and (table["config"]["variant"], table["config"]["format"]) == ("HUNL", "match")]


class ProbePlayer:
    """A player of the probes, over any number of connections."""

    def __init__(self, target: Target, table: str, news: asyncio.Event) -> None:
        self.target, self.table, self.news = target, table, news
        self.team, self.code = f"Check {os.urandom(4).hex()}", os.urandom(10).hex()
        self.past: list[Client] = []
        """All connections of this player; the last one is in use."""

    async def connect(self, **more: Any) -> Client:
        """Sit down, or reconnect; return the connection after its welcome."""
        client = await self.target.open(self.table, client=Client(self.news))
        self.past.append(client)
        client.tell(type="hello", team=self.team, join_code=self.code, cards=True, **more)
        reply = await client.next("welcome", "error")
        expect(reply["type"] == "welcome", f"a hello was answered by {reply.get('code')}: {reply.get('msg', reply)}")
        return client

    @property
    def connection(self) -> Client:
        """Return the connection in use."""
        return self.past[-1]

    @property
    def has_left(self) -> bool:
        """Return True if the player never sat down, or if the server closed its connection because it left."""
        return not self.past or self.connection.frames[-1:] == [{"type": "close", "close": LEFT}]

    @property
    def seat(self) -> int:
        """Return the player's seat in this match."""
        return next(int(frame["seat"]) for frame in reversed(self.connection.frames) if frame["type"] == "welcome")

    def asked(self) -> Frame | None:
        """Return the prompt that this player still has to answer: an `act`, or a `snapshot` on its turn. Else return
        None.
        """
        for frame in reversed(self.connection.frames):
            kind = frame["type"]
            if kind == "act" or (kind == "snapshot" and "legal" in frame):
                return frame
            if kind in ("start_hand", "end_hand", "close") or (kind == "event" and frame.get("seat") == self.seat):
                return None
        return None

    def received(self) -> list[tuple[str, Frame]]:
        """Return the text and the content of every frame, over all connections of this player."""
        return [both for client in self.past for both in client.received]

    def hole_cards(self) -> dict[str, tuple[int, list[str]]]:
        """Return a dict from hand id to this player's seat and hole cards."""
        return {frame["hand_id"]: (frame["seat"], frame["hole"]) for _, frame in self.received()
                if frame["type"] == "cards"}


def action(prompt: Frame, word: str, **more: Any) -> Frame:
    """Return an `action` frame that answers a prompt."""
    hand = prompt["hand_id"] if prompt["type"] == "act" else prompt["at_hand_id"]
    return {"type": "action", "v": 1, "hand_id": hand, "decision": prompt["decision"], "action": word, **more}


def passive(prompt: Frame) -> Frame:
    """Return an `action` frame that checks, or calls if a check is not legal."""
    return action(prompt, "CHECK" if "CHECK" in prompt["legal"] else "CALL")


class Pair:
    """The two players and their spectator."""

    def __init__(self, target: Target, table: str) -> None:
        self.target, self.table = target, table
        self.news = asyncio.Event()
        self.one, self.two = (ProbePlayer(target, table, self.news) for _ in range(2))
        self.watcher = Client()
        self.move_ms = 0
        self.folded: list[str] = []
        """Ids of hands that were all folded in the same way, for `leaks`."""
        self.pages: list[tuple[str, Frame]] = []
        """Answers of the API, each with the id of the hand that it is about."""

    async def sit_down(self) -> None:
        """Sit down at the table and wait for the first hand."""
        await self.target.open(self.table, client=self.watcher)
        self.watcher.tell(type="spectate")
        await self.one.connect()
        await self.two.connect()
        config = next(frame for frame in self.two.connection.frames if frame["type"] == "welcome")["config"]
        self.move_ms = config["move_time_ms"]
        try:
            await self.turn(BEGIN)
        except AssertionError:
            raise Skip(f"{self.table} deals no hand to two teams ({START} would)") from None

    async def turn(self, seconds: float | None = None) -> tuple[ProbePlayer, ProbePlayer, Frame]:
        """Wait for a prompt. Return the player who got it, the opponent, and the prompt."""
        until = time.monotonic() + (seconds or TURN)
        while time.monotonic() < until:
            for one, other in ((self.one, self.two), (self.two, self.one)):
                prompt = one.asked()
                if prompt is not None:
                    return one, other, prompt
            await self._news()
        raise AssertionError("the server asks neither player")

    async def _news(self) -> None:
        self.news.clear()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.news.wait(), 0.5)

    async def act(self, word: str, **more: Any) -> Frame:
        """Let the player whose turn it is take an action; return its event."""
        player, _, prompt = await self.turn()
        return await self.accepted(player, action(prompt, word, **more))

    async def accepted(self, player: ProbePlayer, sent: Frame) -> Frame:
        """Send a player's action and return its event. Raise AssertionError if the server refuses it."""
        reply = await _answered(player, json.dumps(sent))
        expect(reply["type"] == "event", f"{sent['action']} was answered by {reply.get('code', reply)}")
        return reply

    async def refused(self, player: ProbePlayer, sent: Frame | str, *codes: str) -> None:
        """Send a frame. Raise AssertionError unless the server refuses it with one of these codes."""
        expect_code(sent, await _answered(player, sent if isinstance(sent, str) else json.dumps(sent)), *codes)

    async def fresh_hand(self) -> tuple[ProbePlayer, ProbePlayer, Frame]:
        """Fold the current hand if it has begun. Wait for the first decision of a new hand and return it as `turn`
        does.
        """
        player, other, prompt = await self.turn()
        if prompt["decision"] == 1 and prompt["type"] == "act":  # after a snapshot, frames of this hand may be missing
            return player, other, prompt
        hand = prompt.get("hand_id") or prompt["at_hand_id"]
        await self.act("FOLD")
        until = time.monotonic() + TURN
        while time.monotonic() < until:
            player, other, prompt = await self.turn()
            if (prompt.get("hand_id") or prompt["at_hand_id"]) != hand:
                return player, other, prompt
            await self._news()
        raise AssertionError("a fold does not end the hand")

    async def check_down(self) -> None:
        """Play the current hand to its showdown without a bet."""
        hand = (await self.turn())[2].get("hand_id")
        for _ in range(MOVES):
            player, _, prompt = await self.turn()
            if prompt.get("hand_id") != hand:
                return
            await self.accepted(player, passive(prompt))
        raise AssertionError("a hand does not end")

    async def all_in(self) -> None:
        """Put one player all-in. If the stack of the first is too small for a raise, it calls and the opponent goes
        all-in.
        """
        for _ in range(MOVES):
            player, _, prompt = await self.fresh_hand()
            if "max_raise_to" not in prompt:
                await self.accepted(player, action(prompt, "CALL"))
                player, _, prompt = await self.turn()
            if "max_raise_to" in prompt:
                await self.accepted(player, action(prompt, "RAISE_TO", amount=prompt["max_raise_to"]))
                return
        raise AssertionError("neither player may raise")

    async def leave(self) -> None:
        """End the match. Go all-in until the stacks are equal, then leave with both players and go all-in once more.

        If both simply left, the server would play their match to its end by itself: 6,000 hands and 8 s at a table with
        the usual stacks. With equal stacks, that happens only if the last pot is split.
        """
        for _ in range(MOVES):
            await self.all_in()
            player, other, prompt = await self.turn()
            is_last = len({row["stack"] + row["total_in_pot"] for row in prompt["players"]}) == 1
            if is_last:
                other.connection.tell(type="intent", intent=3)
            await self.accepted(player, action(prompt, "CALL"))
            if is_last:
                return

    async def leave_at_once(self) -> None:
        """Leave at once, whatever the state of the hand, and wait until the table is empty.

        When both players have left, the server plays their match to its end without waiting, and then frees their
        seats. If the probe only disconnected, the server would wait for the clock at every decision, for days.
        """
        for player in (self.one, self.two):
            for _ in range(LEAVE_TRIES):
                if player.has_left or await self._leaves(player):
                    break
                await asyncio.sleep(LEAVE_AGAIN)
        with suppress(AssertionError, ClientError, OSError):
            for _ in range(EMPTY_TRIES):
                if self.table in await empty_tables(self.target):
                    return
                await asyncio.sleep(EMPTY_AGAIN)

    @staticmethod
    async def _leaves(player: ProbePlayer) -> bool:
        """Leave. Return False if that failed, because the server may refuse this address for a while."""
        has_left = False
        with suppress(AssertionError, ClientError, OSError, TimeoutError):
            async with asyncio.timeout(LEAVE_S):
                try:
                    client = player.connection if player.connection.connected else await player.connect()
                except ClientConnectorError:  # the server is gone, and the seat with it
                    return True
                client.tell(type="intent", intent=3)
                has_left = True
                await client.next("close")
        return has_left

    async def hang_up(self) -> None:
        """Close all connections."""
        for client in (*self.one.past, *self.two.past, self.watcher):
            await client.close()


async def _answered(player: ProbePlayer, sent: str) -> Frame:
    """Send text over a player's connection. Return the next event of that player's seat, or the next error."""
    client, seat = player.connection, player.seat
    client.read = len(client.frames)
    client.send(sent)
    while True:
        reply = await client.next("event", "error")
        if reply["type"] != "event" or reply.get("seat") == seat:
            return reply


@asynccontextmanager
async def seated(target: Target, table: str) -> AsyncIterator[Pair]:
    """Seat a pair at a table, and leave it empty afterwards."""
    pair = Pair(target, table)
    try:
        await pair.sit_down()
        yield pair
        with suppress(AssertionError):
            await pair.leave()
    finally:
        await pair.leave_at_once()
        await pair.hang_up()
