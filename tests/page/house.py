"""A server as its users start it, in a process of its own; and teams that sit there without a browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

import croupier

ENV = {**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])}
"""The server runs the same croupier as this test."""

TABLES = """
house_bots = 2
line_up = ["maniac", "caller", "random"]

[tables.W-1]
seats = 2
stack = 1500
matches = 0
hand_pause_ms = 500
match_pause_ms = 3000
"""
TABLES_EACH = {"P-2": 9, "P-6": 11, "P-10": 2, "EIGHTS": 4, "DISCARDS": 2, "STING": 2, "OMAHA": 1, "STUD": 1, "DRAW": 1,
               "CASH": 1}
"""How many tables of each kind there are. A test that sits down takes one that no other test has used (`players.own`): a
visitor's seat stays taken for minutes after its window was closed."""
PRACTICE = """
[tables.{name}]
seats = {seats}
practice = true
matches = 0
min_teams = {seats}
hand_pause_ms = 300
match_pause_ms = 2000
move_time_ms = 120000
release_absent = true
"""
OTHER_GAME = """
[tables.{name}]
game = "{variant}"
seats = 3
practice = true
matches = 0
min_teams = 3
release_absent = true
hand_pause_ms = 300
match_pause_ms = 2000
move_time_ms = 120000
"""
CASH = """
[tables.{name}]
cash = true
seats = 3
matches = 0
min_teams = 2
stack = 5000
buy_in_min = 2000
buy_in_max = 10000
hand_pause_ms = 300
move_time_ms = 120000
"""
CROWD = """
[tables.NAMES]
seats = 10
matches = 0
min_teams = 9
hand_pause_ms = 400
match_pause_ms = 400
move_time_ms = 60000
stack = 1000000
"""
NAMES = ['<img src=x onerror="boom()">', "שלום עולם, שחקן ארוך מאוד כאן", "W" * 32, "</script><script>boom()</script>",
         "{{7*7}}${7*7}`boom()`", "بوت البوكر الطويل جدا هنا نعم", "&lt;b&gt; &amp; 'quotes' \"too\""]


class Arena:
    """`croupier arena` with tables of every kind."""

    def __init__(self, folder: Path, settings: str, *options: str, port: int = 0) -> None:
        file = folder / "arena.toml"
        file.write_text(settings, encoding="utf-8")
        self.command = [sys.executable, "-m", "croupier", "arena", "--config", str(file), "--pace", "fast",
                        "--db", str(folder / "arena.db"), *options]
        self.folder, self.port = folder, port
        self.start()

    def start(self) -> None:
        """Open it; on the same port as before, if it was open before."""
        self.process = subprocess.Popen([*self.command, "--port", str(self.port)], cwd=self.folder, env=ENV, text=True,
                                        stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert self.process.stdout is not None
        lines = []
        for line in self.process.stdout:
            lines.append(line)
            if found := re.search(r"watch at (\S+:(\d+)/)", line):
                self.url, self.port = found[1], int(found[2])
                break
        else:
            raise AssertionError("the arena did not open: " + "".join(lines))
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self) -> None:
        """As a power cut would."""
        self.process.kill()
        self.process.wait()


class Company:
    """Teams that check and call, so that a table has people at it; `silent` ones sit and never answer."""

    def __init__(self, url: str, table: str, names: list[str], silent: tuple[str, ...] = ()) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}ws?table={table}"
        self.names, self.silent = names, silent
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def _run(self) -> None:
        asyncio.run(self._all())

    async def _all(self) -> None:
        await asyncio.gather(*(self._play(name) for name in self.names), return_exceptions=True)

    async def _play(self, name: str) -> None:
        async with connect(self.url, compression=None) as socket:
            await socket.send(json.dumps({"type": "hello", "v": 1, "team": name, "join_code": f"code-{name}"}))
            async for text in socket:
                frame: dict[str, Any] = json.loads(text)
                if frame["type"] == "act" and name not in self.silent:
                    word = "CHECK" if "CHECK" in frame["legal"] else "CALL"
                    await asyncio.sleep(0.02)
                    await socket.send(json.dumps({"type": "action", "v": 1, "hand_id": frame["hand_id"],
                                                  "action": word, "decision": frame["decision"]}))


GAMES = {"EIGHTS": "genome:eights-for-stakes", "DISCARDS": "genome:five-card-draw", "STING": "sting", "OMAHA": "PO",
         "STUD": "F7S", "DRAW": "F2L3D"}


def table(kind: str, name: str) -> str:
    """Return the settings of a table of a kind."""
    if kind in GAMES:
        return OTHER_GAME.format(name=name, variant=GAMES[kind])
    return CASH.format(name=name) if kind == "CASH" else PRACTICE.format(name=name, seats=kind.removeprefix("P-"))


def settings() -> str:
    """Return all tables: those of `TABLES_EACH`; W-1 and NAMES, which play on and are only watched; EMPTY and
    STING-WATCHED, at which nobody ever sits.
    """
    own = [table(kind, f"{kind}-{number}") for kind, many in TABLES_EACH.items() for number in range(1, many + 1)]
    return "".join([TABLES, *own, CROWD, table("P-6", "EMPTY"), table("STING", "STING-WATCHED")])
