"""`croupier arena`, `bot` and `verify`: what they say when something is not as they want it."""

from __future__ import annotations

import asyncio
import logging
import socket

import pytest

from croupier.arena.core.config import BadArena, TableConfig
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.server.run import ServerConfig, running
from croupier.bots.load import names
from croupier.cli import main
from croupier.cli.arena import ArenaOptions, server_config, with_file
from croupier.cli.arena_files import load, roster_of
from croupier.cli.logs import AsText
from croupier.cli.watch import _watch


@pytest.mark.parametrize("port", ["99999", "65536", "-1"])
def test_a_port_that_is_none(tmp_path, capsys, port):
    assert main(["arena", "--port", port, "--db", str(tmp_path / "a.db")]) == 2
    assert "a port is a number from 0 (any) to 65535" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_settings_that_are_no_text(tmp_path):
    path = tmp_path / "arena.toml"
    path.write_bytes(b"\xff\xfe")
    for read in (load, roster_of):
        with pytest.raises(BadArena, match="not UTF-8 text"):
            read(path)


def test_a_roster_is_named_once(tmp_path):
    path = tmp_path / "roster.csv"
    path.write_text("Ann,1\nann,2\n")
    with pytest.raises(BadArena, match="twice") as told:
        roster_of(path)
    assert str(told.value).count("roster.csv") == 1


@pytest.mark.parametrize(("lines", "said"), [("# teams\nAnn,1\nBob\n", "line 3: every line is team,code"),
                                             ("team,code\nAnn,1\nANN,2\n", "line 3: ANN is listed twice")])
def test_a_roster_that_is_wrong_says_where(tmp_path, lines, said):
    path = tmp_path / "roster.csv"
    path.write_text(lines)
    with pytest.raises(BadArena, match=said):
        roster_of(path)


@pytest.mark.parametrize("other", ["alpha", '"Alpha "'])
def test_T1_a_roster_of_toml_is_named_once(tmp_path, other):
    teams = f'Alpha = "c1"\n{other} = "c2"\n'
    for path, text, read in ((tmp_path / "roster.toml", teams, roster_of),
                             (tmp_path / "arena.toml", f"[roster]\n{teams}",
                              lambda path: with_file(ArenaOptions(config=str(path))))):
        path.write_text(text)
        with pytest.raises(BadArena, match="is listed twice"):
            read(path)


@pytest.mark.parametrize("wrong", ["sb = 'x'", "chairs = 3", "sb = 200"])
def test_a_table_that_is_wrong_is_named(tmp_path, wrong):
    path = tmp_path / "arena.toml"
    path.write_text(f"[tables.T-1]\nseats = 3\n[tables.T-2]\n{wrong}\n")
    with pytest.raises(BadArena, match=r"^\[tables\.T-2\]: ") as told:
        server_config(*with_file(ArenaOptions(config=str(path))))
    assert "table: " not in str(told.value)


@pytest.mark.parametrize("make", [lambda path: path.write_bytes(b""), lambda path: SqliteStore(path).close()])
def test_an_empty_store_that_was_there_stays(tmp_path, make):
    make(tmp_path / "a.db")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert main(["arena", "--port", str(taken.getsockname()[1]), "--db", str(tmp_path / "a.db")]) != 0
    assert (tmp_path / "a.db").exists()


def test_a_file_that_is_no_store_stays(tmp_path):
    path = tmp_path / "a.db"
    path.write_bytes(b"something else " * 100)
    with pytest.raises(BadArena):
        SqliteStore(path)
    assert path.read_bytes() == b"something else " * 100


def test_who_watches_a_table_that_is_none_learns_which_there_are(capsys):
    tables = {"T-1": TableConfig(), "T-2": TableConfig()}

    async def body() -> None:
        async with running(ServerConfig(tables=tables, port=0)) as server:
            for _ in range(10):
                with pytest.raises(ConnectionError, match="no such table: there are T-1, T-2"):
                    await _watch(f"{server.ws_url}?table=T-9", True, None)

    asyncio.run(body())


def test_a_second_arena_on_a_store_is_told_so(tmp_path):
    first = SqliteStore(tmp_path / "a.db")
    with pytest.raises(BadArena, match="another arena has it open"):
        SqliteStore(tmp_path / "a.db")
    first.close()
    SqliteStore(tmp_path / "a.db").close()


def test_a_lock_that_is_none_is_not_taken_for_another_arena(tmp_path):
    (tmp_path / "a.db-lock").write_bytes(b"no database " * 100)
    with pytest.raises(BadArena, match=r"a\.db-lock cannot be locked: file is not a database"):
        SqliteStore(tmp_path / "a.db")
    (tmp_path / "b.db").mkdir()
    with pytest.raises(BadArena, match=r"b\.db.* cannot be used"):
        SqliteStore(tmp_path / "b.db")


def test_a_receipt_wants_a_store(tmp_path, capsys):
    path = tmp_path / "empty.db"
    path.write_bytes(b"")
    assert main(["verify", str(path), "--receipt", "12-" + "ab" * 32]) == 2
    assert "needs an arena's store" in capsys.readouterr().err


def test_the_house_has_each_bot_once():
    assert len(set(names())) == len(names())


def test_a_line_names_the_address_where_one_matters():
    record = logging.LogRecord("croupier", logging.WARNING, "", 0, "refused", (), None)
    assert AsText("%(message)s").format(record) == "refused"
    record.address = "127.0.0.1"
    assert AsText("%(message)s").format(record) == "refused [127.0.0.1]"
