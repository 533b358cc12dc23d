"""`croupier watch`: watch a table of an arena live in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.cli.app import Failed

if TYPE_CHECKING:
    from rich.panel import Panel


def watch(url: str = "ws://localhost:8765/ws", /, *, table: str | None = None, plain: bool = False,
          hands: int | None = None) -> None:
    """Watch a table of an arena; Ctrl-C stops.

    Parameters
    ----------
    url
        The arena: ws://host:port/ws, or the address of its page.
    table
        Table to watch. Default: the first one.
    plain
        Print events line by line. This is the default for pipes and logs.
    hands
        Stop after this many hands.
    """
    import sys

    from croupier.cli.loop import run
    from croupier.client.connection import socket_url

    address = socket_url(url, table)
    try:
        run(lambda: _watch(address, plain or not sys.stdout.isatty(), hands))
    except ConnectionError as error:
        raise Failed(f"{address} cannot be watched: {error}") from None


async def _watch(address: str, plain: bool, hands: int | None) -> None:
    import json
    from contextlib import suppress

    from aiohttp import ClientError, ClientSession, WSMsgType
    from rich.live import Live

    from croupier.client.watch import Watched
    from croupier.protocol.errors import CLOSINGS, FINISHED

    seen, refusal, reason = Watched(), "", None
    try:
        async with ClientSession() as session, session.ws_connect(address, heartbeat=20, max_msg_size=1 << 22) as ws:
            with suppress(ClientError):  # the connection is closed already, and the reason was printed
                await ws.send_str('{"type": "spectate", "v": 1}')
            with Live(auto_refresh=False, screen=False) if not plain else _Silent() as live:
                async for message in ws:
                    if message.type != WSMsgType.TEXT:
                        break
                    frame = json.loads(message.data)
                    if frame["type"] == "error":
                        refusal = frame["msg"]
                    for line in seen.feed(frame):
                        if plain:
                            print(line, flush=True)
                    if not plain:
                        live.update(panel(seen), refresh=True)
                    if hands is not None and seen.hands >= hands:
                        return
            if ws.close_code == FINISHED:
                return
            reason = CLOSINGS.get(ws.close_code or 0)
    except ClientError as error:
        raise ConnectionError(str(error)) from None
    raise ConnectionError(refusal or reason or "the arena closed the connection")


class _Silent:
    """Replaces the live display when output is plain. It draws nothing."""

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *what: object) -> None:
        return None


def panel(seen: Any) -> Panel:
    """Return a picture of the table."""
    from rich.console import Group
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    seats = Table(expand=True, box=None, pad_edge=False)
    for title, side in (("", "left"), ("seat", "right"), ("team", "left"), ("stack", "right"), ("in", "right"),
                        ("", "left")):
        seats.add_column(title, justify=side)  # type: ignore[arg-type]
    for row in seen.rows():
        style = "bold" if row.to_act else "dim" if row.folded else ""
        seats.add_row("▶" if row.to_act else " ", f"{row.seat}{' D' if row.button else ''}", Text(row.team),
                      f"{row.stack:,}", f"{row.committed:,}" if row.committed else "", Text(row.note), style=style)
    middle = Text(f"\n{' '.join(seen.board) or '-'}    pot {seen.pot:,}\n", justify="center")
    log = Text("\n".join(seen.lines[-8:]))
    return Panel(Group(seats, middle, log), title=Text(seen.title), height=None)
