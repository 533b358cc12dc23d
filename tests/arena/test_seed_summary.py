"""Seed 002's "Test Coverage Summary", line by line, in its order; through the protocol, not the engine."""

from __future__ import annotations

from .driver import Arena, Client, table_of
from .rig import ROYAL, front, rig
from .test_cases_002 import awards, codes, uneven


def test_button_and_blind_setup_legal_action_payload_integrity():
    arena, clients = table_of(4)
    start, blinds, act = clients[3].last("start_hand"), clients[3].of("event")[0], clients[3].act
    assert (start["button"], blinds["sb_seat"], blinds["bb_seat"]) == (0, 1, 2)
    assert act["legal"] == ["FOLD", "CALL", "RAISE_TO"]
    assert act["call_amount"] == act["you"]["to_call"] == act["current_bet"] == 20
    assert act["min_raise_to"] == act["current_bet"] + act["min_raise_increment"]
    assert act["max_raise_to"] == act["you"]["stack"] + act["you"]["committed"]
    assert act["pot"] == sum(row["total_in_pot"] for row in act["players"])
    for word in act["legal"]:  # everything offered is taken
        again, others = table_of(4)
        assert not codes(others[3].acts(word, again.actor().act["min_raise_to"] if word == "RAISE_TO" else None))
    assert arena.actor() is clients[3]


def test_a_raise_updates_the_pot_and_the_pending_callers():
    arena, clients = table_of(3)
    arena.line("c c 80")  # the big blind raises: both callers are asked again
    assert (arena.actor(), clients[0].act["pot"], clients[0].act["call_amount"]) == (clients[0], 120, 60)
    arena.line("c")
    assert (arena.actor(), clients[1].act["pot"], clients[1].act["call_amount"]) == (clients[1], 180, 60)
    arena.line("c")
    assert arena.actor().act["phase"] == "FLOP"


def test_fold_to_win_results_in_an_immediate_pot_award_and_no_extra_prompts():
    arena, clients = table_of(3, hand_pause_ms=1000)
    prompts = [len(client.of("act")) for client in clients]
    arena.line("f f")
    assert clients[2].evs[-3:] == ["FOLD", "POT_AWARD", "end_hand"]
    assert [len(client.of("act")) for client in clients] == [prompts[0], prompts[1] + 1, prompts[2]]
    assert awards(clients[2]) == [(2, 30)]


def test_all_in_side_pots_and_multiway_splits_distribute_chips_correctly(monkeypatch):
    arena, clients = uneven(monkeypatch, [100, 300, 500], front({}, ROYAL, [0, 1, 2], 0))
    arena.line("100 300 c")
    assert sorted(awards(clients[0])) == [(0, 100), (1, 100), (1, 200), (2, 100), (2, 200)]
    assert [row["stack"] for row in clients[0].last("end_hand")["stacks"]] == [100, 300, 500]


def test_an_odd_chip_goes_to_the_first_winner_left_of_the_button(monkeypatch):
    """Two of three split 45: the small blind folded 5, the big blind is nearer to the button's left."""
    arena, clients = uneven(monkeypatch, [1000] * 3, front({}, ROYAL, [0, 1, 2], 0), sb=5, bb=20)
    arena.line("c f x  x x  x x  x x")
    assert sorted(awards(clients[0])) == [(0, 22), (2, 23)]


def test_min_raise_cap_when_the_stack_equals_the_required_amount(monkeypatch):
    arena, clients = uneven(monkeypatch, [40, 1000, 1000], front({}, ROYAL, [0, 1, 2], 0))
    assert (clients[0].act["min_raise_to"], clients[0].act["max_raise_to"]) == (40, 40)
    arena.line("40")
    assert clients[1].act["min_raise_to"] == 60


def test_zero_to_call_allows_check_with_call_amount_omitted():
    arena, clients = table_of(2)
    arena.line("c")
    assert "CHECK" in clients[1].act["legal"]
    assert "CALL" not in clients[1].act["legal"]
    assert "call_amount" not in clients[1].act
    arena.line("x")
    assert "call_amount" not in clients[1].act


def test_a_post_flop_fold_cascade_ends_the_hand_without_new_streets():
    arena, clients = table_of(4, hand_pause_ms=1000)
    arena.line("c c c x  60 f f f")
    assert [ev for ev in clients[0].evs if ev in ("FLOP", "TURN", "RIVER", "SHOWDOWN")] == ["FLOP"]
    assert awards(clients[0]) == [(1, 140)]


def test_match_end_is_detected_when_the_opponent_busts(monkeypatch):
    rig(monkeypatch, [front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)])
    arena, clients = table_of(2)
    arena.line("1000 c")
    assert clients[1].last("match_end")["winner"] == {"seat": 0, "team": "Ann"}
    assert clients[1].evs[-3:] == ["ELIMINATED", "end_hand", "match_end"]
    assert arena.table.deadline is None


def test_a_snapshot_contains_legal_details_when_the_actor_reconnects():
    arena, clients = table_of(3)
    arena.line("60")
    act = clients[1].act
    clients[1].goes()
    snapshot = arena.join("Bob").last("snapshot")
    for name in ("legal", "call_amount", "min_raise_to", "max_raise_to"):
        assert snapshot[name] == act[name]
    assert not codes(arena.actor().acts("RAISE_TO", snapshot["min_raise_to"], decision=snapshot["decision"]))


def timed_out(arena: Arena, client: Client) -> str:
    arena.wait(1000)
    return next(frame["ev"] for frame in reversed(client.of("event")) if frame.get("auto") == "timeout")


def test_timeout_preference_order():
    """CHECK, else CALL, else FOLD; a seat without chips is never asked, so the last is the policy's alone (B14)."""
    arena, clients = table_of(3, move_time_ms=1000)
    assert timed_out(arena, clients[0]) == "CALL"
    arena.line("c")
    assert timed_out(arena, clients[0]) == "CHECK"
    folding, others = table_of(3, move_time_ms=1000, timeouts="check-fold")
    assert timed_out(folding, others[0]) == "FOLD"


def test_multi_hand_rotation_carries_the_correct_button_and_stacks():
    arena, clients = table_of(3)
    arena.line("f f  f f  f f")
    starts = clients[0].of("start_hand")
    assert [frame["button"] for frame in starts] == [0, 1, 2, 0]
    assert [[row["stack"] for row in frame["stacks"]] for frame in starts] == [
        [1000, 1000, 1000], [1000, 990, 1010], [1010, 990, 1000], [1000, 1000, 1000]]
