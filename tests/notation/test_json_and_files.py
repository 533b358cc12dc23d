"""Seed 004's JSON, files of every format, folders and zips, and the commands on top of them."""

from __future__ import annotations

import io
import json
import zipfile
from decimal import Decimal
from pathlib import Path

import pytest

import croupier
from croupier import BadRecord, HandRecord
from croupier.cli import main
from croupier.notation import json as hand_json
from croupier.notation.files.batches import batches, hands_of
from croupier.notation.json.split import split_objects

from .hands import random_hand

SEED_004 = """{"hand": 1, "players": ["Player1", "Player2", "Player3"], "startingStacks": [50, 100, 75.25],
 "blindsOrStraddles": [1, 2, 0], "antes": [0, 0, 0], "seatCount": [6],
 "actions": ["d dh p1 ????", "d dh p2 ????", "p1 cc", "p2 cc", "d db 2d7cJh"],
 "_inactive": [0, 0, 1], "_intents": [0, 0, 0], "_deadBlinds": [0, 0, 0], "somethingNew": {"a": [1.50, null]}}"""


def hands(count: int) -> list[HandRecord]:
    """Some finished hands."""
    return [croupier.record_of(random_hand("NT", seed)) for seed in range(count)]


def test_seed_004_is_read_by_its_names_and_written_back() -> None:
    record, = croupier.loads(SEED_004)
    assert record["starting_stacks"] == [50, 100, Decimal("75.25")]
    assert record["_dead_blinds"] == [0, 0, 0]
    assert record["seat_count"] == 6
    again = json.loads(hand_json.dumps(record), parse_float=str)
    assert again == {**json.loads(SEED_004, parse_float=str), "seatCount": 6}
    assert '"somethingNew": {"a": [1.50, null]}' in hand_json.dumps(record)


def test_names_go_there_and_back() -> None:
    for name in ("starting_stacks", "_dead_blinds", "actions", "seat_count", "odd__name", "Odd", "x_1", "_a_b_c"):
        record = HandRecord({name: 1})
        assert list(hand_json.from_dict(hand_json.as_dict(record)).fields) == [name]


@pytest.mark.parametrize("text", ['{"a": NaN}', '{"a": 1', "[1, 2", '{"startingStacks": 5}', '{"a": {"b": '])
def test_json_that_is_no_hand_is_named(text: str) -> None:
    for record in croupier.loads(text, "json", errors="keep"):
        assert record.damage is not None
        assert record.damage.line == 1


@pytest.mark.parametrize("name", ["all.phhs", "all.json", "all.jsonl"])
def test_saved_hands_are_loaded_again(name: str, tmp_path: Path) -> None:
    made = hands(5)
    assert croupier.save(made, tmp_path / name) == 5
    assert [record.fields for record in croupier.load(tmp_path / name)] == [record.fields for record in made]
    assert not list(tmp_path.glob("*.partial"))


def test_folders_and_zips_are_read_file_by_file(tmp_path: Path) -> None:
    made = hands(3)
    croupier.save(made, tmp_path / "folder")
    with zipfile.ZipFile(tmp_path / "folder" / "more.zip", "w") as archive:
        archive.writestr("a/x.phhs", croupier.dumps(made, "phhs"))
        archive.writestr("notes.md", "nothing")
    loaded = list(croupier.load(tmp_path / "folder"))
    assert [Path(record.source).name for record in loaded[:3]] == ["1.phh", "2.phh", "3.phh"]
    assert [record.source.split("!")[1] for record in loaded[3:]] == ["a/x.phhs"] * 3


def test_a_phh_file_holds_one_hand(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="one hand"):
        croupier.save(hands(2), tmp_path / "two.phh")
    assert not list(tmp_path.iterdir())


def test_huge_files_are_cut_at_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.notation.files.batches.BYTES_MAX", 2_000)
    made = hands(40)
    croupier.save(made, tmp_path / "all.phhs")
    pieces = list(batches([tmp_path / "all.phhs"]))
    assert len(pieces) > 5
    found = [record for piece in pieces for record in hands_of(piece)]
    whole = list(croupier.load(tmp_path / "all.phhs"))
    assert [(record.key, record.line, record.fields) for record in found] == [
        (record.key, record.line, record.fields) for record in whole]


def test_verify_prints_a_line_a_hand_and_fails_on_a_bad_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = hands(3)
    croupier.save(made, tmp_path / "good.phhs")
    assert main(["verify", str(tmp_path), "--json", "--workers", "1"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["status"] for line in lines] == ["ok"] * 3
    assert set(lines[0]) == {"file", "key", "status", "final_stacks", "reason", "clause", "line"}
    made[1].fields["finishing_stacks"][0] += 1
    croupier.save(made, tmp_path / "bad.phhs")
    assert main(["verify", str(tmp_path), "--workers", "1"]) == 1
    out = capsys.readouterr().out
    assert "1 unbalanced" in out
    assert "hands/s" in out


def test_verify_on_all_processors_gives_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    croupier.save(hands(20), tmp_path / "folder")
    assert main(["verify", str(tmp_path), "--json", "--workers", "2"]) == 0
    many = capsys.readouterr().out
    assert main(["verify", str(tmp_path), "--json", "--workers", "1"]) == 0
    assert capsys.readouterr().out == many


@pytest.mark.parametrize(("first", "second"), [("a.json", "b.phhs"), ("a.jsonl", "b.json"), ("a.phhs", "b.jsonl")])
def test_convert_goes_there_and_back(first: str, second: str, tmp_path: Path) -> None:
    made = hands(4)
    croupier.save(made, tmp_path / "start.phhs")
    assert main(["convert", str(tmp_path / "start.phhs"), str(tmp_path / first), "--quiet", "--workers", "1"]) == 0
    assert main(["convert", str(tmp_path / first), str(tmp_path / second), "--quiet", "--workers", "1"]) == 0
    assert [record.fields for record in croupier.load(tmp_path / second)] == [record.fields for record in made]


def test_convert_takes_folders(tmp_path: Path) -> None:
    croupier.save(hands(3), tmp_path / "in")
    assert main(["convert", str(tmp_path / "in"), str(tmp_path / "out"), "--format", "json", "--quiet"]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["1.json", "2.json", "3.json"]


def test_replay_prints_draws_and_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = hands(2)
    made[0].fields["players"] = ["<b>", *[f"P{n}" for n in range(2, 10)]][:len(made[0]["starting_stacks"])]
    croupier.save(made, tmp_path / "x.phhs")
    assert main(["replay", str(tmp_path / "x.phhs"), "--hand", "1"]) == 0
    assert "the hand begins" in capsys.readouterr().out
    assert main(["replay", str(tmp_path / "x.phhs"), "--svg", str(tmp_path / "x.svg"), "--html",
                 str(tmp_path / "x.html")]) == 0
    assert (tmp_path / "x.svg").read_text().lstrip().startswith("<svg")
    page = (tmp_path / "x.html").read_text()
    assert "&lt;b&gt;" in page
    assert "<b>" not in page
    assert "http" not in page.replace("http://www.w3.org", "")
    assert main(["replay", str(tmp_path / "x.phhs"), "--hand", "99"]) == 2


def test_json_may_leave_the_game_out_and_means_no_limit_holdem() -> None:
    text = '{"startingStacks": [100, 100], "blindsOrStraddles": [1, 2], "actions": ["d dh p1 ????", "d dh p2 ????", ' \
           '"p2 f"], "seatCount": [6]}'
    record, = croupier.loads(text, "json")
    assert croupier.Replay(record).status == "ok"
    assert "variant" not in croupier.dumps(record, "json")
    again, = croupier.loads(croupier.dumps(record, "phh"), "phh")
    assert again["variant"] == "NT"


# -- N12: nothing is silently repaired ---------------------------------------------------------------------------------

PLAYED = json.dumps({"startingStacks": [100, 100], "blindsOrStraddles": [1, 2], "antes": [0, 0],
                     "actions": ["d dh p1 ????", "d dh p2 ????", "p2 f"]})


def told_of(text: str, form: str = "json") -> list[tuple[str | None, int, bool]]:
    """Number, line and soundness of everything found in a text."""
    return [(found.key, found.damage.line or 0 if found.damage else found.line, found.damage is None)
            for found in croupier.loads(text, form, errors="keep")]


@pytest.mark.parametrize("text", ["null", "5", '"x"', "[5]", "[" * 5000, "[null", "]", "}", ",", "true", "[[]]"])
def test_N12_json_without_an_object_is_reported(text: str) -> None:
    assert told_of(text) == [("1", 1, False)]


@pytest.mark.parametrize("text", ["", " \n", "[]", "[ ]\n", "\ufeff[]"])
def test_N12_json_of_no_hands_has_none(text: str) -> None:
    assert told_of(text) == []


@pytest.mark.parametrize(("text", "found"), [
    (f"[{PLAYED},\n5,\n{PLAYED}]", [("1", 1, True), ("2", 2, False), ("3", 3, True)]),
    (f"[{PLAYED},\n[[{PLAYED}]]]", [("1", 1, True), ("2", 2, False), ("3", 2, True), ("4", 2, False)]),
    (f"{PLAYED} x {PLAYED}", [("1", 1, True), ("2", 1, False), ("3", 1, True)]),
    (f"[{PLAYED},\n", [("1", 1, True), ("2", 2, False)]),
    (f"[{PLAYED}\n", [("1", 1, True), ("2", 2, False)]),
    (f"[{PLAYED},]", [("1", 1, True), ("2", 1, False)]),
    (f"[{PLAYED}\n{PLAYED}]", [("1", 1, True), ("2", 2, False), ("3", 2, True)]),
    (f"[{PLAYED},\n{PLAYED[:40]}", [("1", 1, True), ("2", 2, False)]),
    ("[1, null]", [("1", 1, False), ("2", 1, False)]),
    (f"[{PLAYED},\n{PLAYED}]\n", [("1", 1, True), ("2", 2, True)]),
    (f"{PLAYED}\n\n{PLAYED}\n", [("1", 1, True), ("2", 3, True)]),
])
def test_N12_what_stands_between_hands_is_reported(text: str, found: list[tuple[str, int, bool]]) -> None:
    assert told_of(text) == found


def test_N12_lines_that_are_no_object_are_reported() -> None:
    lines = f"{PLAYED}\n5\nnull\n{PLAYED}\n"
    assert told_of(lines, "jsonl") == [("1", 1, True), ("2", 2, False), ("3", 3, False), ("4", 4, True)]


@pytest.mark.parametrize("text", ['{"antes": [0, 0], ' + PLAYED[1:], PLAYED[:-1] + ', "x": {"a": 1, "a": 2}}',
                                  PLAYED[:-1] + ', "starting_stacks": [5, 5]}'])
def test_N12_a_field_given_twice_is_reported(text: str) -> None:
    record, = croupier.loads(text, "json", errors="keep")
    assert record.damage is not None
    assert "is given twice" in record.damage.reason


@pytest.mark.parametrize("fields", [{"startingStacks": [100.12345, 100]}, {"antes": [0, 0.00001]}, {"minBet": 0.00005},
                                    {"finishingStacks": [99.00001, 100]}, {"actions": ["p2 cbr 4.12345"]}])
def test_M1_amounts_of_a_dict_have_at_most_four_places(fields: dict[str, object]) -> None:
    hand = {**json.loads(PLAYED), **fields}
    with pytest.raises(BadRecord, match="4 decimal places") as caught:
        hand_json.from_dict(hand)
    assert caught.value.clause == "M1"
    record, = croupier.loads(json.dumps(hand), "json", errors="keep")
    assert record.damage is not None


def test_M1_what_a_dict_may_not_hold_is_not_written_as_json_either() -> None:
    hand = croupier.record_of(random_hand("NT", 1))
    hand.fields["winnings"] = [Decimal("0.00001")] * len(hand["starting_stacks"])
    assert "0.00001" in croupier.dumps(hand, "phh")
    with pytest.raises(BadRecord, match=r"0\.00001 has more than 4 decimal places"):
        croupier.dumps(hand, "json")


def test_M1_what_is_no_amount_of_a_dict_keeps_its_digits() -> None:
    hand = {**json.loads(PLAYED), "startingStacks": [100.1234, 100.50000], "_odds": 0.123456789}
    assert hand_json.from_dict(hand)["_odds"] == Decimal("0.123456789")


@pytest.mark.parametrize(("text", "found"), [
    ('[{"a": 1},]\n', ["]"]), ('[{"a": 1},\n]\n{"b": 2}\n', ["]"]), ('[{"a": 1},,]', [",]"]),
    ('{"a": 1} // as it is\n{"b": 2}', ["// as it is"]), ('[["x", 1], {"a": 1}]', ['["x", 1]'])])
def test_N12_what_is_no_hand_is_reported_once_and_as_it_stands(text: str, found: list[str]) -> None:
    told = [entry.reason for entry, _ in split_objects(io.StringIO(text)) if isinstance(entry, BadRecord)]
    assert told == [f"{junk!r} is not a hand" for junk in found]
