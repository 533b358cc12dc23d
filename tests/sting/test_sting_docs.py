"""What docs/sting.md shows is run, and what it points to is there."""

from __future__ import annotations

import re
from pathlib import Path

from croupier.cli.app import COMMANDS
from croupier.games.sting.decks.reader import load

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "sting.md"
TEXT = PAGE.read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)


def test_python_blocks_run_and_print_what_they_say(capsys):
    names: dict[str, object] = {}
    for block in blocks("python"):
        exec(block, names)
    printed = capsys.readouterr().out
    for promised in re.findall(r"^print\(.*?\) +# (.+)$", "\n".join(blocks("python")), re.MULTILINE):
        assert promised in printed


def test_commands_and_links():
    assert set(re.findall(r"^croupier (\w+)", "\n".join(blocks("sh")), re.MULTILINE)) <= set(COMMANDS)
    for target in re.findall(r"\]\(([^)#:]+)\)", TEXT):
        assert (PAGE.parent / target).exists(), target


def test_the_defaults_in_the_table():
    rules = load("seed")
    assert (rules.hand, rules.rounds, rules.max_raises, rules.respond, rules.hands) == (3, 3, 3, "order", 5)
