"""Stores that were damaged or changed by hand: `verify` finds it and says so in a line, a server that cannot go on from
them says so too, and nobody is shown what was found there."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import traceback
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.core.host import Host
from croupier.arena.journal.sqlite import TABLES, SqliteStore
from croupier.arena.server import hub
from croupier.arena.server.house import Pace
from croupier.arena.server.run import ServerConfig, running
from croupier.cli import main

from .test_journal import CONFIG, NOON, Played

KEYS = {"journal": "number", "hands": "hand_id", "dealt": "hand_id", "begun": "match_id", "ended": "match_id",
        "checkpoints": "table_id", "meta": "key", "matches": "match_id"}
COLUMNS = [(table, column) for table, columns in TABLES.items() if table in KEYS for column in columns] + [
    ("matches", "number")]
RUBBISH = ("x", "", None, b"\xff\x00", "{}", "null", -5, 1 << 62, "[]", '{"x":1}', "1 2 3", "1 zz 3", 0.5)


@pytest.fixture(scope="module")
def sound(tmp_path_factory) -> bytes:
    """A store in which every table has rows, as a file."""
    path = tmp_path_factory.mktemp("damage") / "sound.db"
    played = Played(SqliteStore(path))
    played.join()
    played.moves(30)
    played.restart(5000)
    played.join(first_conn=10)
    played.moves(60)
    played.store.close()
    return path.read_bytes()


def change(path: Path, table: str, column: str, value: Any, rng: random.Random) -> None:
    """Put something else into a column of some row, if that can be."""
    db = sqlite3.connect(path)
    keys = [key for (key,) in db.execute(f"SELECT {KEYS[table]} FROM {table}")]
    with suppress(sqlite3.IntegrityError), db:
        db.execute(f"UPDATE {table} SET {column} = ? WHERE {KEYS[table]} = ?", (value, rng.choice(keys)))
    db.close()


def contents(path: Path) -> list[Any] | None:
    """Every row of every table, None where they cannot be read."""
    db = sqlite3.connect(path)
    try:
        return [list(db.execute(f"SELECT * FROM {table}")) for table in KEYS]
    except sqlite3.Error:
        return None
    finally:
        db.close()


def starts(path: Path) -> bool:
    """Whether a server would go on from a store; BadArena says why it does not."""
    try:
        store = SqliteStore(path)
        try:
            Host({"T-1": TableConfig(**CONFIG)}, chain=store.journal.chain()).open(NOON, store.journal.past())
        finally:
            store.close()
    except BadArena as error:
        assert str(error)
        return False
    return True


def test_a_sound_store_is_sound(sound, tmp_path, capsys):
    path = tmp_path / "a.db"
    path.write_bytes(sound)
    assert main(["verify", str(path)]) == 0
    assert "WRONG" not in capsys.readouterr().out
    assert all(contents(path) or [None])
    assert starts(path)


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_every_column_matters(sound, tmp_path, capsys, table, column):
    rng, tried = random.Random(f"{table} {column}"), 0
    for number, value in enumerate((-5, *rng.sample(RUBBISH, 4))):
        path = tmp_path / f"{number}.db"
        path.write_bytes(sound)
        before = contents(path)
        change(path, table, column, value, rng)
        if contents(path) == before:
            continue
        tried += 1
        assert main(["verify", str(path)]) in (1, 2), f"{table}.{column} = {value!r} is not found"
        starts(path)
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert tried, "nothing could be changed"


@pytest.mark.parametrize("key", ["journal_end", "chain_key"])
def test_what_the_store_says_of_itself_cannot_be_missing(sound, tmp_path, capsys, key):
    path = tmp_path / "a.db"
    path.write_bytes(sound)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("DELETE FROM meta WHERE key = ?", (key,))
    assert main(["verify", str(path)]) in (1, 2)
    assert not starts(path)
    assert sorted(found.name for found in tmp_path.iterdir()) == ["a.db", "a.db-lock"], "a file is left open"


@pytest.mark.parametrize("lie", [
    "DELETE FROM journal; DELETE FROM meta WHERE key = 'journal_end'",
    "DELETE FROM journal; DELETE FROM checkpoints; DELETE FROM meta WHERE key = 'chain_key'"])
def test_a_journal_cannot_be_talked_away(sound, tmp_path, capsys, lie):
    path = tmp_path / "a.db"
    path.write_bytes(sound)
    with closing(sqlite3.connect(path)) as db:
        db.executescript(lie)
    assert main(["verify", str(path)]) in (1, 2)
    assert not starts(path)


def test_a_receipt_is_not_found_in_an_empty_journal(tmp_path, capsys):
    path = tmp_path / "a.db"
    SqliteStore(path).close()
    assert main(["verify", str(path)]) == 0
    assert main(["verify", str(path), "--receipt", "12-" + "ab" * 32]) == 1


def test_what_is_no_store_is_not_left_open(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"no database " * 100)
    for opening in (SqliteStore, SqliteStore.open_to_read):
        with pytest.raises(BadArena):
            opening(path)
    held = {os.path.realpath(f"/proc/self/fd/{number}") for number in os.listdir("/proc/self/fd")}
    assert str(path) not in held


@pytest.mark.parametrize("seed", range(30))
def test_bytes_of_the_file(sound, tmp_path, capsys, seed):
    rng = random.Random(seed)
    path, bytes_ = tmp_path / "a.db", bytearray(sound)
    path.write_bytes(sound)
    good = contents(path)
    for _ in range(rng.choice((1, 3, 30))):
        bytes_[rng.randrange(100, len(bytes_))] = rng.randrange(256)
    path.write_bytes(bytes_[:rng.randrange(4096, len(bytes_))] if rng.random() < 0.1 else bytes_)
    code = main(["verify", str(path)])
    assert code in (1, 2) or contents(path) == good, "not found"
    assert "Traceback" not in capsys.readouterr().err
    starts(path)


@pytest.mark.parametrize(("lie", "why"), [
    ("UPDATE meta SET value = '[]' WHERE key = 'standings'", "the standings in the store cannot be read"),
    ("UPDATE meta SET value = 'soon' WHERE key = 'journal_end'", "cannot be read"),
    ("UPDATE checkpoints SET body = X'7B7D'", "cannot be read"),
    ("UPDATE journal SET body = 5", "damaged"),
])
def test_a_server_that_cannot_go_on_says_why_and_ends(tmp_path, lie, why):
    """It must not hang, and the file is free for the next one."""
    config = ServerConfig(tables={"T-1": TableConfig(seats=2, min_teams=2)}, port=0, db=str(tmp_path / "arena.db"))

    async def opened() -> None:
        async with running(config):
            pass

    asyncio.run(opened())
    db = sqlite3.connect(config.db)
    assert db.execute(lie).rowcount >= 1
    db.commit()
    db.close()
    for _ in range(2):
        with pytest.raises(BadArena, match=why):
            asyncio.run(asyncio.wait_for(opened(), PATIENCE))


@pytest.mark.parametrize("damage", ["'{\"whole\":' || substr(body, 2, 40)", "CAST(CAST(body AS BLOB) || X'FF' AS TEXT)",
                                    "''", "7", "'null'", "X'FF'", "replace(body, '\"hand_no\"', '\"no\"')"])
def test_22_6_a_damaged_hand_ends_the_start_with_a_line_that_does_not_quote_it(tmp_path, capfd, damage):
    """The server counts the hands since the standings were last stored; SQLite's own error would quote the row."""
    path = tmp_path / "arena.db"
    played = Played(SqliteStore(path))
    played.join()
    played.moves(30)
    played.store.close()
    with closing(sqlite3.connect(path)) as db, db:
        db.execute(f"UPDATE hands SET body = {damage} WHERE place = 2")
    assert main(["arena", "--db", str(path), "--port", "0"]) == 2
    told = capfd.readouterr()
    assert "a hand in the store cannot be read: it is damaged" in told.err
    for hidden in ("Traceback", "whole", "startingStacks", "Ann"):
        assert hidden not in told.out + told.err


@pytest.mark.parametrize("asked", [lambda queries: queries.public_hand("H-2025-10-09-00002"),
                                   lambda queries: queries.opened_hand("H-2025-10-09-00002"),
                                   lambda queries: queries.hands(), lambda queries: queries.archive("M-1")])
def test_22_6_no_answer_quotes_a_damaged_hand(sound, tmp_path, asked):
    path = tmp_path / "a.db"
    path.write_bytes(sound)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("UPDATE hands SET body = CAST(CAST(body AS BLOB) || X'FF' AS TEXT)")
        assert db.execute("SELECT count(*) FROM hands WHERE hand_id = 'H-2025-10-09-00002'").fetchone() == (1,)
    with closing(SqliteStore.open_to_read(path)) as store, pytest.raises(BadArena) as refused:
        asked(store.queries)
    shown = "".join(traceback.format_exception(refused.value))
    assert "startingStacks" not in shown
    assert "Ann" not in shown


@pytest.mark.parametrize(("lie", "found"), [
    ("UPDATE meta SET value = value WHERE key = 'standings'", 0),
    ("UPDATE meta SET value = replace(value, '\"net\":', '\"net\":1') WHERE key = 'standings'", 1),
    ("UPDATE meta SET value = replace(value, '\"samples\":', '\"samples\":1') WHERE key = 'standings'", 1),
    ("UPDATE meta SET value = replace(value, '\"hands\":', '\"hands\":1') WHERE key = 'standings'", 1),
    ("UPDATE meta SET value = replace(value, '\"sum\":', '\"sum\":1') WHERE key = 'standings'", 1),
])
def test_standings_are_counted_again(tmp_path, capsys, monkeypatch, lie, found):
    """Written down in the middle, by a server that was started twice and has fewer tables the second time."""
    monkeypatch.setattr(hub, "STANDINGS_HANDS", 7)
    table = TableConfig(seats=3, starting_stack=200, min_teams=3, matches=0)
    names = {"T-1": table, "T-2": table, "P-1": TableConfig(seats=2, min_teams=2, practice=True)}

    async def hands(count: int, *tables: str) -> None:
        config = ServerConfig(tables={name: names[name] for name in tables}, port=0, db=str(tmp_path / "a.db"),
                              house_bots=3, line_up=("random", "caller", "folder"), pace=Pace())
        async with running(config) as server:
            while server.hub.counts.hands < count:
                await asyncio.sleep(0.01)

    asyncio.run(hands(40, "T-1", "T-2", "P-1"))
    asyncio.run(hands(40, "T-1"))
    db = sqlite3.connect(tmp_path / "a.db")
    assert db.execute(lie).rowcount == 1
    db.commit()
    db.close()
    assert main(["verify", str(tmp_path / "a.db")]) == found
    assert ("the standings" in capsys.readouterr().out) == bool(found)


def test_nothing_of_what_was_found_is_told(sound, tmp_path, capsys):
    """A torn letter in a record: SQLite would quote the text before it, hidden cards and all."""
    path = tmp_path / "a.db"
    path.write_bytes(sound)
    db = sqlite3.connect(path)
    db.execute("UPDATE hands SET body = CAST(CAST(body AS BLOB) || X'FF' AS TEXT)")
    db.commit()
    db.close()
    assert main(["verify", str(path)]) == 1
    told = capsys.readouterr()
    assert "WRONG" in told.out
    assert '"whole"' not in told.out + told.err
    assert "table_id" not in told.out + told.err
