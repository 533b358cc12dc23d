"""Every door of a table takes anything: what it cannot use is refused by name, never by an accident."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest

from croupier import Replay, table
from croupier.table import BadTable

from .hands import acts, dealt, folded, hand

SERVER = dealt(hand([0, 10, 20]))
NAN, SIGNALLING = Decimal("NaN"), Decimal("sNaN")


def deep(levels):
    value: list = []
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("nan", [NAN, SIGNALLING, -NAN])
def test_M1_a_number_that_is_none_is_refused_wherever_it_stands(nan):
    for fields in ({"blindsOrStraddles": [nan, 10, 20]}, {"timeLimit": nan}, {"startingStacks": [nan, 1, 1]}):
        with pytest.raises(BadTable):
            table.advance({**SERVER, **fields}, 5)
    with pytest.raises(BadTable, match="now"):
        table.advance(SERVER, nan)
    client = acts(SERVER, "A", "p1 cc", hand=nan)
    assert table.merge(SERVER, client) is SERVER
    assert "actions of hand" in table.refusal(SERVER, client)
    joiner = {**table.join(SERVER, "D", 100), "author": "D", "table": nan}
    assert table.merge({**SERVER, "table": 1}, joiner)["players"] == ["A", "B", "C"]


@pytest.mark.parametrize("balances", [[], 5, "D", {"D": NAN}, {"D": None}])
def test_N14_balances_that_are_none_refuse_the_join_by_name(balances):
    client = {**table.join(SERVER, "D", 100), "author": "D"}
    assert table.merge(SERVER, client, balances=balances) is SERVER
    assert "balance" in table.refusal(SERVER, client, balances=balances)


@pytest.mark.parametrize("call", [table.pause, table.resume, table.leave, table.wait_for_bb])
@pytest.mark.parametrize("thing", [None, [], 5, "hand"])
def test_N3_a_wish_at_what_is_no_hand_is_refused_by_name(call, thing):
    with pytest.raises(BadTable, match="a hand is an object"):
        call(thing, "A")


def test_T6_a_seed_that_is_no_text_is_refused_by_name():
    for fields in ({}, {"seed": "\ud800"}):
        with pytest.raises(BadTable, match="seed"):
            table.next_hand({**folded(hand([0, 10, 20]), "ab"), **fields}, seed=None if fields else "\ud800")


@pytest.mark.parametrize("number", [deep(3000), 10 ** 5000, "\ud800", {"a": [NAN]}],
                         ids=["deep", "huge", "half", "object"])
def test_a_hand_of_any_number_has_a_next_one(number):
    made = table.next_hand({**folded(hand([0, 10, 20], seed=7), "ab"), "hand": number})
    assert type(made["seed"]) is int


JUNK = [None, True, -1, 99, 1.5, float("nan"), float("inf"), 10 ** 5000, "", "x", "\ud800", b"x", [], [None], [[]] * 3,
        {}, {"a": 1}, (1, 2, 3), deep(3000), NAN, SIGNALLING, Decimal("1E+400"), Decimal("1E-400"), [SIGNALLING] * 3,
        [NAN] * 3, [float("nan")] * 3, [deep(3000)] * 3, [10 ** 5000] * 3, ["A", "A", "B"], ["p1 cbr NaN"], ["d dh p1"],
        ["p1 f #" + "9" * 300], ["p٣ f"], ["#"], [""], ["p1 m"]]
FIELDS = [*hand([0, 10, 20]), "seats", "author", "finishingStacks", "winnings", "rake", "totalPot", "rakePercentage",
          "rakeCap", "timeLimit", "timeBanks", "seed", "_deadMoney", "_antes", "_topUps", "_bb", "_sb", "_button",
          "_blinds", "_venueIds", "venue", "currency", "table", "anteTrimmingStatus", "smallBet", "bigBet", "bringIn"]
DOORS = [table.advance, table.finish, table.next_hand, table.record, lambda made: table.auto(made, 5),
         lambda made: table.personalize(made, "A"), lambda made: table.join(made, "D", 50),
         lambda made: table.pause(made, "A")]


def test_every_door_refuses_what_it_cannot_use_by_name():
    rng = random.Random(4)
    ended = folded(hand([0, 10, 20], seed=7), "ab")
    joiner = {**table.join(SERVER, "D", 100), "author": "D"}
    for _ in range(1500):
        changed = {rng.choice(FIELDS): rng.choice(JUNK) for _ in range(rng.choice((1, 1, 2)))}
        for begun in (SERVER, ended):
            try:
                rng.choice(DOORS)({**begun, **changed})
            except BadTable as refused:
                assert refused.reason
        for client in (acts(SERVER, "A", "p1 cc"), joiner):
            table.merge(SERVER, {**client, **changed})
            table.merge({**SERVER, **changed}, client, rng.choice([None, *JUNK]), 5)
            assert len(table.refusal(SERVER, {**client, **changed}) or "") < 400


RECORD = {"variant": "NT", "antes": [10, 10, 10], "blindsOrStraddles": [10, 20, 0], "minBet": 20,
          "startingStacks": [1000, 1000, 4], "players": ["A", "B", "C"],
          "actions": ["d dh p1 AcAd", "d dh p2 KcKd", "d dh p3 AhAs", "p1 cc", "p2 cc", "d db 2h3h7s", "p1 cc", "p2 cc",
                      "d db 8s", "p1 cc", "p2 cc", "d db Jd", "p1 cc", "p2 cc", "p1 sm AcAd", "p2 sm KcKd",
                      "p3 sm AhAs"]}


def test_B7_antes_of_a_record_are_not_trimmed_unless_it_says_so():
    """PHH's default; the table, the replay and the record that the table writes agree to the chip."""
    assert table.finish(RECORD)["finishingStacks"] == [1022, 970, 12]
    assert table.finish({**RECORD, "finishingStacks": [1022, 970, 12]})["finishingStacks"] == [1022, 970, 12]
    assert Replay(table.record(RECORD)).final_stacks == [1022, 970, 12]
    for more in ({"anteTrimmingStatus": True}, {"_intents": [0, 0, 0]}):
        assert table.finish({**RECORD, **more})["finishingStacks"] == [1028, 970, 6]
        assert Replay(table.record({**RECORD, **more})).final_stacks == [1028, 970, 6]


@pytest.mark.parametrize("status", ["false", 1, 0, []])
def test_N9_an_ante_trimming_status_is_true_or_false(status):
    with pytest.raises(table.BadTable, match="neither true nor false"):
        table.finish({**RECORD, "anteTrimmingStatus": status})


def test_case_004_81_a_dealt_hand_whose_big_blind_stands_before_somebody_who_is_out():
    """N9: that is a position and no post, so nobody posted a big blind."""
    hand = {**RECORD, "startingStacks": [1000, 1000, 1000], "antes": [0, 0, 0], "blindsOrStraddles": [0, 10, 20],
            "_intents": [0, 0, 2], "_inactive": [0, 0, 1], "_deadBlinds": [0, 0, 0],
            "actions": ["d dh p1 2c2d", "d dh p2 3c3d", "p1 cc", "p2 cc", "d db 5h6h7s", "p2 cbr 20", "p1 f"]}
    with pytest.raises(table.BadTable, match="no big blind"):
        table.finish(hand)
