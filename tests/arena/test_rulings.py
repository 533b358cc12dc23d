"""Rulings T1-T11 and B14, each by its number, on a host driven by hand."""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

import pytest

from croupier.arena.core.config import BadArena, Level, TableConfig, checked
from croupier.arena.core.effects import HandDone, MatchGiven, Received, Stop, Stopped
from croupier.arena.core.host import Host
from croupier.arena.core.match_key import public_seed
from croupier.fair import FAIR, commitment, fair_deck
from croupier.protocol.errors import ERRORS
from croupier.table import timeouts

from .driver import NOON, SECRET, Arena, Client, table_of
from .rig import ROYAL, front, rig


def codes(frames: list[dict]) -> list[str]:
    return [frame["code"] for frame in frames if frame["type"] == "error"]


def fold_out(arena: Arena, hands: int) -> None:
    """Everybody folds to the big blind, so many hands long."""
    for _ in range(hands):
        hand = arena.hand_id
        while arena.hand_id == hand and arena.table.in_hand:
            arena.line("f")


# -- T1 ----------------------------------------------------------------------------------------------------------------


def test_T1_with_a_roster_a_wrong_name_and_a_wrong_code_get_the_same_answer():
    arena = Arena(roster={"Ann": "KF7Q9C"})
    wrong_code, wrong_name = arena.connect(), arena.connect()
    (first,) = wrong_code.says(type="hello", team="Ann", join_code="guess")
    (second,) = wrong_name.says(type="hello", team="Zed", join_code="KF7Q9C")
    assert first == second
    assert first["code"] == "TEAM_UNKNOWN"
    assert arena.join("Ann", "KF7Q9C").seat == 0


def test_T1_no_hello_within_five_seconds():
    arena = Arena()
    silent = arena.connect()
    arena.wait(4999)
    assert silent.closed is None
    assert arena.host.deadline == arena.now + 1
    arena.wait(1)
    assert (codes(silent.heard), silent.closed) == (["BAD_HELLO"], 4408)


@pytest.mark.parametrize("first", [
    '{"v":1,"type":"ping"}', '{"type":"ping"}', '{"type":"action"}', '{"type":"nonce","v":7}', '{"v":1}', "{}",
    '{"type":"intent","v":1,"intent":"x"}', '{"type":null,"v":1}', '{"type":5}'])
def test_T1_a_first_frame_that_is_no_hello_is_BAD_HELLO_whatever_it_is(first):
    arena = Arena()
    client = arena.connect()
    assert (codes(client.sends(first)), client.closed) == (["BAD_HELLO"], 4400)


@pytest.mark.parametrize("nonce", ["5e" * 32 + "\n", "5e" * 31, "5g" * 32, "", 5])
def test_T6_a_nonce_is_32_bytes_and_nothing_else(nonce):
    arena = Arena()
    assert codes(arena.join("A").says(type="nonce", nonce=nonce)) == ["BAD_SCHEMA"]


@pytest.mark.parametrize("first", ["{", "", "[]", "5", '{"type":"hello","v":1}', '{"type":"hello","team":"A"}',
                                   '{"type":"operator","v":1}', '{"type":"spectate","v":2}', "[" * 50])
def test_T1_a_first_frame_that_is_broken_or_a_bad_hello_is_BAD_SCHEMA(first):
    arena = Arena()
    client = arena.connect()
    assert (codes(client.sends(first)), client.closed) == (["BAD_SCHEMA"], 4400)


def test_T1_who_is_removed_before_a_match_begins_leaves_the_lowest_seat_free():
    arena = Arena(seats=2, operator_code="op")
    troll = arena.join("Troll")
    arena.operator().says(type="operator", command="REMOVE", team="Troll")
    assert troll.closed == 4002
    assert not list(arena.table.seats)
    assert codes(arena.connect().says(type="hello", team="Troll", join_code="Troll-code")) == ["TEAM_TAKEN"]
    assert [arena.join("Bob").seat, arena.join("Cy").seat] == [0, 1]
    assert arena.table.in_hand


def test_T1_who_is_removed_between_two_matches_leaves_a_free_seat():
    arena, clients = table_of(2, operator_code="op", matches=3, match_pause_ms=1000)
    arena.line("1000 c")
    while arena.table.match.key.match_id != "M-2":
        arena.line("1000 c")
    operator = arena.operator()
    operator.says(type="operator", command="REMOVE", team="Ann")
    assert [player["team"] for player in clients[1].last("lobby")["players"]] == ["Bob"]
    arena.wait(1000)
    assert not arena.table.in_hand
    assert arena.join("Cy").seat == 1 - clients[1].last("welcome")["seat"]
    assert arena.table.in_hand
    assert codes(arena.connect().says(type="hello", team="Ann", join_code="Ann-code")) == ["TEAM_TAKEN"]


def test_T1_T11_who_leaves_before_a_match_begins_leaves_a_free_seat_and_does_not_count():
    arena = Arena(seats=2, min_teams=2)
    ann = arena.join("Ann")
    ann.says(type="intent", intent=3)
    assert ann.closed == 4001
    bob = arena.join("Bob")
    assert bob.seat == 0
    assert not arena.table.in_hand
    assert arena.join("Ann").seat == 1
    assert arena.table.in_hand


def test_T1_a_second_hello_on_the_same_connection_is_refused_and_the_seat_stays():
    arena = Arena()
    ann = arena.join("Ann")
    assert codes(ann.says(type="hello", team="Eve", join_code="x")) == ["BAD_HELLO"]
    assert ann.closed is None
    assert len(arena.table.seats) == 1


def test_T1_names_are_compared_without_letter_case_and_in_one_normal_form():
    arena = Arena()
    arena.join("Müller")
    assert codes(arena.connect().says(type="hello", team="müller", join_code="x")) == ["TEAM_TAKEN"]
    assert codes(arena.connect().says(type="hello", team="Mu\u0308ller", join_code="x")) == ["TEAM_TAKEN"]


def test_T1_frames_of_a_replaced_connection_count_no_more():
    arena, clients = table_of(2)
    arena.join("Ann")
    before = arena.table.hand.decision
    clients[0].acts("FOLD")
    assert arena.table.hand.decision == before


# -- T4 ----------------------------------------------------------------------------------------------------------------


def test_T4_another_hands_id_is_too_late():
    arena, clients = table_of(4)
    old = arena.hand_id
    fold_out(arena, 1)
    assert codes(arena.actor().says(type="action", hand_id=old, action="FOLD")) == ["ACTION_TOO_LATE"]
    assert codes(clients[1].says(type="action", hand_id="H-1999-01-01-00001", action="FOLD")) == ["ACTION_TOO_LATE"]


def test_T4_a_prompt_that_has_ended_is_too_late_and_one_that_has_not_come_is_out_of_turn():
    arena, clients = table_of(4, move_time_ms=1000)
    arena.wait(1000)
    assert codes(clients[3].acts("FOLD")) == ["ACTION_TOO_LATE"]
    assert codes(clients[1].acts("FOLD")) == ["OUT_OF_TURN"]
    clients[0].acts("CALL")
    assert codes(clients[0].acts("CALL")) == ["ACTION_TOO_LATE"]  # a duplicate


def test_T4_a_late_flop_answer_never_hits_the_turn():
    arena, clients = table_of(2, move_time_ms=1000)
    arena.line("c x")
    flop = clients[1].act
    arena.wait(1000)
    arena.line("x")
    assert (clients[1].act["phase"], clients[1].act["decision"]) == ("TURN", flop["decision"] + 2)
    assert codes(clients[1].acts("CHECK", decision=flop["decision"])) == ["ACTION_TOO_LATE"]
    assert not codes(clients[1].acts("CHECK", decision=clients[1].act["decision"]))


def test_T4_an_answer_at_its_deadline_is_late_even_if_nobody_ticked():
    arena, clients = table_of(4, move_time_ms=1000)
    arena.now += 1000
    assert codes(clients[3].acts("FOLD")) == ["ACTION_TOO_LATE"]
    assert clients[0].of("event")[-1]["auto"] == "timeout"


def test_T4_a_refused_action_keeps_the_clock_running():
    arena, clients = table_of(4, move_time_ms=1000)
    arena.now += 900
    assert codes(clients[3].acts("RAISE_TO", 25)) == ["INVALID_ACTION"]
    assert arena.table.prompt.deadline == NOON + 1000
    assert not codes(clients[3].acts("CALL"))


def test_T4_unknown_fields_are_ignored_and_an_amount_with_a_call_too():
    arena, clients = table_of(4)
    assert not codes(clients[3].says(type="action", hand_id=arena.hand_id, action="CALL", amount=5, mood={"a": [1]},
                                     ts="2025-10-13T18:22:31Z"))


def test_T4_over_the_rate():
    arena, clients = table_of(2, frames_per_second=10)
    answers = [codes(clients[1].says(type="dance")) for _ in range(60)]
    refused = [code for answer in answers for code in answer]
    assert refused.count("RATE_LIMITED") == 1
    assert refused.count("UNKNOWN_TYPE") == 19  # two seconds' worth, less the hello
    arena.now += 1000
    assert codes(clients[1].says(type="dance")) == ["UNKNOWN_TYPE"]
    for _ in range(300):
        clients[1].says(type="dance")
    assert clients[1].closed == 4429
    assert clients[0].closed is None


def said(client: Client, **frame: Any) -> Received:
    return Received(client.conn, json.dumps({"v": 1, **frame}))


def test_T4_frames_that_waited_are_counted_by_when_they_came():
    """Ten a second for six seconds, taken all at once: none is too many."""
    arena, clients = table_of(2, frames_per_second=10)
    arena.now += 10_000
    for number in range(60):
        arena.take(arena.host.handle(said(clients[1], type="dance"), arena.now, arena.now - 6_000 + 100 * number))
    assert codes(clients[1].heard) == ["UNKNOWN_TYPE"] * 60


@pytest.mark.parametrize(("came", "refused"), [(999, []), (1_000, ["ACTION_TOO_LATE"])])
def test_T4_an_answer_is_late_by_when_it_came_not_by_when_it_is_taken(came, refused):
    arena, clients = table_of(4, move_time_ms=1_000)
    answer = said(clients[3], type="action", hand_id=arena.hand_id, action="CALL", decision=1)
    arena.now = NOON + 5_000
    arena.take(arena.host.handle(answer, arena.now, NOON + came))
    assert codes(clients[3].heard) == refused
    assert clients[3].last("event").get("auto") == ("timeout" if refused else None)
    assert arena.table.prompt.deadline == arena.now + 1_000  # who is asked next has all of his time


def test_T4_answers_to_prompts_are_never_over_the_rate():
    """A fast table asks more often than the rate: nobody may lose an answer, and so his time, by that."""
    arena, clients = table_of(2, frames_per_second=1, move_time_ms=0)
    fold_out(arena, 40)
    assert len(clients[0].of("start_hand")) == 41
    assert not [code for client in clients for code in codes(client.heard)]


def test_T4_every_error_code_is_produced():
    """Each code of the list, by the shortest way to it."""
    arena, clients = table_of(4, operator_code="op", frames_per_second=100)
    ann, dee = clients[0], clients[3]
    nonce = {"type": "nonce", "nonce": "0" * 64}
    ann.says(**nonce)
    made = {
        "BAD_SCHEMA": lambda: ann.sends("{"), "UNKNOWN_TYPE": lambda: ann.says(type="x"),
        "BAD_HELLO": lambda: arena.connect().says(type="nonce", nonce="0" * 64),
        "TEAM_TAKEN": lambda: arena.connect().says(type="hello", team="Ann", join_code="x"),
        "TABLE_FULL": lambda: arena.connect().says(type="hello", team="New", join_code="x"),
        "INVALID_ACTION": lambda: dee.acts("CHECK"), "OUT_OF_TURN": lambda: ann.acts("CALL"),
        "ACTION_TOO_LATE": lambda: ann.says(type="action", hand_id="H-0", action="FOLD"),
        "NONCE_USED": lambda: ann.says(**nonce), "INTENT_REFUSED": lambda: ann.says(type="intent", intent=2),
        "BUY_REFUSED": lambda: ann.says(type="buy", amount=5),
        "NOT_OPERATOR": lambda: arena.connect().says(type="operator", code="no", command="STATUS"),
        "BAD_COMMAND": lambda: arena.operator().says(type="operator", command="DANCE"),
        "TEAM_UNKNOWN": lambda: Arena(roster={"A": "b"}).connect().says(type="hello", team="Z", join_code="z"),
        "RATE_LIMITED": lambda: [frame for _ in range(300) for frame in ann.says(type="x")],
    }
    for code, way in made.items():
        answer = way()
        assert code in codes(answer), code
        assert all(frame["msg"] for frame in answer if frame["type"] == "error")
    assert set(ERRORS) - set(made) == {"TABLE_UNKNOWN"}  # tests of the wire know tables


@pytest.mark.parametrize("text", [
    "", "null", "[]", "1", '"x"', "{", "{}", '{"type":1,"v":1}', '{"type":"action"}', '{"type":"action","v":"1"}',
    '{"type":"action","v":1.0}', "\ufeff{}", b"\xff\xfe", b'{"type":"hello","v":1,"team":"\xff"}', "[" * 100_000,
    '{"type":"action","v":1,"hand_id":"x","action":"CALL","amount":NaN}', '{"a":' * 5000 + "1" + "}" * 5000,
    '{"type":"action","v":1,"hand_id":"\\ud800","action":"CALL"}', '{"type":"action","v":1,"hand_id":["x"],"action":1}',
    '{"type":"action","v":1,"hand_id":"x","action":"CALL","decision":"1"}', '{"type":"nonce","v":1,"nonce":"zz"}',
    '{"type":"intent","v":1,"intent":4}', '{"type":"intent","v":1,"intent":true}'])
def test_T4_whatever_is_sent_gets_a_named_error_and_changes_nothing(text):
    arena, clients = table_of(4)
    events = len(clients[0].of("event"))
    (error,) = clients[3].sends(text)
    assert error["code"] == "BAD_SCHEMA"
    assert clients[3].closed is None
    assert len(clients[0].of("event")) == events
    arena.line("c")


# -- T5 ----------------------------------------------------------------------------------------------------------------


def test_T5_a_team_that_arrives_during_a_hand_waits_for_the_next():
    arena, _ = table_of(2, seats=4)
    cy = arena.join("Cy")
    assert cy.last("welcome")["seat"] == 2
    assert "waits_for" not in cy.last("welcome")
    assert cy.last("snapshot")["you"] == {"seat": 2, "hole": [], "stack": 1000, "to_call": 0}
    assert [row["seat"] for row in cy.last("snapshot")["players"]] == [0, 1]
    arena.line("f")
    assert [row["seat"] for row in cy.last("start_hand")["stacks"]] == [0, 1, 2]


def bust(monkeypatch: pytest.MonkeyPatch, **config) -> tuple[Arena, list[Client]]:
    """Three teams, the third of which is out after the first hand."""
    deck = front({0: "AcAd", 1: "2c7d", 2: "KcKd"}, "3h4h8s9sJd", [0, 1, 2], 0)
    rig(monkeypatch, [deck])
    arena, clients = table_of(3, seats=5, **config)
    arena.line("1000 f c")
    return arena, clients


def test_T5_entry_closes_at_the_first_elimination(monkeypatch):
    arena, _ = bust(monkeypatch)
    late = arena.connect()
    (error,) = late.says(type="hello", team="Late", join_code="x")
    assert (error["code"], late.closed) == ("TABLE_FULL", 4401)


def test_T5_late_entry_hands_keeps_it_open(monkeypatch):
    arena, _ = bust(monkeypatch, late_entry_hands=3)
    late = arena.join("Late")
    fold_out(arena, 1)
    assert 3 in [row["seat"] for row in late.last("start_hand")["stacks"]]
    fold_out(arena, 2)
    assert codes(arena.connect().says(type="hello", team="Later", join_code="x")) == ["TABLE_FULL"]


def test_T5_a_team_that_comes_too_late_waits_for_the_next_match(monkeypatch):
    arena, _ = bust(monkeypatch, matches=2)
    late = arena.join("Late")
    assert late.last("welcome")["waits_for"] == "match"
    assert late.last("lobby")["players"][-1]["stack"] == 0
    fold_out(arena, 1)
    assert not any(row["seat"] == late.seat for row in late.last("start_hand")["stacks"])


def test_T5_a_busted_seat_is_out_of_every_count(monkeypatch):
    arena, clients = bust(monkeypatch)
    assert clients[2].evs.count("ELIMINATED") == 1
    start = clients[2].last("start_hand")
    assert [row["seat"] for row in start["stacks"]] == [0, 1]
    assert arena.actor().act["table"]["seats"] == 2
    assert [row["seat"] for row in arena.actor().act["players"]] == [0, 1]
    assert codes(clients[2].acts("FOLD")) == ["OUT_OF_TURN"]
    fold_out(arena, 3)
    assert clients[2].evs.count("ELIMINATED") == 1


def test_T5_a_match_begins_when_min_teams_are_seated():
    arena = Arena(min_teams=3)
    arena.join("Ann")
    bob = arena.join("Bob")
    assert not bob.of("start_hand")
    arena.join("Cy")
    assert bob.of("start_hand")


# -- T6 ----------------------------------------------------------------------------------------------------------------


def test_T6_the_commitment_is_told_before_the_first_card_and_the_secret_with_match_end(monkeypatch):
    rig(monkeypatch, [front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)])
    arena, clients = table_of(2)
    for frame in (*clients[0].of("welcome"), *clients[0].of("start_hand")):
        assert frame["deal"]["commit"] == commitment("M-1", SECRET).hex()
        assert (frame["deal"]["alg"], frame["deal"]["match_id"]) == (FAIR, "M-1")
    assert clients[0].last("welcome")["config"]["reveal"] == "match"
    assert SECRET.hex().encode() not in b"".join(clients[0].raw)
    arena.line("1000 c")
    assert clients[0].last("match_end")["deal"] == {
        "alg": FAIR, "match_id": "M-1", "commit": commitment("M-1", SECRET).hex(), "hands": 1, "void": [],
        "secret": SECRET.hex()}


def test_T6_a_nonce_counts_from_the_next_hand_and_stands_in_the_lobby():
    arena, clients = table_of(3)
    nonce = "AB" * 32
    clients[1].says(type="nonce", nonce=nonce)
    assert clients[0].last("lobby")["players"][1]["nonce"] == nonce.lower()
    first = arena.table.hand.play.hand
    assert [int(card) for card in first.hole(1)] == [fair_deck("M-1", SECRET, 1, [b"", b"", b""])[at] for at in (0, 3)]
    fold_out(arena, 1)
    assert clients[0].last("start_hand")["deal"]["nonces"] == {"1": nonce.lower()}
    deck = fair_deck("M-1", SECRET, 2, [b"", bytes.fromhex(nonce), b""])
    assert [int(card) for card in arena.table.hand.play.hand.hole(2)] == [deck[0], deck[3]]


def test_T6_nonces_end_with_their_match_and_the_next_commitment_is_told_first(monkeypatch):
    rig(monkeypatch, [front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)])
    arena, clients = table_of(2, matches=2, match_pause_ms=1000)
    clients[0].says(type="nonce", nonce="ab" * 32)
    arena.line("1000 c")
    assert "nonce" not in clients[0].last("lobby")["players"][0]
    assert clients[0].heard[-2]["type"] == "welcome"
    assert clients[0].heard[-2]["deal"]["match_id"] == "M-2"
    assert not codes(clients[0].says(type="nonce", nonce="cd" * 32))
    arena.wait(1000)
    assert clients[0].last("start_hand")["deal"]["nonces"] == {str(arena.table.seats.team("Ann").seat): "cd" * 32}


def test_T6_the_seed_is_public_and_says_nothing_about_the_deck():
    starts = []
    for secret in (SECRET, bytes(32)):
        arena, clients = table_of(2)
        arena.secret = secret
        starts.append(clients[0].last("start_hand")["seed"])
    assert starts[0] == starts[1] == public_seed("M-1", 1)
    assert 0 <= starts[0] < 2**53


def test_T6_void_hands_keep_their_number_and_are_listed(monkeypatch):
    rig(monkeypatch, [front({}, "2c3c4c5c7d", [0, 1], 0), front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)])
    arena, clients = table_of(2, operator_code="op")
    arena.operator().says(type="operator", command="VOID")
    arena.line("1000 c")
    assert [frame["deal"]["hand_no"] for frame in clients[0].of("start_hand")] == [1, 2]
    assert clients[0].last("match_end")["deal"]["void"] == [1]


def test_T6_a_secret_never_prints():
    given = MatchGiven("T-1", "M-1", SECRET)
    assert SECRET.hex() not in repr(given)
    assert repr(SECRET) not in repr(given)
    arena, _ = table_of(2)
    assert repr(SECRET) not in repr(arena.table.match)


# -- T8, T9 ------------------------------------------------------------------------------------------------------------


def test_T8_hand_ids_carry_the_day_and_are_never_used_twice():
    tables = {"T-1": TableConfig(min_teams=2), "T-2": TableConfig(min_teams=2)}
    host = Host(tables, last_hand=41)
    assert [host.numbers.next(), host.numbers.next()] == [42, 43]
    arena, clients = table_of(2, move_time_ms=0)
    arena.now += 86_400_000
    fold_out(arena, 3)
    ids = [frame["hand_id"] for frame in clients[0].of("start_hand")]
    assert ids == ["H-2025-10-09-00001", "H-2025-10-10-00002", "H-2025-10-10-00003", "H-2025-10-10-00004"]


def test_T9_the_button_goes_to_the_next_seat_with_chips(monkeypatch):
    arena, clients = table_of(4)
    fold_out(arena, 5)
    assert [frame["button"] for frame in clients[0].of("start_hand")] == [0, 1, 2, 3, 0, 1]


def test_T9_when_play_becomes_heads_up_the_last_big_blind_takes_the_button(monkeypatch):
    """Button 0, small blind 1, big blind 2; seat 1 goes out: seat 2 had the big blind and takes the button."""
    rig(monkeypatch, [front({0: "AcAd", 1: "KcKd", 2: "2c7d"}, "3h4h8s9sJd", [0, 1, 2], 0)])
    arena, clients = table_of(3)
    arena.line("1000 c f")
    start = clients[0].last("start_hand")
    assert start["button"] == 2
    blinds = clients[0].of("event")[-1]
    assert (blinds["ev"], blinds["sb_seat"], blinds["bb_seat"]) == ("POST_BLINDS", 2, 0)


def test_T9_players_with_too_few_chips_post_all_in(monkeypatch):
    rig(monkeypatch, [front({}, ROYAL, [0, 1], 0)])
    arena, clients = table_of(2, hand_control="operator", operator_code="op")
    arena.table.seats[1].stack = 15
    arena.operator().says(type="operator", command="START_HAND")
    assert clients[0].of("event")[0]["bb"] == 15


# -- T11, B14 ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("intent", [1, 2])
def test_T11_in_a_match_nobody_sits_out(intent):
    arena, clients = table_of(3)
    (error,) = clients[1].says(type="intent", intent=intent)
    assert (error["code"], error["clause"]) == ("INTENT_REFUSED", "T11")
    assert not arena.table.seats[1].intent


def test_T11_a_leaver_is_dealt_in_blinded_off_and_acted_for():
    arena, clients = table_of(3, move_time_ms=10_000)
    clients[1].says(type="intent", intent=3)
    assert clients[1].closed == 4001
    arena.line("c")
    event = clients[0].of("event")[-1]
    assert (event["ev"], event["seat"], event["auto"]) == ("CALL", 1, "left")  # at once, without its clock
    arena.line("x")
    fold_out(arena, 4)
    assert all(1 in [row["seat"] for row in frame["stacks"]] for frame in clients[0].of("start_hand"))
    back = arena.join("Bob")
    assert back.seat == 1
    assert not arena.table.seats[1].intent


def test_T11_a_leaver_on_turn_acts_at_once():
    arena, clients = table_of(3)
    clients[0].says(type="intent", intent=3)
    event = clients[1].of("event")[-1]
    assert (event["ev"], event["seat"], event["auto"]) == ("CALL", 0, "left")
    assert arena.actor() is clients[1]


@pytest.mark.parametrize(("policy", "kinds", "word"), [
    ("check-call-fold", ("FOLD", "CHECK", "RAISE"), "CHECK"), ("check-call-fold", ("FOLD", "CALL"), "CALL"),
    ("check-call-fold", ("FOLD",), "FOLD"), ("check-fold", ("FOLD", "CHECK"), "CHECK"),
    ("check-fold", ("FOLD", "CALL"), "FOLD"), ("fold", ("FOLD", "CHECK"), "FOLD"),
    ("fold", ("STAND_PAT", "DISCARD"), "STAND_PAT"), ("check-call-fold", ("BRING_IN", "COMPLETE"), "BRING_IN")])
def test_B14_policies(policy, kinds, word):
    assert timeouts.chosen(policy, kinds) == word


def test_B14_strikes():
    """After two timeouts in a row a seat is played check-fold, until it acts."""
    arena, clients = table_of(2, move_time_ms=1000, strikes=2, starting_stack=10_000)

    def waits(seat: int) -> str:
        assert arena.table.prompt.seat == seat
        arena.wait(1000)
        return next(frame["ev"] for frame in reversed(clients[0].of("event"))
                    if frame.get("auto") == "timeout" and frame["seat"] == seat)

    assert waits(0) == "CALL"
    clients[1].acts("RAISE_TO", 40)
    assert waits(0) == "CALL"
    clients[1].acts("RAISE_TO", 40)
    assert waits(0) == "FOLD"
    clients[1].acts("RAISE_TO", 60)  # hand 2: seat 1 has the button and acts first
    clients[0].acts("CALL")
    clients[0].acts("CHECK")
    clients[1].acts("RAISE_TO", 60)
    assert waits(0) == "CALL"


def test_002_40_a_dead_connection_keeps_its_full_time_and_a_returning_one_gets_no_fresh_clock():
    arena, clients = table_of(2, move_time_ms=1000)
    clients[0].goes()
    arena.wait(600)
    assert arena.join("Ann").last("snapshot")["time_ms_remaining"] == 400
    arena.wait(399)
    assert arena.table.prompt.seat == 0
    arena.wait(1)
    assert arena.table.prompt.seat == 1


# -- operator, series, levels ------------------------------------------------------------------------------------------


def test_pause_keeps_the_time_left_and_deals_no_hand():
    arena, clients = table_of(2, move_time_ms=1000, operator_code="op")
    operator = arena.operator()
    arena.wait(300)
    assert operator.says(type="operator", command="PAUSE")[-1]["status"] == "paused"
    arena.wait(100_000)
    assert arena.table.prompt.seat == 0
    assert arena.join("Ann").last("snapshot")["time_ms_remaining"] == 700
    operator.says(type="operator", command="RESUME")
    arena.wait(699)
    assert arena.table.prompt.seat == 0
    arena.wait(1)
    assert arena.table.prompt.seat == 1
    operator.says(type="operator", command="PAUSE")
    clients[1].acts("FOLD")
    arena.wait(10_000)
    assert not arena.table.in_hand


def test_T7_whoever_comes_during_a_pause_is_told_of_it():
    arena, _ = table_of(2, seats=3, operator_code="op")
    operator = arena.operator()
    assert not any("paused" in frame for frame in arena.watch().heard)
    operator.says(type="operator", command="PAUSE")
    for client in (arena.watch(), arena.join("Ann")):
        assert client.last("lobby")["paused"] is client.last("snapshot")["paused"] is True
    assert arena.join("Cy").last("lobby")["paused"] is True
    operator.says(type="operator", command="RESUME")
    assert not any("paused" in frame for frame in arena.watch().heard)


def test_T4_a_pause_that_came_in_time_leaves_a_moment_however_late_it_is_taken():
    arena, _ = table_of(2, move_time_ms=1000, operator_code="op")
    operator = arena.operator()
    came, arena.now = arena.now + 999, arena.now + 3_000
    arena.take(arena.host.handle(said(operator, type="operator", command="PAUSE"), arena.now, came))
    assert arena.table.prompt.left_ms == 1
    operator.says(type="operator", command="RESUME")
    assert arena.table.prompt.deadline == arena.now + 1
    assert arena.table.prompt.seat == 0


def test_remove_folds_a_team_and_takes_its_chips_out():
    arena, clients = table_of(3, operator_code="op")
    operator = arena.operator()
    operator.says(type="operator", command="REMOVE", team="Ann")
    assert clients[0].closed == 4002
    assert (clients[1].of("event")[-1]["ev"], clients[1].of("event")[-1]["auto"]) == ("FOLD", "removed")
    assert codes(arena.connect().says(type="hello", team="Ann", join_code="Ann-code")) == ["TEAM_TAKEN"]
    arena.line("f")
    assert (clients[1].evs.count("ELIMINATED"), clients[1].evs.count("REMOVED")) == (0, 1)
    (gone,) = [event for event in clients[1].of("event") if event["ev"] == "REMOVED"]
    assert (gone["seat"], gone["amount"]) == (0, 1000)
    assert clients[1].evs.index("REMOVED") < clients[1].evs.index("end_hand")
    assert [row["seat"] for row in clients[1].last("start_hand")["stacks"]] == [1, 2]
    operator.says(type="operator", command="REMOVE", team="Bob")
    arena.line("c")  # the hand in play goes on until it is Bob's turn
    assert clients[2].last("match_end")["winner"] == {"seat": 2, "team": "Cy"}
    assert codes(operator.says(type="operator", command="REMOVE", team="Nobody")) == ["BAD_COMMAND"]
    assert [row["place"] for row in clients[2].last("match_end")["final_stacks"]] == [1, 2, 3]


@pytest.mark.parametrize("control", ["auto", "operator"])
def test_an_operators_reply_names_the_hand_that_the_command_was_about(control):
    arena, _ = table_of(2, operator_code="op", hand_control=control, timeouts="fold")
    operator = arena.operator()
    for command in ("VOID", "SKIP"):
        if control == "operator":
            operator.says(type="operator", command="START_HAND")
        hand = arena.hand_id
        reply = operator.says(type="operator", command=command)[-1]
        assert (reply["command"], reply["hand_id"]) == (command, hand)
        assert arena.table.in_hand == (control == "auto")


def test_an_operators_reply_names_the_hand_that_a_removal_ended():
    arena, _ = table_of(3, operator_code="op")
    operator, hand = arena.operator(), arena.hand_id
    arena.line("f")
    reply = operator.says(type="operator", command="REMOVE", team="Bob")[-1]
    assert arena.hand_id != hand
    assert reply["hand_id"] == hand


def test_a_series_moves_everybody_on_by_a_seat():
    arena, clients = table_of(3, matches=3)
    while not arena.table.is_done:
        act = arena.actor().act
        arena.actor().acts(*(("RAISE_TO", act["max_raise_to"]) if "max_raise_to" in act else ("CALL",)))
    assert [[frame["seat"] for frame in client.of("welcome")] for client in clients] == [
        [0, 1, 2], [1, 2, 0], [2, 0, 1]]
    assert len(clients[0].of("match_end")) == 3
    assert [frame["button"] for frame in clients[0].of("start_hand") if frame["deal"]["hand_no"] == 1] == [0, 0, 0]


def test_22_10_the_public_table_shows_the_blinds_of_the_current_level():
    levels = (Level(sb=10, bb=20, hands=1), Level(sb=20, bb=40, ante=5, hands=1), Level(sb=50, bb=100))
    arena, _ = table_of(3, levels=levels)
    for sb, bb in ((10, 20), (20, 40), (50, 100)):
        config = arena.table.public(arena.now).as_dict(0)["config"]
        assert (config["sb"], config["bb"]) == (sb, bb)
        assert config == arena.watch().last("spectate")["config"]
        arena.line("f f")


def test_blind_levels():
    levels = (Level(sb=10, bb=20, hands=2), Level(sb=20, bb=40, ante=5, hands=1), Level(sb=50, bb=100))
    arena, clients = table_of(3, levels=levels)
    fold_out(arena, 4)
    starts = clients[0].of("start_hand")
    assert [(frame["sb"], frame["bb"], frame.get("ante")) for frame in starts] == [
        (10, 20, None), (10, 20, None), (20, 40, 5), (50, 100, None), (50, 100, None)]
    posts = [frame for frame in clients[0].of("event") if frame["ev"] == "POST"]
    assert [(frame["amount"], frame["kind"]) for frame in posts] == [(5, "ante")] * 3


def test_stop_finishes_the_hand_or_gives_everything_back():
    for void in (False, True):
        arena, clients = table_of(2)
        arena.put(Stop(void))
        if not void:
            assert not any(isinstance(effect, Stopped) for effect in arena.effects)
            arena.line("f")
        assert isinstance(arena.effects[-1], Stopped)
        assert clients[0].heard[-1]["type"] == "end_hand"
        assert clients[0].heard[-1].get("void", False) is void
        done = [effect for effect in arena.effects if isinstance(effect, HandDone)]
        assert [effect.void for effect in done] == [void]
        arena.wait(10**6)
        assert not arena.table.in_hand


@pytest.mark.parametrize("bad", [
    {"seats": 1}, {"seats": 11}, {"seats": "6"}, {"starting_stack": 0}, {"starting_stack": 10**18}, {"bb": 0},
    {"sb": 200}, {"bb": 20_000}, {"move_time_ms": -1}, {"min_teams": 7}, {"variant": "CHESS"}, {"timeouts": "dance"},
    {"hand_control": "x"}, {"reveal": "x"}, {"strikes": -1}, {"matches": -1}, {"sb": 1.5}, {"bb": True},
    {"levels": (Level(sb=1, bb=2), Level(sb=2, bb=4))}, {"frames_per_second": 0}, {"late_entry_hands": -1}])
def test_a_table_that_cannot_be_is_refused(bad):
    with pytest.raises((BadArena, ValueError)):
        checked(TableConfig(**bad))


def test_the_same_inputs_give_the_same_frames_byte_for_byte():
    """Replay: everything a host says follows from its inputs and their times."""
    arena, clients = table_of(4, move_time_ms=1000, operator_code="op", matches=2)
    spectator = arena.watch()
    for word in itertools.islice(itertools.cycle(["c", "f", "60", "c", "x", "wait", "200", "1000"]), 120):
        if arena.table.prompt is None:
            break
        if word == "wait":
            arena.wait(1000)
        else:
            plain = {"f": "FOLD", "x": "CHECK", "c": "CALL"}
            arena.actor().acts(plain.get(word, "RAISE_TO"), int(word) if word.isdigit() else None)
        arena.now += 37
    assert len(spectator.raw) > 100
    again = Host({"T-1": arena.table.config}, operator_code="op")
    effects = list(again.open())
    for event, now in arena.log:
        effects += again.handle(event, now)
    assert effects == arena.effects
    assert re.search(rb"end_hand", b"".join(clients[0].raw))
