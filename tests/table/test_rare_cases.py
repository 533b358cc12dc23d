"""What seldom happens at a table: odd requests, impossible logs, players who come and go at the wrong moment."""

from __future__ import annotations

from decimal import Decimal

import pytest

import croupier
from croupier import table
from croupier.table import BadTable
from croupier.table.dicts.log import agree
from croupier.table.dicts.reading import read
from croupier.table.forced_bets import Posts
from croupier.table.live import CashRules, LiveTable
from croupier.table.play import HandInPlay
from croupier.table.seats import LEAVE, PAUSE

from .hands import acts, dealt, folded, hand, over, then

GAME = croupier.holdem(sb=10, bb=20)
SERVER = dealt(hand([0, 10, 20]))


def live(*names: str, stack: int = 1000, **rules: int) -> LiveTable:
    made = LiveTable(GAME, CashRules(**{"buy_in_min": 400, "buy_in_max": 4000, **rules}))
    for name in names:
        made.join(name, stack)
    return made


# -- merging -----------------------------------------------------------------------------------------------------------


def test_N3_actions_that_differ_only_in_stamp_and_blanks_agree():
    assert agree("p1 cc", "p1  cc #1700000000000")
    assert agree("d dh p1 AhKd", "d  dh p1 ???? #5")
    assert not agree("p1 cc", "p1 f")


def test_N3_an_intent_at_an_imported_hand_turns_paid_dead_blinds_into_dead_money():
    imported = {name: value for name, value in SERVER.items() if name != "_intents"} | {"_deadBlinds": [0, 30, 0]}
    paused = table.merge(imported, {"author": "A", "players": ["A", "B", "C"], "_intents": [2, 0, 0]})
    assert (paused["_intents"], paused["_deadBlinds"], paused["_deadMoney"]) == ([2, 0, 0], [0, 0, 0], [0, 30, 0])


def test_B12_a_hand_that_was_folded_or_shown_cannot_be_shown():
    made = folded(SERVER, "a")
    client = acts(made, "A", "p1 sm -")
    assert "has no hand to show" in table.refusal(made, client)


def test_a_time_bank_is_kept_by_those_who_act_within_the_limit():
    made = {**SERVER, "timeLimit": 10, "timeBanks": [30, 30, 30],
            "actions": [*SERVER["actions"][:-1], SERVER["actions"][-1] + " #100000"]}
    for now, left in ((105_000, 30), (115_000, 25)):
        assert table.merge(made, acts(made, "A", "p1 cc"), now=now)["timeBanks"][0] == left


@pytest.mark.parametrize(("given", "kept"), [(77, 77), ("77", "77"), (1 << 300, None), ("7" * 65, None), ([7], None)])
def test_a_joiner_brings_its_venue_id_if_it_is_a_short_one(given, kept):
    made = {**SERVER, "_venueIds": [1, 2, 3]}
    client = {**table.join(made, "D", 100), "author": "D", "_venueIds": [1, 2, 3, given]}
    assert table.merge(made, client)["_venueIds"] == [1, 2, 3, kept]


# -- reading -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("entries", [5, None, [1] * 11])
def test_N9_sizes_of_blinds_are_short_lists(entries):
    with pytest.raises(BadTable, match="_blinds holds"):
        table.advance({**SERVER, "_bb": 3, "_sb": 2, "_blinds": {"small": 10, "big": 20, "straddles": entries}}, 5)


def test_N9_more_players_than_the_game_takes_are_refused():
    made = hand([0] * 7 + [10, 20], variant="N2L1D", seatCount=10)
    most = croupier.game("N2L1D", sb=10, bb=20).rules.seats
    if most >= 9:
        made = hand([0] * 8 + [10, 20], variant="F2L3D", smallBet=20, bigBet=40, seatCount=10)
        most = croupier.game("F2L3D", sb=10, bb=20).rules.seats
    with pytest.raises(BadTable, match=f"is played by {most} at most"):
        table.advance(made, 5)


def test_N9_a_bet_that_is_not_a_plain_amount_is_refused():
    made = {**SERVER, "actions": [*SERVER["actions"], "p1 cbr 4.5.6"]}
    with pytest.raises(BadTable, match="action 4"):
        table.auto(made, 5)


def test_M1_a_bet_with_more_than_four_decimals_is_refused():
    made = {**SERVER, "actions": [*SERVER["actions"], "p1 cbr 60.00001"]}
    with pytest.raises(BadTable, match="decimal places"):
        table.auto(made, 5)


@pytest.mark.parametrize("blinds", [[Decimal("0.5"), Decimal(1)], [1.5, 3.0]])
def test_an_imported_heads_up_hand_may_have_decimal_blinds_and_no_antes(blinds):
    imported = {"variant": "NT", "players": ["A", "B"], "startingStacks": [100, 100], "blindsOrStraddles": blinds,
                "actions": ["d dh p1 AsKs", "d dh p2 QsJs", "p2 cc", "p1 cc", "d db 2c3c4c", "p1 cc"]}
    assert read(imported).stakes.big == read({**imported, "antes": [0, 0]}).stakes.big


@pytest.mark.parametrize("blinds", [[None, 2], ["2", 1], [2, Decimal("NaN")]])
def test_M1_imported_blinds_are_amounts(blinds):
    imported = {"variant": "NT", "players": ["A", "B"], "startingStacks": [100, 100], "blindsOrStraddles": blinds,
                "antes": [0, 0], "actions": []}
    with pytest.raises(BadTable):
        table.advance(imported, 5)


# -- playing -----------------------------------------------------------------------------------------------------------


def test_a_hand_needs_two_players():
    state = read({**hand([0, 10, 20]), "_inactive": [1, 1, 0]})
    with pytest.raises(BadTable, match="needs two"):
        HandInPlay(state)


def test_N4_a_player_who_was_not_dealt_in_cannot_act():
    made = dealt({**hand([0, 0, 10, 20]), "_inactive": [1, 0, 0, 0], "_intents": [2, 0, 0, 0]})
    with pytest.raises(BadTable, match="takes no part"):
        table.auto({**made, "actions": [*made["actions"], "p1 cc"]}, 5)


def test_a_call_may_state_its_amount_and_messages_play_no_part():
    made = {**SERVER, "actions": [*SERVER["actions"], "p1 m hello there", "p1 cc 20", "p2 cc"]}
    assert table.play.replay(read(made)).hand.bets == [20, 20, 20]


def test_B15_an_eighth_stud_player_shares_the_last_card_with_all():
    names = "ABCDEFGH"
    made = {"variant": "F7S", "players": list(names), "startingStacks": [1000] * 8, "antes": [1] * 8, "bringIn": 2,
            "smallBet": 4, "bigBet": 8, "seatCount": 8, "hand": 1, "actions": [], "seed": 5}
    for _ in range(60):
        made = table.advance(made, 5)
        play = table.play.replay(read(made))
        if play.hand.is_over:
            break
        kinds = play.hand.legal().kinds
        verb = "pb" if "BRING_IN" in kinds else "cc"
        made = {**made, "actions": [*made["actions"], f"p{play.actor + 1} {verb}"]}
    shared = [line for line in made["actions"] if line.startswith("d db")]
    assert [len(line.split()[2]) for line in shared] == [2]


def test_a_showdown_of_unknown_cards_waits_for_the_cards():
    made = {**SERVER, "startingStacks": [20, 20, 20], "actions": [
        "d dh p1 ????", "d dh p2 AhAd", "d dh p3 KhKd", "p1 cc", "p2 cc", "d db 2c3c4c", "d db 5h", "d db 9s"]}
    assert [line for line in table.advance(made, 5)["actions"] if " sm" in line] == []


# -- ending ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "clause"), [
    ({"finishingStacks": [1000, 1000]}, "N9"), ({"finishingStacks": "1000"}, "N9"),
    ({"finishingStacks": [1000, 1000, 999]}, "M2"), ({"finishingStacks": [1000, 990, Decimal("1010.5")]}, "M2"),
    ({"finishingStacks": [1000, 980, 1020]}, "M2")])
def test_M2_stated_results_must_fit_the_hand(fields, clause):
    made = {**over(SERVER), **fields}
    with pytest.raises(BadTable) as refused:
        table.finish(made)
    assert refused.value.clause == clause


def test_M2_chips_that_are_lost_at_the_end_are_noticed(monkeypatch):
    def lose(ending):
        ending.stacks[0] -= 1
    monkeypatch.setattr(table.ending.Ending, "_take_rake", lose)
    with pytest.raises(BadTable, match="units at the start"):
        table.finish(over(SERVER))


def test_a_hand_that_cannot_be_played_again_goes_on_from_its_stated_stacks():
    made = {**SERVER, "actions": [*SERVER["actions"], "p3 cbr 99999"]}
    with pytest.raises(BadTable):
        table.next_hand(made)
    fresh = table.next_hand({**made, "finishingStacks": [1000, 990, 1010]})
    assert fresh["startingStacks"] == [1000, 990, 1010]


# -- seats and chips ---------------------------------------------------------------------------------------------------


def test_N8_who_waits_for_the_big_blind_and_cannot_pay_it_is_passed_over_and_leaves():
    fresh = then(hand([10, 20, 0, 0], stacks=[1000, 1000, 5, 1000], N=[0, 0, 1, 0], I=[0, 0, 1, 0]))
    assert "C" not in fresh["players"] or fresh["_intents"][fresh["players"].index("C")] == LEAVE
    assert fresh["blindsOrStraddles"][fresh["players"].index("D")] == 20


def test_N14_a_bankroll_below_the_smallest_buy_in_keeps_a_player_out():
    made = live(bankroll=1200)
    made.join("A", 1000)
    made.intend(made.seats[0], LEAVE, 0)
    made.brought["a"] = 900
    with pytest.raises(BadTable, match="which is outside"):
        made.join("A", 1000)


def test_N4_a_leaver_buys_nothing():
    made = live("A", "B")
    playing = made.deal(1)
    seat = made.seats[0]
    made.buy(seat, 100)
    made.intend(seat, LEAVE, 0)
    with pytest.raises(BadTable, match="has left the table"):
        made.buy(seat, 100)
    assert made.top_up_of(seat) == 0
    assert not playing.is_over


def test_a_player_may_top_up_before_every_hand_but_not_while_it_pauses():
    made = live("A", "B")
    seat = made.seats[0]
    seat.auto_buy, seat.buy_in, seat.stack = True, 1500, 900
    assert made.top_up_of(seat) == 600
    seat.intent = PAUSE
    assert made.top_up_of(seat) == 0


def test_T11_seats_whose_players_are_away_too_long_are_found():
    made = live("A", "B", absence_ms=1000)
    seat = made.seats[0]
    assert made.absent_too_long(5000) == []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(seat), "is_here", property(lambda one: one.player != "A"))
        seat.paused_ms = 3500
        assert (made.absent_too_long(4000), made.absent_too_long(4500)) == ([], [seat])


# -- seeing ------------------------------------------------------------------------------------------------------------


def test_a_hand_without_a_log_is_seen_without_one():
    made = {name: value for name, value in hand([0, 10, 20]).items() if name != "actions"}
    assert "actions" not in table.personalize(made, "A")


def test_N5_posts_are_read_back_from_a_start_of_a_hand():
    start = {"spots": {"bb": 2, "sb": 1, "button": 0}, "dead": [{"seat": 0, "amount": 5}]}
    posts = Posts.from_start(GAME, start, [0, 1, 2])
    assert posts is not None
    assert (posts.button, posts.blinds, posts.dead) == (0, {1: 10, 2: 20}, {0: 5})
    assert Posts.from_start(GAME, {"dead": []}, [0, 1]) is None
