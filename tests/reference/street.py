"""One betting street, read off the ledger (B2–B6, without limits).

Two ideas carry the whole round:

* every action is looked at with the price before and after it (a `Deed`);
* a seat with chips has to act as long as it has not acted *at the present price*.

So "who still has to act", "who may raise" and "is the round over" all come from the list of deeds.
"""

from dataclasses import dataclass
from functools import cached_property

from .ledger import ACTIONS, Ledger, chips_put, has_folded, live_total, street_bet


@dataclass(frozen=True)
class Deed:
    """One action of a street, with the price before and after it."""

    seat: int
    kind: str
    before: int
    after: int

    @property
    def added(self) -> int:
        return self.after - self.before


@dataclass(frozen=True)
class Street:
    """Street `number` of the hand that `setup` and `ledger` describe."""

    setup: object
    ledger: Ledger
    number: int

    @cached_property
    def seats(self) -> range:
        return range(len(self.setup.stacks))

    @cached_property
    def behind(self) -> tuple[int, ...]:
        """The chips each seat still has in front of it."""
        return tuple(self.setup.stacks[s] - chips_put(self.ledger, s) for s in self.seats)

    @cached_property
    def bets(self) -> tuple[int, ...]:
        return tuple(street_bet(self.ledger, s, self.number) for s in self.seats)

    @cached_property
    def totals(self) -> tuple[int, ...]:
        return tuple(live_total(self.ledger, s) for s in self.seats)

    @cached_property
    def live(self) -> tuple[int, ...]:
        """The seats that have not folded, all-in or not."""
        return tuple(s for s in self.seats if not has_folded(self.ledger, s))

    @cached_property
    def with_chips(self) -> tuple[int, ...]:
        """The live seats that are not all-in (G2: no chips means all-in, however it came about)."""
        return tuple(s for s in self.live if self.behind[s] > 0)

    @cached_property
    def deeds(self) -> tuple[Deed, ...]:
        """Every action of this street, oldest first; posting is not acting."""
        deeds: list[Deed] = []
        price = self.setup.opening_price(self.number)
        for i, entry in enumerate(self.ledger):
            if entry.street == self.number and entry.kind in ACTIONS:
                after = max(price, street_bet(self.ledger[: i + 1], entry.seat, self.number))
                deeds.append(Deed(entry.seat, entry.kind, price, after))
                price = after
        return tuple(deeds)

    @cached_property
    def price(self) -> int:
        """What a seat must have bet on this street to stay in: nominal blinds count in full (B6)."""
        return self.deeds[-1].after if self.deeds else self.setup.opening_price(self.number)

    @cached_property
    def lifts(self) -> tuple[Deed, ...]:
        """The actions that raised the price."""
        return tuple(d for d in self.deeds if d.added > 0)

    def acted_at(self, seat: int) -> int | None:
        """The price when the seat last acted on this street, or None."""
        mine = [d.after for d in self.deeds if d.seat == seat]
        return mine[-1] if mine else None

    def owed(self, seat: int) -> int:
        """What the seat is short of the price, not yet capped by its stack."""
        return self.price - self.bets[seat]

    def can_be_raised(self, seat: int) -> bool:
        """Is there another live seat that is not all-in (B5)?"""
        return any(s != seat for s in self.with_chips)

    def after(self, seat: int) -> list[int]:
        """All seats in clockwise order, beginning left of this one."""
        return [(seat + i) % len(self.seats) for i in range(1, len(self.seats) + 1)]

    @cached_property
    def nothing_to_play_for(self) -> bool:
        """B5: one live seat left, or at most one with chips that owes nothing another live seat could win."""
        if len(self.live) == 1 or not self.with_chips:
            return True
        if len(self.with_chips) > 1:
            return False
        (alone,) = self.with_chips
        return self.totals[alone] >= max(self.totals[s] for s in self.live if s != alone)

    @cached_property
    def waiting(self) -> tuple[int, ...]:
        """The seats that still have to act on this street."""
        if self.nothing_to_play_for:
            return ()
        return tuple(s for s in self.with_chips if self.acted_at(s) != self.price)

    @cached_property
    def actor(self) -> int | None:
        """The first waiting seat after the last one that acted, or after the seat behind which the street begins."""
        last = self.deeds[-1].seat if self.deeds else self.setup.begins_after(self.number)
        return next((s for s in self.after(last) if s in self.waiting), None)
