"""Clients of MIT's and the ACPC's protocols at live tables of the arena, beside croupier bots."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.arena.test_server import run
from tests.patience import PATIENCE

from croupier.arena.core.config import TableConfig
from croupier.arena.server.house import Pace
from croupier.arena.server.run import ServerConfig, running
from croupier.arena.verify.match import find_problems

from .line_clients import PLAYERS, compiled_client

HANDS = 25


def table(seats: int, **config: Any) -> TableConfig:
    """Return a table for a match of fixed length at the stakes that MIT's clients are built for."""
    return TableConfig(**{"seats": seats, "min_teams": seats, "starting_stack": 400, "sb": 1, "bb": 2, "matches": 1,
                          "match_hands": HANDS, "move_time_ms": 600_000, **config})


def acpc(players: int, stack: int = 400) -> str:
    """Return an agent of the ACPC; a stack of 0 plays limit."""
    return f"acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} {players} 1 2 {stack}"


async def seated(spec: str, url: str, log: Path) -> tuple[int, str]:
    """Run `croupier bot` until the match is over; return its exit code and what it printed."""
    with log.open("wb") as out:
        command = [sys.executable, "-m", "croupier", "bot", spec, "--url", url, "--team", "Guest", "--once"]
        process = await asyncio.create_subprocess_exec(*command, stdout=out, stderr=out)
        return await asyncio.wait_for(process.wait(), PATIENCE), log.read_text()


def played(config: TableConfig, tmp_path: Path, caplog: pytest.LogCaptureFixture, guest: str | None = None,
           bots: tuple[str, ...] = ()) -> dict[str, Any]:
    """Play a match of a guest, bots of the server and house bots, without a warning; verify its archive and return it.
    """
    async def body() -> None:
        house = config.seats - len(bots) - (guest is not None)
        async with running(ServerConfig(tables={"T-1": config}, port=0, house_bots=house, bots=bots,
                                        line_up=("random",), pace=Pace(), bot_logs=str(tmp_path))) as server:
            if guest is not None:
                code, said = await seated(guest, server.ws_url, tmp_path / "guest.log")
                assert code == 0, said
                assert f"{HANDS} hands" in said
                assert " 0 warnings" in said, said
            await asyncio.wait_for(server.hub.ended.wait(), PATIENCE)
            assert server.hub.failed is None
            assert not [record for record in caplog.records if record.levelname == "WARNING"]
            (match,) = server.hub.store.queries.matches()
            found.update(server.hub.store.queries.archive(match["match_id"], everything=True))

    found: dict[str, Any] = {}
    tmp_path.chmod(0o755)
    run(body())
    assert list(find_problems(found)) == []
    assert len(found["hands"]) == HANDS
    assert all(set(hand["stacks"].values()) == {config.starting_stack} for hand in found["hands"])
    assert all(sum(hand["results"].values()) == 0 for hand in found["hands"])
    assert sum(row["net"] for row in found["ended"]["standings"]) == 0
    return found


def betting(archive: dict[str, Any]) -> str:
    """Return all actions of a match."""
    return " ".join(action for hand in archive["hands"] for action in hand["record"]["actions"])


Log = pytest.LogCaptureFixture


def test_a_client_of_mits_protocol_in_c_sits_down_beside_a_house_bot(tmp_path: Path, caplog: Log) -> None:
    archive = played(table(2), tmp_path, caplog, f"mit:{compiled_client(tmp_path)}")
    assert {row["team"] for row in archive["ended"]["standings"]} == {"Guest", "Dice"}
    assert "cbr" in betting(archive)


def test_an_acpc_agent_sits_down_beside_three_house_bots(tmp_path: Path, caplog: Log) -> None:
    assert "cbr" in betting(played(table(4), tmp_path, caplog, acpc(4)))


def test_an_acpc_agent_plays_limit_heads_up_with_its_cap(tmp_path: Path, caplog: Log) -> None:
    archive = played(table(2, variant="FT", cap_heads_up=True), tmp_path, caplog, acpc(2, stack=0))
    assert "cbr 8" in betting(archive)


def test_mits_and_the_acpcs_clients_meet_in_seats_of_the_server(tmp_path: Path, caplog: Log) -> None:
    archive = played(table(2), tmp_path, caplog, bots=(f"mit:{compiled_client(tmp_path)}", acpc(2)))
    assert len(archive["ended"]["standings"]) == 2
