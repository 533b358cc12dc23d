"""Floods of tiny frames: how much longer players at other tables wait, at most, while spectators send pings or pongs.

Each round plays some tables without a flood and then beside one: connections without a code, in a process of their own
that gives way to all others, which send frames of six bytes as fast as they are taken until they are closed, or for
SECONDS. What counts is the longest wait for an answer of each round. Whatever else runs on the machine can only make it
longer, so the bar compares the shortest of them, with a flood and without.

    python -m bench.flood ws://localhost:8765/ws --connections 8 --kind ping --seconds 3
"""

from __future__ import annotations

import argparse
import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from urllib.parse import urlsplit

from bench.bars import Bar
from bench.harness import Options, Race, progress

CONNECTIONS = (1, 8, 64)
KINDS = {"ping": 0x9, "pong": 0xA}
SECONDS, ADDED_MS = 3.0, 20.0
TABLES, SEATS, THINK_MS = 8, 2, 50.0
UPGRADE = ("GET {path}?table=T-{table} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
SPECTATE = b'{"type":"spectate","v":1}'


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Measure every number of connections with every kind of frame."""
    seconds, rounds = SECONDS * options.seconds / 0.4, options.rounds
    bars = [_bar(kind, connections, seconds, rounds) for kind in KINDS for connections in CONNECTIONS]
    progress("")
    return [], bars


def _bar(kind: str, connections: int, seconds: float, rounds: int) -> Bar:
    quiet, flooded = [], []
    for _ in range(rounds):
        quiet.append(longest_wait_ms(kind, 0, seconds))
        flooded.append(longest_wait_ms(kind, connections, seconds))
        progress(f"{connections} × {kind}: {flooded[-1]:.1f} ms, {quiet[-1]:.1f} ms without")
    return added_bar(kind, connections, quiet, flooded)


def added_bar(kind: str, connections: int, quiet: list[float], flooded: list[float]) -> Bar:
    """Return the bar on what a flood adds to the longest wait."""
    added = max(0.0, min(flooded) - min(quiet))
    told = ", ".join(f"{with_it:.1f} ({without:.1f})" for with_it, without in zip(flooded, quiet, strict=True))
    return Bar(f"flood: {connections} connections of {kind}s add to the longest wait of players elsewhere", added,
               ADDED_MS, "ms", at_most=True, note=f"longest wait in ms beside it (without it), by round: {told}")


def longest_wait_ms(kind: str, connections: int, seconds: float) -> float:
    """Return the longest wait of players while so many connections flood another table."""
    from croupier.arena.server.run import loop_factory
    from croupier.cli.loop import run
    from croupier.devtools.load import Load, Plan
    from croupier.devtools.own_server import own_server

    names = tuple(f"T-{number + 1}" for number in range(TABLES))
    with own_server("--tables", str(TABLES + 1), "--seats", str(SEATS), "--house-bots", "0", "--pace",
                    "fast") as server:
        flood = subprocess.Popen(
            [sys.executable, "-m", "bench.flood", server.url, "--connections", str(connections), "--kind", kind,
             "--seconds", str(seconds + 2)], stdin=subprocess.PIPE) if connections else None

        class Beside(Load):
            """A load that lets the flood begin with the measurement."""

            async def wait_out(self) -> None:
                if flood is not None and flood.stdin is not None:
                    flood.stdin.close()
                await super().wait_out()

        try:
            players = Beside(Plan(names, SEATS, think_ms=THINK_MS, seconds=seconds, varying=0.5), server.url)
            report = run(players.run, loop_factory())
        finally:
            if flood is not None:
                flood.kill()
                flood.wait()
    return max(report.answer_ms, default=0.0)


def send(sock: socket.socket, data: bytes, until: float) -> None:
    """Send the same bytes again and again, until the server ends the connection or the time is over."""
    with contextlib.suppress(OSError):
        while time.monotonic() < until:
            sock.sendall(data)


def connected(url: str, table: int) -> socket.socket:
    """Return a spectator's socket."""
    parts = urlsplit(url)
    sock = socket.create_connection((parts.hostname or "", parts.port or 80))
    sock.sendall(UPGRADE.format(path=parts.path, table=table, host=parts.netloc).encode())
    head = b""
    while b"\r\n\r\n" not in head:
        head += sock.recv(4096)
    sock.sendall(bytes((0x81, 0x80 | len(SPECTATE))) + b"\0\0\0\0" + SPECTATE)
    return sock


def main() -> None:
    """Connect, wait until standard input ends, and flood."""
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--connections", type=int, default=1)
    parser.add_argument("--kind", choices=KINDS, default="ping")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    asked = parser.parse_args()
    os.nice(19)
    socks = [connected(asked.url, TABLES + 1) for _ in range(asked.connections)]
    sys.stdin.read()
    data = (bytes((0x80 | KINDS[asked.kind], 0x80)) + b"\0\0\0\0") * 10_000
    threads = [threading.Thread(target=send, args=(sock, data, time.monotonic() + asked.seconds)) for sock in socks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main()
