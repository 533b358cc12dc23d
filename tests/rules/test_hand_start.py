"""One start of a hand: forced bets and heads-up order are decided by `games/poker/start.py` alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import croupier
from croupier.games.poker.events import Posted
from croupier.games.poker.start import HandStart, blind_seats, heads_up_button, is_heads_up
from croupier.notation.phh_order import listed, posting_order

SOURCE = Path(__file__).parents[2] / "src" / "croupier"


@pytest.mark.parametrize(("members", "button", "expected"), [
    ({0, 1}, 0, (0, 1)),            # heads-up the button posts the small blind
    ({0, 1}, 1, (1, 0)),
    ({2, 5}, 5, (5, 2)),            # with empty seats between the two
    ({0, 1, 2}, 0, (1, 2)),
    ({0, 1, 2}, 2, (0, 1)),
    ({0, 3, 4, 5}, 3, (4, 5)),
    ({0, 2, 4}, 5, (0, 2)),         # an empty seat has the button
])
def test_B8_the_blinds_are_left_of_the_button_and_heads_up_the_button_is_the_small_one(members, button, expected):
    seats = sum(1 << seat for seat in members)
    assert blind_seats(6, seats, button) == expected
    assert is_heads_up(seats, button) == (len(members) == 2)
    if len(members) == 2:
        assert heads_up_button(6, seats, expected[1]) == button


def test_B8_a_seat_that_is_not_dealt_in_has_no_big_blind():
    with pytest.raises(croupier.BadSetup, match="seat 3 is not one of two"):
        heads_up_button(6, 0b11, 3)


@pytest.mark.parametrize("seats", range(2, 11))
def test_B8_phh_writes_blinds_small_blind_first(seats):
    """PHH's players come from the left of the button; its column of blinds begins with the small blind."""
    hand = croupier.holdem(10, 20, straddles=(40,) if seats > 2 else ()).deal([1000] * seats, seats - 1, seed=1)
    posts = {event.amount: event.seat for event in hand.events if isinstance(event, Posted)}
    assert listed(seats, seats - 1) == list(range(seats))
    assert posting_order(listed(seats, seats - 1))[:len(posts)] == [posts[amount] for amount in sorted(posts)]


@pytest.mark.parametrize("out", [(), (0,), (1, 4), (0, 2, 3)])
@pytest.mark.parametrize("button", range(6))
def test_B8_a_dealt_hand_posts_where_blind_seats_says(button, out):
    members = sum(1 << seat for seat in range(6) if seat not in out)
    hand = croupier.holdem(10, 20).deal([1000] * 6, button, seed=1, out=out)
    posts = {event.amount: event.seat for event in hand.events if isinstance(event, Posted)}
    assert (posts[10], posts[20]) == blind_seats(6, members, button)


def test_a_start_from_seats_and_one_from_stakes_give_the_same_hand():
    game = croupier.holdem(10, 20, ante=5)
    by_stakes = game.hand_start(3, 0b111, 0).deal(game.layout)
    start = HandStart(3, 0b111, 0)
    for seat in range(3):
        start.set_ante(seat, 5)
    start.post(1, 10)
    start.post(2, 20)
    by_seats = start.deal(game.layout)
    for deal in (by_stakes, by_seats):
        deal.set_stacks([1000, 900, 800])
        deal.shuffle(3)
    from croupier.games.poker.hand import dealt

    one, other = dealt(by_stakes), dealt(by_seats)
    assert one.entries() == other.entries()
    assert one.actor == other.actor == 0


@pytest.mark.parametrize("seat", [-1, 3, 10])
def test_a_start_refuses_seats_that_it_does_not_have(seat):
    start = HandStart(3, 0b111, 0)
    for fill in (start.set_stack, start.set_ante, start.set_dead, start.post, start.post_as_newcomer,
                 start.straddle_at):
        with pytest.raises(croupier.BadSetup, match=f"seat {seat} is not one of"):
            fill(seat, 10)


def test_nobody_else_builds_forced_bets():
    builders = {str(path.relative_to(SOURCE)) for path in SOURCE.rglob("*.py")
                if re.search(r"\bForced\(\)|\.forced\.\w+\[[^]]*\] *=[^=]", path.read_text(encoding="utf-8"))}
    assert builders == {"games/poker/start.py"}
