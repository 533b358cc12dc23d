"""A match of six bots from six processes, two of them dying and coming back, one silent, one sending rubbish."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.patience import WHOLE

from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.match import find_problems
from croupier.cli import main

from .test_server import arena_process

TEAMS = {"Ann": "plays", "Bob": "dies", "Cy": "dies", "Dee": "silent", "Eve": "rubbish", "Fay": "plays"}


def client(url: str, team: str, behaviour: str, life: int) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, str(Path(__file__).with_name("six.py")), url, team, behaviour, str(life)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.mark.slow
def test_six_processes_with_deaths_silence_and_rubbish(tmp_path):
    server, url = arena_process(tmp_path, "--matches", "1", "--min-teams", "6", "--seats", "6", "--stack", "2000",
                                "--move-time-ms", "250", "--db", "six.db", "--sb", "100", "--bb", "200",
                                "--timeouts", "check-fold")  # so that the absent live long enough to come back
    lives = dict.fromkeys(TEAMS, 1)
    running = {team: client(url, team, how, 1) for team, how in TEAMS.items()}
    ends: dict[str, dict] = {}
    try:
        while running:
            for team, process in list(running.items()):
                try:
                    out, err = process.communicate(timeout=0.2)
                except subprocess.TimeoutExpired:
                    continue
                del running[team]
                if process.returncode == 9:  # died, as it was told to: it comes back, the third time to stay
                    lives[team] += 1
                    running[team] = client(url, team, "dies" if lives[team] < 3 else "plays", lives[team])
                else:
                    assert process.returncode == 0, err
                    ends[team] = json.loads(out.splitlines()[-1])
    finally:
        for process in running.values():
            process.kill()
        out, _ = server.communicate(timeout=WHOLE)
    assert server.returncode == 0, out
    assert (lives["Bob"], lives["Cy"]) == (3, 3)
    check_end(ends, out, tmp_path / "six.db")


def check_end(ends: dict[str, dict], out: str, db: Path) -> None:
    """Everybody heard the same end; the winner has all chips; the archive verifies; the printed table agrees."""
    first = next(iter(ends.values()))
    assert len(ends) == len(TEAMS)
    assert all(end == first for end in ends.values())
    assert first["final_stacks"][0]["stack"] == 6 * 2000
    assert sorted(row["place"] for row in first["final_stacks"])[0] == 1
    assert sum(row["stack"] for row in first["final_stacks"]) == 6 * 2000
    (archive,) = SqliteStore.open_to_read(db).queries.archives()
    assert list(find_problems(archive)) == []
    assert archive["ended"]["standings"][0]["team"] == first["winner"]["team"]
    assert archive["secret"] == first["deal"]["secret"]
    played = [action for hand in archive["hands"] for action in hand["record"]["actions"]]
    assert len(played) > 30
    assert re.search(rf"^{first['winner']['team']} +1 +1 ", out, re.MULTILINE), out
    assert main(["verify", str(db)]) == 0
