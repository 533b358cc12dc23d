"""A live server for one attack, and two players elsewhere on it who must notice nothing."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

from .plan import Attack
from .raw_socket import HANDSHAKE, Raw, request

OPERATOR = "operator-code-for-this-round"
TABLE: dict[str, Any] = {"seats": 3, "min_teams": 2, "stack": 100_000_000, "move_time_ms": 3_600_000,
                         "hello_time_ms": 3_600_000}
WITNESSES = "W-1"


class Live:
    """A server in a process of its own."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes], errors: Path) -> None:
        self.folder, self.process, self.errors = folder, process, errors
        self.db = folder / "arena.db"
        line = process.stdout.readline() if process.stdout else b""
        assert line, f"the server did not open: {errors.read_text()[-800:]}"
        self.url: str = json.loads(line)["opened"]["url"]
        self.port = int(self.url.rstrip("/").rpartition(":")[2])
        self.witnesses: list[Witness] = []
        self.table = "T-1"
        """The table that is attacked; each attack has one of its own."""

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def connect(self) -> Raw:
        return Raw(*await asyncio.open_connection("127.0.0.1", self.port))

    async def socket(self, table: str | None = None, **headers: str) -> Raw:
        """Open a WebSocket; the handshake has been answered with 101."""
        raw = await self.connect()
        await raw.send(request(f"/ws?table={table or self.table}", {"Host": self.host, **HANDSHAKE, **headers}))
        status, body = await raw.response()
        assert status == 101, (status, body[:200])
        return raw

    async def join(self, team: str, code: str = "code", table: str | None = None, **more: Any) -> Raw:
        raw = await self.socket(table)
        await raw.say(type="hello", team=team, join_code=code, **more)
        return raw

    async def pair(self, table: str | None = None, **more: Any) -> tuple[Raw, Raw]:
        """Seat Ann and Bob."""
        ann = await self.join("Ann", table=table, **more)
        await ann.until("lobby")
        bob = await self.join("Bob", table=table, **more)
        return ann, bob

    async def turn(self, *players: Raw) -> tuple[Raw, Raw, dict[str, Any]]:
        """Return who is asked now, the other, and the prompt; everybody else's frames up to it are read."""
        tasks = {asyncio.ensure_future(each.until("act")): each for each in players}
        done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED, timeout=PATIENCE)
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        asked = tasks[next(iter(done))]
        other = next(each for each in players if each is not asked)
        return asked, other, next(iter(done)).result()

    async def operator(self, table: str | None = None) -> Raw:
        raw = await self.socket(table)
        await raw.say(type="operator", code=OPERATOR, command="STATUS")
        await raw.until("operator")
        return raw

    async def http(self, path: str, method: str = "GET", body: bytes = b"", **headers: str) -> tuple[int, bytes]:
        """Ask once, on a connection of its own."""
        raw = await self.connect()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        if body or method == "POST":
            named.setdefault("Content-Length", str(len(body)))
        await raw.send(request(path, {"Host": self.host, "Connection": "close", **named}, method) + body)
        found = await raw.response()
        await raw.end()
        return found

    async def raw_http(self, data: bytes) -> tuple[int, bytes]:
        """Send bytes and return the first response."""
        raw = await self.connect()
        await raw.send(data)
        found = await raw.response()
        await raw.end()
        return found

    def check_standing(self) -> None:
        """The process runs and has written no traceback."""
        assert self.process.poll() is None, f"the server ended with {self.process.returncode}: {self.said()[-800:]}"
        assert "Traceback" not in self.said(), self.said()[-1500:]

    def said(self) -> str:
        return self.errors.read_text(errors="replace")

    def ends(self) -> int:
        """Wait for the process to end; return its exit code."""
        return self.process.wait(PATIENCE)


class Witness:
    """A player elsewhere: checks and calls for ever. No frame may be missing, nothing done in its name."""

    def __init__(self, raw: Raw) -> None:
        self.raw, self.hands, self.last = raw, 0, 0
        self.task = asyncio.ensure_future(self._play())

    async def _play(self) -> None:
        while (message := await self.raw.next()) is not None:
            self.raw.heard.clear()
            kind = message["type"]
            assert kind != "error", f"a player elsewhere got {message}"
            if kind == "start_hand":
                self.last = 0
            if kind == "event":
                number = message["event_no"]
                assert number == self.last + 1 or self.last == 0, f"event {number} follows {self.last}"
                assert "auto" not in message, f"somebody acted for a player elsewhere: {message}"
                self.last = message["event_no"]
            if kind == "end_hand":
                self.hands += 1
            if kind == "act":
                word = "CHECK" if "CHECK" in message["legal"] else "CALL"
                await self.raw.say(type="action", hand_id=message["hand_id"], action=word, decision=message["decision"])
        raise AssertionError(f"the connection of a player elsewhere was closed with {self.raw.close_code}")

    async def plays_on(self, hands: int = 3) -> None:
        """Wait until more hands have been played."""
        aim = self.hands + hands
        for _ in range(int(PATIENCE * 50)):
            if self.task.done():
                self.task.result()
            if self.hands >= aim:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"players elsewhere are stuck after {self.hands} hands")


def settings(table: dict[str, Any], count: int) -> str:
    """Return a `--config` file: tables with these settings to attack, and one for the players elsewhere."""
    usual = {name: value for name, value in TABLE.items() if name != "stack" or "genome" not in str(table.get("game"))}
    lines = ["house_bots = 0", f'operator = "{OPERATOR}"']
    attacked = [(f"T-{number + 1}", {**usual, **table}) for number in range(count)]
    for name, found in (*attacked, (WITNESSES, TABLE)):
        lines += [f"[tables.{name}]", *(f"{key} = {json.dumps(value)}" for key, value in found.items())]
    return "\n".join(lines) + "\n"


@contextmanager
def process(*options: str, folder: Path, table: dict[str, Any] | None = None, count: int = 1,
            limit_bytes: int = 0) -> Iterator[Live]:
    """Open `croupier arena`; it is ended afterwards if it still runs."""
    errors = Path(tempfile.mkstemp(prefix="attack-round-")[1])  # not in `folder`, which an attack may move
    (folder / "arena.toml").write_text(settings(table or {}, count))
    command = [sys.executable, "-m", "croupier", "arena", "--port", "0", "--db", str(folder / "arena.db"),
               "--void-on-stop", "--json", "--config", str(folder / "arena.toml"), *options]
    if limit_bytes:
        command = ["prlimit", f"--fsize={limit_bytes}", *command]
    with errors.open("ab") as to, subprocess.Popen(command, stdout=subprocess.PIPE, stderr=to) as found:
        live = Live(folder, found, errors)
        try:
            yield live
        finally:
            for witness in live.witnesses:  # they would take the end of the server for a fault
                witness.task.cancel()
            if found.poll() is None:
                found.send_signal(signal.SIGCONT)
                found.terminate()
                try:
                    found.wait(60)
                except subprocess.TimeoutExpired:
                    found.kill()
            errors.unlink()


async def begin_elsewhere(live: Live) -> None:
    """Seat two players at another table and let them play."""
    first = await live.join("Witness one", table=WITNESSES)
    await first.until("lobby")
    second = await live.join("Witness two", table=WITNESSES)
    live.witnesses = [Witness(first), Witness(second)]
    await live.witnesses[0].plays_on(2)


async def check_elsewhere(live: Live) -> None:
    """The two players have missed nothing and play on; the server is well."""
    for witness in live.witnesses:
        await witness.plays_on(3)
    assert (await live.http("/healthz"))[0] == 200
    live.check_standing()


def run_attacks(attacks: list[Attack]) -> dict[str, str]:
    """Run attacks of one kind one after another; return what failed, by name.

    Those on a live server share it, each at a table of its own, while two players play elsewhere.
    """
    failed: dict[str, str] = {}
    if attacks[0].by_itself:
        for attack in attacks:
            try:
                attack.run(*attack.values)
            except Exception as error:
                failed[attack.name] = f"{type(error).__name__}: {error}"[:1500]
        return failed
    done = 0
    while done < len(attacks):  # a server that was brought down is opened again for the next attack
        done += asyncio.run(_on_one_server(attacks[done:], failed))
    return failed


async def _on_one_server(attacks: list[Attack], failed: dict[str, str]) -> int:
    """Run attacks until one fails; return how many were run."""
    first = attacks[0]
    with tempfile.TemporaryDirectory() as folder, \
            process(*first.options, folder=Path(folder), table=first.table, count=len(attacks)) as live:
        for number, attack in enumerate(attacks):
            live.table = f"T-{number + 1}"
            try:
                if not number:
                    await begin_elsewhere(live)
                await asyncio.wait_for(attack.run(live, *attack.values), 2 * PATIENCE)
                await check_elsewhere(live)
            except Exception as error:
                failed[attack.name] = f"{type(error).__name__}: {error}"[:1500]
                return number + 1
    return len(attacks)
