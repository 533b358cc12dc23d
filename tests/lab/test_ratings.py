"""People's ratings of games: kept in a file that only grows, printed, exported, asked for in a terminal."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from croupier.cli import main
from croupier.games.genome.files import rules_key
from croupier.games.genome.known import known
from croupier.lab.ratings import BadRatings, GameRating, RatingFile


def rating(**facts: Any) -> GameRating:
    usual = {"at_ms": 1, "game": "guts", "genome": rules_key(known("guts")), "stars": 4, "seat": 0, "players": 3,
             "result": -5, "seconds": 60, "actions": 12}
    return GameRating(**{**usual, **facts})


def test_opinions_follow_from_the_ratings_and_the_last_of_one_game_counts(tmp_path):
    kept = RatingFile(tmp_path / "ratings.jsonl")
    assert kept.read() == []
    for each in (rating(stars=1, hand_id="H-1"), rating(stars=5, fair=True, hand_id="H-1"), rating(stars=2, fair=False),
                 rating(stars=2, fair=True), rating(game="war", genome=rules_key(known("war")), stars=1)):
        kept.append(each)
    guts = kept.opinions()[rules_key(known("guts"))]
    assert (guts.ratings, guts.stars, guts.fair) == (3, 3.0, pytest.approx(2 / 3))
    assert guts.fair_low < guts.fair < guts.fair_high
    assert len(kept.opinions()) == 2


def test_a_line_that_was_cut_off_is_left_out_and_a_damaged_one_is_named(tmp_path):
    kept = RatingFile(tmp_path / "ratings.jsonl")
    kept.append(rating())
    whole = kept.path.read_bytes()
    kept.path.write_bytes(whole + whole[:20])
    assert kept.read() == [rating()]
    kept.path.write_bytes(b"{}\n" + whole)
    with pytest.raises(BadRatings, match="line 1"):
        kept.read()
    kept.path.write_bytes(whole.replace(b'"stars":4', b'"stars":6'))
    with pytest.raises(BadRatings, match="line 1"):
        kept.read()


def test_the_key_is_of_the_rules_alone():
    import msgspec

    renamed = msgspec.structs.replace(known("guts"), name="another", description="words")
    assert rules_key(renamed) == rules_key(known("guts")) != rules_key(known("war"))


def test_croupier_ratings_prints_and_exports(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["ratings"]) == 0
    assert "no ratings" in capsys.readouterr().out
    RatingFile("ratings.jsonl").append(rating(fair=True))
    assert main(["ratings", "--csv", "out.csv"]) == 0
    assert "guts                     4.0 of 5 stars, 1 rating, fair 100%" in capsys.readouterr().out
    with Path("out.csv").open(encoding="utf-8", newline="") as stream:
        (row,) = csv.DictReader(stream)
    assert (row["game"], row["stars"], row["result"]) == ("guts", "4", "-5")
    assert main(["ratings", "--json", "--each"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["seconds"] == 60


@pytest.mark.parametrize(("answers", "kept"), [
    ("7\n5\ny\n", [(5, True)]), ("3\n\n", [(3, None)]), ("\n", []), ("", [])])
def test_croupier_play_asks_at_the_end(tmp_path, monkeypatch, capsys, answers, kept):
    file = tmp_path / "ratings.jsonl"
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n" + answers))
    game = ["play", "kuhn-poker", "--against", "random", "--seed", "1"]  # it ends after two own decisions
    assert main([*game, "--ratings", str(file)]) == 0
    out = capsys.readouterr().out
    found = [(each.stars, each.fair) for each in RatingFile(file).read()]
    assert ("stars" in out, found) == (True, kept), out


def test_croupier_play_can_be_told_not_to_ask(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n1\n1\n1\nq\n5\ny\n"))
    assert main(["play", "kuhn-poker", "--against", "random", "--seed", "1", "--ratings", "off"]) == 0
    assert "stars" not in capsys.readouterr().out


def test_croupier_score_shows_what_people_thought(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    RatingFile("ratings.jsonl").append(rating(game="kuhn-poker", genome=rules_key(known("kuhn-poker")), fair=True))
    assert main(["score", "kuhn-poker", "--blocks", "2", "--iterations", "10"]) == 0
    assert "people: 4.0 of 5 stars from 1, fair for 100%" in capsys.readouterr().out
