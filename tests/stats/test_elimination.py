"""Linear equations: the solution satisfies them, and the columns of the identity give the inverse."""

from __future__ import annotations

from random import Random

import pytest

from croupier.stats.elimination import eliminate


def test_a_solution_satisfies_its_equations() -> None:
    rng, size = Random(1), 6
    made = [[rng.uniform(-1, 1) for _ in range(size)] for _ in range(size)]
    matrix = [[sum(row[k] * other[k] for k in range(size)) + (at == to) for to, other in enumerate(made)]
              for at, row in enumerate(made)]
    right = [[rng.uniform(-5, 5)] for _ in range(size)]
    solved = eliminate(matrix, right)
    for row, (wanted,) in zip(matrix, right):
        assert sum(each * value for each, (value,) in zip(row, solved)) == pytest.approx(wanted)


def test_the_identity_on_the_right_gives_the_inverse() -> None:
    assert eliminate([[4.0, 2.0], [2.0, 3.0]], [[1.0, 0.0], [0.0, 1.0]]) == [
        [pytest.approx(0.375), pytest.approx(-0.25)], [pytest.approx(-0.25), pytest.approx(0.5)]]


def test_nothing_is_solved_by_nothing() -> None:
    assert eliminate([], []) == []
