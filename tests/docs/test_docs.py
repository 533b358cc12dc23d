"""Run what the documents promise: every Python block, in order, and every command shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from croupier.cli import is_compiled
from croupier.cli.app import COMMANDS

ROOT = Path(__file__).parents[2]
needs_speed = pytest.mark.skipif(not is_compiled(), reason="the documents play more hands than an interpreter likes")
PAGES = ["README.md", "docs/first-bot.md", "docs/contests.md"]


def blocks(page: str, language: str) -> list[str]:
    """Return the code blocks of a page in one language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


@needs_speed
@pytest.mark.parametrize("page", PAGES)
def test_every_python_block_runs(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"__name__": "documented"}
    run_blocks(page, names)
    assert "±" in capsys.readouterr().out


def run_blocks(page: str, names: dict[str, object], least: int = 3) -> None:
    """Run the Python blocks of a page one after the other, as a reader would type them."""
    found = blocks(page, "python")
    assert len(found) >= least
    for number, block in enumerate(found):
        exec(compile(block, f"{page}, block {number + 1}", "exec"), names)


def test_every_example_of_the_rules_is_true() -> None:
    run_blocks("docs/rules.md", {"__name__": "documented"})


@pytest.mark.parametrize("page", [*PAGES, "docs/arena.md"])
def test_commands_shown_exist(page: str) -> None:
    shown = re.findall(r"^croupier ([a-z][\w-]*)", "\n".join(blocks(page, "sh")), re.MULTILINE)
    shown += re.findall(r"`croupier ([a-z][\w-]*)", (ROOT / page).read_text(encoding="utf-8"))
    assert shown
    assert set(shown) <= set(COMMANDS)


@pytest.mark.parametrize("page", [*PAGES, "docs/arena.md", "docs/protocol.md"])
def test_links_lead_somewhere(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text(encoding="utf-8")):
        assert ((ROOT / page).parent / target).exists(), target


def test_make_targets_shown_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", "\n".join(blocks("README.md", "sh")), re.MULTILINE):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


@needs_speed
def test_what_the_tutorial_quotes_is_true(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for block in blocks("docs/first-bot.md", "python"):
        exec(block, names)
    printed = capsys.readouterr().out
    assert "no-limit hold'em 10/20: 200 hands, seed 3, all hands played\nseat  bot      hands" in printed
    assert "seat 0 may fold, call 20 or raise to 40–2000 (all-in)" in printed
    assert "hand 1, seat 0 (Clumsy): RAISE_TO to 30 is below the minimum" in printed
