"""What a hand's actions so far mean for the rules in question, kept apart from both engines."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier import Hand

from .deals import Deal


@dataclass(frozen=True)
class Lift:
    """An action that raised the price: by how much, and what a full raise was then."""

    seat: int
    added: int
    full: int

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
            self.lifts.append(Lift(seat, to - price, hand.full_raise))
            price = to
        else:
            self.totals[seat] += hand.legal().call or 0
        self.acted_at[seat] = price
        self.lifts_seen[seat] = len(self.lifts)

    def lifts_since(self, seat: int) -> list[Lift]:
        """The lifts since a seat last acted."""
        return self.lifts[self.lifts_seen.get(seat, 0) :]
