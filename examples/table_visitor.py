"""A client of table_server.py that joins, plays a hand, pauses, comes back with a debt and leaves.

    pip install aiohttp
    python table_visitor.py ws://127.0.0.1:8000 Cy
"""

import asyncio
import sys

import aiohttp

PLAY, PAUSE, LEAVE = 0, 2, 3  # seed 004's intents; 1 waits for the big blind


class Visitor:
    """What the visitor does next; each step answers a state with a hand to send, or None."""

    def __init__(self, player):
        self.player = player
        self.step = self.join

    def own(self, hand, name):
        """Return this player's entry of a list, 0 if the hand has no such list."""
        return hand[name][hand["players"].index(self.player)] if hand.get(name) else 0

    def intend(self, hand, intent):
        """Return the hand with this player's own intent changed: all that a client may change out of turn."""
        intents = list(hand["_intents"])
        intents[hand["players"].index(self.player)] = intent
        return {**hand, "_intents": intents}

    def join(self, hand, status):
        self.step = self.sit_down
        lists = {name: [*hand.get(name, []), entry]
                 for name, entry in (("players", self.player), ("startingStacks", 100), ("_intents", PLAY))}
        return {**hand, **lists}

    def sit_down(self, hand, status):
        if self.player not in hand["players"]:
            return None
        print("joined with", self.own(hand, "startingStacks"), flush=True)
        self.step = self.play
        return self.play(hand, status)

    def play(self, hand, status):
        """Call every bet until a hand that this player was dealt into is over, then pause."""
        if status["isOver"] and status["cards"][hand["players"].index(self.player)]:
            print("played a hand, pausing", flush=True)
            self.step = self.pause
            return self.intend(hand, PAUSE)
        return self.call(hand, status)

    def call(self, hand, status):
        """Return the hand with a call if it is this player's turn."""
        if status["player"] == self.player and status["awaits"] == "action":
            return {**hand, "actions": [*hand["actions"], f"p{status['turn'] + 1} cc"]}
        return None

    def pause(self, hand, status):
        """Sit out until the blinds have passed, then ask to play again."""
        if self.own(hand, "_inactive") and self.own(hand, "_deadBlinds"):
            print("owes", self.own(hand, "_deadBlinds"), flush=True)
            self.step = self.come_back
            return self.intend(hand, PLAY)
        return None

    def come_back(self, hand, status):
        """Pay the debt as dead money, play that hand, then leave."""
        if self.own(hand, "_deadMoney"):
            print("back, paid", self.own(hand, "_deadMoney"), flush=True)
            self.step = self.leave
        return self.call(hand, status)

    def leave(self, hand, status):
        if not status["isOver"]:
            return self.call(hand, status)
        print("leaving", flush=True)
        self.step = lambda hand, status: None
        return self.intend(hand, LEAVE)


async def main(url, player):
    visitor = Visitor(player)
    async with aiohttp.ClientSession() as session, session.ws_connect(url, params={"player": player}) as socket:
        async for message in socket:  # the server closes the socket of a player who has left
            state = message.json()
            answer = visitor.step(state["hand"], state["status"])
            if answer is not None:
                await socket.send_json(answer)
    print("gone", flush=True)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
