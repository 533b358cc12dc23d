"""`stats`, `convert`, `replay` and `verify` read an arena's store and a match archive like any other file.

Issue 22, item 16.
"""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest
from test_commands import Captured, refused

import croupier
from croupier.arena.journal.sqlite import SqliteStore
from croupier.cli import main
from croupier.notation.json import as_dict


def bodies(count: int = 3) -> list[dict[str, object]]:
    """Hands as an arena keeps them, played at random, and one hand of another game."""
    found: list[dict[str, object]] = []
    for number in range(1, count + 1):
        hand = croupier.holdem(sb=1, bb=2).deal([100, 100, 100], button=0, seed=number)
        while not hand.is_over:
            hand.fold()
        name = f"H-2026-11-17-{number:05}"
        record = croupier.record_of(hand, ["Ann", "Bob", "Cid"])
        record.fields["hand"] = name
        whole = as_dict(record)
        found.append({"hand_id": name, "hand_no": number, "void": False, "whole": whole, "public": whole})
    other = {"game": "simple-poker", "actions": []}
    found.append({"hand_id": "H-2026-11-17-00099", "hand_no": 99, "void": False, "whole": other, "public": other})
    return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """An arena's store with three poker hands and one of another game."""
    path = tmp_path / "arena.db"
    SqliteStore(path).close()
    with sqlite3.connect(path) as database:
        for number, body in enumerate(bodies(), 1):
            database.execute("INSERT INTO hands (hand_id, number, match_id, hand_no, table_id, body)"
                             " VALUES (?, ?, 'M-1', ?, 'T-1', ?)", (body["hand_id"], number, number, json.dumps(body)))
    database.close()
    return path


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """The archive of a match with the same hands."""
    hands = [{**body, "record": body.pop("whole")} for body in bodies()]
    path = tmp_path / "match.json"
    path.write_text(json.dumps({"format": "croupier-match-1", "match_id": "M-1", "hands": hands}))
    return path


@pytest.fixture(params=["store", "archive"])
def source(request: pytest.FixtureRequest) -> Path:
    found: Path = request.getfixturevalue(request.param)
    return found


def test_load_gives_the_hands_in_order(source: Path) -> None:
    hands = list(croupier.load(source, errors="keep"))
    assert [hand.key for hand in hands] == [f"H-2026-11-17-{number:05}" for number in (1, 2, 3, 99)]
    assert [croupier.Replay(hand).status for hand in hands] == ["ok", "ok", "ok", "unsupported"]
    assert "??" not in "".join(hands[0].actions)


def test_stats_counts_its_players(capsys: Captured, source: Path) -> None:
    assert main(["stats", str(source), "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert (counted["hands"], counted["skipped"]) == (3, {"unsupported": 1})
    assert set(counted["players"]) == {"Ann", "Bob", "Cid"}


def test_convert_writes_its_poker_hands_and_names_the_others(capsys: Captured, source: Path) -> None:
    target = source.with_name("out.phhs")
    assert main(["convert", str(source), str(target), "--workers", "1"]) == 1
    assert "a hand of simple-poker, which is not poker" in capsys.readouterr().err
    assert len(list(croupier.load(target))) == 3


def test_replay_finds_a_hand_by_its_id(capsys: Captured, source: Path) -> None:
    assert main(["replay", str(source), "--hand", "H-2026-11-17-00002", "--all"]) == 0
    assert "H-2026-11-17-00002" in capsys.readouterr().out


def test_verify_replays_the_stores_of_a_folder(capsys: Captured, store: Path) -> None:
    assert main(["verify", str(store.parent), "--workers", "1"]) == 0
    assert "4 hands, 0 failed" in capsys.readouterr().out


def test_a_damaged_row_and_another_database_are_reported(capsys: Captured, store: Path, tmp_path: Path) -> None:
    with sqlite3.connect(store) as database:
        database.execute("UPDATE hands SET body = '{' WHERE number = 2")
    database.close()
    damaged = [hand.damage for hand in croupier.load(store, errors="keep") if hand.damage]
    assert len(damaged) == 1
    assert "a damaged hand" in str(damaged[0])
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as database:
        database.execute("CREATE TABLE something (a)")
    database.close()
    hand, = croupier.load(other, errors="keep")
    assert "this database is not an arena's store" in str(hand.damage)
    assert "no hand could be replayed" in refused(capsys, 1, "stats", str(other))
