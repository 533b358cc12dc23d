"""`--ray` for matches and leagues: a cluster gives the results of one core."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from tests.lab.clusters import SETTINGS, local_ray

from croupier.cli import main

pytestmark = [pytest.mark.extras,
              pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: pip install croupier[ray]"),
              pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for processes in /proc")]
WITHIN = 400.0
BOT = "import croupier\n\nclass Calls(croupier.Bot):\n    def act(self, view):\n        return view.call()\n"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    before = {name: os.environ.get(name) for name in SETTINGS}
    os.environ.update(SETTINGS)
    with local_ray() as head:
        yield head.address
    for name, value in before.items():
        os.environ.pop(name) if value is None else os.environ.update({name: value})


def on_cluster(words: list[str], address: str) -> str:
    """Run a command in a process of its own on a cluster and return what it prints."""
    done = subprocess.run([sys.executable, "-m", "croupier", *words, "--ray", address], capture_output=True, text=True,
                          timeout=WITHIN, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_match_on_a_local_cluster_has_the_result_of_one_core(address: str, tmp_path: Path,
                                                               capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "calls.py").write_text(BOT, encoding="utf-8")
    words = ["match", str(tmp_path / "calls.py"), "maniac", "--hands", "40", "--seed", "5", "--move-time-ms",
             "120000", "--json"]
    assert main(words) == 0
    alone = json.loads(capsys.readouterr().out)
    spread = json.loads(on_cluster(words, address))
    for each in (alone, spread):
        assert each.pop("slowest_decisions"), "measured times, which differ"
    assert spread == alone


def test_a_league_on_a_local_cluster_has_the_results_of_one_core(address: str, tmp_path: Path,
                                                                 capsys: pytest.CaptureFixture[str]) -> None:
    ladders = []
    for name in ("alone", "spread"):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "calls.py").write_text(BOT, encoding="utf-8")
        (folder / "exits.py").write_text(BOT.replace("return view.call()", "import os; os._exit(1)"), encoding="utf-8")
        (folder / "league.toml").write_text('[bots]\nhouse = "maniac"\nlots = "random"\n', encoding="utf-8")
        words = ["league", str(folder), "--deals", "3", "--games-max", "2", "--move-time-ms", "120000", "--json"]
        if name == "alone":
            assert main(words) == 0
            ladders.append(json.loads(capsys.readouterr().out))
        else:
            ladders.append(json.loads(on_cluster(words, address)))
    assert ladders[0] == ladders[1]
    assert len(ladders[0]["ladder"]) == 4


def test_a_cluster_that_is_not_there_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "croupier", "match", "caller", "random", "--hands", "2", "--ray",
                           "127.0.0.1:1"], capture_output=True, text=True, timeout=WITHIN, check=False)
    assert done.returncode == 2
    assert "no Ray cluster at 127.0.0.1:1" in done.stderr
    assert "Traceback" not in done.stderr
