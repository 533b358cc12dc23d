"""`croupier arena` and `croupier bot` as people run them: every part a process of its own, real bots that decide."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.patience import PATIENCE, WHOLE

from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.match import find_problems
from croupier.cli import main

from .test_crashes import hands_in
from .test_server import ENV, arena_process
from .test_six_processes import client

ANY = '''
import croupier


class Any(croupier.Bot):
    """One class for poker, the sting and evolved games: it asks the view what it may do."""

    def __init__(self):
        self.heard = []

    def on_event(self, event):
        self.heard.append(event)

    def act(self, view):
        if hasattr(view, "raises_left"):  # the sting
            card = next((card for card in view.hand if card.kind != "conviction"), None)
            return view.raise_with(card) if view.legal.check and card and view.raises_left > 1 else view.call()
        if hasattr(view, "street"):  # poker
            return view.call()
        return view.legal.menu(3)[-1] if view.pot < 200 else view.call()  # evolved: bets, then calls down
'''


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[str]]]:
    """Processes that must not outlive the test."""
    processes: list[subprocess.Popen[str]] = []
    yield processes
    for process in processes:
        if process.poll() is None:
            process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def bot(tmp_path: Path, which: str, url: str, team: str, *options: str) -> subprocess.Popen[str]:
    """`croupier bot` in a process."""
    return subprocess.Popen([sys.executable, "-m", "croupier", "bot", which, "--url", url, "--team", team, "--code",
                             f"{team}-code", *options], cwd=tmp_path, env=ENV, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def report(out: str) -> dict[str, int]:
    """What a bot says of itself at the end."""
    found = re.search(r"([\d,]+) hands, ([+-][\d,]+) chips, (\d+) of (\d+) .* ([\d,]+) decisions, (\d+) timeouts, "
                      r"(\d+) warnings", out)
    assert found, out
    names = ("hands", "chips", "won", "matches", "decisions", "timeouts", "warnings")
    return {name: int(text.replace(",", "")) for name, text in zip(names, found.groups())}


@pytest.mark.parametrize(("game", "seats"), [("sting", 3), ("genome:leduc-poker", 2), ("genome:whist-for-stakes", 2)])
def test_T10_the_same_bot_class_plays_other_games_over_sockets(tmp_path, started, game, seats):
    (tmp_path / "any.py").write_text(ANY)
    server, url = arena_process(tmp_path, "--game", game, "--seats", str(seats), "--min-teams", str(seats),
                                "--matches", "1", "--db", "other.db", "--house-bots", "0")
    started.append(server)
    bots = [bot(tmp_path, "any.py", url, f"T{number}") for number in range(seats)]
    started += bots
    out, _ = server.communicate(timeout=WHOLE)
    assert server.returncode == 0, out
    for process in bots:
        process.send_signal(signal.SIGINT)  # the server is gone: it would wait for it to come back
    reports = [report(process.communicate(timeout=PATIENCE)[0]) for process in bots]
    assert all(each["warnings"] == each["timeouts"] == 0 for each in reports), reports
    assert all(each["matches"] == 1 and each["decisions"] for each in reports), reports
    (archive,) = SqliteStore.open_to_read(tmp_path / "other.db").queries.archives()
    assert list(find_problems(archive)) == []


def test_a_cash_table_of_processes_and_a_clean_leave_on_ctrl_c(tmp_path, started):
    server, url = arena_process(tmp_path, "--cash", "--seats", "4", "--house-bots", "0", "--db", "cash.db",
                                "--secret-hands", "10", "--reveal", "match", "--move-time-ms", "2000")
    bots = {name: bot(tmp_path, name, url, name.title(), "--buy-in", "5000") for name in ("caller", "random", "folder")}
    started += [server, *bots.values()]
    until = time.monotonic() + PATIENCE
    while hands_in(tmp_path / "cash.db") <= 40:
        assert time.monotonic() < until, "the table does not play"
        time.sleep(0.1)
    bots["folder"].send_signal(signal.SIGINT)
    out, _ = bots["folder"].communicate(timeout=PATIENCE)
    money = re.search(r"brought ([\d,]+) chips to the table, took ([\d,]+) away", out)
    assert money, out
    brought, taken = (int(text.replace(",", "")) for text in money.groups())
    assert bots["folder"].returncode == 0, out
    assert report(out)["chips"] == taken - brought
    for name in ("caller", "random"):
        bots[name].send_signal(signal.SIGINT)
        out, _ = bots[name].communicate(timeout=PATIENCE)
        assert bots[name].returncode == 0, out
        assert report(out)["warnings"] == report(out)["timeouts"] == 0, out
    server.send_signal(signal.SIGINT)
    out, _ = server.communicate(timeout=PATIENCE)
    assert server.returncode == 0, out
    assert main(["verify", str(tmp_path / "cash.db")]) == 0
    store = SqliteStore.open_to_read(tmp_path / "cash.db")
    assert len(list(store.queries.archives())) > 3
    moved = [json.loads(body)["chips"] for (body,) in store.reader.execute("SELECT body FROM removed")]
    assert min(moved) < 0 < max(moved)
    assert sum(moved) == 0  # all that came has gone, be it after the last hand under a secret


@pytest.mark.slow
def test_six_processes_of_bots_that_decide(tmp_path, started):
    """Four real bots, one of them killed and started again, beside a silent client and one that sends rubbish."""
    server, url = arena_process(tmp_path, "--matches", "1", "--min-teams", "6", "--seats", "6", "--stack", "1200",
                                "--move-time-ms", "200", "--db", "six.db", "--sb", "100", "--bb", "200", "--timeouts",
                                "check-fold")
    bots = {name: bot(tmp_path, name, url, name.title(), "--once") for name in ("strength", "maniac", "caller",
                                                                               "greedy")}
    others = [client(url, "Silent", "silent", 1), client(url, "Rubbish", "rubbish", 1)]
    started += [server, *bots.values(), *others]
    until = time.monotonic() + PATIENCE
    while hands_in(tmp_path / "six.db") < 1:
        assert time.monotonic() < until, "the table does not play"
        time.sleep(0.05)
    bots["caller"].kill()
    bots["caller"].communicate()
    bots["caller"] = bot(tmp_path, "caller", url, "Caller", "--once")
    started.append(bots["caller"])
    out, _ = server.communicate(timeout=WHOLE)
    assert server.returncode == 0, out
    for process in others:
        process.communicate(timeout=PATIENCE)
    for process in bots.values():
        process.send_signal(signal.SIGINT)
    reports = {name: report(process.communicate(timeout=PATIENCE)[0]) for name, process in bots.items()}
    assert sum(each["decisions"] for each in reports.values()) > 5
    assert all(each["warnings"] == 0 for each in reports.values()), reports
    (archive,) = SqliteStore.open_to_read(tmp_path / "six.db").queries.archives()
    assert list(find_problems(archive)) == []
    assert sum(row["stack"] for row in archive["ended"]["standings"]) == 7_200
    assert main(["verify", str(tmp_path / "six.db")]) == 0
