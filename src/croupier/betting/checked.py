# cython: nonecheck=True
# an object made by __new__ without __init__ has no round; without this check, reading a field of it crashed the
# interpreter
"""A betting round for Python code, which checks every argument before it passes it to the round (M1).

`round.Round` is fast because it does not check its arguments, and once it is compiled only C code can call it.
`CheckedRound` wraps a `Round`. `CheckedRound` checks that seats are seats of the round, that amounts are chips, and
that nobody bets more than his stack. The caller must check that an action is legal: call `ask`, then read `to_call`,
`least` and `most`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from croupier.betting import constants
from croupier.betting.limits import LIMIT_NAMES
from croupier.betting.round import Round
from croupier.betting.rulebook import BadAmount, IllegalAction, all_chips, chips
from croupier.errors import short

_SEATS_MAX = constants.SEATS_MAX
# the round stores its cap in a C int, and no street has this many raises
_RAISES_MAX = 1 << 30
# only plain fields, so that interpreted code offers the same as compiled code, which hides a Round's lists and methods
_ASKED = frozenset((
    "price", "full_raise", "returned", "posted_short", "to_call", "least", "most", "begun", "dead_money", "broken",
    "seats", "limit", "live", "able", "waiting", "raises", "following", "cap", "capped", "completing", "all_in_counts"))


class CheckedRound:
    """The chips of one hand and the rules of betting, with every argument checked."""

    def __init__(self, stacks: Sequence[int] = (), limit: str = "no", min_bet: int = 1, max_raises: int | None = None,
                 all_in_counts: bool = True, max_bets: int | None = None) -> None:
        """Start a hand with these stacks: seat the players and open a street without bets.

        With `all_in_counts=False` an all-in never counts as a raise, as in evolved games (G1).
        """
        if not isinstance(limit, str) or limit not in LIMIT_NAMES:
            raise BadAmount(f"limit {short(limit)} is not one of {', '.join(LIMIT_NAMES)}")
        if isinstance(stacks, (str, bytes)) or not isinstance(stacks, Iterable):
            raise BadAmount("stacks must be a list of whole chips, one per seat")
        stacks = list(stacks)
        if len(stacks) > _SEATS_MAX:
            raise BadAmount(f"{len(stacks)} seats are too many: a table has at most {_SEATS_MAX}")
        self.round = Round()
        self.round.clear(len(stacks), LIMIT_NAMES[limit])
        self.round.all_in_counts = bool(all_in_counts)
        for seat, stack in enumerate(all_chips(stacks, "stacks")):
            self.round.sit(seat, stack)
        self.open(min_bet, max_raises, max_bets)

    def __getattr__(self, name: str) -> Any:
        """Return a field of the wrapped round by its name: `price`, `full_raise`, `raises`, ..."""
        if name not in _ASKED:
            raise AttributeError(f"a round has no {name}")
        return getattr(self.round, name)

    @property
    def stacks(self) -> list[int]:
        """Return the stack of each seat: the chips that it has not put in."""
        return [self.round.stack[seat] for seat in range(self.round.seats)]

    @property
    def bets(self) -> list[int]:
        """Return the chips that each seat has put in on this street."""
        return [self.round.bet[seat] for seat in range(self.round.seats)]

    @property
    def totals(self) -> list[int]:
        """Return the live chips that each seat has put in during the hand, without dead money."""
        return [self.round.total[seat] for seat in range(self.round.seats)]

    @property
    def dead(self) -> list[int]:
        """Return the dead chips that each seat has put in during the hand."""
        return [self.round.dead[seat] for seat in range(self.round.seats)]

    def _seat(self, seat: object) -> int:
        if type(seat) is not int or not 0 <= seat < self.round.seats:
            raise BadAmount(f"seat {short(seat)} is not one of 0..{self.round.seats - 1}")
        return seat

    def open(self, min_bet: int, max_raises: int | None = None, max_bets: int | None = None) -> None:
        """Start a street. `max_bets` caps the bets of a fixed limit (B13); `max_raises` caps the raises of any other
        limit. Without these arguments there is no cap.
        """
        is_fixed = self.round.limit == LIMIT_NAMES["fixed"]
        if (max_raises if is_fixed else max_bets) is not None:
            raise BadAmount("a fixed limit is capped by max_bets, every other limit by max_raises")
        # -1 means no cap
        most = chips(max_bets, "max_bets", 1) if max_bets is not None else (
            -1 if max_raises is None else chips(max_raises, "max_raises"))
        self.round.open(chips(min_bet, "min_bet"), min(most, _RAISES_MAX))

    # -- forced money --------------------------------------------------------------------------------------------------

    def post(self, seat: int, nominal: int) -> int:
        """Post a live blind; return the chips paid."""
        return self.round.post(self._seat(seat), chips(nominal))

    def ante(self, seat: int, amount: int) -> int:
        """Take an ante that is divided into side pots like a bet; return the chips paid."""
        return self.round.ante(self._seat(seat), chips(amount))

    def ante_dead(self, seat: int, amount: int) -> int:
        """Take dead money from the stack; return the chips paid."""
        return self.round.ante_dead(self._seat(seat), chips(amount))

    def bring_in(self, seat: int, amount: int) -> int:
        """Bring in a stud hand; return the chips paid."""
        return self.round.bring_in(self._seat(seat), chips(amount))

    # -- questions -----------------------------------------------------------------------------------------------------

    def ask(self, seat: int) -> None:
        """Compute what a seat may bet, and store it in `to_call`, `least` and `most`."""
        self.round.ask(self._seat(seat))

    def next_actor(self, after: int) -> int:
        """Return the next seat to act, clockwise after a seat, or -1 when the round is over."""
        return self.round.next_actor(self._seat(after))

    def pot(self) -> int:
        """Return all chips in the middle, including the bets of this street."""
        return self.round.pot()

    # -- actions -------------------------------------------------------------------------------------------------------

    def fold(self, seat: int) -> None:
        """Fold the hand. The seat's chips stay in the pot."""
        self.round.fold(self._seat(seat))

    def call(self, seat: int) -> int:
        """Call, or check if there is nothing to call. Return the chips put in."""
        return self.round.call(self._seat(seat))

    def raise_to(self, seat: int, amount: int) -> int:
        """Bet or raise to a total for the street. Return the chips put in."""
        # without this check an amount could make a stack negative
        reach = self.round.bet[self._seat(seat)] + self.round.stack[seat]
        if not self.round.price < chips(amount) <= reach:
            raise IllegalAction(f"a raise to {amount} is not above {self.round.price} and at most {reach}", "B1")
        return self.round.raise_to(seat, amount)

    def trim_antes(self) -> int:
        """Give back the part of an ante that no other player matched. Return the seat of the player who gets it, or -1
        if every ante was matched.
        """
        return self.round.trim_antes()

    def uncalled(self) -> int:
        """Return the part of a bet that nobody matched to the player who bet it. Return this player's seat, or -1 if
        every bet was matched.
        """
        return self.round.uncalled()

    def copy(self) -> CheckedRound:
        """Return an independent copy."""
        # an empty round is enough: copy_to overwrites every field
        other = CheckedRound()
        self.round.copy_to(other.round)
        return other
