"""The B and G rulings clause by clause on the naive model, where cases.md has no row for them."""

import pytest

from .naive import Hand, IllegalMoveError, Poker, Pot, Step, layered, menu, uncalled
from .test_naive import full_raise, play, poker, raises, step

CALL_OR_FOLD = [("fold", None), ("call", None)]


def fixed(*stacks, **options):
    return poker(*stacks, limit="fixed", small_bet=20, big_bet=40, **options)


def pot_limit(*stacks, **options):
    return poker(*stacks, limit="pot", **options)


# -- B1, B3: raise-to and the full raise


def test_B1_raise_to_is_the_total_of_the_street():
    hand = poker(1000, 1000).raise_to(60)
    assert (hand.ledger[-1].chips, hand.bets) == (50, [60, 20])


@pytest.mark.parametrize("amount", [True, 40.0, "40", None, -40])
def test_M1_only_ints_are_amounts(amount):
    with pytest.raises(IllegalMoveError):
        poker(1000, 1000).raise_to(amount)


def test_B3_short_all_in_changes_the_price_but_not_the_full_raise():
    hand = play(poker(120, 500, 500, 500), "100 120")
    assert (hand.price, full_raise(hand), hand.legal().min_raise_to) == (120, 80, 200)


def test_B3_short_opening_all_in():
    hand = play(poker(100, 25, 100), "c c x 5")
    assert (hand.price, full_raise(hand), raises(hand)) == (5, 20, (25, 80))


def test_B3_a_straddle_does_not_change_the_full_raise():
    hand = poker(1000, 1000, 1000, 1000, straddles=(40,))
    assert (hand.price, hand.legal().min_raise_to) == (40, 60)


def test_B3_a_larger_raise_sets_a_larger_step():
    assert play(poker(1000, 1000, 1000), "70").legal().min_raise_to == 120


def test_B3_a_record_may_name_another_minimum_bet():
    hand = poker(1000, 1000, min_bet=50)
    assert (hand.price, hand.legal().min_raise_to) == (20, 70)


# -- B4: who may raise


def test_B4_short_all_in_does_not_reopen_for_the_raiser_but_others_may_raise():
    hand = play(poker(120, 500, 500, 500), "100 120 f")
    assert (hand.actor, raises(hand)) == (2, (200, 500))
    hand = hand.call()
    assert (hand.actor, hand.legal().call, hand.legal().moves()) == (3, 20, CALL_OR_FOLD)


def test_B4_short_all_ins_that_add_up_to_a_full_raise_reopen():
    hand = play(poker(100, 500, 500, 500, 80), "60 80 100 c f")
    assert (hand.actor, full_raise(hand), raises(hand)) == (3, 40, (140, 500))
    hand = play(poker(99, 500, 500, 500, 80), "60 80 99 c f")
    assert (hand.actor, hand.legal().moves()) == (3, CALL_OR_FOLD)


def test_B4_what_adds_up_is_counted_from_each_seats_own_last_action():
    hand = play(poker(100, 500, 500, 500, 80, 500), "60 80 c 100 c f")  # seat 5 called 80, seat 3 raised to 60
    assert (hand.actor, raises(hand)) == (3, (140, 500))
    hand = hand.call()
    assert (hand.actor, hand.legal().moves()) == (5, CALL_OR_FOLD)


def test_B4_a_limp_counts_as_having_acted():
    hand = play(poker(500, 500, 500, 500, 30), "c 30 c c")
    assert (hand.actor, raises(hand)) == (2, (50, 500))  # the big blind has not acted
    hand = hand.call()
    assert (hand.actor, hand.legal().call, hand.legal().moves()) == (3, 10, CALL_OR_FOLD)


def test_B4_a_check_counts_as_having_acted():
    hand = play(poker(100, 100, 25), "c c x x 5")
    assert (hand.actor, raises(hand)) == (0, (25, 80))
    hand = hand.call()
    assert (hand.actor, hand.legal().moves()) == (1, CALL_OR_FOLD)


def test_B4_short_openings_that_add_up_to_the_minimum_bet_reopen_for_a_checker():
    hand = play(poker(100, 100, 25, 42), "c c c x x 5 22 c")
    assert (hand.actor, full_raise(hand), raises(hand)) == (1, 20, (42, 80))


def test_B4_no_raising_all_in_either():
    hand = play(poker(500, 500, 500, 35, 30), "c 30 c c c")
    assert (hand.actor, hand.stacks[3], hand.legal().moves()) == (3, 15, CALL_OR_FOLD)


# -- B5: when there is nothing to raise or to ask


def test_B5_no_raise_when_all_others_are_all_in():
    hand = play(poker(100, 1000), "100")
    assert (hand.legal().call, hand.legal().moves()) == (80, CALL_OR_FOLD)
    hand = play(poker(100, 80, 1000), "100 c")
    assert hand.legal().moves() == CALL_OR_FOLD


def test_B5_two_with_chips_play_on_beside_an_all_in():
    hand = play(poker(50, 500, 500), "50 c c")
    assert (hand.street, hand.actor, raises(hand)) == (1, 1, (20, 450))


def test_B5_no_prompt_when_the_small_blind_is_all_in_below_the_big_blind():
    hand = poker(5, 100, strengths=(2, 1))
    assert (hand.is_over, hand.stacks, hand.returned) == (True, [10, 95], (1, 15))


def test_B5_no_prompt_when_the_big_blind_cannot_win_more_than_the_small_blind_put_in():
    hand = poker(100, 8, strengths=(1, 2))
    assert (hand.is_over, hand.stacks) == (True, [92, 16])
    hand = play(poker(100, 100, 8), "f")
    assert hand.is_over


def test_B5_still_a_prompt_when_the_short_big_blind_could_win_more():
    hand = poker(100, 15, strengths=(1, 2))
    assert (hand.actor, hand.legal().call, hand.legal().moves()) == (0, 10, CALL_OR_FOLD)
    hand = hand.call()
    assert (hand.is_over, hand.returned, hand.stacks) == (True, (0, 5), [85, 30])


def test_B5_prompt_when_a_third_seat_with_chips_could_win_it():
    hand = play(poker(100, 100, 8), "c")
    assert (hand.actor, hand.legal().call, raises(hand)) == (1, 10, (40, 100))


def test_B5_everyone_all_in_by_posting():
    hand = poker(3, 3, 3, ante=5, strengths=(1, 2, 2))
    assert (hand.is_over, hand.stacks) == (True, [0, 5, 4])


# -- B6: the nominal price


def test_B6_short_big_blind_leaves_price_and_minimum_as_they_are():
    hand = poker(1000, 1000, 5)
    assert (hand.price, hand.legal().call, raises(hand)) == (20, 20, (40, 1000))


def test_B6_both_blinds_short():
    hand = poker(1000, 4, 5, 1000)
    assert (hand.bets, hand.price) == ([0, 4, 5, 0], 20)


def test_B6_a_short_straddle_is_nominal_as_well():
    hand = poker(1000, 1000, 1000, 30, straddles=(40,))
    assert (hand.bets, hand.price, hand.legal().call) == ([0, 10, 20, 30], 40, 40)


# -- B7: antes and dead money


def test_B7_ante_is_layered():
    hand = play(poker(100, 100, 3, ante=5, strengths=(1, 2, 3)), "c c " + "x x " * 3)
    assert hand.pots == [Pot(9, (0, 1, 2)), Pot(44, (0, 1))]
    assert hand.stacks == [75, 119, 9]


def test_B7_big_blind_ante_is_taken_after_the_blind_and_goes_whole_to_the_main_pot():
    hand = poker(100, 100, 25, bb_ante=20, strengths=(1, 2, 3))
    assert (hand.bets, hand.stacks, hand.pot, hand.price) == ([0, 10, 20], [100, 90, 0], 35, 20)
    hand = play(hand, "40 c " + "x x " * 3)
    assert hand.pots == [Pot(65, (0, 1, 2)), Pot(40, (0, 1))]
    assert hand.stacks == [60, 100, 65]


def test_B7_short_big_blind_pays_no_ante():
    hand = poker(100, 100, 15, bb_ante=20)
    assert (hand.bets, hand.pot) == ([0, 10, 15], 25)


def test_B7_dead_money_can_be_won_whole_by_a_short_stack():
    hand = play(poker(5, 100, 100, dead=(0, 30, 0), strengths=(9, 1, 0)), "c c x " + "x x " * 3)
    assert hand.pots == [Pot(45, (0, 1, 2)), Pot(30, (1, 2))]
    assert hand.stacks == [45, 110, 80]


def test_B7_dead_money_is_no_bet():
    hand = poker(100, 100, 100, dead=(30, 0, 0))
    assert (hand.legal().call, hand.legal().min_raise_to, hand.pot) == (20, 40, 60)


# -- B8: order


def test_B8_straddles():
    hand = poker(500, 500, 500, 500, 500, straddles=(40, 80))
    assert (hand.bets, hand.price, hand.actor) == ([0, 10, 20, 40, 80], 80, 0)
    hand = play(hand, "c c c c")
    assert (hand.actor, hand.legal().check, raises(hand)) == (4, True, (100, 500))
    assert (hand.check().street, hand.check().actor) == (1, 1)


def test_B8_button_straddle():
    hand = poker(500, 500, 500, 500, button_straddle=40)
    assert (hand.bets, hand.actor) == ([40, 10, 20, 0], 1)
    hand = play(hand, "c c c")
    assert (hand.actor, hand.legal().check, raises(hand)) == (0, True, (60, 500))
    assert hand.check().actor == 1


@pytest.mark.parametrize("wrong", [{"straddles": (39,)}, {"straddles": (40, 79)}, {"straddles": (40, 80, 160)}])
def test_B8_wrong_straddles(wrong):
    with pytest.raises(AssertionError):
        poker(500, 500, 500, 500, **wrong)


def test_B9_fold_is_always_legal_in_poker():
    hand = play(poker(100, 100, 100), "c c f")
    assert hand.now.live == (0, 1)


# -- B11: pots


def test_B11_folded_money_stays_in():
    assert layered([10, 30, 50, 50], [0, 2, 3], 0) == [Pot(40, (0, 2, 3)), Pot(100, (2, 3))]


def test_B11_folded_money_on_top_falls_to_the_highest_claimable_layer():
    assert layered([5, 5, 10, 10], [0, 1], 0) == [Pot(30, (0, 1))]


def test_B11_dead_money_alone_for_a_seat_without_live_money():
    assert layered([0, 10, 10], [0, 1, 2], 3) == [Pot(3, (0, 1, 2)), Pot(20, (1, 2))]


def test_B11_uncalled_bet():
    assert uncalled([50, 30, 20], [0, 2]) == (0, 20)
    assert uncalled([50, 50, 20], [0, 2]) is None


def test_B11_odd_chips_one_at_a_time_left_of_the_button():
    hand = play(poker(20, 20, 20, 20, button=2, dead=(1, 1, 0, 0), strengths=(5, 5, 5, 0)), "c c c")
    assert hand.is_over
    assert hand.awards == [{0: 28, 1: 27, 2: 27}]


def test_B11_every_layer_is_divided_on_its_own():
    # all-in 15, then 45 and 45: main pot 55 and side pot 60; 10 of it folded
    hand = play(poker(15, 10, 45, 45, strengths=(1, 0, 1, 1), sb=10), "45 c c")
    assert hand.pots == [Pot(40, (0, 1, 2, 3)), Pot(15, (0, 2, 3)), Pot(60, (2, 3))]
    assert hand.awards == [{2: 14, 3: 13, 0: 13}, {2: 5, 3: 5, 0: 5}, {2: 30, 3: 30}]


# -- B13: limits


def test_B13_pot_limit_before_the_flop():
    hand = pot_limit(1000, 1000, 1000)
    assert raises(hand) == (40, 70)  # call 20 makes 50, raise 50
    hand = hand.fold()
    assert raises(hand) == (40, 60)  # call 10 makes 40, raise 40
    assert raises(hand.raise_to(60)) == (100, 180)  # call 40 makes 120


def test_B13_pot_limit_counts_short_blinds_in_full_before_the_flop_only():
    hand = pot_limit(1000, 1000, 5)
    assert raises(hand) == (40, 70)
    flop = play(hand, "c c")
    assert (flop.pot, raises(flop)) == (45, (20, 45))
    assert raises(flop.raise_to(45)) == (90, 180)


def test_B13_pot_limit_counts_antes_and_dead_money():
    assert raises(pot_limit(1000, 1000, 1000, ante=5)) == (40, 85)
    assert raises(pot_limit(1000, 1000, 1000, dead=(0, 0, 30))) == (40, 100)


def test_B13_pot_limit_is_capped_by_the_stack():
    assert raises(pot_limit(50, 1000, 1000)) == (40, 50)
    assert raises(pot_limit(30, 1000, 1000)) == (30, 30)


def test_B13_fixed_limit_sizes():
    hand = fixed(500, 500)
    assert raises(hand) == (40, 40)
    for size in (20, 40, 40):
        hand = play(hand, "c x" if hand.street == 0 else "x x")
        assert raises(hand) == (size, size)
        assert raises(hand.raise_to(size)) == (2 * size, 2 * size)


def test_B13_fixed_limit_cap_before_the_flop_counts_the_big_blind():
    hand = play(fixed(500, 500, 500), "40 60")
    assert raises(hand) == (80, 80)
    hand = hand.raise_to(80)  # the fourth bet; the big blind was the first
    assert hand.legal().moves() == CALL_OR_FOLD
    assert hand.fold().legal().moves() == CALL_OR_FOLD  # a fold does not lift a cap once reached


def test_B13_fixed_limit_cap_may_be_another():
    hand = play(fixed(500, 500, 500, cap=3), "40")
    assert raises(hand) == (60, 60)
    assert hand.raise_to(60).legal().moves() == CALL_OR_FOLD


def test_B13_fixed_limit_straddles_are_bets():
    assert raises(fixed(500, 500, 500, 500, 500, straddles=(40,))) == (60, 60)
    assert fixed(500, 500, 500, 500, 500, straddles=(40, 80)).legal().moves() == CALL_OR_FOLD


def test_B13_fixed_limit_cap_after_the_flop_is_a_bet_and_three_raises():
    hand = play(fixed(500, 500, 500), "c c x 20 40 60")
    assert raises(hand) == (80, 80)
    assert hand.raise_to(80).legal().moves() == CALL_OR_FOLD


def test_B13_fixed_limit_has_no_cap_heads_up():
    hand = play(fixed(500, 500), "40 60 80 100 120")
    assert raises(hand) == (140, 140)
    hand = play(fixed(500, 500, 500), "40 60 f 80 100 120")  # heads-up before the cap was reached
    assert raises(hand) == (140, 140)


def test_B13_fixed_limit_an_all_in_seat_does_not_count_for_the_cap():
    hand = play(fixed(30, 500, 500), "30 40 60 80")
    assert (hand.actor, raises(hand)) == (2, (100, 100))


def test_B13_fixed_limit_a_last_bet_that_is_all_in_stays_the_last():
    hand = play(fixed(500, 80, 500), "c 40 60 c 80")
    assert (hand.stacks[1], hand.legal().moves()) == (0, CALL_OR_FOLD)


def test_B13_fixed_limit_half_a_bet_reopens():
    hand = play(fixed(200, 200, 50), "c c x 20 30")
    assert (hand.actor, raises(hand)) == (0, (40, 40))
    hand = hand.call()
    assert (hand.actor, raises(hand)) == (1, (40, 40))


def test_B13_fixed_limit_less_than_half_a_bet_does_not_reopen():
    hand = play(fixed(200, 200, 49), "c c x 20 29")
    assert (hand.actor, raises(hand)) == (0, (40, 40))
    hand = hand.call()
    assert (hand.actor, hand.legal().moves()) == (1, CALL_OR_FOLD)


def test_B13_fixed_limit_a_short_all_in_is_completed():
    hand = play(fixed(25, 500, 500, 500), "c 25 40 60")
    assert raises(hand) == (80, 80)
    assert raises(play(fixed(30, 500, 500), "c c x x x 10")) == (20, 20)


# -- G: fixed step


def test_G1_without_chips_there_is_no_betting():
    hand = step(0, 0, 0)
    assert (hand.is_over, hand.stacks) == (True, [0, 0, 0])


def test_G1_B5_no_raise_and_no_prompt_against_all_ins():
    hand = play(step(10, 100), "10")
    assert menu(hand) == ["CALL", "FOLD"]
    assert hand.call().is_over


def test_G1_all_in_that_lifts_the_price_is_no_raise_and_asks_everyone_again():
    hand = play(step(100, 5, 100), "x 5")
    assert (hand.setup.raises(hand.now), hand.now.waiting) == (0, (0, 2))
    assert menu(hand) == ["CALL", "RAISE", "FOLD"]
    hand = hand.raise_to(15)
    assert (hand.setup.raises(hand.now), hand.actor, hand.price) == (1, 0, 15)


def test_G1_a_call_that_takes_all_chips_is_a_call():
    assert menu(play(step(100, 10, 100), "10")) == ["CALL", "FOLD"]


def test_G2_a_bet_of_the_last_chip_is_all_in():
    hand = play(step(10, 100, 100), "10 20 c")
    assert hand.is_over


@pytest.mark.parametrize(("side_pots", "stacks"), [(True, [10, 95]), (False, [15, 90])])
def test_G3_side_pots_or_one_pot(side_pots, stacks):
    hand = play(step(5, 100, side_pots=side_pots, strengths=(9, 1)), "x 10 c")
    assert hand.stacks == stacks


def test_G3_all_odd_chips_to_the_first_winner_in_seat_order():
    hand = play(step(5, 5, 5, 5, ante=5, first=2, strengths=(0, 7, 7, 7)), "")
    assert hand.stacks == [0, 8, 6, 6]


def test_G4_each_phase_has_its_own_numbers_and_the_pot_stays():
    hand = play(step(100, 100, 100, phases=((10, 3), (20, 1)), first=1), "10 c f")
    assert (hand.street, hand.actor, hand.bets, hand.pot, hand.price) == (1, 1, [0, 0, 0], 20, 0)
    hand = play(hand, "20 40")
    assert menu(hand) == ["CALL", "FOLD"]


def test_hands_are_values():
    setup = Poker((100, 100), strengths=(1, 2))
    hand = Hand.deal(setup)
    hand.call()
    assert hand == Hand.deal(setup)
    assert Hand.deal(Step((10, 10))) == Hand.deal(Step((10, 10)))
