"""How the package is laid out: small classes, class names that occur once, small folders, constants in one place.

Counted in the source, because compiled classes hide their C methods.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path, PurePath

import croupier

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
METHODS_MAX = 60
MODULES_MAX = 15

FULL = {"cli"}
"""Folders that may hold more modules: `cli` has one for each command."""


def modules() -> list[Path]:
    """Return the paths of all modules, relative to the package."""
    return sorted(path.relative_to(SOURCE) for path in SOURCE.rglob("*.py"))


def classes() -> dict[str, list[tuple[Path, ast.ClassDef]]]:
    """Return all classes of the package by name, with the modules that define them."""
    found: dict[str, list[tuple[Path, ast.ClassDef]]] = {}
    for path in modules():
        for node in ast.walk(ast.parse((SOURCE / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append((path, node))
    return found


CLASSES = classes()


def methods(path: Path, node: ast.ClassDef) -> set[str]:
    """Return the methods and properties of a class and its bases; of bases with one name, the nearest is meant."""
    names = {each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)}
    for base in node.bases:
        name = base.id if isinstance(base, ast.Name) else getattr(base, "attr", "")
        homes = [home for home in CLASSES.get(name, []) if home[1] is not node]
        for home, parent in sorted(homes, key=lambda home: home[0].parent != path.parent)[:1]:
            names |= methods(home, parent)
    return names


def game_of(path: PurePath) -> str | None:
    """Return the game whose class a module defines; the interface, and the cards of the standard deck, count as one."""
    if path.parts[0] == "games":
        return path.parts[1]
    return "cards" if path.parts == ("cards.py",) else None


def test_no_class_has_more_than_60_methods_with_its_bases():
    counts = {f"{path}: {name}": len(methods(path, node)) for name, homes in CLASSES.items() for path, node in homes}
    assert counts["games/poker/hand.py: Hand"] > 40  # the counting works
    assert counts["games/genome/state.py: State"] > 40
    assert {name: count for name, count in counts.items() if count > METHODS_MAX} == {}


def test_methods_of_bases_are_counted():
    parent = ast.parse("class Parent:\n def a(self): ...\n def b(self): ...").body[0]
    child = ast.parse("class Child(Parent):\n def b(self): ...\n async def c(self): ...").body[0]
    assert isinstance(parent, ast.ClassDef)
    assert isinstance(child, ast.ClassDef)
    CLASSES["Parent"] = [(Path("x.py"), parent)]
    try:
        assert methods(Path("x.py"), child) == {"a", "b", "c"}
    finally:
        del CLASSES["Parent"]


def test_a_hand_has_no_ancestors():
    assert croupier.Hand.__mro__ == (croupier.Hand, object)


def test_no_class_name_occurs_twice_except_for_the_same_role_of_another_game():
    shared = {}
    for name, homes in CLASSES.items():
        games = [game_of(path) for path, _ in homes]
        if len(homes) > 1 and (None in games or len(set(games)) < len(games)):
            shared[name] = [str(path) for path, _ in homes]
    assert shared == {}


def test_no_folder_holds_more_than_fifteen_modules():
    folders: dict[str, int] = {}
    for path in modules():
        if path.name not in ("__init__.py", "__main__.py"):
            folders[str(path.parent)] = folders.get(str(path.parent), 0) + 1
    assert folders["games/poker"] > 5
    full = {folder: count for folder, count in folders.items() if count > MODULES_MAX}
    assert set(full) == FULL


def blocks_of_constants(text: str) -> Iterator[str]:
    """Yield the constants that a .pxd file defines itself: the bodies of its enums."""
    yield from re.findall(r"^c(?:p)?def enum.*:\n((?:    .*\n)+)", text, flags=re.MULTILINE)


def test_constants_of_compiled_code_stand_in_one_file():
    """`setup.py` writes constants.pxd from constants.py; no other .pxd file defines a constant."""
    assert list(blocks_of_constants("cdef enum:\n    SEATS = 10\n\ncdef int x\n")) == ["    SEATS = 10\n"]
    own = {str(path.relative_to(SOURCE)): list(blocks_of_constants(path.read_text(encoding="utf-8")))
           for path in SOURCE.rglob("*.pxd") if path.name != "constants.pxd"}
    assert own
    assert {path for path, blocks in own.items() if blocks} == set()
