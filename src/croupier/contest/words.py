"""How many hands would settle a contest."""

from __future__ import annotations

from math import ceil, isfinite

from croupier.stats import Interval


def hands_to_decide(interval: Interval, hands: int) -> int | None:
    """About how many hands would tell the sign of a mean that is still in doubt; None when it is known or hopeless."""
    if interval.decided or not isfinite(interval.margin) or interval.mean == 0:
        return None
    needed = hands * (interval.margin / interval.mean) ** 2
    return None if needed > 10**9 else ceil(1.2 * needed)


def rounded(number: int) -> str:
    """Two digits and a unit, for estimates: 12,000."""
    size = 10 ** max(0, len(str(number)) - 2)
    return f"{-(-number // size) * size:,}"
