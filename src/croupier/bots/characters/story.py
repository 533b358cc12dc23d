"""Read the actions of a hand from its log: the seat, the street and the size of each action."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.games.poker import constants

if TYPE_CHECKING:
    from croupier.games.poker.view import View


class Move(NamedTuple):
    """A fold, check, call or raise. `size`, in pots, is what a call paid or a raise added. `raises` is the number of
    earlier raises on the street.
    """

    street: int
    seat: int
    kind: int
    size: float
    raises: int


FOLDED, CHECKED, CALLED, RAISED = constants.FOLDED, constants.CHECKED, constants.CALLED, constants.RAISED
_BLINDS = (constants.POSTED_BLIND, constants.POSTED_STRADDLE, constants.BROUGHT_IN)
_DEAD = (constants.POSTED_ANTE, constants.POSTED_DEAD, constants.STOOD_DEAD)


class HandStory:
    """The moves of a hand and the order in which its seats act before the flop."""

    __slots__ = ("big_blind", "draws", "moves", "order", "street")

    def __init__(self, view: View) -> None:
        self.moves: list[Move] = []
        self.draws: dict[int, int] = {}
        """The number of cards that each seat discarded in its last draw."""
        self.street = 0
        self.big_blind = 1
        seats: set[int] = set()
        bets: dict[int, int] = {}
        pot = price = raises = 0
        for entry in view.entries():
            kind, seat, amount = entry & 31, entry >> 5 & 15, entry >> 9
            if kind in (FOLDED, CHECKED):
                self.moves.append(Move(self.street, seat, kind, 0.0, raises))
            elif kind == CALLED:
                self.moves.append(Move(self.street, seat, CALLED, amount / max(pot, 1), raises))
                bets[seat] = bets.get(seat, 0) + amount
                price = max(price, bets[seat])
                pot += amount
            elif kind == RAISED:
                owed = price - bets.get(seat, 0)
                self.moves.append(Move(self.street, seat, kind, (amount - price) / max(pot + owed, 1), raises))
                pot += amount - bets.get(seat, 0)
                bets[seat] = price = amount
                raises += 1
            elif kind == constants.STREET:
                self.street, price, raises = amount, 0, 0
                bets = {}
            elif kind in _BLINDS:
                bets[seat] = bets.get(seat, 0) + amount
                price = max(price, bets[seat])
                self.big_blind = max(self.big_blind, price)
                pot += amount
            elif kind in _DEAD:
                pot += amount
            elif kind in (constants.DEALT_DOWN, constants.DEALT_UP):
                seats.add(seat)
            elif kind == constants.DISCARDED:
                self.draws[seat] = amount.bit_count()
        self.order = _acting_order(seats, view.button, len(view.stacks))

    def behind(self, seat: int) -> int:
        """Return how many players act after a seat before the flop, if nobody raises."""
        return len(self.order) - 1 - self.order.index(seat)

    def is_in_position(self, seat: int, others: list[int]) -> bool:
        """Return True if after the flop a seat acts later than all of these other seats."""
        order = self.order[-2:] + self.order[:-2] if len(self.order) > 2 else self.order[::-1]
        return all(order.index(seat) > order.index(other) for other in others)


def _acting_order(seats: set[int], button: int, count: int) -> list[int]:
    """Return the seats in the order in which they act before the flop: the big blind is last."""
    after = sorted(seats, key=lambda seat: (seat - button - 1) % count)
    return after[::-1] if len(after) == 2 else after[2:] + after[:2]  # heads-up the button acts first (B8)
