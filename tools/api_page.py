"""`python -m tools.api_page`: list every public name in `docs/api.md`.

Public is what a module of `PUBLIC` names in `__all__`; everything else may change without notice.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module

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
}
VALUES = ("int", "str", "tuple", "float")


def parts() -> dict[str, str]:
    """Return the generated parts of the page."""
    total = sum(len(names(module)) for module in PUBLIC)
    return {"api": "\n\n".join([f"{total} names in {len(PUBLIC)} modules.", *map(_section, PUBLIC)])}


def names(module: str) -> list[str]:
    """Return the public names of a module."""
    return [name for name in import_module(module).__all__ if not name.startswith("__")]


def purpose(module: str, name: str) -> str:
    """Return the first sentence of what a name's docstring says."""
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


def _rows(module: str) -> Iterator[str]:
    yield "| name | what it is |"
    yield "|---|---|"
    for name in sorted(names(module), key=str.lower):
        yield f"| `{name}` | {purpose(module, name).replace('|', chr(92) + '|')} |"


if __name__ == "__main__":
    write(PAGE, parts())
