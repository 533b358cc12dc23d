"""Attacks from seats. The two players of a `Pair` try them against each other."""

from __future__ import annotations

import json
import socket
import time
from contextlib import AsyncExitStack

from aiohttp import ClientSession, TCPConnector

from croupier.client.connection import socket_url
from croupier.devtools.probes.pair import Pair, action, passive
from croupier.devtools.probes.target import SPECTATE, Client, Skip, expect, expect_code
from croupier.devtools.wire import open_wire

AMOUNTS = ("-1", "0", "1", "-0", "1e3", "1.0", "1.5", '"40"', "true", "null", "NaN", "Infinity", "[]", "{}",
           str(2**53), str(10**30), "9" * 400)
WAIT_MAX_MS = 20_000
"""A probe that waits for a timeout is skipped if the move time is longer than this."""
GRACE_S = 3.0
"""Seconds that a timeout may be late."""
CROWD = 100
"""How many spectators watch at once."""
FLOOD = 1500
"""How many frames a flood from a seat sends."""
SLOW_S = 5.0
"""Seconds after which an answer counts as late, however busy the machine is."""
UNREAD_S = 8.0
"""Seconds for which the pair plays hands while a client does not read."""
UNREAD_FRAMES = 4000
"""A server should not queue this many frames for one client."""


async def acting_for_another(pair: Pair) -> str:
    """Send an action for the seat to act from the other seat."""
    player, other, prompt = await pair.fresh_hand()
    sent = action(prompt, "FOLD", seat=player.seat, team=player.team, player=player.team, join_code="x")
    await pair.refused(other, sent, "OUT_OF_TURN")
    expect(player.asked() is not None, "it was accepted")
    return "OUT_OF_TURN"


async def newest_wins(pair: Pair) -> str:
    """Open two connections with the same code. The newer one must get the seat."""
    player, _, prompt = await pair.fresh_hand()
    old = player.connection
    await player.connect()
    shot = await player.connection.next("snapshot")
    expect("legal" in shot and shot["decision"] == prompt["decision"], "the new connection did not get the open prompt")
    closing = await old.next("close")
    expect(closing["close"] == 4000, f"the old connection was closed with {closing['close']}, not 4000")
    await pair.act("FOLD")
    return "the old connection is closed with 4000"


async def look_alikes(pair: Pair) -> str:
    """Join with names that look like the name of a seated player."""
    name = pair.one.team
    for other in (name.upper(), f" {name} ", name.translate({ord("C"): "Ｃ"}), name.replace("Check", "Che ck")):
        async with await pair.target.open(pair.table) as client:
            client.tell(type="hello", team=other, join_code="another")
            expect_code(other, await client.next("error", "welcome"), "TEAM_TAKEN", "TABLE_FULL")
    return "TEAM_TAKEN"


async def one_seat_a_team(pair: Pair) -> str:
    """Join again under the same name, spelled differently."""
    player, name = pair.two, pair.two.team
    seat, old = player.seat, player.connection
    player.team = name.upper()
    try:
        await player.connect()
    finally:
        player.team = name
    expect(player.seat == seat, f"it has seats {seat} and {player.seat}")
    expect((await old.next("close"))["close"] == 4000, "both of its connections are open")
    lobby = await player.connection.next("lobby")
    expect(len(lobby["players"]) == 2, f"{len(lobby['players'])} seats are taken by two teams")
    return "one seat"


async def seat_floods(pair: Pair) -> str:
    """Send far too many frames from a seat."""
    player = pair.two
    client = player.connection
    client.read = len(client.frames)
    for _ in range(FLOOD):
        client.tell(type="dance")
    limited = await client.next("error", code="RATE_LIMITED")
    expect(limited["type"] == "close" or limited["code"] == "RATE_LIMITED", "no RATE_LIMITED came")
    await client.close()
    await player.connect()
    return "RATE_LIMITED"


async def early_and_late(pair: Pair) -> str:
    """Send actions out of turn, for another hand or street, and for a prompt that has ended."""
    player, other, prompt = await pair.fresh_hand()
    await pair.refused(other, {**action(prompt, "CHECK"), "decision": prompt["decision"] + 1}, "OUT_OF_TURN",
                       "ACTION_TOO_LATE")
    for hand in ("H-2000-01-01-00001", "", "H-2999-01-01-99999"):
        await pair.refused(player, {**action(prompt, "CALL"), "hand_id": hand}, "ACTION_TOO_LATE", "BAD_SCHEMA")
    await pair.accepted(player, action(prompt, "CALL"))
    await pair.act("CHECK")
    for sent in (action(prompt, "CALL"), action(prompt, "CHECK")):
        await pair.refused(player, sent, "ACTION_TOO_LATE", "OUT_OF_TURN")
    return "OUT_OF_TURN, ACTION_TOO_LATE"


async def doubled(pair: Pair) -> str:
    """Send the same action again and again."""
    player, _, prompt = await pair.fresh_hand()
    sent = action(prompt, "RAISE_TO", amount=prompt["min_raise_to"])
    stack = prompt["you"]["stack"] + prompt["you"]["committed"] - prompt["min_raise_to"]
    await pair.accepted(player, sent)
    for _ in range(3):
        await pair.refused(player, sent, "ACTION_TOO_LATE")
    _, _, next_prompt = await pair.turn()
    left = next(row["stack"] for row in next_prompt["players"] if row["seat"] == player.seat)
    expect(left == stack, f"it has {left} chips left, not {stack}")
    return "accepted once"


async def two_at_once(pair: Pair) -> str:
    """Send two actions at once."""
    player, _, prompt = await pair.fresh_hand()
    player.connection.read = len(player.connection.frames)
    for word in ("CALL", "FOLD"):
        player.connection.tell(**action(prompt, word))
    event = await player.connection.next("event", seat=player.seat)
    expect(event.get("ev") == "CALL", f"the first was not accepted: {str(event)[:80]}")
    expect_code("the second", await player.connection.next("error"), "ACTION_TOO_LATE")
    return "the first counts"


async def amounts(pair: Pair) -> str:
    """Send amounts that are not whole numbers, or out of range."""
    player, _, prompt = await pair.fresh_hand()
    low, high = prompt["min_raise_to"], prompt["max_raise_to"]
    for amount in (*AMOUNTS, str(low - 1), str(high + 1)):
        text = json.dumps(action(prompt, "RAISE_TO"))[:-1] + f', "amount": {amount}}}'
        await pair.refused(player, text, "BAD_SCHEMA", "INVALID_ACTION")
    expect(player.asked() is not None, "one of them was accepted")
    return f"{len(AMOUNTS) + 2} amounts"


async def no_raise_left(pair: Pair) -> str:
    """Raise against a player who is all-in, and call more than the stack."""
    await pair.all_in()
    player, _, prompt = await pair.turn()
    mine = prompt["you"]["stack"]
    for amount in (prompt["you"]["stack"] + prompt["you"]["committed"], 10 * mine):
        await pair.refused(player, action(prompt, "RAISE_TO", amount=amount), "INVALID_ACTION")
    called = await pair.accepted(player, action(prompt, "CALL", amount=10**9))
    expect(called["ev"] == "CALL" and called["amount"] <= mine, f"a call of {mine} became {str(called)[:80]}")
    return "INVALID_ACTION"


async def seat_says_unknown_things(pair: Pair) -> str:
    """Send frame types, versions and commands that a seat may not send."""
    player, _, prompt = await pair.fresh_hand()
    for sent, code in (({"type": "dance", "v": 1}, "UNKNOWN_TYPE"), ({**action(prompt, "FOLD"), "v": 2}, "BAD_SCHEMA"),
                       ({"type": "hello", "v": 1, "team": "A", "join_code": "b"}, "BAD_HELLO"),
                       (action(prompt, "DANCE"), "INVALID_ACTION")):
        await pair.refused(player, sent, code)
    for sent in ({"type": "operator", "v": 1, "command": "VOID"}, {"type": "spectate", "v": 1}):
        await pair.refused(player, sent, "BAD_HELLO", "NOT_OPERATOR", "BAD_SCHEMA")
    expect(player.asked() is not None, "one of them was accepted")
    return "refused with an error code"


async def drops(pair: Pair) -> str:
    """Disconnect before and after acting, and resume from an event that does not exist."""
    player, _, prompt = await pair.fresh_hand()
    await player.connection.close()
    await player.connect(last_event=10**9, resume_from=-1)
    shot = await player.connection.next("snapshot")
    expect("legal" in shot and shot["decision"] == prompt["decision"], "the reconnected player was not asked again")
    expect(not pair.move_ms or shot["time_ms_remaining"] <= pair.move_ms, "a reconnection adds time")
    await pair.accepted(player, action(shot, "CALL"))
    await player.connection.close()
    await player.connect()
    shot = await player.connection.next("snapshot")
    expect("legal" not in shot, "a player who had acted was asked again")
    await pair.act("CHECK")
    return "asked again before, not after"


async def absent(pair: Pair) -> str:
    """Disconnect, and answer after the time has run out."""
    if not 0 < pair.move_ms <= WAIT_MAX_MS:
        raise Skip(f"a move has {pair.move_ms} ms: too long to wait for" if pair.move_ms else "moves have no clock")
    player, _, prompt = await pair.fresh_hand()
    seat, watcher = player.seat, pair.watcher
    watcher.read = len(watcher.frames)
    await player.connection.close()
    event = await watcher.next("event", seat=seat, seconds=pair.move_ms / 1000 + GRACE_S)
    expect(event.get("auto") == "timeout", f"the server did this for it: {str(event)[:80]}")
    await player.connect()
    await pair.refused(player, action(prompt, "CALL"), "ACTION_TOO_LATE")
    return f"the server acted after {pair.move_ms / 1000:g} s, its answer ACTION_TOO_LATE"


async def never_reads(pair: Pair) -> str:
    """Watch without reading while hands are played."""
    before = await _slow_clients(pair)
    async with ClientSession(connector=TCPConnector(socket_factory=_small_buffer_socket)) as session:
        unread = Client()
        await open_wire(session, socket_url(pair.target.url, pair.table), unread)
        unread.transport.pause_reading()
        unread.send(SPECTATE)
        slowest, frames, became = await _play_until_noticed(pair, before)
    expect(slowest < SLOW_S, f"players waited {slowest:.1f} s for their answers")
    expect(bool(became) or frames < UNREAD_FRAMES, f"{frames:,} frames were queued for it")
    return f"players waited {1000 * slowest:.0f} ms at most; {became or f'{frames:,} frames were too few to see more'}"


def _small_buffer_socket(address: tuple[int, int, int, str, object]) -> socket.socket:
    """Return a socket with a small receive buffer, so that a client that does not read fills it soon."""
    family, kind, proto, _, _ = address
    narrow = socket.socket(family, kind, proto)
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    if hasattr(socket, "TCP_MAXSEG"):  # small segments keep the server's send buffer small, too
        narrow.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, 536)
    return narrow


async def _play_until_noticed(pair: Pair, before: tuple[int, int]) -> tuple[float, int, str]:
    """Play hands until the server acts against a spectator who does not read, or has queued too much for it.

    Return the longest wait for an answer, the number of frames that a reading spectator got, and what the server did.
    """
    began, first, slowest, became = time.monotonic(), len(pair.watcher.frames), 0.0, ""
    while time.monotonic() - began < UNREAD_S and not became and len(pair.watcher.frames) - first < UNREAD_FRAMES:
        for _ in range(50):
            player, _, prompt = await pair.turn()
            sent = time.monotonic()
            await pair.accepted(player, passive(prompt))
            slowest = max(slowest, time.monotonic() - sent)
        lagged, closed = (now - then for now, then in zip(await _slow_clients(pair), before, strict=True))
        became = "closed" if closed else "dropped to a snapshot" if lagged else ""
    return slowest, len(pair.watcher.frames) - first, became


async def _slow_clients(pair: Pair) -> tuple[int, int]:
    """Return two counts from the metrics: slow clients that got a snapshot instead of queued frames, and those closed.
    """
    _, text = await pair.target.get("/metrics")
    counts = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
    lagged, closed = (int(counts.get(f"croupier_slow_clients_{kind}_total", 0)) for kind in ("lagged", "closed"))
    return lagged, closed


async def crowd(pair: Pair) -> str:
    """Watch with a hundred spectators at once."""
    async with AsyncExitStack() as stack:
        watchers = [await stack.enter_async_context(await pair.target.open(pair.table)) for _ in range(CROWD)]
        for watcher in watchers:
            watcher.send(SPECTATE)
        for watcher in watchers:
            await watcher.next("snapshot")
        player, _, prompt = await pair.turn()
        began = time.monotonic()
        event = await pair.accepted(player, passive(prompt))
        for watcher in watchers:
            while (reply := await watcher.next("event")) != event:
                expect(reply["type"] == "event", "one of them was disconnected")
        took = time.monotonic() - began
    expect(took < SLOW_S, f"the last one received it after {took:.1f} s")
    return f"all received it within {1000 * took:.0f} ms"


async def everybody_leaves(pair: Pair) -> str:
    """Leave with both players during a hand. The server must not be delayed while it plays the match out."""
    clients = [player.connection for player in (pair.one, pair.two)]
    for client in clients:
        client.tell(type="intent", intent=3)
    slowest = await pair.target.slowest(10)
    for client in clients:
        closing = await client.next("close")
        expect(closing["close"] == 4001, f"a leaver was closed with {closing['close']}, not 4001")
    await pair.one.connect()
    await pair.two.connect()
    expect(slowest < SLOW_S, f"requests took {slowest:.1f} s after all players of one table had left")
    return f"requests took {1000 * slowest:.0f} ms at most after all players of a table had left"
