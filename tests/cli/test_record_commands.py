"""`convert`, `replay` and `verify` where files cannot be written, or hold nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_commands import Captured, refused

HAND = """variant = "NT"
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [100, 100]
actions = ["d dh p1 ????", "d dh p2 ????", "p2 f"]
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A file with one hand."""
    path = tmp_path / "one.phh"
    path.write_text(HAND)
    return path


@pytest.mark.parametrize("target", ["nowhere/x.txt", "nowhere/x.json", "adir.txt"])
def test_convert_names_a_target_that_cannot_be_written(capsys: Captured, source: Path, target: str) -> None:
    (source.parent / "adir.txt").mkdir()
    words = refused(capsys, 1, "convert", str(source), str(source.parent / target))
    assert f"{target} cannot be written: " in words
    assert not list(source.parent.glob("**/*.partial"))


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_replay_names_a_target_that_cannot_be_written(capsys: Captured, source: Path, option: str) -> None:
    words = refused(capsys, 1, "replay", str(source), option, str(source.parent / "nowhere/a"))
    assert "nowhere/a cannot be written: " in words


def test_replay_names_a_file_that_is_not_there(capsys: Captured, tmp_path: Path) -> None:
    assert "nothing.phh does not exist" in refused(capsys, 2, "replay", str(tmp_path / "nothing.phh"))


@pytest.mark.parametrize("name", ["empty.phh", "empty.json", "folder"])
def test_verify_says_that_it_found_no_hand(capsys: Captured, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.mkdir() if name == "folder" else path.write_text("")
    assert "no hand was found" in refused(capsys, 1, "verify", str(path))
