"""The commands of contests: match with its reports, check-bot on isolated bots, league."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import croupier
from croupier.cli import main

CALLS = "import croupier\n\nclass Calls(croupier.Bot):\n    def act(self, view):\n        return view.call()\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "calls.py").write_text(CALLS)
    (tmp_path / "exits.py").write_text(CALLS.replace("return view.call()", "import os; os._exit(2)"))
    return tmp_path


def test_match_writes_a_page_and_hands(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["match", "calls.py", "exits.py", "--hands", "20", "--seed", "1", "--standard", "hu-100bb", "--html",
                 "page.html", "--phh", "hands.phhs", "--logs", "logs", "--move-time-ms", "120000", "--json"])
    printed = json.loads(capsys.readouterr().out)
    assert code == 0
    assert printed["bots"][1]["warnings"] > 0
    assert printed["game"] == "no-limit hold'em 50/100"
    page = (folder / "page.html").read_text()
    assert "CRASHED" in page
    assert "exit code 2" in page
    assert "<script" not in page
    assert "http" not in page, "nothing is downloaded"
    assert len(list(croupier.load(folder / "hands.phhs"))) == 20
    assert len(list((folder / "logs").iterdir())) == 2


def test_match_as_a_bot_prints_its_decisions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "calls.py", "caller", "--hands", "2", "--seed", "1", "--as", "calls.py", "--trusted"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["answer"] for line in lines} <= {"call", "check"}
    assert all(line["milliseconds"] >= 0 and "??" in str(line["view"]["cards_of"]) for line in lines)


@pytest.mark.parametrize(("words", "said"), [
    (["match", "caller", "random", "--standard", "6max-100bb"], "is played by 6 bots"),
    (["match", "caller", "random", "--standard", "none"], "there is no standard"),
    (["match", "caller", "random", "--until", "2"], "until is a confidence"),
    (["match", "caller", "random", "--adjust", "some"], "there is no adjustment"),
    (["match", "caller", "random", "--as", "me"], "the bots are caller, random"),
    (["match", "caller", "exec:no-such-program-at-all"], "there is no program"),
    (["match", "caller", "exec:./calls.py"], "chmod +x ./calls.py, or put its interpreter before it"),
    (["match", "caller", "mit:skeleton", "--standard", "mit-200bb"], "no folder and no program 'skeleton'"),
    (["league", "missing"], "there is no folder"), (["league", ".", "--width", "0"], "must be above 0"),
])
def test_misuse_is_said_in_a_line(folder: Path, words: list[str], said: str,
                                  capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("game", ["sting", "genome:simple-poker"])
def test_match_plays_any_game(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    bots = ["random"] * 3 if game == "sting" else ["random", "greedy"]
    assert main(["match", *bots, "--game", game, "--hands", "30", "--seed", "1"]) == 0
    assert "chips/100" in capsys.readouterr().out


def test_check_bot_runs_a_bot_in_its_own_process(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check-bot", "calls.py", "--tries", "1", "--move-time-ms", "120000"]) == 0
    assert "ok" in capsys.readouterr().out
    assert main(["check-bot", "exits.py", "--tries", "1", "--move-time-ms", "120000"]) == 1
    assert "exit code 2" in capsys.readouterr().out


def test_check_bot_gives_up_a_bot_that_hangs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "hangs.py").write_text(CALLS.replace("return view.call()", "while True: pass"))
    assert main(["check-bot", "hangs.py", "--move-time-ms", "50"]) == 1
    printed = capsys.readouterr()
    assert printed.out.count("TIMED_OUT") == 3
    assert "3 situations in a row without an answer: the other 17 were left out" in printed.err


def test_league_prints_a_ladder_and_writes_a_page(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "league.toml").write_text('[bots]\nhouse = "caller"\n')
    words = ["league", ".", "--deals", "2", "--games-max", "1", "--move-time-ms", "120000"]
    assert main(words) == 0
    printed = capsys.readouterr()
    assert "exits" in printed.out
    assert "CRASHED" in printed.out
    assert "batch 1, game 3" in printed.err
    assert (folder / "league.html").exists()
    assert main([*words, "--ladder", "--json"]) == 0
    assert {row["bot"] for row in json.loads(capsys.readouterr().out)["ladder"]} == {"calls", "exits", "house"}


def test_league_and_tournament_play_any_game(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "house").mkdir()
    (folder / "house" / "league.toml").write_text('[bots]\ngreedy = "greedy"\nrandom = "random"\n')
    words = ["league", "house", "--game", "omaha", "--bb", "20", "--sb", "10", "--deals", "2", "--games-max", "1"]
    assert main(words) == 0
    assert "pot-limit Omaha 10/20, stacks of 2,000, 2 seats" in capsys.readouterr().out
    assert main(["league", "house", "--sb", "10"]) == 2
    assert "--sb needs --game" in capsys.readouterr().err
    assert main(["tournament", "single", "greedy", "random", "--game", "genome:kuhn-poker", "--hands", "20"]) == 0
    assert "chips/100" in capsys.readouterr().out
    assert main(["tournament", "single", "greedy", "random", "--game", "omaha", "--standard", "hu-limit"]) == 2
    assert "give one of them" in capsys.readouterr().err


def test_match_carries_stacks_and_raises_blinds(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["match", "caller", "random", "--hands", "40", "--seed", "1", "--stack", "400"]
    assert main([*words, "--carry", "10", "--levels", "10/20,20/40/5", "--level-hands", "3"]) == 0
    printed = capsys.readouterr().out
    assert "series of up to 10 hands, blinds 10/20, 20/40 ante 5" in printed
    assert "bb/series" in printed
    assert main([*words, "--carry", "10", "--levels", "ten"]) == 2
    assert "write a level as SMALL/BIG" in capsys.readouterr().err
