"""No class has more than 60 methods, counting the bases that it has in the package.

Counted in the source: compiled classes hide their C methods.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import croupier

METHODS_MAX = 60
ROOMS = ["betting", "games/poker", "notation"]
"""Rooms of the package that are held to it so far."""
SOURCE = Path(__file__).parents[2] / "src" / "croupier"
METHODS = (ast.FunctionDef, ast.AsyncFunctionDef)


def classes() -> dict[str, list[ast.ClassDef]]:
    """Return all classes of the package by name."""
    found: dict[str, list[ast.ClassDef]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


ALL = classes()


def methods(node: ast.ClassDef) -> int:
    """Return the number of methods and properties of a class and its bases; of bases with one name, the largest."""
    own = sum(isinstance(each, METHODS) for each in node.body)
    bases = [base.id if isinstance(base, ast.Name) else getattr(base, "attr", "") for base in node.bases]
    inherited = (max((methods(each) for each in ALL.get(base, []) if each is not node), default=0) for base in bases)
    return own + sum(inherited)


@pytest.mark.parametrize("room", ROOMS)
def test_no_class_has_more_than_60_methods(room: str) -> None:
    found = {}
    for path in sorted((SOURCE / room).glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[f"{path.name}: {node.name}"] = methods(node)
    assert found
    assert {name: count for name, count in found.items() if count > METHODS_MAX} == {}


def test_a_hand_has_no_ancestors() -> None:
    assert croupier.Hand.__mro__ == (croupier.Hand, object)
