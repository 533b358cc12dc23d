"""B4, B5: who may raise again, and when nobody is asked any more."""

from __future__ import annotations

import pytest

import croupier

from .lines import boards, play, refused, returns, table

CALL_OR_FOLD = ("FOLD", "CALL")


# -- B4 ----------------------------------------------------------------------------------------------------------------


def test_B4_short_all_in_does_not_reopen():
    hand = play(table(120, 1000, 1000, 1000), "100 a f c")
    assert (hand.actor, hand.legal().kinds) == (3, CALL_OR_FOLD)
    with refused(hand, "B4"):
        hand.raise_to(200)
    with refused(hand, "B4"):
        hand.all_in()


def test_B4_those_who_have_not_acted_may_raise_over_a_short_all_in():
    hand = play(table(120, 1000, 1000, 1000), "100 a")
    assert (hand.actor, hand.legal().min_raise_to) == (1, 200)


def test_B4_a_raise_over_a_short_all_in_reopens_for_the_first_raiser():
    hand = play(table(120, 1000, 1000, 1000), "100 a 200 f")
    assert (hand.actor, hand.legal().min_raise_to) == (3, 280)


def test_B4_short_all_ins_that_add_up_to_a_full_raise_reopen():
    hand = play(table(140, 185, 1000, 1000), "100 a a c")
    assert (hand.price, hand.full_raise, hand.actor) == (185, 80, 3)
    assert hand.legal().min_raise_to == 265


def test_B4_short_all_ins_one_chip_below_a_full_raise_do_not_reopen():
    hand = play(table(140, 179, 1000, 1000), "100 a a c")
    assert (hand.actor, hand.legal().kinds) == (3, CALL_OR_FOLD)


def test_B4_what_counts_is_the_move_since_each_seat_acted_itself():
    """Seat 4 raised at 100, seat 1 called at 140: 185 is a full raise (80) for the first, but not for the second."""
    hand = play(table(140, 1000, 185, 1000, 1000), "f 100 a c a")
    assert (hand.actor, hand.price) == (4, 185)
    assert hand.legal().min_raise_to == 265
    play(hand, "c")
    assert (hand.actor, hand.legal().kinds) == (1, CALL_OR_FOLD)


def test_B4_a_limp_counts_as_having_acted():
    hand = play(table(1000, 1000, 35, 1000), "c c c a")
    assert (hand.price, hand.actor, hand.legal().kinds) == (35, 3, CALL_OR_FOLD)


def test_B4_a_check_counts_as_having_acted():
    hand = play(table(1000, 1000, 35), "c c x  x a")
    assert (hand.price, hand.actor, hand.legal().call) == (15, 0, 15)
    assert hand.legal().min_raise_to == 35
    play(hand, "c")
    assert (hand.actor, hand.legal().kinds) == (1, CALL_OR_FOLD)


def test_B4_after_a_full_bet_a_checker_may_raise():
    hand = play(table(1000, 1000, 1000), "c c x  x 20 f")
    assert (hand.actor, hand.legal().min_raise_to) == (1, 40)


def test_B4_a_seat_that_may_not_raise_may_not_raise_all_in_either():
    hand = play(table(110, 1000, 1000, 130), "100 a f c")
    assert (hand.actor, hand.stacks[3]) == (3, 30)
    assert "ALL_IN" not in hand.legal().kinds
    with refused(hand, "B4"):
        hand.all_in()


def test_B4_calling_all_in_is_no_raise_and_is_allowed():
    hand = play(table(110, 1000, 1000, 105), "100 a f f")
    assert hand.legal().kinds == ("FOLD", "CALL", "ALL_IN")
    play(hand, "a")
    assert hand.is_over


def test_B4_a_new_street_opens_to_everybody():
    hand = play(table(120, 1000, 1000, 1000), "100 a f c c")
    assert (hand.street, hand.legal().min_raise_to) == ("FLOP", 20)


def test_B4_the_big_blind_who_was_never_asked_may_raise_a_short_all_in():
    hand = play(table(1000, 35, 1000), "c a")
    assert (hand.actor, hand.legal().min_raise_to) == (2, 55)
    play(hand, "c")
    assert (hand.actor, hand.legal().kinds) == (0, CALL_OR_FOLD)


# -- B5 ----------------------------------------------------------------------------------------------------------------


def test_B5_nobody_raises_when_every_other_live_seat_is_all_in():
    hand = play(table(1000, 100), "c a")
    assert (hand.actor, hand.legal().kinds) == (0, CALL_OR_FOLD)
    with refused(hand, "B5"):
        hand.raise_to(400)


def test_B5_a_raise_is_legal_while_one_other_seat_has_chips():
    hand = play(table(300, 1000, 1000), "a")
    assert hand.legal().min_raise_to == 580


def test_B5_the_board_runs_out_without_prompts():
    hand = play(table(1000, 100), "c a c")
    assert hand.is_over
    assert boards(hand) == [("FLOP", 3), ("TURN", 1), ("RIVER", 1)]


def test_B5_with_a_short_big_blind_the_small_blind_owes_nothing_anybody_could_win():
    """The price is 20, but the other seat has only 5 in: the small blind's 10 cover that, so it is not asked."""
    hand = table(1000, 5)
    assert (hand.is_over, returns(hand)) == (True, [(0, 5)])
    assert sum(hand.payoffs) == 0
    assert abs(hand.payoffs[0]) in (0, 5)


def test_B5_with_a_big_blind_short_but_above_the_small_blind_the_small_blind_is_asked():
    hand = table(1000, 15)
    assert (hand.actor, hand.legal().kinds, hand.legal().call) == (0, CALL_OR_FOLD, 10)
    play(hand, "c")
    assert returns(hand) == [(0, 5)]


def test_B5_blinds_all_in_on_both_sides_run_out_at_once():
    hand = table(10, 5)
    assert (hand.is_over, hand.actor) == (True, None)


def test_B5_one_seat_with_chips_that_covers_all_others_is_not_asked_again():
    hand = play(table(60, 80, 1000), "a a c")
    assert (hand.is_over, len(boards(hand))) == (True, 3)
    assert hand.street == "SHOWDOWN"


def test_B5_two_seats_with_chips_go_on_betting_beside_an_all_in():
    hand = play(table(60, 1000, 1000), "a c c")
    assert (hand.street, hand.actor) == ("FLOP", 1)
    play(hand, "x x")
    assert hand.street == "TURN"
    play(hand, "50 f")
    assert hand.is_over


def test_B5_antes_alone_can_put_everybody_all_in():
    hand = table(5, 5, 5, ante=5)
    assert (hand.is_over, len(boards(hand))) == (True, 3)


def test_B5_the_last_seat_with_chips_is_asked_when_it_can_lose_more():
    hand = play(table(1000, 1000, 300), "c c a f")
    assert (hand.actor, hand.legal().kinds, hand.legal().call) == (1, CALL_OR_FOLD, 280)


def test_B5_clause_is_named_before_any_other():
    hand = play(table(1000, 100), "c a")
    assert hand.legal().clause == "B5"


@pytest.mark.parametrize(("stacks", "limit", "line", "clause"), [
    ((15, 1000, 1000), "no", "", "B6"),  # too short for more than a call
    ((1000, 20, 1000), "no", "f", "B6"),  # the same for a small blind who has the half of it in
    ((1000, 10, 20), "no", "", "B5"),  # both blinds are all-in
    ((25, 1000, 1000), "no", "c c x x x a", "B4"),  # checked to a bet of 5, less than the minimum
    ((1000,) * 5, "fixed", "c c c c x x 20 40 60 80", "B13")])  # checked, and four others have bet and raised
def test_B10_who_may_not_raise_is_told_why(stacks, limit, line, clause):
    legal = play(table(*stacks, limit=limit), line).legal()
    assert "RAISE" not in legal.kinds
    assert legal.clause == clause


def test_B4_completing_a_large_bring_in_reopens_the_betting_for_those_who_called_it():
    """A bring-in of 15 lacks less than half a bet of 20, so the half-bet rule alone would not reopen."""
    hand = croupier.game("F7S", ante=1, bring_in=15, small_bet=20, big_bet=40).deal([1000] * 3, seed=1)
    play(hand, "i c C")
    opener, caller = hand.actor, (hand.actor + 1) % 3
    assert hand.legal().min_raise_to == 40
    play(hand, "c")
    assert hand.actor == caller != opener
    assert hand.legal().min_raise_to == 40
