"""A hand begun from columns, one entry a seat, as records write it: antes, blinds, stacks, dead money.

Seat 0 is the first to the left of the button, the button the last seat (PHH's order). Heads-up the record's blinds are
written small blind first though the last seat, the button, posts it: the columns here say who really posts what. The
hand is dealt by hand: it waits to be told its cards (`told.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from croupier.betting.forced import Forced
from croupier.betting.rulebook import all_chips, chips, short
from croupier.games.poker.deal import Deal, Layout
from croupier.games.poker.game import BadSetup
from croupier.games.poker.hand import Hand, dealt_by_hand
from croupier.games.poker.rules import PokerRules


def post(forced: Forced, seat: int, blind: int) -> None:
    """A blind or straddle, in the order of posting: of equal largest ones the last poster acts last before the flop.

    Nobody has posted yet where the seat that acts last, the button to begin with, has no blind.
    """
    if blind >= forced.blind[forced.anchor]:
        forced.anchor = seat
    forced.set_blind(seat, blind)


@dataclass(frozen=True, slots=True)
class Columns:
    """The starting facts of a recorded hand, in whole units."""

    rules: PokerRules
    stacks: Sequence[int]
    antes: Sequence[int]
    blinds: Sequence[int]
    """Live posts by the seat that pays them: blinds and straddles."""
    posts: Sequence[int] = ()
    """Live posts of newcomers, which do not move the opening."""
    dead: Sequence[int] = ()
    """Dead money that stands in the pot already, on top of the stacks."""
    min_bet: int = 0
    big_bet: int = 0
    bring_in: int = 0
    button: int | None = None
    out: Collection[int] = ()
    antes_trimmed: bool = False
    """Whether antes are layered like bets (PHH's ante_trimming_status) or go whole into the main pot (B7)."""

    def begin(self) -> Hand:
        """The hand, forced bets posted, waiting for its cards."""
        stacks = all_chips(list(self.stacks), "stacks")
        members, button = self._table(stacks)
        min_bet, big_bet = chips(self.min_bet, "min_bet"), chips(self.big_bet or self.min_bet, "big_bet")
        deal = Deal(Layout(self.rules, min_bet, big_bet, chips(self.bring_in, "bring_in")))
        deal.seat(len(stacks), members, button)
        deal.set_stacks([stack if members >> seat & 1 else 0 for seat, stack in enumerate(stacks)])
        self._force(deal, members)
        return dealt_by_hand(deal)

    def _table(self, stacks: list[int]) -> tuple[int, int]:
        """The seats dealt in and the button, every column's length looked at."""
        seats = len(stacks)
        if not isinstance(self.rules, PokerRules) or not 2 <= seats <= 10:
            raise BadSetup(f"{seats} seats: a hand of poker is played by 2 to 10")
        for name in ("antes", "blinds", "posts", "dead"):
            if len(getattr(self, name)) > seats:
                raise BadSetup(f"{name} has more entries than the {seats} seats")
        button = seats - 1 if self.button is None else self.button
        if type(button) is not int or not 0 <= button < seats:
            raise BadSetup(f"button {short(button)} is not one of the seats 0..{seats - 1}")
        members = sum(1 << seat for seat in range(seats) if seat not in self.out)
        if members.bit_count() < 2:
            raise BadSetup("a hand needs two seats dealt in")
        for seat, stack in enumerate(stacks):
            if members >> seat & 1:
                chips(stack, f"stacks[{seat}]", 1)
        return members, button

    def _force(self, deal: Deal, members: int) -> None:
        """Write the forced bets into the deal."""
        forced = deal.forced
        forced.clear(deal.seats)
        forced.layered = self.antes_trimmed
        order = [(deal.button + 1 + step) % deal.seats for step in range(deal.seats)]
        if members.bit_count() == 2:  # heads-up the button posts first
            order = [order[len(order) - 1], *order[:len(order) - 1]]
        forced.anchor = deal.button
        for seat in order:
            blind = chips(self._at(self.blinds, seat), "blinds")
            if blind and members >> seat & 1:
                post(forced, seat, blind)
        for seat in range(deal.seats):
            if members >> seat & 1:
                forced.set_ante(seat, chips(self._at(self.antes, seat), "antes"))
                if self._at(self.posts, seat):
                    forced.set_blind(seat, chips(self._at(self.posts, seat), "posts"))
            forced.add_dead(seat, chips(self._at(self.dead, seat), "dead"))

    @staticmethod
    def _at(column: Sequence[int], seat: int) -> int:
        return column[seat] if seat < len(column) else 0
