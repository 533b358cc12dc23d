"""The prose linter finds the old style, and finds none of it in what has been rewritten."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import prose

HERE = prose.ROOT / "docs" / "example.md"


def test_what_has_been_rewritten_stays_plain():
    found = list(prose.findings())
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("start", prose.NOT_YET)
def test_a_room_that_has_been_rewritten_is_taken_off_the_list(start):
    paths = [path for path in prose.SOURCE.rglob("*.py") if str(path.relative_to(prose.SOURCE)).startswith(start)]
    assert any(True for path in paths for _ in prose.check_module(path)), f"take {start} out of NOT_YET"


@pytest.mark.parametrize("name", prose.PAGES_NOT_YET)
def test_a_page_that_has_been_rewritten_is_taken_off_the_list(name):
    assert list(prose.check_page(prose.ROOT / "docs" / name)), f"take {name} out of PAGES_NOT_YET"


@pytest.mark.parametrize("text", [
    "limit 'x' is none of no, pot, fixed", "Play so many hands.", "the chips as they stand", "a card that stands twice",
    "such a hand ends", "the client is told the reason", "checked at the door", "begin anew", "this is no card",
    "a bot of yours", "Who folds takes no part any more.", "three lines mend that", "all but for the first"])
def test_phrases_of_the_old_style_are_found(text):
    (found,) = prose.check_text(HERE, 7, text)
    assert str(found).startswith("docs/example.md:7: ")


@pytest.mark.parametrize("text", [
    "There is no limit.", "Who may raise?", "The price is 20.", "`what stands` is code", "It is no longer used."])
def test_plain_sentences_are_left_alone(text):
    assert not list(prose.check_text(HERE, 1, text))


@pytest.mark.parametrize(("docstring", "count"), [
    ("Return the seat.", 0), ("The seat.", 1), ("Whether it is over.", 1), ("Raise `Quit` at the end.", 0)])
def test_a_function_is_described_by_a_verb(tmp_path: Path, docstring, count):
    module = tmp_path / "module.py"
    module.write_text(f'def work():\n    """{docstring}"""\n')
    assert len(list(prose.check_module(module))) == count


def test_code_blocks_of_a_page_are_not_prose(tmp_path: Path):
    page = tmp_path / "page.md"
    page.write_text("```text\nso many\n```\n\nso many\n")
    (found,) = prose.check_page(page)
    assert found.line == 5


def test_findings_end_the_command_with_code_1(capsys, monkeypatch):
    monkeypatch.setattr(prose, "findings", lambda: iter([prose.Finding(HERE, 1, "so many", "this many")]))
    assert prose.main() == 1
    assert "docs/example.md:1: 'so many'" in capsys.readouterr().out
