"""Players from elsewhere in a league and, through `croupier bot`, at an arena."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.contest.league.league import League
from croupier.devtools.own_server import own_server

from .line_clients import PLAYERS, compiled_client

pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed")

SOURCE = str(Path(__file__).parents[2] / "src")


def test_a_league_of_three_origins(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "league.toml").write_text(f"""[bots]
fish = "pypokerengine:{PLAYERS / 'ppe.py'}:Fish"
agent = "acpc:{sys.executable} {PLAYERS / 'acpc_client.py'} 2 1 2 400"
client = "mit:{compiled_client(tmp_path)}"
""")
    league = League(tmp_path, standard="mit-200bb", deals=3, games_max=1)
    try:
        league.run()
        games = league.store.games("1")
        assert len(games) == 3
        assert all(game.result is not None and not game.result["faults"] for game in games)
    finally:
        league.close()


@pytest.mark.extras
def test_a_league_of_agents_of_other_packages(tmp_path: Path) -> None:
    pytest.importorskip("rlcard", reason="RLCard is not installed")
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    tmp_path.chmod(0o755)
    (tmp_path / "league.toml").write_text('[bots]\nagent = "rlcard:random"\nbot = "openspiel:random"\nown = "caller"\n')
    league = League(tmp_path, standard="hu-100bb", deals=3, games_max=1)
    try:
        league.run()
        games = league.store.games("1")
        assert len(games) == 3
        assert all(game.result is not None and not game.result["faults"] for game in games)
    finally:
        league.close()


@pytest.mark.parametrize("spec", [
    f"pypokerengine:{PLAYERS / 'ppe.py'}:Wild",
    pytest.param("rlcard:random", marks=pytest.mark.extras),
    pytest.param("openspiel:random", marks=pytest.mark.extras)], ids=["pypokerengine", "rlcard", "openspiel"])
def test_a_player_of_another_package_at_an_arena(spec: str) -> None:
    package = spec.partition(":")[0].replace("openspiel", "pyspiel")
    pytest.importorskip(package, reason=f"{package} is not installed")
    options = ("--seats", "2", "--house-bots", "1", "--matches", "1", "--stack", "60", "--sb", "5", "--bb", "10",
               "--pace", "fast")
    with own_server(*options, disk=False) as arena:
        command = [sys.executable, "-m", "croupier", "bot", spec, "--url", arena.url, "--once"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=True,
                              env={"PYTHONPATH": SOURCE})
    assert "of 1 matches won" in done.stdout
    assert " 0 warnings" in done.stdout
