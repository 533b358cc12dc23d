"""Find the functions that a mutant changes, so that a process that has imported the module can take it over.

A change inside a function exchanges the code of the functions that are there, which costs almost nothing. Any other
change (a constant, a default, a decorator) is seen only by those who import the module anew.
"""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import CodeType, FunctionType

Place = tuple[str, str, int]
"""Where a function is: its file, qualified name and first line."""


def changed_functions(path: Path, before: str, after: str) -> dict[Place, CodeType] | None:
    """Return the new code of every function that differs; None if something outside of functions differs too."""
    try:
        new = compile(after, str(path), "exec")
    except SyntaxError:
        return None
    found: dict[Place, CodeType] = {}
    return found if _compare(compile(before, str(path), "exec"), new, found) else None


def _compare(before: CodeType, after: CodeType, found: dict[Place, CodeType]) -> bool:
    """Collect the functions that differ below a module or class; return False if its own code differs."""
    if before.co_code != after.co_code or before.co_names != after.co_names:
        return False
    old, new = before.co_consts, after.co_consts
    if len(old) != len(new):
        return False
    for one, other in zip(old, new):
        if not isinstance(one, CodeType) or not isinstance(other, CodeType):
            if type(one) is not type(other) or one != other:
                return False
        elif one.co_flags & 2:  # a function; classes have no fast local variables
            _collect(one, other, found)
        elif not _compare(one, other, found):
            return False
    return True


def _collect(before: CodeType, after: CodeType, found: dict[Place, CodeType]) -> None:
    """Collect a function that differs, and those inside it: decorators and closures may have kept one of them."""
    if before == after:
        return
    found[place_of(before)] = after
    inside = [each for each in after.co_consts if isinstance(each, CodeType)]
    for one, other in zip([each for each in before.co_consts if isinstance(each, CodeType)], inside):
        _collect(one, other, found)


def place_of(code: CodeType) -> Place:
    """Return where a function is."""
    return code.co_filename, code.co_qualname, code.co_firstlineno


def living_functions(paths: Iterable[Path]) -> dict[Place, list[FunctionType]]:
    """Return the functions that these files have defined so far, by their place."""
    files = {str(path) for path in paths}
    found: dict[Place, list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename in files:
            found.setdefault(place_of(each.__code__), []).append(each)
    return found


def exchange(functions: dict[Place, list[FunctionType]], changed: dict[Place, CodeType]) -> bool:
    """Give the functions their new code; return False where that is impossible."""
    try:
        for place, code in changed.items():
            for each in functions.get(place, []):
                each.__code__ = code
    except ValueError:  # another number of free variables
        return False
    return any(place in functions for place in changed)


def changed_lines(before: str, after: str) -> set[int]:
    """Return the lines of the statements that differ: all lines of a simple one, those of the head of a block."""
    old, new = before.splitlines(), after.splitlines()
    first = next((number for number, (one, other) in enumerate(zip(old, new), 1) if one != other), len(new))
    last = len(old) - next((number for number, (one, other) in enumerate(zip(reversed(old), reversed(new)))
                            if one != other), 0)
    changed = set(range(first, max(first, last) + 1))
    for head in _heads(ast.parse(before)):
        if not changed.isdisjoint(head):
            changed |= set(head)
    return changed


def _heads(tree: ast.AST) -> Iterator[range]:
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None) or getattr(node, "cases", None)
            inner = body[0] if body else None
            below = inner.pattern.lineno if isinstance(inner, ast.match_case) else inner.lineno if inner else 0
            end = max(node.lineno, below - 1) if inner else node.end_lineno or node.lineno
            yield range(node.lineno, end + 1)
        elif isinstance(node, ast.match_case):
            yield range(node.pattern.lineno, max(node.pattern.lineno, node.body[0].lineno - 1) + 1)
