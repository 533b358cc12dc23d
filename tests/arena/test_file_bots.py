"""`croupier arena --bot FILE`: other people's bots in the arena's own seats, each in a process of its own."""

from __future__ import annotations

import asyncio
import logging
import os
from pathlib import Path

import pytest
from tests.patience import PATIENCE

from croupier.arena.core.config import TableConfig
from croupier.arena.server.house import Pace
from croupier.arena.server.run import ServerConfig, running
from croupier.arena.verify.match import find_problems
from croupier.bots import BadBot
from croupier.bots.isolation import protection_here
from croupier.bots.isolation.watch import usage_below

from .test_server import run

BOT = "import croupier, os\n\nclass {0}(croupier.Bot):\n    def act(self, view):\n        {1}\n"


def write(folder: Path, name: str, act: str) -> str:
    file = folder / f"{name}.py"
    file.write_text(BOT.format(name.title(), act), encoding="utf-8")
    return str(file)


def played(bots: tuple[str, ...], table: TableConfig, logs: Path) -> list[str]:
    """Play one match of file bots and house bots to its end; return the teams."""
    async def body() -> None:
        config = ServerConfig(tables={"T-1": table}, port=0, house_bots=table.seats - len(bots), bots=bots,
                              line_up=("caller",), pace=Pace(), bot_logs=str(logs))
        async with running(config) as server:
            assert len(server.hub.host.tables["T-1"].seats) == table.seats
            await asyncio.wait_for(server.hub.ended.wait(), PATIENCE)
            assert server.hub.failed is None
            (match,) = server.hub.store.queries.matches()
            archive = server.hub.store.queries.archive(match["match_id"], everything=True)
            assert archive is not None
            assert list(find_problems(archive)) == []
            teams.extend(seat.team for seat in server.hub.host.tables["T-1"].seats)

    teams: list[str] = []
    run(body())
    return teams


def test_a_match_goes_on_while_one_bot_crashes_and_another_plays(tmp_path: Path,
                                                                caplog: pytest.LogCaptureFixture) -> None:
    # all-in where that is legal: against a blind that is all-in it is not (B5), and would be folded (B10)
    calm = write(tmp_path, "calm", "print('my cards', view.hole); "
                                   "return view.call() if view.legal.all_in is None else view.all_in()")
    crash = write(tmp_path, "crash", "os._exit(3)")
    before = usage_below(os.getpid()).tasks
    with caplog.at_level(logging.WARNING):
        teams = played((calm, crash), TableConfig(seats=3, min_teams=3, starting_stack=300, sb=50, bb=100,
                                                  move_time_ms=120_000, matches=1), tmp_path / "logs")
    assert set(teams) == {"Calm", "Crash", "Station"}
    assert "Crash: CRASHED: its process ended with exit code 3: FOLD instead" in caplog.text
    assert "Calm: " not in caplog.text
    assert any("my cards" in log.read_text() for log in (tmp_path / "logs").glob("T-1-1.*"))
    assert usage_below(os.getpid()).tasks <= before, "no process of a bot is left"


def test_a_match_of_bots_that_have_forfeited_ends_and_each_says_so_once(tmp_path: Path,
                                                                        caplog: pytest.LogCaptureFixture) -> None:
    bots = tuple(write(tmp_path, name, "os._exit(3)") for name in ("one", "two"))
    with caplog.at_level(logging.WARNING):
        played(bots, TableConfig(seats=2, starting_stack=10_000, sb=50, bb=100, move_time_ms=120_000, matches=1),
               tmp_path / "logs")
    for team in ("One", "Two"):
        assert caplog.text.count(f"{team}: CRASHED") == 3
        assert caplog.text.count(f"{team}: FORFEITED: forfeited after 3 faults; from here on: FOLD instead") == 1


@pytest.mark.parametrize("variant", ["PO", "genome:leduc-poker"])
def test_file_bots_play_other_games(variant: str, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    bot = write(tmp_path, "any", "return view.legal.menu(3)[-1]")
    chips = {} if variant.startswith("genome") else {"starting_stack": 300, "sb": 50, "bb": 100}
    with caplog.at_level(logging.WARNING):
        played((bot,), TableConfig(variant=variant, seats=2, min_teams=2, move_time_ms=120_000, matches=1, **chips),
               tmp_path / "logs")
    assert "Any: " not in caplog.text


def test_a_program_in_another_language_takes_a_seat(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "program.txt"
    file.write_text("import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
                    "    if m['type'] == 'start': print('{\"type\": \"ready\"}', flush=True)\n"
                    "    if m['type'] == 'act': print(json.dumps({'id': m['id'], **m['legal'][-1]}), flush=True)\n",
                    encoding="utf-8")
    with caplog.at_level(logging.WARNING):
        teams = played((f"exec:python3 {file}",), TableConfig(seats=2, starting_stack=300, sb=50, bb=100,
                                                              move_time_ms=120_000, matches=1), tmp_path / "logs")
    assert "program" in teams
    assert "program: " not in caplog.text


def test_a_bot_that_does_not_start_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    with pytest.raises(BadBot, match="ZeroDivisionError"):
        played((str(tmp_path / "broken.py"),), TableConfig(seats=2, matches=1), tmp_path / "logs")


@pytest.mark.skipif(not protection_here().namespaces, reason=protection_here().reason)
def test_a_bot_cannot_read_the_code_of_another_in_the_same_folder(tmp_path: Path) -> None:
    calm = write(tmp_path, "calm", "'the secret of calm'; return view.call()")
    spy = write(tmp_path, "spy", f"print('read', os.path.isfile({calm!r}) and open({calm!r}).read()); "
                                 "return view.call()")
    played((calm, spy), TableConfig(seats=2, starting_stack=300, sb=50, bb=100, move_time_ms=120_000, matches=1),
           tmp_path / "logs")
    logs = [log.read_text() for log in (tmp_path / "logs").glob("T-1-2.*")]
    assert any("read" in log for log in logs)
    assert "the secret" not in "".join(logs)
