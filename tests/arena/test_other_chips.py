"""T7, T10: seed 002's own fields at tables of games that are not poker: chips where the game has them, else points."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.genome.tables import genome

from croupier import lab
from croupier.arena.core.config import BadArena, TableConfig, opening
from croupier.arena.core.effects import HandDone, MatchDone
from croupier.arena.core.tables.public_state import PublicGameState
from croupier.arena.server.standings import Standings
from croupier.client.watch import Watched
from croupier.games.genome.known import known, names
from croupier.games.registry import HostedGame, find, register

from .driver import Arena, Client

WITH_CHIPS = [name for name in names() if known(name).setup.starting_chips]
WITH_OTHER_CHOICES = ("betting-war", "black-lady", "blackjack", "cheat", "crazy-eights", "old-maid",
                      "eights-for-stakes", "fishing", "five-card-draw", "go-fish",
                      "low-draw", "president", "simple-rummy", "whist-for-stakes")
"""Games in which there is something to decide besides betting."""
DECISIONS = 400
"""As much as is played of the long games."""


def seated(name: str) -> Arena:
    """A table of a known game, as many seats as it needs and one more if it can, everybody there, one watching."""
    game = find(name)
    assert game is not None
    seats = min(game.most, game.least + 1)
    arena = Arena(variant=name, seats=seats, min_teams=seats, frames_per_second=10_000)
    arena.watch()
    for number in range(seats):
        arena.join(f"Team {number}", states=True)
    return arena


def decisions(arena: Arena, seed: int = 1, most: int = DECISIONS) -> Iterator[tuple[Client, dict[str, Any]]]:
    """Random play: each prompt before it is answered."""
    chance = random.Random(seed)
    for _ in range(most):
        if arena.table.is_done:
            return
        client = arena.actor()
        yield client, client.act
        client.says(type="action", hand_id=client.act["hand_id"], **chance.choice(client.act["legal"]))


@pytest.mark.parametrize("name", WITH_CHIPS)
def test_T7_every_field_of_a_prompt_is_what_the_game_says(name):
    arena = seated(f"genome:{name}")
    for client, act in decisions(arena):
        view, rows, own = act["view"], act["players"], act["view"]["seat"]
        assert [row["stack"] for row in rows] == view["stacks"]
        assert [row["committed"] for row in rows] == view["bets"]
        assert [row["total_in_pot"] for row in rows] == view["paid"]
        assert [row["has_folded"] for row in rows] == [seat not in view["live"] for seat in range(len(rows))]
        assert [row["all_in"] for row in rows] == [
            seat in view["live"] and stack == 0 for seat, stack in enumerate(view["stacks"])]
        assert (act["pot"], act["current_bet"], act["you"]["stack"]) == (view["pot"], view["price"], view["stack"])
        assert (act["you"]["committed"], act["you"]["to_call"]) == (view["bets"][own], act.get("call_amount", 0))
        raises = {each["amount"] for each in act["legal"] if each["action"] in ("BET", "RAISE")}
        assert {act[name] for name in ("min_raise_to", "max_raise_to") if name in act} == raises
        assert all(amount - act["current_bet"] == act["min_raise_increment"] for amount in raises)
        calls = [each["costs"] for each in act["legal"] if each["action"] == "CALL"]
        assert calls in ([], [act.get("call_amount")])
        assert client.last("state")["players"] == rows


@pytest.mark.parametrize("name", WITH_CHIPS)
def test_M2_no_chip_comes_or_goes_from_one_state_to_the_next(name):
    arena = seated(f"genome:{name}")
    chips, seats = known(name).setup.starting_chips, arena.table.config.seats
    assert arena.clients[1].last("start_hand")["stacks"] == [{"seat": seat, "stack": chips} for seat in range(seats)]
    for _ in decisions(arena, most=20_000):
        pass
    states = arena.clients[1].of("state")
    assert len(states) == len(arena.clients[1].of("event")) > 10
    assert {sum(row["stack"] for row in state["players"]) + state["pot"] for state in states} == {chips * seats}
    assert all(row["stack"] >= 0 for state in states for row in state["players"])
    assert all(row["committed"] <= row["total_in_pot"] for state in states for row in state["players"])
    ends = arena.clients[1].last("end_hand")["stacks"]
    assert [row["stack"] for row in ends] == [row["stack"] for row in states[-1]["players"]]


def check_random_game(seed: int) -> int:
    """Host a random game and count its chips in every state; `audit` counts them at the end. Return the states seen."""
    game = lab.random_genome(random.Random(seed)).game()
    chips = game.genome.setup.starting_chips
    register(HostedGame.of("any", game, chips))
    arena = seated("any")
    for _ in decisions(arena, seed, most=2000):
        pass
    states = arena.clients[1].of("state")
    for state in states:
        held = sum(row["stack"] for row in state["players"]) + state["pot"]
        assert not chips or held == chips * len(state["players"])
    return len(states)


@pytest.mark.parametrize("seed", range(14))
def test_M2_evolved_games_of_any_kind_add_up_at_a_table(seed):
    """A few of the thousand that `python -m tests.soak hosted-genomes` plays."""
    assert check_random_game(seed) > 0


def test_T7_stakes_are_the_games_own():
    """No blinds where there are none, and the game's ante."""
    arena = seated("genome:five-card-draw")
    start, config = arena.clients[2].last("start_hand"), arena.clients[2].last("welcome")["config"]
    stakes = {"sb": 0, "bb": 0, "ante": known("five-card-draw").setup.ante}
    assert {name: start[name] for name in stakes} == {name: config[name] for name in stakes} == stakes
    assert config["starting_stack"] == known("five-card-draw").setup.starting_chips


def test_T10_what_is_owed_stands_in_a_snapshot():
    arena = seated("genome:simple-poker")
    client, act = next((client, act) for client, act in decisions(arena) if act.get("call_amount"))
    back = arena.join(client.team).last("snapshot")
    assert (back["you"]["to_call"], back["call_amount"]) == (act["call_amount"], act["call_amount"])
    assert (back["players"], back["pot"]) == (act["players"], act["pot"])


def test_B14_case_002_35_a_stack_short_of_the_bet_calls_with_all_it_has():
    """G1 has no call for less: the word is ALL_IN."""
    rules = genome(chips=25, hands=2, max_players=2).game()
    register(HostedGame.of("short-stacks", rules, chips=25))
    arena = Arena(variant="short-stacks", seats=2, min_teams=2, move_time_ms=1000)
    for team in ("Ann", "Bob"):
        arena.join(team)
    for word in ("BET", "RAISE", "CALL"):
        arena.actor().acts(word)
    assert sorted(row["stack"] for row in arena.actor().act["players"]) == [5, 45]
    if arena.actor().act["you"]["stack"] == 5:
        arena.actor().acts("CHECK")
    arena.actor().acts("BET")
    short = arena.actor()
    assert [each["action"] for each in short.act["legal"]] == ["ALL_IN", "FOLD"]
    arena.wait(1000)
    event = next(frame for frame in short.of("event") if frame.get("auto"))
    assert (event["ev"], event["auto"], event["data"]["amount"]) == ("ALL_IN", "timeout", 5)


def test_T10_a_game_that_brings_its_chips_takes_no_other_stack():
    config = TableConfig(variant="genome:simple-poker", seats=2)
    assert opening(config).starting_stack == 1000
    assert opening(TableConfig(variant="genome:simple-poker", seats=2, starting_stack=1000)).starting_stack == 1000
    with pytest.raises(BadArena, match="begins with 1,000 chips each"):
        opening(TableConfig(variant="genome:simple-poker", seats=2, starting_stack=500))


def test_T10_a_game_without_chips_is_played_for_points():
    """Its table has the stacks it was given, and they may well go below zero."""
    arena = Arena(variant="sting", seats=3, min_teams=3, starting_stack=1, frames_per_second=10_000)
    for number in range(3):
        arena.join(f"Team {number}")
    for _, act in decisions(arena, most=20_000):
        assert (act["pot"], act["current_bet"], act["you"]["to_call"]) == (0, 0, 0)
        assert [row["stack"] for row in act["players"]] == [1, 1, 1]
    end = arena.clients[1].last("end_hand")
    assert [row["stack"] for row in end["stacks"]] == [1 + row["net"] for row in end["results"]]


@pytest.mark.parametrize("variant", [*(f"genome:{name}" for name in names()), "sting"])
def test_T10_croupier_watch_follows_every_game(variant):
    """Every event of a game has its words, with teams for seats, and what it counts is what the table has."""
    arena = seated(variant)
    watched = Watched()
    for _ in decisions(arena, most=150):
        pass
    lines = [line for frame in arena.clients[1].heard for line in watched.feed(frame)]
    assert len(lines) > 10
    assert not [line for line in lines if "seat " in line or "None" in line or "{" in line or not line.strip()]
    assert any("Team " in line for line in lines)
    table = {row["seat"]: row["stack"] for row in arena.clients[1].last("state")["players"]}
    assert {row.seat: row.stack for row in watched.rows()} == table


@pytest.mark.parametrize("variant", ["genome:leduc-poker", "sting"])
def test_standings_of_a_game_without_big_blinds_have_no_rate_in_them(variant):
    arena = seated(variant)
    for _ in decisions(arena, most=20_000):
        pass
    standings = Standings()
    for effect in arena.effects:
        if isinstance(effect, HandDone | MatchDone):
            standings.count(effect, arena.table.config)
    results = {f"Team {row['seat']}": row["net"] for row in arena.clients[1].last("end_hand")["results"]}
    rows = standings.rows()
    assert {row["team"]: row["net"] for row in rows} == results
    assert {(row["hands"], row["matches"], row["bb_per_100"]) for row in rows} == {(1, 1, None)}
    assert "nan" not in f"{standings}{standings.as_csv()}"


# -- what reviewers found ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_CHIPS)
def test_T7_between_betting_rounds_nothing_is_committed_and_nothing_owed(name):
    """As at poker, where bets go into the middle with the street; in `act`, `snapshot` and `state` alike."""
    arena, seen = seated(f"genome:{name}"), 0
    for client, act in decisions(arena):
        if not {"CHECK", "CALL", "FOLD", "ALL_IN"} & {each["action"] for each in act["legal"]}:
            seen += 1
            assert (act["current_bet"], act["you"]["to_call"]) == (0, 0)
            assert {row["committed"] for row in act["players"]} == {0}
            assert arena.clients[1].last("state")["players"] == act["players"]
            if seen == 20:
                back = arena.join(client.team).last("snapshot")
                assert (back["you"]["to_call"], back["players"]) == (0, act["players"])
                break
    assert bool(seen) == (name in WITH_OTHER_CHOICES)


@pytest.mark.parametrize("variant", ["genome:leduc-poker", "genome:step-holdem", "genome:five-card-draw", "sting"])
def test_T10_who_comes_late_hears_what_all_hear(variant):
    """What a state says does not hang on whether somebody was listening before."""
    arena, late = seated(variant), None
    for number, _ in enumerate(decisions(arena, most=60)):
        if number == 2:
            late = arena.watch()
            arena.clients[1].forget()
            late.forget()
    assert late is not None
    assert late.of("state")
    assert late.of("state") == arena.clients[1].of("state")


def test_T10_nobody_is_all_in_in_a_game_for_points():
    ledger = PublicGameState.of("T-1", "H-1", 0, {0: 0, 1: 3}, "PLAY", has_chips=False)
    assert [row.all_in for row in ledger.state(None, None).players] == [False, False]




@pytest.mark.parametrize("name", ["fishing", "five-card-draw", "whist-for-stakes"])
def test_who_comes_late_to_a_long_game_is_told_its_present_hand_only(name):
    """Half a megabyte for each of thousands of spectators, and more than a client takes, otherwise."""
    arena = seated(f"genome:{name}")
    for number, _ in enumerate(decisions(arena, most=500)):
        if number % 100 == 99:
            late = arena.watch()
            events = late.last("snapshot")["events"]
            assert events[0]["ev"] == "HAND"
            assert events == [frame for frame in arena.clients[1].of("event") if
                              frame["event_no"] >= events[0]["event_no"]]
            assert len(late.raw[-1]) < 50_000
    assert len(arena.clients[1].of("event")) > 1000
