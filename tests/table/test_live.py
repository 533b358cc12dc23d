"""The live table that the arena's cash tables run on, and that Python users get: seats, chips and pauses."""

from __future__ import annotations

import copy
from random import Random

import pytest

import croupier
from croupier.games.poker.hand import ChipsLost
from croupier.table import BadTable, timeouts
from croupier.table.live import CashRules, LiveTable
from croupier.table.seats import LEAVE, PAUSE, PLAY, WAIT_FOR_BB

from . import naive

GAME = croupier.holdem(sb=10, bb=20)


def live(*names, stack=1000, game=GAME, **rules):
    made = LiveTable(game, CashRules(**{"buy_in_min": 400, "buy_in_max": 4000, **rules}))
    for name in names:
        made.join(name, stack)
    return made


def fold_out(made, seed=1, now=0):
    hand = made.deal(seed, now)
    while not hand.is_over:
        hand.fold()
    return made.finish(hand, now)


def all_in(made, seed=1):
    hand = made.deal(seed)
    while not hand.is_over:
        hand.all_in() if hand.legal().max_raise_to else hand.call()
    return made.finish(hand)


def moves(moved):
    return [(each.seat.player, each.chips, each.why) for each in moved]


def facts(made):
    return copy.deepcopy((made.seats, made.spots, made.brought, made.left_with, made.in_hand))


def test_an_evening():
    made = live()
    ann = made.join("Ann", 1000)
    assert (ann.seat, ann.stack, ann.inactive, ann.debt) == (0, 1000, True, 0)
    assert made.seating().waits
    with pytest.raises(BadTable, match="fewer than two"):
        made.deal(1)
    bob = made.join("Bob", 500, seat=3)
    hand = made.deal(2)
    assert [seat.player for seat in made.players] == ["Ann", "Bob"]
    assert (hand.actor, hand.stacks, hand.bets) == (0, [990, 480], [10, 20])
    hand.fold()
    assert made.finish(hand) == []
    assert (ann.stack, bob.stack) == (990, 510)
    assert moves(made.intend(ann, LEAVE, 0)) == [("Ann", -990, "cash_out")]
    assert list(made.seats) == [3]
    made.audit()


@pytest.mark.parametrize(("request_", "clause"), [
    (lambda t: t.join("ann", 1000), "N1"), (lambda t: t.join("D", 1000, seat=0), "N1"),
    (lambda t: t.join("D", 1000, seat=6), "N1"), (lambda t: t.join("D", 1000, intent=3), "N2"),
    (lambda t: t.join("D", 0), "N14"), (lambda t: t.join("D", 399), "N14"), (lambda t: t.join("D", 4001), "N14"),
    (lambda t: t.intend(t.seats[0], 7, 0), "N3"), (lambda t: t.intend(t.seats[0], True, 0), "N3"),
    (lambda t: t.intend(t.seats[0], None, 0), "N3"), (lambda t: t.buy(t.seats[0], 0), "M1"),
    (lambda t: t.buy(t.seats[0], 1.5), "M1"), (lambda t: t.buy(t.seats[0], True), "M1"),
    (lambda t: t.buy(t.seats[0], 4001), "N14"), (lambda t: t.deal(5), "N15")])
def test_refused_requests_change_nothing(request_, clause):
    made = live("Ann", "Bob")
    hand = made.deal(1)
    before = facts(made)
    with pytest.raises(BadTable) as refused:
        request_(made)
    assert (refused.value.clause, facts(made)) == (clause, before)
    with pytest.raises(BadTable, match="not over"):
        made.finish(hand)


@pytest.mark.parametrize("player", [None, 7, b"Ann", "", "  "])
def test_a_player_has_a_name(player):
    made = live("Ann")
    with pytest.raises(BadTable, match="not a name"):
        made.join(player, 1000)


def test_only_the_hand_that_is_played_is_finished_and_only_once():
    made = live("Ann", "Bob")
    with pytest.raises(BadTable, match="not the hand"):
        made.finish(GAME.deal([1000, 1000], seed=1))
    first = made.deal(1)
    first.fold()
    made.finish(first)
    made.buy(made.seats[0], 500)
    before = facts(made)
    with pytest.raises(BadTable, match="not the hand"):
        made.finish(first)
    assert facts(made) == before
    second = made.deal(2)
    before = facts(made)
    with pytest.raises(BadTable, match="not the hand"):
        made.finish(first)
    assert facts(made) == before
    second.fold()
    made.finish(second)


def test_N14_buy_in_limits_and_bankrolls():
    made = live(bankroll=1500)
    assert made.join("A", 1000).stack == 1000
    assert made.join("B", 4000).stack == 1500  # cut down to what it owns
    with pytest.raises(BadTable, match=r"outside 400\.\.4000"):
        made.join("C", 399)
    made.intend(made.seats[0], LEAVE, 0)
    assert made.join("A", 2000).stack == 1500
    with pytest.raises(BadTable, match="you can buy 0"):
        made.buy(made.seats[0], 1)
    assert live(usual_buy_in=800).join("A").stack == 800


def test_N14_top_ups_come_before_the_next_hand():
    made = live("A", "B", buy_in_max=1500)
    hand = made.deal(1)
    made.buy(made.seats[0], 300)
    made.buy(made.seats[0], 600)
    assert made.seats[0].stack == 1000
    hand.fold()
    made.finish(hand)
    plan = made.begin(0)
    assert moves(plan.moved) == [("A", 510, "top_up")]  # from 990 up to the most
    assert (plan.stacks[0], made.seats[0].top_up) == (1500, 0)


def test_N14_a_top_up_saves_a_player_who_is_broke():
    made = live("A", "B", stack=400)
    hand = made.deal(1)
    for seat in made.seats.values():
        made.buy(seat, 500)
    while not hand.is_over:
        hand.all_in() if hand.legal().max_raise_to else hand.call()
    made.finish(hand)
    made.begin(0)
    assert all(seat.dealt for seat in made.seats.values())
    assert sum(made.brought.values()) == 1800


def test_N8_a_player_without_chips_is_gone_with_the_hand_after_the_next():
    made = live("A", "B", "C", stack=400)
    all_in(made)
    broke = [seat.player for seat in made.seats.values() if not seat.stack]
    assert broke
    if len(made.seats) - len(broke) >= 2:
        made.begin(0)
    made.join("D", 400)
    made.join("E", 400)
    fold_out(made)
    fold_out(made)
    assert not {seat.player for seat in made.seats.values()} & set(broke)


def test_the_longest_pause_ends_in_leaving():
    made = live("A", "B", "C", pause_max_ms=60_000)
    made.intend(made.seats[0], PAUSE, 1000)
    assert made.deadline == 61_000
    assert made.paused_too_long(60_999) == []
    assert [seat.player for seat in made.paused_too_long(61_000)] == ["A"]
    made.skip_time(61_000, 161_000)
    assert made.paused_too_long(161_000 - 1) == []
    assert live("A").deadline is None


def left_in_debt(**rules):
    """A table that C has just left, 20 in debt."""
    made = live("A", "B", "C", **rules)
    fold_out(made)
    carl = made.seats[2]
    made.intend(carl, PAUSE, 0)
    fold_out(made)
    assert carl.debt == 20
    ((_, chips, why),) = moves(made.intend(carl, LEAVE, 0))
    assert why == "cash_out"
    return made, -chips


@pytest.mark.parametrize("memory", [0, 3_600_000])
def test_N8_a_leavers_debt_is_never_remembered(memory):
    made, stack = left_in_debt(leaver_memory_ms=memory)
    back = made.join("C", stack, now=1)
    fold_out(made)
    assert (back.debt, back.dealt) == (0, True)
    assert made.brought["c"] == stack


def test_N8_a_leavers_stack_is_not_remembered_unless_asked_for():
    made, stack = left_in_debt()
    assert made.join("C", stack - 100, now=1).stack == stack - 100


def test_N8_a_leaver_who_is_back_soon_brings_at_least_what_it_took_away():
    made, stack = left_in_debt(leaver_memory_ms=60_000)
    made.rules = CashRules(buy_in_min=400, buy_in_max=500, leaver_memory_ms=60_000)
    with pytest.raises(BadTable, match=f"C left with {stack} and cannot come back with 400 yet") as refused:
        made.join("C", 400, now=59_999)
    assert refused.value.clause == "N8"
    assert made.join("C", stack, now=59_999).stack == stack  # above the largest buy-in
    made, _ = left_in_debt(leaver_memory_ms=60_000)
    assert made.join("C", 400, now=60_000).stack == 400


def test_N6_more_than_one_and_a_half_big_blinds_is_never_charged():
    made = live("A", "B", "C")
    fold_out(made)
    carl = made.seats[2]
    made.intend(carl, PAUSE, 0)
    fold_out(made)
    carl.debt = 500  # from a table with higher blinds, a checkpoint, anywhere
    made.intend(carl, PLAY, 0)
    before = carl.stack
    plan = made.begin(0)
    assert (plan.posts.dead, carl.stack) == ({2: 30}, before - 30)


def test_N4_a_player_who_leaves_during_the_hand_goes_with_its_end():
    made = live("A", "B", "C")
    hand = made.deal(1)
    assert made.intend(made.seats[0], LEAVE, 0) == []
    assert made.seats[0].inactive
    with pytest.raises(BadTable, match="has left"):
        made.intend(made.seats[0], PLAY, 0)
    while not hand.is_over:
        hand.fold()
    assert moves(made.finish(hand)) == [("A", -hand.stacks[0], "cash_out")]


def test_a_void_hand_gives_everything_back_but_nothing_to_those_who_sat_down_meanwhile():
    made = live("A", "B", "C")
    fold_out(made)
    made.intend(made.seats[2], PAUSE, 0)
    fold_out(made)
    made.intend(made.seats[2], PLAY, 0)
    made.intend(made.seats[0], WAIT_FOR_BB, 0)
    debt, before, spots = made.seats[2].debt, [seat.stack for seat in made.seats.values()], made.spots
    made.begin(0)
    assert (debt, made.seats[2].debt) == (20, 0)
    made.void()
    made.end(0)
    assert (made.seats[2].debt, made.seats[2].inactive, made.spots) == (20, True, spots)
    assert [seat.stack for seat in made.seats.values()] == before


def test_a_void_hand_gives_a_newcomer_nothing_of_the_player_whose_seat_it_took():
    made = live("A", "B", "C", "D")
    fold_out(made)
    made.intend(made.seats[3], PAUSE, 0)
    fold_out(made)
    fold_out(made)
    assert made.seats[3].debt
    made.begin(0)
    assert [each.seat.player for each in made.intend(made.seats[3], LEAVE, 0)] == ["D"]
    new = made.join("G", 400, seat=3)
    made.void()
    made.end(0)
    assert (new.stack, new.debt) == (400, 0)


def test_M2_a_chip_that_is_lost_is_noticed():
    made = live("A", "B")
    hand = made.deal(1)
    made.seats[0].stack += 1
    while not hand.is_over:
        hand.fold()
    made.finish(hand)  # the hand's own stacks count
    made.seats[0].stack -= 1
    with pytest.raises(ChipsLost, match="2000 chips were brought"):
        made.audit()


def test_a_table_goes_on_from_what_was_kept():
    made = live("A", "B", "C", leaver_memory_ms=60_000)
    fold_out(made)
    made.intend(made.seats[1], LEAVE, 5)
    again = LiveTable(GAME, made.rules, copy.deepcopy(made.seats))
    again.restore(made.kept())
    assert facts(again) == facts(made)
    first, second = made.deal(9), again.deal(9)
    assert (first.stacks, first.bets, first.hole(0)) == (second.stacks, second.bets, second.hole(0))


# -- B14 ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("policy", "facing", "free"), [("fold", "FOLD", "FOLD"), ("check-fold", "FOLD", "CHECK"),
                                                        ("check-call-fold", "CALL", "CHECK")])
def test_B14_timeouts(policy, facing, free):
    hand = GAME.deal([1000, 1000], seed=1)
    legal = hand.legal()
    assert timeouts.action(policy, legal, legal.kinds).kind == facing
    hand.call()
    legal = hand.legal()
    assert timeouts.action(policy, legal, legal.kinds).kind == free
    assert timeouts.chosen(policy, ("BRING_IN", "COMPLETE")) == "BRING_IN"
    assert timeouts.chosen(policy, ("DISCARD", "STAND_PAT")) == "STAND_PAT"
    assert timeouts.chosen(policy, ("PASS",)) is None


@pytest.mark.parametrize(("own", "missed", "strikes", "policy"), [
    ("check-call-fold", 1, None, "check-call-fold"), ("check-call-fold", 9, 0, "check-call-fold"),
    ("check-call-fold", 1, 2, "check-call-fold"), ("check-call-fold", 2, 2, "check-fold"), ("fold", 2, 2, "fold")])
def test_B14_strikes(own, missed, strikes, policy):
    assert timeouts.policy_for(own, missed, strikes) == policy


# -- by a second model -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_N5_N6_N15_every_hand_is_seated_as_by_the_second_model(seed):
    rng = Random(seed)
    ante = rng.choice([0, 5])
    made = live(game=croupier.holdem(sb=10, bb=20, ante=ante), buy_in_min=20, pause_max_ms=None)
    for _ in range(60):
        for _ in range(rng.randrange(4)):
            change(made, rng)
        if made.seating().waits:
            continue
        expected = None if made.spots.bb is None else naive.next_hand(
            {seat.seat + 1: {"stack": seat.stack + made.top_up_of(seat), "debt": seat.debt, "intent": seat.intent,
                             "out": seat.inactive and not (seat.dealt and seat.intent == 0)}
             for seat in made.seats.values()}, made.spots.bb, made.spots.sb, 10, 20, ante)
        hand = made.deal(rng.getrandbits(32))
        if expected is not None:
            assert {seat.seat + 1: {"stack": seat.stack, "debt": seat.debt, "intent": seat.intent,
                                    "out": seat.inactive} for seat in made.seats.values()} == expected["seats"]
            assert (made.spots.bb, made.spots.sb) == (expected["bb"], expected["sb"])
        while not hand.is_over:
            hand.apply(rng.choice(list(hand.legal().menu(3))))
        made.finish(hand)  # which checks the books (M2)
        assert all(seat.debt <= 30 for seat in made.seats.values())


def change(made, rng):
    """A player joins, changes its intent or buys chips; a refused request changes nothing."""
    seat = rng.choice([*made.seats.values(), None])
    try:
        if seat is None or rng.random() < 0.3:
            made.join(f"P{rng.randrange(9)}", rng.choice([20, 100, 400]), intent=rng.choice([PLAY, PLAY, WAIT_FOR_BB]))
        elif rng.random() < 0.7:
            made.intend(seat, rng.choice([PLAY, PLAY, WAIT_FOR_BB, PAUSE, LEAVE]), 0)
        else:
            made.buy(seat, rng.choice([1, 300]))
    except BadTable as refused:
        assert refused.reason
