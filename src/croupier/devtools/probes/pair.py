"""Two clients of one's own at a table where nobody else sits, and a spectator beside them.

They know each other's cards, which no server would tell, and can say what each of them should not have heard.
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
"""Moves of two players within which something must have come about."""
TURN = 10.0
"""Seconds within which somebody is asked something."""
GET_UP_TRIES, GET_UP_AGAIN = 6, 0.5
"""How often leaving is tried, and seconds between."""
GET_UP = 2.0
"""Seconds that one of them has to get up when a run is cut short."""
BEGIN = 5.0
"""Seconds within which two teams who sit down are dealt a hand."""


async def empty_tables(target: Target) -> list[str]:
    """Tables of no-limit hold'em matches with nobody at them, the last one first.

    Tables with a delay for spectators are left out: who sits there now is not public.
    """
    return [str(table["table_id"]) for table in reversed(await target.tables())
            if not table["players"] and table["status"] == "waiting_for_players"
            and "spectator_delay" not in table["config"]
            and (table["config"]["variant"], table["config"]["format"]) == ("HUNL", "match")]


class ProbePlayer:
    """A team of one's own, over as many connections as it takes."""

    def __init__(self, target: Target, table: str) -> None:
        self.target, self.table = target, table
        self.team, self.code = f"Check {os.urandom(4).hex()}", os.urandom(10).hex()
        self.past: list[Client] = []
        """Its connections, the last one in use."""

    async def come(self, **more: Any) -> Client:
        """Sit down, or come back; gives the connection, which has been welcomed."""
        client = Client(await self.target.open(self.table))
        self.past.append(client)
        await client.say(type="hello", team=self.team, join_code=self.code, cards=True, **more)
        heard = await client.next("welcome", "error")
        expect(heard["type"] == "welcome", f"a hello was answered by {heard.get('code')}: {heard.get('msg', heard)}")
        return client

    @property
    def now(self) -> Client:
        """The connection in use."""
        return self.past[-1]

    @property
    def seat(self) -> int:
        """Where it sits in this match."""
        return next(int(frame["seat"]) for frame in reversed(self.now.frames) if frame["type"] == "welcome")

    def asked(self) -> Frame | None:
        """The prompt that it has not answered: an `act`, or a `snapshot` that asks."""
        for frame in reversed(self.now.frames):
            kind = frame["type"]
            if kind == "act" or (kind == "snapshot" and "legal" in frame):
                return frame
            if kind in ("start_hand", "end_hand", "close") or (kind == "event" and frame.get("seat") == self.seat):
                return None
        return None

    def heard(self) -> list[tuple[str, Frame]]:
        """Everything, over all connections."""
        return [both for client in self.past for both in zip(client.texts, client.frames, strict=True)]

    def holes(self) -> dict[str, tuple[int, list[str]]]:
        """Seat and cards by hand."""
        return {frame["hand_id"]: (frame["seat"], frame["hole"]) for _, frame in self.heard()
                if frame["type"] == "cards"}


def action(prompt: Frame, word: str, **more: Any) -> Frame:
    """The answer to a prompt."""
    hand = prompt["hand_id"] if prompt["type"] == "act" else prompt["at_hand_id"]
    return {"type": "action", "v": 1, "hand_id": hand, "decision": prompt["decision"], "action": word, **more}


class Pair:
    """Both of them."""

    def __init__(self, target: Target, table: str) -> None:
        self.target, self.table = target, table
        self.one, self.two = ProbePlayer(target, table), ProbePlayer(target, table)
        self.watchers: list[Client] = []
        self.move_ms, self.timeouts = 0, ""
        self.is_gone = False
        """Whether the table was given back empty."""

    async def sit_down(self) -> None:
        """Take the table, and have a hand begun."""
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
        """Who is asked, who is not, and what is asked, once somebody is."""
        until = time.monotonic() + (seconds or TURN)
        while time.monotonic() < until:
            for one, other in ((self.one, self.two), (self.two, self.one)):
                prompt = one.asked()
                if prompt is not None:
                    return one, other, prompt
            await self._news()
        raise AssertionError("nobody is asked anything")

    async def _news(self) -> None:
        waits = []
        for player in (self.one, self.two):
            player.now.news.clear()
            waits.append(asyncio.create_task(player.now.news.wait()))
        await asyncio.wait(waits, timeout=0.5, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def act(self, word: str, **more: Any) -> Frame:
        """Whoever is asked says this; gives the event that tells of it."""
        player, _, prompt = await self.turn()
        return await self.says(player, action(prompt, word, **more))

    async def says(self, player: ProbePlayer, said: Frame) -> Frame:
        """A player's action, which must be taken."""
        heard = await _answered(player, json.dumps(said))
        expect(heard["type"] == "event", f"{said['action']} was answered by {heard.get('code', heard)}")
        return heard

    async def refused(self, player: ProbePlayer, said: Frame | str, *codes: str) -> None:
        """Something that must be refused by one of these names, and change nothing."""
        heard = await _answered(player, said if isinstance(said, str) else json.dumps(said))
        expect(heard.get("code") in codes, f"{str(said)[:90]} was answered by {heard.get('code') or str(heard)[:80]}")

    async def fresh_hand(self) -> tuple[ProbePlayer, ProbePlayer, Frame]:
        """The first decision of a hand: what is left of the one in play is folded."""
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
            await self.says(player, action(prompt, "CHECK" if "CHECK" in prompt["legal"] else "CALL"))
        raise AssertionError("a hand does not end")

    async def all_in(self) -> None:
        """Everything of whoever is asked first; who has less than a raise calls, and the other goes all-in."""
        for _ in range(MOVES):
            player, _, prompt = await self.fresh_hand()
            if "max_raise_to" not in prompt:
                await self.says(player, action(prompt, "CALL"))
                player, _, prompt = await self.turn()
            if "max_raise_to" in prompt:
                await self.says(player, action(prompt, "RAISE_TO", amount=prompt["max_raise_to"]))
                return
        raise AssertionError("nobody may raise")

    async def leave(self) -> None:
        """Give the table back empty: at the end of a match those who are not there lose their seats.

        Once both have the same, everything goes in, the one hangs up, the other leaves, and a leaver's call is made
        for it; after a draw again.
        """
        if not self.one.past or not self.two.past:
            return
        for _ in range(20):
            await self.all_in()
            player, other, prompt = await self.turn()
            if len({row["stack"] + row["total_in_pot"] for row in prompt["players"]}) > 1:
                await self.says(player, action(prompt, "CALL"))
            elif await self._empties(player, other, prompt):
                self.is_gone = True
                return
            else:
                await self.one.come()
                await self.two.come()

    async def _empties(self, player: ProbePlayer, other: ProbePlayer, prompt: Frame) -> bool:
        """The last hand; whether the table is empty after it."""
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
        """However things stand, leave at once: two leavers are acted for without a clock, and their seats are free when
        that has ended their match. A broken connection alone would be waited for, move after move, for days."""
        for player in (self.one, self.two):
            for _ in range(GET_UP_TRIES):
                if not player.past or self.is_gone or await self._says_goodbye(player):
                    break
                await asyncio.sleep(GET_UP_AGAIN)

    @staticmethod
    async def _says_goodbye(player: ProbePlayer) -> bool:
        """Leave; False where it could not be said: an attack may have made the server refuse this address a while."""
        said = False
        with suppress(AssertionError, ClientError, OSError, TimeoutError):
            async with asyncio.timeout(GET_UP):
                try:
                    client = await player.come() if player.now.ws.closed else player.now
                except ClientConnectorError:  # no server is there, and so no seat
                    return True
                await client.say(type="intent", intent=3)
                said = True
                await client.next("close")
        return said

    async def hang_up(self) -> None:
        """Whatever is still open."""
        for client in (*self.one.past, *self.two.past, *self.watchers):
            await client.close()

    @property
    def watcher(self) -> Client:
        """The spectator."""
        return self.watchers[-1]


async def _answered(player: ProbePlayer, said: str) -> Frame:
    """What a player hears of something it says: an event of the seat that it has then, or an error."""
    client, seat = player.now, player.seat
    client.read = len(client.frames)
    await client.send(said)
    while True:
        heard = await client.next("event", "error")
        if heard["type"] != "event" or heard.get("seat") == seat:
            return heard


@asynccontextmanager
async def seated(target: Target, table: str) -> AsyncIterator[Pair]:
    """A pair at a table, which is given back afterwards."""
    pair = Pair(target, table)
    try:
        await pair.sit_down()
        yield pair
        with suppress(AssertionError):
            await pair.leave()
    finally:
        await pair.get_up()
        await pair.hang_up()
