"""Tables without codes (ruling T1): `croupier arena --open`."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import pytest

from arena.driver import Arena
from arena.wire import Wire, Wires, on_the_wire
from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.host import Host
from croupier.cli.arena import ArenaOptions, server_config, with_file


def test_T1_without_codes_a_match_is_played_over_sockets_by_names_alone():
    async def body(wires: Wires) -> None:
        ann = await wires.connect()
        await ann.say(type="hello", team="Ann")
        welcome = await ann.until("welcome")
        assert (welcome["seat"], welcome["config"]["open"]) == (0, True)
        bob = await wires.connect()
        await bob.say(type="hello", team="Bob")
        await bob.until("start_hand")
        prompt = await ann.until("act")
        again = await wires.connect()
        await again.say(type="hello", team="ann")  # the name alone holds the seat
        assert await ann.closed() == 4000
        assert (await again.until("snapshot"))["decision"] == prompt["decision"]
        await again.act(prompt, "FOLD")
        assert (await bob.until("event", ev="POT_AWARD"))["seat"] == 1

    on_the_wire(body, open=True, min_teams=2)


async def plays_by_the_seed(wire: Wire, team: str, rng: Random) -> dict[str, Any]:
    """Play a match with nothing but what the seed's specification has, and no code; return `match_end`."""
    await wire.say(type="hello", team=team, bot="A")
    while True:
        frame = await wire.next()
        if frame["type"] == "match_end":
            return frame
        assert frame["type"] != "error", frame
        if frame["type"] == "act":
            word = rng.choice([word for word in frame["legal"] if word != "FOLD" or "CHECK" not in frame["legal"]])
            amount = rng.choice((frame["min_raise_to"], frame["max_raise_to"])) if word == "RAISE_TO" else None
            await wire.act(frame, word, amount)


def test_T1_clients_that_know_only_the_seeds_frames_play_a_match_without_codes():
    async def body(wires: Wires) -> None:
        players = [plays_by_the_seed(await wires.connect(), team, Random(team)) for team in ("Ann", "Bob", "Cy")]
        ends = await asyncio.gather(*players)
        assert ends[0] == ends[1] == ends[2]
        assert sorted(row["stack"] for row in ends[0]["final_stacks"]) == [0, 0, 3000]

    on_the_wire(body, open=True, min_teams=3, seats=3)


def test_T1_a_code_is_not_needed_but_may_be_sent():
    arena = Arena(open=True, seats=4, min_teams=4)
    arena.join("Ann", code="one")
    assert arena.join("Ann", code="another").of("welcome")
    assert len(arena.table.seats) == 1


def test_T1_a_table_with_codes_needs_one():
    arena = Arena()
    client = arena.connect()
    (error,) = client.says(type="hello", team="Ann")
    assert error["code"] == "BAD_SCHEMA"
    assert "join_code" in error["msg"]
    assert client.closed == 4400
    assert not len(arena.table.seats)
    assert "open" not in arena.join("Ann").last("welcome")["config"]


def test_T1_nobody_takes_the_seat_of_a_house_bot_by_its_name():
    arena = Arena(open=True, seats=4, min_teams=4)
    arena.join("Sharp")
    arena.table.seats[0].house = True
    (error,) = arena.connect().says(type="hello", team="Sharp")
    assert error["code"] == "TEAM_TAKEN"


def test_T1_open_and_a_roster_exclude_each_other():
    with pytest.raises(BadArena, match="roster"):
        Host({"T-1": TableConfig(open=True)}, roster={"Ann": "a"})


def test_T1_open_holds_for_every_table_of_the_command():
    config = server_config(*with_file(ArenaOptions(open=True)))
    assert len(config.tables) > 2
    assert all(table.open for table in config.tables.values())
    assert not any(table.open for table in server_config(*with_file(ArenaOptions())).tables.values())
