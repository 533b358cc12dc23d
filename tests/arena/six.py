"""A client in a process of its own, for the match of six: `python six.py URL TEAM BEHAVIOUR SEED`.

It knows JSON and `websockets`, nothing of croupier. Behaviours: plays, dies (its process ends without a goodbye when
it is asked the second time; the test starts it again), silent (never answers), rubbish (nonsense before every answer).
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys

import websockets

RUBBISH = ["{", "[]", "null", '{"type":"dance","v":1}', '{"type":"action","v":1}', '{"type":"hello","v":1}', "\x00",
           '{"type":"action","v":1,"hand_id":"x","action":"FOLD"}', '{"v":2,"type":"action"}', "9" * 400]


def decide(act: dict, chance: random.Random) -> dict:
    """Something legal, often large, so that the match ends."""
    if "RAISE_TO" in act["legal"] and chance.random() < 0.4:
        amount = act["max_raise_to"] if chance.random() < 0.5 else act["min_raise_to"]
        return {"action": "RAISE_TO", "amount": amount}
    return {"action": "CHECK" if "CHECK" in act["legal"] else "CALL" if chance.random() < 0.6 else "FOLD"}


async def main(url: str, team: str, behaviour: str, seed: str) -> None:
    chance = random.Random(f"{team}/{seed}")
    answers = 0
    async with websockets.connect(url, compression=None) as socket:
        await socket.send(json.dumps({"type": "hello", "v": 1, "team": team, "join_code": f"{team}-code"}))
        async for text in socket:
            frame = json.loads(text)
            if frame["type"] == "match_end":
                print(json.dumps(frame))
                return
            asked = frame["type"] == "act" or (frame["type"] == "snapshot" and "legal" in frame)
            if not asked or behaviour == "silent":
                continue
            if behaviour == "dies" and answers == 1:
                os._exit(9)
            if behaviour == "rubbish":
                await socket.send(chance.choice(RUBBISH))
            hand_id = frame.get("hand_id") or frame["at_hand_id"]
            careful = {"action": "CHECK" if "CHECK" in frame["legal"] else "FOLD"}  # who is to die must live until then
            answer = careful if behaviour == "dies" else decide(frame, chance)
            await socket.send(json.dumps({"type": "action", "v": 1, "hand_id": hand_id, **answer}))
            answers += 1


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
