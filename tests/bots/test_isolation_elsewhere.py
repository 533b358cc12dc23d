"""Isolation elsewhere: without namespaces, and without the rights of root. A fork bomb stays small everywhere."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import croupier
from croupier.bots.isolation import BotFault, BotLimits, isolate, process
from croupier.bots.isolation.limits import Protection
from croupier.bots.isolation.watch import usage_below

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc"), reason="counts processes in /proc")
GAME = croupier.holdem(sb=10, bb=20)
PATIENT = BotLimits(move_time_ms=120_000, start_time_ms=240_000)
TASKS_MAX = 64
BOT = "import croupier, os, time\n\nclass Hostile(croupier.Bot):\n    def act(self, view):\n        {0}\n"
BODIES = {
    "fork bomb": ("while True:\n            try: os.fork()\n            except OSError: pass", "TOO_MANY_PROCESSES"),
    "detached": ("while True:\n            try:\n                if os.fork() == 0:\n                    os.setsid()\n"
                 "                    time.sleep(1000)\n            except OSError: pass", "TOO_MANY_PROCESSES"),
    "exit": ("os._exit(3)", "CRASHED"),
    "prints": ("print('x' * (10 << 20)); return view.call()", "TOO_MUCH_OUTPUT"),
}


def fault_of(file: Path) -> tuple[str, int]:
    """Ask a bot once; return the name of its fault and the most tasks that it had."""
    with isolate(file, PATIENT, log=file.with_suffix(".log")) as bot, counted() as most:
        bot.set_game(GAME)
        try:
            bot.act(GAME.deal([2000, 2000], seed=1).observe(0))
        except BotFault as fault:
            return fault.kind, max(most)
    return "", max(most)


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the tasks below this process, again and again."""
    most, ended = [0], threading.Event()

    def count() -> None:
        while not ended.wait(0.002):
            most.append(usage_below(os.getpid()).tasks)

    thread = threading.Thread(target=count)
    thread.start()
    try:
        yield most
    finally:
        ended.set()
        thread.join()


@pytest.mark.parametrize("what", BODIES)
def test_without_namespaces_a_hostile_bot_has_its_named_fault_and_few_processes(
        what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "protection_here", lambda: Protection(False, "count", "a test without them"))
    body, kind = BODIES[what]
    file = tmp_path / "hostile.py"
    file.write_text(BOT.format(body), encoding="utf-8")
    before = usage_below(os.getpid()).tasks
    found, most = fault_of(file)
    assert found == kind
    assert most < TASKS_MAX
    assert usage_below(os.getpid()).tasks <= before, "nothing lives on"


# -- another user ------------------------------------------------------------------------------------------------------


def as_user(words: list[str], timeout: float = 300) -> subprocess.CompletedProcess[str]:
    """Run a Python that any user can start, as a user without rights."""
    folders = [str(Path(croupier.__file__).parents[1]), *site.getsitepackages(), str(Path(__file__).parents[2])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), "HOME": tempfile.gettempdir(),
                   "PYTHONDONTWRITEBYTECODE": "1"}
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            return subprocess.run([python, *words], user=4242, group=4242, extra_groups=[], env=environment, cwd="/",
                                  capture_output=True, text=True, timeout=timeout, check=False)
        except PermissionError:
            continue
    pytest.skip("no Python here that another user can start")


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user")
@pytest.mark.parametrize("namespaces", [True, False])
def test_a_user_without_rights_is_protected_from_a_fork_bomb(namespaces: bool) -> None:
    if as_user(["-c", "import croupier"]).returncode != 0:
        pytest.skip("another user cannot read this package")
    done = as_user(["-c", f"from tests.bots.test_isolation_elsewhere import bomb; bomb({namespaces})"])
    assert done.returncode == 0, done.stderr
    kind, most = json.loads(done.stdout)
    assert kind == "TOO_MANY_PROCESSES"
    assert most < TASKS_MAX


def bomb(namespaces: bool) -> None:
    """Ask a fork bomb; run by a process of another user."""
    if not namespaces:
        process.protection_here = lambda: Protection(False, "count", "a test without them")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "hostile.py")
        file.write_text(BOT.format(BODIES["fork bomb"][0]), encoding="utf-8")
        print(json.dumps(fault_of(file)))
