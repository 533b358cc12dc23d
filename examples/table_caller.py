"""A client of table_server.py that joins and calls every bet. It needs no croupier: everything is in the dicts.

    pip install aiohttp
    python table_caller.py ws://127.0.0.1:8000 Ann
"""

import asyncio
import sys

import aiohttp


def joined(hand, player, stack):
    """Return the hand with this player's own column appended, as seed 004 wants it."""
    lists = {name: [*hand.get(name, []), entry]
             for name, entry in (("players", player), ("startingStacks", stack), ("_intents", 0))}
    return {**hand, **lists}


def acted(hand, status, player):
    """Return the hand with a call, or the cards shown; None if it is not this player's turn."""
    if status["player"] != player or status["awaits"] != "action":
        return None
    return {**hand, "actions": [*hand["actions"], f"p{status['turn'] + 1} cc"]}


async def main(url, player):
    async with aiohttp.ClientSession() as session, session.ws_connect(url, params={"player": player}) as socket:
        async for message in socket:
            state = message.json()
            hand, status = state["hand"], state["status"]
            if player not in hand["players"]:
                await socket.send_json(joined(hand, player, 2000))
            elif (answer := acted(hand, status, player)) is not None:
                await socket.send_json(answer)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
