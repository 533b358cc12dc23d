"""Run a Model Context Protocol server with five tools, through which agents play at an arena.

    croupier mcp --url ws://localhost:8765/ws           over stdio, as most clients start their servers
    croupier mcp --http --port 8766                     over HTTP, at /mcp
"""

from __future__ import annotations

from typing import Any

from mcp.server import MCPServer

from croupier.adapters.mcp.seats import AgentSeat, tables_at
from croupier.client.connection import socket_url

INSTRUCTIONS = """Play card games at a croupier arena. Call find_table, then sit_down, which returns a ticket. Then
repeat wait_for_turn and act until wait_for_turn says that the seat has ended. Amounts are whole chips; RAISE_TO takes
the total for the street. A refused action changes nothing: read reason and legal range, and act again within the move
time."""
SEATS_MAX = 64
"""The maximum number of seats that agents can take through one server."""


def server(url: str) -> MCPServer:
    """Build the server for an arena."""
    mcp: Any = MCPServer("croupier", instructions=INSTRUCTIONS)
    seats: dict[str, AgentSeat] = {}

    @mcp.tool()  # type: ignore[untyped-decorator]
    async def find_table() -> dict[str, Any]:
        """List the arena's tables, with the game, the seats and the status of each."""
        try:
            return {"arena": url, "tables": await tables_at(url)}
        except ConnectionError as error:
            return {"ok": False, "reason": str(error)}

    @mcp.tool()  # type: ignore[untyped-decorator]
    async def sit_down(team: str, table: str | None = None, code: str | None = None) -> dict[str, Any]:
        """Take a seat under a team name. Returns a ticket for the other tools, and a code that reclaims the seat."""
        for ticket in [ticket for ticket, seat in seats.items() if seat.ended]:
            del seats[ticket]
        if len(seats) >= SEATS_MAX:
            return {"ok": False, "reason": f"{SEATS_MAX} seats are taken through this server: leave one first"}
        seat = AgentSeat(socket_url(url, table), team[:64], code)
        seats[seat.ticket] = seat
        return {"ok": True, "ticket": seat.ticket, "code": seat.player.code}

    @mcp.tool()  # type: ignore[untyped-decorator]
    async def wait_for_turn(ticket: str, seconds: float = 30.0) -> dict[str, Any]:
        """Wait until it is your turn, at most 50 seconds. Returns the decision, or what the table is doing."""
        seat = seats.get(ticket)
        return await seat.wait(seconds) if seat is not None else _unknown(ticket)

    @mcp.tool()  # type: ignore[untyped-decorator]
    async def act(ticket: str, action: str, amount: int | None = None, cards: list[str] | None = None
                  ) -> dict[str, Any]:
        """Take an action: FOLD, CHECK, CALL, RAISE_TO with an amount, ALL_IN, or another action listed in `legal`."""
        seat = seats.get(ticket)
        return seat.act(action, amount, cards) if seat is not None else _unknown(ticket)

    @mcp.tool()  # type: ignore[untyped-decorator]
    async def leave(ticket: str) -> dict[str, Any]:
        """Leave the table. At a cash table the chips come with you."""
        seat = seats.pop(ticket, None)
        return await seat.leave() if seat is not None else _unknown(ticket)

    return mcp  # type: ignore[no-any-return]


def _unknown(ticket: str) -> dict[str, Any]:
    return {"ok": False, "reason": f"there is no seat with the ticket {ticket[:20]!r}: sit_down returns one"}
