"""Two clients of the prober at an empty table, and a spectator.

Together they know both hands, so they notice if the server sends one of them the other's cards.
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

from croupier.devtools.probes.target import START, Client, Frame, Skip, Target, expect

MOVES = 40
"""Moves of two players within which a hand must end."""
TURN = 10.0
"""Seconds within which the server must ask one of them."""
GET_UP_TRIES, GET_UP_AGAIN = 6, 0.5
"""How often leaving is tried, and the seconds between."""
GET_UP = 2.0
"""Seconds that one of them has to leave when a run is interrupted."""
BEGIN = 5.0
"""Seconds within which two seated teams must be dealt a hand."""


async def empty_tables(target: Target) -> list[str]:
    """Return the empty tables of no-limit hold'em matches, the last one first.

    Tables with a spectator delay are left out, because it is not public who sits there now.
    """
    return [str(table["table_id"]) for table in reversed(await target.tables())
            if not table["players"] and table["status"] == "waiting_for_players"
            and "spectator_delay" not in table["config"]
            and (table["config"]["variant"], table["config"]["format"]) == ("HUNL", "match")]


class ProbePlayer:
    """A team of the prober, over any number of connections."""

    def __init__(self, target: Target, table: str) -> None:
        self.target, self.table = target, table
        self.team, self.code = f"Check {os.urandom(4).hex()}", os.urandom(10).hex()
        self.past: list[Client] = []
        """Its connections; the last one is in use."""

    async def come(self, **more: Any) -> Client:
        """Sit down, or reconnect; return the connection after its welcome."""
        client = Client(await self.target.open(self.table))
        self.past.append(client)
        await client.say(type="hello", team=self.team, join_code=self.code, cards=True, **more)
        reply = await client.next("welcome", "error")
        expect(reply["type"] == "welcome", f"a hello was answered by {reply.get('code')}: {reply.get('msg', reply)}")
        return client

    @property
    def now(self) -> Client:
        """Return the connection in use."""
        return self.past[-1]

    @property
    def seat(self) -> int:
        """Return its seat in this match."""
        return next(int(frame["seat"]) for frame in reversed(self.now.frames) if frame["type"] == "welcome")

    def asked(self) -> Frame | None:
        """Return the prompt that it has not answered: an `act`, or a `snapshot` that asks."""
        for frame in reversed(self.now.frames):
            kind = frame["type"]
            if kind == "act" or (kind == "snapshot" and "legal" in frame):
                return frame
            if kind in ("start_hand", "end_hand", "close") or (kind == "event" and frame.get("seat") == self.seat):
                return None
        return None

    def received(self) -> list[tuple[str, Frame]]:
        """Return all frames of all connections, each with its text."""
        return [both for client in self.past for both in zip(client.texts, client.frames, strict=True)]

    def holes(self) -> dict[str, tuple[int, list[str]]]:
        """Return its seat and cards by hand."""
        return {frame["hand_id"]: (frame["seat"], frame["hole"]) for _, frame in self.received()
                if frame["type"] == "cards"}


def action(prompt: Frame, word: str, **more: Any) -> Frame:
    """Return an answer to a prompt."""
    hand = prompt["hand_id"] if prompt["type"] == "act" else prompt["at_hand_id"]
    return {"type": "action", "v": 1, "hand_id": hand, "decision": prompt["decision"], "action": word, **more}


class Pair:
    """Both clients and their spectator."""

    def __init__(self, target: Target, table: str) -> None:
        self.target, self.table = target, table
        self.one, self.two = ProbePlayer(target, table), ProbePlayer(target, table)
        self.watchers: list[Client] = []
        self.move_ms, self.timeouts = 0, ""
        self.is_gone = False
        """True if the table is empty again."""

    async def sit_down(self) -> None:
        """Sit down at the table and wait for the first hand."""
        self.watchers.append(Client(await self.target.open(self.table)))
        await self.watcher.say(type="spectate")
        await self.one.come()
        await self.two.come()
        config = next(frame for frame in self.two.now.frames if frame["type"] == "welcome")["config"]
        self.move_ms, self.timeouts = config["move_time_ms"], config["timeouts"]
        try:
            await self.turn(BEGIN)
        except AssertionError:
            raise Skip(f"{self.table} deals no hand to two teams ({START} would)") from None

    async def turn(self, seconds: float | None = None) -> tuple[ProbePlayer, ProbePlayer, Frame]:
        """Wait for a prompt; return the player asked, the other one, and the prompt."""
        until = time.monotonic() + (seconds or TURN)
        while time.monotonic() < until:
            for one, other in ((self.one, self.two), (self.two, self.one)):
                prompt = one.asked()
                if prompt is not None:
                    return one, other, prompt
            await self._news()
        raise AssertionError("the server asks neither player")

    async def _news(self) -> None:
        waits = []
        for player in (self.one, self.two):
            player.now.news.clear()
            waits.append(asyncio.create_task(player.now.news.wait()))
        await asyncio.wait(waits, timeout=0.5, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def act(self, word: str, **more: Any) -> Frame:
        """Let the player to act take an action; return its event."""
        player, _, prompt = await self.turn()
        return await self.accepted(player, action(prompt, word, **more))

    async def accepted(self, player: ProbePlayer, sent: Frame) -> Frame:
        """Send a player's action, which must be accepted; return its event."""
        reply = await _answered(player, json.dumps(sent))
        expect(reply["type"] == "event", f"{sent['action']} was answered by {reply.get('code', reply)}")
        return reply

    async def refused(self, player: ProbePlayer, sent: Frame | str, *codes: str) -> None:
        """Send a frame that must be refused with one of these codes."""
        reply = await _answered(player, sent if isinstance(sent, str) else json.dumps(sent))
        expect(reply.get("code") in codes, f"{str(sent)[:90]} was answered by {reply.get('code') or str(reply)[:80]}")

    async def fresh_hand(self) -> tuple[ProbePlayer, ProbePlayer, Frame]:
        """Fold the hand in play if it has begun; wait for a first decision and return it as `turn` does."""
        player, other, prompt = await self.turn()
        if prompt["decision"] == 1 and prompt["type"] == "act":
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
        """Play the hand in play to its showdown without a bet."""
        hand = (await self.turn())[2].get("hand_id")
        for _ in range(MOVES):
            player, _, prompt = await self.turn()
            if prompt.get("hand_id") != hand:
                return
            await self.accepted(player, action(prompt, "CHECK" if "CHECK" in prompt["legal"] else "CALL"))
        raise AssertionError("a hand does not end")

    async def all_in(self) -> None:
        """Put the first player all-in; if its stack is too small for a raise it calls, and the other goes all-in."""
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
        """Leave the table empty: at the end of a match, teams that are not connected lose their seats.

        Once both stacks are equal, both go all-in, one client disconnects and the other leaves; the server calls for
        it. After a split pot, try again.
        """
        if not self.one.past or not self.two.past:
            return
        for _ in range(20):
            await self.all_in()
            player, other, prompt = await self.turn()
            if len({row["stack"] + row["total_in_pot"] for row in prompt["players"]}) > 1:
                await self.accepted(player, action(prompt, "CALL"))
            elif await self._empties(player, other, prompt):
                self.is_gone = True
                return
            else:
                await self.one.come()
                await self.two.come()

    async def _empties(self, player: ProbePlayer, other: ProbePlayer, prompt: Frame) -> bool:
        """Play the last hand; return True if the table is empty after it."""
        self.watcher.read = len(self.watcher.frames)
        await other.now.close()
        while (lobby := await self.watcher.next("lobby"))["type"] == "lobby":
            if any(row["team"] == other.team and not row["connected"] for row in lobby["players"]):
                break
        if self.timeouts != "check-call-fold":
            await player.now.send(json.dumps(action(prompt, "CALL")))
        await player.now.say(type="intent", intent=3)
        await player.now.next("close")
        for _ in range(10):
            if self.table in await empty_tables(self.target):
                return True
            await asyncio.sleep(0.05)
        return False

    async def get_up(self) -> None:
        """Leave at once, whatever the state of the hand.

        The server acts for two leavers without a clock, and their seats are free when their match has ended. After a
        mere disconnection it would wait for every move, for days.
        """
        for player in (self.one, self.two):
            for _ in range(GET_UP_TRIES):
                if not player.past or self.is_gone or await self._leaves(player):
                    break
                await asyncio.sleep(GET_UP_AGAIN)

    @staticmethod
    async def _leaves(player: ProbePlayer) -> bool:
        """Leave; return False if that was not possible: the server may refuse this address for a while."""
        has_left = False
        with suppress(AssertionError, ClientError, OSError, TimeoutError):
            async with asyncio.timeout(GET_UP):
                try:
                    client = await player.come() if player.now.ws.closed else player.now
                except ClientConnectorError:  # the server has ended, and the seat with it
                    return True
                await client.say(type="intent", intent=3)
                has_left = True
                await client.next("close")
        return has_left

    async def hang_up(self) -> None:
        """Close all connections."""
        for client in (*self.one.past, *self.two.past, *self.watchers):
            await client.close()

    @property
    def watcher(self) -> Client:
        """Return the spectator in use."""
        return self.watchers[-1]


async def _answered(player: ProbePlayer, sent: str) -> Frame:
    """Send text for a player; return the event of its seat, or the error, that follows."""
    client, seat = player.now, player.seat
    client.read = len(client.frames)
    await client.send(sent)
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
        await pair.get_up()
        await pair.hang_up()
