"""Pass lines between croupier and a client that connects over TCP.

`LineSocket` waits for one client on a port and exchanges lines with it. This module is also a script with one argument,
a JSON object, which runs beside an isolated client. Inside the sandbox of `bots.isolation` a client has no network
except the loopback interface of its own namespace. The script listens there, starts the client's command, and passes
lines between the client and croupier's pipes.

    <- {"accept": true}                         -> {"connected": true}
    <- {"send": ["line", ...], "read": true}    -> {"line": "what the client answered"}
    <- {"send": ["line", ...]}                  no answer

Only the standard library is used, because the script runs without site-packages (`python -I -S`).
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from typing import Any

LINE_MAX = 1 << 16
"""The largest number of bytes in a client's line."""


class Closed(Exception):  # noqa: N818 - what happened
    """Raised if the client has closed its connection."""


class LineSocket:
    """A port to which one client connects, and the lines that the client sends."""

    def __init__(self, host: str, port: int) -> None:
        self._server = socket.create_server((host, port), reuse_port=False)
        self.port: int = self._server.getsockname()[1]
        self._client: socket.socket | None = None
        self._unread = b""

    def accept(self, seconds: float | None) -> None:
        """Wait for the client. Raise TimeoutError if it does not connect in time."""
        self._server.settimeout(seconds)
        self._client, _ = self._server.accept()
        self._client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._server.close()

    def drop_unread(self) -> None:
        """Discard lines that the client sent without being asked."""
        assert self._client is not None
        self._client.setblocking(False)
        try:
            while read := self._client.recv(1 << 16):
                self._unread = read
        except OSError:
            pass
        self._unread = b""

    def send(self, lines: list[str], seconds: float | None = None) -> None:
        """Send lines. Raise OSError if the client is gone, and TimeoutError if the client does not read the lines."""
        assert self._client is not None
        self._client.settimeout(seconds)
        self._client.sendall("".join(lines).encode("latin-1", "replace"))

    def read(self, seconds: float | None = None) -> str:
        """Return the next line without its line break. Raise Closed, TimeoutError, or ValueError if the line is too
        long.
        """
        assert self._client is not None
        until = None if seconds is None else time.monotonic() + seconds
        while b"\n" not in self._unread:
            if len(self._unread) > LINE_MAX:
                raise ValueError(f"{len(self._unread):,} bytes without the end of a line")
            self._client.settimeout(None if until is None else max(0.001, until - time.monotonic()))
            if not (read := self._client.recv(1 << 16)):
                raise Closed
            self._unread += read
        line, _, self._unread = self._unread.partition(b"\n")
        return line.decode("latin-1").rstrip("\r")

    def close(self) -> None:
        """Close the connection and the port."""
        for each in (self._client, self._server):
            if each is not None:
                each.close()


def answer(line_socket: LineSocket, message: dict[str, Any], seconds: float | None = None) -> dict[str, Any] | None:
    """Carry out a message. Return the answer, or None if the message needs no answer."""
    if "accept" in message:
        line_socket.accept(seconds)
        return {"connected": True}
    wants_answer = bool(message.get("read"))
    if wants_answer and message["send"]:
        line_socket.drop_unread()
    line_socket.send(message["send"], seconds)
    return {"line": line_socket.read(seconds)} if wants_answer else None


def main(config: dict[str, Any]) -> int:
    """Start the client, and pass lines until croupier or the client ends. Return an exit code."""
    line_socket = LineSocket("127.0.0.1", 0)
    command = [each.replace("{port}", str(line_socket.port)) for each in config["command"]]
    client = subprocess.Popen(command, cwd=config["cwd"], stdin=subprocess.DEVNULL, stdout=2, stderr=2)
    try:
        for line in sys.stdin.buffer:
            found = _accepted(line_socket, client) if b'"accept"' in line else answer(line_socket, json.loads(line))
            if found is not None:
                os.write(1, json.dumps(found).encode() + b"\n")
    except Closed:
        return _code_of(client)
    except (OSError, ValueError) as error:
        print(f"the client cannot be talked to: {error}", file=sys.stderr)
        return 70
    finally:
        client.kill()
    return 0


def _accepted(line_socket: LineSocket, client: subprocess.Popen[bytes]) -> dict[str, Any]:
    """Wait until the client has connected. Raise Closed if the client ends before that."""
    while client.poll() is None:
        try:
            line_socket.accept(0.2)
            return {"connected": True}
        except TimeoutError:
            continue
    raise Closed


def _code_of(client: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a client that has ended, as a shell would. Return 70 if it has only closed its
    connection.
    """
    try:
        code = client.wait(1)
    except subprocess.TimeoutExpired:
        code = 0
    if code:
        return 128 - code if code < 0 else code  # a message that it wrote before ending is the last line of the log
    print("the client closed its connection", file=sys.stderr)
    return 70


if __name__ == "__main__":
    sys.exit(main(json.loads(sys.argv[1])))
