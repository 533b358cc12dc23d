"""Cases 001, rows 1 to 25: the betting round of evolved games (fixed step; minimum bet 10, three raises), on the Round.

The menus are seed 001's names for what the round answers (ruling G1).
"""

from __future__ import annotations

import pytest

from croupier.betting.checked import CheckedRound

from .lines import ROYAL, awards, play, rigged, table


def step(*stacks: int) -> CheckedRound:
    return CheckedRound(list(stacks), limit="step", min_bet=10, max_raises=3, all_in_counts=False)


def stack(round: CheckedRound, seat: int) -> int:
    return round.stacks[seat]


def bet(round: CheckedRound, seat: int) -> int:
    return round.bets[seat]


def menu(round: CheckedRound, seat: int) -> set[str]:
    """What a seat may do, by seed 001's names."""
    if not round.able >> seat & 1:
        return set()
    round.ask(seat)
    owed = round.price - bet(round, seat)
    sized = round.most > 0
    if owed == 0:
        return {"CHECK", *(["BET" if round.least == round.price + round.full_raise else "ALL_IN"] if sized else [])}
    return {"FOLD", "CALL" if round.to_call == owed else "ALL_IN", *(["RAISE"] if sized else [])}


def is_over(round: CheckedRound, after: int) -> bool:
    return round.next_actor(after) == -1


def test_001_01_100_chips_no_bet():
    assert menu(step(100, 100), 0) == {"CHECK", "BET"}


def test_001_02_100_chips_facing_20():
    round = step(100, 100)
    round.raise_to(1, 20)
    assert menu(round, 0) == {"CALL", "RAISE", "FOLD"}


def test_001_03_5_chips_facing_10():
    round = step(5, 100)
    round.raise_to(1, 10)
    assert menu(round, 0) == {"ALL_IN", "FOLD"}


def test_001_04_5_chips_no_bet():
    assert menu(step(5, 100), 0) == {"CHECK", "ALL_IN"}


def test_001_05_after_three_raises_there_is_no_other():
    round = step(100, 100, 100)
    for place, amount in enumerate((10, 20, 30)):
        round.raise_to(place % 2, amount)
        assert "RAISE" in menu(round, 2)
    round.raise_to(1, 40)
    assert (round.raises, menu(round, 2)) == (3, {"CALL", "FOLD"})


def test_G1_the_opening_bet_is_no_raise_even_where_there_are_none():
    round = CheckedRound([100, 100], limit="step", min_bet=10, max_raises=0, all_in_counts=False)
    assert menu(round, 0) == {"CHECK", "BET"}
    round.raise_to(0, 10)
    assert menu(round, 1) == {"CALL", "FOLD"}


def test_001_06_folded_all_in_or_broke_seats_have_no_moves():
    round = step(100, 50, 0, 100)
    round.fold(0)
    round.raise_to(1, 50)
    assert [menu(round, seat) for seat in (0, 1, 2)] == [set(), set(), set()]
    assert round.next_actor(1) == 3


def test_001_08_bet():
    round = step(100, 100)
    round.ask(0)
    assert (round.least, round.most) == (10, 10)
    round.raise_to(0, 10)
    assert (stack(round, 0), bet(round, 0), round.pot(), round.price) == (90, 10, 10, 10)


def test_001_09_call_20_with_20_in_the_pot():
    round = step(100, 100)
    round.raise_to(1, 20)
    assert round.call(0) == 20
    assert (stack(round, 0), round.pot()) == (80, 40)


def test_001_10_call_with_10_already_in():
    round = step(100, 100)
    round.raise_to(0, 10)
    round.raise_to(1, 30)
    assert round.pot() == 40
    assert round.call(0) == 20
    assert round.pot() == 60


def test_001_11_raise_facing_20():
    round = step(100, 100)
    round.raise_to(1, 20)
    round.ask(0)
    assert (round.least, round.most) == (30, 30)
    assert round.raise_to(0, 30) == 30
    assert (bet(round, 0), round.price, round.pot(), round.raises) == (30, 30, 50, 1)


def test_001_13_all_in_50_without_a_bet():
    round = step(50, 100)
    round.raise_to(0, 50)
    assert (stack(round, 0), round.pot(), round.price) == (0, 50, 50)
    assert not round.able & 1


def test_001_15_an_all_in_that_lifts_the_price_makes_the_others_act_but_is_no_raise():
    round = CheckedRound([100, 100, 100], limit="no", min_bet=10, max_raises=3, all_in_counts=False)
    round.raise_to(1, 20)
    round.call(2)
    round.raise_to(0, 100)
    assert (round.price, round.raises) == (100, 0)
    assert [seat for seat in range(3) if round.waiting >> seat & 1] == [1, 2]


def test_001_16_fold_keeps_the_chips():
    round = step(100, 100)
    round.fold(0)
    assert (stack(round, 0), round.live) == (100, 0b10)


def test_001_17_all_matched_and_acted_is_over():
    round = step(100, 100, 100)
    round.raise_to(0, 10)
    round.call(1)
    round.call(2)
    assert is_over(round, 2)


def test_001_18_one_unmatched_active_player_keeps_it_open():
    round = step(100, 100, 100)
    round.raise_to(0, 10)
    round.call(1)
    assert round.next_actor(1) == 2


def test_001_19_folded_and_all_in_players_need_not_match():
    round = step(100, 5, 100, 100)
    round.raise_to(0, 10)
    round.call(1)
    round.fold(2)
    round.call(3)
    assert bet(round, 1) == 5
    assert is_over(round, 3)


def test_001_20_one_unfolded_player_is_over_at_once():
    round = step(100, 100)
    round.fold(0)
    assert is_over(round, 0)


def test_001_21_all_in_players_only_are_over_at_once():
    round = step(50, 50)
    round.raise_to(0, 50)
    round.call(1)
    assert is_over(round, 1)
    round.open(10, 3)
    assert is_over(round, 1)


def test_001_22_a_bet_after_two_checks_is_answered_by_both():
    round = step(100, 100, 100)
    round.call(0)
    round.call(1)
    round.raise_to(2, 10)
    assert round.next_actor(2) == 0
    round.call(0)
    assert round.next_actor(0) == 1
    round.call(1)
    assert is_over(round, 1)


@pytest.mark.parametrize(("seats", "each", "dead", "shares"), [
    (2, 50, 0, [50, 50]), (2, 50, 1, [51, 50]), (3, 33, 1, [34, 33, 33])])
def test_001_24_a_pot_is_split_evenly_the_odd_chip_to_the_first(seats, each, dead, shares):
    deck = rigged({}, ROYAL, seats)
    hand = table(*[each] * seats, sb=1, bb=2, deck=deck, button=seats - 1, dead=[dead] + [0] * (seats - 1))
    play(hand, "a " + "c " * (seats - 1))
    assert sorted((seat, won) for seat, won, _ in awards(hand)) == list(enumerate(shares))
