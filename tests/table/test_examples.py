"""The server and the clients of `examples/`, run as their readers run them (issue 23, item 5)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import croupier

EXAMPLES = Path(__file__).parents[2] / "examples"
HANG_S = 120
"""Long enough for any machine; only a client that hangs reaches it."""


def start(name: str, *arguments: str) -> subprocess.Popen[str]:
    env = {**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])}
    return subprocess.Popen([sys.executable, str(EXAMPLES / name), *arguments], env=env, text=True,
                            stdout=subprocess.PIPE)


@pytest.mark.slow
def test_a_visitor_joins_plays_pauses_comes_back_with_a_debt_and_leaves():
    started = [start("table_server.py")]
    try:
        url = started[0].stdout.readline().strip()
        assert url.startswith("ws://127.0.0.1:")
        started += [start("table_caller.py", url, player) for player in ("Ann", "Bob")]
        visitor = start("table_visitor.py", url, "Cy")
        started.append(visitor)
        story, _ = visitor.communicate(timeout=HANG_S)
        assert visitor.returncode == 0
    finally:
        for process in started:
            process.kill()
            process.communicate()
    lines = story.splitlines()
    owed = lines[2].removeprefix("owes ")
    assert owed in ("1", "2", "3")
    assert lines == ["joined with 75.25", "played a hand, pausing", f"owes {owed}", lines[3], "leaving", "gone"]
    assert lines[3].removeprefix("back, paid ") in ("1", "2", "3")
    assert int(lines[3].removeprefix("back, paid ")) >= int(owed)
