"""What is kept: stores that open, refuse and hide; archives that anybody can check, and whose every lie is found."""

from __future__ import annotations

import copy
import os
import random
import sqlite3
import stat
from collections.abc import Iterator
from typing import Any

import pytest

from croupier.arena.core.config import BadArena
from croupier.arena.core.effects import Disconnected, HandBegun
from croupier.arena.core.outbox import Batch
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.journal.store import StoreFailed
from croupier.arena.verify.match import find_problems

from .driver import NOON, SECRET, Arena, table_of
from .stores import give_matches, stored


def played(seed: int = 5, teams: int = 4, moves: int = 100_000, **config) -> tuple[SqliteStore, Arena]:
    """A store with a match of random play in it, nonces, a void hand and a removed team among it."""
    arena, clients = table_of(teams, starting_stack=1500, operator_code="op", frames_per_second=1000, **config)
    clients[0].says(type="nonce", nonce="ab" * 32)
    operator = arena.operator()
    chance = random.Random(seed)
    for move in range(moves):
        if arena.table.is_done:
            break
        arena.now += 100
        if move == 10:
            operator.says(type="operator", command="VOID")
        if move == 25:
            clients[2].says(type="nonce", nonce="cd" * 32)
        if move == 40:
            operator.says(type="operator", command="REMOVE", team="Cy")
        act = arena.actor().act
        word = chance.choice(act["legal"])
        size = "max_raise_to" if chance.random() < 0.1 and move > 40 else "min_raise_to"
        arena.actor().acts(word, act[size] if word == "RAISE_TO" else None)
    return stored(arena.effects, secret=SECRET), arena


@pytest.fixture(scope="module")
def archive():
    store, arena = played()
    assert arena.table.is_done
    value = store.queries.archive("M-1")
    assert value is not None
    return value


def test_an_honest_archive_has_no_problems(archive):
    assert list(find_problems(archive)) == []
    assert len(archive["hands"]) > 10
    assert any(hand["void"] for hand in archive["hands"])
    assert archive["removed"]
    assert archive["hands"][0]["nonces"] == {}  # hand 1 had begun when the nonce came: it counts from the next one (T6)
    assert archive["hands"][1]["nonces"] == {"0": "ab" * 32}


LIES = {
    "a commitment": lambda match: match.update(commit="00" * 32),
    "a secret": lambda match: match.update(secret="11" * 32),
    "a card": lambda match: match["hands"][3]["record"]["actions"].__setitem__(0, "d dh p1 AhAd"),
    "a nonce": lambda match: match["hands"][4]["nonces"].update({"0": "ff" * 32}),
    "a missing hand": lambda match: match["hands"].pop(2),
    "a stack": lambda match: match["hands"][5]["stacks"].update({min(match["hands"][5]["stacks"]): 1}),
    "a button": lambda match: match["hands"][5].update(button=min(int(seat) for seat in match["hands"][5]["stacks"]
                                                                  if int(seat) != match["hands"][5]["button"])),
    "a result": lambda match: match["hands"][6]["results"].update({min(match["hands"][6]["results"]): 7777}),
    "a raise nobody may make": lambda match: match["hands"][7]["record"]["actions"].insert(4, "p1 cbr 1"),
    "a winner": lambda match: match["ended"]["standings"][0].update(stack=1),
    "a void hand that was not listed": lambda match: match["ended"].update(void=[]),
    "chips left in": lambda match: match.update(removed=[]),
    "a hand no number": lambda match: match["hands"][2].update(hand_no=99),
    "another name": lambda match: match["hands"][3]["seats"].update({min(match["hands"][3]["seats"]): "Zoe"}),
    "another name in all hands": lambda match: [hand["seats"].update({"0": "Zoe"}) for hand in match["hands"]
                                                if "0" in hand["seats"]],
    "names changed": lambda match: match["hands"][3]["record"]["players"].reverse(),
    "another game": lambda match: match["hands"][3]["record"].update(variant="PO"),
    "another date": lambda match: match["hands"][3]["record"].update(year=1999),
    "an hour earlier": lambda match: match["hands"][3].update(begun_ms=match["hands"][3]["begun_ms"] - 3_600_000),
    "an end before the beginning": lambda match: match["hands"][3].update(ended_ms=0),
    "an end of the match before its hands": lambda match: match["ended"].update(ended_ms=0),
    "an id of another day": lambda match: match["hands"][3].update(hand_id="H-1999-01-01-00004"),
    "an id twice": lambda match: match["hands"][3].update(hand_id=match["hands"][2]["hand_id"]),
    "a hand of another match": lambda match: match["hands"][3].update(match_id="M-77"),
    "another table": lambda match: match["ended"].update(table_id="T-77"),
    "a place": lambda match: match["ended"]["standings"][1].update(place=3),
    "a loser left out": lambda match: match["ended"]["standings"].pop(),
    "a secret that should have stayed": lambda match: match["ended"].update(revealed=False),
    "a seating": lambda match: match["hands"][3].update(seating=[{"seat": 0, "team": "Ann"}]),
    "half a void": lambda match: match["hands"][3].update(void=0),
    "no stacks": lambda match: match["hands"][3].update(stacks={}),
    "an endless number": lambda match: match["hands"][3].update(hand_no=1 << 70),
    "a torn action": lambda match: match["hands"][3]["record"]["actions"].__setitem__(4, "p1"),
}


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(archive, lie):
    changed = copy.deepcopy(archive)
    LIES[lie](changed)
    assert list(find_problems(changed))


NEEDS_SECRET = ("a commitment", "a secret", "a card", "a nonce", "a raise nobody may make", "another game",
                "another date", "a secret that should have stayed")
HIDDEN_LIES = [lie for lie in LIES if lie not in NEEDS_SECRET]
"""What is found without the secret, too."""


@pytest.mark.parametrize("lie", HIDDEN_LIES)
def test_lies_are_found_before_the_secret_is_known(archive, lie):
    changed = copy.deepcopy(archive) | {"secret": None}
    assert list(find_problems(changed)) == []
    LIES[lie](changed)
    assert list(find_problems(changed))


RUBBISH = (None, "", "x", -1, 0, 1, 1 << 70, -(1 << 63), 1.5, float("inf"), [], {}, [[]], True, "AhAh", "p9 f",
           [1] * 50, "p1 cbr 99999999999999999999", "0" * 64, 10**12)


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to everything in an archive."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield (*path, key)
        yield from places(value[key], (*path, key))


@pytest.mark.parametrize("seed", range(8))
def test_whatever_stands_anywhere_nothing_is_raised_and_no_lie_about_a_hand_is_missed(archive, seed):
    rng, ways = random.Random(seed), list(places(archive))
    for _ in range(25):
        changed, way = copy.deepcopy(archive), rng.choice(ways)
        where = changed
        for key in way[:-1]:
            where = where[key]
        before, where[way[-1]] = where[way[-1]], rng.choice(RUBBISH)
        found = list(find_problems(changed))
        if where[way[-1]] != before and way[0] == "hands" and way[-1] not in ("receipt", "begun_ms", "ended_ms"):
            assert found or (way[-1] == "seating" and not where[way[-1]]), (way, where[way[-1]])


def test_a_team_that_was_removed_before_it_was_dealt_in_is_no_lie():
    arena, _ = table_of(2, starting_stack=400, late_entry_hands=5, seats=4, operator_code="op")
    arena.join("Cy")
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    for _ in range(200):
        if arena.table.is_done:
            break
        arena.now += 100
        act = arena.actor().act
        arena.actor().acts("RAISE_TO" if "RAISE_TO" in act["legal"] else "CALL", act.get("max_raise_to"))
    archive = stored(arena.effects, secret=SECRET).queries.archive("M-1")
    assert archive is not None
    assert [row["team"] for row in archive["removed"]] == ["Cy"]
    assert [row["place"] for row in archive["ended"]["standings"]] == [1, 2, 3]  # the lowest place that was open (T5)
    assert list(find_problems(archive)) == []


def test_rubbish_is_reported_and_not_raised():
    for value in ({}, {"format": "croupier-match-1"}, {"format": "x"}, {"format": "croupier-match-1", "match_id": 7}):
        assert list(find_problems(value))


def test_T6_the_secret_stays_in_until_the_match_has_ended():
    store, arena = played(moves=30)
    assert not arena.table.is_done
    told = store.queries.archive("M-1")
    assert told is not None
    assert told["secret"] is None
    assert list(find_problems(told)) == []
    assert SECRET.hex() not in str(told)
    whole = store.queries.archive("M-1", everything=True)
    assert whole is not None
    assert whole["secret"] == SECRET.hex()
    assert list(find_problems(whole)) == []


@pytest.mark.parametrize("reveal", ["auditor", "never"])
def test_T6_a_table_that_does_not_reveal(reveal):
    store, arena = played(reveal=reveal)
    assert arena.table.is_done
    told = store.queries.archive("M-1")
    assert told is not None
    assert told["secret"] is None
    assert "secret" not in arena.clients[1].last("match_end")["deal"]
    assert SECRET.hex() not in str(told)
    assert SECRET.hex().encode() not in b"".join(arena.clients[1].raw)


def test_B12_folded_cards_are_hidden_in_public_hands_and_open_in_a_revealed_archive(archive):
    store, _ = played()
    for shown, whole in zip(reversed(store.queries.hands(limit=1000)), archive["hands"]):
        assert shown["hand_id"] == whole["hand_id"]
        assert not any("?" in action for action in whole["record"]["actions"])
        folded = {action.split()[0] for action in shown["record"]["actions"] if action.endswith(" f")}
        for action in shown["record"]["actions"]:
            if action.startswith("d dh") and action.split()[2] in folded:
                assert action.endswith("????")


def test_T8_hand_numbers_go_on_where_the_store_ends(tmp_path):
    store = SqliteStore(tmp_path / "a.db")
    assert store.queries.last_hand() == 0
    store.commit(Batch(records=[HandBegun("T-1", "M-1", 1, "H-2025-10-09-00041", NOON)]))
    store.close()
    assert SqliteStore(tmp_path / "a.db").queries.last_hand() == 41


def test_a_store_is_for_its_owner_and_for_one_process(tmp_path):
    path = tmp_path / "a.db"
    store = SqliteStore(path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with pytest.raises(BadArena, match="locked"):
        SqliteStore(path)
    store.close()
    SqliteStore(path).close()


@pytest.mark.parametrize("change", ["ALTER TABLE hands ADD COLUMN more", "DROP TABLE removed",
                                    "CREATE TABLE more (number INTEGER)"])
def test_a_store_with_other_tables_is_refused_to_servers_and_readers(tmp_path, change):
    SqliteStore(tmp_path / "a.db").close()
    db = sqlite3.connect(tmp_path / "a.db")
    db.execute(change)
    db.commit()
    db.close()
    for opened in (SqliteStore, SqliteStore.open_to_read):
        with pytest.raises(BadArena, match="another version of croupier"):
            opened(tmp_path / "a.db")


def test_a_file_that_is_not_a_store_is_refused(tmp_path):
    (tmp_path / "b.db").write_bytes(b"no database at all, but long enough to be looked at" * 20)
    with pytest.raises(BadArena, match="not a database"):
        SqliteStore(tmp_path / "b.db")
    with pytest.raises(BadArena):
        SqliteStore(tmp_path / "no" / "folder.db")


def test_a_failed_write_is_named():
    store = SqliteStore()
    give_matches(store, ["M-1"], SECRET)
    with pytest.raises(StoreFailed, match="UNIQUE"):
        give_matches(store, ["M-1"], SECRET)


def test_the_host_gives_records_before_frames():
    arena, clients = table_of(2, hand_pause_ms=1000)
    before = len(arena.effects)
    clients[0].acts("FOLD")
    kinds = [type(effect).__name__ for effect in arena.effects[before:]]
    assert kinds[0] == "HandDone"
    assert "HandDone" not in kinds[1:]
    arena.put(Disconnected(clients[0].conn))
