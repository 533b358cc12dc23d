"""A table's own dict (seed 004) is replayed as the table played it, in the table's order and by its names."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import HandRecord, Replay
from croupier.cli import main
from croupier.notation.table_dict.positions import by_position

ONE: dict[str, Any] = {
    "hand": 1, "players": ["Player1", "Player2"], "startingStacks": [50, 100], "blindsOrStraddles": [1, 2],
    "antes": [0, 0], "seatCount": [6], "_inactive": [0, 0], "_intents": [0, 0],
    "actions": ["d dh p1 ????", "d dh p2 ????", "p1 cc", "p2 cc", "d db 2d7cJh", "p2 f"]}
SIX: dict[str, Any] = {
    "hand": 6, "players": ["Player1", "Player2", "Player3"], "startingStacks": [50, 100, 75.25],
    "blindsOrStraddles": [0, 1, 2], "antes": [0, 0, 0], "seatCount": [6], "_inactive": [0, 1, 0],
    "_intents": [0, 2, 0], "_deadBlinds": [0, 3, 0], "actions": ["d dh p1 ????", "d dh p3 ????", "p1 f"]}


def read(hand: dict[str, Any], **fields: Any) -> HandRecord:
    """A table's dict, sent and read."""
    record, = croupier.loads(json.dumps({**hand, **fields}), "json")
    return record


def result(hand: dict[str, Any], **fields: Any) -> tuple[str, list[float]]:
    """Status and stacks of its replay."""
    played = Replay(read(hand, **fields))
    return played.status, [float(stack) for stack in played.final_stacks]


def test_N5_seed_004s_first_hand_replays_in_its_own_order() -> None:
    assert result(ONE) == ("ok", [52, 98])
    assert result(ONE, finishingStacks=[52, 98]) == ("ok", [52, 98])
    assert result(ONE, finishingStacks=[98, 52])[0] == "unbalanced"


def test_N7_seed_004s_sixth_hand_leaves_the_paused_players_chips_alone() -> None:
    assert result(SIX) == ("ok", [50, 100, 75.25])
    assert result(SIX, _deadBlinds=[0, 0, 0], _deadMoney=[0, 0, 3]) == ("ok", [50, 100, 78.25])


def test_N16_clockwise_is_by_seats() -> None:
    hand = {**SIX, "_inactive": [0, 0, 0], "_deadBlinds": [0, 0, 0], "blindsOrStraddles": [2, 0, 1],
            "seats": [3, 1, 2], "actions": [f"d dh p{n} ????" for n in (1, 2, 3)]}
    assert result(hand, actions=[*hand["actions"], "p2 f", "p3 f"]) == ("ok", [51, 100, 74.25])
    played = Replay(read(hand, actions=[*hand["actions"], "p3 f"]))
    assert (played.status, played.reason) == ("illegal", "p3 f: p3 acts out of turn: it is p2's")


def test_a_message_and_a_stamp_play_no_part() -> None:
    lines = [*ONE["actions"][:3], "p1 m hello #5", "p2 cc 2 #1700000000000", "p1 m I fold", *ONE["actions"][4:]]
    assert result(ONE, actions=lines) == ("ok", [52, 98])
    assert by_position(read(ONE, actions=lines)).actions[3] == "# p1 m hello"


def test_who_takes_no_part_does_not_act() -> None:
    played = Replay(read(SIX, actions=["d dh p1 ????", "d dh p3 ????", "p2 f"]))
    assert played.failed
    assert played.final_stacks[1] == 100


@pytest.mark.parametrize("fields", [
    {"_inactive": [1, 1], "actions": []}, {"_inactive": 5}, {"seats": [1, 1]}, {"seats": ["x", 2]}, {"_bb": "x"},
    {"antes": ["1", "2"]}, {"blindsOrStraddles": [None, 2]}, {"blindsOrStraddles": [1, 2, 0]}, {"_deadMoney": "x"},
    {"_deadMoney": [1]}, {"_blinds": {"big": "x"}, "blindsOrStraddles": [0, 0]}, {"minBet": "x"}, {"players": ["A"]},
    {"antes": [1e400, 0]}, {"startingStacks": [1e300, -1e300]}])
def test_N9_a_tables_dict_that_makes_no_sense_is_refused_by_name(fields: dict[str, Any]) -> None:
    hand = json.dumps({**ONE, **fields}).replace("Infinity", "1e400").replace("1e+300", "1e+999999")
    played = Replay(*croupier.loads(hand, "json", errors="keep"))
    assert played.status in ("unreadable", "unsupported")
    assert played.reason


def test_what_was_read_is_kept_as_it_was() -> None:
    record = read(SIX)
    assert Replay(record).record is record
    assert json.loads(croupier.dumps(record, "json")) == {**SIX, "seatCount": 6}
    again, = croupier.loads(croupier.dumps(record, "phh"), "phh")
    assert (Replay(again).status, Replay(again).final_stacks) == ("ok", Replay(record).final_stacks)


def test_a_tables_hand_steps_counts_and_converts_by_position(tmp_path: Path,
                                                              capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "one.json").write_text(json.dumps(ONE))
    *_, (action, table) = read(ONE).replay()
    assert (action, table.stacks) == ("p1 f", [98, 52])
    for name in ("one.phh", "one.txt"):
        assert main(["convert", str(tmp_path / "one.json"), str(tmp_path / name), "--quiet"]) == 0
        record, = croupier.load(tmp_path / name)
        assert (record["players"], Replay(record).final_stacks) == (["Player2", "Player1"], [98, 52])
        assert "_intents" not in record.fields
    assert main(["replay", str(tmp_path / "one.json")]) == 0
    assert "p2 cc   (Player1)" in capsys.readouterr().out
    assert main(["stats", str(tmp_path / "one.json"), "--json"]) == 0


def test_M1_a_tables_hand_is_counted_in_the_unit_it_needs_not_in_the_one_it_is_written_in() -> None:
    deal = ["d dh p1 9c2d", "d dh p2 9d2c", "d dh p3 AsKs", "p1 cbr 5.0", "p2 cc", "p3 f", "d db AhKhQh", "p2 cc",
            "p1 cc", "d db Jh", "p2 cc", "p1 cc", "d db Th", "p2 cc", "p1 cc", "p1 sm 9c2d", "p2 sm 9d2c"]
    hand = {"players": ["A", "B", "C"], "startingStacks": [50, 50.0, 50], "blindsOrStraddles": [0, 1, 1.0],
            "antes": [0.0, 0, 0], "minBet": 1.0, "_intents": [0, 0, 0], "actions": deal}
    assert result(hand) == ("ok", [50, 51, 49])


@pytest.mark.parametrize("fields", [
    {"finishingStacks": None}, {"winnings": None}, {"players": None}, {"venue": None}, {"timeBanks": []},
    {"_venueIds": ["x"]}, {"timeBanks": None}])
def test_a_column_that_says_nothing_is_left_out(fields: dict[str, Any]) -> None:
    assert result(ONE, **fields) == ("ok", [52, 98])
    written = croupier.dumps(by_position(read(ONE, **fields)), "phh")
    assert Replay(*croupier.loads(written, "phh")).final_stacks == [98, 52]


def test_M2_an_unbalanced_tables_hand_is_told_in_its_own_columns() -> None:
    assert Replay(read(ONE, finishingStacks=[53, 98])).reason == \
        "finishing_stacks as stated differ by 1, 0 from the replay"
    hand = {**SIX, "finishingStacks": [50, 100, 76.25]}
    assert Replay(read(hand)).reason == "finishing_stacks as stated differ by 0, 0, 1 from the replay"


@pytest.mark.parametrize(("variant", "fields", "kept"), [
    ("NT", {"minBet": 2, "smallBet": 1, "bigBet": 4}, {"min_bet": 2}),
    ("PO", {"smallBet": 2, "bigBet": 4}, {"min_bet": 2}),
    ("FT", {"minBet": 2}, {"small_bet": 2, "big_bet": 4}),
    ("F7S", {"minBet": 3, "smallBet": 2, "bringIn": 1}, {"small_bet": 3, "big_bet": 6, "bring_in": 1}),
    ("N7S", {"minBet": 2, "bigBet": 9, "bringIn": 1}, {"min_bet": 2, "bring_in": 1})])
def test_B3_only_the_bet_sizes_that_the_table_plays_by_are_told(variant: str, fields: dict[str, Any],
                                                                kept: dict[str, int]) -> None:
    bets = by_position(read(ONE, variant=variant, **fields)).fields
    sizes = ("min_bet", "small_bet", "big_bet", "bring_in")
    assert {name: size for name, size in bets.items() if name in sizes} == kept


def test_N5_two_players_with_a_button_blind_act_after_it_before_and_after_the_flop() -> None:
    deal = ["d dh p1 AhKh", "d dh p2 QdQs", "p1 cc", "p2 cc", "d db 6c7c8h", "p1 f"]
    assert result(ONE, variant="NS", blindsOrStraddles=[0, 2], actions=deal) == ("ok", [48, 102])
