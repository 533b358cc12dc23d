"""The arena rows of cases 002, by number: four seats, 1000 chips, blinds 10/20 unless said."""

from __future__ import annotations

import json
import random

import pytest

from croupier.arena.core.effects import HandDone

from .driver import Arena, Client, table_of
from .rig import ROYAL, front, rig


def codes(frames: list[dict]) -> list[str]:
    return [frame["code"] for frame in frames if frame["type"] == "error"]


def test_002_01_the_first_hand():
    _, clients = table_of(4)
    assert clients[0].last("start_hand")["button"] == 0
    blinds = [frame for frame in clients[3].of("event") if frame["ev"] == "POST_BLINDS"]
    assert len(blinds) == 1
    assert {name: blinds[0][name] for name in ("sb_seat", "bb_seat", "sb", "bb")} == {
        "sb_seat": 1, "bb_seat": 2, "sb": 10, "bb": 20}


def test_002_02_heads_up_the_button_posts_the_small_blind_and_is_asked_first():
    arena, (ann, bob) = table_of(2)
    blinds = ann.of("event")[0]
    assert (ann.last("start_hand")["button"], blinds["sb_seat"], blinds["bb_seat"]) == (0, 0, 1)
    assert arena.actor() is ann
    assert not bob.of("act")


def test_002_03_the_first_act():
    _, clients = table_of(4)
    act = clients[3].act
    assert act["legal"] == ["FOLD", "CALL", "RAISE_TO"]
    assert (act["call_amount"], act["min_raise_to"], act["max_raise_to"]) == (20, 40, 1000)
    assert (act["pot"], act["current_bet"], act["min_raise_increment"]) == (30, 20, 20)
    assert act["table"] == {"sb": 10, "bb": 20, "seats": 4, "button": 0}


def test_002_04_raise_to_the_minimum():
    _, clients = table_of(4)
    clients[3].acts("RAISE_TO", 40)
    bet = clients[0].of("event")[-1]
    assert (bet["ev"], bet["seat"], bet["amount"]) == ("BET", 3, 40)
    assert (clients[0].act["current_bet"], clients[0].act["last_raiser"]) == (40, 3)


def test_002_06_min_raise_after_min_raise():
    arena, _ = table_of(4, sb=5, bb=10)
    arena.line("20")
    for amount, raiser in ((30, 3), (40, 0), (50, 1)):
        act = arena.actor().act
        assert (act["min_raise_to"], act["min_raise_increment"], act["last_raiser"]) == (amount, 10, raiser)
        arena.line(str(amount))


def short_table(stack: int) -> tuple[Arena, list[Client]]:
    """A hand in which the seat to act first, 3, has so many chips."""
    arena, clients = table_of(4, hand_control="operator", operator_code="op")
    arena.table.seats[3].stack = stack
    arena.operator().says(type="operator", command="START_HAND")
    return arena, clients


def test_002_07_a_stack_that_exactly_reaches_the_minimum():
    _, clients = short_table(40)
    assert (clients[3].act["min_raise_to"], clients[3].act["max_raise_to"]) == (40, 40)
    clients[3].acts("RAISE_TO", 40)
    assert clients[0].of("event")[-1] | {"all_in": True} == clients[0].of("event")[-1]


def test_002_08_a_stack_between_the_bet_and_the_minimum():
    arena, clients = table_of(4, hand_control="operator", operator_code="op")
    arena.table.seats[2].stack = 30
    arena.operator().says(type="operator", command="START_HAND")
    arena.line("c c c")
    assert (clients[2].act["min_raise_to"], clients[2].act["max_raise_to"]) == (30, 30)
    assert codes(clients[2].acts("RAISE_TO", 29)) == ["INVALID_ACTION"]
    arena.line("30")
    assert arena.actor().act["min_raise_increment"] == 20


def test_002_10_nothing_to_call():
    arena, clients = table_of(4)
    arena.line("c c c")
    act = clients[2].act
    assert act["legal"] == ["FOLD", "CHECK", "RAISE_TO"]
    assert "call_amount" not in act
    assert act["you"]["to_call"] == 0


@pytest.mark.parametrize(("sent", "code"), [
    ({"action": "CHECK"}, "INVALID_ACTION"), ({"action": "RAISE_TO", "amount": 20}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 39}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 1001}, "INVALID_ACTION"),
    ({"action": "RAISE_TO"}, "BAD_SCHEMA"), ({"action": "RAISE_TO", "amount": None}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": 40.0}, "BAD_SCHEMA"), ({"action": "RAISE_TO", "amount": "40"}, "BAD_SCHEMA"),
    ({"action": "RAISE_TO", "amount": True}, "BAD_SCHEMA"), ({"action": "RAISE_TO", "amount": -40}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 2**53}, "INVALID_ACTION"),
    ({"action": "RAISE_TO", "amount": 10**30}, "INVALID_ACTION")])
def test_002_11_refused_facing_a_bet(sent, code):
    arena, clients = table_of(4)
    before = arena.table.hand.play.hand.events
    answer = clients[3].says(type="action", hand_id=arena.hand_id, **sent)
    assert codes(answer) == [code]
    assert len(answer) == 1
    assert arena.table.hand.play.hand.events == before
    assert arena.actor() is clients[3]


def test_002_11_a_call_with_nothing_to_call_and_the_text_says_what_is_allowed():
    arena, clients = table_of(4)
    arena.line("c c c")
    (error,) = clients[2].acts("CALL")
    assert (error["code"], error["clause"]) == ("INVALID_ACTION", "B9")
    assert error["msg"] == ("CALL is not possible: nothing is owed, CHECK instead; "
                            "you may fold, check or raise to 40–1000 (all-in)")


def test_002_13_a_wrong_seat_acts():
    arena, clients = table_of(4)
    assert codes(clients[0].acts("CALL")) == ["OUT_OF_TURN"]
    assert arena.actor() is clients[3]


def test_002_15_what_nobody_understands():
    arena, clients = table_of(4)
    assert codes(clients[3].acts("DANCE")) == ["INVALID_ACTION"]
    assert codes(clients[3].says(type="dance")) == ["UNKNOWN_TYPE"]
    assert codes(clients[3].sends("{broken")) == ["BAD_SCHEMA"]
    assert codes(clients[3].says(type="action", hand_id=arena.hand_id, action="CALL", v=2)) == ["BAD_SCHEMA"]
    assert clients[3].closed is None
    stranger = arena.connect()
    assert codes(stranger.acts("CALL")) == ["BAD_HELLO"]
    assert stranger.closed == 4400


@pytest.mark.parametrize("hello", [{"join_code": "x"}, {"team": 7, "join_code": "x"}, {"team": "A"},
                                   {"team": "", "join_code": "x"}, {"team": "A\u202eB", "join_code": "x"},
                                   {"team": "A" * 33, "join_code": "x"}])
def test_002_16_a_hello_without_a_proper_team(hello):
    client = Arena().connect()
    assert codes(client.says(type="hello", **hello)) == ["BAD_SCHEMA"]
    assert client.closed == 4400


def test_002_17_a_known_team_with_a_wrong_code():
    arena, clients = table_of(4)
    thief = arena.connect()
    assert codes(thief.says(type="hello", team="Ann", join_code="guess")) == ["TEAM_TAKEN"]
    assert thief.closed == 4401
    assert clients[0].closed is None
    assert arena.table.seats[0].conn == clients[0].conn


def test_002_18_the_right_code_replaces_the_old_connection():
    arena, clients = table_of(4)
    again = arena.join("Ann")
    assert (clients[0].closed, again.seat, again.last("snapshot")["you"]["stack"]) == (4000, 0, 1000)
    assert arena.table.seats[0].conn == again.conn


def test_002_19_the_seventh_team():
    arena = Arena()
    for number in range(6):
        assert arena.join(f"Team {number}").seat == number
    late = arena.connect()
    assert codes(late.says(type="hello", team="Seventh", join_code="x")) == ["TABLE_FULL"]
    assert late.closed == 4401


def test_002_20_the_lowest_free_seat_first():
    arena = Arena(min_teams=6)
    assert [arena.join(f"Team {number}").seat for number in range(4)] == [0, 1, 2, 3]


def test_002_21_heads_up_the_small_blind_folds():
    _, (ann, bob) = table_of(2, starting_stack=500, hand_pause_ms=1000)
    bob.forget()
    ann.acts("FOLD")
    assert [(frame["ev"], frame["seat"]) for frame in bob.of("event")] == [("FOLD", 0), ("POT_AWARD", 1)]
    assert bob.of("event")[-1]["amount"] == 30
    assert bob.last("end_hand")["stacks"] == [{"seat": 0, "stack": 490}, {"seat": 1, "stack": 510}]
    assert not bob.of("act")


def test_002_22_two_folds_on_the_flop():
    arena, clients = table_of(3, hand_pause_ms=1000)
    arena.line("c c x  40 f f")
    assert "FLOP" in clients[0].evs
    assert "TURN" not in clients[0].evs
    assert clients[0].evs[-2:] == ["POT_AWARD", "end_hand"]


def test_002_23_everyone_checks_and_calls_down():
    arena, clients = table_of(4, hand_pause_ms=1000)
    arena.line("c c c x  x x x x  x x x x  x x x x")
    events = clients[0].of("event")
    assert [len(frame["cards"]) for frame in events if frame["ev"] == "FLOP"] == [3]
    assert all(isinstance(frame["card"], str) for frame in events if frame["ev"] in ("TURN", "RIVER"))
    shown = [frame for frame in events if frame["ev"] == "SHOWDOWN"]
    assert sorted(frame["seat"] for frame in shown) == [0, 1, 2, 3]
    assert all(len(frame["hand"]) == 2 and len(frame["board"]) == 5 and frame["rank"] for frame in shown)
    assert sum(frame["amount"] for frame in events if frame["ev"] == "POT_AWARD") == 80
    assert clients[0].heard[-1]["type"] == "end_hand"


def uneven(monkeypatch: pytest.MonkeyPatch, stacks: list[int], deck: str, **config) -> tuple[Arena, list[Client]]:
    """A first hand with these stacks and this deck."""
    rig(monkeypatch, [deck])
    arena, clients = table_of(len(stacks), hand_control="operator", operator_code="op", **config)
    for seat, stack in enumerate(stacks):
        arena.table.seats[seat].stack = stack
    arena.operator().says(type="operator", command="START_HAND")
    return arena, clients


def awards(client: Client) -> list[tuple[int, int]]:
    return [(frame["seat"], frame["amount"]) for frame in client.of("event") if frame["ev"] == "POT_AWARD"]


def test_002_24_two_pots(monkeypatch):
    deck = front({0: "AcAd", 1: "KcKd", 2: "2c7d"}, "3h4h8s9sJd", [0, 1, 2], 0)
    arena, clients = uneven(monkeypatch, [100, 300, 500], deck, sb=5, bb=10)
    arena.line("100 300 c")
    assert awards(clients[0]) == [(0, 300), (1, 400)]
    assert clients[0].last("end_hand")["stacks"][2] == {"seat": 2, "stack": 200}


def test_T3_an_uncalled_layer_has_its_own_award_after_the_pots(monkeypatch):
    deck = front({0: "AcAd", 1: "KcKd", 2: "2c7d"}, "3h4h8s9sJd", [0, 1, 2], 0)
    arena, clients = uneven(monkeypatch, [100, 300, 500], deck, sb=5, bb=10)
    arena.line("100 c 500 c")
    assert awards(clients[0]) == [(0, 300), (1, 400), (2, 200)]
    assert [frame.get("uncalled") for frame in clients[0].of("event") if frame["ev"] == "POT_AWARD"] == [
        None, None, True]


def test_T3_a_fold_out_is_one_award_of_everything(monkeypatch):
    arena, clients = table_of(3, hand_pause_ms=1000)
    arena.line("600 f f")
    assert awards(clients[0]) == [(0, 630)]


def test_002_26_three_equal_hands(monkeypatch):
    arena, clients = uneven(monkeypatch, [1000] * 3, front({}, ROYAL, [0, 1, 2], 0))
    arena.line("c c x  x x x  x x x  x x x")
    assert [amount for _, amount in awards(clients[0])] == [20, 20, 20]
    assert [row["stack"] for row in clients[0].last("end_hand")["stacks"]] == [1000] * 3


def test_002_27_a_heads_up_split(monkeypatch):
    arena, clients = uneven(monkeypatch, [100, 100], front({}, ROYAL, [0, 1], 0))
    arena.line("100 c")
    assert sorted(awards(clients[0])) == [(0, 100), (1, 100)]


def test_002_28_heads_up_all_in(monkeypatch):
    deck = front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)
    arena, clients = uneven(monkeypatch, [100, 100], deck)
    clients[1].forget()
    arena.line("100 c")
    assert clients[1].evs == ["BET", "CALL", "FLOP", "TURN", "RIVER", "SHOWDOWN", "SHOWDOWN", "POT_AWARD", "ELIMINATED",
                              "end_hand", "match_end"]
    assert awards(clients[1]) == [(0, 200)]
    assert clients[1].heard[-1]["winner"] == {"seat": 0, "team": "Ann"}


def test_002_32_the_next_hand():
    arena, clients = table_of(4)
    arena.line("f f f")
    start = clients[0].of("start_hand")[-1]
    assert start["button"] == 1
    assert [row["stack"] for row in start["stacks"]] == [1000, 990, 1010, 1000]
    act = arena.actor().act
    assert [row["committed"] for row in act["players"]] == [0, 0, 10, 20]
    assert not any(row["has_folded"] for row in act["players"])


def test_002_33_a_hand_abandoned_by_the_operator():
    arena, clients = table_of(4, operator_code="op")
    old, cards = arena.hand_id, clients[3].act["you"]["hole"]
    arena.line("60")
    reply = arena.operator().says(type="operator", command="VOID")[-1]
    assert (reply["type"], reply["status"]) == ("operator", "void")
    end = clients[0].of("end_hand")[-1]
    assert (end["hand_id"], end["void"], [row["stack"] for row in end["stacks"]]) == (old, True, [1000] * 4)
    assert arena.hand_id != old
    assert clients[0].last("start_hand")["button"] == 0
    assert clients[0].last("start_hand")["deal"]["hand_no"] == 2
    assert clients[3].act["hand_id"] == arena.hand_id
    assert clients[3].act["you"]["hole"] != cards
    assert clients[0].last("notice")["notice"] == "VOID"


def test_002_34_only_one_stack_left(monkeypatch):
    deck = front({0: "AcAd", 1: "KcKd", 2: "QcQd"}, "3h4h8s9sJd", [0, 1, 2], 0)
    arena, clients = uneven(monkeypatch, [1000, 1000, 400], deck)
    arena.line("1000 c c")
    end = clients[2].last("match_end")
    assert end["winner"] == {"seat": 0, "team": "Ann"}
    assert end["final_stacks"] == [{"seat": 0, "team": "Ann", "stack": 2400, "place": 1},
                                   {"seat": 1, "team": "Bob", "stack": 0, "place": 2},
                                   {"seat": 2, "team": "Cy", "stack": 0, "place": 3}]
    assert clients[2].evs.count("ELIMINATED") == 2
    assert arena.table.is_done
    assert clients[0].heard[-1]["type"] == "match_end"


def test_002_35_the_clock_runs_out():
    arena, clients = table_of(4, move_time_ms=1000)
    arena.wait(999)
    assert arena.actor() is clients[3]
    arena.wait(1)
    event = clients[0].of("event")[-1]
    assert (event["ev"], event["seat"], event["amount"], event["auto"]) == ("CALL", 3, 20, "timeout")
    arena.line("c c")
    arena.wait(1000)
    checks = [frame for frame in clients[0].of("event") if frame["ev"] == "CHECK"]
    assert [(frame["seat"], frame["auto"]) for frame in checks] == [(2, "timeout")]


def test_002_36_without_a_clock_the_operator_skips():
    arena, clients = table_of(4, move_time_ms=0, operator_code="op")
    assert clients[3].act["you"]["time_ms"] == 0
    arena.wait(10**9)
    assert arena.actor() is clients[3]
    operator = arena.operator()
    assert operator.says(type="operator", command="SKIP")[-1]["status"] == "skipped"
    assert clients[0].last("notice") == {"type": "notice", "v": 1, "notice": "SKIPPED", "seat": 3,
                                         "msg": "the operator acts for seat 3"}
    assert (clients[0].of("event")[-1]["ev"], clients[0].of("event")[-1]["auto"]) == ("CALL", "skipped")


def test_002_37_a_snapshot_for_the_seat_to_act():
    arena, clients = table_of(4)
    act = clients[3].act
    arena.now += 4000
    snapshot = arena.join("Dee").last("snapshot")
    for name in ("legal", "call_amount", "min_raise_to", "max_raise_to", "decision", "players", "community"):
        assert snapshot[name] == act[name], name
    assert snapshot["you"] == {"seat": 3, "hole": act["you"]["hole"], "stack": 1000, "to_call": 20}
    assert (snapshot["next_actor"], snapshot["time_ms_remaining"]) == (3, 11_000)
    assert (snapshot["at_hand_id"], snapshot["phase"]) == (arena.hand_id, "PRE_FLOP")


def test_002_38_a_snapshot_for_another_seat():
    arena, _ = table_of(4)
    snapshot = arena.join("Ann").last("snapshot")
    assert not {"legal", "call_amount", "min_raise_to", "max_raise_to"} & set(snapshot)
    assert len(snapshot["you"]["hole"]) == 2
    hidden = {str(card) for seat in (1, 2, 3) for card in arena.table.hand.play.hand.hole(seat)}
    assert not any(f'"{card}"' in json.dumps(snapshot) for card in hidden)


def test_002_40_a_disconnect_not_on_turn():
    arena, clients = table_of(4, move_time_ms=1000)
    clients[1].goes()
    row = clients[0].last("lobby")["players"][1]
    assert row == {"seat": 1, "team": "Bob", "connected": False, "stack": 990}
    arena.line("c c")
    assert arena.table.prompt.seat == 1
    arena.wait(999)
    assert arena.table.prompt.seat == 1
    arena.wait(1)
    assert (clients[0].of("event")[-1]["ev"], clients[0].of("event")[-1]["seat"]) == ("CALL", 1)


def test_002_42_start_hand_stacks_are_before_the_blinds():
    _, clients = table_of(4)
    assert [row["stack"] for row in clients[0].last("start_hand")["stacks"]] == [1000] * 4


def test_002_45_a_big_blind_of_5_chips(monkeypatch):
    _, clients = uneven(monkeypatch, [1000, 1000, 5, 1000], front({}, ROYAL, [0, 1, 2, 3], 0))
    blinds = clients[0].of("event")[0]
    assert (blinds["sb"], blinds["bb"]) == (10, 5)
    assert clients[3].act["call_amount"] == 20


def test_002_46_private_data():
    """Every broadcast frame of many hands: a hole card only in a SHOWDOWN of its own seat, folded ones never."""
    arena, clients = table_of(4, move_time_ms=0)
    spectator = arena.watch()
    chance = random.Random(46)
    for _ in range(400):
        if arena.table.prompt is None:
            break
        hand = arena.table.hand
        holes = {str(card): seat for seat in range(len(hand.play.seats)) for card in hand.play.hand.hole(seat)}
        before = [(client, len(client.heard)) for client in [*clients, spectator]]
        arena.actor().acts(*chance.choice([("CALL",), ("CHECK",), ("FOLD",), ("RAISE_TO", 100), ("RAISE_TO", 1000)]))
        for client, at in before:
            for frame in client.heard[at:]:
                check_frame(frame, client, hand, holes)


def check_frame(frame: dict, client: Client, hand, holes: dict[str, int]) -> None:
    text = json.dumps(frame)
    owners = {hand.play.seats[place] for card, place in holes.items() if f'"{card}"' in text}
    if frame.get("hand_id") != hand.hand_id:
        return
    if frame["type"] == "act":
        assert owners == {client.seat}
    elif frame.get("ev") == "SHOWDOWN":
        assert owners == {frame["seat"]}
    else:
        assert not owners, frame


def test_002_47_a_thousand_hands_of_random_play():
    chance = random.Random(47)
    hands = 0
    while hands < 1000:
        arena, _ = table_of(6, starting_stack=2000, move_time_ms=1000)
        while not arena.table.is_done and hands < 1000:
            legal = arena.actor().act
            word = chance.choice(legal["legal"])
            amount = chance.randint(legal["min_raise_to"], legal["max_raise_to"]) if word == "RAISE_TO" else None
            if chance.random() < 0.05:
                arena.wait(1000)
            else:
                assert not codes(arena.actor().acts(word, amount))
            for effect in arena.effects:
                if isinstance(effect, HandDone):
                    hands += 1
                    assert sum(effect.results.values()) == 0
            assert sum(seat.stack for seat in arena.table.seats) == 12_000 or arena.table.in_hand
            arena.effects.clear()
            for client in arena.clients.values():
                del client.heard[:-30], client.raw[:]


def test_002_49_a_spectator():
    arena, clients = table_of(2, hand_pause_ms=1000)
    spectator = arena.watch()
    assert [frame["type"] for frame in spectator.heard] == ["spectate", "lobby", "snapshot"]
    assert "you" not in spectator.last("snapshot")
    spectator.forget()
    clients[0].acts("FOLD")
    assert [frame["type"] for frame in spectator.heard] == ["event", "state", "event", "state", "end_hand"]
    final = spectator.of("state")[-1]
    assert final["results"] == [{"seat": 0, "net": -10}, {"seat": 1, "net": 10}]
    assert spectator.last("end_hand")["results"] == final["results"]
    spectator.says(type="action", hand_id="x", action="FOLD")
    assert spectator.closed == 4403


@pytest.mark.parametrize("said", [{"type": "action"}, {"type": "dance"}, {"type": "hello", "team": 5}, {}])
def test_002_49_a_spectator_who_speaks_is_closed_whatever_it_says(said):
    arena, _ = table_of(2)
    spectator = arena.watch()
    spectator.says(**said)
    assert spectator.closed == 4403


def test_002_50_an_operator_paced_host():
    arena = Arena(seats=3, hand_control="operator", operator_code="op")
    operator = arena.operator()

    def start(**more) -> str:
        return operator.says(type="operator", command="START_HAND", **more)[-1]["status"]

    assert start() == "waiting_for_players"
    ann = arena.join("Ann")
    assert start() == "waiting_for_players"
    arena.join("Bob")
    arena.wait(10**6)
    assert not ann.of("start_hand")
    assert start() == "started"
    assert start() == "hand_in_progress"
    assert start(queue=True) == "queued"
    arena.line("f")
    assert len(ann.of("start_hand")) == 2
    arena.line("f")
    assert len(ann.of("start_hand")) == 2
    operator.says(type="operator", command="PAUSE")
    assert start() == "queued"
    operator.says(type="operator", command="RESUME")
    assert len(ann.of("start_hand")) == 3
