"""Tournaments: rounds, standings, faults, and the same result on several cores."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import croupier
from croupier.cli.app import run as run_command
from croupier.contest.league.league import on_cores
from croupier.contest.league.tournament import KINDS, Tournament, TournamentResult, named_bots

STRONGEST_FIRST = ["strength", "caller", "random", "folder", "maniac"]


def played(kind: str, bots: list[str], **more: int) -> TournamentResult:
    return Tournament(kind, named_bots(bots), hands=20, seed=3, **more).run()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [2, 5])
def test_every_kind_ends_with_a_winner_and_counts_every_match(kind: str, size: int) -> None:
    result = played(kind, STRONGEST_FIRST[:size])
    assert sorted(each.name for each in result.standings) == sorted(STRONGEST_FIRST[:size])
    assert result.standings[0].place == 1
    assert sum(each.won + each.lost + each.drawn for each in result.standings) == 2 * len(result.matches)
    assert sum(each.points for each in result.standings) == len(result.matches) + len(result.byes)
    assert KINDS[kind] in str(result)


def test_a_round_robin_has_all_pairs() -> None:
    assert len(played("round-robin", STRONGEST_FIRST).matches) == 10


def test_a_swiss_tournament_gives_a_point_to_whoever_has_no_opponent() -> None:
    result = played("swiss", STRONGEST_FIRST, rounds=5)
    assert sorted(name for _, name in result.byes) == sorted(STRONGEST_FIRST)
    assert len({frozenset(match.bots) for match in result.matches}) == 10


@pytest.mark.parametrize(("kind", "lives"), [("single", 1), ("double", 2)])
def test_elimination_ranks_by_the_round_a_bot_went_out_in(kind: str, lives: int) -> None:
    result = played(kind, STRONGEST_FIRST)
    winner, *others = result.standings
    assert winner.lost < lives
    assert all(each.lost + each.drawn >= lives for each in others)
    final = [match for match in result.matches if match.round == result.matches[-1].round]
    assert {result.standings[0].name, result.standings[1].name} == set(final[0].bots)


def test_after_a_draw_the_bot_that_is_seeded_higher_goes_on() -> None:
    result = played("single", ["folder", "folder"])
    assert [each.name for each in result.standings] == ["folder", "folder 2"]
    assert "draws with" in str(result.matches[0])


def test_a_tournament_is_the_same_on_two_cores() -> None:
    bots = named_bots(STRONGEST_FIRST[:4])
    assert Tournament("single", bots, hands=20, seed=3).run(on_cores(2)) == Tournament("single", bots, hands=20,
                                                                                       seed=3).run()


def test_a_setting_that_is_not_possible_is_refused() -> None:
    for words, match in (({"kind": "knockout"}, "round-robin, swiss, single, double"),
                         ({"standard": "6max-100bb"}, "played by 6 bots"), ({"rounds": 2}, "for Swiss tournaments"),
                         ({"kind": "swiss", "rounds": 2}, "2 rounds are too many: 2 bots"),
                         ({"hands": 0}, "hands must be"),
                         ({"bots": {"one": "caller"}}, "at least two bots")):
        given: dict = {"kind": "single", "bots": {"a": "caller", "b": "folder"}, **words}
        with pytest.raises(croupier.BadContest, match=match):
            Tournament(given.pop("kind"), given.pop("bots"), **given)


def test_names_are_short_and_unique() -> None:
    assert list(named_bots(["bots/mine.py", "bots/mine.py:Careful", "caller", "caller", "other/mine.py"])) == [
        "mine", "mine:Careful", "caller", "caller 2", "mine 2"]


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_command_plays_a_folder_with_a_broken_bot(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "broken.py").write_text("1 / 0\n", encoding="utf-8")
    (tmp_path / "league.toml").write_text('[bots]\nhouse = "caller"\n', encoding="utf-8")
    assert run_command(["tournament", "single", str(tmp_path), "--hands", "4", "--seed", "1", "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in result["standings"]] == ["house", "broken"]
    assert result["standings"][1]["faults"] == {"NOT_STARTED": 1}


def test_the_command_refuses_a_bot_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["tournament", "single", "caller", "missing.py"]) == 2
    assert "there is no file missing.py" in capsys.readouterr().err
    assert run_command(["tournament", "single", "caller"]) == 2
    assert "two bots or more" in capsys.readouterr().err


def test_the_command_prints_rounds_and_standings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["tournament", "double", "caller", "folder", "--hands", "20", "--seed", "1"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("round 1: caller beats folder by ")
    assert "double elimination of 2 bots, hu-100bb, 20 hands a match, seed 1" in out
