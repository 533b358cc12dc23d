"""Leagues: from a folder to a ladder, killed and resumed, on one core and on two."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.bots.isolation import BotLimits
from croupier.cli.app import run as run_command
from croupier.contest.league.league import GameJob, League, find_bots, on_cores, play_here
from croupier.contest.league.page import league_page
from croupier.contest.league.store import LeagueGame
from croupier.contest.league.tournament import Tournament
from croupier.contest.matches.standards import TableSetting
from croupier.games.genome.known import known

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
    with pytest.raises(croupier.BadContest, match=r"takes 2 bots; .* has 0"):
        League(tmp_path).run()


def test_the_command_prints_ratings_and_faults_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n")
    (tmp_path / "league.toml").write_text('[bots]\nhouse = "maniac"\n')
    assert run_command(["league", str(tmp_path), "--deals", "1", "--games-max", "1", "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)["ladder"]
    assert (first["bot"], first["faults"]) == ("house", {})
    assert (second["bot"], second["faults"]) == ("broken", {"NOT_STARTED": 1})


# -- any game ----------------------------------------------------------------------------------------------------------


def house_league(folder: Path, *bots: str, **given: Any) -> League:
    """Open a league of house bots."""
    folder.mkdir(exist_ok=True)
    folder.joinpath("league.toml").write_text("[bots]\n" + "".join(f'{bot} = "{bot}"\n' for bot in bots))
    return League(folder, **{"width": 400, "deals": 2, "games_max": 1, "limits": PATIENT, **given})


@pytest.mark.parametrize(("setting", "title"), [
    (TableSetting("genome:simple-poker"), "genome:simple-poker, 2 seats"),
    (TableSetting("omaha", 5, 10, stack=300), "pot-limit Omaha 5/10, stacks of 300, 2 seats"),
    (TableSetting("stud"), "stacks of 10,000, 2 seats")])
def test_a_league_of_any_game_goes_on_with_its_game(setting: TableSetting, title: str, tmp_path: Path) -> None:
    begun = house_league(tmp_path, "greedy", "random", standard=setting)
    begun.run()
    ladder = begun.ladder()
    assert title in ladder
    begun.close()
    again = house_league(tmp_path, "greedy", "random")
    assert again.standard.seats == 2
    assert again.ladder() == ladder
    assert sum(again.store.games("1")[0].result["scores"]) == pytest.approx(0)  # type: ignore[index]
    assert title.split(" ")[0] in league_page(again)
    again.close()


def test_a_league_is_the_same_on_two_cores_in_an_evolved_game_of_a_file(tmp_path: Path) -> None:
    from croupier.games.genome.files import write

    file = tmp_path / "mine.json"
    write(known("simple-poker"), file)
    setting = TableSetting(f"genome:{file}")
    alone, both = (house_league(tmp_path / name, "greedy", "random", "mcts", standard=setting)
                   for name in ("alone", "both"))
    alone.run()
    both.run(on_cores(2))
    assert results(alone) == results(both)
    alone.close()
    both.close()
    file.write_text(file.read_text() + " ")
    with pytest.raises(croupier.BadContest, match=r"mine\.json has changed since the season began"):
        house_league(tmp_path / "alone", "greedy")


def test_a_season_keeps_its_settings(tmp_path: Path) -> None:
    house_league(tmp_path, "greedy", "random", deals=3).close()
    for other, said in (({"deals": 4}, "deals 3, not 4"), ({"seed": 9}, "seed 1, not 9"), (
            {"standard": TableSetting("omaha")}, "standard hu-100bb, not pot-limit Omaha")):
        with pytest.raises(croupier.BadContest, match=f"season 1 was begun with {said}"):
            house_league(tmp_path, "greedy", "random", **{"deals": None, **other})
    assert house_league(tmp_path, "greedy", "random", deals=None).settings["deals"] == 3


@pytest.mark.parametrize(("setting", "said"), [
    (TableSetting("holdme"), "did you mean holdem"),
    (TableSetting("sting", seats=2), "sting is played by 3 bots, not 2"),
    (TableSetting("genome:kuhn-poker", stack=5), "stack is for poker"), (TableSetting("holdem", seats=11), "seats"),
    (TableSetting("genome:nowhere.json"), "nowhere.json: No such file")])
def test_bad_settings_are_named(setting: TableSetting, said: str, tmp_path: Path) -> None:
    with pytest.raises(croupier.BadContest, match=said):
        League(tmp_path, standard=setting)
    assert not (tmp_path / "league.db").exists()


def test_tables_of_many_cover_all_pairs_and_seat_everybody_alike(tmp_path: Path) -> None:
    league = house_league(tmp_path, *[f"random{number}" for number in range(12)], standard="6max-100bb")
    games = 0
    while planned := league.first_tables(league.store.games("1")):
        games += len(planned)
        league.store.plan("1", [LeagueGame(games, number, table, 1) for number, table in enumerate(planned)])
    met = league.meetings(league.store.games("1"))
    seats = Counter(name for game in league.store.games("1") for name in game.bots)
    assert len(met) == 12 * 11 / 2
    assert games <= 12, "each table of six has 15 of the 66 pairs"
    assert max(seats.values()) - min(seats.values()) <= 3
    league.close()


def test_a_tournament_of_any_game_for_two() -> None:
    bots = {name: name for name in ("greedy", "random", "mcts")}
    cup = Tournament("round-robin", bots, standard=TableSetting("genome:kuhn-poker"), hands=20, seed=1).run()
    assert cup.unit == "chips/100"
    assert "chips/100" in str(cup)
    assert sum(each.per_100 for each in cup.standings) == pytest.approx(0)
    with pytest.raises(croupier.BadContest, match="played by two bots"):
        Tournament("round-robin", bots, standard=TableSetting("sting"))


def test_an_entry_does_not_hide_the_bot_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "tight.py").write_text("", encoding="utf-8")
    (tmp_path / "league.toml").write_text('[bots]\ntight = "tight"\n', encoding="utf-8")
    with pytest.raises(croupier.BadBot, match="would hide the bot in"):
        find_bots(tmp_path)
    (tmp_path / "league.toml").write_text('[bots]\ntight = "tight.py"\n', encoding="utf-8")
    assert set(find_bots(tmp_path)) == {"tight"}
