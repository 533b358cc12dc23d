"""What a hand's actions so far mean for the rules in question, kept apart from both engines."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier import Hand

from .deals import Deal

CAP = 4
"""The whole bets of a fixed-limit street (B13), and the bets and raises that pokerkit allows."""


@dataclass(frozen=True)
class Lift:
    """An action that raised the price: by how much, to what, what a full raise was and how many could still bet."""

    seat: int
    added: int
    full: int
    to: int = 0
    able: int = 0

    @property
    def is_full(self) -> bool:
        return self.added >= self.full


@dataclass
class Memory:
    """One street's lifts and when each seat last acted; `totals` are live chips per seat over the whole hand."""

    deal: Deal
    street: str = "PRE_FLOP"
    lifts: list[Lift] = field(default_factory=list)
    acted_at: dict[int, int] = field(default_factory=dict)
    lifts_seen: dict[int, int] = field(default_factory=dict)
    live: set[int] = field(default_factory=set)
    totals: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        """The forced bets, as far as the stacks reach."""
        self.live = set(range(self.deal.seats))
        self.totals = [min(stack, self.deal.ante) for stack in self.deal.stacks]
        for seat, amount in self.deal.posts.items():
            self.totals[seat] += min(amount, self.deal.stacks[seat] - self.totals[seat])

    def look(self, hand: Hand) -> None:
        """Before each action: a new street forgets the old one."""
        if hand.street != self.street:
            self.street = hand.street
            self.lifts, self.acted_at, self.lifts_seen = [], {}, {}

    def note(self, hand: Hand, kind: str, to: int | None) -> None:
        """An action about to be taken."""
        seat, price = hand.actor, hand.price
        assert seat is not None
        if kind == "fold":
            self.live.discard(seat)
        elif kind == "raise":
            assert to is not None
            self.totals[seat] += to - hand.bets[seat]
            self.lifts.append(Lift(seat, to - price, hand.full_raise, to, self.able(hand)))
            price = to
        else:
            self.totals[seat] += hand.legal().call or 0
        self.acted_at[seat] = price
        self.lifts_seen[seat] = len(self.lifts)

    def able(self, hand: Hand) -> int:
        """How many seats in the hand are not all-in."""
        return sum(hand.stacks[seat] > 0 for seat in self.live)

    def able_at_cap(self, bet: int) -> int:
        """How many seats were not all-in before the last bet under the cap was made; forced bets come before all."""
        forced, left = 0, [stack - min(stack, self.deal.ante) for stack in self.deal.stacks]
        for seat, amount in self.deal.posts.items() if self.is_first_street else ():
            forced = max(forced, amount)
            if forced >= CAP * bet:
                return sum(chips > 0 for chips in left)
            left[seat] -= min(left[seat], amount)
        return next((lift.able for lift in self.lifts if lift.to >= CAP * bet), 0)

    @property
    def is_first_street(self) -> bool:
        return self.street in ("PRE_FLOP", "PRE_DRAW", "THIRD")

    def lifts_since(self, seat: int) -> list[Lift]:
        """The lifts since a seat last acted."""
        return self.lifts[self.lifts_seen.get(seat, 0) :]
