"""Results as people read them: columns that line up, and how many hands would settle a contest."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, isfinite

from croupier.stats import Interval


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[int] = (0,)) -> str:
    """Lines with a title over each column; columns in `left` stand left, all others right."""
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(len(row[place]) for row in cells) for place in range(len(titles))]
    lines = ["  ".join(cell.ljust(width) if place in left else cell.rjust(width)
                       for place, (cell, width) in enumerate(zip(row, widths))) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def without_unit(interval: Interval) -> str:
    """`+12.3 ± 4.5`, for a column whose title says the unit."""
    return str(interval).removesuffix(f" {interval.unit}") if interval.unit else str(interval)


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
