"""Leagues: from a folder to a ladder, killed and resumed, on one core and on two."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.bots.isolation import BotLimits
from croupier.cli.app import run as run_command
from croupier.contest.league.league import GameJob, League, on_cores, play_here
from croupier.contest.league.page import league_page

PATIENT = BotLimits(move_time_ms=120_000, start_time_ms=240_000)


def make_folder(folder: Path) -> Path:
    """Fill a folder with bots: good ones, one that crashes, one that does not load, one that is a program."""
    folder.mkdir(exist_ok=True)
    act = "import croupier, os\n\nclass {0}(croupier.Bot):\n    def act(self, view):\n        {1}\n"
    (folder / "calm.py").write_text(act.format("Calm", "return view.call()"))
    (folder / "crash.py").write_text(act.format("Crash", "os._exit(1)"))
    (folder / "broken.py").write_text("1 / 0\n")
    (folder / "_helper.py").write_text("1 / 0\n")
    (folder / "program.txt").write_text(
        "import json, sys\nfor line in sys.stdin:\n    m = json.loads(line)\n"
        "    if m['type'] == 'start': print('{\"type\": \"ready\"}', flush=True)\n"
        "    if m['type'] == 'act': print(json.dumps({'id': m['id'], **m['legal'][0]}), flush=True)\n")
    (folder / "league.toml").write_text('[bots]\nfolds = "exec:python3 program.txt"\nhouse = "maniac"\n')
    return folder


def new_league(folder: Path, **given: Any) -> League:
    return League(make_folder(folder), **{"width": 400, "deals": 1, "games_max": 2, "limits": PATIENT, **given})


class Killed(Exception):  # noqa: N818 - what happened
    """The league was killed."""


def killed_after(games: int) -> Any:
    def run(plays: Iterable[GameJob]) -> Iterator[dict[str, Any]]:
        for number, result in enumerate(play_here(plays)):
            if number == games:
                raise Killed
            yield result
    return run


def results(league: League) -> list[Any]:
    """Return all results, without the paths of logs, which differ from folder to folder."""
    return [(game.batch, game.number, game.bots, game.seed, game.result and game.result["chips"],
             game.result and game.result["scores"]) for game in league.store.games(league.season)]


def test_a_league_goes_from_a_folder_to_a_ladder_killed_and_resumed(tmp_path: Path) -> None:
    whole = new_league(tmp_path / "whole")
    whole.run()
    cut = new_league(tmp_path / "cut")
    with pytest.raises(Killed):
        cut.run(killed_after(3))
    cut.close()
    cut = new_league(tmp_path / "cut")
    assert sum(game.result is not None for game in cut.store.games("1")) == 3
    cut.run()
    assert results(cut) == results(whole)
    assert cut.ladder() == whole.ladder()
    faults = cut.faults()
    assert faults["crash", "CRASHED"] > 0
    assert faults["broken", "NOT_STARTED"] > 0
    assert cut.table()[-1][0] == "broken"
    page = league_page(cut)
    assert "crash" in page
    assert "<script" not in page
    whole.close()
    cut.close()


def test_two_cores_give_the_same_league_and_a_new_bot_is_played_in(tmp_path: Path) -> None:
    alone = new_league(tmp_path / "alone", games_max=1)
    alone.run()
    both = new_league(tmp_path / "both", games_max=1)
    both.run(on_cores(2))
    assert results(alone) == results(both)
    before = len(both.store.games("1"))
    both.close()
    (tmp_path / "both" / "new.py").write_text((tmp_path / "both" / "calm.py").read_text())
    both = new_league(tmp_path / "both", games_max=1)
    both.run()
    fresh = both.store.games("1")[before:]
    assert len(fresh) == 5
    assert all("new" in game.bots for game in fresh)
    alone.close()
    both.close()


def test_bad_leagues_are_named(tmp_path: Path) -> None:
    with pytest.raises(croupier.BadContest, match="there is no folder"):
        League(tmp_path / "missing")
    with pytest.raises(croupier.BadContest, match="there is no standard"):
        League(tmp_path, standard="hu")
    with pytest.raises(croupier.BadContest, match="0 bots"):
        League(tmp_path).run()


def test_the_command_prints_ratings_and_faults_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "league.toml").write_text('[bots]\nhouse = "maniac"\n')
    assert run_command(["league", str(tmp_path), "--deals", "1", "--games-max", "1", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["ladder"]
    assert (first["bot"], first["faults"]) == ("house", {})
    assert (second["bot"], second["faults"]) == ("broken", {"NOT_STARTED": 1})
