"""A match ends even if nobody plays: after `WALKS_MAX` hands in a row that were folded to the forced bets."""

from __future__ import annotations

import json
from typing import Any

import pytest

from arena.driver import Arena, table_of
from croupier.arena.core.match_key import WALKS_MAX
from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.match import find_problems

from .played import Played


def fold_hands(arena: Arena, count: int) -> None:
    """Let everybody fold for this many hands, or until the match has ended."""
    for _ in range(count):
        hand = arena.hand_id
        while arena.table.prompt is not None and arena.hand_id == hand:
            actor = arena.actor()
            actor.acts("BRING_IN" if {"action": "BRING_IN"} in actor.act["legal"] else "FOLD")


@pytest.mark.parametrize(("seats", "variant"), [(2, "NT"), (3, "NT"), (3, "F7S"), (2, "F2L3D")])
def test_a_match_of_seats_that_always_fold_ends(seats: int, variant: str) -> None:
    arena, clients = table_of(seats, variant=variant, matches=1)
    fold_hands(arena, WALKS_MAX - 1)
    assert not clients[0].of("match_end")
    fold_hands(arena, 1)
    ended = clients[0].last("match_end")
    assert ended["why"] == "walks"
    assert sum(row["stack"] for row in ended["final_stacks"]) == seats * 1000
    best = max(row["stack"] for row in ended["final_stacks"])
    assert [row["stack"] for row in ended["final_stacks"] if row["place"] == 1] == [best] * sum(
        row["stack"] == best for row in ended["final_stacks"])


@pytest.mark.parametrize("line", ["c x x x x x x x", "40 f"])
def test_any_other_hand_starts_the_count_again(line: str) -> None:
    arena, clients = table_of(2, matches=1)
    fold_hands(arena, WALKS_MAX - 1)
    arena.line(line)
    fold_hands(arena, WALKS_MAX - 1)
    assert not clients[0].of("match_end")
    fold_hands(arena, 1)
    assert clients[0].last("match_end")["why"] == "walks"


def test_a_void_hand_does_not_count() -> None:
    arena, clients = table_of(2, matches=1, operator_code="op")
    fold_hands(arena, WALKS_MAX - 1)
    arena.operator().says(type="operator", command="VOID")
    assert not clients[0].of("match_end")
    fold_hands(arena, 1)
    assert clients[0].last("match_end")["deal"]["void"] == [WALKS_MAX]


def test_a_match_of_fixed_length_plays_all_its_hands() -> None:
    arena, clients = table_of(2, matches=1, match_hands=WALKS_MAX + 5)
    fold_hands(arena, WALKS_MAX + 5)
    ended = clients[0].last("match_end")
    assert ended["deal"]["hands"] == WALKS_MAX + 5
    assert "why" not in ended


class Folding(Played):
    """Players who fold whatever they are asked."""

    def answer(self, frame: dict[str, Any]) -> dict[str, Any]:
        return {"action": "FOLD"}


def test_the_archive_of_such_a_match_is_verified_and_the_count_survives_a_restart() -> None:
    played = Folding(SqliteStore(), matches=1, timeouts="fold")
    played.join()
    while played.table.match.walks < WALKS_MAX // 2:
        played.move()
    played.restart()
    assert played.table.match.walks in (WALKS_MAX // 2 - 1, WALKS_MAX // 2)
    played.join(11)
    while not played.table.match.over:
        played.move()
    (match,) = played.store.queries.matches()
    archive = json.loads(json.dumps(played.store.queries.archive(match["match_id"], everything=True)))
    assert len(archive["hands"]) - len(archive["ended"]["void"]) == WALKS_MAX
    assert list(find_problems(archive)) == []
    archive["hands"][-1]["record"]["actions"][-1] = "p1 cc"
    assert any("more than one stack" in problem for problem in find_problems(archive))
