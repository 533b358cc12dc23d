"""Files: a store that is damaged, missing or foreign; settings and rosters; hand files given to commands."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from tests.patience import PATIENCE

from .live import Live, begin_elsewhere, process
from .plan import attack

CODES = {0, 1, 2}


def command(*words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a croupier command to its end; memory is limited, so that nothing can bring the machine down."""
    done = subprocess.run(["prlimit", f"--as={6 << 30}", sys.executable, "-m", "croupier", *words], capture_output=True, text=True,
                          errors="replace", timeout=PATIENCE, cwd=folder)
    assert done.returncode in CODES, (done.returncode, done.stderr[-800:])
    assert "Traceback" not in done.stderr + done.stdout, done.stderr[-1500:]
    return done


@attack("operations page: the options' file", "exit code 2 and one line that names the file or the key; nothing opens", by_itself=True,
        nested=b"a = " + b"[" * 50_000, nested_keys=b".".join([b"a"] * 20_000) + b" = 1", not_utf8=b"host = '\xff'", null=b"host = '\0'",
        twice=b"sb = 1\nsb = 2", unknown_key=b"smallblind = 5", seats_text=b'seats = "6"', seats_true=b"seats = true", seats_float=b"seats = 2.5",
        seats_huge=b"seats = 1000000000000", seats_negative=b"seats = -2", stack_nan=b"stack = nan", stack_beyond=b"stack = 9223372036854775808",
        table_of_lists=b"[[tables.T-1]]\nseats = 2", unknown_limit=b"[limits]\nspeed = 5", limit_text=b'[limits]\nqueue = "many"',
        limit_negative=b"[limits]\nqueue = -1", roster_number=b"[roster]\nAnn = 5", roster_empty_code=b'[roster]\nAnn = ""',
        levels_wrong=b"[tables.T-1]\nlevels = [5]", levels_empty_row=b"[tables.T-1]\nlevels = [{}]", table_name=b'[tables."\\u0000"]\nseats = 2',
        pace_unknown=b'pace = "quick"', date=b"seats = 2020-01-01", blinds_reversed=b"sb = 100\nbb = 50")
def odd_settings(text: bytes) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "arena.toml").write_bytes(text)
        done = command("arena", "--port", "0", "--db", str(folder / "arena.db"), "--config", str(folder / "arena.toml"))
        assert done.returncode == 2, (done.returncode, done.stderr[-300:])
        assert len(done.stderr) < 2000, len(done.stderr)


@attack("T1, operations page: the roster", "exit code 2 and one line", by_itself=True,
        one_column=("teams.csv", b"Ann\nBob\n"), empty=("teams.csv", b""), twice=("teams.csv", b"Ann,a\nAnn,b\n"),
        alike=("teams.csv", "Ann,a\nＡnn,b\n".encode()), not_utf8=("teams.csv", b"\xff\xfe,a\n"), null=("teams.csv", b"A\0,b\n"),
        nested=("teams.toml", b"a = " + b"[" * 50_000), list_=("teams.toml", b"Ann = ['a']"), missing=("none.csv", None), folder=("folder", None))
def odd_roster(name: str, text: bytes | None) -> None:
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        (folder / "folder").mkdir()
        if text is not None:
            (folder / name).write_bytes(text)
        done = command("arena", "--port", "0", "--db", str(folder / "arena.db"), "--roster", str(folder / name))
        assert done.returncode == 2, (done.returncode, done.stderr[-300:])
        assert len(done.stderr) < 2000, len(done.stderr)


@attack("operations page: what the store may be", "exit code 1 or 2 and one line; the file is as it was", by_itself=True,
        text=b"hello\n" * 100, other_database="CREATE TABLE users (name)", folder=None, truncated="half", zeros=b"\0" * 8192, missing_folder="missing")
def odd_store(content: Any) -> None:
    with tempfile.TemporaryDirectory() as where:
        db = Path(where) / "arena.db"
        if content is None:
            db.mkdir()
        elif content == "missing":
            db = Path(where) / "no" / "arena.db"
        elif content == "half":
            play_a_little(Path(where))
            db.write_bytes(db.read_bytes()[:5000])
        elif isinstance(content, str):
            with sqlite3.connect(db) as connection:
                connection.execute(content)
            connection.close()
        else:
            db.write_bytes(content)
        before = db.read_bytes() if db.is_file() else b""
        done = command("arena", "--port", "0", "--db", str(db))
        assert done.returncode in (1, 2), done.stderr[-300:]
        assert (db.read_bytes() if db.is_file() else b"") == before


def play_a_little(folder: Path) -> None:
    """Leave a store in which some hands were played."""
    async def body() -> None:
        with process(folder=folder) as live:
            await begin_elsewhere(live)

    asyncio.run(body())


@attack("issue 22 item 6; operations page: damage", "a named fault without a word of the content; exit code 1", by_itself=True,
        hand_row="UPDATE hands SET record = 'secret-word' WHERE rowid = (SELECT max(rowid) FROM hands)",
        journal_row="UPDATE journal SET command = 'secret-word' WHERE number = (SELECT max(number) FROM journal)",
        journal_gap="DELETE FROM journal WHERE number = 3", no_journal="DROP TABLE journal", no_meta="DELETE FROM meta")
def damaged_row(statement: str) -> None:
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        play_a_little(folder)
        with sqlite3.connect(folder / "arena.db") as connection:
            try:
                connection.execute(statement)
            except sqlite3.OperationalError:  # the column has another name: spoil every text of that table instead
                table = statement.split()[1]
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                connection.execute(f"UPDATE {table} SET {columns[-1]} = 'secret-word'")
        connection.close()
        done = command("verify", str(folder / "arena.db"))
        assert done.returncode != 0, done.stdout[-300:]
        assert "secret-word" not in done.stdout + done.stderr
        done = subprocess.run([sys.executable, "-m", "croupier", "arena", "--port", "0", "--db", str(folder / "arena.db"), "--config",
                               str(folder / "arena.toml"), "--json"], capture_output=True, text=True, timeout=PATIENCE) \
            if "journal" in statement else done
        assert "Traceback" not in done.stderr
        assert "secret-word" not in done.stdout + done.stderr


@attack("issue 22 item 4; operations page: a store that fails", "dealing stops, one line says why, exit code 1, no traceback", by_itself=True,
        deleted="unlink", renamed="rename", truncated="truncate", wal_overwritten="wal", replaced="replace", folder_gone="folder", full="full")
def store_lost_while_playing(how: str) -> None:
    async def body(live: Live) -> None:
        with suppress(AssertionError, ConnectionError):  # a file that may not grow fails before the first hands are over
            await begin_elsewhere(live)
        spoil(live.db, how)
        for _ in range(int(PATIENCE * 20)):
            if live.process.poll() is not None:
                break
            await asyncio.sleep(0.05)
        assert live.ends() == 1, live.said()[-500:]
        assert "Traceback" not in live.said(), live.said()[-1500:]

    with tempfile.TemporaryDirectory() as where:
        folder = Path(where) / "records"
        folder.mkdir()
        with process(folder=folder, limit_bytes=300_000 if how == "full" else 0) as live:
            asyncio.run(body(live))


def spoil(db: Path, how: str) -> None:
    if how == "unlink":
        db.unlink()
    elif how == "rename":
        db.rename(db.with_suffix(".old"))
    elif how == "truncate":
        os.truncate(db, 0)
    elif how == "wal":
        wal = Path(f"{db}-wal")
        wal.write_bytes(os.urandom(max(4096, wal.stat().st_size)))
    elif how == "replace":
        other = db.with_suffix(".new")
        sqlite3.connect(other).execute("CREATE TABLE t (x)").connection.close()
        other.replace(db)
    elif how == "folder":
        db.parent.rename(db.parent.with_name("elsewhere"))


@attack("operations page: a second server, signals", "refused; killed: the same hand goes on; stopped: charged to nobody", by_itself=True,
        second_server="second", killed="kill", stopped="stop", hangup="hup")
def servers_and_signals(how: str) -> None:
    async def hand_of(live: Live) -> dict[str, Any]:
        ann, bob = await live.pair()
        _, _, prompt = await live.turn(ann, bob)
        return prompt

    async def snapshots(live: Live) -> list[dict[str, Any]]:
        return [await (await live.join(team)).until("snapshot") for team in ("Ann", "Bob")]

    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # a process started by nohup would hand on that it is ignored
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        with process(folder=folder) as live:
            prompt = asyncio.run(hand_of(live))
            if how == "second":
                done = command("arena", "--port", "0", "--db", str(live.db))
                assert done.returncode in (1, 2), done.stderr[-300:]
            elif how == "stop":
                live.process.send_signal(signal.SIGSTOP)
                live.process.send_signal(signal.SIGCONT)
            elif how == "kill":
                live.process.kill()
                live.ends()
            else:
                live.process.send_signal(signal.SIGHUP)  # ends it: below, nobody ignores the signal for it
                assert live.ends() in (0, 1, -signal.SIGHUP)
            if how in ("second", "stop"):
                found = asyncio.run(snapshots(live))
                assert {row["at_hand_id"] for row in found} == {prompt["hand_id"]}, found
                live.check_standing()
                return
        with process(folder=folder) as live:
            found = asyncio.run(snapshots(live))
            assert {row["at_hand_id"] for row in found} == {prompt["hand_id"]}, found
            assert prompt["decision"] in [row.get("decision") for row in found]


HANDS = {"phh": b"variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 100]\nactions = ['d dh p1 AhKh', "
                b"'d dh p2 QsQd', 'p1 f']\n"}


@attack("N12, operations page 39: notation files that lie", "exit code 0 to 2, no traceback, no output file after a failure", by_itself=True,
        empty=("a.phh", b""), nulls=("a.phh", b"\0" * 5000), nested=("a.phh", b"a = " + b"[" * 50_000), nested_json=("a.json", b"[" * 200_000),
        long_number=("a.phh", HANDS["phh"].replace(b"min_bet = 2", b"min_bet = " + b"9" * 100_000)), million_players=("a.phh", HANDS["phh"].replace(
            b"starting_stacks = [100, 100]", b"starting_stacks = [" + b"1," * 100_000 + b"1]")), infinite=("a.phh", HANDS["phh"].replace(b"100, 100", b"inf, nan")),
        negative=("a.phh", HANDS["phh"].replace(b"100, 100", b"-100, 100")), card_twice=("a.phh", HANDS["phh"].replace(b"QsQd", b"AhAh")),
        no_such_seat=("a.phh", HANDS["phh"].replace(b"p1 f", b"p9 f")), utf16=("a.phh", HANDS["phh"].decode().encode("utf-16")),
        latin=("a.txt", b"PokerStars Hand #1: Hold'em No Limit (\x801/\x802)\n"), stars_cut=("a.txt", b"PokerStars Hand #1: Hold'em No Limit ($1/$2 USD)\n"),
        long_line=("a.txt", b"PokerStars Hand #1:" + b"x" * 5_000_000), unknown_end=("a.xyz", HANDS["phh"]), json_bomb=("a.json", b'{"a":' * 50_000),
        zip_bomb=("a.zip", b"PK\x03\x04" + b"\0" * 100), fraction=("a.phh", HANDS["phh"].replace(b"min_bet = 2", b"min_bet = 1e-300")),
        bool_stack=("a.phh", HANDS["phh"].replace(b"100, 100", b"true, 100")), date_stack=("a.phh", HANDS["phh"].replace(b"100, 100", b"2020-01-01, 100")))
def odd_hand_file(name: str, text: bytes) -> None:
    with tempfile.TemporaryDirectory() as where:
        folder = Path(where)
        (folder / name).write_bytes(text)
        for words in (("verify", name), ("stats", name), ("convert", name, "out.phhs"), ("replay", name)):
            done = command(*words, folder=folder)
            if words[0] == "convert" and done.returncode:
                assert not (folder / "out.phhs").exists() or (folder / "out.phhs").stat().st_size, "an empty file was left"
