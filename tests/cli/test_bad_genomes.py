"""Bad genomes at every door that reads a file, and files that are there at every door that writes.

Each is refused in one line that names the file and leads to the spot, with exit code 2, at once, without a traceback.
"""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from croupier import lab
from croupier.cli import is_compiled, main
from croupier.games.genome.values import replaced
from croupier.lab.breeding.archive import ArchivedGame
from croupier.lab.breeding.evolution import BYTES_MAX, FILE, Config, Evolution
from croupier.lab.scoring.fitness import Fitness
from croupier.lab.scoring.measures import NAMES
from croupier.stats.intervals import Interval

compiled = pytest.mark.skipif(not is_compiled(), reason="takes too long interpreted")
DOORS = {"rules": ("rules",), "score": ("score", "--blocks", "2", "--iterations", "2"), "play": ("play", "--seed", "1")}
PLAIN = {"setup": {"cards_per_player": 5, "starting_chips": 100},
         "turn_structure": {"phases": [{"type": "BettingPhase", "min_bet": 10, "max_raises": 3}]},
         "win_conditions": [{"type": "best_hand"}]}
WITHIN = 300.0
"""Seconds, reached only where a refusal takes for ever: each takes a few milliseconds."""


def changed(found, path, value):
    """The text of a JSON value with one place of it changed."""
    made = json.loads(json.dumps(found))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    spot = made
    for step in way:
        spot = spot[step]
    spot[last] = value
    return json.dumps(made)


def genome(path, value):
    return changed(PLAIN, path, value)


PHASES = "turn_structure.phases"
BAD = {
    "negative_chips": (genome("setup.starting_chips", -1), "$.setup.starting_chips: Expected int >= 0"),
    "negative_ante": (genome("setup.ante", -5), "$.setup.ante: Expected int >= 0"),
    "ante_over_chips": (genome("setup.ante", 101), "$.setup.ante: 101 is more than the 100 chips"),
    "a_thousand_phases": (genome(PHASES, [{"type": "BettingPhase"}] * 1000),
                          "$.turn_structure.phases: Expected array of length <= 12"),
    "nan_chips": (genome("setup.starting_chips", float("nan")),
                  "$.setup.starting_chips: a whole number is wanted, not NaN"),
    "nan_in_a_phase": (genome(PHASES + ".0.min_bet", float("nan")),
                       "$.turn_structure.phases[0].min_bet: a whole number is wanted, not NaN"),
    "infinite_ante": (genome("setup.ante", float("inf")), "$.setup.ante: a whole number is wanted, not Infinity"),
    "unknown_phase": (genome(PHASES + ".0.type", "Betting"),
                      "$.turn_structure.phases[0].type: Invalid value 'Betting'"),
    "a_phase_without_type": (genome(PHASES, [{"min_bet": 5}]), "$.turn_structure.phases[0]: "),
    "cycle_by_reference": (genome("setup", {"$ref": "#/setup"}), "$.setup: Object contains unknown field $ref"),
    "cycle_of_rounds": (genome("turn_structure.rounds", 10**9), "$.turn_structure.rounds: Expected int <= 26"),
    "cycle_of_hands": (genome("max_hands", 10**9), "$.max_hands: Expected int <= 1000"),
    "huge_int": (genome("setup.starting_chips", 10**4000), "$.setup.starting_chips: Expected int <= 1000000000000"),
    "an_int_past_64_bits": (genome("setup.ante", 2**64), "$.setup.ante: Expected int <= 1000000000000"),
    "deep_lists": ("[" * 100_000, "no JSON: maximum recursion depth"),
    "deep_objects": ('{"setup":' * 20_000 + "1" + "}" * 20_000, "no JSON: maximum recursion depth"),
    "deep_but_readable": (genome("setup.ante", json.loads("[" * 300 + "]" * 300)),
                          "$.setup.ante: Expected int, got array"),
    "text_for_a_number": (genome("setup.cards_per_player", "five"), "$.setup.cards_per_player: Expected int, got str"),
    "a_fraction": (genome("setup.starting_chips", 10.5), "$.setup.starting_chips: Expected int, got float"),
    "true_for_a_number": (genome("setup.ante", True), "$.setup.ante: Expected int, got bool"),
    "an_object_for_a_list": (genome("win_conditions", {}), "$.win_conditions: Expected array, got object"),
    "a_field_twice": (json.dumps(PLAIN).replace('"starting_chips"', '"starting_chips": 5, "starting_chips"'),
                      "$.setup.starting_chips: occurs twice"),
    "a_field_twice_in_a_phase": (json.dumps(PLAIN).replace('"max_raises"', '"max_raises": 1, "max_raises"'),
                                 "$.turn_structure.phases[0].max_raises: occurs twice"),
    "an_unknown_field": (genome("setup.colour", "red"), "$.setup: Object contains unknown field colour"),
    "an_unknown_field_that_paints": (genome("setup.\x1b[31m", 1), "$.setup: Object contains unknown field ?[31m"),
    "a_name_that_paints": (genome("name", "a\x1b[31mb"), "$.name: control characters are not allowed"),
    "a_name_of_two_lines": (genome("name", "a\n"), "$.name: control characters are not allowed"),
    "no_json": ("Five cards each.", "no JSON: "),
    "no_text": (b"\xff\xfe\x00", "no JSON: "),
    "half_a_letter": (genome("name", "\ud800"), "no JSON: "),
    "cut_short": (json.dumps(PLAIN)[:-1], "no JSON: "),
    "empty": ("", "no JSON: "),
    "null": ("null", "$: a genome is an object"),
    "a_list": ("[]", "$: a genome is an object"),
    "more_cards_than_the_deck": (genome("setup.initial_deck", "leduc_6"), "$.setup"),
    "no_win_condition_that_can_be_met": (genome("win_conditions", [{"type": "most_tricks"}]), "$.win_conditions"),
    "a_version_to_come": (genome("schema_version", 99), "$.schema_version: 99 is newer"),
}


def refused(capsys, *words):
    """The one line a command says about what it refuses."""
    began = time.monotonic()
    assert main(words) == 2
    assert time.monotonic() - began < WITHIN
    captured = capsys.readouterr()
    assert captured.out == ""
    (line,) = captured.err.strip().splitlines()
    assert line.isprintable()
    return line


def at_every_door(capsys, file, reason):
    for door, words in DOORS.items():
        line = refused(capsys, *words, str(file))
        assert line.startswith(f"croupier {door}: {file}: ")
        assert reason in line


@pytest.mark.parametrize("name", BAD)
def test_a_bad_genome_is_refused_at_every_door(capsys, tmp_path, name):
    text, reason = BAD[name]
    file = tmp_path / "bad.json"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    at_every_door(capsys, file, reason)


def test_a_million_phases_are_refused_at_every_door(capsys, tmp_path):
    file = tmp_path / "million.json"
    more = ', {"type": "BettingPhase"}' * 10**6
    file.write_text(json.dumps(PLAIN).replace('"max_raises": 3}', '"max_raises": 3}' + more))
    assert file.stat().st_size > 10**7
    at_every_door(capsys, file, "bytes are too many")


def test_a_file_of_a_gigabyte_is_not_read(capsys, tmp_path):
    file = tmp_path / "sparse.json"
    with file.open("wb") as made:
        made.truncate(1 << 30)
    at_every_door(capsys, file, "1,073,741,824 bytes are too many")


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no /dev/zero here")
def test_a_file_without_end_is_not_read_to_its_end(capsys, tmp_path):
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    at_every_door(capsys, tmp_path / "zero.json", "characters are too many")


@pytest.mark.skipif(os.name != "posix", reason="needs symbolic links")
def test_a_cycle_of_links_a_folder_and_nothing_at_all(capsys, tmp_path):
    (tmp_path / "loop.json").symlink_to(tmp_path / "loop.json")
    at_every_door(capsys, tmp_path / "loop.json", "symbolic links")
    (tmp_path / "folder.json").mkdir()
    at_every_door(capsys, tmp_path / "folder.json", "Is a directory")
    at_every_door(capsys, tmp_path / "none.json", "No such file")


def test_bets_above_the_chips_are_played_all_in_or_not_at_all_but_get_no_score(capsys, tmp_path):
    file = tmp_path / "poor.json"
    file.write_text(genome(PHASES + ".0.min_bet", 101))
    assert main(["rules", str(file)]) == 0
    capsys.readouterr()
    assert main(["score", str(file), *DOORS["score"][1:]]) == 0
    assert "no score, static: $.turn_structure.phases[0].min_bet: 101 is more than" in capsys.readouterr().out


def test_score_reads_all_games_before_it_plays_the_first(capsys, tmp_path):
    (tmp_path / "bad.json").write_text("{")
    assert "no JSON" in refused(capsys, "score", "kuhn-poker", str(tmp_path / "bad.json"))


# -- checkpoints: what `gallery` and `evolve --resume` read ------------------------------------------------------------


def run_of_one_game(folder: Path) -> Evolution:
    """A run that kept one new game, as if it had been scored."""
    half = Interval(0.5, 0.01, 4)
    run = Evolution(Config("party", 1, "elitist", 4), folder)
    found = Fitness("party", half, dict.fromkeys(NAMES, half), "", {"games": 1.0, "game_hands": 9, "game_decisions": 9})
    assert run.archive.offer(ArchivedGame(replaced(lab.load("guts"), name="old-guts", max_hands=7), found, 0))
    run.generations = 1
    run.waiting.append(run.job(lab.load("guts"), 0, 0, 0.0))
    return run


SAVED = run_of_one_game(Path()).as_dict()
BAD_RUNS = {
    "empty": ("", "is not a checkpoint of a run"), "no_json": ("hello", "is not a checkpoint of a run"),
    "a_list": ("[]", "Expected object, got array"), "an_empty_object": ("{}", "missing required field"),
    "deep": ("[" * 100_000, "is not a checkpoint of a run"),
    "nan": (changed(SAVED, "scored", float("nan")), "is not a checkpoint of a run"),
    "another_version": (changed(SAVED, "version", 99), "$.version: 99 is not 1"),
    "negative_generations": (changed(SAVED, "generations", -1), "$.generations"),
    "text_for_generations": (changed(SAVED, "generations", "two"), "$.generations"),
    "an_unknown_field": (changed(SAVED, "more", 1), "unknown field more"),
    "an_unknown_style": (changed(SAVED, "config.style", "fun"), "there is no style 'fun'"),
    "an_unknown_mode": (changed(SAVED, "config.mode", "best"), "there is no mode"),
    "a_style_that_is_a_list": (changed(SAVED, "config.style", []), "$.config.style"),
    "no_children": (changed(SAVED, "config.children", 0), "children"),
    "an_unknown_budget": (changed(SAVED, "config.budget", {"years": 3}), "budget"),
    "a_budget_below_1": (changed(SAVED, "config.budget.hands", 0), "budget's hands"),
    "entries_that_are_none": (changed(SAVED, "entries.0", 5), "$.entries[0]"),
    "a_game_with_negative_chips": (changed(SAVED, "entries.0.genome.setup.starting_chips", -1),
                                   "$.entries[0].genome: $.setup.starting_chips: Expected int >= 0"),
    "a_game_that_cannot_be_played": (changed(SAVED, "entries.0.genome.setup.ante", 10**6),
                                     "$.entries[0].genome: $.setup.ante"),
    "a_score_without_measures": (changed(SAVED, "entries.0.fitness.measures", {}), "$.entries[0].fitness.measures"),
    "an_island_that_is_not_there": (changed(SAVED, "entries.0.island", 3), "$.entries[0].island: there are 1 islands"),
    "more_islands_than_there_may_be": (changed(SAVED, "config.islands", 100), "there are 1 to 64 islands"),
    "a_waiting_game_that_cannot_be_played": (
        changed(SAVED, "waiting.0.genome.setup.ante", 10**6), "$.waiting[0].genome: $.setup.ante"),
    "a_waiting_game_of_no_island": (changed(SAVED, "waiting.0.island", -1), "$.waiting[0].island"),
    "gates_that_are_a_list": (changed(SAVED, "refused", []), "$.refused"),
    "a_score_of_text": (changed(SAVED, "entries.0.fitness.total.mean", "good"), "$.entries[0].fitness.total.mean"),
}


@pytest.mark.parametrize("name", BAD_RUNS)
def test_a_bad_checkpoint_is_refused_at_every_door(capsys, tmp_path, name):
    text, reason = BAD_RUNS[name]
    (tmp_path / FILE).write_text(text)
    for words in (("gallery", str(tmp_path)), ("evolve", "--resume", "--generations", "1", "--out", str(tmp_path))):
        line = refused(capsys, *words)
        assert str(tmp_path / FILE) in line
        assert reason in line
    assert (tmp_path / FILE).read_text() == text
    assert [file.name for file in tmp_path.iterdir()] == [FILE]


def test_a_checkpoint_of_a_gigabyte_is_not_read(capsys, tmp_path):
    with (tmp_path / FILE).open("wb") as made:
        made.truncate(1 << 30)
    assert f"a checkpoint has at most {BYTES_MAX:,}" in refused(capsys, "gallery", str(tmp_path))


# -- nothing is overwritten without --force ----------------------------------------------------------------------------


def snapshot(folder):
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def kept(capsys, folder, *words):
    """The line of a command that would have overwritten something, and did not."""
    before = snapshot(folder)
    assert main(words) == 1
    assert snapshot(folder) == before
    return capsys.readouterr().err.strip().splitlines()[-1]


def test_rules_overwrite_nothing_without_force(capsys, tmp_path):
    file = tmp_path / "rules.md"
    file.write_text("mine")
    assert "--force overwrites it" in kept(capsys, tmp_path, "rules", "guts", "--out", str(file))
    assert main(["rules", "guts", "--out", str(file), "--force"]) == 0
    assert file.read_text().startswith("# Guts")


def test_save_overwrites_nothing_without_force(tmp_path):
    file = tmp_path / "mine.json"
    file.write_text("mine")
    with pytest.raises(lab.BadGenome, match="is there already"):
        lab.save(lab.load("guts"), file)
    assert file.read_text() == "mine"
    lab.save(lab.load("guts"), file, force=True)
    assert lab.load(file) == lab.load("guts")


@pytest.mark.parametrize("held", ["gallery.html", "games/01-old-guts.json", "games/mine.json"])
def test_gallery_overwrites_nothing_without_force(capsys, tmp_path, held):
    run_of_one_game(tmp_path).save()
    (tmp_path / held).parent.mkdir(exist_ok=True)
    (tmp_path / held).write_text("mine")
    assert "--force overwrites it" in kept(capsys, tmp_path, "gallery", str(tmp_path))
    assert main(["gallery", str(tmp_path), "--force"]) == 0
    assert (tmp_path / "gallery.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    assert lab.load(tmp_path / "games" / "01-old-guts.json").name == "old-guts"


@pytest.mark.parametrize("held", [FILE, "gallery.html", "games/mine.json"])
def test_evolve_overwrites_nothing_without_force(capsys, tmp_path, held):
    (tmp_path / held).parent.mkdir(exist_ok=True)
    (tmp_path / held).write_text("mine")
    line = kept(capsys, tmp_path, "evolve", "--generations", "1", "--cores", "1", "--out", str(tmp_path))
    assert "--force" in line


@pytest.mark.parametrize("words", [("evolve", "--generations", "1", "--cores", "1", "--mode", "elitist", "--out")])
def test_evolve_does_not_begin_where_it_cannot_write(capsys, tmp_path, words):
    (tmp_path / "file").write_text("mine")
    assert "is not a folder" in kept(capsys, tmp_path, *words, str(tmp_path / "file"))
    assert "Not a directory" in kept(capsys, tmp_path, *words, str(tmp_path / "file" / "run"))


def test_gallery_says_what_hinders_it(capsys, tmp_path):
    run_of_one_game(tmp_path).save()
    (tmp_path / "games").write_text("mine")
    assert f"{tmp_path / 'games'}: File exists" in kept(capsys, tmp_path, "gallery", str(tmp_path), "--force")
