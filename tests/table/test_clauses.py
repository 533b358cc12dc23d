"""Rulings N1-N17, and those of B and T that a table must keep, by clause."""

from __future__ import annotations

import pytest

import croupier
from croupier import table
from croupier.contest.poker_table import next_button
from croupier.table import BadTable
from croupier.table.blinds import Spots, Stakes, posts
from croupier.table.seats import cash, match_spots

from .hands import acts, columns, dealt, folded, hand, over, then


def merged(server, player, **fields):
    return table.merge(server, {**table.personalize(server, player), **fields})


# -- N1, N2, N3 --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [6, [6]])
def test_N1_seat_count_is_a_number_or_a_list_of_one(count):
    server = hand([0, 10, 20], seatCount=count)
    assert then(server)["seatCount"] == count
    assert table.join(server, "D", 100, 6)["seats"] == [1, 2, 3, 6]
    assert table.join(server, "D", 100, 7) is server


@pytest.mark.parametrize("count", ["6", [6, 6], 0, 11, 6.5, True, None])
def test_N1_other_seat_counts_are_refused(count):
    with pytest.raises(BadTable, match="seatCount"):
        table.advance(hand([0, 10, 20], seatCount=count))


def test_N1_arrays_short_by_the_joiners_own_column_are_padded():
    server = hand([10, 20], seats=[1, 2])
    client = {"author": "C", "players": ["A", "B", "C"], "startingStacks": [1000, 1000, 500], "_intents": [0, 0, 0],
              "blindsOrStraddles": [10, 20], "antes": [0, 0], "_inactive": [0, 0], "_deadBlinds": [0, 0]}
    made = table.merge(server, client)
    assert (made["antes"], made["seats"]) == ([0, 0, 0], [1, 2, 3])


def test_N2_a_newcomer_is_inactive_and_free_of_debt_then_plays():
    server = over(hand([10, 20]))
    made = table.next_hand(table.join(server, "C", 500))
    assert columns(made) == {"B": [0, 10, 20], "I": [0, 0, 0], "N": [0, 0, 0], "D": [0, 0, 0]}


def test_N3_a_diverging_log_drops_actions_but_keeps_the_intent():
    server = dealt(hand([0, 10, 20]))
    server["actions"] += ["p1 cc"]
    client = {**acts(server, "B", "p2 cc"), "_intents": [0, 2, 0]}
    client["actions"][3] = "p1 f"
    made = table.merge(server, client)
    assert (made["_intents"], made["actions"]) == ([0, 2, 0], server["actions"])
    assert "the logs part at action 4" in table.refusal(server, client)


def test_N3_an_illegal_action_drops_all_actions_but_keeps_the_intent():
    server = dealt(hand([0, 10, 20]))
    made = table.merge(server, acts(server, "A", "p1 cbr 30", _intents=[1, 0, 0]))
    assert (made["_intents"], made["actions"]) == ([1, 0, 0], server["actions"])
    assert "outside 40..1000" in table.refusal(server, acts(server, "A", "p1 cbr 30"))


def test_N3_an_action_of_another_hand_is_dropped():
    server = dealt(hand([0, 10, 20], hand=4))
    assert "hand 3" in table.refusal(server, acts(server, "A", "p1 cc", hand=3))


def test_N3_a_client_that_is_behind_loses_nothing():
    server = dealt(hand([0, 10, 20]))
    client = {**table.personalize(server, "B"), "_intents": [0, 1, 0]}
    server["actions"].append("p1 cc")
    assert table.merge(server, client)["_intents"] == [0, 1, 0]
    assert table.refusal(server, client) is None


# -- N4 ----------------------------------------------------------------------------------------------------------------


def test_N4_out_in_the_middle_of_a_hand_is_folded_at_its_turn_not_before():
    server = merged(dealt(hand([0, 10, 20])), "C", _intents=[0, 0, 2])
    assert table.advance(server) is server
    server = table.merge(server, acts(server, "A", "p1 cc"))
    server = table.merge(server, acts(server, "B", "p2 cc"))
    assert table.advance(server)["actions"][-2:] == ["p3 f", "d db ??????"]


def test_N4_an_all_in_seat_stays_in_for_its_pots():
    server = hand([10, 20], stacks=[100, 100])
    server["actions"] = ["d dh p1 AsAh", "d dh p2 2c7d", "p1 cbr 100"]
    server = merged(server, "A", _intents=[3, 0])
    server = table.merge(server, acts(server, "B", "p2 cc"))
    server["actions"] += ["d db KdQd9h", "d db 8s", "d db 3c"]
    server = table.advance(server)
    assert server["actions"][-2:] == ["p2 sm 2c7d", "p1 sm AsAh"]
    assert table.finish(server)["finishingStacks"] == [200, 0]
    assert table.next_hand(server)["players"] == ["B"]


def test_N4_leaving_is_final():
    server = merged(dealt(hand([0, 10, 20])), "B", _intents=[0, 3, 0])
    back = {**table.personalize(server, "B"), "_intents": [0, 0, 0]}
    assert table.merge(server, back) is server
    assert "left" in table.refusal(server, back)


def test_N4_a_pause_cancelled_by_a_short_stack_is_no_return():
    """It never was away: it plays on with what it has, all-in for the blind."""
    server = hand([0, 10, 20], stacks=[15, 1000, 1000])
    server = merged(merged(dealt(server), "A", _intents=[2, 0, 0]), "A", _intents=[0, 0, 0])
    made = table.next_hand(over(server))
    assert (made["_inactive"], made["_intents"]) == ([0, 0, 0], [0, 0, 0])


def test_N4_out_before_the_deal_owes_the_blind_that_moves_on():
    server = then(hand([0, 10, 20], seed=1))
    assert server["blindsOrStraddles"] == [20, 0, 10]
    server = merged(server, "A", _intents=[2, 0, 0])
    made = table.advance(server)
    assert columns(made) == {"B": [0, 20, 10], "I": [2, 0, 0], "N": [1, 0, 0], "D": [20, 0, 0]}
    assert [line[:7] for line in made["actions"]] == ["d dh p2", "d dh p3"]


def test_N4_out_and_back_before_the_deal_never_was_away():
    server = then(hand([0, 10, 20], seed=1))
    server = merged(merged(server, "A", _intents=[2, 0, 0]), "A", _intents=[0, 0, 0])
    assert columns(table.advance(server)) == {"B": [20, 0, 10], "I": [0, 0, 0], "N": [0, 0, 0], "D": [0, 0, 0]}


@pytest.mark.parametrize("intent", [1, 2, 3])
def test_N4_an_active_player_that_asked_out_is_dealt_in_and_folded(intent):
    made = table.advance(hand([0, 10, 20], I=[intent, 0, 0], seed=1))
    assert [line[:7] for line in made["actions"]] == ["d dh p1", "d dh p2", "d dh p3", "p1 f"]
    assert made["_intents"] == [intent, 0, 0]


def test_N4_a_debt_paid_before_an_undealt_hand_is_given_back_when_it_is_not_dealt():
    server = table.next_hand(over(hand([10, 20, 0], N=[0, 0, 1], D=[0, 0, 20])))
    assert server["_deadMoney"] == [0, 0, 20]
    for name in "AB":
        server = merged(server, name, _intents=[3 if player in "AB" else 0 for player in "ABC"])
    made = table.next_hand(table.advance(server))
    assert (made["players"], made["startingStacks"]) == (["C"], [1000])
    assert not any(made["_deadMoney"])


# -- N5: where the blinds go -------------------------------------------------------------------------------------------


def test_N5_the_small_blind_is_dead_when_the_last_big_blind_has_left():
    made = then(hand([10, 20, 0, 0], I=[0, 3, 0, 0]))
    assert (made["players"], made["blindsOrStraddles"]) == (["A", "C", "D"], [0, 20, 0])
    assert (made["_bb"], made["_sb"], made["seats"]) == (3, 2, [1, 3, 4])
    after = then(made)
    assert after["blindsOrStraddles"] == [0, 10, 20]
    assert after["_button"] == 2  # a dead button, where the dead small blind was


def test_N5_the_small_blind_is_dead_when_the_last_big_blind_pauses():
    made = then(hand([10, 20, 0, 0], I=[0, 2, 0, 0]))
    assert made["blindsOrStraddles"] == [0, 0, 20, 0]
    assert made["_deadBlinds"] == [0, 10, 0, 0]
    assert table.advance({**made, "seed": 1})["_deadBlinds"] == [0, 10, 0, 0]  # charged once
    assert table.finish(over(made))["finishingStacks"] == made["startingStacks"]  # nobody but the big blind put in


def test_N5_without_the_user_fields_they_are_read_from_the_blinds():
    made = then(hand([10, 20, 0, 0], I=[0, 2, 0, 0]))
    bare = {name: value for name, value in made.items() if name not in ("_bb", "_sb", "_button", "_blinds")}
    assert then(bare)["blindsOrStraddles"] == [0, 0, 10, 20]


def test_N5_from_heads_up_to_three_the_order_of_play_stays_sane():
    """A newcomer between button and big blind: the next big blind is the old button, the newcomer gets the button."""
    server = over(hand([10, 20], seats=[1, 3]))
    made = table.next_hand(table.join(server, "C", 1000, 2))
    assert (made["players"], made["blindsOrStraddles"]) == (["A", "C", "B"], [20, 0, 10])
    assert made["_button"] == 2
    made = table.advance(made)
    for line in ("p2 cc", "p3 cc", "p1 cc"):
        made["actions"].append(line)
    made = table.advance(made)
    assert table.play.replay(table.dicts.reading.read(made)).actor == 2  # the small blind acts first after the flop


def test_N5_from_three_to_heads_up_nobody_pays_twice():
    for leaver, blinds in (("A", [20, 10]), ("B", [20, 10]), ("C", [20, 10])):
        intents = [3 if name == leaver else 0 for name in "ABC"]
        made = then(hand([0, 10, 20], I=intents))
        payer = made["players"][made["blindsOrStraddles"].index(20)]
        assert payer != "C", leaver
        assert sorted(made["blindsOrStraddles"]) == sorted(blinds)


# -- N6, N7, N8: debts -------------------------------------------------------------------------------------------------


def test_N6_a_pause_of_a_whole_round_owes_one_and_a_half():
    made = hand([0, 0, 10, 20], I=[2, 0, 0, 0])
    debts = []
    for _ in range(5):
        made = then(made)
        debts.append(made["_deadBlinds"][0])
    assert debts == [20, 30, 30, 30, 30]


def test_N6_half_a_big_blind_is_rounded_down_to_the_unit():
    made = then(hand([5, 2, 0], I=[0, 0, 2], N=[0, 0, 1], minBet=5))
    assert made["_deadBlinds"] == [0, 0, 2]
    made = then(hand([0.25, 0.10, 0], I=[0, 0, 2], N=[0, 0, 1], minBet=0.25))
    assert made["_deadBlinds"] == [0, 0, 0.12]


def test_N6_more_than_one_and_a_half_big_blinds_is_never_charged():
    made = then(hand([10, 20, 0], N=[0, 0, 1], D=[0, 0, 500]))
    assert (made["_deadMoney"][2], made["_deadBlinds"][2], made["startingStacks"][2]) == (30, 0, 970)


def test_N6_a_debt_above_the_cap_does_not_keep_anybody_out():
    made = then(hand([10, 20, 0], stacks=[1000, 1000, 60], N=[0, 0, 1], D=[0, 0, 500]))
    assert (made["_inactive"][2], made["_deadMoney"][2], made["startingStacks"][2]) == (0, 30, 30)


def test_N6_a_debt_above_the_cap_is_cut_while_its_player_sits_out():
    made = then(hand([10, 20, 0], I=[0, 0, 2], N=[0, 0, 1], D=[0, 0, 500]))
    assert made["_deadBlinds"] == [0, 0, 30]


def test_N6_who_waits_and_changes_its_mind_pays():
    made = then(hand([0, 0, 10, 20], I=[2, 0, 0, 0]))
    made = then({**over(made), "_intents": [1, 0, 0, 0]})
    assert (made["_inactive"][0], made["_deadBlinds"][0]) == (1, 30)
    made = then({**over(made), "_intents": [0, 0, 0, 0]})
    assert (made["_inactive"][0], made["_deadMoney"][0], made["startingStacks"][0]) == (0, 30, 970)


def test_N7_dead_money_stands_in_the_pot_and_goes_once():
    server = over(hand([10, 20, 0, 0], N=[0, 0, 0, 1], D=[0, 0, 0, 30]))
    made = table.next_hand(server)
    begun = table.advance({**made, "seed": 3})
    play = table.play.replay(table.dicts.reading.read(begun))
    assert play.hand.pot == 30 + 10 + 20
    assert play.hand.price == 20  # dead money is no bet (B7)
    after = table.next_hand(over(begun))
    assert after["_deadMoney"] == [0, 0, 0, 0]
    assert sum(after["startingStacks"]) == 4000


def test_N7_an_active_player_in_debt_is_refused_but_read_as_dead_money_in_an_imported_record():
    with pytest.raises(BadTable, match="impossible"):
        table.advance(hand([0, 10, 20], D=[30, 0, 0]))
    imported = over(hand([0, 10, 20]))
    imported = {name: value for name, value in imported.items() if name not in ("_intents", "_inactive")}
    imported["_deadBlinds"] = [30, 0, 0]
    ended = table.finish(imported)
    assert ended["totalPot"] == 30 + 10 + 10
    assert sum(ended["finishingStacks"]) == 3030
    assert table.next_hand(imported)["_deadBlinds"] == [0, 0, 0]


def test_N8_an_active_player_with_chips_plays_on_all_in_for_the_blind():
    made = then(hand([0, 10, 20], stacks=[5, 1000, 1000]))
    assert (made["_inactive"], made["blindsOrStraddles"]) == ([0, 0, 0], [20, 0, 10])
    begun = table.advance({**made, "seed": 1})
    play = table.play.replay(table.dicts.reading.read(begun))
    assert (play.hand.bets[0], play.hand.price) == (5, 20)  # B6: the price is the nominal big blind


def test_N8_leaving_forgives_debt():
    made = then(hand([0, 10, 20], I=[3, 0, 0], N=[1, 0, 0], D=[30, 0, 0]))
    assert made["players"] == ["B", "C"]
    assert "_deadMoney" not in made or not any(made["_deadMoney"])


def test_N8_one_who_cannot_pay_is_told_to_leave_and_removed_by_the_following_next():
    made = then(hand([10, 20, 0], stacks=[1000, 1000, 19], N=[0, 0, 1]))
    assert (made["_inactive"], made["_intents"]) == ([0, 0, 1], [0, 0, 3])
    assert made["startingStacks"][2] == 19
    assert then(made)["players"] == ["A", "B"]


# -- N9, N10, N11 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", [-1, True, "20", None, float("nan"), float("inf"), 1.00001, 10 ** 30, [20], {}])
@pytest.mark.parametrize("name", ["startingStacks", "antes", "_deadBlinds", "_deadMoney"])
def test_N9_every_number_is_validated(name, value):
    column = [1000, 1000, value] if name == "startingStacks" else [0, 0, value]
    with pytest.raises(BadTable, match=name):
        table.advance(hand([0, 10, 20], N=[0, 0, 1], **{name: column}))


@pytest.mark.parametrize(("name", "value"), [("_intents", 4), ("_intents", -1), ("_intents", True), ("_intents", 0.0),
                                             ("_inactive", None), ("_inactive", "1"), ("blindsOrStraddles", "20")])
def test_N9_marks_are_validated(name, value):
    with pytest.raises(BadTable, match=name):
        table.advance({**hand([0, 10, 20]), name: [0, 10 if name[0] == "b" else 0, value]})


@pytest.mark.parametrize("mark", [1, 2, 10, -1, 10 ** 30])
def test_N9_any_non_zero_inactive_is_read_as_1(mark):
    made = then(hand([10, 20, 0], N=[0, 0, mark], I=[0, 0, 2]))
    assert (made["_inactive"], made["_intents"]) == ([0, 0, 1], [0, 0, 2])
    assert table.personalize(hand([10, 20, 0], N=[0, 0, mark]), "A")["_inactive"] == [0, 0, mark]


def test_N9_no_card_twice():
    server = hand([10, 20])
    server["actions"] = ["d dh p1 AsAh", "d dh p2 AsKd"]
    with pytest.raises(BadTable, match="As"):
        table.advance(server)


def test_N10_cards_are_masked_one_by_one():
    stud = {"variant": "F7S", "players": ["A", "B"], "startingStacks": [100, 100], "antes": [1, 1], "smallBet": 4,
            "bigBet": 8, "bringIn": 2, "actions": ["d dh p1 AsAhKd", "d dh p2 2c3c4c"]}
    assert table.personalize(stud, "A")["actions"] == ["d dh p1 AsAhKd", "d dh p2 ????4c"]
    assert table.personalize(stud, "X")["actions"] == ["d dh p1 ????Kd", "d dh p2 ????4c"]


def at_showdown(**fields):
    server = hand([10, 20], **fields)
    server["actions"] = ["d dh p1 AsAh", "d dh p2 2c7d", "p1 cc", "p2 cc", "d db KdQd9h", "p2 cc", "p1 cc", "d db 8s",
                         "p2 cc", "p1 cc", "d db 3c", "p2 cc", "p1 cc #1000"]
    return server


def test_N11_auto_mucks_at_the_showdown_once_time_has_run_out():
    server = at_showdown(timeLimit=3)
    assert table.auto(server, 3999) is server
    server = table.auto(server, 4000)
    assert server["actions"][-1] == "p2 sm #4000"
    server = table.auto(server, 8000)
    assert server["actions"][-1] == "p1 sm AsAh #8000"  # the last hand is shown: somebody must win
    assert table.finish(server)["winnings"] == [40, 0]


def test_N11_a_hand_that_is_all_in_is_always_shown():
    server = hand([10, 20], stacks=[100, 100], timeLimit=3)
    server["actions"] = ["d dh p1 AsAh", "d dh p2 2c7d", "p1 cbr 100", "p2 cc #1000", "d db KdQd9h", "d db 8s",
                         "d db 3c"]
    assert table.auto(server, 9000)["actions"][-1].startswith("p2 sm 2c7d")
    assert "has to be shown" in table.refusal(server, acts(server, "B", "p2 sm"))


def test_N11_a_player_may_muck_and_show_only_what_it_was_dealt():
    server = at_showdown()
    assert table.merge(server, acts(server, "B", "p2 sm"))["actions"][-1] == "p2 sm"
    assert table.merge(server, acts(server, "B", "p2 sm 2c7d"))["actions"][-1] == "p2 sm 2c7d"
    assert table.merge(server, acts(server, "B", "p2 sm -"))["actions"][-1] == "p2 sm 2c7d"
    assert "not dealt" in table.refusal(server, acts(server, "B", "p2 sm AcAd"))
    assert table.finish(table.advance(server))["winnings"] == [40, 0]


def test_N11_the_clock_of_the_next_player_begins_with_the_fold_of_the_last():
    server = dealt(hand([0, 0, 10, 20], timeLimit=3))
    server["actions"][-1] += " #1000"
    made = table.advance(server, 9000)
    assert made["actions"][len(server["actions"]):] == ["p1 f #9000"]
    assert table.advance(made, 11_999) is made
    assert table.advance(made, 12_000)["actions"][-1] == "p2 f #12000"


def test_N11_a_time_bank_adds_time_and_is_used_up():
    server = dealt(hand([0, 10, 20], timeLimit=3, timeBanks=[10, 10, 10]))
    server["actions"][-1] += " #1000"
    assert table.auto(server, 13_999) is server
    assert table.auto(server, 14_000) is not server
    made = table.merge(server, acts(server, "A", "p1 cc"), now=8000)
    assert made["timeBanks"] == [6, 10, 10]


def test_M1_a_joiners_cents_do_not_split_the_pots_of_a_hand_it_does_not_play():
    server = hand([10, 21], stacks=[1000, 21], minBet=21)
    server["actions"] = ["d dh p1 AsKs", "d dh p2 AdKd", "p1 cc", "d db 2c3c4h", "d db 9h", "d db 8h"]
    server = table.advance({**server, "_deadMoney": [1, 0]})
    whole = table.finish(server)
    assert whole["winnings"] == [21, 22]
    joined = table.join(server, "C", 75.25)
    assert table.finish(joined)["winnings"] == [21, 22, 0]
    assert "unit" in table.refusal(*(lambda made: (made, acts(made, "A", "p1 cbr 42.5")))(
        table.join(dealt(hand([10, 20])), "C", 75.25)))
    ended = table.join(whole, "C", 75.25)
    assert table.next_hand(ended)["startingStacks"] == [1000, 22, 75.25]


# -- N14-N17 -----------------------------------------------------------------------------------------------------------


def test_N14_a_buy_in_is_cut_down_to_what_its_player_owns():
    server = hand([10, 20])
    client = {**table.personalize(server, "C"), "players": ["A", "B", "C"], "startingStacks": [1000, 1000, 100],
              "_intents": [0, 0, 0]}
    assert table.merge(server, client, {"C": 75.25})["startingStacks"][2] == 75.25
    assert table.merge(server, client, {"A": 5}) is server


def test_N15_those_who_wait_are_brought_in_free_and_the_next_seat_takes_the_big_blind():
    made = then(hand([20, 0, 0, 10], I=[0, 1, 1, 2], N=[0, 1, 1, 0], D=[0, 10, 20, 0]))
    assert columns(made) == {"B": [10, 20, 0, 0], "I": [0, 0, 0, 2], "N": [0, 0, 0, 1], "D": [0, 0, 0, 0]}
    assert made["startingStacks"][1:3] == [1000, 1000]


def test_N15_the_table_waits_and_nobody_owes():
    made = then(hand([0, 10, 20], I=[2, 2, 0], D=[0, 0, 0]))
    assert columns(made) == {"B": [0, 0, 0], "I": [2, 2, 0], "N": [1, 1, 0], "D": [0, 0, 0]}
    for _ in range(3):
        made = table.next_hand(made)
        assert made["_deadBlinds"] == [0, 0, 0]
    made = table.advance({**made, "_intents": [2, 0, 0], "seed": 2})
    assert (made["_inactive"], made["blindsOrStraddles"]) == ([1, 0, 0], [0, 20, 10])  # on from C, who had it last
    assert made["_deadBlinds"] == [20, 0, 0]


def test_N15_the_first_seat_dealt_in_after_the_last_big_blind_posts_it_whether_it_waited_or_not():
    """D paid the big blind and leaves; A plays and comes before B, who waited for the big blind."""
    made = then(hand([0, 0, 10, 20], I=[0, 1, 2, 3], N=[0, 1, 1, 0], D=[0, 10, 0, 0]))
    assert (made["players"], made["_inactive"]) == (["A", "B", "C"], [0, 0, 1])
    assert made["blindsOrStraddles"] == [20, 10, 0]


def test_N15_one_that_has_just_paid_the_big_blind_does_not_pay_it_again():
    made = then(hand([10, 20, 0], I=[3, 1, 0], N=[0, 0, 1]))
    assert (made["players"], made["blindsOrStraddles"]) == (["B", "C"], [10, 20])


def test_N15_nor_when_the_next_hand_was_set_up_and_not_dealt():
    """A paid the last big blind; C should pay now but pauses, and B, left of A, waits for it."""
    server = hand([10, 0, 20], I=[0, 1, 2], N=[0, 1, 1], _bb=3, _sb=1, seed=5)
    made = table.advance(server)
    assert (made["_inactive"], made["blindsOrStraddles"]) == ([0, 0, 1], [10, 20, 0])


def test_N16_joiners_are_appended_and_next_orders_by_seat():
    server = over(hand([10, 20], seats=[2, 5], _venueIds=["a", "b"], timeBanks=[9, 8]))
    joined = table.join(table.join(server, "C", 700, 6), "D", 800, 1)
    assert (joined["players"], joined["seats"]) == (["A", "B", "C", "D"], [2, 5, 6, 1])
    made = table.next_hand(joined)
    assert (made["players"], made["seats"]) == (["D", "A", "B", "C"], [1, 2, 5, 6])
    assert made["startingStacks"] == [800, 990, 1010, 700]
    assert made["timeBanks"] == [9, 9, 8, 9]
    assert made["blindsOrStraddles"] == [0, 0, 10, 20]


def test_N16_clockwise_is_by_seats_even_where_the_list_is_not():
    server = hand([0, 20, 10], seats=[5, 3, 1])  # clockwise C (small blind), B (big blind), A
    begun = dealt(server)
    assert table.play.replay(table.dicts.reading.read(begun)).actor == 0
    begun["actions"] += ["p1 cc", "p3 cc", "p2 cc", "d db 7h8h9h"]
    assert table.play.replay(table.dicts.reading.read(begun)).actor == 2
    made = then(server)
    assert (made["players"], made["seats"], made["blindsOrStraddles"]) == (["C", "B", "A"], [1, 3, 5], [0, 10, 20])


def test_N17_equal_antes_stay_and_the_absent_pay_none():
    made = then(hand([10, 20, 0, 0], antes=[2, 2, 2, 2], I=[2, 0, 0, 0]))
    assert (made["antes"], made["_antes"]) == ([0, 2, 2, 2], [2, 2, 2, 2])
    made = then({**made, "_intents": [0, 0, 0, 0]})
    assert made["antes"] == [2, 2, 2, 2]


def test_N17_a_big_blind_ante_moves_with_the_big_blind_past_absent_seats():
    made = then(hand([0, 0, 10, 20], antes=[0, 0, 0, 5], I=[2, 0, 0, 0]))
    assert (made["blindsOrStraddles"], made["antes"]) == ([0, 20, 0, 10], [0, 5, 0, 0])
    begun = table.advance({**made, "seed": 1})
    assert table.play.replay(table.dicts.reading.read(begun)).hand.pot == 35


def test_N17_a_big_blind_ante_outlives_a_waiting_table():
    made = then(hand([0, 10, 20], antes=[0, 0, 5], I=[2, 2, 3]))
    assert made["antes"] == [0, 0]
    made = table.advance({**made, "_intents": [0, 0], "seed": 1})
    assert (made["blindsOrStraddles"], made["antes"]) == ([20, 10], [5, 0])


def test_N17_straddles_move_with_the_big_blind_and_are_left_out_heads_up():
    made = then(hand([40, 80, 0, 10, 20], names="ABCDE"))
    assert made["blindsOrStraddles"] == [20, 40, 80, 0, 10]
    made = then({**over(made), "_intents": [0, 0, 3, 3, 3]})
    assert made["blindsOrStraddles"] == [10, 20]
    made = then(table.join(over(made), "F", 1000, 3))
    assert made["blindsOrStraddles"] == [40, 10, 20]


def test_N17_a_straddle_on_the_button_stays_on_the_button():
    made = then(hand([10, 20, 0, 0, 40]))
    assert made["blindsOrStraddles"] == [40, 10, 20, 0, 0]


# -- B and T -----------------------------------------------------------------------------------------------------------


def test_B7_a_big_blind_ante_is_taken_after_the_blind():
    server = dealt(hand([0, 10, 20], stacks=[1000, 1000, 22], antes=[0, 0, 5]))
    play = table.play.replay(table.dicts.reading.read(server))
    assert (play.hand.bets[2], play.hand.stacks[2], play.hand.pot) == (20, 0, 32)


def test_B8_heads_up_the_button_posts_small_and_acts_first_then_last():
    server = dealt(hand([10, 20]))
    assert table.play.replay(table.dicts.reading.read(server)).actor == 0
    server["actions"] += ["p1 cc", "p2 cc", "d db 7h8h9h"]
    assert table.play.replay(table.dicts.reading.read(server)).actor == 1


def test_T9_the_button_goes_to_the_next_seat_with_chips():
    stakes, spots, buttons = Stakes(10, 20), Spots(), []
    for _ in range(4):
        spots = match_spots([1, 3, 4], spots)
        buttons.append(spots.button)
    assert buttons == [1, 3, 4, 1]
    assert posts([1, 3, 4], stakes, spots) == {3: 10, 4: 20}


def test_T9_when_two_are_left_the_last_big_blind_takes_the_button():
    spots = match_spots([1, 3], Spots(bb=3, sb=2, button=1))
    assert (spots, posts([1, 3], Stakes(10, 20), spots)) == (Spots(1, 3, 3), {3: 10, 1: 20})
    assert match_spots([1, 2], Spots(bb=3, sb=2, button=1)) == Spots(1, 2, 2)


def test_cash_of_an_empty_table_waits():
    assert cash([], Stakes(10, 20), Spots(2, 1)).waits
    assert folded(hand([0, 10, 20]), "a")["actions"][-1] == "p1 f"


# -- stated results ----------------------------------------------------------------------------------------------------


def test_N5_blinds_move_after_a_hand_whose_results_are_stated_and_whose_log_is_not():
    made = hand([0, 10, 20], finishingStacks=[990, 1030, 980])
    for blinds, stacks in (([20, 0, 10], [990, 1030, 980]), ([10, 20, 0], [990, 1030, 980])):
        made = table.next_hand(made)
        assert (made["blindsOrStraddles"], made["startingStacks"]) == (blinds, stacks)
        made["finishingStacks"] = made["startingStacks"]


def test_N5_blinds_of_a_hand_nobody_played_stay():
    made = table.next_hand(hand([0, 10, 20], I=[2, 2, 0], N=[1, 1, 0]))
    assert (made["blindsOrStraddles"], made["_bb"]) == ([0, 0, 0], 2)


# -- settings ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "value"), [
    ("rakePercentage", float("nan")), ("rakePercentage", 90), ("rakePercentage", "5"), ("rakePercentage", -1),
    ("rakeCap", "x"), ("rake", -1), ("timeLimit", float("nan")), ("timeLimit", "3"), ("timeBanks", ["x", 0, 0])])
def test_N9_settings_are_checked_whether_this_hand_uses_them_or_not(name, value):
    no_flop = folded(hand([0, 10, 20], **{name: value}), "ab")
    for call in (table.finish, table.next_hand):
        with pytest.raises(BadTable, match=name):
            call(no_flop)


@pytest.mark.parametrize(("stated", "rake"), [
    (5, 300), (0.05, 300), (0.5, 30), (0.26, 15), (0.25, 1500), (25, 1500), (0, 0)])
def test_N9_a_rake_is_a_percentage_or_a_share_of_a_quarter_at_most(stated, rake):
    made = dealt(hand([0, 1000, 2000], minBet=2000, stacks=[9000] * 3, rakePercentage=stated))
    made["actions"] += ["p1 cc", "p2 cc", "p3 cc", "d db AhKhQh", "p2 f", "p3 f"]
    assert table.finish(made)["rake"] == rake
    with pytest.raises(BadTable, match="more than a quarter"):
        table.finish({**made, "rakePercentage": 25.5})


def test_M2_a_stated_rake_larger_than_the_pot_is_an_error():
    made = dealt(hand([0, 10, 20]))
    made["actions"] += ["p1 cc", "p2 cc", "p3 cc", "d db AhKhQh", "p2 f", "p3 f"]
    assert table.finish({**made, "rake": 60})["finishingStacks"] == [980, 980, 980]
    with pytest.raises(BadTable, match="a rake of 61"):
        table.finish({**made, "rake": 61})


# -- the words of the log ----------------------------------------------------------------------------------------------


def test_N16_a_refusal_names_players_as_the_log_does():
    made = dealt(hand([20, 0, 10], seats=[2, 3, 1]))
    made["actions"] += ["p3 f"]
    with pytest.raises(BadTable, match="'p3 f': p3 acts out of turn: it is p2's"):
        table.finish(made)
    made["actions"][-1] = "p3 xyz"
    with pytest.raises(BadTable, match="'p3 xyz' is not an action"):
        table.finish(made)


def test_N3_a_message_keeps_its_own_words():
    server = dealt(hand([0, 10, 20]))
    for said, kept in (("p1 m I am #1", "p1 m I am #1 #5"), ("p1 m hi #1700000000000", "p1 m hi #5"),
                       ("p1 m #7", "p1 m #7 #5")):
        made = table.merge(server, acts(server, "A", said), now=5)
        assert made["actions"][-1] == kept
        again = table.merge(made, acts(made, "A", "p1 cc"), now=6)
        assert again["actions"][-2:] == [kept, "p1 cc #6"]
    assert table.merge(server, acts(server, "A", "p1 m I am #1"))["actions"][-1] == "p1 m I am #1"


def test_N3_only_an_amount_may_follow_a_call():
    server = dealt(hand([0, 10, 20]))
    assert table.merge(server, acts(server, "A", "p1 cc 20"))["actions"][-1] == "p1 cc"
    client = acts(server, "A", "p1 cc x")
    assert table.merge(server, client) is server
    assert "is not an action" in table.refusal(server, client)
    for wrong in ("-5", "5", "20.5", "999999", "0"):
        client = acts(server, "A", f"p1 cc {wrong}")
        assert table.merge(server, client) is server
        assert "it is 20" in table.refusal(server, client)
    small = table.merge(server, acts(server, "A", "p1 cc"))
    for right in ("10", "20", "10.0"):
        assert table.merge(small, acts(small, "B", f"p2 cc {right}"))["actions"][-1] == "p2 cc"
    with pytest.raises(BadTable, match="is not an action"):
        table.advance({**server, "actions": [*server["actions"], "p1 cc x"]})


# -- imported records --------------------------------------------------------------------------------------------------


def imported(blinds, *actions, **fields):
    """A heads-up record as PHH writes it: p2 is the button and posts the first of the blinds."""
    return {"variant": "NT", "players": ["Bob", "Ann"], "startingStacks": [1000, 1000], "blindsOrStraddles": blinds,
            "antes": [0, 0], "minBet": 20, "actions": ["d dh p1 ????", "d dh p2 ????", *actions], **fields}


@pytest.mark.parametrize("blinds", [[10, 20], [20, 20], [0, 20]])
def test_N5_nobody_pays_the_big_blind_twice_after_an_imported_heads_up_hand(blinds):
    made = imported(blinds, "p2 f")
    assert table.finish(made)["finishingStacks"] == [1000 + blinds[0], 1000 - blinds[0]]
    fresh = table.next_hand(made)
    assert (fresh["blindsOrStraddles"][1], fresh["_bb"]) == (20, 2)
    assert table.next_hand(table.finish(made))["_bb"] == 2


def test_N5_the_first_to_act_of_an_imported_heads_up_hand_was_its_small_blind():
    assert table.next_hand(imported([10, 20], "p1 f"))["_bb"] == 1
    assert table.next_hand(imported([20, 10], "p2 f"))["_bb"] == 2
    assert table.next_hand(imported([10, 20], finishingStacks=[1010, 990]))["_bb"] == 1
    with pytest.raises(BadTable, match="out of turn"):
        table.finish(imported([20, 10], "p1 f"))


def test_N5_an_imported_heads_up_hand_is_in_the_tables_order_once_somebody_speaks():
    server = imported([10, 20], "p2 cc", antes=[0, 5])
    paused = table.merge(server, {"author": "Ann", "_intents": [0, 2]})
    assert (paused["blindsOrStraddles"], paused["antes"]) == ([20, 10], [5, 0])
    sat = table.merge(server, {**table.join(server, "Cat", 500), "author": "Cat"})
    assert sat["blindsOrStraddles"] == [20, 10, 0]
    assert table.next_hand({**sat, "actions": [*sat["actions"], "p1 f"]})["blindsOrStraddles"] == [10, 20, 0]


@pytest.mark.parametrize("players", range(2, 7))
def test_B8_T9_table_contest_and_engine_agree_on_button_and_blinds(players):
    """The blinds that the engine posts are those of the table's rule, hand after hand, also when one player busts."""
    game, left, spots = croupier.holdem(10, 20), list(range(players)), match_spots(range(1, players + 1), Spots())
    while len(left) > 1:
        button = spots.button - 1
        hand = game.deal([1000] * players, button=button, seed=1, out=[s for s in range(players) if s not in left])
        posted = {event.amount: event.seat + 1 for event in hand.events if isinstance(event, croupier.Posted)}
        assert posted == {10: spots.sb, 20: spots.bb}
        members, left = left, left[:1] + left[2:]
        if len(left) > 1:
            spots = match_spots([seat + 1 for seat in left], spots)
            assert next_button(players, members, left, button, has_blinds=True) == spots.button - 1
