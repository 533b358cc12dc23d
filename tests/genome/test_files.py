"""Genomes as JSON: exact round trips, defaults, versions, and every bad text refused with a path to the spot."""

from __future__ import annotations

import json
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import lab
from croupier.games.genome import files, known
from croupier.games.genome.values import BadGenome, BettingPhase, GameGenome, SetupRules, TurnStructure, replaced

from .tables import genome

PLAIN = {"setup": {"cards_per_player": 5, "starting_chips": 100},
         "turn_structure": {"phases": [{"type": "BettingPhase", "min_bet": 10, "max_raises": 3}]},
         "win_conditions": [{"type": "best_hand"}]}


def changed(path: str, value: object) -> str:
    """The plain genome with one place of it changed."""
    found = json.loads(json.dumps(PLAIN))
    *way, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    spot = found
    for step in way:
        spot = spot[step]
    spot[last] = value
    return json.dumps(found)


def test_the_seeds_sample_word_for_word():
    assert msgspec.json.encode(BettingPhase()) == b'{"type":"BettingPhase","min_bet":10,"max_raises":3}'


@pytest.mark.parametrize("name", known.names())
def test_known_games_round_trip(name):
    made = lab.load(name)
    assert lab.loads(lab.dumps(made)) == made
    assert files.from_dict(files.to_dict(made)) == made
    assert hash(made) == hash(lab.loads(lab.dumps(made)))


@given(st.integers(0, 10**6))
def test_random_games_round_trip(seed):
    made = lab.random_genome(Random(seed), sound=False)
    assert lab.loads(lab.dumps(made)) == made


def test_defaults():
    made = lab.loads(json.dumps(PLAIN))
    assert (made.setup.side_pots, made.setup.ante, made.max_hands, made.turn_structure.rounds) == (True, 0, 100, 1)
    assert made.setup.initial_deck == "standard_52"


@pytest.mark.parametrize(("path", "value", "where"), [
    ("setup.starting_chips", -1, "$.setup.starting_chips"), ("setup.starting_chips", 10.5, "$.setup.starting_chips"),
    ("setup.starting_chips", True, "$.setup.starting_chips"), ("setup.starting_chips", "100", "$.setup.starting_chips"),
    ("setup.starting_chips", 10**30, "$.setup.starting_chips"),
    ("setup.starting_chips", None, "$.setup.starting_chips"),
    ("setup.cards_per_player", 0, "$.setup.cards_per_player"), ("setup.initial_deck", "tarot", "$.setup.initial_deck"),
    ("setup.colour", "red", "$.setup"), ("setup.trump_suit", "stars", "$.setup.trump_suit"),
    ("setup.wild_ranks", ["1"], "$.setup.wild_ranks[0]"), ("setup.max_players", 7, "$.setup.max_players"),
    ("turn_structure.phases.0.min_bet", 0, "$.turn_structure.phases[0].min_bet"),
    ("turn_structure.phases.0.min_bet", 1e3, "$.turn_structure.phases[0].min_bet"),
    ("turn_structure.phases.0.max_bet", 5, "$.turn_structure.phases[0]"),
    ("turn_structure.phases.0.type", "Betting", "$.turn_structure.phases[0].type"),
    ("turn_structure.phases", [], "$.turn_structure.phases"),
    ("turn_structure.phases.0", 5, "$.turn_structure.phases[0]"),
    ("win_conditions", [], "$.win_conditions"), ("win_conditions.0.type", "luck", "$.win_conditions[0].type"),
    ("max_hands", 0, "$.max_hands"), ("max_hands", 10**9, "$.max_hands"), ("name", 5, "$.name"), ("extra", 1, "$"),
    ("schema_version", 99, "$.schema_version"), ("schema_version", "1", "$.schema_version"),
    ("schema_version", 10**4000, "$.schema_version"),
    ("schema_version", -1, "$.schema_version"), ("schema_version", True, "$.schema_version")])
def test_bad_values_are_refused_with_a_path(path, value, where):
    with pytest.raises(BadGenome) as refused:
        lab.loads(changed(path, value))
    assert str(refused.value).startswith(where + ":")


def test_min_bet_over_the_chips_is_reported_and_can_be_played():
    made = lab.loads(changed("turn_structure.phases.0.min_bet", 101))
    (fault,) = made.game().faults
    assert str(fault) == "$.turn_structure.phases[0].min_bet: 101 is more than the 100 chips a player starts with"


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "5", '"war"', "{}", '{"setup": {}}', "[" * 100_000, "\x00",
                                  json.dumps(PLAIN).replace("10", "NaN"), json.dumps(PLAIN).replace("10", "Infinity"),
                                  b"\xff\xfe", json.dumps(PLAIN) + "x"])
def test_texts_that_are_no_genome(text):
    with pytest.raises(BadGenome):
        lab.loads(text)


def test_a_million_phases_are_refused_quickly():
    phases = [{"type": "BettingPhase"}] * 10**6
    with pytest.raises(BadGenome, match="too many"):
        lab.loads(json.dumps({**PLAIN, "turn_structure": {"phases": phases}}))
    with pytest.raises(BadGenome, match=r"phases: Expected array of length <= 12"):
        files.from_dict({**PLAIN, "turn_structure": {"phases": phases[:1000]}})
    with pytest.raises(BadGenome, match="phases"):
        TurnStructure((BettingPhase(),) * 1000)


def test_cycles_are_refused():
    loop = dict(PLAIN)
    loop["setup"] = loop
    with pytest.raises(BadGenome):
        files.from_dict(loop)
    phases: list[object] = []
    phases.append(phases)
    with pytest.raises(BadGenome):
        files.from_dict({**PLAIN, "turn_structure": {"phases": phases}})


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
                        st.sampled_from(["setup", "turn_structure", "win_conditions", "phases", "type", "x"]), inner,
                        max_size=4)))
def test_anything_else_is_refused(thing):
    with pytest.raises(BadGenome):
        files.from_dict(thing)


@pytest.mark.parametrize("make", [
    lambda: BettingPhase(0), lambda: BettingPhase(10.0), lambda: BettingPhase(True), lambda: BettingPhase(10, -1),
    lambda: SetupRules(5, starting_chips=-1), lambda: SetupRules(5, initial_deck="tarot"),
    lambda: TurnStructure(("BettingPhase",)), lambda: replaced(BettingPhase(), min_bet=-5),
    lambda: GameGenome(SetupRules(5), TurnStructure((BettingPhase(),)), ())])
def test_values_made_in_python_are_held_to_the_same_rules(make):
    with pytest.raises(BadGenome):
        make()


def test_values_are_frozen():
    with pytest.raises(AttributeError):
        genome().setup.starting_chips = 5


def test_a_file_of_the_time_before_versions():
    made = lab.loads(json.dumps({**PLAIN, "player_count": 3}))
    assert (made.setup.min_players, made.setup.max_players, made.schema_version) == (3, 3, 1)
    assert '"schema_version": 1' in lab.dumps(made)


def test_every_version_has_a_way_up():
    assert sorted(files.MIGRATIONS) == list(range(GameGenome.__struct_defaults__[-1]))


def test_files_are_not_overwritten(tmp_path):
    path = tmp_path / "mine.json"
    lab.save(genome(), path)
    before = path.read_text()
    with pytest.raises(BadGenome, match="is there already"):
        lab.save(lab.load("war"), path)
    assert path.read_text() == before
    lab.save(lab.load("war"), path, force=True)
    assert lab.load(path) == lab.load("war")


def test_load_names_what_is_missing(tmp_path):
    with pytest.raises(BadGenome, match="there are"):
        lab.load("no-such-game")
    with pytest.raises(BadGenome, match="No such file"):
        lab.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(BadGenome, match=r"bad\.json: no JSON"):
        lab.load(tmp_path / "bad.json")


def test_importing_croupier_does_not_import_msgspec():
    import subprocess
    import sys

    code = "import sys, croupier; print('msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


# -- files that cannot be read or written ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a\0b.json", "\ud800.json", "x" * 300 + ".json", "x/" * 3000])
def test_names_that_no_file_can_have(name):
    with pytest.raises(BadGenome):
        lab.load(name)


def test_a_long_name_is_no_game():
    with pytest.raises(BadGenome, match=r"there is no game 'xxx.*\.\.\.: there are"):
        lab.load("x" * 300)


@pytest.mark.parametrize("name", [None, 5, 1.5, True, b"war", []])
def test_what_is_no_name_is_refused_by_name(name):
    with pytest.raises(BadGenome, match="a game's name or a file is wanted"):
        lab.load(name)


@pytest.mark.parametrize("thing", [object(), None, "war", {"setup": {}}])
def test_what_is_no_genome_is_not_written_and_the_old_file_stays(tmp_path, thing):
    path = tmp_path / "mine.json"
    lab.save(genome(), path)
    before = path.read_bytes()
    with pytest.raises(BadGenome, match="a GameGenome is wanted"):
        lab.save(thing, path, force=True)
    with pytest.raises(BadGenome, match="a GameGenome is wanted"):
        lab.dumps(thing)
    assert path.read_bytes() == before
    with pytest.raises(BadGenome):
        lab.save(thing, tmp_path / "new.json")
    assert [file.name for file in tmp_path.iterdir()] == ["mine.json"]


def test_a_place_where_nothing_can_be_written(tmp_path):
    with pytest.raises(BadGenome, match=r"nowhere/x\.json: No such file"):
        lab.save(genome(), tmp_path / "nowhere" / "x.json")
    with pytest.raises(BadGenome, match=r"nowhere/x\.json: No such file"):
        lab.save(genome(), tmp_path / "nowhere" / "x.json", force=True)
    with pytest.raises(BadGenome):
        lab.save(genome(), "a\0b.json", force=True)
    with pytest.raises(BadGenome, match="Is a directory"):
        lab.save(genome(), tmp_path, force=True)


@pytest.mark.parametrize("force", [False, True])
def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch, force):
    path = tmp_path / "mine.json"
    if force:
        path.write_text("old")

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(BadGenome, match=r"mine\.json: No space left on device"):
        lab.save(genome(), path, force=force)
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == ([("mine.json", "old")] if force else [])


def test_a_link_is_written_through(tmp_path):
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "mine.json").write_text("old")
    (tmp_path / "link.json").symlink_to(tmp_path / "there" / "mine.json")
    (tmp_path / "there" / "mine.json").chmod(0o600)
    lab.save(genome(), tmp_path / "link.json", force=True)
    assert (tmp_path / "link.json").is_symlink()
    assert lab.load(tmp_path / "there" / "mine.json") == genome()
    assert (tmp_path / "there" / "mine.json").stat().st_mode & 0o777 == 0o600
