"""`croupier score`, `evolve` and `gallery` as a user types them."""

from __future__ import annotations

import json
from functools import partial

import pytest

from croupier import lab
from croupier.cli import is_compiled, main
from croupier.lab.breeding import evolution
from croupier.lab.scoring.fitness import Budget

compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")
QUICK = ("--blocks", "2", "--iterations", "3")
TINY = Budget(blocks=2, quick_hands=10, games=1, sessions=2, session_hands=6, greedy_deals=2, hands=2, iterations=3)


def told(capsys, *words):
    assert main(words) == 0
    return capsys.readouterr().out


def refused(capsys, code, *words):
    assert main(words) == code
    captured = capsys.readouterr()
    assert captured.out == ""
    return captured.err.strip().splitlines()[-1]


def test_score_tells_every_measure_and_the_truth_of_small_games(capsys):
    words = told(capsys, "score", "kuhn-poker", *QUICK)
    assert words.startswith("kuhn-poker, balanced: 0.")
    for name in ("decisions", "bluffing", " to ", "exact: the first player wins -0.055"):
        assert name in words


def test_score_in_json(capsys):
    (found,) = json.loads(told(capsys, "score", "kuhn-poker", "--style", "party", "--json", *QUICK))
    assert (found["game"], found["style"], found["failed"]) == ("kuhn-poker", "party", "")
    assert found["exact"]["first_player"] == pytest.approx(-1 / 18, abs=1e-3)
    assert set(found["measures"]["skill"]) >= {"mean", "low", "high"}


def test_score_says_why_a_game_is_none(capsys):
    assert "nothing to decide" in told(capsys, "score", "war", *QUICK)


def test_score_of_a_file(capsys, tmp_path):
    lab.save(lab.load("kuhn-poker"), tmp_path / "mine.json")
    assert "kuhn-poker" in told(capsys, "score", str(tmp_path / "mine.json"), *QUICK)


@pytest.mark.parametrize(("words", "reason"), [
    (["score"], "which game?"), (["score", "chess"], "no game 'chess'"),
    (["score", "war", "--style", "fun"], "no style"),
    (["score", "war", "--blocks", "1"], "at least 2 blocks"),
    (["score", "war", "--blocks", "0"], "blocks is a whole number of 2 to 1,000,000, not 0"),
    (["score", "war", "--seed", "-5"], "seed"), (["score", "war", "--seed", str(10**23)], "seed"),
    (["score", "kuhn-poker", "--players", "3"], "kuhn-poker is for 2 players, not 3"),
    (["score", "kuhn-poker", "--players", "9"], "players"),
    (["evolve", "--minutes", "0"], "--minutes"), (["evolve", "--generations", "0"], "--generations"),
    (["evolve", "--style", "fun"], "no style"), (["evolve", "--mode", "best"], "no mode"),
    (["evolve", "--children", "1"], "children"), (["evolve", "--cores", "-1"], "cores"),
    (["gallery", "nowhere"], "No such file"),
])
def test_bad_input_is_refused_in_a_line(capsys, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    assert reason in refused(capsys, 2, *words)
    assert list(tmp_path.iterdir()) == []


@compiled
def test_evolve_ends_with_a_gallery_and_overwrites_nothing(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr(evolution, "Config", partial(evolution.Config, budget=TINY))
    few = [lab.load(name) for name in ("guts", "kuhn-poker", "fishing", "cheat", "whist-for-stakes")]
    monkeypatch.setattr(evolution.Evolution, "_known", lambda run: few)
    folder = tmp_path / "run"
    run = ("evolve", "--minutes", "0.001", "--children", "4", "--cores", "1", "--mode", "elitist", "--out", str(folder))
    words = _both(capsys, *run)
    assert "in one generation," in words  # however short the time
    assert f"gallery: {folder / 'gallery.html'}" in words
    assert (folder / "gallery.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert "holds a run already" in refused(capsys, 1, *run)
    assert "generation 2:" in _both(capsys, "evolve", "--resume", "--generations", "1", "--cores", "1", "--out",
                                    str(folder))
    assert "exists, so nothing was written" in refused(capsys, 1, "gallery", str(folder))
    assert told(capsys, "gallery", str(folder), "--force", "--shown", "3").strip() == str(folder / "gallery.html")
    for file in (folder / "games").glob("*.json"):
        assert lab.faults(lab.load(file)) == []


def _both(capsys, *words):
    assert main(words) == 0
    captured = capsys.readouterr()
    return captured.err + captured.out
