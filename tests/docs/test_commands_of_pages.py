"""The commands of the how-to pages are carried out as written, in the order of the page, in a folder of their own.

Files that a page takes for granted (`mybot.py`, `bots/`) are there. An arena stays open until the page opens another or
ends; bots and spectators beside it are stopped with it, by Ctrl-C as a reader would.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.docs.test_every_page import commands
from tests.patience import PATIENCE, WHOLE

import croupier

PROGRAM = [sys.executable, "-m", "croupier"]
STAYS = ("croupier arena", "croupier bot", "croupier watch")
BOT = "import croupier\n\n\nclass {name}(croupier.Bot):\n    def act(self, view):\n        return view.{word}()\n"
GIVEN = {"docs/arena.md": (),
         "docs/contests.md": ("mybot", "old", "new", "a", "b", "bots/one", "bots/two", "bots/three", "bots/four"),
         "docs/data.md": (), "docs/limits.md": (), "docs/sting.md": ()}
"""The pages, and the bots that they take for granted."""
LEFT_OUT = {"croupier verify match.json": "the file is downloaded from the page of a match",
            **dict.fromkeys(("croupier league bots/", "croupier league bots/ --width 50 --cores 2",
                             "croupier league bots/ --ladder",
                             "croupier league bots/ --season o8 --game omaha8 --sb 5 --bb 10",
                             "croupier league bots/ --season evolved --game genome:simple-poker"),
                            "minutes each; the tutorial of a tournament plays a league to its end"),
            "croupier check-server --only 13,19-24 --json": "the run before locks this address out for a minute",
            "croupier play sting": "played by a person; tests/cli plays it",
            "croupier play sting --level hard --seed 7": "played by a person",
            "croupier play sting --deck tuned": "played by a person"}
STORE_IS_FREE = ("croupier verify", "croupier league", "croupier match")

pytestmark = pytest.mark.extras


def prepare(page: str, folder: Path) -> None:
    """Write what a page takes for granted."""
    for number, name in enumerate(GIVEN[page]):
        path = folder / f"{name}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(BOT.format(name=path.stem.title(), word=("call", "fold")[number % 2]), encoding="utf-8")
    (folder / "teams.csv").write_text("Lucky,my-own-secret\nOthers,another-secret\n", encoding="utf-8")
    hand = croupier.holdem(sb=1, bb=2).deal([200, 200], seed=1)
    hand.fold()
    (folder / "hands").mkdir()
    croupier.save([croupier.record_of(hand, ["Ann", "Bob"])], folder / "hands" / "session.phhs")


def begin(command: list[str], folder: Path) -> subprocess.Popen[str]:
    """Start a command that stays, and wait until it has said something."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(command, cwd=folder, env=environment, text=True, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT,  # a shell's background job would ignore Ctrl-C
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    assert process.stdout is not None
    assert process.stdout.readline(), command
    return process


def stop(running: list[subprocess.Popen[str]]) -> None:
    """Press Ctrl-C in every terminal, the last one first."""
    for process in reversed(running):
        process.send_signal(signal.SIGINT)
        said, _ = process.communicate(timeout=PATIENCE)
        assert "Traceback" not in said, said
        assert process.returncode in (0, 130), (process.args, process.returncode, said)
    running.clear()


@pytest.mark.parametrize("page", GIVEN)
def test_the_commands_of_a_page_do_what_it_says(page: str, tmp_path: Path) -> None:
    if page == "docs/data.md":
        pytest.importorskip("pyarrow")
    prepare(page, tmp_path)
    running: list[subprocess.Popen[str]] = []
    carried_out = 0
    try:
        for text in commands(page):
            if text in LEFT_OUT:
                continue
            command = [*PROGRAM, *shlex.split(text)[1:]]
            if text.startswith("croupier arena") or text.startswith(STORE_IS_FREE):
                stop(running)
            if text.startswith(STAYS):
                running.append(begin(command, tmp_path))
            else:
                environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
                done = subprocess.run(command, cwd=tmp_path, env=environment, text=True, capture_output=True,
                                      timeout=WHOLE, check=False)
                assert done.returncode == 0, (text, done.stdout, done.stderr)
            carried_out += 1
        stop(running)
    finally:
        for process in running:
            process.kill()
            process.communicate()
    assert carried_out
