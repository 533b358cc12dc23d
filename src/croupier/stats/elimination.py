"""Solve systems of linear equations by Gauss–Jordan elimination. With a few dozen unknowns no library is needed."""

from __future__ import annotations

from collections.abc import Sequence


def eliminate(matrix: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """Return the solution x of `matrix` · x = `right`. The matrix must be positive definite.

    If `right` is the identity matrix, x is the inverse of `matrix`.
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
