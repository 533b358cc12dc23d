"""`python -m tools.api_page`: list every public name in `docs/api.md`.

Public is what a module of `PUBLIC`, or of the adapters, names in `__all__`; everything else may change without notice.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from tools.pages import write

PAGE = "api.md"
PUBLIC = {
    "croupier": "What most programs need; import it as `croupier`.",
    "croupier.games.api": "The interface of a game: what to implement, and what every game offers.",
    "croupier.ranking": "Hand rankings, ranges and equities, from text or from bytes.",
    "croupier.bots": "Bots by name, by file or by class.",
    "croupier.contest": "Tables of bots, duplicate matches and simulations.",
    "croupier.stats": "Means with intervals.",
    "croupier.table": "A table as plain dicts: players join, pause, come back and leave.",
    "croupier.lab": "Evolved games: values, operators, known games.",
    "croupier.lab.solver.exact": "Exact solutions of small games.",
    "croupier.lab.solver.tree": "All positions of a small game.",
    "croupier.bots.isolation": "Run bots in processes of their own, with limits.",
    "croupier.bots.greedy": "A bot that values its hand and bets by it, in any game.",
    "croupier.bots.mcts": "A bot that searches, in any game.",
    "croupier.bots.rollouts": "A bot that tries each action in played-out games, in any game.",
    "croupier.bots.sting": "Bots for the sting.",
    "croupier.notation.pokerstars": "PokerStars hand histories.",
    "croupier.fair": "The fair shuffle.",
}
INTERNAL = {"croupier.protocol"}
"""Modules with an `__all__` for other parts of croupier only."""
VALUES = ("int", "str", "tuple", "float")
SOURCE = Path(__file__).parents[1] / "src"


def declared() -> dict[str, tuple[str, list[str]]]:
    """Return the modules that define `__all__`: the first line of their docstring, and the names as far as written."""
    found = {}
    for path in sorted((SOURCE / "croupier").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
                module = ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")
                written = [each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant)]
                found[module] = ((ast.get_docstring(tree) or "").partition("\n")[0], list(map(str, written)))
    return found


EXTRAS = {module: each for module, each in declared().items() if module.startswith("croupier.adapters.")}
"""Public modules that are read, not loaded: loading their names needs packages that croupier does not need itself."""


def parts() -> dict[str, str]:
    """Return the generated parts of the page."""
    total = sum(len(names(module)) for module in (*PUBLIC, *EXTRAS))
    counted = f"{total} names in {len(PUBLIC) + len(EXTRAS)} modules."
    return {"api": "\n\n".join([counted, *map(_section, PUBLIC), *map(_extra, EXTRAS)])}


def names(module: str) -> list[str]:
    """Return the public names of a module."""
    if module in EXTRAS:
        return EXTRAS[module][1]
    return [name for name in import_module(module).__all__ if not name.startswith("__")]


def extra_home(module: str, name: str) -> str | None:
    """Return the adapter that a name of another module comes from, or None if it comes from croupier itself."""
    home = getattr(import_module(module), "_HOME", {}).get(name)
    return home if home in EXTRAS else None


def purpose(module: str, name: str) -> str:
    """Return the first sentence of what a name's docstring says."""
    if extra_home(module, name) is not None:
        return f"See `{extra_home(module, name)}` below."
    thing = getattr(import_module(module), name)
    if inspect.ismodule(thing):
        return f"Module; see `croupier.{name}` below."
    if type(thing).__name__ in VALUES or not inspect.getdoc(thing):
        return f"A value: `{thing!r:.60}`." if type(thing).__name__ in VALUES else "A type, for annotations."
    if not (inspect.isclass(thing) or inspect.isroutine(thing)):
        return "A type, for annotations."
    return " ".join((inspect.getdoc(thing) or "").partition("\n\n")[0].split())


def _section(module: str) -> str:
    return "\n".join([f"## `{module}`", "", PUBLIC[module], "", *_rows(module)])


def _extra(module: str) -> str:
    listed = ", ".join(f"`{name}`" for name in sorted(names(module), key=str.lower))
    return "\n".join([f"## `{module}`", "", EXTRAS[module][0], "", f"{listed}."])


def _rows(module: str) -> Iterator[str]:
    yield "| name | what it is |"
    yield "|---|---|"
    for name in sorted(names(module), key=str.lower):
        yield f"| `{name}` | {purpose(module, name).replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    write(PAGE, parts())
