"""Compute who posts the small blind, the big blind, the straddles and the antes of a table (rulings B8, N5, N17).

`Stakes` holds the sizes of the posts, which stay the same from hand to hand. `Spots` holds the seat numbers of the
button and the blinds, which move (`seats.py`). A seat of `Spots` may be empty: that is a dead button or a dead blind.
Both can be read back from the lists of posts in a hand's dict, as far as those lists show them.

All amounts are in whole units. Seats are numbered 1, 2, ... clockwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from croupier.notation.table_dict.blind_seats import Spots as Spots
from croupier.notation.table_dict.blind_seats import clockwise as clockwise
from croupier.notation.table_dict.blind_seats import spots_in as spots_in

SEATS_MAX = 10
"""The most seats a table has."""


@dataclass(frozen=True, slots=True)
class Stakes:
    """The sizes of all forced bets: blinds, straddles and antes."""

    small: int = 0
    big: int = 0
    straddles: tuple[int, ...] = ()
    """The straddles in seat order; the first is on the left of the big blind."""
    button: int = 0
    """The blind on the button: a straddle, or the only blind of the hand."""
    antes: tuple[int, ...] = ()
    """One ante for all, or one for each role. The first role is the big blind, the second the seat on its left, the
    last the small blind.
    """

    @property
    def ante(self) -> int:
        """Return the most that one seat may have to ante."""
        return max(self.antes, default=0)

    @property
    def debt_max(self) -> int:
        """Return the largest debt: one and a half big blinds (N6)."""
        # rounded down to a whole unit
        return 3 * self.big // 2

    @property
    def entry(self) -> int:
        """Return the chips that a player needs to come in: one big blind and the ante (N8)."""
        return self.big + self.ante


def between(numbers: Iterable[int], first: int, last: int) -> list[int]:
    """Return the seats between two seats, clockwise. If both are the same seat, return all other seats."""
    # from a seat all the way round to itself
    if first == last:
        return [number for number in numbers if number != first]
    if first < last:
        return [number for number in numbers if first < number < last]
    return [number for number in numbers if number > first or number < last]


def posts(active: Sequence[int], stakes: Stakes, spots: Spots) -> dict[int, int]:
    """Return the blinds and straddles to post, in units by seat number. Seats that post nothing are left out."""
    paid: dict[int, int] = {}
    if spots.bb is None or spots.bb not in active:
        return paid
    # a small blind at a seat where nobody plays is dead: nobody posts it (N5)
    if spots.sb is not None and spots.sb in active and spots.sb != spots.bb:
        paid[spots.sb] = stakes.small
    paid[spots.bb] = stakes.big
    # from the left of the big blind; the blinds themselves do not straddle (B8)
    free = [number for number in clockwise(active, spots.bb) if number not in paid]
    for number, amount in zip(free, stakes.straddles):
        paid[number] = amount
    if stakes.button and spots.button in free and spots.button not in paid:
        paid[spots.button] = stakes.button
    return {number: amount for number, amount in paid.items() if amount}


def antes(active: Sequence[int], stakes: Stakes, spots: Spots) -> dict[int, int]:
    """Return the ante of each seat: the same for all, or one for each role, counted clockwise from the big blind (N17).
    """
    if len(set(stakes.antes)) == 1:
        return dict.fromkeys(active, stakes.antes[0])
    if not stakes.antes:
        return dict.fromkeys(active, 0)
    order = roles(active, spots.bb)
    return dict.fromkeys(active, 0) | dict(zip(order, stakes.antes))


def roles(active: Sequence[int], bb: int | None) -> list[int]:
    """Return the seats by role: the big blind first, then clockwise to the small blind."""
    if bb is None:
        return sorted(active)
    order = clockwise(active, bb)
    # `clockwise` ends with the seat it starts from
    return [*order[-1:], *order[:-1]] if order and order[-1] == bb else order


# -- read back from a hand's posts -------------------------------------------------------------------------------------


def stakes_in(column: Mapping[int, int], spots: Spots, known: Stakes, min_bet: int = 0) -> Stakes:
    """Return the sizes that the posts in `column` (seat number to chips) show.

    If nobody posted a blind, for example because it was dead, its size is taken from `known`.
    """
    big = column.get(spots.bb or 0, 0) or known.big or min_bet
    # if the small blind's seat posted 0, the small blind is 0; if the seat is missing, the blind was dead: assume half
    # a big blind, as usual
    small = column.get(spots.sb or 0, 0) or known.small or (0 if spots.sb in column else big // 2)
    others = clockwise((number for number, amount in column.items()
                        if amount > 0 and number not in (spots.bb, spots.sb)), spots.bb or 0)
    straddles, button = _straddles(column, others, spots)
    return Stakes(min(small, big), big, straddles or known.straddles, button or known.button, known.antes)


def _straddles(column: Mapping[int, int], others: list[int], spots: Spots) -> tuple[tuple[int, ...], int]:
    """Return the straddles from the left of the big blind, and the straddle on the button.

    A straddle counts as the button's if a seat before it did not straddle.
    """
    beside = clockwise((number for number in column if number not in (spots.bb, spots.sb)), spots.bb or 0)
    # straddlers sit next to each other, so a post after a gap can only be the button's
    in_row = [number for number, other in zip(others, beside) if number == other]
    rest = [number for number in others if number not in in_row]
    return tuple(column[number] for number in in_row), column[rest[-1]] if rest else 0
