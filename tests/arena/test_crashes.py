"""Real crashes: SIGKILL under load, files cut and spoiled after each commit, a disk that is full."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.patience import PATIENCE, WHOLE

from croupier.arena.core.outbox import Batch
from croupier.arena.journal.chain import Entry
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.verify.journal import Audit

from .killing import ENV, killed
from .played import Played


def test_ten_kills_under_load_lose_nothing_that_was_shown(tmp_path):
    counts = killed(tmp_path, seed=1, kills=10)
    print(dict(counts))
    assert counts["kills"] == 10
    assert counts["events shown"] > 100
    assert counts["snapshots"] >= 10


# -- power cuts: what was not synced may be gone, torn or spoiled ------------------------------------------------------


class Copied(Played):
    """The files of the store as they were when each commit returned."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.copies: list[tuple[int, bytes, bytes]] = []
        self.path = folder / "arena.db"
        super().__init__(SqliteStore(self.path), seed)

    def perform(self, effects):
        """Effects are shown now: here is what the disk has."""
        wal = self.path.with_name("arena.db-wal")
        self.copies.append((self.host.out.chain.number, self.path.read_bytes(), wal.read_bytes()))
        super().perform(effects)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_to_later_writes_every_acknowledged_one_is_there(tmp_path, seed):
    (tmp_path / "live").mkdir()
    played, rng, cuts = Copied(tmp_path / "live", seed), random.Random(seed), 0
    played.join()
    played.moves(60)
    for (number, db, wal), (later, _, more) in zip(played.copies, played.copies[1:]):
        if later == number or not more.startswith(wal):  # nothing written, or the log began anew
            continue
        for fate in ("lost", "cut", "spoiled", "zeroed"):
            opened = reopened(tmp_path / f"{number}-{fate}", db, wal + spoiled(more[len(wal):], fate, rng))
            assert [entry.number for entry in opened.journal.entries()] == list(range(1, number + 1)), (number, fate)
            assert opened.journal.chain().number == number
            cuts += 1
            if cuts % 20 == 0:
                assert list(Audit(opened).find_problems()) == []
            opened.close()
    assert cuts > 100


def spoiled(tail: bytes, fate: str, rng: random.Random) -> bytes:
    if fate == "lost":
        return b""
    if fate == "cut":
        return tail[:rng.randrange(1, len(tail) - 1)]
    if fate == "zeroed":
        return bytes(len(tail))
    at = rng.randrange(24, len(tail))  # in the first pages: what follows them is not believed either
    return tail[:at % 4000 + 24] + bytes([tail[at % 4000 + 24] ^ 0xFF]) + tail[at % 4000 + 25:]


def reopened(folder: Path, db: bytes, wal: bytes) -> SqliteStore:
    folder.mkdir()
    (folder / "arena.db").write_bytes(db)
    (folder / "arena.db-wal").write_bytes(wal)
    return SqliteStore(folder / "arena.db")


# -- a full disk -------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path):
    """A disk of half a megabyte, and a way to make room on it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount, umount = shutil.which("mount"), shutil.which("umount")
    if os.geteuid() != 0 or mount is None or umount is None:
        pytest.skip("only root can make a small disk")
    if subprocess.run([mount, "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk], capture_output=True).returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        yield disk, lambda: subprocess.run([mount, "-o", "remount,size=64m", disk], check=True)
    finally:
        subprocess.run([umount, disk], check=False)


def test_on_a_full_disk_dealing_stops_and_goes_on_once_there_is_room(small_disk):
    disk, make_room = small_disk
    played = Played(SqliteStore(disk / "arena.db"))
    played.join()
    with pytest.raises(StoreFailed, match="full"):
        played.moves(100_000)
    safe = played.batches[-1].entries[-1].number
    with pytest.raises(StoreFailed, match="full"):
        played.store.commit(Batch([Entry(safe + 1, "T-1", played.now, b"{}")]))  # not tried again
    hand = played.table.hand.hand_id
    played.store.close()
    make_room()
    again = Played(SqliteStore(disk / "arena.db"), resume=True)
    assert [entry.number for entry in again.store.journal.entries()][:safe] == list(range(1, safe + 1))
    assert again.store.journal.chain().number == safe + 1  # and that it goes on
    assert again.table.hand.hand_id in (hand, f"{hand[:-5]}{int(hand[-5:]) - 1:05}")
    again.join(first_conn=10)
    again.moves(100)
    assert list(Audit(again.store).find_problems()) == []
    again.store.close()


def hands_in(path: Path) -> int:
    store = SqliteStore.open_to_read(path)
    try:
        return store.queries.last_hand()
    finally:
        store.close()


def test_the_command_on_a_full_disk_says_so_and_fails(small_disk):
    disk, make_room = small_disk
    command = [sys.executable, "-m", "croupier", "arena", "--port", "0", "--pace", "fast", "--house-bots", "3",
               "--seats", "3", "--db", str(disk / "arena.db"), "--config", str(disk.parent / "arena.toml")]
    (disk.parent / "arena.toml").write_text('line_up = ["random", "caller", "random"]\n')
    first = subprocess.run(command, capture_output=True, text=True, timeout=WHOLE, env=ENV)
    assert first.returncode == 1
    assert "the store failed, dealing stops" in first.stderr
    assert "the arena stopped" in first.stderr
    assert "full" in first.stderr
    assert "Traceback" not in first.stderr
    make_room()
    verified = subprocess.run([sys.executable, "-m", "croupier", "verify", str(disk / "arena.db")], env=ENV,
                              capture_output=True, text=True)
    assert verified.returncode == 0, verified.stdout
    hands = hands_in(disk / "arena.db")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENV) as again:
        try:
            until = time.monotonic() + PATIENCE
            while hands_in(disk / "arena.db") < hands + 5:
                assert time.monotonic() < until, "it does not go on"
                time.sleep(0.1)
        finally:
            again.send_signal(signal.SIGINT)
        assert again.wait(30) == 0
