"""A server for one table of seed 004's dicts over WebSocket.

    pip install croupier
    python table_server.py [port]                       prints the address it listens on
    python table_caller.py ws://127.0.0.1:8000 Ann      joins and calls every bet; start a second one as Bob
    python table_visitor.py ws://127.0.0.1:8000 Cy      joins, plays, pauses, comes back with a debt, leaves

A client gets `{"hand": ..., "status": ..., "refused": ...}` after every change and sends back a whole hand, changed
where it may change it. The server merges it, lets the dealer work and sends everybody the new state. It trusts nothing
in a client's dict: `merge` takes the sender's own intent, actions and column, and the address says who the sender is.
"""

import asyncio
import json
import secrets
import sys

from aiohttp import WSMsgType, web

from croupier import table

OWNED = {"Cy": 75.25}  # everybody else owns enough
EMPTY = {"variant": "NT", "hand": 1, "players": [], "startingStacks": [], "blindsOrStraddles": [], "antes": [],
         "minBet": 2, "seatCount": 6, "actions": []}


class Server:
    """One table and the sockets of its clients."""

    def __init__(self):
        self.hand = {**EMPTY, "seed": secrets.token_hex(32)}
        self.sockets = {}

    async def connect(self, request):
        """Serve one client until it goes away. A real server checks a password here: the name is the sender."""
        player = request.query["player"]
        socket = self.sockets[player] = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        await self.send(player)
        async for message in socket:
            if message.type == WSMsgType.TEXT:
                await self.take(player, json.loads(message.data))
        if self.sockets.get(player) is socket:
            del self.sockets[player]
        return socket

    async def take(self, player, client):
        """Merge what a client sent, then go on as far as nobody has to decide."""
        client = {**client, "author": player}
        balances = {player: OWNED.get(player, 10_000)}
        refused = table.refusal(self.hand, client, balances)
        if refused:
            await self.send(player, refused)
        self.hand = table.advance(table.merge(self.hand, client, balances))
        await self.broadcast()
        while table.status(self.hand)["isOver"]:
            self.hand = table.advance(table.next_hand(table.finish(self.hand)))
            await self.broadcast()

    async def broadcast(self):
        """Send the hand to everybody; a player who has left gets nothing more."""
        for player in list(self.sockets):
            await self.send(player)

    async def send(self, player, refused=None):
        """Send one client the hand as it may see it."""
        socket = self.sockets.get(player)
        if socket is None:
            return
        view = table.personalize(self.hand, player)
        if player in view["players"] and view.get("_intents", [])[view["players"].index(player)] == 3:
            del self.sockets[player]
            await socket.close()
        elif not socket.closed:
            await socket.send_json({"hand": view, "status": table.status(self.hand, player), "refused": refused})


async def main(port=0):
    app = web.Application()
    app.router.add_get("/", Server().connect)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", int(port))
    await site.start()
    host, port = runner.addresses[0][:2]
    print(f"ws://{host}:{port}", flush=True)
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:2]))
