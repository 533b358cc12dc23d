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
from croupier.arena.core.effects import Disconnected, HandBegun, HandDone, MatchBegun, MatchDone, TeamRemoved
from croupier.arena.journal.sqlite import Store, StoreFailed
from croupier.arena.verify.match import problems

from .driver import NOON, SECRET, Arena, table_of

RECORDS = (MatchBegun, HandBegun, HandDone, MatchDone, TeamRemoved)


def played(seed: int = 5, teams: int = 4, moves: int = 100_000, **config) -> tuple[Store, Arena]:
    """A store with a match of random play in it, nonces, a void hand and a removed team among it."""
    store = Store()
    store.new_match("M-1", "T-1", SECRET, NOON)
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
    keep(store, arena)
    return store, arena


def keep(store: Store, arena: Arena) -> None:
    """Write down what came of things."""
    for effect in arena.effects:
        if isinstance(effect, RECORDS):
            store.keep(effect)


@pytest.fixture(scope="module")
def archive():
    store, arena = played()
    assert arena.table.is_done
    value = store.archive("M-1")
    assert value is not None
    return value


def test_an_honest_archive_has_no_problems(archive):
    assert list(problems(archive)) == []
    assert len(archive["hands"]) > 10
    assert any(hand["void"] for hand in archive["hands"])
    assert archive["removed"]
    assert archive["hands"][0]["nonces"] == {}  # hand 1 had begun when the nonce came: it counts from the next one (T6)
    assert archive["hands"][1]["nonces"] == {"0": "ab" * 32}


def test_an_archive_of_before_there_were_receipts_and_cash_tables_has_no_problems(archive):
    old = copy.deepcopy(archive)
    del old["opening"], old["ended"]["closing"]
    for hand in old["hands"]:
        del hand["receipt"], hand["seating"]
    assert list(problems(old)) == []


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
    assert list(problems(changed))


NEEDS_SECRET = ("a commitment", "a secret", "a card", "a nonce", "a raise nobody may make", "another game",
                "another date", "a secret that should have stayed")
HIDDEN_LIES = [lie for lie in LIES if lie not in NEEDS_SECRET]
"""What is found without the secret, too."""


@pytest.mark.parametrize("lie", HIDDEN_LIES)
def test_lies_are_found_before_the_secret_is_known(archive, lie):
    changed = copy.deepcopy(archive) | {"secret": None}
    assert list(problems(changed)) == []
    LIES[lie](changed)
    assert list(problems(changed))


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
        found = list(problems(changed))
        if where[way[-1]] != before and way[0] == "hands" and way[-1] not in ("receipt", "begun_ms", "ended_ms"):
            assert found or (way[-1] == "seating" and not where[way[-1]]), (way, where[way[-1]])


def test_a_team_that_was_removed_before_it_was_dealt_in_is_no_lie():
    store = Store()
    store.new_match("M-1", "T-1", SECRET, NOON)
    arena, _ = table_of(2, starting_stack=400, late_entry_hands=5, seats=4, operator_code="op")
    arena.join("Cy")
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    for _ in range(200):
        if arena.table.is_done:
            break
        arena.now += 100
        act = arena.actor().act
        arena.actor().acts("RAISE_TO" if "RAISE_TO" in act["legal"] else "CALL", act.get("max_raise_to"))
    keep(store, arena)
    archive = store.archive("M-1")
    assert archive is not None
    assert [row["team"] for row in archive["removed"]] == ["Cy"]
    assert [row["place"] for row in archive["ended"]["standings"]] == [1, 2, 2]  # out in one hand, with as much
    assert list(problems(archive)) == []


def test_rubbish_is_reported_and_not_raised():
    for value in ({}, {"format": "croupier-match-1"}, {"format": "x"}, {"format": "croupier-match-1", "match_id": 7}):
        assert list(problems(value))


def test_T6_the_secret_stays_in_until_the_match_has_ended():
    store, arena = played(moves=30)
    assert not arena.table.is_done
    told = store.archive("M-1")
    assert told is not None
    assert told["secret"] is None
    assert list(problems(told)) == []
    assert SECRET.hex() not in str(told)
    whole = store.archive("M-1", everything=True)
    assert whole is not None
    assert whole["secret"] == SECRET.hex()
    assert list(problems(whole)) == []


@pytest.mark.parametrize("reveal", ["auditor", "never"])
def test_T6_a_table_that_does_not_reveal(reveal):
    store, arena = played(reveal=reveal)
    assert arena.table.is_done
    told = store.archive("M-1")
    assert told is not None
    assert told["secret"] is None
    assert "secret" not in arena.clients[1].last("match_end")["deal"]
    assert SECRET.hex() not in str(told)
    assert SECRET.hex().encode() not in b"".join(arena.clients[1].raw)


def test_B12_folded_cards_are_hidden_in_public_hands_and_open_in_a_revealed_archive(archive):
    store, _ = played()
    for shown, whole in zip(reversed(store.hands(limit=1000)), archive["hands"]):
        assert shown["hand_id"] == whole["hand_id"]
        assert not any("?" in action for action in whole["record"]["actions"])
        folded = {action.split()[0] for action in shown["record"]["actions"] if action.endswith(" f")}
        for action in shown["record"]["actions"]:
            if action.startswith("d dh") and action.split()[2] in folded:
                assert action.endswith("????")


def test_T8_hand_numbers_go_on_where_the_store_ends(tmp_path):
    store = Store(tmp_path / "a.db")
    assert store.last_hand() == 0
    store.keep(HandBegun("T-1", "M-1", 1, "H-2025-10-09-00041", NOON))
    store.close()
    assert Store(tmp_path / "a.db").last_hand() == 41


def test_a_store_is_for_its_owner_and_for_one_process(tmp_path):
    path = tmp_path / "a.db"
    store = Store(path)
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    with pytest.raises(BadArena, match="locked"):
        Store(path)
    store.close()
    Store(path).close()


def test_a_store_of_a_newer_version_or_another_kind_is_refused(tmp_path):
    Store(tmp_path / "a.db").close()
    db = sqlite3.connect(tmp_path / "a.db")
    db.execute("UPDATE meta SET value = '99'")
    db.commit()
    db.close()
    with pytest.raises(BadArena, match="newer"):
        Store(tmp_path / "a.db")
    (tmp_path / "b.db").write_bytes(b"no database at all, but long enough to be looked at" * 20)
    with pytest.raises(BadArena, match="not a database"):
        Store(tmp_path / "b.db")
    with pytest.raises(BadArena):
        Store(tmp_path / "no" / "folder.db")


def test_a_failed_write_is_named():
    store = Store()
    store.new_match("M-1", "T-1", SECRET, NOON)
    with pytest.raises(StoreFailed):
        store.new_match("M-1", "T-1", SECRET, NOON)


def test_the_host_gives_records_before_frames():
    arena, clients = table_of(2, hand_pause_ms=1000)
    before = len(arena.effects)
    clients[0].acts("FOLD")
    kinds = [type(effect).__name__ for effect in arena.effects[before:]]
    assert kinds[0] == "HandDone"
    assert "HandDone" not in kinds[1:]
    arena.put(Disconnected(clients[0].conn))
