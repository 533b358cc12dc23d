"""Make mutants of a module: every place where an operator of cosmic-ray applies, except where nothing changes.

Type hints, docstrings and the words of errors are no behaviour: a change to them is not counted as a mutant.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

LEFT_OUT = {"core/VariableInserter", "core/VariableReplacer",
            *(f"core/ReplaceComparisonOperator_{old}_{new}" for old in ("Eq", "NotEq", "Lt", "LtE", "Gt", "GtE")
              for new in ("Is", "IsNot"))}
"""Operators that need names of variables, and those that do what another does: equal small ints are the same object."""


@dataclass(frozen=True, order=True)
class Mutant:
    """One change of one module: the operator, and which of its places."""

    path: str
    operator: str
    occurrence: int

    def source(self, root: Path) -> str:
        """Return the module's source with the change."""
        source = (root / self.path).read_text(encoding="utf-8")
        text = mutate_code(source, get_operator(self.operator)(), self.occurrence)
        assert text is not None
        return text

    def change(self, root: Path) -> str:
        """Return the changed line: number, before and after."""
        before = (root / self.path).read_text(encoding="utf-8").splitlines()
        after = self.source(root).splitlines()
        for number, (old, new) in enumerate(zip(before, after), 1):
            if old != new:
                return f"{self.path}:{number}: {old.strip()} -> {new.strip()}"
        return f"{self.path}: lines added or removed"


def places_of(root: Path, path: str) -> list[Mutant]:
    """Return every place of a module where an operator applies, without making the mutants: that is slow."""
    nodes = list(ast_nodes(get_ast((root / path).read_text(encoding="utf-8"))))
    found = []
    for name in sorted(set(operator_names()) - LEFT_OUT):
        operator = get_operator(name)()
        count = sum(1 for node in nodes for _ in operator.mutation_positions(node))
        found += [Mutant(path, name, occurrence) for occurrence in range(count)]
    return found


def new_mutants(root: Path, places: Iterable[Mutant]) -> Iterator[Mutant]:
    """Yield the mutants at these places that may behave in another way than the original and all before them."""
    seen: dict[str, set[str]] = {}
    for mutant in places:
        if mutant.path not in seen:
            seen[mutant.path] = {behaviour_of((root / mutant.path).read_text(encoding="utf-8"))}
        behaviour = behaviour_of(mutant.source(root))
        if behaviour not in seen[mutant.path]:
            seen[mutant.path].add(behaviour)
            yield mutant


def behaviour_of(source: str) -> str:
    """Return a module's syntax tree as text, without what is no behaviour; the source itself if it is broken."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return source
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            node.exc.args = [arg for arg in node.exc.args if not isinstance(arg, ast.JoinedStr)]
    return ast.dump(tree)
