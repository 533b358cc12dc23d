"""Every error code and every close code over real sockets, by a client that knows JSON and `websockets` only."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from croupier.arena.core.effects import Stop
from croupier.protocol.errors import CLOSINGS, ERRORS

from .wire import Wire, Wires, on_the_wire

Way = Callable[[Wires], Awaitable[Wire]]
HELLO = {"type": "hello", "team": "Ann", "join_code": "secret"}
NONCE = {"type": "nonce", "nonce": "0f" * 32}


async def seated(wires: Wires) -> tuple[Wire, Wire, dict[str, Any]]:
    """Two teams in a hand: the one that is asked, the other, and the prompt."""
    wire = {name: await wires.join(name) for name in ("Ann", "Bob")}
    act = await wire["Ann"].until("act")  # heads-up the button, seat 0, acts first
    return wire["Ann"], wire["Bob"], act


async def first_says(wires: Wires, query: str = "", **frame: Any) -> Wire:
    wire = await wires.connect(query)
    if frame:
        await wire.say(**frame)
    return wire


async def asked_says(wires: Wires, **frame: Any) -> Wire:
    ann, _, act = await seated(wires)
    await ann.say(**{"hand_id": act["hand_id"], **frame})
    return ann


async def other_says(wires: Wires, **frame: Any) -> Wire:
    _, bob, act = await seated(wires)
    await bob.say(**{"hand_id": act["hand_id"], **frame})
    return bob


async def twice(wires: Wires, **frame: Any) -> Wire:
    ann, *_ = await seated(wires)
    await ann.say(**frame)
    await ann.say(**frame)
    return ann


async def flood(wires: Wires) -> Wire:
    ann, *_ = await seated(wires)
    for _ in range(1500):
        await ann.say(type="dance")
    return ann


async def third_team(wires: Wires) -> Wire:
    await seated(wires)
    return await wires.join("Cy")


async def operator(wires: Wires, **frame: Any) -> Wire:
    wire = await first_says(wires, type="operator", code="op", command="STATUS")
    await wire.say(type="operator", **frame)
    return wire


WAYS: dict[str, Way] = {
    "BAD_SCHEMA": lambda wires: asked_says(wires, type="action", action="RAISE_TO"),
    "BAD_HELLO": lambda wires: first_says(wires, **NONCE),
    "TEAM_TAKEN": lambda wires: _then(seated(wires), first_says(wires, **{**HELLO, "join_code": "wrong"})),
    "TEAM_UNKNOWN": lambda wires: first_says(wires, **{**HELLO, "team": "Mallory"}),
    "TABLE_FULL": third_team,
    "TABLE_UNKNOWN": lambda wires: first_says(wires, "?table=T-9"),
    "INVALID_ACTION": lambda wires: asked_says(wires, type="action", action="CHECK"),
    "OUT_OF_TURN": lambda wires: other_says(wires, type="action", action="CALL"),
    "ACTION_TOO_LATE": lambda wires: asked_says(wires, type="action", action="CALL", hand_id="H-2025-01-01-00001"),
    "UNKNOWN_TYPE": lambda wires: asked_says(wires, type="dance"),
    "RATE_LIMITED": flood,
    "NONCE_USED": lambda wires: twice(wires, **NONCE),
    "INTENT_REFUSED": lambda wires: asked_says(wires, type="intent", intent=2),
    "BUY_REFUSED": lambda wires: asked_says(wires, type="buy", amount=100),
    "NOT_OPERATOR": lambda wires: first_says(wires, type="operator", code="guess", command="STATUS"),
    "BAD_COMMAND": lambda wires: operator(wires, command="DANCE"),
}
CLOSES = {"BAD_HELLO": 4400, "TEAM_TAKEN": 4401, "TEAM_UNKNOWN": 4401, "TABLE_FULL": 4401, "TABLE_UNKNOWN": 4401,
          "NOT_OPERATOR": 4401}
"""Errors that end the connection; after all others the client may try again."""
ROSTER = {"Ann": "secret", "Bob": "secret", "Cy": "secret"}


async def _then(first: Awaitable[Any], second: Awaitable[Wire]) -> Wire:
    await first
    return await second


@pytest.mark.parametrize("code", ERRORS)
def test_T4_every_error_code_over_a_real_socket(code):
    async def body(wires: Wires) -> None:
        wire = await WAYS[code](wires)
        error = await wire.until("error", code=code)
        assert set(error) <= {"type", "v", "code", "msg", "clause"}
        assert len(error["msg"]) > 5
        if code in CLOSES:
            assert await wire.closed() == CLOSES[code]

    roster = {"roster": ROSTER} if code == "TEAM_UNKNOWN" else {}  # with one a wrong code is not known either (T1)
    on_the_wire(body, {"operator_code": "op", **roster}, seats=2)


async def replaced(wires: Wires) -> Wire:
    ann = await wires.join("Ann")
    await ann.until("welcome")
    await wires.join("Ann")
    return ann


async def left(wires: Wires) -> Wire:
    ann, *_ = await seated(wires)
    await ann.say(type="intent", intent=3)
    return ann


async def removed(wires: Wires) -> Wire:
    ann, *_ = await seated(wires)
    await operator(wires, command="REMOVE", team="Ann")
    return ann


async def going_away(wires: Wires) -> Wire:
    ann = await wires.join("Ann")
    await ann.until("welcome")
    wires.server.hub.put(Stop())
    for link in list(wires.server.hub.links.values()):
        link.shut(1001, "")
    return ann


async def spoke(wires: Wires) -> Wire:
    wire = await first_says(wires, type="spectate")
    await wire.say(type="spectate")
    return wire


CLOSED: dict[int, Way] = {
    4000: replaced, 4001: left, 4002: removed, 4400: lambda wires: first_says(wires, type="action"),
    4401: third_team, 4403: spoke, 4408: lambda wires: first_says(wires), 4429: flood, 1001: going_away}


@pytest.mark.parametrize("code", CLOSED)
def test_every_close_code_over_a_real_socket(code):
    async def body(wires: Wires) -> None:
        wire = await CLOSED[code](wires)
        assert await wire.closed() == code

    on_the_wire(body, {"operator_code": "op"}, seats=2, hello_time_ms=200)


def test_no_close_code_is_left_out():
    assert set(CLOSINGS) - set(CLOSED) == {4003, 4004, 4410}  # a cash table's, below; test_server; attacks


def test_4003_the_broke_are_gone_from_a_cash_table_with_the_hand_after():
    async def body(wires: Wires) -> None:
        chips = {"Ann": 20, "Bob": 100, "Cy": 100}  # Ann alone can be broke soon: two others always go on
        players = {name: await wires.join(name, buy_in=chips[name]) for name in chips}
        table = wires.server.hub.host.tables["T-1"]
        gone: list[str] = []
        while not gone:
            prompt = table.prompt
            if prompt is None:  # the next hand has not begun yet
                await asyncio.sleep(0.01)
                continue
            wire = players[table.seats[prompt.seat].team]
            act = await wire.until("act", decision=prompt.decision, hand_id=table.hand.hand_id)
            await wire.act(act, "CALL" if "call_amount" in act else "CHECK")
            await wire.until("event", seat=prompt.seat)
            gone = [name for name in players if table.seats.team(name) is None]
        assert await players[gone[0]].closed() == 4003
        assert "ELIMINATED" in [frame.get("ev") for frame in players[gone[0]].heard]

    on_the_wire(body, seats=3, format="cash", buy_in_min=20, starting_stack=100, min_teams=2, move_time_ms=0)
