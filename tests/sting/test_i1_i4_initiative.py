"""The round that stakes cards: rulings I1 to I4, rows 003-04 to 003-15, and the seed's list of unit tests."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.betting.initiative import RESPOND, Initiative
from croupier.betting.rulebook import BadAmount, IllegalAction

from .lines import KINDS, ROLES, line, three

NARC, CUSTOMER, PLAYER = ROLES.values()


# -- the seed's example and its unit tests ---------------------------------------------------------------------------

def test_the_seeds_example_word_for_word():
    betting = three()
    story = ["narc checks", "customer raises", "player checks", "customer raises", "player checks", "customer checks"]
    holders = [None, CUSTOMER, CUSTOMER, CUSTOMER, CUSTOMER, None]
    turns = [CUSTOMER, PLAYER, CUSTOMER, PLAYER, CUSTOMER, None]
    for told, holder, turn in zip(story, holders, turns):
        line(betting, told)
        assert (betting.holder, betting.turn) == (holder, turn)
    assert betting.is_over
    assert betting.raises == 2


def test_seed_unit_first_raise_gains_initiative():
    assert line(three(), "narc checks, customer raises").holder == CUSTOMER


def test_seed_unit_all_check_betting_ends():
    assert line(three(), "narc checks, customer checks, player checks").is_over


def test_seed_unit_three_raises_limit_hit():
    assert line(three(), "narc raises, customer raises, player raises").is_over


def test_seed_unit_initiative_re_raise_after_all_respond():
    betting = line(three(), "narc raises, customer checks, player checks")
    assert betting.turn == NARC
    assert line(betting, "narc raises").raises == 2


def test_seed_unit_fold_exits_hand_continues():
    betting = line(three(), "narc checks, customer folds")
    assert betting.turn == PLAYER
    assert not betting.is_live(CUSTOMER)


# -- rows of the cases -----------------------------------------------------------------------------------------------

def test_case_003_04_all_three_check():
    betting = line(three(), "narc checks, customer checks, player checks")
    assert (betting.is_over, betting.holder, betting.raises, betting.counts) == (True, None, 0, [3, 3, 3])


def test_case_003_05_narc_raises_first():
    betting = line(three(), "narc raises")
    assert (betting.holder, betting.raises, betting.counts[NARC]) == (NARC, 1, 2)


def test_case_003_06_player_answers_with_a_card():
    betting = line(three(), "narc raises, customer checks, player raises")
    assert (betting.holder, betting.raises, betting.turn) == (NARC, 2, NARC)


def test_case_003_07_turn_returns_to_customer():
    assert line(three(), "narc checks, customer raises, player checks").turn == CUSTOMER


def test_case_003_08_betting_over_after_two_raises():
    betting = line(three(), "narc checks, customer raises, player checks, customer raises, player checks")
    assert (betting.turn, betting.raises) == (CUSTOMER, 2)
    assert line(betting, "customer checks").is_over


def test_case_003_10_holder_checks_on_his_extra_turn():
    betting = line(three(), "narc raises, customer checks, player checks, narc checks")
    assert (betting.holder, betting.is_over) == (None, True)


@pytest.mark.parametrize("respond", RESPOND)
def test_case_003_11_the_third_raise_ends_betting_at_once(respond):
    betting = line(three(respond=respond), "narc raises, customer raises, player raises")
    assert (betting.is_over, betting.awaiting) == (True, [])
    with pytest.raises(IllegalAction) as refused:
        betting.act(NARC, "CHECK")
    assert refused.value.clause == "I3"


def test_I2_a_round_that_all_have_checked_is_over_by_another_clause_than_the_cap():
    betting = line(three(), "narc checks, customer checks, player checks")
    with pytest.raises(IllegalAction, match="over") as refused:
        betting.act(NARC, "CHECK")
    assert refused.value.clause == "I2"


def test_case_003_12_raise_with_an_empty_hand_is_refused():
    betting = three(narc=0)
    assert betting.turn == NARC  # he may still check or fold
    with pytest.raises(IllegalAction, match="empty") as refused:
        betting.act(NARC, "RAISE")
    assert refused.value.clause == "I1"
    assert (betting.raises, betting.turn, betting.holder) == (0, NARC, None)


def test_case_003_13_last_card_is_all_in_and_checks_by_itself():
    betting = line(three(customer=1), "narc raises, customer raises")
    assert betting.is_all_in(CUSTOMER)
    line(betting, "player checks, narc checks")
    assert betting.is_over
    betting = line(three(player=1), "narc checks, customer raises, player raises")
    assert betting.is_all_in(PLAYER)
    assert betting.turn == CUSTOMER
    betting = three(player=1, max_raises=4)
    line(betting, "narc checks, customer raises, player raises, customer raises")
    assert (betting.turn, betting.seats_of(betting.passed)) == (CUSTOMER, [PLAYER])


def test_case_003_14_out_of_turn_is_refused():
    betting = three()
    for kind in KINDS.values():
        with pytest.raises(IllegalAction, match="out of turn"):
            betting.act(CUSTOMER, kind)
    assert (betting.turn, betting.counts) == (NARC, [3, 3, 3])


def test_case_003_15_a_new_round_starts_clean():
    betting = line(three(customer=1), "narc raises, customer raises")
    betting.open()
    assert (betting.holder, betting.raises, betting.turn) == (None, 0, NARC)
    assert not betting.is_all_in(CUSTOMER)
    assert betting.awaiting == []


# -- the clauses -----------------------------------------------------------------------------------------------------

def test_I1_a_check_may_answer_a_raise():
    assert line(three(), "narc raises, customer checks").turn == PLAYER


def test_I2_later_raises_do_not_take_the_initiative():
    assert line(three(max_raises=9), "narc raises, customer raises, player raises").holder == NARC


def test_I2_a_holder_last_in_the_order_is_answered_first():
    betting = line(three(), "narc checks, customer checks, player raises")
    assert (betting.holder, betting.turn, betting.awaiting) == (PLAYER, NARC, [NARC, CUSTOMER])
    line(betting, "narc checks, customer checks")
    assert betting.turn == PLAYER
    line(betting, "player raises, narc checks, customer checks")
    assert betting.turn == PLAYER
    assert line(betting, "player checks").is_over


def test_I2_those_before_the_holder_are_not_asked_again():
    betting = line(three(), "narc checks, customer raises, player raises")
    assert betting.turn == CUSTOMER
    assert line(betting, "customer checks").is_over


def test_I2_a_holder_who_is_all_in_ends_it_once_the_others_have_answered():
    betting = line(three(narc=1), "narc raises")
    assert betting.turn == CUSTOMER
    line(betting, "customer checks, player checks")
    assert betting.is_over
    assert betting.seats_of(betting.passed) == [NARC]


def test_I2_everyone_responds_to_each_raise():
    betting = line(three(respond="everyone"), "narc checks, customer raises, player raises")
    assert betting.awaiting == [NARC, CUSTOMER]
    line(betting, "narc checks")
    assert betting.turn == CUSTOMER
    betting = line(three(respond="everyone"), "narc raises, customer checks, player raises, narc checks")
    assert betting.holder is None  # his right is given up, but the customer still answers the player
    assert betting.turn == CUSTOMER
    assert line(betting, "customer checks").is_over


def test_I2_nobody_responds_is_one_pass():
    betting = line(three(respond="nobody"), "narc raises, customer checks, player raises")
    assert betting.is_over


def test_I4_a_holder_who_folds_takes_the_initiative_with_him():
    betting = line(three(respond="everyone"), "narc raises, customer checks, player raises, narc folds")
    assert (betting.holder, betting.turn) == (None, CUSTOMER)
    assert line(betting, "customer raises").is_over  # the third
    betting = line(three(), "narc raises, customer checks, player checks, narc folds")
    assert betting.is_over


def test_I4_a_folded_seat_stays_out_of_later_rounds():
    betting = line(three(), "narc folds, customer checks, player checks")
    betting.open()
    assert betting.turn == CUSTOMER
    assert betting.live == 0b110
    betting.sit_all()
    betting.open()
    assert (betting.turn, betting.live, betting.passed) == (NARC, 0b111, 0)


def test_I2_who_is_alone_gets_one_raise():
    betting = line(three(), "narc folds, customer folds, player raises")
    assert betting.is_over  # he was the last to act, and nobody is there to answer


def test_another_order_of_play():
    betting = three(order=(2, 0, 1))
    assert betting.turn == PLAYER
    line(betting, "player raises, narc checks, customer checks")
    assert betting.turn == PLAYER


# -- bad input -------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("options", [
    {"cards": [3, -1]}, {"cards": [3, True]}, {"cards": [3, 1.0]}, {"cards": [1] * 11}, {"cards": [3, 10**9]},
    {"cards": [3, 3], "order": (0, 0)}, {"cards": [3, 3], "order": (0,)}, {"cards": [3], "max_raises": 0},
    {"cards": [3], "max_raises": "3"}, {"cards": [3], "respond": "all"}, {"cards": [3], "respond": []},
    {"cards": [10**5000]}, {"cards": [3, 3], "order": ("a", 1)}, {"cards": [3, 3], "order": (True, 0)}])
def test_bad_set_ups_are_refused(options):
    with pytest.raises(BadAmount):
        Initiative(**options)


def test_unknown_actions_are_refused():
    with pytest.raises(IllegalAction, match="'BET' is not an action"):
        three().act(NARC, "BET")


def test_a_copy_stands_alone():
    betting = line(three(), "narc raises")
    twin = Initiative()
    betting.copy_to(twin)
    line(twin, "customer raises")
    assert (betting.raises, betting.turn, twin.raises, twin.turn) == (1, CUSTOMER, 2, PLAYER)


# -- properties ------------------------------------------------------------------------------------------------------

@given(st.lists(st.integers(0, 4), min_size=1, max_size=6), st.integers(1, 5), st.sampled_from(list(RESPOND)),
       st.randoms(use_true_random=False))
def test_every_round_ends_within_its_cap_and_a_bounded_number_of_turns(cards, cap, respond, chance):
    seats = len(cards)
    order = chance.sample(range(seats), seats)
    betting = Initiative(cards, order, cap, respond)
    played, turns = 0, 0
    while not betting.is_over:
        seat = betting.turn
        kind = chance.choice([kind for kind in KINDS.values() if betting.refusal(seat, kind) is None])
        assert not betting.is_all_in(seat)
        assert betting.is_live(seat)
        betting.act(seat, kind)
        played += kind == "RAISE"
        turns += 1
        assert betting.raises == played <= cap
        assert sum(betting.counts) + played == sum(cards)
        assert betting.holder is None or (played > 0 and betting.is_live(betting.holder))
    assert turns <= seats * (cap + 1)
    assert betting.awaiting == []


# -- input (M1) ------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("seat", [-1, 3, True, "0", None])
def test_M1_a_seat_must_be_one_of_the_round(seat):
    for question in (three().is_all_in, three().is_live):
        with pytest.raises(BadAmount, match="is not a seat: there are 0 to 2"):
            question(seat)


@pytest.mark.parametrize("count", [-1, 1001, 1.0, True, "1", None])
def test_M1_a_number_of_cards_is_a_whole_number_up_to_1000(count):
    with pytest.raises(BadAmount, match="cards\\[1\\] must be a whole number from 0 to 1000"):
        Initiative([1, count])
    assert Initiative([0, 1000]).counts == [0, 1000]


def test_a_round_is_copied_to_a_round():
    betting, other = line(three(), "narc raises"), Initiative([1], None, 1)
    betting.copy_to(other)
    assert (other.turn, other.holder, other.counts, other.raises) == (CUSTOMER, NARC, [2, 3, 3], 1)
    with pytest.raises(BadAmount, match="not to None"):
        betting.copy_to(None)
