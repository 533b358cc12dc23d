"""A server of one's own: what it uses is counted over all of its processes, whatever others are called."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from tests.patience import PATIENCE, WHOLE

from croupier.arena.core.config import TableConfig
from croupier.arena.server.run import ServerConfig, loop_factory, running
from croupier.cli import Terminated, ending_in_order, main
from croupier.cli.loop import run
from croupier.devtools.own_server import OwnServer
from croupier.workers import begin_work

CHILD = """
import time
while time.process_time() < 0.2:
    pass
time.sleep(3600)
"""
PARENT = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {CHILD!r}])"
MISNAMED = "import ctypes, time; ctypes.CDLL(None).prctl(15, b'\\xd0\\xd0)\\xd0(', 0, 0, 0); time.sleep(3600)"


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells so much of processes")
def test_children_count_and_names_do_not_matter():
    with subprocess.Popen([sys.executable, "-c", MISNAMED]) as other, \
            subprocess.Popen([sys.executable, "-c", PARENT], text=True, start_new_session=True) as process:
        try:
            server = OwnServer("", process)
            patience = time.monotonic() + PATIENCE
            while (server.cpu_seconds() or 0.0) < 0.1 and time.monotonic() < patience:
                time.sleep(0.05)
            alone = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
            assert (server.cpu_seconds() or 0.0) >= 0.1
            assert (server.resident_mb() or 0.0) > 1.5 * alone * 4096 / 1_048_576
            assert server.open_files() >= 6
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            other.kill()
    assert server.cpu_seconds() is None


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells so much of processes")
def test_a_command_that_is_terminated_takes_its_server_along(tmp_path):
    command = [sys.executable, "-m", "croupier", "stress", "--tables", "1", "--seconds", "60"]
    with subprocess.Popen(command, env={**os.environ, "TMPDIR": str(tmp_path)}, stderr=subprocess.PIPE) as process:
        patience = time.monotonic() + PATIENCE
        while not (servers := _children(process.pid)) and time.monotonic() < patience:
            time.sleep(0.05)
        while not list(tmp_path.glob("*/arena.db")) and time.monotonic() < patience:
            time.sleep(0.05)
        process.terminate()
        _, said = process.communicate(timeout=PATIENCE)
    assert servers, "a server was opened"
    assert (process.returncode, said.strip()) == (143, b"stopped")
    assert not any(Path(f"/proc/{server}").exists() for server in servers)
    assert not list(tmp_path.iterdir()), "nor is anything of it left on the disk"


def _children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


SEATED = """
import sys
from croupier.client.player import Player
from croupier.cli import main
feed = Player.feed
def told(self, frame):
    answer = feed(self, frame)
    if frame["type"] == "welcome":
        print("seated", flush=True)
    return answer
Player.feed = told
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 0)])
@pytest.mark.parametrize("bots", [1, 2])
def test_a_bot_that_is_ended_gets_up_from_a_cash_table_with_its_chips(number, code, bots):
    cash = TableConfig(format="cash", seats=4, hand_pause_ms=10, move_time_ms=3_600_000)

    async def body() -> None:
        async with running(ServerConfig(tables={"T-1": cash}, port=0)) as server:
            seats = server.hub.host.tables["T-1"].seats
            children = [await asyncio.create_subprocess_exec(
                sys.executable, "-c", SEATED, "bot", "caller", "--url", server.ws_url, "--team", f"Bot {each}",
                "--code", "x", "--quiet", stdout=asyncio.subprocess.PIPE) for each in range(bots)]
            for child in children:
                assert child.stdout is not None
                assert await child.stdout.readline() == b"seated\n"
            while bots > 1 and not server.hub.counts.hands:
                await asyncio.sleep(0.02)
            for child in children:
                child.send_signal(number)
            assert [await child.wait() for child in children] == [code] * bots
            assert not list(seats)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(asyncio.wait_for(body(), WHOLE))


WAITING = """
import sys
from croupier.client import connection as link
from croupier.cli import main
def a_long_time(self, low, high):
    print("waits", flush=True)
    return 3600.0
link.random.Random.uniform = a_long_time
sys.exit(main(sys.argv[1:]))
"""


def test_a_bot_that_sits_nowhere_is_ended_at_once():
    """It waits for an hour before it tries again, and does not wait when it is terminated."""
    process = subprocess.Popen([sys.executable, "-c", WAITING, "bot", "caller", "--url", "ws://127.0.0.1:9/ws",
                                "--team", "Me", "--code", "x"], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert "goes to" in process.stdout.readline()
    assert process.stdout.readline() == "waits\n"
    process.terminate()
    process.communicate(timeout=PATIENCE)
    assert process.returncode == 143


def test_a_worker_that_is_terminated_is_gone():
    with (ending_in_order(), ProcessPoolExecutor(1, initializer=begin_work) as pool,
          pytest.raises(BrokenProcessPool)):
        pool.submit(signal.raise_signal, signal.SIGTERM).result(PATIENCE)


@pytest.mark.parametrize("ctrl_c", [signal.default_int_handler, signal.SIG_IGN])
def test_a_loop_is_ended_between_its_tasks(ctrl_c):
    """In the middle of one it left others behind that nobody had awaited. Shells let what runs in the background
    ignore Ctrl-C."""
    ended: list[int | str] = []

    async def wait(number: int) -> None:
        try:
            await asyncio.sleep(0.01)
            if number == 2:
                signal.raise_signal(signal.SIGTERM)
            await asyncio.sleep(60)
        finally:
            await asyncio.sleep(0.01)
            ended.append(number)

    async def everything() -> None:
        try:
            await asyncio.gather(*(asyncio.wait_for(wait(number), 60) for number in range(5)))
        finally:
            await asyncio.sleep(0.02)
            ended.append("everything")

    before = signal.signal(signal.SIGINT, ctrl_c)
    try:
        with pytest.raises(Terminated):
            run(everything, loop_factory())
    finally:
        signal.signal(signal.SIGINT, before)
    assert sorted(ended[:-1]) == [0, 1, 2, 3, 4]
    assert ended[-1] == "everything"


def test_sigterm_is_an_exception_for_as_long_as_a_command_runs(monkeypatch):
    before = signal.getsignal(signal.SIGTERM)
    with pytest.raises(Terminated), ending_in_order():
        signal.raise_signal(signal.SIGTERM)
    assert signal.getsignal(signal.SIGTERM) is before
    monkeypatch.setattr("croupier.cli._run", lambda given: signal.raise_signal(signal.SIGTERM))
    assert main(["stress"]) == 143
