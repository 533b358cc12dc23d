"""Every row of the concrete cases, part 004, by number."""

from __future__ import annotations

import copy

import pytest

import croupier
from croupier import table
from croupier.notation.json import as_dict
from croupier.notation.pokerstars import records
from croupier.table import BadTable
from notation.stars_samples import DEAD_BLIND

from .hands import acts, columns, dealt, folded, hand, over, then

AB = hand([10, 20], stacks=[100, 100])


def untouched(made, call):
    """Call, and show that the input did not change."""
    before = copy.deepcopy(made)
    result = call(made)
    assert made == before
    return result


def wants_in(server, player="C", stack=100, intent=0, **more):
    """A joining client's dict."""
    view = table.personalize(server, player)
    joined = {**view, "players": [*view["players"], player], "startingStacks": [*view["startingStacks"], stack],
              "_intents": [*view["_intents"], intent]}
    return {**joined, **more}


def refused(server, client, word="", **more):
    """The server's own object back, with a reason."""
    assert table.merge(server, client, **more) is server
    reason = table.refusal(server, client, **more)
    assert reason
    assert word in reason
    return reason


# -- join and client calls ---------------------------------------------------------------------------------------------


def test_case_004_01_join():
    made = untouched(AB, lambda server: table.join(server, "C", 150))
    assert made["players"] == ["A", "B", "C"]
    assert made["startingStacks"] == [100, 100, 150]
    assert made["antes"] == [0, 0, 0]
    assert columns(made) == {"B": [10, 20, 0], "I": [0, 0, 0], "N": [0, 0, 1], "D": [0, 0, 0]}


@pytest.mark.parametrize(("player", "stack", "seat", "word"), [
    ("", 150, None, "not a name"), ("C", 0, None, "buys nothing"), ("C", -5, None, "outside"),
    ("A", 150, None, "already"),
    ("C", 150, 7, "not one of 1..6"), ("C", 150, 2, "taken"), (None, 150, None, "not a name"),
    ("C", "150", None, "number"), ("C", True, None, "number"), ("C", float("nan"), None, "not an amount"),
    ("C", 150, 2.5, "not one of")])
def test_case_004_02_join_refused(player, stack, seat, word):
    assert table.join(AB, player, stack, seat) is AB
    assert word in table.why_not_join(AB, player, stack, seat)


def test_case_004_02_full_table():
    full = hand([0, 10, 20, 0, 0, 0])
    assert table.join(full, "G", 100) is full
    assert "all 6 seats" in table.why_not_join(full, "G", 100)
    assert "taken" in refused(AB, wants_in(AB, seats=[1, 2, 2]))


def test_case_004_03_join_an_empty_table():
    made = table.join(hand([]), "A", 100)
    assert (made["players"], made["startingStacks"]) == (["A"], [100])
    assert columns(made) == {"B": [0], "I": [0], "N": [1], "D": [0]}


def test_case_004_04_fractional_buy_in():
    assert table.join(AB, "C", 99.5)["startingStacks"] == [100, 100, 99.5]


@pytest.mark.parametrize(("call", "intent"), [(table.pause, 2), (table.wait_for_bb, 1), (table.leave, 3),
                                              (table.resume, 0)])
def test_case_004_05_calls(call, intent):
    made = hand([0, 10, 20], I=[1, 1, 1], N=[1, 1, 1], D=[5, 6, 7])
    called = untouched(made, lambda server: call(server, "B"))
    assert called == {**made, "_intents": [1, intent, 1]}


@pytest.mark.parametrize("call", [table.pause, table.wait_for_bb, table.leave, table.resume])
def test_case_004_07_stranger_calls(call):
    assert call(AB, "X") is AB


def test_case_004_08_personalize():
    made = hand([10, 20], seed=5)
    made["actions"] = ["d dh p1 AsKs", "d dh p2 QdQh", "p1 cc", "p2 cc", "d db 2h7hJh"]
    view = untouched(made, lambda server: table.personalize(server, "B"))
    assert view["actions"] == ["d dh p1 ????", "d dh p2 QdQh", "p1 cc", "p2 cc", "d db 2h7hJh"]
    assert "seed" not in view
    assert view["author"] == "B"


def test_case_004_09_stranger():
    made = dealt(hand([10, 20]))
    assert table.personalize(made, "X")["actions"] == ["d dh p1 ????", "d dh p2 ????"]


# -- merge -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("intent", [0, 1, 2])
@pytest.mark.parametrize("server", [AB, dealt(AB)])
def test_case_004_10_and_11_join(server, intent):
    client = wants_in(server, intent=intent)
    client["actions"] = [*client["actions"], "d dh p3 AsKs", "p3 cc"]
    made = untouched(server, lambda mine: table.merge(mine, client))
    assert made["players"] == ["A", "B", "C"]
    assert columns(made) == {"B": [10, 20, 0], "I": [0, 0, intent], "N": [0, 0, 1], "D": [0, 0, 0]}
    assert made["actions"] == server["actions"]
    assert "author" not in made


def test_case_004_12_lengths():
    refused(AB, wants_in(AB, startingStacks=[100, 100]), "startingStacks")
    refused(AB, wants_in(AB, startingStacks=[100, 100, 100, 100]), "startingStacks")
    refused(AB, wants_in(AB, antes=[0]), "antes")
    refused(AB, wants_in(AB, _intents=[0, 0]), "_intents")
    assert table.merge(AB, wants_in(AB, antes=[0, 0]))["antes"] == [0, 0, 0]


def test_case_004_13_not_in_own_list():
    refused(AB, wants_in(AB, players=["A", "B", "D"]), "players")


def test_case_004_15_balances():
    assert table.merge(AB, wants_in(AB))["startingStacks"] == [100, 100, 100]
    assert table.merge(AB, wants_in(AB), {"C": 75.25})["startingStacks"] == [100, 100, 75.25]
    assert table.merge(AB, wants_in(AB), {"C": 500})["startingStacks"] == [100, 100, 100]
    refused(AB, wants_in(AB), "owns nothing", balances={"C": 0})


def test_case_004_16_seats():
    server = {**AB, "seats": [1, 3]}
    assert table.merge(server, wants_in(server, seats=[1, 3, 4]))["seats"] == [1, 3, 4]
    refused(server, wants_in(server, seats=[1, 3, 7]), "not one of 1..6")
    refused(server, wants_in(server, seats=[1, 3, 3]), "taken")
    refused(server, wants_in(server, seats=[1, 3]), "seats")


@pytest.mark.parametrize("name", ["variant", "venue", "currency", "table"])
def test_case_004_17_other_table(name):
    server = {**AB, "venue": "Here", "currency": "USD", "table": "T1"}
    refused(server, wants_in(server, **{name: "PO" if name == "variant" else "elsewhere"}), name)


def test_case_004_18_others_intents():
    assert table.merge(AB, {**table.personalize(AB, "B"), "_intents": [1, 0]}) is AB
    assert table.merge(AB, {**table.personalize(AB, "A"), "_intents": [0, 2]}) is AB


def test_case_004_20_intent_99():
    refused(AB, {**table.personalize(AB, "B"), "_intents": [0, 99]}, "99")


def test_case_004_21_authors():
    refused(AB, {**AB, "author": "X"}, "X")
    refused({**AB, "_venueIds": ["id1", "id2"]}, {**AB, "_venueIds": ["id1", "id2"], "author": "id2"})
    refused(AB, AB, "author")


def test_case_004_22_server_columns():
    server = hand([0, 10, 20], I=[0, 2, 0], N=[0, 1, 0], D=[0, 30, 0])
    client = {**table.personalize(server, "B"), "_inactive": [1, 0, 1], "_deadBlinds": [0, 0, 10]}
    assert table.merge(server, client) is server


def test_case_004_23_paused_player_acts():
    server = dealt(hand([0, 10, 20], I=[0, 2, 0], N=[0, 1, 0], D=[0, 10, 0]))
    made = table.merge(server, acts(server, "B", "p2 cc", _intents=[0, 0, 0]))
    assert columns(made) == {"B": [0, 10, 20], "I": [0, 0, 0], "N": [0, 1, 0], "D": [0, 10, 0]}
    assert made["actions"] == server["actions"]


@pytest.mark.parametrize("intent", [1, 2, 3])
def test_case_004_25_out_in_the_middle_of_a_hand(intent):
    server = dealt(hand([0, 10, 20]))
    made = table.merge(server, {**table.personalize(server, "B"), "_intents": [0, intent, 0]})
    assert columns(made) == {"B": [0, 10, 20], "I": [0, intent, 0], "N": [0, 1, 0], "D": [0, 0, 0]}
    made = table.merge(made, acts(made, "A", "p1 cc"))
    assert table.advance(made)["actions"][-2:] == ["p1 cc", "p2 f"]


def test_case_004_27_own_call():
    server = dealt(hand([0, 10, 20]))
    made = table.merge(server, acts(server, "A", "p1 cc #1"), now=5000)
    assert made["actions"] == [*server["actions"], "p1 cc #5000"]


@pytest.mark.parametrize("line", ["p2 cc", "d db 2c3c4c", "p2 m hello", "rubbish"])
def test_case_004_28_not_own(line):
    server = dealt(hand([0, 10, 20]))
    refused(server, acts(server, "A", line), "own action")
    refused(server, acts(server, "A", "p1 cc", line), "own action")
    assert table.merge(server, acts(server, "C", "p3 m well played"))["actions"][-1] == "p3 m well played"


def test_case_004_29_cards():
    server = dealt(hand([0, 10, 20]))
    client = acts(server, "A", "p1 cc")
    assert "d dh p2 ????" in client["actions"]
    assert table.merge(server, client)["actions"][:3] == server["actions"]
    blind = {**server, "actions": ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????"]}
    client = {**acts(blind, "A", "p1 cc"), "actions": ["d dh p1 AsKs", "d dh p2 ????", "d dh p3 ????", "p1 cc"]}
    assert table.merge(blind, client)["actions"] == [*blind["actions"], "p1 cc"]


def test_case_004_31_short_intents():
    server = dealt(hand([0, 10, 20]))
    assert table.merge(server, {**table.personalize(server, "B"), "_intents": [0, 2]})["_intents"] == [0, 2, 0]


# -- next: removal and rotation ----------------------------------------------------------------------------------------


def test_case_004_33_one_leaves():
    made = then(hand([0, 10, 20], I=[0, 3, 0], seats=[1, 2, 4], _venueIds=["a", "b", "c"]))
    assert (made["players"], made["blindsOrStraddles"]) == (["A", "C"], [20, 10])
    assert (made["seats"], made["_venueIds"]) == ([1, 4], ["a", "c"])
    assert all(len(made[name]) == 2 for name in ("startingStacks", "antes", "_inactive", "_intents", "_deadBlinds"))


def test_case_004_34_several_leave():
    assert then(hand([0, 10, 20], I=[3, 0, 3]))["players"] == ["B"]
    made = then(hand([0, 10, 20], I=[3, 3, 3]))
    assert all(made[name] == [] for name in ("players", "startingStacks", "blindsOrStraddles", "antes", "_inactive",
                                              "_intents", "_deadBlinds"))


def test_case_004_35_broke():
    server = hand([0, 10, 20], stacks=[50, 1000, 950])
    server["actions"] = ["d dh p1 2c7d", "d dh p2 AsAh", "d dh p3 3c4c", "p1 cbr 50", "p2 cc", "p3 f", "d db KhKdQs",
                         "d db 9c", "d db 8c", "p1 sm 2c7d", "p2 sm AsAh"]
    made = table.next_hand(server)
    assert made["startingStacks"] == [0, 1070, 930]
    assert (made["_inactive"], made["_intents"]) == ([1, 0, 0], [3, 0, 0])
    assert then(made)["players"] == ["B", "C"]


@pytest.mark.parametrize(("stack", "plays"), [(35, False), (36, False), (37, True)])
def test_case_004_38_enough_to_come_back(stack, plays):
    made = then(hand([0, 10, 20], stacks=[stack, 1000, 1000], antes=[0, 2, 2], _antes=[2, 2, 2], I=[0, 0, 0],
                     N=[1, 0, 0], D=[15, 0, 0]))
    assert (made["_inactive"][0], made["_intents"][0]) == ((0, 0) if plays else (1, 3))
    assert made["startingStacks"][0] == (stack - 15 if plays else stack)
    if not plays:
        assert then(made)["players"] == ["B", "C"]


def test_case_004_39_waits_with_little():
    away = then(hand([10, 20, 0], stacks=[5, 1000, 1000], I=[1, 0, 0], N=[1, 0, 0]))
    assert (away["_inactive"], away["_intents"]) == ([1, 0, 0], [1, 0, 0])
    reached = then(hand([0, 10, 20], stacks=[8, 1000, 1000], I=[1, 0, 0], N=[1, 0, 0]))
    assert (reached["_inactive"], reached["_intents"]) == ([1, 0, 0], [3, 0, 0])
    assert reached["blindsOrStraddles"] == [0, 20, 10]


def test_case_004_41_rotation():
    made = hand([0, 10, 20], seats=[1, 3, 5])
    for blinds in ([20, 0, 10], [10, 20, 0], [0, 10, 20]):
        made = then(made)
        assert made["blindsOrStraddles"] == blinds
        assert (made["players"], made["seats"]) == (["A", "B", "C"], [1, 3, 5])


def test_case_004_42_straddle():
    assert then(hand([40, 10, 20]))["blindsOrStraddles"] == [20, 40, 10]


def test_case_004_43_antes():
    assert then(hand([0, 10, 20], antes=[1, 2, 3]))["antes"] == [3, 1, 2]
    assert then(hand([0, 10, 20], antes=[2, 2, 2]))["antes"] == [2, 2, 2]


def test_case_004_44_heads_up():
    made = then(hand([20, 10]))
    assert made["blindsOrStraddles"] == [10, 20]
    assert then(made)["blindsOrStraddles"] == [20, 10]


@pytest.mark.parametrize("seats", [[1, 1, 2], [1, 2.5, 3], [0, 1, 2], [1, 2, 7], ["1", 2, 3], [True, 2, 3]])
def test_case_004_46_bad_seats(seats):
    with pytest.raises(BadTable, match="seat"):
        table.advance(hand([0, 10, 20], seats=seats))


def test_case_004_47_not_complete():
    for server in (hand([0, 10, 20]), dealt(hand([0, 10, 20])), folded(hand([0, 10, 20]), "a")):
        with pytest.raises(BadTable, match="not complete"):
            table.next_hand(server)
    assert table.next_hand(hand([0, 10, 20], I=[3, 3, 3]))["players"] == []
    assert table.next_hand(hand([0, 10, 20], I=[3, 3, 3], N=[1, 1, 1]))["players"] == []


def test_case_004_48_what_is_cleared():
    server = table.finish(over(hand([0, 10, 20], hand=5, author="A", seed=9, venue="Here", _mine={"x": [1]})))
    made = untouched(server, table.next_hand)
    assert made["hand"] == 6
    assert not {"author", "finishingStacks", "winnings", "rake", "totalPot"} & set(made)
    assert made["actions"] == []
    assert made["seed"] != 9
    assert (made["venue"], made["_mine"], made["minBet"]) == ("Here", {"x": [1]}, 20)


# -- next: pausing, debts, return --------------------------------------------------------------------------------------


def test_case_004_49_paused_and_passed():
    made = then(hand([0, 10, 20], I=[2, 0, 0]))
    assert columns(made) == {"B": [0, 20, 10], "N": [1, 0, 0], "I": [2, 0, 0], "D": [20, 0, 0]}


def test_case_004_50_not_passed():
    made = then(hand([10, 20, 0], I=[1, 0, 0]))
    assert (made["_inactive"], made["_deadBlinds"], made["_intents"]) == ([1, 0, 0], [0, 0, 0], [1, 0, 0])


def test_case_004_52_small_blind_missed():
    made = then(hand([20, 10, 0], I=[0, 0, 2], N=[0, 0, 1]))
    assert (made["_deadBlinds"], made["blindsOrStraddles"]) == ([0, 0, 10], [10, 20, 0])


def test_case_004_53_three_passed():
    made = then(hand([0, 0, 0, 0, 10, 20], I=[2, 2, 2, 0, 0, 0], N=[1, 1, 1, 0, 0, 0]))
    assert made["_deadBlinds"] == [20, 20, 20, 0, 0, 0]
    assert made["blindsOrStraddles"] == [0, 0, 0, 20, 0, 10]


def test_case_004_55_debt_stays_at_its_most():
    made = then(hand([0, 10, 20], I=[2, 0, 0], N=[1, 0, 0], D=[30, 0, 0]))
    assert made["_deadBlinds"] == [30, 0, 0]


def test_case_004_56_chips_not_coefficients():
    made = then(hand([100, 50, 0], I=[0, 0, 2], N=[0, 0, 1], minBet=100))
    assert made["_deadBlinds"] == [0, 0, 50]


def test_case_004_58_reached_by_the_big_blind():
    made = then(hand([0, 10, 20], I=[1, 0, 0], N=[1, 0, 0], D=[20, 0, 0]))
    assert columns(made) == {"B": [20, 0, 10], "N": [0, 0, 0], "I": [0, 0, 0], "D": [0, 0, 0]}
    assert made["startingStacks"][0] == 1000


def test_case_004_59_back_early():
    server = over(hand([10, 20, 0, 0], I=[0, 0, 0, 0], N=[0, 0, 0, 1], D=[0, 0, 0, 20]))
    made = table.next_hand(server)
    assert (made["_inactive"], made["_deadBlinds"]) == ([0] * 4, [0] * 4)
    assert made["startingStacks"][3] == 980
    assert made["_deadMoney"] == [0, 0, 0, 20]
    before, after = table.finish(server), table.finish(over(made))
    assert sum(before["finishingStacks"]) == sum(made["startingStacks"]) + 20 == sum(after["finishingStacks"])
    assert after["totalPot"] == 20 + 10 + 10


def test_case_004_60_seed_numbers():
    server = hand([0, 1, 2], minBet=2, stacks=[50, 100, 75.25], I=[0, 0, 0], N=[0, 1, 0], D=[0, 3, 0])
    made = then(server)
    assert (made["startingStacks"][1], made["_deadBlinds"], made["_deadMoney"]) == (97, [0, 0, 0], [0, 3, 0])


def test_case_004_61_not_enough_to_come_back():
    made = then(hand([10, 20, 0], stacks=[1000, 1000, 15], N=[0, 0, 1], D=[0, 0, 10]))
    assert (made["_inactive"][2], made["_intents"][2]) == (1, 3)
    assert not any(line.startswith("d dh p3") for line in table.advance(made)["actions"])


def test_case_004_62_newcomer():
    made = then(hand([10, 20, 0], N=[0, 0, 1]))
    assert (made["_inactive"], made["_deadBlinds"]) == ([0, 0, 0], [0, 0, 0])
    assert sum(line.startswith("d dh") for line in table.advance(made)["actions"]) == 3


def test_case_004_64_pause_cancelled():
    server = dealt(hand([0, 10, 20]))
    server = table.merge(server, {**table.personalize(server, "B"), "_intents": [0, 2, 0]})
    server = table.merge(server, {**table.personalize(server, "B"), "_intents": [0, 0, 0]})
    assert (server["_inactive"], server["_intents"]) == ([0, 1, 0], [0, 0, 0])
    made = table.next_hand(over(server))
    assert columns(made) == {"B": [20, 0, 10], "N": [0, 0, 0], "I": [0, 0, 0], "D": [0, 0, 0]}


def test_case_004_65_antes_of_the_paused():
    made = then(hand([10, 20, 0], antes=[2, 2, 2], I=[0, 0, 2]))
    assert made["antes"] == [2, 2, 0]
    made = then({**made, "_intents": [0, 0, 0]})
    assert made["antes"] == [2, 2, 2]


def test_case_004_68_everybody_paused():
    made = then(hand([0, 10, 20], I=[2, 2, 1]))
    assert made["players"] == ["A", "B", "C"]
    assert made["_inactive"] == [1, 1, 1]
    assert table.advance(made)["actions"] == []


def test_case_004_69_heads_up_pause():
    made = then(hand([10, 20], I=[0, 2]))
    assert (made["blindsOrStraddles"][1], made["_deadBlinds"]) == (0, [0, 0])
    assert table.advance(made) is made


def test_case_004_70_lists_missing():
    server = over(hand([0, 10, 20]))
    old = {name: value for name, value in server.items() if not name.startswith("_")}
    made = table.next_hand(old)
    assert columns(made) == {"B": [20, 0, 10], "N": [0, 0, 0], "I": [0, 0, 0], "D": [0, 0, 0]}


# -- advance, timeout, game --------------------------------------------------------------------------------------------


def test_case_004_73_too_few():
    for server in (hand([]), hand([0]), hand([0], N=[1])):
        assert table.advance(server, 0) is server


def test_case_004_74_two_newcomers():
    for blinds in ([10, 20], [0, 0]):
        made = table.advance(hand(blinds, N=[1, 1], seed=3), 0)
        assert columns(made) == {"B": [10, 20], "N": [0, 0], "I": [0, 0], "D": [0, 0]}
        assert [line[:7] for line in made["actions"]] == ["d dh p1", "d dh p2"]


def test_case_004_76_who_is_brought_in():
    made = table.advance(hand([10, 20, 0], N=[1, 1, 1], I=[0, 1, 2], seed=3), 0)
    assert (made["_inactive"], made["_intents"]) == ([0, 0, 1], [0, 0, 2])
    assert [line[:7] for line in made["actions"]] == ["d dh p1", "d dh p2"]


@pytest.mark.parametrize("intent", [1, 2, 3])
def test_case_004_77_folded_at_its_turn(intent):
    for inactive in (0, 1):
        server = dealt(hand([0, 10, 20]))
        server = {**server, "_intents": [intent, 0, 0], "_inactive": [inactive, 0, 0]}
        assert table.advance(server, 0)["actions"] == [*server["actions"], "p1 f"]


def test_case_004_78_silent_leavers():
    server = dealt(hand([0, 10, 20], timeLimit=3))
    server = table.merge(server, acts(server, "A", "p1 cc"), now=1000)
    server = {**server, "_intents": [0, 3, 2]}
    made = table.advance(server, 9000)
    assert [line.split(" #")[0] for line in made["actions"][-3:]] == ["p1 cc", "p2 f", "p3 f"]
    ended = table.finish(made)
    assert (ended["winnings"], ended["finishingStacks"]) == ([50, 0, 0], [1030, 990, 980])


def test_case_004_79_a_free_check_is_folded():
    server = dealt(hand([0, 10, 20], timeLimit=3))
    server["actions"] += ["p1 cc #100", "p2 cc #200"]
    assert table.auto(server, 3199) is server
    assert table.auto(server, 3200)["actions"][-1] == "p3 f #3200"


def test_case_004_81_invalid():
    for server, word in ((hand([0, 10, 20], stacks=[1000, 1000]), "startingStacks"),
                         (hand([0, 10, 20], seatCount=2), "3 players at 2 seats"),
                         (hand([0, 0]), "no big blind")):
        for call in (table.advance, table.next_hand, table.finish, table.auto):
            with pytest.raises(BadTable, match=word):
                call(server)
        assert word in table.refusal(server, {**server, "author": "A"})


def test_case_004_83_capped():
    server = dealt(hand([0, 10, 20, 0], stacks=[1000, 120, 1000, 1000]))
    server["actions"] += ["p4 cbr 100", "p1 cc", "p2 cbr 120", "p3 f"]
    assert "none is possible" in refused(server, acts(server, "D", "p4 cbr 200"))


@pytest.mark.parametrize("tail", [["d db 2h7h"], ["d db 2h7hJhQh"],
                                  ["d db 2h7hJh", "p2 cc", "p3 cc", "p1 cc", "d db 2s3s"]])
def test_case_004_85_board_deals(tail):
    server = dealt(hand([0, 10, 20]))
    server["actions"] += ["p1 cc", "p2 cc", "p3 cc", *tail]
    with pytest.raises(BadTable, match="d db"):
        table.advance(server)


def test_case_004_85_board_before_hole_cards_and_sixth_card():
    with pytest.raises(BadTable, match="d db"):
        table.advance({**hand([0, 10, 20]), "actions": ["d db 2h7hJh"]})
    server = dealt(hand([10, 20], stacks=[100, 100]))
    server["actions"] += ["p1 cbr 100", "p2 cc", "d db 7h8hJh", "d db Qs", "d db Ks", "d db As"]
    with pytest.raises(BadTable, match="d db As"):
        table.advance(server)


def test_case_004_86_finish():
    server = dealt(hand([0, 10, 20], rakePercentage=5))
    server["actions"] += ["p1 cc", "p2 cc", "p3 cc", "d db 7h8hJh", "p2 cbr 100", "p3 f", "p1 f"]
    made = table.finish(server)
    assert (made["rake"], made["totalPot"], made["finishingStacks"]) == (3, 60, [980, 1037, 980])
    no_flop = table.finish(folded(hand([0, 10, 20], rakePercentage=5), "ab"))
    assert no_flop["rake"] == 0
    assert sum(no_flop["finishingStacks"]) == 3000
    with pytest.raises(BadTable, match="finishing stacks"):
        table.finish({**server, "finishingStacks": [980, 1040, 981]})


@pytest.mark.parametrize("limit", [None, 0, -3])
def test_case_004_87_no_time_limit(limit):
    server = dealt(hand([0, 10, 20], timeLimit=limit))
    server["actions"][-1] += " #1"
    assert table.auto(server, 10 ** 12) is server
    assert table.advance(server, 10 ** 12) is server


def test_case_004_82_an_imported_hand_with_a_dead_small_blind():
    record = next(records(DEAD_BLIND))
    server = as_dict(record)
    made = table.finish({**server, "finishingStacks": None, "winnings": None})
    by_name = dict(zip(made["players"], map(float, made["finishingStacks"])))
    assert by_name == {"one": 193.65, "two": 0.05, "three": 99.5, "four": 97, "five": 295.43, "six": 78.1}
    assert dict(zip(made["players"], map(float, made["winnings"])))["five"] == made["totalPot"] == 8
    assert dict(zip(made["players"], map(float, server["_deadMoney"])))["four"] == 0.5
    assert dict(zip(made["players"], made["_inactive"]))["six"] == 1


def test_a_table_hand_is_saved_and_replayed_as_phh(tmp_path):
    """By position, who took no part left out; heads-up small blind first, as PHH writes it."""
    server = hand([0, 20, 10], seats=[5, 3, 1], N=[1, 0, 0], I=[2, 0, 0])
    server["actions"] = ["d dh p2 AsKs #5", "d dh p3 2c3c #5", "p3 cbr 60 #6", "p2 m ouch #7", "p2 f #8"]
    found = table.record(table.finish(server))
    assert (found["players"], found["blinds_or_straddles"], found["starting_stacks"]) == (
        ["B", "C"], [10, 20], [1000, 1000])
    assert found["actions"] == ["d dh p1 AsKs", "d dh p2 2c3c", "p2 cbr 60", "# p2 m ouch", "p1 f"]
    assert found["finishing_stacks"] == [980, 1020]
    croupier.save([found], tmp_path / "hand.phh")
    (again,) = croupier.load(tmp_path / "hand.phh")
    assert croupier.Replay(again).status == "ok"
