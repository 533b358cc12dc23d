"""Attacks 19 to 25: actions that are late, early, doubled, impossible; games without an end."""

from __future__ import annotations

import json

import pytest

from arena.driver import Arena, table_of
from arena.rig import front, rig
from croupier.arena.core.effects import Tick
from croupier.arena.core.tables.base import HANDS_AT_ONCE


def error_of(heard: list[dict]) -> str:
    (error,) = [frame for frame in heard if frame["type"] == "error"]
    return str(error["code"])


def test_attack_19_late_early_and_for_another_hand_or_street():
    arena, (ann, bob) = table_of(2, move_time_ms=1000)
    assert error_of(bob.acts("CHECK")) == "OUT_OF_TURN"
    first = ann.act
    arena.line("c x")  # the flop: Bob acts first
    assert error_of(ann.says(type="action", hand_id=first["hand_id"], action="CALL",
                             decision=first["decision"])) == "ACTION_TOO_LATE"
    arena.wait(1000)  # Bob's time is up, it is Ann's turn
    assert error_of(bob.acts("CHECK", decision=bob.act["decision"])) == "ACTION_TOO_LATE"
    assert error_of(ann.says(type="action", hand_id="H-2025-01-01-00001", action="CHECK")) == "ACTION_TOO_LATE"
    assert ann.acts("CHECK", decision=ann.act["decision"])[0]["ev"] == "CHECK"


def test_attack_20_the_same_action_twice_counts_once():
    arena, (ann, _) = table_of(2)
    act = ann.act
    said = json.dumps({"type": "action", "v": 1, "hand_id": act["hand_id"], "action": "RAISE_TO", "amount": 40,
                       "decision": act["decision"]})
    assert ann.sends(said)[0]["ev"] == "BET"
    for _ in range(3):
        assert error_of(ann.sends(said)) == "ACTION_TOO_LATE"
    assert arena.table.hand.play.stacks()[0] == 960


def test_attack_21_two_actions_at_once_act_and_leave_and_act_at_the_deadline():
    arena, (ann, bob, _) = table_of(3, move_time_ms=1000)
    assert ann.acts("CALL")[0]["ev"] == "CALL"
    assert error_of(ann.acts("RAISE_TO", 100)) == "ACTION_TOO_LATE"
    bob.acts("CALL")
    bob.says(type="intent", intent=3)
    arena.line("x")
    assert arena.table.in_hand
    assert sum(arena.table.hand.play.stacks().values()) + 60 == 3000
    other, (cy, _) = table_of(2, move_time_ms=1000)
    other.now += 1000  # exactly the deadline, and nobody has ticked
    assert "error" in [frame["type"] for frame in cy.acts("RAISE_TO", 40)]
    assert [frame.get("auto") for frame in cy.of("event")][-1] == "timeout" or not other.table.in_hand


AMOUNTS = ["-1", "0", "39", "1001", str(2**53), str(10**30), "1e3", "1.0", '"40"', "true", "null", "NaN", "Infinity",
           "-0", "4e1", "[]", "{}", "9" * 400]


@pytest.mark.parametrize("amount", AMOUNTS)
def test_attack_22_amounts(amount):
    arena, (ann, bob) = table_of(2)
    heard = len(bob.heard)
    text = f'{{"type":"action","v":1,"hand_id":"{arena.hand_id}","action":"RAISE_TO","amount":{amount}}}'
    assert error_of(ann.sends(text)) in ("BAD_SCHEMA", "INVALID_ACTION")
    assert len(bob.heard) == heard
    assert arena.table.hand.play.stacks() == {0: 990, 1: 980}


def test_attack_23_a_raise_that_is_not_open_again():
    arena = Arena(format="cash", seats=3, starting_stack=1000, sb=10, bb=20, min_teams=3, buy_in_min=50)
    for name, chips in (("Ann", 1000), ("Bob", 1000), ("Cy", 130)):
        arena.join(name, buy_in=chips)
    while arena.actor().team != "Ann" or arena.table.prompt.decision != 1:  # Ann opens, Cy is behind her
        arena.line("f f")
    arena.line("100")
    while arena.actor().team != "Cy":
        arena.line("c")
    arena.line("130")  # all in: a raise by 30 where 80 would be one
    asked = arena.actor()
    while asked.team != "Ann":
        arena.line("c")
        asked = arena.actor()
    assert "max_raise_to" not in asked.act
    assert error_of(asked.acts("RAISE_TO", 900)) == "INVALID_ACTION"
    assert asked.acts("CALL", 10**9)[0]["amount"] == 30  # an amount with a call is not looked at (T4)


def test_attack_23_no_raise_when_everybody_else_is_all_in():
    arena, (ann, bob) = table_of(2)
    ann.acts("RAISE_TO", 1000)
    assert "max_raise_to" not in bob.act
    assert error_of(bob.acts("RAISE_TO", 1000)) == "INVALID_ACTION"
    assert error_of(bob.acts("RAISE_TO", 2000)) == "INVALID_ACTION"
    assert arena.table.in_hand


def test_attack_24_unknown_types_and_versions_are_refused_by_name():
    arena, (ann, _) = table_of(2)
    assert error_of(ann.says(type="dance")) == "UNKNOWN_TYPE"
    for version in (0, 2, -1, 10**20):
        assert error_of(ann.says(type="action", v=version, hand_id=arena.hand_id, action="CALL")) == "BAD_SCHEMA"
    assert error_of(ann.sends('{"type":"action"}')) == "BAD_SCHEMA"


def plays_out(arena: Arena, ms: int, ticks: int = 5000) -> bool:
    """Let time pass until the match has ended."""
    for _ in range(ticks):
        if arena.table.is_done:
            return True
        arena.wait(ms)
    return False


def test_attack_25_everybody_gone_the_clock_plays_the_match_to_its_end():
    arena, clients = table_of(3, starting_stack=60, move_time_ms=1000)
    for client in clients:
        client.goes()
    assert plays_out(arena, 1000)


def test_attack_25_everybody_left_the_match_is_played_out_a_few_hands_at_a_time():
    arena, (ann, bob) = table_of(2, starting_stack=600)
    ann.says(type="intent", intent=3)
    hands = arena.host.numbers.last
    bob.says(type="intent", intent=3)
    for _ in range(20_000):
        dealt, hands = arena.host.numbers.last - hands, arena.host.numbers.last
        assert dealt <= HANDS_AT_ONCE + 1  # and the one that follows the hand they left
        if arena.table.is_done:
            break
        assert arena.host.deadline == arena.now + 1
        arena.wait(1)
    assert arena.table.is_done


def test_attack_25_a_fold_war_ends_by_rising_blinds(monkeypatch):
    levels = ({"sb": 10, "bb": 20, "hands": 2}, {"sb": 100, "bb": 200, "hands": 2}, {"sb": 500, "bb": 1000})
    from croupier.arena.core.config import Level

    rig(monkeypatch, [front({0: "AhAd", 1: "KhKd"}, "3s4s8h9dJc", [0, 1], 0)])
    arena, clients = table_of(2, move_time_ms=1000, levels=tuple(Level(**level) for level in levels))
    for _ in range(200):
        if arena.table.is_done:
            break
        arena.actor().acts("FOLD")
    assert arena.table.is_done
    assert len({client.last("match_end")["type"] for client in clients}) == 1


def test_attack_25_heads_up_a_player_leaves_in_mid_hand():
    arena, (ann, bob) = table_of(2, move_time_ms=1000)
    ann.says(type="intent", intent=3)
    for _ in range(3000):
        if arena.table.is_done:
            break
        if arena.table.prompt is not None and arena.table.prompt.seat == 1:
            bob.acts("RAISE_TO", bob.act["max_raise_to"]) if "max_raise_to" in bob.act else bob.acts("CALL")
        else:
            arena.wait(1000)
    assert arena.table.is_done
    assert bob.of("match_end")


def test_attack_25_a_table_where_nobody_plays_waits_in_silence():
    arena, (ann, bob) = table_of(2, format="cash", seats=2, min_teams=2, starting_stack=1000, move_time_ms=1000,
                                 pause_max_ms=10_000)
    for client in (ann, bob):
        client.says(type="intent", intent=2)
    for _ in range(60):
        arena.wait(1000)
    assert not arena.table.in_hand
    assert len(arena.table.seats) == 0  # a pause has an end, too
    before = len(arena.effects)
    for _ in range(10):
        arena.put(Tick())
    assert len(arena.effects) == before
