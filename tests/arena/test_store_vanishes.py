"""Issue 22, item 4: a store whose files are deleted, renamed or overwritten while it is open is noticed, and said."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE

import croupier
from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.file_check import compute_checksum
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.server.house import Pace
from croupier.arena.server.run import ServerConfig, running

from .test_server import arena_process, get, run
from .wire import Wires


def entries(first: int, count: int) -> Batch:
    return Batch(entries=[Entry(number, "T-1", number, b"x" * 3000) for number in range(first, first + count)])


@pytest.fixture
def store(tmp_path):
    opened = SqliteStore(tmp_path / "arena.db")
    for number in range(1, 200, 5):
        opened.commit(entries(number, 5))
        opened.check()
    yield opened
    opened.close()


def overwrite(path: Path, at: int, size: int) -> None:
    with open(path, "r+b") as file:
        file.seek(at)
        file.write(os.urandom(size))


def wal(path: Path) -> Path:
    return Path(f"{path}-wal")


DAMAGE: dict[str, Callable[[Path], Any]] = {
    "deleted": lambda path: path.unlink(),
    "renamed": lambda path: path.rename(path.with_name("elsewhere.db")),
    "replaced": lambda path: shutil.copy(path, path.with_name("new")).replace(path),
    "log deleted": lambda path: wal(path).unlink(),
    "log emptied": lambda path: os.truncate(wal(path), 0),
    "log overwritten": lambda path: overwrite(wal(path), 0, wal(path).stat().st_size),
    "log's head overwritten": lambda path: overwrite(wal(path), 0, 32),
    "an old page of the log overwritten": lambda path: overwrite(wal(path), 32 + 24 + 100, 500),
    "the log's latest page overwritten": lambda path: overwrite(wal(path), wal(path).stat().st_size - 500, 400),
    "index deleted": lambda path: Path(f"{path}-shm").unlink(),
    "lock deleted": lambda path: Path(f"{path}-lock").unlink(),
    "header overwritten": lambda path: overwrite(path, 0, 100),
    "emptied": lambda path: os.truncate(path, 0),
}


@pytest.mark.parametrize("how", DAMAGE)
def test_22_4_a_damaged_store_is_noticed_and_takes_nothing_more(store, tmp_path, how):
    DAMAGE[how](tmp_path / "arena.db")
    with pytest.raises(StoreFailed):
        store.check()
    with pytest.raises(StoreFailed):
        store.commit(entries(1000, 1))


def test_22_4_a_page_written_since_the_last_check_is_checked_too(store, tmp_path):
    store.commit(entries(1000, 3))
    path = wal(tmp_path / "arena.db")
    overwrite(path, path.stat().st_size - 3000, 100)
    with pytest.raises(StoreFailed):
        store.check()


def test_22_4_a_record_that_cannot_be_read_back_is_noticed(store, tmp_path):
    other = sqlite3.connect(tmp_path / "arena.db")
    other.execute("DELETE FROM journal WHERE number > 100")
    other.commit()
    other.close()
    with pytest.raises(StoreFailed, match="was committed and is not there"):
        store.check()


def test_22_4_a_sound_store_passes_however_its_log_grows_and_begins_anew(tmp_path):
    store = SqliteStore(tmp_path / "arena.db")
    number = 1
    for size in (1, 700, 3, 40, 2000, 1, 1, 300):
        store.commit(entries(number, size))
        number += size
        store.check()
        store.check()
        if size == 40:
            store.db.execute("PRAGMA wal_checkpoint(RESTART)")
            store.check()
        elif size == 300:
            store.db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            store.check()
    store.close()
    again = SqliteStore(tmp_path / "arena.db")
    again.check()
    again.commit(entries(number, 2))
    again.check()
    again.close()


def test_22_4_a_store_in_memory_has_no_files_to_check():
    SqliteStore().check()


def test_the_checksum_is_sqlites():
    """The first frame of a log whose bytes are known: words 1 and 2 after a checksum of (3, 4)."""
    assert compute_checksum(bytes((1, 0, 0, 0, 2, 0, 0, 0)), bytes((0, 0, 0, 3, 0, 0, 0, 4)), big=False) == (
        (3 + 1 + 4).to_bytes(4, "big") + (4 + 2 + 8).to_bytes(4, "big"))


@pytest.mark.parametrize("how", ["deleted", "renamed", "log overwritten", "header overwritten"])
def test_22_4_a_running_server_stops_dealing_and_says_so(tmp_path, caplog, how):
    path = tmp_path / "arena.db"

    async def body() -> None:
        config = ServerConfig(tables={"T-1": TableConfig(seats=2, min_teams=2, matches=0, hand_pause_ms=20)}, port=0,
                              db=str(path), house_bots=2, line_up=("caller", "random"), pace=Pace(), operator_code="op")
        async with running(config) as server:
            wires = Wires(server)
            operator = await wires.connect()
            await operator.say(type="operator", code="op", command="STATUS")
            await operator.until("operator")
            DAMAGE[how](path)
            notice = await operator.until("notice")
            assert notice["notice"] == "FAILED"
            assert "the store failed" in notice["msg"]
            assert isinstance(server.hub.failed, StoreFailed)
            assert (await get(wires, "/healthz"))[0] == 503
            assert (await get(wires, "/api/tables"))[0] == 503
            hands = server.hub.counts.hands
            assert server.hub.ended.is_set()
            await server.hub.settled()
            assert server.hub.counts.hands == hands

    run(body())
    assert sum("dealing stops" in record.message for record in caplog.records) == 1


def test_22_4_the_command_ends_with_1(tmp_path):
    process, _ = arena_process(tmp_path, "--pace", "fast", "--db", "arena.db")
    try:
        (tmp_path / "arena.db").unlink()
        out, _ = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)
    assert process.returncode == 1, out


def test_a_check_keeps_the_locks_that_other_processes_respect(store):
    """A check that closed a descriptor of the database dropped SQLite's locks: the next process deleted the log."""
    store.check()
    other = ("import sqlite3, sys; db = sqlite3.connect(sys.argv[1]); "
             "print(db.execute('SELECT max(number) FROM journal').fetchone()[0]); db.close()")
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", other, store.path], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == "200"
        assert wal(Path(store.path)).stat().st_size > 0
        store.check()
    store.commit(entries(201, 1))
    store.check()


def test_22_4_a_second_server_that_was_refused_leaves_the_lock_alone(store):
    """Its attempt closed a descriptor of the lock's file, which dropped the first server's lock."""
    with pytest.raises(BadArena, match="locked"):
        SqliteStore(store.path)
    other = "import sys; from croupier.arena.journal.sqlite import SqliteStore; SqliteStore(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", other, store.path], capture_output=True, text=True, check=False,
                          env={**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])})
    assert done.returncode == 1
    assert "it is locked" in done.stderr
