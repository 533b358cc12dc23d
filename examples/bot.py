"""An arena client without croupier. pip install websockets; python bot.py ws://localhost:8765/ws Me secret"""

import asyncio
import json
import sys

import websockets


def decide(act):
    """Raise with a pair or two high cards, call what is cheap, else check or fold."""
    first, second = ("..23456789TJQKA".index(card[0]) for card in act["you"]["hole"])
    if "RAISE_TO" in act["legal"] and (first == second or min(first, second) >= 11):
        return {"action": "RAISE_TO", "amount": act["min_raise_to"]}
    if "CHECK" in act["legal"]:
        return {"action": "CHECK"}
    cheap = act["call_amount"] <= act["you"]["stack"] // 50
    return {"action": "CALL" if cheap else "FOLD"}


async def main(url, team, code):
    async for socket in websockets.connect(url):  # comes back by itself when the connection breaks
        try:
            await socket.send(json.dumps({"type": "hello", "v": 1, "team": team, "join_code": code}))
            async for text in socket:
                frame = json.loads(text)
                if frame["type"] == "act" or (frame["type"] == "snapshot" and "legal" in frame):
                    hand_id = frame.get("hand_id") or frame["at_hand_id"]
                    answer = {"type": "action", "v": 1, "hand_id": hand_id, "decision": frame["decision"]}
                    await socket.send(json.dumps(answer | decide(frame)))
                elif frame["type"] in ("error", "match_end"):
                    print(frame)
        except websockets.ConnectionClosed as end:
            if end.rcvd and end.rcvd.code >= 4000:  # the arena does not want us: stay away
                break


asyncio.run(main(*sys.argv[1:4]))
