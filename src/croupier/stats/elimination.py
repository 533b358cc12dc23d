"""Solve systems of linear equations by Gauss–Jordan elimination: the few dozen unknowns here need no library."""

from __future__ import annotations

from collections.abc import Sequence


def eliminate(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the solution of `matrix` times solution = `right`. The matrix must be positive definite.

    With the columns of the identity on the right, the solution is the inverse.
    """
    size = len(matrix)
    rows = [[*row, *more] for row, more in zip(matrix, right, strict=True)]
    for at in range(size):
        lead = rows[at][at]
        rows[at] = [value / lead for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [mine - factor * value for mine, value in zip(rows[other], rows[at])]
    return [row[size:] for row in rows]
