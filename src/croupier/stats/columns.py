"""Format results as a table of aligned columns with titles."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.stats.intervals import Interval


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], left: Sequence[int] = (0,)) -> str:
    """Return lines with a title over each column. Columns in `left` are left-aligned; all others are right-aligned."""
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(len(row[place]) for row in cells) for place in range(len(titles))]
    lines = ["  ".join(cell.ljust(width) if place in left else cell.rjust(width)
                       for place, (cell, width) in enumerate(zip(row, widths))) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def without_unit(interval: Interval) -> str:
    """Return `+12.3 ± 4.5`, for a column whose title states the unit."""
    return str(interval).removesuffix(f" {interval.unit}") if interval.unit else str(interval)
