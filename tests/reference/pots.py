"""Who gets what at the end (B7, B11, G3): plain arithmetic over totals, live seats and strengths."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True)
class Pot:
    """So many chips, and the live seats that may win them."""

    amount: int
    seats: tuple[int, ...]


def uncalled(totals: Sequence[int], live: Sequence[int]) -> tuple[int, int] | None:
    """(seat, chips) of the top bet that nobody matched, folded seats counting as having matched; or None."""
    owner = max(live, key=lambda s: totals[s])
    matched = max(t for s, t in enumerate(totals) if s != owner)
    return (owner, totals[owner] - matched) if totals[owner] > matched else None


def layered(totals: Sequence[int], live: Sequence[int], dead: int) -> list[Pot]:
    """Main pot first: cut at every total, then layers with the same claimants are one pot.

    Dead money lies in the main pot, for all live seats. Money of folded seats above every live total falls to the
    highest layer that somebody can claim.
    """
    claimants = tuple(sorted(live))
    amounts = {claimants: dead}
    for low, high in pairwise(sorted({0, *totals})):
        payers = [s for s, total in enumerate(totals) if total >= high]
        claimants = tuple(s for s in payers if s in live) or claimants
        amounts[claimants] = amounts.get(claimants, 0) + (high - low) * len(payers)
    return [Pot(amount, seats) for seats, amount in amounts.items() if amount]


def share_one_by_one(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares, odd chips one at a time to the winners as listed (B11)."""
    return {s: amount // len(winners) + (i < amount % len(winners)) for i, s in enumerate(winners)}


def share_rest_to_first(amount: int, winners: Sequence[int]) -> dict[int, int]:
    """Equal shares, all odd chips to the first winner listed (G3)."""
    return {s: amount // len(winners) + (amount % len(winners) if i == 0 else 0) for i, s in enumerate(winners)}


def best(seats: Sequence[int], strengths: Sequence[int], order: Sequence[int]) -> list[int]:
    """The seats with the highest strength, listed in the given order."""
    top = max(strengths[s] for s in seats)
    return [s for s in order if s in seats and strengths[s] == top]
