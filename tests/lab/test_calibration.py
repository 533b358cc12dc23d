"""Ratings by people: read, summed up with intervals, and weights fitted to them only when there are enough."""

from __future__ import annotations

import json
from math import exp, log
from random import Random

import pytest

from croupier.cli import main
from croupier.games.genome.values import BadGenome
from croupier.lab.scoring import calibration as room
from croupier.lab.scoring.calibration import GAMES_LEAST, NotEnough, StarRating, fitted, read_ratings, summaries
from croupier.lab.scoring.measures import NAMES


@pytest.fixture(autouse=True)
def _fewer_steps(monkeypatch):
    monkeypatch.setattr(room, "STEPS", 40)


def people(weights, games, rng, each=6):
    """Return games with random measures, and ratings of people who weigh the measures in this way."""
    measures = {f"game-{at}": {name: rng.uniform(0.2, 1.0) for name in NAMES} for at in range(games)}
    said = []
    for name, found in measures.items():
        stars = 5 * exp(sum(weights.get(measure, 0.0) * log(value) for measure, value in found.items()))
        said += [StarRating(name, max(1, min(5, round(stars + rng.gauss(0, 0.5))))) for _ in range(each)]
    return said, measures


def test_records_are_read_by_line(tmp_path):
    record = {"game": "guts", "seat": 1, "result": -20, "length": 12.5, "stars": 4, "fair": True, "name": "kept out"}
    file = tmp_path / "ratings.jsonl"
    file.write_text(json.dumps(record) + "\n\n" + json.dumps({"game": "war", "stars": 1}) + "\n")
    assert read_ratings(file) == [StarRating("guts", 4, True, 1, -20, 12.5), StarRating("war", 1)]
    file.write_text('{"game": "guts", "stars": 4}\n{"game": "guts", "stars": 6}\n')
    with pytest.raises(BadGenome, match=r"line 2: .*<= 5"):
        read_ratings(file)


def test_ratings_are_shown_with_their_number_and_interval():
    said = ((3, True), (5, True), (4, False), (4, None))
    found = summaries([StarRating("guts", stars, fair) for stars, fair in said])
    assert found["guts"].ratings == 4
    assert found["guts"].stars.mean == 4
    assert 1 <= found["guts"].stars.low < 4 < found["guts"].stars.high <= 5
    assert found["guts"].fair.mean == pytest.approx(2 / 3)
    assert str(found["guts"]).endswith("4 ratings")


def test_one_rating_says_next_to_nothing():
    found = summaries([StarRating("guts", 5)])["guts"].stars
    assert (found.low, found.high) == (1, 5)


def test_too_few_games_are_refused_with_their_number():
    said, measures = people({"depth": 1.0}, GAMES_LEAST - 1, Random(1))
    with pytest.raises(NotEnough, match=f"{GAMES_LEAST - 1} games have 5 ratings"):
        fitted(said, measures)
    said, measures = people({"depth": 1.0}, GAMES_LEAST + 5, Random(1), each=4)
    with pytest.raises(NotEnough, match=r"^0 games"):
        fitted(said, measures)


def test_what_people_weigh_is_found():
    said, measures = people({"depth": 0.7, "tension": 0.5}, 80, Random(2))
    found = fitted(said, measures)
    assert sum(found.values()) == pytest.approx(1)
    assert min(found.values()) >= 0
    assert sorted(found, key=found.get)[-2:] == ["tension", "depth"]
    assert found["depth"] + found["tension"] > 0.6


def test_people_who_weigh_all_alike_give_no_new_weights_or_nearly_equal_ones():
    said, measures = people(dict.fromkeys(NAMES, 1 / len(NAMES)), 40, Random(3))
    try:
        assert max(fitted(said, measures).values()) < 0.3
    except NotEnough as error:
        assert "no better than equal weights" in str(error)


def test_the_command_shows_ratings_and_says_when_there_are_too_few(capsys, tmp_path):
    file = tmp_path / "ratings.jsonl"
    file.write_text("".join(json.dumps({"game": "guts", "stars": stars, "fair": True}) + "\n" for stars in (3, 4, 5)))
    assert main(["calibrate", str(file)]) == 0
    words = capsys.readouterr().out
    assert "guts: 4.0 of 5 stars" in words
    assert "fair for 100% of 3" in words
    assert f"No weights: 0 games have 5 ratings or more; weights are fitted from {GAMES_LEAST} games on." in words
    assert main(["calibrate", str(tmp_path / "none.jsonl")]) != 0
    assert "No such file" in capsys.readouterr().err
