"""The limit for an arena in this language and library: a server that knows nothing and sends constant frames.

    python -m bench.constant --seats 6          prints its address; ends with its standard input

Who says hello is given a seat at the table of its query. Whenever everybody sits, a seat is asked by an `act`; its
answer, whatever it is, sends an `event` to the whole table and an `act` to the next seat, and after every HAND answers
the frames that begin and end a hand: as many frames as an arena's table sends, of the same sizes, all made beforehand.
No rules, no clock, no journal, no queue: what it costs is what sockets cost.

With `--bare` what a client is sent for an answer is one write of bytes that are frames already, past the library: the
least that it can cost. Some event loops join the writes of a turn anyway, then the two differ by less.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from aiohttp import WSMsgType, web

from croupier.arena.server.fanout import FRAMES

HAND = 22
"""Answers a hand, as the load generator's players give them."""
PER_HAND = (405, 126, 103, 91, 92, 172, 172, 172, 172, 114, 354)
"""Sizes of the frames to everybody that a hand has besides its actions: its start, blinds, streets, showdowns, award
and end, as the arena's are."""


def padded(head: str, size: int) -> bytes:
    """A frame of a size."""
    return (head + ',"x":"').encode().ljust(size - 2, b"x") + b'"}'


WELCOME = '{"type":"welcome","seat":%d,"v":1}'
ACT = padded('{"type":"act","hand_id":"H","legal":["CHECK"],"decision":1', 963)
NOISE = [padded('{"type":"noise"', size) for size in PER_HAND]


class Table:
    """Connections, and whose turn it is."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.sockets: list[web.WebSocketResponse] = []
        self.transports: list[asyncio.Transport] = []
        self.turn = self.answers = 0
        self.events = [padded(f'{{"type":"event","seat":{seat},"v":1', 103) for seat in range(seats)]

    async def joined(self, ws: web.WebSocketResponse, transport: asyncio.Transport) -> None:
        await ws.send_str(WELCOME % len(self.sockets))
        self.sockets.append(ws)
        self.transports.append(transport)
        if len(self.sockets) == self.seats:
            await self.sockets[0].send_frame(ACT, WSMsgType.TEXT)

    async def answered(self) -> None:
        await self._all(self.events[self.turn])
        self.answers += 1
        if self.answers % HAND == 0:
            for frame in NOISE:
                await self._all(frame)
        self.turn = (self.turn + 1) % self.seats
        await self.sockets[self.turn].send_frame(ACT, WSMsgType.TEXT)

    async def _all(self, frame: bytes) -> None:
        for ws in self.sockets:
            await ws.send_frame(frame, WSMsgType.TEXT)


class BareTable(Table):
    """The same without the library: one write for each client and answer."""

    WRITTEN_ACT = FRAMES.frame(ACT)
    WRITTEN_NOISE = b"".join(map(FRAMES.frame, NOISE))

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.written = [FRAMES.frame(event) for event in self.events]

    async def answered(self) -> None:
        self.answers += 1
        told = self.written[self.turn] + (b"" if self.answers % HAND else self.WRITTEN_NOISE)
        self.turn = (self.turn + 1) % self.seats
        for seat, transport in enumerate(self.transports):
            transport.write(told + self.WRITTEN_ACT if seat == self.turn else told)


async def serve(seats: int, bare: bool) -> None:
    """Run until standard input ends."""
    tables: dict[str, Table] = {}
    kind = BareTable if bare else Table

    async def socket(request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(compress=False)
        await ws.prepare(request)
        table = tables.setdefault(request.query.get("table", ""), kind(seats))
        await ws.receive()
        assert request.transport is not None
        await table.joined(ws, request.transport)
        async for _ in ws:
            await table.answered()
        return ws

    app = web.Application()
    app.router.add_get("/ws", socket)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, backlog=1024).start()
    print(f"bots connect to ws://localhost:{runner.addresses[0][1]}/ws", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


def main() -> None:
    """The command."""
    from croupier.arena.server.clock import enough_files
    from croupier.arena.server.run import loop_factory

    parser = argparse.ArgumentParser()
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--bare", action="store_true")
    asked = parser.parse_args()
    enough_files(10_000)
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(asked.seats, asked.bare))


if __name__ == "__main__":
    main()
