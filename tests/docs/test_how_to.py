"""The tutorials are followed word for word by a script, in an empty folder: every command, in the order of the page.

A command that opens an arena stays open in the background, and a bot that connects to it plays beside the commands that
follow. What the page puts into a file (`bots/league.toml`, `teams.toml`) is written where the page says.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE, WHOLE

ROOT = Path(__file__).parents[2]
PROGRAM = [sys.executable, "-m", "croupier"]
STAYS = ("croupier arena", "croupier bot")
STEP = re.compile(r"^```(sh|toml)\n(.*?)^```", re.DOTALL | re.MULTILINE)
NAMED = re.compile(r"`([\w./-]+\.toml)`")

pytestmark = pytest.mark.extras


def steps(page: str) -> Iterator[tuple[str, str]]:
    """Yield what a reader does, in order: a file to write (its name, its text), or a command ("", the command)."""
    text = (ROOT / page).read_text(encoding="utf-8")
    for block in STEP.finditer(text):
        if block[1] == "toml":
            yield NAMED.findall(text[:block.start()])[-1], block[2]
            continue
        for line in block[2].splitlines():
            yield "", line.partition(" #")[0].strip()


@pytest.mark.parametrize("page", ["docs/first-tournament.md", "docs/first-game.md"])
def test_a_tutorial_is_followed_word_for_word(page: str, tmp_path: Path) -> None:
    running: list[subprocess.Popen[str]] = []
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    try:
        for file, text in steps(page):
            if file:
                (tmp_path / file).write_text(text, encoding="utf-8")
                continue
            words = shlex.split(text)
            command = [*PROGRAM, *words[1:]] if words[0] == "croupier" else words
            if text.startswith(STAYS):
                process = subprocess.Popen(command, cwd=tmp_path, env=environment, text=True, stdout=subprocess.PIPE,
                                           stderr=subprocess.STDOUT)
                running.append(process)
                if text.startswith("croupier arena"):
                    assert process.stdout is not None
                    assert "watch at" in process.stdout.readline()
                continue
            if running:  # what follows reads what the event has left
                assert [process.wait(PATIENCE) for process in running] == [0] * len(running), text
            done = subprocess.run(command, cwd=tmp_path, env=environment, text=True, capture_output=True, timeout=WHOLE)
            assert done.returncode == 0, (text, done.stdout, done.stderr)
    finally:
        for process in running:
            process.kill()
            process.communicate()
