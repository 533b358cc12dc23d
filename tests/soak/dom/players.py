"""Players over sockets that act only when the check tells them to: the page is compared before each action."""

from __future__ import annotations

import asyncio
import json
import threading
from random import Random
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

OPERATOR = "operator-of-the-soak"


class Teams:
    """Some teams and the operator, each on a connection of its own; all of them in one thread."""

    def __init__(self, url: str, table: str, teams: list[str]) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}ws?table={table}"
        self.teams = teams
        self.prompts: dict[str, dict[str, Any]] = {}
        """The latest question to each team."""
        self.frames: list[dict[str, Any]] = []
        """What the first team was sent."""
        self._sockets: dict[str, ClientConnection] = {}
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        threading.Thread(target=self._loop.run_until_complete, args=(self._run(),), daemon=True).start()
        assert self._ready.wait(300), "the teams could not connect"

    async def _run(self) -> None:
        self._over = asyncio.Event()
        first = {"operator": {"type": "operator", "code": OPERATOR, "command": "STATUS"}}
        first |= {team: {"type": "hello", "team": team, "join_code": f"code-{team}"} for team in self.teams}
        reading = []
        for name, frame in first.items():
            self._sockets[name] = await connect(self.url, compression=None, max_size=None)
            await self._sockets[name].send(json.dumps({"v": 1, **frame}))
            reading.append(asyncio.create_task(self._read(name)))
        self._ready.set()
        await self._over.wait()
        for task in reading:
            task.cancel()
        await asyncio.gather(*(socket.close() for socket in self._sockets.values()))

    async def _read(self, name: str) -> None:
        async for text in self._sockets[name]:
            frame = json.loads(text)
            assert frame["type"] != "error", frame
            if frame["type"] == "act":
                self.prompts[name] = frame
            if name == self.teams[0]:
                self.frames.append(frame)

    def send(self, name: str, frame: dict[str, Any]) -> None:
        """Send a frame of a team, or of the operator."""
        asyncio.run_coroutine_threadsafe(self._sockets[name].send(json.dumps({"v": 1, **frame})), self._loop).result(60)

    def close(self) -> None:
        """Close all connections."""
        self._loop.call_soon_threadsafe(self._over.set)


def answer(prompt: dict[str, Any], rng: Random) -> dict[str, Any]:
    """Return a random legal answer to an `act`, with few folds."""
    legal = [{"action": each} if isinstance(each, str) else each for each in prompt["legal"]]
    others = [each for each in legal if each["action"] != "FOLD"]
    chosen = rng.choice(others if others and rng.random() < 0.85 else legal)
    said = {"action": chosen["action"]}
    if chosen["action"] == "RAISE_TO":
        least = chosen.get("min_amount", prompt.get("min_raise_to"))
        most = chosen.get("max_amount", prompt.get("max_raise_to"))
        said["amount"] = rng.choice((least, most, rng.randint(least, most), rng.randint(least, max(least, most // 4))))
    elif "any_of" in chosen:
        said["cards"] = rng.sample(chosen["any_of"], rng.randint(1, min(3, len(chosen["any_of"]))))
    else:
        said |= {key: chosen[key] for key in ("amount", "cards") if key in chosen}
    return {"type": "action", "hand_id": prompt["hand_id"], "decision": prompt["decision"], **said}
