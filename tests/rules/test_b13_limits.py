"""B13: how much: pot-limit maxima, fixed-limit sizes, the half-bet rule and the cap."""

from __future__ import annotations

import pytest

import croupier
from croupier import Action

from .lines import passively, play, refused, table


def span(hand):
    return hand.legal().min_raise_to, hand.legal().max_raise_to


# -- no-limit ----------------------------------------------------------------------------------------------------------


def test_B13_no_limit_is_limited_by_the_stack_alone():
    assert span(table(1000, 1000, 1000)) == (40, 1000)


# -- pot-limit: call first, then add the pot as it then stands ---------------------------------------------------------


def pot_limit(*stacks, **options):
    return table(*stacks, limit="pot", **options)


def test_B13_pot_limit_first_raise():
    """20 to call makes the pot 50; 20 + 50 = 70."""
    assert span(pot_limit(1000, 1000, 1000)) == (40, 70)


def test_B13_pot_limit_from_the_small_blind():
    """10 to call makes the pot 40; 20 + 40 = 60."""
    assert span(play(pot_limit(1000, 1000, 1000), "f")) == (40, 60)


def test_B13_pot_limit_reraise():
    """Pot of 100 and 60 to call from the small blind makes 160; 70 + 160 = 230."""
    assert span(play(pot_limit(1000, 1000, 1000), "70")) == (120, 230)


def test_B13_pot_limit_opening_bet_is_at_most_the_pot():
    hand = play(pot_limit(1000, 1000, 1000), "c c x")
    assert span(hand) == (20, 60)
    play(hand, "60")
    assert span(hand) == (120, 240)


def test_B13_pot_limit_above_the_maximum_is_refused():
    hand = pot_limit(1000, 1000, 1000)
    with refused(hand, "B13") as why:
        hand.raise_to(71)
    assert "70 at most" in why.reason
    with refused(hand, "B13"):
        hand.all_in()
    assert "ALL_IN" not in hand.legal().kinds


def test_B13_pot_limit_a_small_stack_may_move_all_in():
    hand = pot_limit(60, 1000, 1000)
    assert (span(hand), "ALL_IN" in hand.legal().kinds) == ((40, 60), True)


@pytest.mark.parametrize("stacks", [(1000, 1000, 5, 1000), (1000, 3, 1000, 1000), (1000, 3, 5, 1000)])
def test_B13_pot_limit_assumes_full_blinds_before_the_flop(stacks):
    assert span(pot_limit(*stacks)) == (40, 70)


def test_B13_pot_limit_counts_the_real_pot_after_the_flop():
    hand = play(pot_limit(1000, 1000, 5), "c c")
    assert (hand.street, hand.pot) == ("FLOP", 45)
    assert span(hand) == (20, 45)


def test_B13_pot_limit_counts_antes_and_dead_money():
    assert span(pot_limit(1000, 1000, 1000, ante=5)) == (40, 20 + 45 + 20)
    assert span(pot_limit(1000, 1000, 1000, dead=[0, 0, 30])) == (40, 20 + 60 + 20)


def test_B13_pot_limit_short_calls_are_not_assumed_full():
    """Seat 3 calls 15 for its all-in: pot 45, 20 to call makes 65; 20 + 65 = 85."""
    assert span(play(pot_limit(1000, 1000, 1000, 15), "c")) == (40, 85)


def test_B13_pot_limit_straddle():
    """Pot 70, 40 to call makes 110; 40 + 110 = 150."""
    assert span(pot_limit(1000, 1000, 1000, 1000, straddles=(40,))) == (60, 150)


# -- fixed-limit -------------------------------------------------------------------------------------------------------


def fixed(*stacks, **options):
    return table(*stacks, limit="fixed", **options)


def test_B13_fixed_limit_has_one_size():
    hand = fixed(1000, 1000, 1000)
    assert span(hand) == (40, 40)
    with refused(hand, "B3"):
        hand.raise_to(39)
    with refused(hand, "B13"):
        hand.raise_to(41)


def test_B13_fixed_limit_small_bets_then_big_bets():
    hand = fixed(1000, 1000)
    sizes = {}
    play(hand, "c x")
    while not hand.is_over:
        sizes[hand.street] = span(hand)
        play(hand, "x x")
    assert sizes == {"FLOP": (20, 20), "TURN": (40, 40), "RIVER": (40, 40)}


def test_B13_fixed_limit_bet_sizes_may_be_given():
    hand = fixed(1000, 1000, sb=5, bb=10, small_bet=15, big_bet=45)
    assert span(hand) == (25, 25)


def test_B13_fixed_limit_all_in_only_when_it_fits_the_size():
    assert "ALL_IN" not in fixed(1000, 1000, 1000).legal().kinds
    assert fixed(35, 1000, 1000).legal().kinds == ("FOLD", "CALL", "ALL_IN")


def test_B13_half_a_bet_or_more_reopens():
    hand = play(fixed(1000, 1000, 50), "c c x  20 a c")
    assert (hand.price, hand.actor, hand.raises) == (30, 1, 1)
    assert span(hand) == (50, 50)


def test_B13_less_than_half_a_bet_does_not_reopen():
    hand = play(fixed(1000, 1000, 49), "c c x  20 a c")
    assert (hand.price, hand.actor, hand.raises) == (29, 1, 0)
    assert hand.legal().kinds == ("FOLD", "CALL")
    with refused(hand, "B4"):
        hand.raise_to(49)


def test_B13_whoever_has_not_acted_may_raise_over_less_than_half_a_bet():
    hand = play(fixed(1000, 1000, 49), "c c x  20 a")
    assert (hand.actor, span(hand)) == (0, (49, 49))


def test_B13_two_short_all_ins_that_make_half_a_bet_together_reopen():
    """20, then 25, then 30: a quarter and a quarter are half a bet for the first bettor."""
    hand = play(fixed(1000, 1000, 45, 50), "c c c x  20 a a c")
    assert (hand.price, hand.actor, span(hand)) == (30, 1, (50, 50))


def test_B13_a_bet_and_three_raises_then_the_cap():
    hand = play(fixed(1000, 1000, 1000), "c c x  20 40 60 80")
    assert (hand.raises, hand.legal().kinds) == (3, ("FOLD", "CALL"))
    with refused(hand, "B13") as why:
        hand.raise_to(100)
    assert "used up" in why.reason


def test_B13_before_the_flop_four_raises_on_top_of_the_blind():
    hand = play(fixed(1000, 1000, 1000), "40 60 80 100")
    assert (hand.raises, hand.legal().kinds) == (4, ("FOLD", "CALL"))


def test_B13_every_street_has_a_cap_of_its_own():
    hand = play(fixed(1000, 1000, 1000), "40 60 80 100 c c")
    assert (hand.street, hand.raises) == ("FLOP", 0)
    assert span(hand) == (20, 20)


def test_B13_heads_up_there_is_no_cap():
    hand = play(fixed(1000, 1000), "40 60 80 100 120 140 160 180")
    assert span(hand) == (200, 200)


def test_B13_a_fold_before_the_cap_lifts_it():
    hand = play(fixed(1000, 1000, 1000), "c c x  20 40 f 60 80")
    assert (hand.raises, span(hand)) == (3, (100, 100))


def test_B13_a_fold_after_the_cap_does_not_lift_it():
    hand = play(fixed(1000, 1000, 1000), "c c x  20 40 60 80 f")
    assert (hand.live, hand.legal().kinds) == ((0, 1), ("FOLD", "CALL"))
    with refused(hand, "B13"):
        hand.raise_to(100)


def test_B13_the_cap_is_of_the_street_and_heads_up_on_the_next_there_is_none():
    hand = play(fixed(1000, 1000, 1000), "c c x  20 40 60 80 f c")
    assert hand.street == "TURN"
    play(hand, "40 80 120 160 200")
    assert hand.legal().min_raise_to == 240


# -- fixed-limit stud: the bring-in is completed, not raised -----------------------------------------------------------


def stud(*stacks):
    return croupier.stud(ante=1, bring_in=5, small_bet=20).deal(list(stacks), seed=2)


def test_B13_a_bring_in_is_completed_to_the_small_bet():
    hand = play(stud(1000, 1000, 1000), "i")
    assert (hand.price, span(hand), hand.legal().kinds) == (5, (20, 20), ("FOLD", "CALL", "COMPLETE"))
    play(hand, "C")
    assert (hand.price, span(hand), hand.legal().kinds) == (20, (40, 40), ("FOLD", "CALL", "RAISE"))


def test_B13_whoever_brings_in_may_complete_at_once():
    hand = stud(1000, 1000, 1000)
    assert (hand.legal().kinds, hand.legal().bring_in, span(hand)) == (("BRING_IN", "COMPLETE"), 5, (20, 20))
    play(hand, "C")
    assert (hand.price, span(hand)) == (20, (40, 40))


def test_B13_a_completion_reopens_for_those_who_called_the_bring_in():
    hand = play(stud(1000, 1000, 1000), "i c C")
    assert span(hand) == (40, 40)
    play(hand, "c")
    assert span(hand) == (40, 40)


def test_B13_the_cap_counts_from_the_completion():
    hand = play(stud(1000, 1000, 1000), "i C 40 60 80")
    assert (hand.raises, hand.legal().kinds) == (3, ("FOLD", "CALL"))


@pytest.mark.parametrize(("short", "courses"), [
    (8, [(8, 0), (28, 0), (48, 1), (68, 2), (88, 3)]), (15, [(15, 0), (35, 1), (55, 2), (75, 3)])])
def test_B13_a_short_completion_counts_towards_the_cap_from_half_a_bet_on(short, courses):
    """As a short opening all-in does on a flop: the bet over it is the first of four."""
    opener = stud(1000, 1000, 1000, 1000).actor
    stacks = [1000] * 4
    stacks[(opener + 1) % 4] = short + 1  # the ante
    hand = play(stud(*stacks), "i a")
    course = [(hand.price, hand.raises)]
    while hand.legal().max_raise_to is not None:
        hand.raise_to(hand.legal().max_raise_to)
        course.append((hand.price, hand.raises))
    assert course == courses


def test_B13_stud_bets_double_from_fifth_street():
    hand = play(stud(1000, 1000), "i c")
    sizes = {}
    while not hand.is_over:
        sizes[hand.street] = span(hand)
        play(hand, "x x")
    assert sizes == {"FOURTH": (20, 20), "FIFTH": (40, 40), "SIXTH": (40, 40), "SEVENTH": (40, 40)}


def test_B13_the_bring_in_is_never_folded():
    hand = stud(1000, 1000, 1000)
    with refused(hand, "B9") as why:
        hand.apply(Action("FOLD"))
    assert "bring in 5" in why.text


def test_B13_a_short_bring_in_keeps_its_nominal_price():
    for seat in range(3):
        hand = croupier.stud(ante=1, bring_in=10, small_bet=20).deal(
            [4 if other == seat else 1000 for other in range(3)], seed=2)
        if hand.actor == seat:
            break
    assert (hand.legal().bring_in, "COMPLETE" in hand.legal().kinds) == (3, False)
    play(hand, "i")
    assert (hand.price, hand.legal().call) == (10, 10)


def test_B13_every_fixed_limit_hand_ends():
    assert passively(stud(1000, 7, 3)).is_over
