"""`croupier operator COMMAND`: run the tables of an arena from a terminal."""

from __future__ import annotations

import os
import sys
from typing import Annotated, Any

from cyclopts import Parameter

from croupier.cli.app import Failed, Misused, as_json
from croupier.errors import unknown

COMMANDS = {"status": "STATUS", "start": "START_HAND", "pause": "PAUSE", "resume": "RESUME", "skip": "SKIP",
            "void": "VOID", "remove": "REMOVE", "min-teams": "MIN_TEAMS", "message": "MESSAGE"}
"""The word that the operator types for each command, and the command's name in the protocol."""
FINAL = {"void": "give all chips of this hand back and deal it again", "remove": "take a team out of the match"}
"""The commands that cannot be undone, with a description of each."""
ENVIRONMENT = "CROUPIER_OPERATOR"


def operator(command: str, argument: str | None = None, /, *, url: str = "ws://localhost:8765/ws",
             table: str | None = None, code: str | None = None, yes: bool = False,
             json: Annotated[bool, Parameter(help="Print the arena's reply as JSON.")] = False) -> None:
    """Send an operator's command to a table of an arena and print the result.

    status            what the table is doing
    start             deal the next hand (--hand-control operator), or queue it
    pause, resume     stop dealing and the clock; go on
    skip              act for the player whose turn it is, as if the time had run out
    void              give all chips of the hand back and deal it again
    remove TEAM       take a team out
    min-teams NUMBER  wait for fewer teams before the next match begins
    message TEXT      show everybody at the table a line of text

    Parameters
    ----------
    command
        One of the commands above.
    argument
        The team to remove, the number of teams to wait for, or the text to show.
    url
        The arena: ws://host:port/ws, or the address of its page.
    table
        The table. Default: the first one.
    code
        The operator code that `croupier arena` printed. Better: set CROUPIER_OPERATOR, which other users cannot see.
    yes
        Do not ask before a command that cannot be undone.
    """
    frame = _frame(command, argument, code)
    if command in FINAL and not yes:
        _confirm(f"{command}: {FINAL[command]}")
    from croupier.cli.loop import run
    from croupier.client.connection import socket_url

    address = socket_url(url, table)
    try:
        reply = run(lambda: _ask(address, frame))
    except ConnectionError as error:
        raise Failed(f"{address}: {error}") from None
    if json:
        print(as_json(reply))
    else:
        hand = f", hand {reply['hand_id']}" if reply.get("hand_id") else ""
        print(f"{reply['table_id']}: {command}: {reply['status'].replace('_', ' ')}{hand}")


def _frame(command: str, argument: str | None, code: str | None) -> dict[str, Any]:
    """Return the frame to send; raise Misused if the command does not exist or its argument is missing."""
    if command not in COMMANDS:
        raise Misused(unknown("command", command, COMMANDS))
    code = code or os.environ.get(ENVIRONMENT)
    if not code:
        raise Misused(f"which operator code? Set {ENVIRONMENT}, or give --code")
    frame: dict[str, Any] = {"type": "operator", "v": 1, "command": COMMANDS[command], "code": code}
    if command == "remove":
        frame["team"] = _needed(argument, "which team? As in: croupier operator remove Alpha")
    elif command == "min-teams":
        count = _needed(argument, "how many teams? As in: croupier operator min-teams 2")
        if not (count.isascii() and count.isdecimal() and len(count) < 4):
            raise Misused(f"min-teams takes a whole number, not {count[:40]!r}")
        frame["count"] = int(count)
    elif command == "message":
        frame["msg"] = _needed(argument, 'which text? As in: croupier operator message "Ten minutes of rest"')
    elif argument is not None:
        raise Misused(f"{command} takes no argument: {argument[:40]!r}")
    return frame


def _needed(argument: str | None, question: str) -> str:
    if argument is None:
        raise Misused(question)
    return argument


def _confirm(question: str) -> None:
    """Ask for confirmation of a command that cannot be undone; raise Misused if there is neither a terminal nor
    --yes.
    """
    if not sys.stdin.isatty():
        raise Misused(f"{question}. It cannot be undone: add --yes")
    if input(f"{question}. It cannot be undone. Go on? [y/N] ").strip().lower() not in ("y", "yes"):
        raise Failed("nothing was done")


async def _ask(address: str, frame: dict[str, Any]) -> dict[str, Any]:
    """Send one command and return the reply; raise Failed if the arena refuses it."""
    from json import dumps, loads

    from aiohttp import ClientError, ClientSession, WSMsgType

    try:
        async with ClientSession() as session, session.ws_connect(address, heartbeat=20, max_msg_size=1 << 22) as ws:
            await ws.send_str(dumps(frame))
            async for message in ws:
                if message.type != WSMsgType.TEXT:
                    break
                reply: dict[str, Any] = loads(message.data)
                if reply["type"] == "error":
                    raise Failed(reply["msg"])
                if reply["type"] == "operator":
                    return reply
    except ClientError as error:
        raise ConnectionError(str(error)) from None
    raise ConnectionError("the arena closed the connection")
