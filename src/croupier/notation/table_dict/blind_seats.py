"""Find the seats of the blinds and the button at a table, by seat number 1, 2, ... clockwise (rulings B8, N5).

A table writes each blind at the seat that posts it. If a blind is dead, the posts do not show all positions, and the
table states them in `_bb`, `_sb` and `_button`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier.games.poker.start import heads_up_button


@dataclass(frozen=True, slots=True)
class Spots:
    """The seat numbers of the blinds and the button. Each of these seats may be empty, or its player may sit out."""

    bb: int | None = None
    sb: int | None = None
    button: int | None = None


def clockwise(numbers: Iterable[int], after: int) -> list[int]:
    """Return the seat numbers in the order of play, beginning left of a seat. That seat itself comes last."""
    return sorted(numbers, key=lambda number: (number <= after, number))


def stated_or_read(stated: Sequence[int | None], column: Mapping[int, Any], min_bet: Any) -> Spots:
    """Return the positions as stated (big blind, small blind, button), unless the posted blinds contradict them."""
    bb, sb, button = stated
    # if the stated big blind posted nothing but others did, the statement contradicts the posts
    if bb is not None and (column.get(bb) or not any(column.values())):
        return Spots(bb, sb, button)
    return spots_in(column, min_bet)


def spots_in(column: Mapping[int, Any], min_bet: Any = 0) -> Spots:
    """Find the blinds from the amounts posted at each seat number: the smallest two are the blinds.

    A single blind is the big blind, and the small blind is dead. A blind as large as the minimum bet is the big blind,
    so that a straddle is not mistaken for the big blind if the small blind is dead.
    """
    posted = {number: amount for number, amount in column.items() if amount > 0}
    if not posted:
        return Spots()
    sizes = sorted(posted.values())
    big = min_bet if min_bet in sizes else sizes[min(1, len(sizes) - 1)]
    smaller = [number for number, amount in posted.items() if amount < big]
    bigs = [number for number, amount in posted.items() if amount == big]
    if smaller:
        # the largest amount below the big blind, because smaller ones are newcomers' posts or short posts
        sb = max(smaller, key=lambda number: posted[number])
        return Spots(clockwise(bigs, sb)[0], sb)
    # small and big blind have the same size
    if len(bigs) > 1:
        sb, bb = _neighbours(bigs, sorted(column))
        return Spots(bb, sb)
    return Spots(bigs[0])


def _neighbours(numbers: list[int], seats: list[int]) -> tuple[int, int]:
    """Return which of several equal blinds are the small and the big blind. The big blind is the one with the smallest
    distance to a blind before it.
    """
    order = sorted(numbers)
    around = zip(order, order[1:] + order[:1])
    return min(around, key=lambda pair: (seats.index(pair[1]) - seats.index(pair[0])) % len(seats))


def button_of(numbers: Sequence[int], spots: Spots, has_button_blind: bool) -> int:
    """Return the player at the seat of the button or, if that seat is empty, the last player before it.

    In a game in which the button posts the only blind, it is the player who posts it. In other games, heads-up, the
    small blind has the button (B8).
    """
    if spots.bb is None:
        return len(numbers) - 1
    if has_button_blind and spots.bb in numbers:
        return numbers.index(spots.bb)
    if len(numbers) == 2 and spots.bb in numbers:
        return heads_up_button(2, 0b11, numbers.index(spots.bb))
    # the seat right of the small blind, if nothing else is known
    button = spots.button if spots.button is not None else (spots.sb or spots.bb) - 1
    # the button may be at an empty seat; the last player before it gives the same order of play
    before = [at for at, number in enumerate(numbers) if number <= button]
    return before[-1] if before else len(numbers) - 1


def ante_paid(ante: Any, stack: Any, blind: Any, follows_blind: bool) -> Any:
    """Return the ante that a player pays. A big-blind ante is paid after the blind and is at most the rest of the stack
    (B7).
    """
    return min(ante, max(0, stack - blind)) if follows_blind else ante


def dead_paid(dead: Sequence[Any], columns: Sequence[int]) -> list[Any]:
    """Return the dead money of the players of a hand. All dead money is in the pot, so the first player also gets that
    of players who were not dealt in (N7).
    """
    paid = [dead[place] for place in columns]
    paid[0] += sum(dead) - sum(paid)
    return paid
