"""Matches of fixed length (`match_hands`): every hand begins with the same stack, and the most chips won win."""

from __future__ import annotations

import json

import pytest

from arena.driver import Arena
from arena.played import Played
from croupier.arena.core.config import BadArena, TableConfig, checked
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.server.standings import Standings
from croupier.arena.verify.match import find_problems
from croupier.cli.app import Misused
from croupier.cli.arena import ArenaOptions, server_config, with_file
from croupier.errors import Error

THREE = {"seats": 3, "min_teams": 3, "starting_stack": 1000, "sb": 10, "bb": 20}


def opened(hands: int, **config: object) -> tuple[Arena, list]:
    arena = Arena(match_hands=hands, **{**THREE, **config})
    return arena, [arena.join(name) for name in ("Ann", "Bob", "Cy")[:arena.table.config.seats]]


def all_in(arena: Arena) -> None:
    """Everybody moves all-in until the hand is over."""
    hand = arena.hand_id
    while arena.hand_id == hand and arena.table.in_hand:
        act = arena.actor().act
        arena.actor().acts("RAISE_TO", act["max_raise_to"]) if "max_raise_to" in act else arena.actor().acts("CALL")


def test_every_hand_begins_with_the_starting_stack_and_nobody_is_out():
    arena, (ann, *_) = opened(3)
    assert ann.last("welcome")["config"]["match_hands"] == 3
    for _ in range(3):
        all_in(arena)
    starts = ann.of("start_hand")
    assert [[row["stack"] for row in start["stacks"]] for start in starts[:3]] == [[1000] * 3] * 3
    assert [start["button"] for start in starts[:3]] == [0, 1, 2]
    assert "ELIMINATED" not in ann.evs
    assert any(row["stack"] == 0 for row in ann.of("end_hand")[0]["stacks"])


def test_the_match_ends_after_its_hands_and_the_most_chips_won_win():
    arena, (ann, *_) = opened(4)
    for _ in range(4):
        all_in(arena)
    end = ann.last("match_end")
    won = dict.fromkeys(range(3), 0)
    for hand in ann.of("end_hand"):
        for row in hand["results"]:
            won[row["seat"]] += row["net"]
    rows = {row["seat"]: row for row in end["final_stacks"]}
    assert {seat: row["net"] for seat, row in rows.items()} == won
    assert sum(won.values()) == 0
    assert rows[end["winner"]["seat"]]["net"] == max(won.values())
    assert [row["place"] for row in end["final_stacks"]] == sorted(row["place"] for row in rows.values())
    assert end["deal"]["hands"] == 4


def test_entry_closes_with_the_first_hand():
    arena, _ = opened(5, seats=4, min_teams=2, matches=2)
    late = arena.join("Dee")
    assert late.last("welcome")["waits_for"] == "match"


def test_a_void_hand_does_not_count():
    arena, (ann, *_) = opened(2, operator_code="op")
    arena.table.void_hand(arena.now)
    arena.table.consider(arena.now)
    all_in(arena)
    assert not ann.of("match_end")
    all_in(arena)
    assert ann.last("match_end")["deal"]["void"] == [1]


def test_a_removed_team_is_last_and_the_others_play_on():
    arena, (ann, *_) = opened(3, operator_code="op")
    all_in(arena)
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    all_in(arena)
    all_in(arena)
    rows = {row["team"]: row for row in ann.last("match_end")["final_stacks"]}
    assert (rows["Cy"]["place"], rows["Cy"]["stack"]) == (3, 0)
    assert sum(row["net"] for row in rows.values()) == 0
    standings = Standings()
    for effect in arena.effects:
        if isinstance(effect, HandDone | MatchDone):
            standings.count(effect, arena.table.config)
    assert {row["team"]: row["net"] for row in standings.rows()} == {team: row["net"] for team, row in rows.items()}


def test_with_one_team_left_the_match_is_over():
    arena, (ann, *_) = opened(9, operator_code="op", seats=2, min_teams=2)
    all_in(arena)
    arena.operator().says(type="operator", command="REMOVE", team="Bob")
    arena.line("f") if arena.table.in_hand else None
    assert ann.last("match_end")["winner"]["team"] == "Ann"


def test_the_archive_is_verified_and_a_restart_goes_on_with_the_same_totals():
    played = Played(match_hands=8, matches=1, seed=4)
    played.join()
    played.moves(40)
    before = dict(played.table.match.nets)
    assert before
    assert not played.table.match.over
    played.restart(1000)
    assert played.table.match.nets == before
    played.join(11)
    while not played.table.match.over:
        played.move()
    archive = played.store.queries.archive("M-1", everything=True)
    assert list(find_problems(archive)) == []
    assert len(archive["hands"]) == 8
    archive["ended"]["standings"][0]["net"] += 1
    assert any("standings" in problem for problem in find_problems(archive))
    archive["ended"]["standings"][0]["net"] -= 1
    archive["hands"][3]["stacks"]["0"] += 1
    assert any("begins with 601, not with 600" in problem for problem in find_problems(archive))


def test_an_archive_that_stops_before_its_last_hand_has_not_ended():
    played = Played(match_hands=2, matches=1, seed=4)
    played.join()
    while not played.table.match.over:
        played.move()
    archive = json.loads(json.dumps(played.store.queries.archive("M-1", everything=True)))
    archive["config"]["match_hands"] = 3
    assert "the match has ended before its 3 hands were played" in list(find_problems(archive))


@pytest.mark.parametrize("config", [{"match_hands": 5, "format": "cash"}, {"match_hands": 5, "variant": "sting"},
                                    {"match_hands": -1}, {"cap_heads_up": True}, {"cap_heads_up": True, "seats": 3,
                                                                                  "variant": "sting"}])
def test_tables_without_such_matches_refuse_the_option(config):
    with pytest.raises(Error, match=r"match_hands|cap_heads_up"):
        checked(TableConfig(**{"seats": 3, "min_teams": 3, **config}))


def test_B13_a_limit_table_may_keep_its_cap_heads_up():
    arena = Arena(variant="FT", seats=2, starting_stack=5000, sb=10, bb=20, cap_heads_up=True)
    ann, _ = arena.join("Ann"), arena.join("Bob")
    assert ann.last("welcome")["config"]["cap_heads_up"] is True
    for to in (40, 60, 80):
        arena.actor().acts("RAISE_TO", to)
    assert "RAISE_TO" not in arena.actor().act["legal"]
    free = Arena(variant="FT", seats=2, starting_stack=5000, sb=10, bb=20)
    free.join("Ann"), free.join("Bob")
    for to in (40, 60, 80):
        free.actor().acts("RAISE_TO", to)
    assert free.actor().act["min_raise_to"] == 100


def test_the_command_line_opens_such_tables():
    table = server_config(*with_file(ArenaOptions(match_hands=200, game="FT", cap_heads_up=True))).tables["T-1"]
    assert (table.match_hands, table.cap_heads_up, table.variant) == (200, True, "FT")
    with pytest.raises(Misused, match="--match-hands is for matches"):
        server_config(*with_file(ArenaOptions(match_hands=200, cash=True)))
    with pytest.raises(BadArena, match="match_hands is for matches of poker"):
        server_config(*with_file(ArenaOptions(match_hands=200, game="genome:simple-poker")))
