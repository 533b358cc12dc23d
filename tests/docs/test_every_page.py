"""Every page keeps its word: all its Python blocks are run by a test, and all its commands and options exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from tests.docs.test_docs import PAGES, blocks, needs_speed, run_blocks

import croupier
from croupier.cli.app import build

ROOT = Path(__file__).parents[2]
DOCS = sorted(path.relative_to(ROOT).as_posix() for path in [ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
RUN_HERE = ["docs/first-game.md", "docs/notation.md"]
RUN_BY = {"docs/data.md": "adapters/test_research_docs.py", "docs/environments.md": "adapters/test_research_docs.py",
          "docs/first-experiment.md": "adapters/test_research_docs.py", "docs/lab.md": "docs/test_lab_page.py",
          "docs/players-from-elsewhere.md": "adapters/test_players_docs.py", "docs/rules.md": "docs/test_docs.py",
          "docs/pokerstars.md": "corpus/test_phh_to_stars.py", "docs/sting.md": "sting/test_sting_docs.py",
          "docs/table.md": "table/test_story.py"}
"""Pages whose blocks are run elsewhere, beside the tests of what they describe."""


@needs_speed
@pytest.mark.parametrize("page", RUN_HERE)
def test_the_python_blocks_of_a_page_run(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    hand = croupier.holdem(sb=1, bb=2).deal([200, 200], seed=1)
    hand.fold()
    croupier.save([croupier.record_of(hand, ["Ann", "Bob"])], "session.phhs")  # a file that the pages name
    run_blocks(page, {"__name__": "documented"}, least=1)


@pytest.mark.parametrize("page", [page for page in DOCS if blocks(page, "python")])
def test_no_page_with_python_is_forgotten(page: str) -> None:
    if page in (*PAGES, *RUN_HERE):
        return
    text = (ROOT / "tests" / RUN_BY[page]).read_text(encoding="utf-8")
    assert Path(page).name in text


def commands(page: str) -> list[str]:
    """Return the croupier commands in the shell blocks of a page."""
    lines = "\n".join(blocks(page, "sh")).replace("\\\n", " ").splitlines()
    return [line.partition(" #")[0].rstrip(" &") for line in lines if line.startswith("croupier ")]


@pytest.mark.parametrize(("page", "command"), [(page, command) for page in DOCS for command in commands(page)])
def test_every_command_shown_is_understood(page: str, command: str) -> None:
    """A command, option or kind of value that does not exist would raise here; nothing is carried out."""
    build().parse_args(shlex.split(command)[1:], exit_on_error=False, print_error=False)


@pytest.mark.parametrize("page", DOCS)
def test_options_named_in_the_text_exist(page: str) -> None:
    """Each `croupier COMMAND --option` written in a sentence is parsed as far as it goes."""
    app = build()
    for command in re.findall(r"`croupier ([a-z][\w-]*(?: --[\w-]+)+)`", (ROOT / page).read_text(encoding="utf-8")):
        name, *options = command.split()
        shown = {flag for each in app[name].assemble_argument_collection() for flag in each.names}
        assert set(options) <= shown | {"--help", "--version"}, command
