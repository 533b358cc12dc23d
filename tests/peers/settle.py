"""Dividing a pot by B11, and by pokerkit's habits, each habit on its own.

    odd_to_first   all odd chips of a share go to the first winner, not one by one
    joined         pots are joined when those who cannot win them have mucked, so that odd chips fall otherwise
    low_of_anyone  a side pot is halved when anybody shows a low, even if nobody in that pot does

With no habit this is a third way to settle, beside the engine's and the naive model's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from croupier import ranking
from croupier.games.poker.rules import RULES

from .deals import Deal

HABITS = ("odd_to_first", "joined", "low_of_anyone")
Strengths = list[dict[int, int]]  # one dict for each half, seat to strength; a seat without a qualifying low is missing


@dataclass(frozen=True)
class Facts:
    """A hand at its end: live chips per seat, dead money, live seats."""

    deal: Deal
    totals: Sequence[int]
    dead: int
    live: Sequence[int]

    def cards(self, seat: int) -> tuple[bytes, bytes]:
        """A seat's own cards and the board, read off the deck."""
        n, size = self.deal.seats, RULES[self.deal.code].hole_cards
        place = self.deal.order.index(seat)
        return bytes(self.deal.deck[place : n * size : n]), bytes(self.deal.deck[n * size : n * size + 5])

    def strengths(self) -> Strengths:
        halves: Strengths = [{}, {}]
        for seat in self.live:
            hole, board = self.cards(seat)
            for half, value in zip(halves, _values(self.deal.code, hole, board)):
                if value:
                    half[seat] = value
        return halves


def _values(code: str, hole: bytes, board: bytes) -> tuple[int, int]:
    rules = RULES[code]
    if rules.high == "omaha":
        return ranking.omaha(hole, board), ranking.omaha_low8(hole, board) if rules.low else 0
    return (ranking.short_deck if rules.high == "short_deck" else ranking.high)(hole + board), 0


Pot = tuple[int, tuple[int, ...]]


def layers(facts: Facts, claimants: Sequence[int]) -> list[Pot]:
    """Cut at every total; neighbours with the same claimants are one pot. Chips nobody reaches go to the last."""
    pots: list[Pot] = [(facts.dead, tuple(claimants))]
    floor = 0
    for level in sorted(set(facts.totals) - {0}):
        amount = sum(min(total, level) - min(total, floor) for total in facts.totals)
        able = tuple(s for s in claimants if facts.totals[s] >= level) or pots[-1][1]
        if able == pots[-1][1]:
            amount += pots.pop()[0]
        pots.append((amount, able))
        floor = level
    return [pot for pot in pots if pot[0]]


def can_win(pots: list[Pot], halves: Strengths) -> list[int]:
    """The seats with the best high or low of some pot."""
    found = [best(seats, half) for _, seats in pots for half in halves]
    return sorted({seat for seats in found for seat in seats})


def best(seats: Sequence[int], half: dict[int, int]) -> list[int]:
    top = max((half[s] for s in seats if s in half), default=None)
    return [s for s in seats if top is not None and half.get(s) == top]


def settle(facts: Facts, habits: Sequence[str] = ()) -> list[int]:
    """The chips each seat gets from the middle."""
    won = [0] * facts.deal.seats
    live = [s for s in facts.deal.order if s in facts.live]
    halves = facts.strengths() if len(live) > 1 else [{live[0]: 1}, {}]
    pots = layers(facts, live)
    if "joined" in habits:
        winners = can_win(pots, halves)
        pots = layers(facts, [s for s in live if s in winners])
        halves = [{s: v for s, v in half.items() if s in winners} for half in halves]
    for amount, seats in pots:
        for chips, winners in shares(amount, seats, halves, habits):
            pay(won, chips, winners, "odd_to_first" in habits)
    return won


def final(facts: Facts, habits: Sequence[str] = ()) -> list[int]:
    """The stacks after it."""
    won = settle(facts, habits)
    paid = list(facts.totals)
    if facts.dead:
        paid[facts.deal.bb_seat] += facts.dead
    return [stack - put + chips for stack, put, chips in zip(facts.deal.stacks, paid, won)]


def shares(amount: int, seats: Sequence[int], halves: Strengths, habits: Sequence[str]) -> list[tuple[int, list[int]]]:
    """The high half and, where somebody has a low, the low half; the odd chip stays high."""
    high, low = best(seats, halves[0]), best(seats, halves[1])
    if "low_of_anyone" in habits and halves[1]:
        low = low or list(seats)
    if not low:
        return [(amount, high)]
    return [(amount - amount // 2, high), (amount // 2, low)]


def pay(won: list[int], chips: int, winners: list[int], odd_to_first: bool) -> None:
    each, odd = divmod(chips, len(winners))
    for place, seat in enumerate(winners):
        extra = odd * (place == 0) if odd_to_first else place < odd
        won[seat] += each + extra
