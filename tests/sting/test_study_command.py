"""`croupier study sting`: small and quick here; what it counts is checked against counting by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from croupier.cli import is_compiled, main
from croupier.contest.seeds import BadContest
from croupier.contest.sting import study as study_module
from croupier.contest.sting.lines import FixedLine, Mind, StudySetting, Turn, grid
from croupier.contest.sting.study import actions_by_round, folds_right, gain_of, stakes_by_round, study, with_rounds
from croupier.games.sting.decks.reader import load
from croupier.stats import Interval

pytestmark = pytest.mark.skipif(not is_compiled(), reason="a study plays more runs than an interpreter likes")


@pytest.fixture
def small(monkeypatch):
    """A study of seconds."""
    monkeypatch.setattr(study_module, "LINE_RUNS", 20)
    monkeypatch.setattr(study_module, "FRESH_RUNS", 200)
    monkeypatch.setattr(study_module, "LOOKS", (2, 4))
    monkeypatch.setattr(study_module, "STRONGEST", Mind(looks=4))
    monkeypatch.setattr(study_module, "ITERATIONS", (10,))


def test_the_report(small, capsys, tmp_path):
    plot = tmp_path / "plot.svg"
    assert main(["study", "sting", "--runs", "4", "--plot", str(plot)]) == 0
    printed = capsys.readouterr().out
    for words in ("always check", "look-ahead, 4 guesses, never folds", "no initiative: one pass a round",
                  "the Player goes first", "How often a fold was right", "round 1, betting", "2 rounds"):
        assert words in printed
    ElementTree.parse(plot)
    assert main(["study", "sting", "--runs", "4", "--plot", str(plot)]) == 1  # not written over
    assert "--force" in capsys.readouterr().err


def test_json_and_that_jobs_do_not_matter(small, capsys):
    assert main(["study", "sting", "--runs", "6", "--json"]) == 0
    one = json.loads(capsys.readouterr().out)
    assert main(["study", "sting", "--runs", "6", "--json", "--seed", "1"]) == 0
    assert json.loads(capsys.readouterr().out) == one
    assert {"lines", "minds", "forgoing", "changed", "gain_percent", "actions", "stakes", "folds"} <= set(one)


def test_two_processes_play_the_same_runs():
    rules = load("seed")
    tables = [StudySetting(rules, 3, jobs) for jobs in (1, 2)]
    played = [table.mind(Mind(looks=3), 12) for table in tables]
    for table in tables:
        table.close()
    assert played[0].won == played[1].won


@pytest.mark.parametrize("options", [{"runs": 1}, {"runs": 2.5}, {"jobs": 0}, {"seed": -1}])
def test_bad_studies_are_refused(options):
    with pytest.raises(BadContest):
        study(load("seed"), **options)


def test_the_grid_holds_the_families():
    lines = grid()
    assert len(set(lines)) == len(lines) == 1 + 3 * 7 * 3 * 6
    assert {str(FixedLine("any", 0, 0, None)), str(FixedLine("fit", 7, 3, None))} <= set(map(str, lines))


def test_lines_in_words():
    assert str(FixedLine("fit", 5, 2, 10)) == "always raise (fit card, 2 a round) in round 1+3, fold above 10"


def test_who_never_checks_or_folds_does_not():
    table = StudySetting(load("seed"), 1)
    kinds = {never: {turn.kind for turn in table.mind(Mind(looks=3, never=never), 10).turns}
             for never in ("FOLD", "CHECK")}
    assert "FOLD" not in kinds["FOLD"]
    bare = [turn for turn in table.mind(Mind(looks=3, never="CHECK"), 10).turns if turn.kind == "CHECK"]
    assert not bare  # the seed's hands always hold a card when the Player is asked


def test_counting():
    turns = [Turn(1, "betting", "CHECK", 2, 5), Turn(1, "betting", "FOLD", 4, -3), Turn(1, "decision", "FOLD", 6, -7)]
    assert actions_by_round(turns)["round 1, betting"] == {"CHECK": 50, "FOLD": 50, "turns": 2}
    assert folds_right(turns)["round 1, betting"] == {"percent": 50, "saved": 3}
    assert folds_right(turns)["round 1, decision"] == {"percent": 100, "saved": 7}
    assert stakes_by_round(turns)["round 1"]["mean"] == 4


def test_gain_is_in_percent_of_the_other():
    gain = gain_of(Interval(110, 3, 10), Interval(100, 4, 10))
    assert (round(gain.mean, 6), round(gain.margin, 6)) == (10, 5)


def test_fewer_rounds_keep_the_houses_last_ones():
    rules = with_rounds(load("seed"), 2)
    assert rules.house["narc"].raises == (60, 80)
    assert replace(rules, hands=1).rounds == 2
