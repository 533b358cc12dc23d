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
    """The seat numbers of the blinds and the button; each may be an empty seat, or the seat of a player who sits
    out."""

    bb: int | None = None
    sb: int | None = None
    button: int | None = None


def clockwise(numbers: Iterable[int], after: int) -> list[int]:
    """Return the seat numbers in the order of play, from the left of a seat; that seat itself comes last."""
    return sorted(numbers, key=lambda number: (number <= after, number))


def stated_or_read(stated: Sequence[int | None], column: Mapping[int, Any], min_bet: Any) -> Spots:
    """Return the positions as stated (big blind, small blind, button), unless the blinds written contradict them."""
    bb, sb, button = stated
    # a stated big blind that posted nothing, while others did, contradicts the blinds as written
    if bb is not None and (column.get(bb) or not any(column.values())):
        return Spots(bb, sb, button)
    return spots_in(column, min_bet)


def spots_in(column: Mapping[int, Any], min_bet: Any = 0) -> Spots:
    """Return where the blinds are, read from the amounts at each seat number: the smallest two are the blinds.

    A single blind is the big blind, and the small blind is dead. A blind as large as the minimum bet is the big blind,
    so that a straddle beside a dead small blind is not mistaken for it.
    """
    posted = {number: amount for number, amount in column.items() if amount > 0}
    if not posted:
        return Spots()
    sizes = sorted(posted.values())
    big = min_bet if min_bet in sizes else sizes[min(1, len(sizes) - 1)]
    smaller = [number for number, amount in posted.items() if amount < big]
    bigs = [number for number, amount in posted.items() if amount == big]
    if smaller:
        # the largest amount below the big blind: smaller ones are newcomers' or short posts
        sb = max(smaller, key=lambda number: posted[number])
        return Spots(clockwise(bigs, sb)[0], sb)
    # small and big blind of the same size
    if len(bigs) > 1:
        sb, bb = _neighbours(bigs, sorted(column))
        return Spots(bb, sb)
    return Spots(bigs[0])


def _neighbours(numbers: list[int], seats: list[int]) -> tuple[int, int]:
    """Decide between equal blinds: the big blind is the one that follows another most closely."""
    order = sorted(numbers)
    around = zip(order, order[1:] + order[:1])
    return min(around, key=lambda pair: (seats.index(pair[1]) - seats.index(pair[0])) % len(seats))


def button_of(numbers: Sequence[int], spots: Spots, has_button_blind: bool) -> int:
    """Return the player with the button: the one at its seat, or the last one before it.

    If the button posts the only blind, it is the player who posts it; otherwise, heads-up, the small blind (B8).
    """
    if spots.bb is None:
        return len(numbers) - 1
    if has_button_blind and spots.bb in numbers:
        return numbers.index(spots.bb)
    if len(numbers) == 2 and spots.bb in numbers:
        return heads_up_button(2, 0b11, numbers.index(spots.bb))
    # right of the small blind, if nothing else is known
    button = spots.button if spots.button is not None else (spots.sb or spots.bb) - 1
    # the button may be at an empty seat: the last player before it gives the same order of play
    before = [at for at, number in enumerate(numbers) if number <= button]
    return before[-1] if before else len(numbers) - 1


def ante_paid(ante: Any, stack: Any, blind: Any, follows_blind: bool) -> Any:
    """Return what a player antes; a big blind's own ante follows its blind and is cut down to what is left (B7)."""
    return min(ante, max(0, stack - blind)) if follows_blind else ante


def dead_paid(dead: Sequence[Any], columns: Sequence[int]) -> list[Any]:
    """Return the dead money of the players of a hand: the first has that of players who were not dealt in, too, since
    all of it is in the pot (N7)."""
    paid = [dead[place] for place in columns]
    paid[0] += sum(dead) - sum(paid)
    return paid
