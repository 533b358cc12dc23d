"""Classes stay small: at most 60 methods with those of bases in the package; folders hold fifteen modules at most."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import croupier

SOURCE = Path(croupier.__file__).parent
ROOMS = [SOURCE / "games" / "genome", SOURCE / "lab"]
METHODS_MAX = 60
MODULES_MAX = 15


def classes():
    """Every class of the package by name: its own methods and the names of its bases."""
    found = {}
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
                bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
                found.setdefault(node.name, []).append((file, methods, bases))
    return found


CLASSES = classes()


def methods_of(file, methods, bases):
    """The methods of a class with those of its bases; of bases that share a name, the nearest file is meant."""
    counted = set(methods)
    for base in bases:
        for other, more, above in sorted(CLASSES.get(base, []), key=lambda entry: entry[0].parent != file.parent)[:1]:
            counted |= methods_of(other, more, above)
    return counted


def test_no_class_has_more_than_60_methods():
    large = {}
    for name, entries in CLASSES.items():
        for file, methods, bases in entries:
            if any(room in file.parents for room in ROOMS):
                count = len(methods_of(file, methods, bases))
                if count > METHODS_MAX:
                    large[f"{file.relative_to(SOURCE)}: {name}"] = count
    assert not large


def test_the_state_and_the_trial_are_counted():
    names = {name for name, entries in CLASSES.items() for file, _, _ in entries if {*ROOMS} & {*file.parents}}
    assert {"State", "Trial", "Engine", "Phases", "CardPiles", "HandValues", "View"} <= names


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_no_folder_holds_more_than_fifteen_modules(room):
    for folder in (room, *(path for path in room.rglob("*") if path.is_dir())):
        modules = [file.name for file in folder.glob("*.py") if file.name != "__init__.py"]
        assert len(modules) <= MODULES_MAX, (folder, sorted(modules))
