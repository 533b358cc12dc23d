"""Use a client that connects over TCP and speaks a line protocol as a croupier bot.

    mit:5000                    wait on this port of this machine; the client is started by hand
    mit:0.0.0.0:5000            the same for clients of other machines
    mit:./mybot --fast          start this command, which gets the port as its last argument
    mit:folder                  start the command of the folder's commands.json

A command is isolated like other bots from outside (`bots.isolation`), and it is restarted when it ends. The bot waits
for a client on a port at the start, and again after the client's connection has broken.
"""

from __future__ import annotations

import json
import shlex
import shutil
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn

from croupier.adapters.wire import bridge
from croupier.adapters.wire.bridge import Closed, LineSocket
from croupier.bots.base import BadBot, BrokenBot
from croupier.bots.isolation import BotFault, BotLimits, RemoteBot, faults
from croupier.bots.isolation.bot import TEMPORARY_LOG, Channel
from croupier.bots.isolation.process import BotProcess
from croupier.bots.isolation.program import BotProgram, command_program, python_folders
from croupier.errors import short

CLIENT_PROCESSES = 64
"""The limit on a client's processes and threads. A Java machine alone starts more than 20."""


class PortChannel:
    """The connection of a client to our port."""

    def __init__(self, host: str, port: int) -> None:
        try:
            self._socket = LineSocket(host, port)
        except OSError as error:
            raise BrokenBot(f"cannot listen on {host}:{port}: {error.strerror}") from None
        self.port = self._socket.port

    def ask(self, message: dict[str, Any], time_ms: float) -> dict[str, Any]:
        """Send lines and return the client's answer. If no answer comes, close the connection and raise BotFault."""
        try:
            return bridge.answer(self._socket, message, time_ms / 1000) or {}
        except TimeoutError:
            fault = BotFault(faults.TIMED_OUT, f"it did not {'connect' if 'accept' in message else 'answer'} within "
                                               f"{time_ms:,.0f} ms")
        except ValueError as error:
            fault = BotFault(faults.GARBAGE, f"it answered {error}")
        except (Closed, OSError):
            fault = BotFault(faults.CRASHED, "it closed the connection")
        self.close()
        raise fault

    def send(self, message: dict[str, Any]) -> None:
        """Send lines that need no answer. Raise BotFault if the client is gone."""
        self.ask({**message, "read": False}, 1000)

    def close(self) -> None:
        """Close the connection and the port."""
        self._socket.close()


class LineBot(RemoteBot):
    """A client that speaks a line protocol. Each subclass implements one protocol."""

    FAREWELL: tuple[str, ...] = ()
    """Lines that are sent before the connection is closed."""

    def begin(self, channel: Channel) -> None:
        """Wait for the client to connect. Raise BrokenBot if it does not connect."""
        try:
            channel.ask({"accept": True}, self.limits.start_time_ms)
            self.welcome(channel)
        except BotFault as fault:
            self.channel = None
            raise BrokenBot(f"{self.name} does not start: {fault.reason} (its log: {self.log})") from None

    def welcome(self, channel: Channel) -> None:
        """Exchange the protocol's first lines with a client that has just connected."""

    def greet(self, channel: Channel) -> None:
        """Send nothing, because these protocols do not name the game."""

    def exchange(self, lines: Sequence[str]) -> str:
        """Send lines and return the client's answer. Raise BotFault if no answer comes."""
        return str(self.ask({"send": list(lines), "read": True})["line"])

    def tell(self, lines: Sequence[str]) -> None:
        """Send lines that need no answer, if the client is connected."""
        if self.channel is None or not lines:
            return
        try:
            self.channel.send({"send": list(lines)})
        except BotFault as fault:
            self.count(fault)
            raise

    def refuse(self, reason: str) -> NoReturn:
        """Count a malformed answer as a strike, and raise BotFault. The connection stays open."""
        fault = BotFault(faults.GARBAGE, reason)
        self.faults.append(fault)
        self.strikes += 1
        raise fault

    def end_channel(self) -> None:
        """Send the protocol's last line, and close the connection."""
        if self.channel is not None and self.FAREWELL:
            with suppress(BotFault, AssertionError, OSError, ValueError):  # the client may be gone already
                self.channel.send({"send": list(self.FAREWELL)})
        super().end_channel()


def seated(kind: type[LineBot], word: str, text: str, arguments: Sequence[str], limits: BotLimits | None,
           log: str | PathLike[str] | None, hidden: Sequence[str]) -> LineBot:
    """Start a client, given by a port or a command, and return its bot. Raise BadBot if it cannot be started.

    `arguments` are appended to the command; `{port}` in them is replaced by the port to connect to.
    """
    limits = limits or BotLimits()
    path = Path(log) if log is not None else Path(tempfile.mkdtemp(prefix=TEMPORARY_LOG)) / "bot.log"
    path.parent.mkdir(parents=True, exist_ok=True)
    address = port_of(text)
    if address is not None:
        host, port = address
        bot = kind(f"{word}-{port}", lambda _: PortChannel(host, port), limits, path)
    else:
        program = client_program(text, arguments)
        limits = replace(limits, processes=max(limits.processes, CLIENT_PROCESSES))
        others = [each for each in hidden if each != program.own]
        bot = kind(program.name, lambda again: BotProcess(program, limits, path, others, again), limits, path)
    bot.open()
    return bot


def port_of(text: str) -> tuple[str, int] | None:
    """Return the host and port of `5000` or `host:5000`; return None for any other text."""
    host, _, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal()) or " " in host or "/" in host:
        return None
    if int(port) > 65535:
        raise BadBot(f"{port} is not a port: 1 to 65535 are")
    return host or "127.0.0.1", int(port)


def client_program(text: str, arguments: Sequence[str]) -> BotProgram:
    """Return the program that starts a client's command in the sandbox, with the bridge between the client and
    croupier.
    """
    folder = Path(text)
    cwd = "/"
    if folder.is_dir():
        text, cwd = _run_command(folder), str(folder.resolve())
        folders: tuple[str, ...] = (cwd,)
        words = shlex.split(text)
        if "/" in words[0]:
            words[0] = str((folder / words[0]).resolve())
        found = command_program(shlex.join(words))
    elif text.isidentifier() and shutil.which(text) is None:
        raise BadBot(f"there is no folder and no program {short(text)}")
    else:
        found, folders = command_program(text), ()
        words = [found.command[0], *(str(Path(word).resolve()) if Path(word).is_file() else word
                                     for word in found.command[1:])]
    config = {"command": [found.command[0], *words[1:], *arguments], "cwd": cwd}
    command = (sys.executable, "-I", "-S", bridge.__file__, json.dumps(config))
    name = folder.resolve().name if folders else found.name
    readable = (*found.readable, *folders, *python_folders())
    return BotProgram(name, command, readable, False, cwd if folders else found.own, loopback=True)


def _run_command(folder: Path) -> str:
    try:
        run = json.loads((folder / "commands.json").read_text(encoding="utf-8"))["run"]
        return shlex.join(run)
    except (OSError, ValueError, KeyError, TypeError):
        raise BadBot(f"{folder}/commands.json does not say how to run the bot, as in "
                     '{"run": ["python3", "player.py"]}') from None
