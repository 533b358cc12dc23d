"""The movement of blinds and debts against a second, naive model of the same rulings."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.table.blinds import Spots, Stakes, spots_in
from croupier.table.seats import SeatedPlayer, cash

from . import naive

BIG, SMALL = 21, 10


@st.composite
def tables(draw):
    """Seats as any hand may leave them, and where its blinds stood."""
    seats = {}
    for number in draw(st.sets(st.integers(1, 10), max_size=10)):
        out = draw(st.booleans())
        debt = draw(st.integers(0, 31)) if out else 0
        seats[number] = {"stack": draw(st.sampled_from([0, 1, 20, 21, 22, 40, 53, 54, 1000])), "out": out, "debt": debt,
                         "intent": draw(st.integers(0, 3))}
    bb = draw(st.integers(1, 10))
    sb = draw(st.none() | st.integers(1, 10).filter(lambda number: number != bb))
    return seats, bb, sb, draw(st.sampled_from([0, 2]))


@given(tables())
@settings(max_examples=1500, deadline=None)
def test_cash_against_the_naive_model(found):
    seats, bb, sb, ante = found
    records = [SeatedPlayer(f"P{number}", number, seat["stack"], seat["intent"], seat["out"], seat["debt"])
               for number, seat in seats.items()]
    made = cash(records, Stakes(SMALL, BIG, antes=(ante,) if ante else ()), Spots(bb, sb))
    expected = naive.next_hand(seats, bb, sb, SMALL, BIG, ante)
    if expected is None:
        assert made.waits
        assert all(seat.debt == seats[seat.number]["debt"] for seat in made.seats)
        return
    assert not made.waits
    assert {seat.number: {"stack": seat.stack, "out": seat.inactive, "debt": seat.debt, "intent": seat.intent}
            for seat in made.seats} == expected["seats"]
    assert (made.spots.bb, made.spots.sb) == (expected["bb"], expected["sb"])
    assert made.posts == expected["posts"]
    assert made.dead == expected["dead"]


@given(tables())
@settings(max_examples=300, deadline=None)
def test_chips_and_order_of_a_seating(found):
    seats, bb, sb, _ = found
    records = [SeatedPlayer(f"P{number}", number, seat["stack"], seat["intent"], seat["out"], seat["debt"])
               for number, seat in seats.items()]
    made = cash(records, Stakes(SMALL, BIG), Spots(bb, sb))
    kept = {seat.player for seat in made.seats}
    assert kept == {seat.player for seat in records if seat.intent != 3}
    assert sum(seat.stack for seat in made.seats) + sum(made.dead.values()) == sum(
        seat.stack for seat in records if seat.player in kept)
    assert [seat.number for seat in made.seats] == sorted(seat.number for seat in made.seats)
    if not made.waits and len(made.active) > 2:  # the button is never between the blinds
        order, number = [], made.spots.button
        for _ in range(10):
            number = number % 10 + 1
            order.append(number)
        assert order.index(made.spots.sb) < order.index(made.spots.bb) < 9


@given(st.permutations([0, 10, 20, 0, 0]), st.sampled_from([0, 20]))
def test_spots_are_read_back_from_the_blinds(column, min_bet):
    spots = spots_in(dict(enumerate(column, 1)), min_bet)
    assert (column[spots.bb - 1], column[spots.sb - 1]) == (20, 10)


def test_spots_of_odd_columns():
    assert spots_in({1: 0, 2: 0}) == Spots()
    assert spots_in({1: 0, 2: 20, 3: 0}) == Spots(2)
    assert spots_in({1: 20, 2: 0, 3: 40}, 20) == Spots(1)
    assert spots_in({1: 5, 2: 0, 3: 5}) == Spots(1, 3)
    assert spots_in({1: 40, 2: 10, 3: 20}) == Spots(3, 2)
