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
    assert span(hand) == (15, 15)  # raises stand on multiples of the bet, not on the blind
    play(hand, "15")
    assert span(hand) == (30, 30)


def test_B13_fixed_limit_all_in_only_when_it_fits_the_size():
    assert "ALL_IN" not in fixed(1000, 1000, 1000).legal().kinds
    assert fixed(35, 1000, 1000).legal().kinds == ("FOLD", "CALL", "ALL_IN")


# -- fixed-limit: a short all-in is completed to the next whole bet ----------------------------------------------------


@pytest.mark.parametrize(("bet", "line", "short", "raise_to"), [
    (300, "c c x", 50, 300),  # opening all-in of 50
    (100, "c c x 100 200", 270, 300),
    (60, "c c x 60 120", 150, 180),
])
def test_B13_a_raise_goes_to_the_next_whole_bet_above_the_price(bet, line, short, raise_to):
    """The three examples of the ruling: whatever a short all-in adds, the next raise completes the structure."""
    hand = play(fixed(*([5000] * 3), sb=bet // 2, bb=bet), line)
    stacks = [5000] * 3
    stacks[hand.actor] = bet + short
    hand = play(fixed(*stacks, sb=bet // 2, bb=bet), f"{line} a")
    assert (hand.price, span(hand)) == (short, (raise_to, raise_to))


def test_B13_half_a_bet_or_more_reopens():
    hand = play(fixed(1000, 1000, 50), "c c x  20 a c")
    assert (hand.price, hand.actor, hand.raises) == (30, 1, 1)
    assert span(hand) == (40, 40)
    with refused(hand, "B13"):
        hand.raise_to(50)


def test_B13_less_than_half_a_bet_does_not_reopen():
    hand = play(fixed(1000, 1000, 49), "c c x  20 a c")
    assert (hand.price, hand.actor, hand.raises) == (29, 1, 0)
    assert hand.legal().kinds == ("FOLD", "CALL")
    with refused(hand, "B4"):
        hand.raise_to(40)


def test_B13_whoever_has_not_acted_may_complete_less_than_half_a_bet():
    hand = play(fixed(1000, 1000, 49), "c c x  20 a")
    assert (hand.actor, span(hand)) == (0, (40, 40))


def test_B13_completing_and_then_raising_counts_whole_bets():
    """20, all-in 30, 40: two whole bets and one raise; 60 and 80 follow, and 80 is the fourth bet."""
    hand = play(fixed(1000, 1000, 50, 1000), "c c c x  20 a 40")
    assert (hand.price, hand.raises, span(hand)) == (40, 1, (60, 60))
    play(hand, "60 80")
    assert (hand.raises, hand.legal().kinds) == (3, ("FOLD", "CALL"))


def test_B13_two_short_all_ins_that_make_half_a_bet_together_reopen():
    """20, then 25, then 30: a quarter and a quarter are half a bet for the first bettor."""
    hand = play(fixed(1000, 1000, 45, 50), "c c c x  20 a a c")
    assert (hand.price, hand.actor, span(hand)) == (30, 1, (40, 40))


def test_B13_a_stack_short_of_the_next_whole_bet_moves_all_in():
    hand = play(fixed(1000, 1000, 50, 58), "c c c x  20 a")
    assert (hand.actor, span(hand), "ALL_IN" in hand.legal().kinds) == (3, (38, 38), True)


# -- fixed-limit: the cap counts whole bets ----------------------------------------------------------------------------


def test_B13_a_bet_and_three_raises_then_the_cap():
    hand = play(fixed(1000, 1000, 1000), "c c x  20 40 60 80")
    assert (hand.raises, hand.legal().kinds) == (3, ("FOLD", "CALL"))
    with refused(hand, "B13") as why:
        hand.raise_to(100)
    assert "cap" in why.reason


def test_B13_before_the_flop_the_big_blind_is_the_first_of_four_bets():
    hand = play(fixed(1000, 1000, 1000), "40 60 80")
    assert (hand.raises, hand.legal().kinds) == (3, ("FOLD", "CALL"))
    with refused(hand, "B13"):
        hand.raise_to(100)


def test_B13_an_all_in_of_less_than_a_bet_is_no_bet_of_the_cap():
    """All-in for 25 before the flop: 40 completes it, 60 and 80 follow."""
    hand = play(fixed(25, 1000, 1000, 1000), "c 25")
    prices = []
    while hand.legal().max_raise_to is not None:
        hand.raise_to(hand.legal().max_raise_to)
        prices.append(hand.price)
    assert prices == [40, 60, 80]


def test_B13_an_all_in_of_more_than_half_a_bet_is_no_whole_bet_either():
    """20, all-in 35, and still 40, 60, 80 by the structure."""
    hand = play(fixed(1000, 1000, 55, 1000), "c c c x  20 a")
    prices = []
    while hand.legal().max_raise_to is not None:
        hand.raise_to(hand.legal().max_raise_to)
        prices.append(hand.price)
    assert prices == [40, 60, 80]


def test_B13_straddles_are_bets_of_the_street():
    hand = fixed(1000, 1000, 1000, 1000, 1000, straddles=(40,))
    assert span(hand) == (60, 60)
    play(hand, "60 80")
    assert hand.legal().kinds == ("FOLD", "CALL")
    capped = fixed(1000, 1000, 1000, 1000, 1000, straddles=(40, 80))
    assert capped.legal().kinds == ("FOLD", "CALL")


def test_B13_every_street_has_a_cap_of_its_own():
    hand = play(fixed(1000, 1000, 1000), "40 60 80 c c")
    assert (hand.street, hand.raises) == ("FLOP", 0)
    assert span(hand) == (20, 20)


@pytest.mark.parametrize(("max_bets", "line"), [(1, ""), (2, "40"), (3, "40 60"), (5, "40 60 80 100")])
def test_B13_max_bets_sets_another_cap(max_bets, line):
    hand = play(fixed(1000, 1000, 1000, max_bets=max_bets), line)
    assert hand.legal().kinds == ("FOLD", "CALL")
    assert max_bets == 1 or play(fixed(1000, 1000, 1000, max_bets=max_bets), line[:-3]).legal().max_raise_to


def test_B13_max_bets_is_for_a_fixed_limit():
    with pytest.raises(croupier.BadSetup, match="max_bets"):
        croupier.holdem(max_bets=3)
    with pytest.raises(croupier.BadAmount):
        croupier.holdem(limit="fixed", max_bets=0)
    assert croupier.game("FB", bb=2, max_bets=5).max_bets == 5


def test_B13_cap_heads_up_keeps_the_cap_between_two_players():
    hand = play(fixed(1000, 1000, cap_heads_up=True), "40 60 80")
    assert hand.legal().kinds == ("FOLD", "CALL")
    with refused(hand, "B13"):
        hand.raise_to(100)
    play(hand, "c 20 40 60 80")
    assert hand.street == "FLOP"
    assert hand.clone().legal().kinds == hand.observe(0).legal.kinds == ("FOLD", "CALL")


def test_B13_cap_heads_up_keeps_the_cap_after_folds():
    def folded(**options):
        return play(fixed(1000, 1000, 1000, **options), "f 40 60 80")

    assert span(folded()) == (100, 100)
    assert folded(cap_heads_up=True).legal().kinds == ("FOLD", "CALL")


def test_B13_cap_heads_up_is_for_a_fixed_limit_and_said():
    with pytest.raises(croupier.BadSetup, match="cap_heads_up is for a fixed limit"):
        croupier.holdem(cap_heads_up=True)
    with pytest.raises(croupier.BadSetup, match="True or False"):
        croupier.holdem(limit="fixed", cap_heads_up=1)
    game = croupier.game("FT", sb=5, bb=10, cap_heads_up=True)
    assert game == croupier.holdem(5, 10, limit="fixed", cap_heads_up=True) != croupier.game("FT", sb=5, bb=10)
    assert str(game).endswith("capped heads-up")


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


def test_B13_an_all_in_seat_does_not_count_towards_the_cap():
    """Seat 0 is all-in for 30: two seats are left that are not all-in, before the fourth bet is made."""
    hand = play(fixed(30, 1000, 1000), "30 40 60 80")
    assert (hand.live, span(hand)) == ((0, 1, 2), (100, 100))


def test_B13_an_all_in_that_makes_the_last_bet_leaves_it_the_last():
    """Three seats could still bet when the fourth bet was made; that the raiser is all-in now lifts nothing."""
    hand = play(fixed(1000, 80, 1000), "c 40 60 c a")
    assert (hand.price, hand.stacks[1], hand.legal().kinds) == (80, 0, ("FOLD", "CALL"))


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
    (8, [(8, 0), (20, 0), (40, 1), (60, 2), (80, 3)]), (15, [(15, 0), (20, 0), (40, 1), (60, 2), (80, 3)])])
def test_B13_a_short_completion_is_completed_and_four_bets_are_made(short, courses):
    """A short all-in over the bring-in is no whole bet: 20 is the first of four whatever it was."""
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
