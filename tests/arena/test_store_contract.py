"""The contract of `croupier.arena.journal.store.Store`: every implementation must pass these tests unchanged.

To add an implementation, add a class like `SqliteFile` to `IMPLEMENTATIONS`.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import croupier
from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.effects import HandBegun
from croupier.arena.core.outbox import Batch
from croupier.arena.journal import checkpoint, commands
from croupier.arena.journal.chain import START, Entry
from croupier.arena.journal.checkpoint import Checkpoint
from croupier.arena.journal.restore import Past
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.verify.journal import Audit
from croupier.arena.verify.match import find_problems

from .driver import NOON, SECRET
from .leased_store import LeasedStore
from .played import Played


class SqliteFile:
    """One file, one server."""

    opens = "from croupier.arena.journal.sqlite import SqliteStore as Opened"
    store: Any = SqliteStore

    def __init__(self, folder: Path) -> None:
        self.path = folder / "arena.db"
        self.opened: list[Any] = []

    def open(self) -> Any:
        """Open the store as a server does; each call is another server."""
        self.opened.append(self.store(self.path))
        return self.opened[-1]

    def open_to_read(self) -> Any:
        self.opened.append(self.store.open_to_read(self.path))
        return self.opened[-1]

    def close(self) -> None:
        for store in self.opened:
            store.close()


class LeasedFile(SqliteFile):
    """One file, several servers, a lease for each table."""

    opens = "from tests.arena.leased_store import LeasedStore as Opened"
    store = LeasedStore


IMPLEMENTATIONS = [SqliteFile, LeasedFile]


@pytest.fixture(params=IMPLEMENTATIONS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[SqliteFile]:
    made = request.param(tmp_path)
    yield made
    made.close()


def entries(first: int, count: int = 1, table_id: str = "T-1") -> Batch:
    made = [Entry(number, table_id, NOON + number, b"%d" % number) for number in range(first, first + count)]
    return Batch(made, seal=bytes([first % 256]) * 32)


def numbers(store: Any) -> list[int]:
    return [entry.number for entry in store.journal.entries()]


def saved(number: int, table_id: str = "T-1") -> bytes:
    """The checkpoint of a table that opened in this record."""
    return msgspec.json.encode(Checkpoint(table_id, number, NOON, TableConfig()))


def dealt(number: int) -> HandBegun:
    return HandBegun("T-1", "M-1", number, f"H-2025-10-09-{number:05}", NOON)


def key_given(number: int, match_id: str) -> Entry:
    return Entry(number, "T-1", NOON, commands.encode(commands.MatchKeyGiven(match_id, SECRET)))


# -- reading -----------------------------------------------------------------------------------------------------------


def test_an_empty_store_has_no_past(place):
    store = place.open()
    chain = store.journal.chain()
    assert (chain.number, chain.seal, len(chain.key)) == (0, START, 32)
    assert store.journal.past() == Past()
    assert (numbers(store), store.journal.tables(), store.journal.meta("standings")) == ([], {}, None)
    assert (store.queries.last_hand(), store.queries.last_match(), store.queries.match_ids()) == (0, 0, [])
    assert (store.queries.hands(), store.queries.matches(), store.queries.archive("M-1")) == ([], [], None)
    store.check()


def test_every_store_has_its_own_key_and_keeps_it(place, tmp_path):
    store = place.open()
    key = store.journal.chain().key
    store.close()
    assert place.open().journal.chain().key == key
    (tmp_path / "other").mkdir()
    other = type(place)(tmp_path / "other")
    assert other.open().journal.chain().key != key
    other.close()


def test_records_come_back_byte_for_byte(place):
    bodies = [b'{"x":"\\u0000 \\" \\\\ \xc3\xa9 \xe2\x80\xae"}', b"\x00\xff", b"", b"x" * 1_000_000]
    written = [Entry(at + 1, "T'\"; DROP TABLE journal;--", NOON + at, body) for at, body in enumerate(bodies)]
    place.open().commit(Batch(written))
    assert list(place.open_to_read().journal.entries()) == written


def test_the_chain_continues_where_the_last_batch_ended(place):
    store = place.open()
    store.commit(entries(1, 3))
    store.commit(entries(4, 2))
    store.close()
    again = place.open()
    chain = again.journal.chain()
    assert (chain.number, chain.seal) == (5, bytes([4]) * 32)
    assert again.journal.ended_ms() == NOON + 5
    again.commit(entries(6))
    assert numbers(again) == [1, 2, 3, 4, 5, 6]


def test_the_past_is_each_tables_last_checkpoint_and_the_records_after_it(place):
    store = place.open()
    store.commit(Batch([*entries(1).entries, *entries(2, 1, "T-2").entries], {"T-1": saved(1), "T-2": saved(2, "T-2")}))
    for number in range(3, 2503, 100):  # long enough for whatever index a store keeps
        store.commit(entries(number, 100, "T-2" if number == 1003 else "T-1"))
    store.commit(Batch(entries(2503, 2).entries, {"T-1": saved(2503)}))
    store.commit(Batch(records=[dealt(41)]))
    for opened in (store, place.open_to_read()):
        past = opened.journal.past()
        assert sorted(past.checkpoints, key=lambda each: each.number) == [
            checkpoint.decode(saved(2, "T-2")), checkpoint.decode(saved(2503))]
        assert [entry.number for entry in past.entries] == [*range(1003, 1103), 2504]
        assert (past.last_hand, past.last_ms) == (41, NOON + 2504)
        assert set(opened.journal.tables()) == {"T-1", "T-2"}


def test_standings_are_stored_with_their_batch(place):
    store = place.open()
    store.commit(Batch(entries(1).entries, standings=b'{"a":1}'))
    store.commit(entries(2))
    assert store.journal.meta("standings") == '{"a":1}'


def test_a_match_can_be_played_restarted_audited_and_verified(place):
    store = place.open()
    played = Played(store)
    played.join()
    played.moves(40)
    store.close()
    again = Played(place.open(), resume=True)
    again.join(first_conn=10)
    again.moves(60)
    read = place.open_to_read()
    audit = Audit(read)
    assert list(audit.find_problems()) == []
    assert audit.records == again.store.journal.chain().number > 80
    archives = list(read.queries.archives())
    assert archives
    assert [problem for archive in archives for problem in find_problems(archive)] == []
    hands = read.queries.hands(limit=1000)
    assert len(hands) == audit.hands == len(list(read.queries.hands_after(0)))
    assert hands[0] == read.queries.public_hand(hands[0]["hand_id"])
    assert next(read.queries.hands_after(2)) == list(read.queries.hands_after(0))[2]
    assert read.queries.hands(before=3, limit=1)[0]["hand_id"].endswith("00002")
    assert {match["match_id"] for match in read.queries.matches()} == set(read.queries.match_ids())


# -- all or nothing ----------------------------------------------------------------------------------------------------

BAD = {
    "a record of an earlier batch": Batch([*entries(4, 2).entries, *entries(2).entries]),
    "a record twice": Batch([*entries(4).entries, *entries(4).entries]),
    "a match twice": Batch([*entries(4).entries, key_given(5, "M-1")], {"T-1": saved(4)}),
    "a hand dealt twice": Batch(entries(4).entries, {"T-1": saved(4)}, [dealt(2), dealt(1)]),
}


@pytest.mark.parametrize("bad", BAD)
def test_a_batch_is_stored_whole_or_not_at_all_and_a_failure_is_final(place, bad):
    store = place.open()
    store.commit(Batch([*entries(1, 2).entries, key_given(3, "M-1")], {"T-1": saved(1)},
                       [dealt(1)], seal=bytes([9]) * 32))
    past = store.journal.past()
    with pytest.raises(StoreFailed):
        store.commit(BAD[bad])
    for _ in range(2):
        with pytest.raises(StoreFailed):
            store.commit(entries(4))
        with pytest.raises(StoreFailed):
            store.check()
    assert store.journal.past() == past
    store.close()
    again = place.open()
    assert (again.journal.past(), numbers(again)) == (past, [1, 2, 3])
    assert again.journal.chain().seal == bytes([9]) * 32
    assert (again.queries.last_hand(), again.queries.last_match()) == (1, 1)
    again.commit(entries(4))
    again.check()


def test_batches_that_were_prepared_in_order_may_be_committed_on_another_thread(place):
    store = place.open()
    batches = [entries(1, 2), Batch(entries(3, 2, "T-2").entries), Batch(entries(5, 2).entries, {"T-1": saved(1)})]
    for batch in batches:
        store.prepare(batch)
    thread = threading.Thread(target=lambda: [store.commit(batch) for batch in batches])
    thread.start()
    thread.join()
    assert numbers(store) == [1, 2, 3, 4, 5, 6]
    assert [entry.number for entry in store.journal.past().entries] == [2, 5, 6]


# -- durable -----------------------------------------------------------------------------------------------------------

CHILD = """
import os, signal, sys
from pathlib import Path
{opens}
from tests.arena.test_store_contract import entries

store = Opened(Path(sys.argv[1]))
for number in range(1, 51):
    store.commit(entries(number))
print("committed", flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_was_committed_survives_the_death_of_the_process(place):
    paths = os.pathsep.join((str(Path(croupier.__file__).parents[1]), str(Path(__file__).parents[2])))
    done = subprocess.run([sys.executable, "-c", CHILD.format(opens=place.opens), str(place.path)], text=True,
                          capture_output=True, env={**os.environ, "PYTHONPATH": paths}, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, "committed\n"), done.stderr
    store = place.open()
    assert numbers(store) == [*range(1, 51)]
    store.commit(entries(51))


# -- consistent reading ------------------------------------------------------------------------------------------------


def test_a_store_that_was_opened_to_be_read_stays_at_one_moment_and_writes_nothing(place):
    store = place.open()
    store.commit(Batch(entries(1).entries, {"T-1": saved(1)}))
    read = place.open_to_read()
    store.commit(Batch(entries(2, 3).entries, {"T-1": saved(4)}))
    assert numbers(read) == [1]
    assert read.journal.chain().number == 1
    assert read.journal.past() == Past([checkpoint.decode(saved(1))], [], 0, NOON + 1)
    assert numbers(place.open_to_read()) == numbers(store) == [1, 2, 3, 4]
    with pytest.raises(StoreFailed):
        read.commit(entries(5))


def test_reading_during_commits_sees_whole_batches(place):
    store = place.open()
    store.commit(Batch(entries(1).entries, {"T-1": saved(1)}))

    def write() -> None:
        for first in range(2, 302, 3):
            store.commit(entries(first, 3))

    thread = threading.Thread(target=write)
    thread.start()
    seen = []
    while thread.is_alive() or not seen or seen[-1] < 301:
        found = numbers(store)
        assert found == [*range(1, len(found) + 1)]
        assert len(found) % 3 == 1, "a part of a batch"
        seen.append(found[-1])
        assert store.journal.chain().number >= seen[-1]
    thread.join()
    assert seen == sorted(seen)


# -- one owner for each table ------------------------------------------------------------------------------------------


def test_two_servers_never_write_to_one_table(place):
    first = place.open()
    first.claim(["T-1"])
    first.commit(entries(1))
    try:
        second = place.open()
    except BadArena:  # a store for one server: the second one gets it after the first
        first.commit(entries(2))
        first.close()
        second = place.open()
    second.claim(["T-1"])
    last = second.journal.chain().number
    with pytest.raises(StoreFailed):
        first.commit(entries(last + 1))
    assert second.journal.chain().number == last
    second.commit(entries(last + 1))
    assert numbers(second) == [*range(1, last + 2)]


def test_servers_that_share_a_store_write_to_different_tables(place):
    first = place.open()
    try:
        second = place.open()
    except BadArena as error:
        assert "another arena has it open" in str(error)
        first.commit(entries(1))
        assert numbers(first) == [1]
        return
    first.claim(["T-1"])
    second.claim(["T-2"])
    for store, table in ((first, "T-1"), (second, "T-2"), (first, "T-1")):
        number = store.journal.chain().number + 1
        store.commit(entries(number, 1, table))
        assert (number, table) in [(entry.number, entry.table_id) for entry in store.journal.entries()]
    with pytest.raises(StoreFailed):
        first.commit(entries(first.journal.chain().number + 1, 1, "T-2"))
    second.commit(entries(second.journal.chain().number + 1, 1, "T-2"))


def test_a_store_that_was_closed_takes_nothing_more(place):
    store = place.open()
    store.commit(entries(1))
    store.close()
    with pytest.raises(StoreFailed):
        store.commit(entries(2))
    assert numbers(place.open()) == [1]
