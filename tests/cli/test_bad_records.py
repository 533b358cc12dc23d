"""`replay`, `stats`, `convert` and `verify` given records that say nonsense of their players or to the terminal."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from test_commands import Captured, told

from croupier.cli import main

HAND: dict[str, Any] = {
    "variant": "NT", "antes": [0, 0, 0], "blindsOrStraddles": [1, 2, 0], "minBet": 2, "startingStacks": [100, 100, 100],
    "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 f", "p1 f"]}
BAD: dict[str, dict[str, Any]] = {
    "too few names": {"players": ["A", "B"]}, "names true": {"players": True}, "numbers": {"players": [1, 2, 3]},
    "seats of lists": {"seats": [[], [], []]}, "half a character": {"players": ["A", "B", "\ud800"]},
    "half a character elsewhere": {"event": "\udfff"}}


def written(folder: Path, **fields: Any) -> str:
    """A file with one hand."""
    path = folder / "hand.json"
    path.write_text(json.dumps({**HAND, **fields}))
    return str(path)


@pytest.mark.parametrize("fields", BAD.values(), ids=BAD)
@pytest.mark.parametrize("command", ["replay", "stats", "convert", "convert to text", "verify"])
def test_N9_004_46_and_81_a_bad_record_is_told_in_a_line(capsys: Captured, tmp_path: Path, command: str,
                                                         fields: dict[str, Any]) -> None:
    source = written(tmp_path, **fields)
    targets = {"convert": [str(tmp_path / "out.phh")], "convert to text": [str(tmp_path / "out.txt"), "--quiet"]}
    code = main([command.split()[0], source, *targets.get(command, [])])
    told_of = capsys.readouterr()
    assert code in (1, 2)
    assert "Traceback" not in told_of.err
    words = told_of.out + told_of.err
    assert any(reason in words for reason in ("players ", "seats ", "half a surrogate", "no hand could be replayed"))
    assert words.isascii() or command == "verify"


NAMES = ["\x1b[31mred", "a\rb\nc", "\u202eyxz"]
SHOWN = ["\\x1b[31mred", "a\\rb\\nc", "\\u202eyxz"]


def is_clean(text: str) -> bool:
    """Whether nothing but lines would reach a terminal."""
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize("command", ["replay", "stats"])
def test_names_do_not_command_the_terminal(capsys: Captured, tmp_path: Path, command: str) -> None:
    out = told(capsys, command, written(tmp_path, players=NAMES, event="\x1b]0;title\x07"))
    assert is_clean(out)
    assert all(name in out for name in SHOWN)


def test_stats_by_position_do_not_either(capsys: Captured, tmp_path: Path) -> None:
    assert is_clean(told(capsys, "stats", written(tmp_path, players=NAMES), "--by-position"))


def test_names_in_json_stay_what_they_are(capsys: Captured, tmp_path: Path) -> None:
    out = told(capsys, "stats", written(tmp_path, players=NAMES), "--json")
    assert all(json.dumps(name) in out for name in NAMES)


def test_reasons_do_not_command_the_terminal(capsys: Captured, tmp_path: Path) -> None:
    source = written(tmp_path, actions=["d dh p1 ????", "\x1b[2J"])
    for arguments in (["verify", source], ["replay", source], ["convert", source, str(tmp_path / "a.txt")]):
        assert main(arguments) in (1, 2)
        told_of = capsys.readouterr()
        assert is_clean(told_of.out + told_of.err.replace("\r", ""))
