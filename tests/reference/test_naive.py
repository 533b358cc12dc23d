"""Rows of cases.md (000, 001, engine rows of 002) on the naive model; each test is named by its row."""

import pytest

from .naive import (
    Entry,
    Hand,
    IllegalMoveError,
    Poker,
    Pot,
    Step,
    menu,
    share_one_by_one,
    share_rest_to_first,
)


def poker(*stacks, **options):
    """A hand with blinds 10/20, button in seat 0, unless said otherwise."""
    return Hand.deal(Poker(stacks=stacks, **{"sb": 10, "bb": 20} | options))


def put(hand, chips):
    """Seed 000's amount: chips moved now, on top of the street bet (B1)."""
    return hand.raise_to(hand.bets[hand.actor] + chips)


def raises(hand):
    return hand.legal().min_raise_to, hand.legal().max_raise_to


def full_raise(hand):
    return hand.setup.full_raise(hand.now)


def play(hand, line):
    """Play a line of words: f, x (check), c (call), or a raise-to amount."""
    for word in line.split():
        match word:
            case "f":
                hand = hand.fold()
            case "x":
                hand = hand.check()
            case "c":
                hand = hand.call()
            case _:
                hand = hand.raise_to(int(word))
    return hand


# -- 000: raise-by semantics and short all-ins


def test_000_01_heads_up_button_posts_small_blind_and_acts_first():
    hand = poker(1000, 1000)
    assert (hand.bets, hand.actor) == ([10, 20], 0)
    hand = play(hand, "c x")
    for street in (1, 2, 3):
        assert (hand.street, hand.actor) == (street, 1)
        hand = play(hand, "x x")


def test_000_02_three_players():
    hand = poker(1000, 1000, 1000)
    assert (hand.bets, hand.actor) == ([0, 10, 20], 0)
    flop = play(hand, "c c x")
    assert (flop.street, flop.actor) == (1, 1)
    assert play(hand, "c f x").actor == 2  # the first live seat left of the button


def test_000_03_right_after_the_blinds():
    hand = poker(1000, 1000, 1000)
    assert (hand.price, full_raise(hand), hand.setup.bb) == (20, 20, 20)


def test_000_05_small_blind_raises_by_50():
    hand = put(poker(1000, 1000), 50)
    assert (hand.bets[0], hand.price, full_raise(hand)) == (60, 60, 40)


def test_000_06_min_raise_of_the_small_blind_costs_30():
    hand = poker(1000, 1000)
    assert hand.legal().min_raise_to - hand.bets[0] == 30


def test_000_07_raise_by_40():
    hand = put(poker(1000, 1000, 1000, 1000, button=1), 40)
    assert (hand.price, full_raise(hand), hand.bets[hand.actor]) == (40, 20, 0)
    assert hand.legal().min_raise_to == 60


@pytest.mark.parametrize("chips", [30, 20, 10], ids=["000-08", "000-09", "000-09b"])
def test_000_08_000_09_short_raises_are_refused(chips):
    with pytest.raises(IllegalMoveError):
        put(poker(1000, 1000, 1000), chips)


@pytest.fixture
def short_all_in():
    """P0 and P1 called 20, then P2 in the big blind went all-in to 30."""
    return play(poker(1000, 1000, 30), "c c 30")


def test_000_11_short_all_in_of_the_big_blind(short_all_in):
    assert (short_all_in.price, full_raise(short_all_in)) == (30, 20)
    assert (short_all_in.street, short_all_in.actor) == (0, 0)
    assert [short_all_in.now.acted_at(s) for s in (0, 1)] == [20, 20]


def test_000_12_only_fold_and_call(short_all_in):
    assert short_all_in.stacks[0] == 980
    assert short_all_in.legal().moves() == [("fold", None), ("call", None)]
    assert short_all_in.legal().call == 10


def test_000_14_both_call_and_the_round_is_over(short_all_in):
    hand = play(short_all_in, "c c")
    assert (hand.street, hand.pot, hand.actor) == (1, 90, 1)


def test_000_15_full_all_in_reopens():
    hand = play(poker(1000, 1000, 40), "c c 40")
    assert (hand.price, full_raise(hand), hand.actor) == (40, 20, 0)
    assert raises(hand) == (60, 1000)
    assert raises(hand.call()) == (60, 1000)


def test_000_18_between_call_and_raise_only_all_in():
    hand = poker(25, 1000, 1000)
    assert (hand.legal().fold, hand.legal().call, *raises(hand)) == (True, 20, 25, 25)


def test_000_19_call_for_less():
    hand = poker(15, 1000, 1000)
    assert hand.legal().call == 15
    assert raises(hand) == (None, None)
    hand = hand.call()
    assert (hand.stacks[0], hand.price, hand.actor) == (0, 20, 1)


def test_000_20_no_chips_no_turn():
    hand = play(poker(15, 1000, 1000), "c c x 20 c")
    assert all(e.seat != 0 for e in hand.ledger if e.street > 0)


def test_000_21_check_then_bet_50():
    hand = play(poker(1000, 1000), "c x x 50")
    assert (hand.price, full_raise(hand), hand.legal().min_raise_to) == (50, 50, 100)


def test_000_22_bet_below_the_minimum():
    flop = play(poker(1000, 1000), "c x")
    with pytest.raises(IllegalMoveError):
        flop.raise_to(10)
    with pytest.raises(IllegalMoveError):  # an opening bet of 50 when 50 is bet already
        flop.raise_to(50).raise_to(50)


def test_000_24_a_new_street_begins_clean():
    hand = play(poker(1000, 1000, 1000), "60 c c")
    assert (hand.street, hand.bets, hand.price, full_raise(hand)) == (1, [0, 0, 0], 0, 20)
    assert [hand.now.acted_at(s) for s in range(3)] == [None] * 3
    assert hand.now.totals == (60, 60, 60)


def test_000_25_the_big_blind_has_the_option():
    hand = play(poker(1000, 1000, 1000), "c c")
    assert (hand.actor, hand.legal().check, raises(hand)) == (2, True, (40, 1000))
    assert hand.check().street == 1


def test_000_26_check_facing_a_bet_is_refused():
    with pytest.raises(IllegalMoveError):
        poker(1000, 1000, 1000).check()


def test_000_27_antes_do_not_count_towards_the_bet():
    hand = poker(1000, 1000, 1000, ante=5)
    assert (hand.pot, hand.legal().call) == (45, 20)
    assert play(hand, "c c").legal().check


def test_000_30_odd_chip_to_the_first_winner_left_of_the_button():
    assert share_one_by_one(3, [1, 0]) == {1: 2, 0: 1}
    # dead money of 3 alone is tied for; bets come back whole
    hand = play(poker(100, 100, 100, dead=(0, 0, 3), strengths=(7, 7, 0)), "c c x " + "x x x " * 3)
    assert hand.stacks == [80 + 31, 80 + 32, 80]


def test_000_31_all_but_one_fold():
    hand = play(poker(1000, 1000, 1000), "f f")
    assert (hand.is_over, hand.payoffs) == (True, [0, -10, 10])


def test_000_32_three_all_in_before_the_flop():
    hand = play(poker(100, 100, 100, strengths=(1, 3, 2)), "100 c c")
    assert (hand.is_over, hand.stacks) == (True, [0, 300, 0])


@pytest.mark.parametrize("button", [-1, 3])
def test_000_36_button_must_be_a_seat(button):
    with pytest.raises(AssertionError):
        poker(100, 100, 100, button=button)


# -- 001: the betting phase of an evolved game (min bet 10, max raises 3)


def step(*stacks, **options):
    return Hand.deal(Step(stacks=stacks, **options))


def ledger(setup, *lines):
    """A hand in the middle, written down as (seat, kind, chips)."""
    return Hand(setup, tuple(Entry(0, *line) for line in lines))


def test_001_01_no_bet():
    assert menu(step(100, 100)) == ["CHECK", "BET"]


def test_001_02_facing_20():
    assert menu(play(step(100, 100), "10 20")) == ["CALL", "RAISE", "FOLD"]


def test_001_03_short_of_the_call():
    assert menu(play(step(100, 5), "10")) == ["ALL_IN", "FOLD"]


def test_001_04_short_of_the_bet():
    assert menu(step(5, 100)) == ["CHECK", "ALL_IN"]


def test_001_05_raises_used_up():
    assert menu(play(step(100, 100), "10 20 30")) == ["CALL", "RAISE", "FOLD"]
    assert menu(play(step(100, 100), "10 20 30 40")) == ["CALL", "FOLD"]


def test_001_06_no_moves_for_folded_all_in_or_broke():
    hand = play(step(5, 100, 100, 100, 0), "5 c f")
    assert hand.actor == 3
    hand = play(hand, "15")  # the all-in, the folded and the broke seat are passed over
    assert hand.actor == 1
    assert play(hand, "c").is_over


def test_001_08_bet():
    hand = step(100, 100).raise_to(10)
    assert (hand.stacks[0], hand.bets[0], hand.pot, hand.price) == (90, 10, 10, 10)


def test_001_09_call():
    hand = ledger(Step((100, 100, 100)), (0, "raise", 20)).call()
    assert (hand.stacks[1], hand.pot) == (80, 40)


def test_001_10_call_the_rest():
    hand = ledger(Step((100, 100, 100)), (1, "raise", 10), (2, "raise", 30))
    hand = hand.fold()
    assert (hand.actor, hand.pot) == (1, 40)
    hand = hand.call()
    assert sum(e.chips for e in hand.ledger) == 60
    assert hand.ledger[-1].chips == 20


def test_001_11_raise():
    hand = ledger(Step((100, 100, 100)), (0, "raise", 20))
    assert (hand.actor, hand.pot, hand.setup.raises(hand.now)) == (1, 20, 0)
    hand = hand.raise_to(30)
    assert (hand.stacks[1], hand.bets[1], hand.price, hand.pot) == (70, 30, 30, 50)
    assert hand.setup.raises(hand.now) == 1


def test_001_13_all_in_without_a_bet():
    hand = step(50, 100, 100, phases=((60, 3),)).raise_to(50)
    assert (hand.stacks[0], hand.pot, hand.price) == (0, 50, 50)
    assert 0 not in hand.now.with_chips
    assert hand.setup.raises(hand.now) == 0


def test_001_15_all_in_100_against_20_in_no_limit():
    hand = play(poker(100, 500, 500), "100")
    assert (hand.price, hand.now.waiting) == (100, (1, 2))


def test_001_16_fold():
    hand = play(step(100, 100, 100), "10 f")
    assert (hand.stacks[1], hand.now.live) == (100, (0, 2))


def test_001_17_all_matched_and_acted():
    assert play(step(100, 100), "10 c").is_over


def test_001_18_one_unmatched():
    assert play(step(100, 100, 100), "10 c").actor == 2


def test_001_19_folded_and_all_in_need_not_match():
    assert play(step(100, 100, 5, 100), "10 f c c").is_over


def test_001_20_only_one_unfolded():
    assert play(step(100, 100, 100), "10 f f").is_over


def test_001_21_all_remaining_all_in():
    assert play(step(10, 10, 10), "10 c c").is_over


def test_001_22_bet_after_two_checks():
    hand = play(step(100, 100, 100), "x x 10")
    assert hand.now.waiting == (0, 1)
    assert menu(hand) == ["CALL", "RAISE", "FOLD"]


@pytest.mark.parametrize(("pot", "n", "shares"), [(100, 2, [50, 50]), (101, 2, [51, 50]), (100, 3, [34, 33, 33])])
def test_001_24_split(pot, n, shares):
    assert list(share_rest_to_first(pot, range(n)).values()) == shares


def test_001_25_no_winners():
    assert share_rest_to_first(100, []) == {}


def test_001_27_equal_hands():
    hand = play(step(100, 100, 5, strengths=(4, 4, 4)), "10 c c")
    assert hand.stacks == [100, 100, 5]
    hand = play(step(20, 20, 20, ante=5, phases=((10, 3),), strengths=(0, 6, 6), first=2), "10 f c")
    assert hand.stacks == [15, 23, 22]  # 15 of antes and 20 of bets: 35 = 18 + 17


def test_001_28_chips_are_conserved():
    hand = play(step(30, 45, 60, strengths=(1, 2, 3)), "10 20 30 c 40 c")
    assert hand.is_over
    assert sum(hand.stacks) == 135


@pytest.mark.parametrize("first", [0, 1, 2])
def test_001_29_first_to_act(first):
    assert step(100, 100, 100, first=first).actor == first


# -- 002: engine rows (4 seats, 1000 chips, 10/20)


@pytest.fixture
def table():
    return poker(1000, 1000, 1000, 1000, strengths=(1, 2, 3, 4))


def test_002_01_blinds(table):
    assert (table.bets, table.actor) == ([0, 10, 20, 0], 3)


def test_002_02_two_seats():
    hand = poker(1000, 1000, button=1)
    assert (hand.bets, hand.actor) == ([20, 10], 1)


def test_002_03_first_prompt(table):
    legal = table.legal()
    assert (legal.fold, legal.check, legal.call, *raises(table)) == (True, False, 20, 40, 1000)
    assert (table.pot, table.price, full_raise(table)) == (30, 20, 20)


def test_002_04_raise_to_the_minimum(table):
    hand = table.raise_to(40)
    assert (hand.price, hand.ledger[-1].chips) == (40, 40)


def test_002_06_raise_to_20_at_5_10():
    hand = poker(1000, 1000, 1000, 1000, sb=5, bb=10).raise_to(20)
    assert (hand.legal().min_raise_to, full_raise(hand)) == (30, 10)


def test_002_07_stack_exactly_reaches_the_minimum():
    hand = poker(1000, 1000, 1000, 40)
    assert raises(hand) == (40, 40)
    hand = hand.raise_to(40)
    assert (hand.stacks[3], hand.price, hand.legal().min_raise_to) == (0, 40, 60)


def test_002_08_stack_between_bet_and_minimum():
    hand = play(poker(1000, 1000, 30, 1000), "c c c")
    assert (hand.actor, raises(hand)) == (2, (30, 30))
    assert full_raise(hand.raise_to(30)) == 20


def test_002_10_nothing_to_call(table):
    legal = play(table, "c c c").legal()
    assert (legal.check, legal.call) == (True, None)


@pytest.mark.parametrize("move", [("check", None), ("raise", 20), ("raise", 39), ("raise", 1001), ("raise", None)])
def test_002_11_refused(table, move):
    with pytest.raises(IllegalMoveError):
        table.apply(move)


def test_002_11_call_with_nothing_to_call(table):
    with pytest.raises(IllegalMoveError):
        play(table, "c c c c")


def test_002_21_heads_up_small_blind_folds():
    hand = poker(500, 500).fold()
    assert (hand.is_over, hand.stacks) == (True, [490, 510])


def test_002_22_two_folds_on_the_flop():
    hand = play(poker(1000, 1000, 1000), "c c x x x 20 f f")
    assert hand.is_over
    assert max(e.street for e in hand.ledger) == 1


def test_002_23_checked_down(table):
    hand = play(table, "c c c x " + "x x x x " * 3)
    assert (hand.is_over, hand.stacks) == (True, [980, 980, 980, 1060])


def test_002_24_side_pots():
    hand = play(poker(100, 300, 500, sb=5, bb=10, strengths=(3, 2, 1)), "100 300 c")
    assert hand.is_over
    assert hand.pots == [Pot(300, (0, 1, 2)), Pot(400, (1, 2))]
    assert hand.stacks == [300, 400, 200]


def test_002_26_three_equal_hands():
    hand = play(poker(100, 100, 100, strengths=(5, 5, 5)), "100 c c")
    assert hand.stacks == [100, 100, 100]


def test_002_27_heads_up_split():
    hand = play(poker(100, 100), "100 c")
    assert hand.awards == [{1: 100, 0: 100}]


def test_002_28_heads_up_all_in():
    hand = play(poker(100, 100, strengths=(2, 1)), "100 c")
    assert (hand.is_over, hand.stacks) == (True, [200, 0])


def test_002_45_short_big_blind():
    hand = poker(1000, 1000, 5, 1000)
    assert (hand.bets, hand.legal().call) == ([0, 10, 5, 0], 20)
