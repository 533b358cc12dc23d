"""`python -m bench walk`: follow one raise at a three-handed table from the bytes that come in to those that go out.

A server runs as `croupier arena` runs it, with a store on disk; three clients on real sockets. From a raise on, calls
are counted until all three have read what follows from it. Counted are croupier's own functions, in the event loop and
in the thread that writes the journal; not comprehensions, and not the library's code. Of RAISES raises the one with the
fewest calls is taken: a timer may fire during the others. Compiled functions cannot be traced, so the walk is done
twice: as installed, and with the sources of the core.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from types import FrameType
from typing import Any

import croupier
from bench.bars import Bar
from bench.harness import Options, Race

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = Path(croupier.__file__).resolve().parent
"""The package that runs: the installed one, or the sources."""
FILES_MAX, CALLS_MAX = 25, 150
"""A raise passes fewer files and calls than these (issue 24)."""
RAISES = (300, 600, 1200, 2400, 4800)
PATIENCE = 60.0


@dataclass
class Walk:
    """The calls of croupier's functions, in order: file and function of each."""

    calls: list[tuple[str, str]] = field(default_factory=list)
    raises: list[list[tuple[str, str]]] = field(default_factory=list)
    """The calls of each raise."""
    is_on: bool = False
    clients: int | None = None
    """The thread of the clients, which is not followed."""

    def __call__(self, frame: FrameType, event: str, argument: object) -> None:
        """Note a call (the interface of `sys.setprofile`)."""
        if self.is_on and event == "call" and threading.get_ident() != self.clients:
            code = frame.f_code
            path = Path(code.co_filename)
            if not code.co_name.startswith("<") and path.is_relative_to(PACKAGE):
                self.calls.append((str(path.relative_to(PACKAGE)), code.co_qualname))

    def figures(self) -> dict[str, Any]:
        """Return what is printed."""
        calls = min(self.raises, key=len)
        files = [file for file, _ in calls]
        return {"files": len(set(files)), "functions": len(set(calls)), "calls": len(calls),
                "changes of file": sum(one != two for one, two in pairwise(files)),
                "calls of a file": dict(Counter(files).most_common()),
                "order": [f"{file} {name}" for file, name in calls]}


def clients(url: str, walk: Walk) -> None:
    """Play up to the first prompt, then raise in turn, each time reading until everybody knows what followed."""
    from websockets.sync.client import connect

    sys.setprofile(None)
    walk.clients = threading.get_ident()
    sockets = []
    for team in ("Ann", "Bob", "Cy"):
        sockets.append(connect(url, compression=None).__enter__())
        sockets[-1].send(json.dumps({"type": "hello", "v": 1, "team": team, "join_code": team}))
        read_to(sockets[-1], "welcome")
    prompt = read_to(sockets[0], "act")
    for each in sockets[1:]:
        read_to(each, "event")
    for number, amount in enumerate(RAISES):
        walk.calls, walk.is_on = [], True
        sockets[number % 3].send(json.dumps({"type": "action", "v": 1, "hand_id": prompt["hand_id"],
                                             "action": "RAISE_TO", "amount": amount, "decision": prompt["decision"]}))
        for each in sockets:
            while read_to(each, "event")["ev"] != "BET":
                pass
        prompt = read_to(sockets[(number + 1) % 3], "act")
        walk.is_on = False
        walk.raises.append(walk.calls)
    for each in sockets:
        each.close()


def read_to(socket: Any, kind: str) -> dict[str, Any]:
    """Read up to the next frame of a kind."""
    while True:
        frame: dict[str, Any] = json.loads(socket.recv(PATIENCE))
        if frame["type"] == kind:
            return frame


def inside() -> dict[str, Any]:
    """Walk in this process."""
    from croupier.arena.core.config import TableConfig
    from croupier.arena.server.run import ServerConfig, loop_factory, running

    walk = Walk()
    threading.setprofile(walk)
    sys.setprofile(walk)

    async def main() -> None:
        with tempfile.TemporaryDirectory() as folder:
            table = TableConfig(seats=3, min_teams=3, move_time_ms=3_600_000)
            config = ServerConfig(tables={"T-1": table}, port=0, db=str(Path(folder) / "arena.db"))
            async with running(config) as server:
                await asyncio.to_thread(clients, server.ws_url, walk)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(main())
    sys.setprofile(None)
    return walk.figures()


def walked(*, sources: bool) -> dict[str, Any]:
    """Return the figures of a walk in a process of its own, with the sources of the core or as installed."""
    out = subprocess.run([sys.executable, "-m", "bench.walk", "sources" if sources else "installed"], cwd=ROOT,
                         capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(out.stdout.splitlines()[-1])
    return found


def lines(title: str, figures: dict[str, Any]) -> Iterator[str]:
    """Yield a walk's figures as text."""
    names = ("files", "functions", "calls", "changes of file")
    yield f"one raise, {title}: " + ", ".join(f"{figures[name]} {name}" for name in names)
    yield from (f"  {count:4} {file}" for file, count in figures["calls of a file"].items())


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Walk both ways and print the figures; the bars are for the server as installed."""
    figures = walked(sources=False)
    print("\n".join([*lines("as installed", figures), *lines("sources", walked(sources=True))]))
    return [], [Bar("a raise passes files", figures["files"], FILES_MAX - 1, "", at_most=True),
                Bar("a raise takes calls", figures["calls"], CALLS_MAX - 1, "", at_most=True)]


if __name__ == "__main__":
    if sys.argv[1:] == ["sources"]:
        from tools.trace_hand import uncompiled

        sys.path_hooks.insert(0, uncompiled)
        sys.path_importer_cache.clear()
    print(json.dumps(inside()))
