"""Rubbish at every door: the server's hand unchanged, a named reason, bounded time."""

from __future__ import annotations

import copy
import time
from decimal import Decimal

import pytest
from tests.patience import PATIENCE

from croupier import table
from croupier.table import BadTable

from .hands import acts, dealt, hand

SERVER = dealt(hand([0, 10, 20]))
MILLION = 10 ** 6


def deep(levels):
    value: list = []
    for _ in range(levels):
        value = [value]
    return value


DEEP = deep(100_000)
HUGE = Decimal("1E+1000000")

CLIENTS = {
    "no dict": [1, 2, 3],
    "None": None,
    "text": "hand",
    "empty": {},
    "no author": {"players": ["A", "B", "C"]},
    "author of another type": {"author": ["A"]},
    "a million players": {"author": "Z", "players": ["Z"] * MILLION, "startingStacks": [1] * MILLION},
    "a million intents": {"author": "A", "_intents": [9] * MILLION},
    "a million actions": {"author": "A", "actions": ["p1 cc"] * MILLION},
    "a line of a million": {"author": "A", "actions": ["p1 m " + "x" * MILLION]},
    "actions of numbers": {"author": "A", "actions": [1, 2, 3]},
    "actions of another type": {"author": "A", "actions": "p1 cc"},
    "deep JSON": {"author": "A", "_intents": [DEEP, 0, 0], "actions": DEEP, "x": DEEP},
    "strings for numbers": {"author": "Z", "players": ["A", "B", "C", "Z"], "startingStacks": ["1", "2", "3", "4"],
                            "_intents": [0, 0, 0, 0]},
    "a huge stack": {"author": "Z", "players": ["A", "B", "C", "Z"], "startingStacks": [1, 2, 3, 10 ** 4000],
                     "_intents": [0, 0, 0, 0]},
    "a huge exponent": {"author": "Z", "players": ["A", "B", "C", "Z"], "startingStacks": [1, 2, 3, HUGE],
                        "_intents": [0, 0, 0, 0]},
    "a tiny exponent": {"author": "Z", "players": ["A", "B", "C", "Z"],
                        "startingStacks": [1, 2, 3, Decimal("1E-1000000")], "_intents": [0, 0, 0, 0]},
    "too many digits": {"author": "Z", "players": ["A", "B", "C", "Z"], "_intents": [0, 0, 0, 0],
                        "startingStacks": [1, 2, 3, Decimal("100.00000000000000000000000000000000000001")]},
    "a long name": {"author": "Z" * 1000, "players": ["A", "B", "C", "Z" * 1000], "startingStacks": [1, 2, 3, 4],
                    "_intents": [0, 0, 0, 0]},
    "a name with a newline": {"author": "Z\n", "players": ["A", "B", "C", "Z\n"], "startingStacks": [1, 2, 3, 4],
                              "_intents": [0, 0, 0, 0]},
    "its name twice": {"author": "Z", "players": ["Z", "B", "C", "Z"], "startingStacks": [1, 2, 3, 4],
                       "_intents": [0, 0, 0, 0]},
    "foreign columns": {"author": "Z", "players": ["A", "B", "C", "Z"], "startingStacks": [1, 2, 3, 4],
                        "_intents": [0, 0, 0, 0], "antes": [0] * 7},
    "an intent to leave on joining": {"author": "Z", "players": ["A", "B", "C", "Z"], "startingStacks": [1, 2, 3, 4],
                                      "_intents": [0, 0, 0, 3]},
    "a true intent": {"author": "A", "_intents": [True, 0, 0]},
    "a decimal intent": {"author": "A", "_intents": [1.0, 0, 0]},
    "cards twice": acts(SERVER, "A", "d dh p1 AsAs"),
    "a diverging log": {"author": "A", "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"][::-1]},
    "other own cards": {"author": "A", "actions": ["d dh p1 AsAh", *SERVER["actions"][1:], "p1 cc"]},
    "an illegal raise": acts(SERVER, "A", "p1 cbr 21"),
    "a raise of a million digits": acts(SERVER, "A", "p1 cbr " + "9" * 390),
    "a raise in words": acts(SERVER, "A", "p1 cbr all"),
    "a negative raise": acts(SERVER, "A", "p1 cbr -40"),
    "a raise with an exponent": acts(SERVER, "A", "p1 cbr 4e1"),
    "a raise in other digits": acts(SERVER, "A", "p1 cbr ４０"),
    "a fold too many": acts(SERVER, "A", "p1 f", "p1 f"),
    "out of turn": acts(SERVER, "B", "p2 cc"),
    "a show before the showdown": acts(SERVER, "A", "p1 sm"),
    "a draw in hold'em": acts(SERVER, "A", "p1 sd 2c"),
    "a player that is none": acts(SERVER, "A", "p11 f"),
    "an unknown word": acts(SERVER, "A", "p1 xyz"),
    "a bare name": acts(SERVER, "A", "p1"),
    "a message with a newline": acts(SERVER, "A", "p1 m one\ntwo"),
    "thousands of messages": acts(SERVER, "A", *["p1 m hi"] * 100),
    "another hand": acts(SERVER, "A", "p1 cc", hand=99),
}


@pytest.mark.parametrize("name", CLIENTS)
def test_a_bad_client_changes_nothing_and_hears_why(name):
    before = repr(SERVER)
    begun = time.process_time()
    assert table.merge(SERVER, CLIENTS[name]) is SERVER
    reason = table.refusal(SERVER, CLIENTS[name])
    assert time.process_time() - begun < PATIENCE
    assert reason
    assert len(reason) < 300
    assert repr(SERVER) == before


@pytest.mark.parametrize("name", ["an illegal raise", "out of turn", "cards twice", "another hand"])
def test_a_valid_intent_is_kept_beside_bad_actions(name):
    client = {**CLIENTS[name], "_intents": [2, 2, 2]}
    made = table.merge(SERVER, client)
    place = SERVER["players"].index(client["author"])
    assert made["_intents"] == [2 if at == place else 0 for at in range(3)]
    assert made["actions"] == SERVER["actions"]
    assert table.refusal(SERVER, client)


SERVERS = {
    "no dict": [], "None": None, "empty": {}, "a million players": {"players": ["x"] * MILLION},
    "no stacks": {"players": ["A"]}, "players of numbers": {**SERVER, "players": [1, 2, 3]},
    "a name twice": {**SERVER, "players": ["A", "A", "B"]}, "deep": {**SERVER, "antes": DEEP},
    "an unknown game": {**SERVER, "variant": "XX"}, "a game of another type": {**SERVER, "variant": ["NT"]},
    "actions of another type": {**SERVER, "actions": {}}, "a line of numbers": {**SERVER, "actions": [1]},
    "a bad seed": {**hand([0, 10, 20]), "seed": [1]}, "a huge seed": {**hand([0, 10, 20]), "seed": "x" * MILLION},
    "an illegal log": {**SERVER, "actions": [*SERVER["actions"], "p2 cc"]},
    "a huge number": {**SERVER, "minBet": 10 ** 5000}, "bad stakes": {**SERVER, "_blinds": [1]},
    "a bad spot": {**SERVER, "_bb": 77}, "a stack of nothing": {**SERVER, "startingStacks": [0, 0, 0]},
    "a bad limit": {**SERVER, "timeLimit": "3", "actions": [SERVER["actions"][0] + " #1", *SERVER["actions"][1:]]},
}


@pytest.mark.parametrize("name", SERVERS)
def test_a_bad_server_is_named(name):
    begun = time.process_time()
    with pytest.raises(BadTable) as caught:
        table.next_hand(table.auto(table.advance(SERVERS[name], 5), 5))
    assert caught.value.reason
    assert caught.value.clause
    assert len(str(caught.value)) < 400
    assert time.process_time() - begun < PATIENCE


@pytest.mark.parametrize("now", ["5", -1, True, float("nan"), 10 ** 30, [], {}])
def test_a_bad_clock_is_named(now):
    with pytest.raises(BadTable, match="now"):
        table.advance(SERVER, now)
    assert table.merge(SERVER, acts(SERVER, "A", "p1 cc"), now=now) is SERVER


def test_inputs_are_never_changed():
    server = dealt(hand([0, 10, 20], seed=3, _note={"deep": [1]}))
    before = copy.deepcopy(server)
    client = acts(server, "A", "p1 cc", _intents=[2, 0, 0])
    client_before = copy.deepcopy(client)
    for call in (lambda: table.merge(server, client, {"A": 5}, 7), lambda: table.advance(server, 7),
                 lambda: table.auto(server, 7), lambda: table.personalize(server, "A"),
                 lambda: table.join(server, "D", 50), lambda: table.leave(server, "A"),
                 lambda: table.refusal(server, client)):
        call()
        assert server == before
        assert client == client_before


def test_numbers_are_given_back_as_they_were_written():
    server = hand([Decimal("0.10"), Decimal("0.25"), 0], stacks=[Decimal("5.50"), 7, Decimal("9.00")], minBet=0.25)
    server["antes"] = [0, 0, 0]
    begun = table.advance({**server, "seed": 1})
    assert [str(stack) for stack in begun["startingStacks"]] == ["5.50", "7", "9.00"]
    ended = {**begun, "actions": [*begun["actions"], "p3 f", "p1 f"]}
    made = table.next_hand(ended)
    assert [str(stack) for stack in made["startingStacks"]] == ["5.4", "7.1", "9.00"]
    assert list(made)[:6] == list(server)[:6]


def test_bets_with_a_point_are_counted_in_their_unit():
    server = dealt(hand([0, 10, 20]))
    assert "not an amount in this hand's unit" in table.refusal(server, acts(server, "A", "p1 cbr 40.5"))
    cents = dealt(hand([0, 0.5, 1], minBet=1))
    made = table.merge(cents, acts(cents, "A", "p1 cbr 2.75"))
    assert made["actions"][-1] == "p1 cbr 2.75"
    assert "outside 2..1000" in table.refusal(cents, acts(cents, "A", "p1 cbr 1.75"))


def test_a_flood_of_messages_does_not_stop_the_hand():
    server = dealt(hand([0, 10, 20]))
    for _ in range(20):
        server = table.merge(server, acts(server, "B", *["p2 m hi"] * 30))
    assert sum(" m " in line for line in server["actions"]) <= 200
    assert "no more" in table.refusal(server, acts(server, "B", *["p2 m hi"] * 30))
    assert table.merge(server, acts(server, "A", "p1 cc"))["actions"][-1] == "p1 cc"


def test_raising_for_ever_ends():
    server = dealt(hand([1, 2], stacks=[10 ** 9, 10 ** 9], minBet=2))
    play = table.play.replay(table.dicts.reading.read(server))
    total = 2
    for _ in range(3000):
        place, total = play.actor, total + 2
        try:
            table.merging.act(play, place, f"p{place + 1} cbr {total}")
        except BadTable as refused:
            assert "no further raise is possible" in refused.reason
            break
    else:
        raise AssertionError("raised for ever")
    table.merging.act(play, place, f"p{place + 1} cc")
