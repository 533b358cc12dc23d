"""Agents at an arena through the Model Context Protocol: a whole match, and refusals that an agent can learn from."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

mcp = pytest.importorskip("mcp", reason="mcp is not installed: pip install 'croupier[mcp]'")

from croupier.devtools.own_server import own_server  # noqa: E402

SOURCE = str(Path(__file__).parents[2] / "src")
ARENA = ("--seats", "2", "--house-bots", "1", "--matches", "1", "--stack", "100", "--sb", "5", "--bb", "10",
         "--move-time-ms", "20000", "--pace", "fast")


async def called(client: Any, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result
    found: dict[str, Any] = json.loads(result.content[0].text)
    return found


async def whole_match(client: Any) -> dict[str, Any]:
    """Play a match by going all-in; return what was seen."""
    names = sorted(tool.name for tool in (await client.list_tools()).tools)
    assert names == ["act", "find_table", "leave", "sit_down", "wait_for_turn"]
    tables = (await called(client, "find_table"))["tables"]
    assert tables[0]["config"]["starting_stack" if "starting_stack" in tables[0]["config"] else "stack"] == 100
    assert (await called(client, "act", ticket="nobody", action="FOLD"))["ok"] is False
    ticket = (await called(client, "sit_down", team="agent"))["ticket"]
    seen: dict[str, Any] = {"refusals": [], "turns": 0, "hands": 0}
    while True:
        turn = await called(client, "wait_for_turn", ticket=ticket)
        seen["hands"] += len(turn["hands_over"])
        if turn.get("ended"):
            return {**seen, "last": turn}
        if not turn["your_turn"]:
            continue
        if not seen["turns"]:
            for action, amount in (("RAISE_TO", 1), ("JUMP", None), ("RAISE_TO", 10**9)):
                seen["refusals"].append(await called(client, "act", ticket=ticket, action=action, amount=amount))
        seen["turns"] += 1
        kinds = {each["action"] for each in turn["legal"]["actions"]}
        action = "ALL_IN" if turn["legal"]["max_raise_to"] else "CALL" if "CALL" in kinds else "CHECK"
        assert (await called(client, "act", ticket=ticket, action=action))["ok"]


def check(seen: dict[str, Any]) -> None:
    assert seen["turns"] > 0
    assert seen["last"]["status"] == "the match is over"
    assert abs(seen["last"]["chips_won"]) == 100
    for refusal in seen["refusals"]:
        assert refusal["ok"] is False
        assert refusal["reason"]
        assert refusal["clause"][0] in "BM"
        assert refusal["legal"]["min_raise_to"] <= refusal["legal"]["max_raise_to"] == 100


def test_a_client_plays_a_whole_match_over_stdio() -> None:
    async def play(url: str) -> dict[str, Any]:
        command = mcp.StdioServerParameters(command=sys.executable, args=["-m", "croupier", "mcp", "--url", url],
                                            env={"PYTHONPATH": SOURCE})
        async with mcp.Client(command) as client:
            return await whole_match(client)

    with own_server(*ARENA, disk=False) as arena:
        check(asyncio.run(play(arena.url)))


def test_a_client_plays_a_whole_match_over_http() -> None:
    from .line_clients import free_port

    port = free_port()

    async def play() -> dict[str, Any]:
        for _ in range(600):
            try:
                (await asyncio.open_connection("127.0.0.1", port))[1].close()
                break
            except ConnectionRefusedError:
                await asyncio.sleep(0.1)
        async with mcp.Client(f"http://127.0.0.1:{port}/mcp") as client:
            return await whole_match(client)

    with own_server(*ARENA, disk=False) as arena:
        command = [sys.executable, "-m", "croupier", "mcp", "--url", arena.url, "--http", "--port", str(port)]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL, env={"PYTHONPATH": SOURCE}) as process:
            try:
                check(asyncio.run(play()))
            finally:
                process.terminate()


def test_an_arena_that_does_not_answer_is_named() -> None:
    from croupier.adapters.mcp.server import server

    async def ask() -> dict[str, Any]:
        async with mcp.Client(server("ws://127.0.0.1:9/ws")) as client:
            found = await called(client, "find_table")
            ticket = (await called(client, "sit_down", team="agent"))["ticket"]
            assert (await called(client, "wait_for_turn", ticket=ticket, seconds=0.1))["your_turn"] is False
            assert (await called(client, "leave", ticket=ticket))["ok"]
            assert (await called(client, "leave", ticket=ticket))["ok"] is False
            return found

    assert "does not answer" in asyncio.run(ask())["reason"]
