"""The doors of the notation: what is no hand, no record and no text is refused by name, never by a crash."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import WHOLE

import croupier as c
from croupier.notation.facts import facts, won
from croupier.notation.recording import script, spelled
from croupier.notation.results import compare

HAND: dict[str, Any] = {
    "variant": "NT", "antes": [0, 0, 0], "blindsOrStraddles": [1, 2, 0], "minBet": 2, "startingStacks": [100, 100, 100],
    "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]}


def kept(**fields: Any) -> c.Replay:
    """The replay of a hand read from JSON, sound or not."""
    record, = c.loads(json.dumps({**HAND, **fields}), "json", errors="keep")
    return c.Replay(record)


def made(**fields: Any) -> c.HandRecord:
    """A record made by hand, which no reader has looked at."""
    return c.HandRecord({"variant": "NT", "antes": [0, 0, 0], "blinds_or_straddles": [1, 2, 0], "min_bet": 2,
                         "starting_stacks": [100, 100, 100], "actions": HAND["actions"], **fields})


def dealt() -> c.Hand:
    """A hand of three."""
    return c.holdem().deal([100, 100, 100], seed=1)


# -- hands -----------------------------------------------------------------------------------------------------------

_CRASHED = {
    "record_of(None)": "c.record_of(None)",
    "record_of(undealt)": "c.record_of(c.Hand.__new__(c.Hand))",
    "facts(None)": "croupier.notation.recording.facts(None)",
    "compare(None)": "croupier.notation.replay.compare(None, None, None)",
}


@pytest.mark.parametrize("call", _CRASHED.values(), ids=_CRASHED)
def test_B10_what_is_no_hand_is_refused_and_does_not_end_the_process(call: str) -> None:
    code = f"import croupier as c, croupier.notation.recording, croupier.notation.replay\n{call}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=WHOLE)
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("TypeError: ")


@pytest.mark.parametrize("read", [facts, won, c.record_of, lambda hand: script(hand, [0, 1]),
                                  lambda hand: spelled([], hand)])
@pytest.mark.parametrize("hand", [None, 5, c.Hand.__new__(c.Hand)], ids=["none", "number", "undealt"])
def test_B10_a_hand_is_a_hand_that_was_dealt(read: Callable[[Any], object], hand: Any) -> None:
    with pytest.raises(TypeError, match="Hand"):
        read(hand)


def test_B10_results_are_compared_with_a_start() -> None:
    nothing: Any = None
    with pytest.raises(TypeError, match="Start"):
        compare(made(), nothing, [])


@pytest.mark.parametrize(("names", "words"), [
    (["A"], "1 names for 3 seats"), (["A", "B", 3], "3, which is not a name"), (["A", "B", "A"], "twice"),
    (["A", "B", ""], "'', which is not a name"), ("ABC", "a list of names"), (5, "a list of names"),
    (["A", "B", "C", "D"], "4 names for 3 seats")])
def test_N9_names_given_to_a_record_are_one_for_each_seat(names: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        c.record_of(dealt(), names)


def test_N9_names_may_be_a_tuple_or_none_at_all() -> None:
    assert sorted(c.record_of(dealt(), ("A", "B", "C"))["players"]) == ["A", "B", "C"]
    assert "players" not in c.record_of(dealt()).fields
    assert "players" not in c.record_of(dealt(), []).fields


# -- records from JSON -----------------------------------------------------------------------------------------------

_BAD_PEOPLE: list[tuple[dict[str, Any], str, str]] = [
    ({"players": ["A", "B"]}, "players holds 2 entries for 3 players", "N9"),
    ({"players": True}, "players is not an array", "N9"),
    ({"players": [1, 2, 3]}, "players holds 1, which is not text", "N9"),
    ({"players": ["A", "B", "A"]}, "players holds 'A' twice", "N9"),
    ({"players": ["A", "B", "\ud800"]}, "half a surrogate pair", "N12"),
    ({"event": "\ud800"}, "half a surrogate pair", "N12"),
    ({"seats": [[], [], []]}, "seats holds [], which is not a whole number", "N9"),
    ({"seats": [1, 2]}, "seats holds 2 entries for 3 players", "N9"),
    ({"seats": [1, 2, 2]}, "seats holds 2 twice", "N9"),
    ({"seats": [0, 1, 2]}, "seats holds 0, which is not a seat number", "N9"),
    ({"seats": [1, 2, 2.5]}, "which is not a whole number", "N9"),
    ({"seats": [1, 2, True]}, "which is not a whole number", "N9"),
    ({"seatCount": 2}, "seat_count is 2, which is not a number of seats for 3 players", "N9"),
    ({"seatCount": "6"}, "seat_count is '6'", "N9"),
    ({"seatCount": 6, "seats": [1, 2, 7]}, "seats holds 7, but there are 6 of them", "N9"),
    ({"_intents": [0, 0]}, "_intents holds 2 entries for 3 players", "N9"),
    ({"_intents": [0, 0, 4]}, "_intents holds 4, which is not an intent", "N3"),
    ({"_intents": [0, 0, True]}, "_intents holds True, which is not an intent", "N3"),
    ({"_inactive": [0, 0]}, "_inactive holds 2 entries for 3 players", "N9"),
    ({"_inactive": [0, 0, "1"]}, "_inactive holds '1', which is not a mark", "N9"),
    ({"_deadBlinds": [0]}, "_dead_blinds holds 1 entries for 3 players", "N9"),
    ({"_deadBlinds": [0, 0, -2]}, "_dead_blinds holds -2, which is not an amount", "M1"),
    ({"rake": -1}, "rake is -1, which is not an amount", "M1"),
    ({"rake": True}, "rake is True, which is not an amount", "M1"),
    ({"rake": "1"}, "rake is '1', which is not an amount", "M1"),
]


@pytest.mark.parametrize(("fields", "words", "clause"), _BAD_PEOPLE, ids=lambda part: str(part)[:40].encode(
    "ascii", "backslashreplace").decode())
def test_N9_004_46_and_81_columns_that_do_not_fit_the_players_are_named(fields: dict[str, Any], words: str,
                                                                        clause: str) -> None:
    result = kept(**fields)
    assert result.status == "unreadable"
    assert words in str(result.reason)
    assert result.clause == clause


def test_N9_columns_that_fit_or_say_nothing_are_taken() -> None:
    assert kept(players=["A", "B", "\U0001f600"], seats=[2, 4, 6], seatCount=[6], rake=0).status == "ok"
    assert kept(_inactive=[0, 0, -1]).status == kept(_inactive=[0, 0, 10]).status == "ok"
    assert kept(players=None, seats=None, seatCount=None, rake=None).status == "ok"


@pytest.mark.parametrize("line", ['players = ["A", "B"]', "players = true", "players = [1, 2, 3]",
                                  "seats = [[], [], []]", "seats = [1, 2]"])
def test_N9_columns_of_a_phh_file_hold_one_entry_for_each_player(line: str) -> None:
    text = c.dumps(made()) + line + "\n"
    result, = map(c.Replay, c.loads(text, "phh", errors="keep"))
    assert (result.status, result.clause) == ("unreadable", "N9")
    assert str(result.reason).startswith(line.split()[0])


def test_N12_players_of_a_phh_file_may_share_a_name() -> None:
    result, = map(c.Replay, c.loads(c.dumps(made(players=["?", "?", "A"])), "phh"))
    assert result.status == "ok"


# -- calls -----------------------------------------------------------------------------------------------------------

_WRONG: dict[str, tuple[Callable[[Any], object], Any, str]] = {
    "Replay(5)": (c.Replay, 5, "expected a HandRecord.* not int"),
    "Replay({})": (c.Replay, {}, "expected a HandRecord.* not dict"),
    "Replay of no fields": (lambda fields: c.Replay(c.HandRecord(fields)), None, "fields are a dict, not NoneType"),
    "dumps(None)": (c.dumps, None, "a HandRecord or several, not NoneType"),
    "dumps([5])": (c.dumps, [5], "only HandRecords, not int"),
    "dumps in None": (lambda form: c.dumps(made(), form), None, "format is named by text.* not NoneType"),
    "loads(None)": (c.loads, None, "as str, not NoneType"),
    "loads(bytes)": (c.loads, b"..", "as str, not bytes"),
    "load(None)": (c.load, None, "expected a path, not NoneType"),
}


@pytest.mark.parametrize(("call", "given", "words"), _WRONG.values(), ids=_WRONG)
def test_N12_a_call_with_the_wrong_kind_of_thing_says_what_is_wanted(call: Callable[[Any], object], given: Any,
                                                                     words: str) -> None:
    with pytest.raises(TypeError, match=words):
        call(given)


def test_N12_nothing_is_saved_of_what_is_no_record(tmp_path: Path) -> None:
    nothing: Any = [None]
    with pytest.raises(TypeError, match="HandRecord"):
        c.save(nothing, tmp_path / "a.phhs")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("form", ["phh", "json"])
def test_N12_half_a_surrogate_pair_is_not_written(form: str) -> None:
    with pytest.raises(c.BadRecord, match="half a surrogate pair"):
        c.dumps(made(players=["A", "B", "\ud800"]), form)


@pytest.mark.parametrize(("fields", "words"), [
    ({"variant": []}, "variant is not text"), ({"variant": None}, "variant is not text"),
    ({"actions": None}, "actions is not an array"), ({"actions": ("p1 f",)}, "actions is not an array"),
    ({"actions": ["p1 f", 5]}, "the action 5 is not text"), ({"players": ["A"]}, "players does not hold one name"),
    ({"players": [1, 2, 3]}, "players holds 1, which is not text"),
    ({"actions": None, "_intents": [0, 0, 0]}, "actions is not an array")])
def test_N12_a_record_made_by_hand_is_unreadable_with_a_reason(fields: dict[str, Any], words: str) -> None:
    result = c.Replay(made(**fields))
    assert result.status == "unreadable"
    assert words in str(result.reason)


def test_N12_a_record_without_a_log_says_so() -> None:
    record = made()
    del record.fields["actions"]
    assert c.Replay(record).reason == "the hand has no actions"
    with pytest.raises(c.BadRecord, match="the hand has no actions"):
        next(record.replay())


@pytest.mark.parametrize(("finishing", "rake", "status"), [
    ([990, 1010, 1000], 0, "ok"), ([990, 1010, 1000], 1, "unbalanced"), ([990, 1009, 1000], 0, "unbalanced"),
    ([990, 1009, 1000], 1, "ok"), ([990, 1009.5, 1000], 0.5, "ok"), ([990, 1010, 1000], None, "ok")])
def test_N7_a_stated_rake_is_what_the_stacks_lack(finishing, rake, status):
    hand = {"variant": "NT", "players": ["A", "B", "C"], "startingStacks": [1000] * 3, "blindsOrStraddles": [10, 20, 0],
            "antes": [0] * 3, "minBet": 20, "finishingStacks": finishing, "rake": rake,
            "actions": ["d dh p1 AhKh", "d dh p2 QhQd", "d dh p3 2c2d", "p3 f", "p1 f"]}
    assert c.Replay(next(iter(c.loads(json.dumps(hand))))).status == status
