"""The setup of an evolved game's betting phases: seed 001's fixed step (G1–G4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from .ledger import Entry
from .pots import share_rest_to_first
from .street import Street


@dataclass(frozen=True)
class Step:
    """What a hand begins with: no blinds, an optional ante, and (min_bet, max_raises) for each betting phase."""

    stacks: Sequence[int]
    phases: Sequence[tuple[int, int]] = ((10, 3),)
    first: int = 0
    ante: int = 0
    side_pots: bool = True
    strengths: Sequence[int] = ()

    fold_when_free = False  # B9: FOLD is never offered with nothing to call
    dead_before = 0
    share = staticmethod(share_rest_to_first)

    @property
    def streets(self) -> int:
        return len(self.phases)

    @property
    def odd_chip_order(self) -> range:
        return range(len(self.stacks))

    def forced(self) -> tuple[Entry, ...]:
        return tuple(Entry(0, s, "ante", min(self.ante, stack)) for s, stack in enumerate(self.stacks))

    def begins_after(self, street: int) -> int:
        return (self.first - 1) % len(self.stacks)

    def opening_price(self, street: int) -> int:
        return 0

    def raises(self, street: Street) -> int:
        """Raises of this phase: lifts of a price that stood already. The opening bet or all-in is none."""
        return sum(d.before > 0 for d in street.lifts)

    def raise_range(self, street: Street, seat: int) -> tuple[int, int] | None:
        """At most one amount: the opening bet (all-in if short of it), or a raise of one step."""
        min_bet, max_raises = self.phases[street.number]
        chips, owed = street.behind[seat], street.owed(seat)
        if not street.can_be_raised(seat):  # B5
            return None
        if owed == 0:
            to = street.price + min(min_bet, chips)
        elif chips >= owed + min_bet and self.raises(street) < max_raises:
            to = street.price + min_bet
        else:
            return None
        return to, to


def menu(hand) -> list[str]:
    """Seed 001's words for what the actor may do; empty when nobody has to act."""
    if hand.is_over:
        return []
    legal, chips = hand.legal(), hand.stacks[hand.actor]
    min_bet, _ = hand.setup.phases[hand.street]
    if legal.check:
        return ["CHECK"] + (["BET" if chips >= min_bet else "ALL_IN"] if legal.max_raise_to else [])
    if chips < hand.now.owed(hand.actor):
        return ["ALL_IN", "FOLD"]
    return ["CALL"] + (["RAISE"] if legal.max_raise_to else []) + ["FOLD"]
