"""The round for Python code: every argument is checked (M1), every answer is the round's own."""

from __future__ import annotations

import pytest

from croupier.betting.checked import CheckedRound
from croupier.betting.rulebook import BadAmount, IllegalAction


def blinds(stacks: list[int], limit: str = "no", **options: int) -> CheckedRound:
    """Return a street of 10/20 with the blinds in seats 1 and 2."""
    found = CheckedRound(stacks, limit, 20, **options)
    found.post(1, 10)
    found.post(2, 20)
    return found


@pytest.mark.parametrize("limit", ["none", "", None, 3, ["no"]])
def test_M1_a_limit_that_does_not_exist_is_refused(limit):
    with pytest.raises(BadAmount, match="limit"):
        CheckedRound([100, 100], limit)


@pytest.mark.parametrize("stacks", ["100", b"100", None, 5])
def test_M1_stacks_are_a_list(stacks):
    with pytest.raises(BadAmount, match="a list of whole chips"):
        CheckedRound(stacks)


def test_M1_a_table_has_ten_seats():
    assert CheckedRound([100] * 10).seats == 10
    with pytest.raises(BadAmount, match="11 seats are too many"):
        CheckedRound([100] * 11)


@pytest.mark.parametrize("seat", [-1, 3, True, 0.0, "0", None])
def test_M1_every_call_checks_its_seat(seat):
    table = blinds([100, 100, 100])
    for call in (table.fold, table.call, table.ask, table.next_actor):
        with pytest.raises(BadAmount, match=r"is not one of 0\.\.2"):
            call(seat)
    for call in (table.post, table.ante, table.ante_dead, table.bring_in, table.raise_to):
        with pytest.raises(BadAmount, match=r"is not one of 0\.\.2"):
            call(seat, 10)
    assert (table.stacks, table.bets) == ([100, 90, 80], [0, 10, 20])


@pytest.mark.parametrize("amount", [-1, 1.0, True, "10", None, 10 ** 16])
def test_M1_every_call_checks_its_amount(amount):
    table = blinds([100, 100, 100])
    for call in (table.post, table.ante, table.ante_dead, table.bring_in, table.raise_to):
        with pytest.raises(BadAmount):
            call(0, amount)
    assert (table.stacks, table.bets) == ([100, 90, 80], [0, 10, 20])


def test_B13_a_fixed_limit_is_capped_by_bets_and_the_others_by_raises():
    for limit, wrong in (("fixed", {"max_raises": 3}), ("no", {"max_bets": 4}), ("step", {"max_bets": 4})):
        with pytest.raises(BadAmount, match="capped by"):
            CheckedRound([100, 100], limit, 20, **wrong)
    assert CheckedRound([100, 100], "fixed", 20, max_bets=4).cap == 4
    assert CheckedRound([100, 100], "step", 20, max_raises=0).cap == 0
    assert CheckedRound([100, 100], "no", 20).cap == -1
    assert CheckedRound([100, 100], "no", 20, max_raises=10 ** 12).cap == 2 ** 30


def test_B13_the_least_number_of_bets_is_one():
    assert CheckedRound([100, 100], "fixed", 20, max_bets=1).cap == 1
    with pytest.raises(BadAmount, match="max_bets 0"):
        CheckedRound([100, 100], "fixed", 20, max_bets=0)


def test_B13_a_blind_of_more_bets_than_the_cap_reaches_it():
    table = CheckedRound([100, 100, 100], "fixed", 10, max_bets=1)
    assert not table.capped
    table.post(2, 20)
    assert table.capped


@pytest.mark.parametrize("limit", ["no", "pot"])
def test_G1_a_cap_of_raises_holds_in_every_limit_but_the_fixed_one(limit):
    table = CheckedRound([1000, 1000, 1000], limit, 10, max_raises=1)
    table.raise_to(0, 10)
    table.raise_to(1, 20)
    table.ask(2)
    assert (table.raises, table.to_call, table.least, table.most) == (1, 20, 0, 0)


def test_only_the_fields_of_a_round_can_be_read():
    table = blinds([100, 100, 100])
    assert (table.price, table.full_raise, table.raises) == (20, 20, 0)
    with pytest.raises(AttributeError, match="a round has no colour"):
        table.colour  # noqa: B018 - reading it is the test


def test_B1_a_raise_stays_between_the_price_and_the_stack():
    table = blinds([100, 100, 100])
    for amount in (0, 19, 20, 101):
        with pytest.raises(IllegalAction, match=r"not above 20 and at most 100") as refused:
            table.raise_to(0, amount)
        assert refused.value.clause == "B1"
    assert table.raise_to(0, 100) == 100
    assert (table.stacks, table.bets, table.totals) == ([0, 90, 80], [100, 10, 20], [100, 10, 20])


def test_B7_antes_are_live_or_dead():
    table = CheckedRound([100, 100, 3], "no", 20)
    assert [table.ante(seat, 5) for seat in range(3)] == [5, 5, 3]
    assert table.ante_dead(0, 7) == 7
    assert (table.totals, table.bets, table.dead_money, table.pot()) == ([5, 5, 3], [0, 0, 0], 7, 20)
    assert table.ante_dead(1, 2) == 2
    assert table.dead == table.copy().dead == [7, 2, 0]


def test_B7_an_ante_that_nobody_matched_goes_back():
    table = CheckedRound([100, 100, 100], "no", 20)
    for seat, ante in ((0, 9), (1, 5), (2, 5)):
        table.ante(seat, ante)
    assert (table.trim_antes(), table.returned) == (0, 4)
    assert (table.stacks, table.totals, table.bets) == ([95, 95, 95], [5, 5, 5], [0, 0, 0])
    assert table.trim_antes() == -1


def test_B7_whoever_gets_part_of_his_ante_back_is_not_all_in():
    table = CheckedRound([9, 100, 100], "no", 20)
    for seat, ante in ((0, 9), (1, 5), (2, 5)):
        table.ante(seat, ante)
    assert table.able == 0b110
    assert (table.trim_antes(), table.stacks[0], table.able) == (0, 4, 0b111)


def test_B11_a_folded_player_gets_nothing_back():
    table = blinds([100, 100, 100])
    table.raise_to(0, 60)
    table.fold(0)
    assert table.uncalled() == -1
    assert (table.stacks, table.pot()) == ([40, 90, 80], 90)


def test_B11_the_part_of_an_ante_that_a_short_stack_could_not_match_goes_back():
    table = CheckedRound([100, 3], "no", 20)
    table.ante(0, 5)
    table.ante(1, 5)
    assert (table.uncalled(), table.returned) == (0, 2)
    assert (table.stacks, table.totals) == ([97, 0], [3, 3])


@pytest.mark.parametrize("seat", range(4))
def test_B4_whoever_brings_in_is_not_asked_again_when_all_others_call(seat):
    table = CheckedRound([100] * 4, "fixed", 20)
    table.bring_in(seat, 5)
    for place in range(1, 4):
        assert table.following == (seat + place) % 4
        table.call(table.following)
    assert table.following == -1


def test_B11_an_uncalled_bet_goes_back():
    table = blinds([100, 100, 100])
    table.raise_to(0, 60)
    table.fold(1)
    table.fold(2)
    assert (table.uncalled(), table.returned) == (0, 40)
    assert (table.stacks, table.pot()) == ([80, 90, 80], 50)
    assert table.uncalled() == -1


def test_B3_the_first_bet_over_a_bring_in_completes_it():
    table = CheckedRound([100, 100, 100], "no", 20)
    assert table.bring_in(0, 5) == 5
    table.ask(1)
    assert (table.to_call, table.least, table.most) == (5, 20, 100)
    table.raise_to(1, 20)
    table.ask(2)
    assert (table.to_call, table.least) == (20, 40)


@pytest.mark.parametrize(("stack", "amount", "asked"), [(12, 12, (7, 0, 0)), (40, 20, (15, 40, 100))])
def test_B4_only_a_completed_bring_in_reopens_the_betting(stack, amount, asked):
    table = CheckedRound([100, 100, stack], "no", 20)
    table.bring_in(0, 5)
    table.call(1)
    table.raise_to(2, amount)
    table.ask(1)
    assert (table.to_call, table.least, table.most) == asked


def test_B3_a_raise_over_a_bring_in_of_more_than_the_minimum_adds_a_full_raise():
    table = CheckedRound([100, 100, 100], "no", 20)
    table.bring_in(0, 30)
    table.ask(1)
    assert (table.to_call, table.least, table.most) == (30, 50, 100)


def test_G1_a_stack_short_of_the_step_only_calls():
    table = CheckedRound([100, 100, 25], "step", 10, max_raises=3, all_in_counts=False)
    table.raise_to(0, 10)
    table.raise_to(1, 20)
    table.ask(2)
    assert (table.to_call, table.least, table.most) == (20, 0, 0)


def test_G1_the_whole_stack_may_be_the_step():
    table = CheckedRound([100, 35, 40], "step", 10, max_raises=9)
    for seat, amount in ((0, 10), (2, 20), (0, 30)):
        table.raise_to(seat, amount)
    table.ask(1)
    assert (table.to_call, table.least, table.most) == (30, 0, 0)
    table.ask(2)
    assert (table.to_call, table.least, table.most) == (10, 40, 40)


def test_a_copy_is_independent():
    table = blinds([100, 100, 100])
    other = table.copy()
    other.raise_to(0, 60)
    assert (table.price, other.price) == (20, 60)
    assert table.stacks == [100, 90, 80]
    assert (other.next_actor(0), table.next_actor(2)) == (1, 0)


@pytest.mark.parametrize(("folded", "other"), [(2, 0), (0, 2)])
def test_B5_nobody_can_lose_chips_to_a_folded_seat(folded, other):
    table = CheckedRound([100, 15, 100], "no", 20)
    table.post(other, 15)
    table.post(folded, 20)
    table.call(1)
    table.fold(folded)
    assert table.following == -1


def test_G1_a_raise_that_leaves_one_chip_counts():
    table = CheckedRound([101, 200], "no", 10, max_raises=3, all_in_counts=False)
    table.raise_to(1, 20)
    table.raise_to(0, 100)
    assert (table.stacks[0], table.raises) == (1, 1)


def test_G1_the_smallest_bet_counts_as_opening_the_street():
    table = CheckedRound([100, 100], "step", 1, max_raises=1)
    table.raise_to(0, 1)
    assert table.raises == 0
    table.raise_to(1, 2)
    assert table.raises == 1


def test_B1_a_seat_can_bet_all_it_has_on_top_of_its_blind():
    table = blinds([100, 100, 100])
    assert table.raise_to(1, 100) == 90
    assert (table.stacks[1], table.bets[1], table.price) == (0, 100, 100)


def test_B13_a_full_raise_is_allowed_even_if_the_pot_is_smaller():
    table = CheckedRound([4, 100, 100], "pot", 20)
    table.raise_to(0, 4)
    table.ask(1)
    assert (table.to_call, table.least, table.most) == (4, 24, 24)
