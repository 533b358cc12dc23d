"""T12: what a seat asks to be done when its time is up, and time banks. T5: how many teams a match waits for."""

from __future__ import annotations

import pytest

from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.server.standings import Standings

from .driver import Arena


def two(first: dict, second: dict, **config) -> tuple[Arena, list]:
    arena = Arena(seats=2, starting_stack=1000, sb=10, bb=20, move_time_ms=1000, **config)
    return arena, [arena.join("Ann", **first), arena.join("Bob", **second)]


@pytest.mark.parametrize(("hello", "word"), [({}, "CALL"), ({"on_timeout": "check-fold"}, "FOLD"),
                                             ({"on_timeout": "fold"}, "FOLD")])
def test_T12_a_seat_that_owes_and_does_not_answer(hello, word):
    arena, (ann, _) = two(hello, {})
    arena.wait(1000)
    event = next(frame for frame in ann.of("event") if frame.get("auto") == "timeout")
    assert (event["ev"], event["seat"]) == (word, 0)


def test_T12_check_fold_checks_when_nothing_is_owed():
    arena, (ann, bob) = two({}, {"on_timeout": "check-fold"})
    ann.acts("CALL")
    arena.wait(1000)
    event = next(frame for frame in bob.of("event") if frame.get("auto") == "timeout")
    assert (event["ev"], event["seat"]) == ("CHECK", 1)


def test_T12_another_wish_is_refused():
    arena = Arena(seats=2)
    assert arena.connect().says(type="hello", team="Ann", join_code="x", on_timeout="call")[0]["code"] == "BAD_SCHEMA"


def test_T12_a_time_bank_is_sent_used_after_the_move_time_and_not_given_again():
    arena, (ann, bob) = two({}, {}, time_bank_ms=5000)
    assert (ann.act["you"]["time_ms"], ann.act["you"]["time_bank_ms"]) == (1000, 5000)
    arena.wait(3000)  # 1000 of the move time, 2000 of the bank
    ann.acts("CALL")
    assert bob.act["you"]["time_bank_ms"] == 5000
    bob.acts("CHECK")
    bob.acts("CHECK")
    assert ann.act["you"]["time_bank_ms"] == 3000
    arena.wait(3999)
    assert not [frame for frame in ann.of("event") if frame.get("auto")]
    arena.wait(1)
    assert [frame["auto"] for frame in ann.of("event") if frame.get("auto")] == ["timeout"]


def test_T12_without_a_time_bank_act_says_nothing_of_it():
    _, (ann, _) = two({}, {})
    assert "time_bank_ms" not in ann.act["you"]


# -- T5 ----------------------------------------------------------------------------------------------------------------


def test_T5_a_match_waits_for_no_more_teams_than_can_still_come():
    roster = {name: f"{name}-code" for name in ("Ann", "Bob", "Cy")}
    arena = Arena(seats=3, min_teams=3, roster=roster, operator_code="op")
    arena.join("Ann")
    arena.join("Bob")
    operator = arena.operator()
    assert operator.says(type="operator", command="STATUS")[-1]["status"] == "waiting_for_players"
    cy = arena.join("Cy")
    assert cy.last("start_hand")
    operator.says(type="operator", command="REMOVE", team="Cy")
    assert arena.table.teams_wanted == 2


def test_T5_the_next_match_of_a_series_does_not_wait_for_a_team_that_was_removed():
    roster = {name: f"{name}-code" for name in ("Ann", "Bob", "Cy")}
    arena = Arena(seats=3, min_teams=3, matches=3, roster=roster, operator_code="op", match_pause_ms=1000)
    ann, _, cy = (arena.join(name) for name in roster)
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    play_to_the_end(arena, ann)
    assert arena.table.teams_wanted == 2
    begun = len(ann.of("start_hand"))
    arena.wait(1000)
    assert len(ann.of("start_hand")) == begun + 1

    play_to_the_end(arena, ann)
    cy = arena.join("Cy")  # its code is accepted again, and then the match waits for it like for any other team
    assert arena.table.teams_wanted == 3
    assert cy.last("welcome")


def play_to_the_end(arena: Arena, client) -> None:
    """Play one match to its end: everybody goes all-in."""
    ends = client.evs.count("match_end")
    while client.evs.count("match_end") == ends:
        legal = arena.actor().act
        arena.actor().acts("RAISE_TO", legal["max_raise_to"]) if "max_raise_to" in legal else arena.actor().acts("CALL")


def test_T5_the_operator_can_lower_the_number_of_teams():
    arena = Arena(seats=4, min_teams=4, operator_code="op")
    ann, _ = arena.join("Ann"), arena.join("Bob")
    operator = arena.operator()
    assert not ann.of("start_hand")
    assert operator.says(type="operator", command="MIN_TEAMS", count=9)[-1]["code"] == "BAD_COMMAND"
    operator.says(type="operator", command="MIN_TEAMS", count=2)
    assert len(ann.of("start_hand")) == 1


def test_T5_a_removed_team_has_lost_its_starting_stack_and_takes_the_lowest_open_place():
    arena = Arena(seats=3, min_teams=3, starting_stack=1000, sb=10, bb=20, operator_code="op")
    clients = {name: arena.join(name) for name in ("Ann", "Bob", "Cy")}
    arena.line("f f")  # the big blind, Cy, wins 10
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    arena.line("f f f f")
    while "match_end" not in clients["Ann"].evs:
        legal = arena.actor().act
        arena.actor().acts("RAISE_TO", legal["max_raise_to"]) if "max_raise_to" in legal else arena.actor().acts("CALL")
    rows = {row["team"]: row for row in clients["Ann"].last("match_end")["final_stacks"]}
    assert (rows["Cy"]["place"], rows["Cy"]["stack"]) == (3, 0)
    assert rows["Cy"]["removed"] > 0

    standings = Standings()
    for effect in arena.effects:
        if isinstance(effect, HandDone | MatchDone):
            standings.count(effect, arena.table.config)
    results = {row["team"]: row["net"] for row in standings.rows()}
    assert results["Cy"] == -1000
    assert sum(results.values()) == -rows["Cy"]["removed"]
