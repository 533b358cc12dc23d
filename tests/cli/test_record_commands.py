"""`convert`, `replay` and `verify` where files cannot be written, or hold nothing."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from test_commands import Captured, refused

from croupier.cli import main
from croupier.cli.verify import kind_of

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


@pytest.mark.parametrize("workers", ["-1", "1001", "99999999999999999999"])
@pytest.mark.parametrize("command", [["verify"], ["convert", "x.json"], ["convert", "x.parquet"]])
def test_workers_are_a_number_that_can_be_started(capsys: Captured, source: Path, command: list[str],
                                                  workers: str) -> None:
    words = refused(capsys, 2, command[0], str(source), *command[1:], f"--workers={workers}")
    assert "--workers must be a whole number from 0 to 1,000" in words


@pytest.mark.parametrize("arguments", [["verify", ""], ["stats", ""], ["replay", ""], ["convert", "", "x.json"],
                                       ["convert", "one.phh", ""], ["league", ""], ["gallery", ""],
                                       ["replay", "one.phh", "--svg", ""]])
def test_an_empty_path_is_not_the_current_folder(capsys: Captured, source: Path, arguments: list[str],
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(source.parent)
    assert "into Path" in refused(capsys, 2, *arguments)
    assert [path.name for path in source.parent.iterdir()] == ["one.phh"]


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


@pytest.mark.parametrize("ending", [".phhs", ".json", ".jsonl", ".txt", ".phh"])
@pytest.mark.parametrize("text", ["", "nonsense\n"])
def test_a_convert_without_any_hand_leaves_no_file(capsys: Captured, tmp_path: Path, text: str, ending: str) -> None:
    source, target = tmp_path / "broken.phhs", tmp_path / f"out{ending}"
    source.write_text(text)
    assert main(["convert", str(source), str(target), "--workers", "1"]) == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["broken.phhs"]


def test_a_failed_convert_keeps_the_file_that_was_there(capsys: Captured, tmp_path: Path) -> None:
    source, target = tmp_path / "broken.phhs", tmp_path / "out.phhs"
    source.write_text("nonsense\n")
    target.write_text(HAND)
    assert main(["convert", str(source), str(target), "--workers", "1"]) == 1
    assert target.read_text() == HAND


@pytest.mark.parametrize("command", ["verify", "convert", "stats"])
def test_files_skipped_in_folders_and_zips_are_counted(capsys: Captured, tmp_path: Path, command: str) -> None:
    folder = tmp_path / "hands"
    (folder / "deep").mkdir(parents=True)
    (folder / "one.phh").write_text(HAND)
    (folder / "notes.md").write_text("hello")
    (folder / "deep" / "picture.png").write_bytes(b"\x89PNG")
    with zipfile.ZipFile(folder / "more.zip", "w") as archive:
        archive.writestr("two.phh", HAND)
        archive.writestr("more.md", "hello")
    given = [command, str(folder), *([str(tmp_path / "out.phhs")] if command == "convert" else [])]
    assert main(given) == 0
    captured = capsys.readouterr()
    assert "3 files skipped (.md 2, .png 1)" in captured.out + captured.err


@pytest.mark.parametrize(("reason", "kind"), [
    ("p3 cbr 60: p3 raises to 60.50, but 20 is the least (B13)", "pN cbr N: pN raises to N, but N is the least (B13)"),
    ("FO/8 bet by pot-limit rules, as pokerkit 0.7.7 plays it (B13)",
     "FO/8 bet by pot-limit rules, as pokerkit 0.7.7 plays it (B13)"),
    ("winnings as stated differ by 1, -2.50, 0 from the replay", "winnings as stated differ by N, ... from the replay"),
    ("d dh p1 8cAc: 8c is dealt though it is out already", "d dh pN CARDS: CARDS is dealt though it is out already"),
])
def test_reasons_are_grouped_without_their_numbers_and_keep_clauses_and_games(reason: str, kind: str) -> None:
    assert kind_of(reason) == kind
