"""A real server killed with SIGKILL again and again while bots play: what they were shown must all be there.

The bots know JSON and `websockets`, nothing else of the arena; each keeps every event it was shown. At the end the
match is finished, the journal is done again, and each event shown must be in it, where it was and as it was.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import signal
import socket
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

import croupier
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.journal import Audit, SealedReplay

ENV = {**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])}
TEAMS = ("Ann", "Bob", "Cy")
PATIENCE = 120.0
"""Seconds within which something must happen, on a busy machine too."""


class Killing:
    """A match that does not mind."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.db = folder / "arena.db"
        self.port = free_port()
        self.shown: dict[tuple[str, int], dict[str, Any]] = {}
        """Events by hand and number."""
        self.counts: Counter[str] = Counter()
        self.finishing = self.over = False
        self.bots: list[asyncio.Task[None]] = []
        self.process: asyncio.subprocess.Process | None = None

    async def run(self, kills: int) -> Counter[str]:
        """So many kills, then the end of the match."""
        bots = self.bots = [asyncio.create_task(self.bot(team)) for team in TEAMS]
        try:
            for _ in range(kills):
                await self.serve_and_kill()
            self.finishing = True
            server = await self.server()
            out, _ = await asyncio.wait_for(server.communicate(), PATIENCE)
            assert server.returncode == 0, out.decode()
        finally:
            self.over = True
            for bot in bots:
                bot.cancel()
            if self.process is not None and self.process.returncode is None:
                self.process.kill()
                await self.process.communicate()
        await asyncio.gather(*bots, return_exceptions=True)
        failed = [bot.exception() for bot in bots if not bot.cancelled() and bot.exception() is not None]
        assert not failed, failed
        self.check()
        return self.counts

    async def server(self) -> asyncio.subprocess.Process:
        options = ["--port", str(self.port), "--seats", "3", "--stack", "100000", "--sb", "10", "--bb", "20",
                   "--matches", "1", "--min-teams", "3", "--house-bots", "0", "--db", str(self.db),
                   "--move-time-ms", "20000"]
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "croupier", "arena", *options, env=ENV, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT)
        return self.process

    async def serve_and_kill(self) -> None:
        """Let a server play for a random number of events, then kill it in the middle of whatever it does."""
        server, goal = await self.server(), len(self.shown) + self.rng.randint(3, 60)
        for _ in range(int(PATIENCE / 0.002)):
            if len(self.shown) >= goal or server.returncode is not None or any(bot.done() for bot in self.bots):
                break
            await asyncio.sleep(0.002)
        for bot in self.bots:
            if bot.done():  # a bot that saw something wrong says so
                bot.result()
        assert server.returncode is None, (await server.communicate())[0].decode()
        assert len(self.shown) >= goal, "nothing was played"
        await asyncio.sleep(self.rng.random() * 0.02)
        server.send_signal(signal.SIGKILL)
        await server.communicate()
        self.counts["kills"] += 1

    # -- bots ----------------------------------------------------------------------------------------------------------

    async def bot(self, team: str) -> None:
        while not self.over:
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(f"ws://127.0.0.1:{self.port}/ws", compression=None, open_timeout=PATIENCE) as ws:
                    before = list(self.shown)
                    await ws.send(json.dumps({"type": "hello", "v": 1, "team": team, "join_code": f"{team}-code"}))
                    async for text in ws:
                        answer = self.hear(json.loads(text), before)
                        if answer is not None:
                            await ws.send(json.dumps(answer))
            await asyncio.sleep(0.05)

    def hear(self, frame: dict[str, Any], before: list[tuple[str, int]]) -> dict[str, Any] | None:
        if frame["type"] == "event":
            self.keep(frame)
        elif frame["type"] == "snapshot":
            self.counts["snapshots"] += 1
            self.look(frame, before)
        return self.answer(frame) if "legal" in frame else None

    def keep(self, event: dict[str, Any]) -> None:
        key = (event["hand_id"], event["event_no"])
        assert self.shown.setdefault(key, event) == event, f"{key} was shown as {self.shown[key]} and as {event}"

    def look(self, frame: dict[str, Any], before: list[tuple[str, int]]) -> None:
        """Everything that anybody was shown of this hand before the hello is in the snapshot."""
        events = frame.get("events") or []
        for event in events:
            self.keep(event)
        last = max((no for hand, no in before if hand == frame["at_hand_id"]), default=0)
        assert last <= len(events) or frame["phase"] == "LOBBY", f"{last} events were shown, {len(events)} are there"

    def answer(self, frame: dict[str, Any]) -> dict[str, Any]:
        said = {"type": "action", "v": 1, "hand_id": frame.get("hand_id", frame.get("at_hand_id")),
                "decision": frame["decision"]}
        legal = frame["legal"]
        if self.finishing and "RAISE_TO" in legal:
            return {**said, "action": "RAISE_TO", "amount": frame["max_raise_to"]}
        quiet = [word for word in legal if word in ("CHECK", "CALL")]
        word = quiet[0] if self.finishing and quiet else self.rng.choice(legal)
        return {**said, "action": word, **({"amount": frame["min_raise_to"]} if word == "RAISE_TO" else {})}

    # -- afterwards ----------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """The journal is sound, and every event that was shown is in it."""
        store = SqliteStore.open_to_read(self.db)
        audit = Audit(store)
        assert list(audit.find_problems()) == []
        told = told_by(store)
        lost = [event for key, event in self.shown.items() if told.get(key) != event]
        assert not lost, f"{len(lost)} events were shown and are lost, first {lost[0]}"
        (match,) = store.queries.matches()
        assert match["ended"]
        store.close()
        self.counts += Counter({"events shown": len(self.shown), "hands": audit.hands, "records": audit.records})


def told_by(store: SqliteStore) -> dict[tuple[str, int], dict[str, Any]]:
    """All events that a journal leads to."""
    again = SealedReplay(store.journal.chain().key)
    told: dict[tuple[str, int], dict[str, Any]] = {}
    for entry in store.journal.entries():
        for effect in again.step(entry):
            data = getattr(effect, "data", b"")
            if data.startswith(b'{"type":"event"'):
                event = json.loads(data)
                told[event["hand_id"], event["event_no"]] = event
    return told


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


def killed(folder: Path, seed: int, kills: int) -> Counter[str]:
    """Play a match through so many kills."""
    return asyncio.run(asyncio.wait_for(Killing(folder, seed).run(kills), PATIENCE * (kills + 2)))
