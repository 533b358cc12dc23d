"""Compute who posts the small blind, the big blind, the straddles and the antes of a table (rulings B8, N5, N17).

`Stakes` are the sizes, which never move. `Spots` are the seat numbers of the blinds and the button, dead or not, which
move from hand to hand (`seats.py`). Both can be read from a hand's columns, as far as the columns show them.

Everything is in whole units and in seat numbers 1, 2, ... as they go round the table, clockwise.
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
    """The sizes of everything that is posted."""

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
        # rounded down to the unit
        return 3 * self.big // 2

    @property
    def entry(self) -> int:
        """Return the chips that a player needs to come in: one big blind and the ante (N8)."""
        return self.big + self.ante


def between(numbers: Iterable[int], first: int, last: int) -> list[int]:
    """Return the seats between two seats, clockwise. If both are the same seat, return all other seats."""
    # once round the whole table
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


# -- read back from a hand's columns -----------------------------------------------------------------------------------


def stakes_in(column: Mapping[int, int], spots: Spots, known: Stakes, min_bet: int = 0) -> Stakes:
    """Return the sizes that the players' columns show. A size that no column shows, such as that of a dead blind, stays
    as before.
    """
    big = column.get(spots.bb or 0, 0) or known.big or min_bet
    # a seat of the column that posted nothing is a small blind of 0; one that is not there was dead, usually half
    small = column.get(spots.sb or 0, 0) or known.small or (0 if spots.sb in column else big // 2)
    others = clockwise((number for number, amount in column.items()
                        if amount > 0 and number not in (spots.bb, spots.sb)), spots.bb or 0)
    straddles, button = _straddles(column, others, spots)
    return Stakes(min(small, big), big, straddles or known.straddles, button or known.button, known.antes)


def _straddles(column: Mapping[int, int], others: list[int], spots: Spots) -> tuple[tuple[int, ...], int]:
    """Return the straddles from the left of the big blind. Return a straddle on the button separately if a seat before
    it did not straddle.
    """
    beside = clockwise((number for number in column if number not in (spots.bb, spots.sb)), spots.bb or 0)
    # straddles follow each other without a gap; what is posted beyond a gap can only be the button's
    in_row = [number for number, other in zip(others, beside) if number == other]
    rest = [number for number in others if number not in in_row]
    return tuple(column[number] for number in in_row), column[rest[-1]] if rest else 0
