"""A hand: a setup and a ledger. Nothing changes in place; every action gives a new hand with a longer ledger."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from .ledger import Entry, Ledger, chips_put, dead_chips
from .poker import Poker
from .pots import Pot, best, layered, uncalled
from .step import Step
from .street import Street

Move = tuple[str, int | None]  # ("fold", None), ("check", None), ("call", None), ("raise", to)


class IllegalMoveError(ValueError):
    """The move is not among the legal ones; the hand is as it was."""


@dataclass(frozen=True)
class Legal:
    """What the actor may do: `call` is in chips moved now, raises are raise-to (B1)."""

    fold: bool
    check: bool
    call: int | None
    min_raise_to: int | None
    max_raise_to: int | None

    def moves(self) -> list[Move]:
        """Every legal move, each raise-to amount on its own."""
        passive = [("fold", self.fold), ("check", self.check), ("call", self.call is not None)]
        moves: list[Move] = [(kind, None) for kind, legal in passive if legal]
        return moves + [("raise", to) for to in self.raises()]

    def raises(self) -> range:
        return range(0) if self.min_raise_to is None else range(self.min_raise_to, self.max_raise_to + 1)

    def __contains__(self, move: Move) -> bool:
        kind, to = move
        if kind == "raise":
            return type(to) is int and to in self.raises()
        return {"fold": self.fold, "check": self.check, "call": self.call is not None}.get(kind, False)


@dataclass(frozen=True)
class Hand:
    """Where a hand stands, read off its ledger."""

    setup: Poker | Step
    ledger: Ledger

    @classmethod
    def deal(cls, setup: Poker | Step) -> Hand:
        return cls(setup, setup.forced())

    # -- where it stands

    @cached_property
    def now(self) -> Street:
        """The first street, from that of the last entry on, on which somebody has to act; else the last street.

        Streets without a prompt are skipped: the board runs out (B5).
        """
        last = self.ledger[-1].street if self.ledger else 0
        streets = [Street(self.setup, self.ledger, number) for number in range(last, self.setup.streets)]
        return next((street for street in streets if street.actor is not None), streets[-1])

    @property
    def street(self) -> int:
        return self.now.number

    @property
    def actor(self) -> int | None:
        return self.now.actor

    @property
    def is_over(self) -> bool:
        return self.actor is None

    @property
    def price(self) -> int:
        return self.now.price

    @property
    def stacks(self) -> list[int]:
        """Chips in front of each seat; when the hand is over, with what it won."""
        return self.final_stacks if self.is_over else list(self.now.behind)

    @property
    def bets(self) -> list[int]:
        return [0] * len(self.setup.stacks) if self.is_over else list(self.now.bets)

    @property
    def pot(self) -> int:
        """Everything in the middle and in front, live and dead."""
        return self.setup.dead_before + sum(e.chips for e in self.ledger)

    # -- what may be done

    def legal(self) -> Legal:
        street, seat = self.now, self.actor
        owed = street.owed(seat)
        low, high = self.setup.raise_range(street, seat) or (None, None)
        return Legal(
            fold=owed > 0 or self.setup.fold_when_free,
            check=owed == 0,
            call=min(owed, street.behind[seat]) if owed else None,
            min_raise_to=low,
            max_raise_to=high,
        )

    def apply(self, move: Move) -> Hand:
        if self.is_over or move not in self.legal():
            raise IllegalMoveError(f"{move} is not legal: {'the hand is over' if self.is_over else self.legal()}")
        kind, to = move
        chips = {"call": self.legal().call, "raise": (to or 0) - self.now.bets[self.actor]}.get(kind, 0)
        return Hand(self.setup, (*self.ledger, Entry(self.street, self.actor, kind, chips)))

    def fold(self) -> Hand:
        return self.apply(("fold", None))

    def check(self) -> Hand:
        return self.apply(("check", None))

    def call(self) -> Hand:
        return self.apply(("call", None))

    def raise_to(self, to: int) -> Hand:
        return self.apply(("raise", to))

    # -- how it ends

    @cached_property
    def returned(self) -> tuple[int, int] | None:
        """The uncalled bet that goes back, (seat, chips), or None; a single pot keeps it (G3)."""
        return uncalled(self.now.totals, self.now.live) if self.setup.side_pots else None

    @cached_property
    def pots(self) -> list[Pot]:
        """Main pot first, without the uncalled bet."""
        if not self.setup.side_pots:
            return [Pot(self.pot, self.now.live)]
        totals = list(self.now.totals)
        if self.returned:
            seat, chips = self.returned
            totals[seat] -= chips
        return layered(totals, self.now.live, self.setup.dead_before + dead_chips(self.ledger))

    @cached_property
    def awards(self) -> list[dict[int, int]]:
        """Seat to chips, one dict for each pot."""
        setup = self.setup
        strengths = setup.strengths or [0] * len(setup.stacks)
        return [setup.share(pot.amount, best(pot.seats, strengths, setup.odd_chip_order)) for pot in self.pots]

    @cached_property
    def final_stacks(self) -> list[int]:
        assert self.is_over, "not settled before the end"
        final = [stack - chips_put(self.ledger, seat) for seat, stack in enumerate(self.setup.stacks)]
        for award in [*self.awards, dict([self.returned] if self.returned else [])]:
            for seat, chips in award.items():
                final[seat] += chips
        assert sum(final) == sum(self.setup.stacks) + self.setup.dead_before, "chips are conserved (M2)"
        return final

    @property
    def payoffs(self) -> list[int]:
        """Chips won or lost against the starting stacks."""
        return [final - stack for final, stack in zip(self.final_stacks, self.setup.stacks)]
