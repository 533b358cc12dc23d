"""`python -m tools.design_page`: write the generated parts of `docs/design.md`.

They are the table of rooms (from docstrings), the import graph (from import statements) and one hand's way through the
modules (from a trace of calls). All three come from `src`, so that the page cannot disagree with the code.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.pages import write

PAGE = "design.md"
ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "croupier"


def parts() -> dict[str, str]:
    """Return the generated parts of the page."""
    imports = room_imports()
    return {"rooms": rooms_table(imports), "imports": import_graph(imports), "way": hand_way()}


def rooms() -> list[str]:
    """Return the names of the rooms: the packages and modules directly inside `croupier`."""
    packages = [path.parent.name for path in SOURCE.glob("*/__init__.py")]
    modules = [path.stem for path in SOURCE.glob("*.py") if not path.stem.startswith("_")]
    return sorted(packages + modules)


# -- the table of rooms ------------------------------------------------------------------------------------------------


def rooms_table(imports: dict[str, set[str]]) -> str:
    """Return a Markdown table of all rooms, lowest first: a room stands below those that it imports."""
    lines = [f"| `{room}` | {purpose(room)} | {'yes' if is_compiled(room) else ''} |" for room in ordered(imports)]
    return "\n".join(["", "| room | what it is for | compiled |", "|---|---|---|", *lines])


def purpose(room: str) -> str:
    """Return the first paragraph of a room's docstring as one line."""
    path = SOURCE / room / "__init__.py"
    path = path if path.exists() else SOURCE / f"{room}.py"
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(docstring.partition("\n\n")[0].split()).replace("|", "\\|")


def is_compiled(room: str) -> bool:
    """Return True if any module of the room is compiled: those have a .pxd file beside them."""
    pxd = [*SOURCE.glob(f"{room}.pxd"), *(SOURCE / room).rglob("*.pxd")]
    return any(path.stem not in ("__init__", "constants") for path in pxd)


def ordered(imports: dict[str, set[str]]) -> list[str]:
    """Return the rooms so that each comes after all rooms that it imports."""
    done: list[str] = []
    while len(done) < len(imports):
        ready = [room for room in imports if room not in done and imports[room] <= set(done)]
        if not ready:
            raise ValueError(f"rooms import each other: {sorted(set(imports) - set(done))}")
        done += ready
    return done


# -- the import graph --------------------------------------------------------------------------------------------------


def room_imports() -> dict[str, set[str]]:
    """Return which rooms each room imports when it runs; imports that only serve type checkers do not count."""
    names = rooms()
    graph: dict[str, set[str]] = {room: set() for room in names}
    for path in sorted(SOURCE.rglob("*.py")):
        room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
        if room in graph:
            graph[room] |= {other for other in _imported(path) if other in graph and other != room}
    return graph


def _imported(path: Path) -> Iterator[str]:
    for node in _run_time_nodes(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[1] for alias in node.names if alias.name.startswith("croupier."))
        elif isinstance(node, ast.ImportFrom) and node.module == "croupier":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("croupier."):
            yield str(node.module).split(".")[1]


def _run_time_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node below this one, except those under `if TYPE_CHECKING`."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and isinstance(child.test, ast.Name) and child.test.id == "TYPE_CHECKING":
            continue
        yield child
        yield from _run_time_nodes(child)


def import_graph(imports: dict[str, set[str]]) -> str:
    """Return the graph in Mermaid. An arrow is left out where another way leads to the same room."""
    lines = [f"  {room} --> {other}" for room in reversed(ordered(imports))
             for other in sorted(imports[room]) if not _leads_around(imports, room, other)]
    return "\n".join(["", "```mermaid", "graph TD", *lines, "```"])


def _leads_around(imports: dict[str, set[str]], room: str, other: str) -> bool:
    return any(other in reachable(imports, between) for between in imports[room] - {other})


def reachable(imports: dict[str, set[str]], room: str) -> set[str]:
    """Return all rooms that a room imports, directly or through others."""
    return imports[room].union(*(reachable(imports, other) for other in imports[room]))


# -- one hand's way ----------------------------------------------------------------------------------------------------


def hand_way() -> str:
    """Return, for each step of a hand, the modules that are called, in the order of their first call.

    The trace runs in a process of its own on the uncompiled sources: compiled functions cannot be traced.
    """
    command = [sys.executable, "-m", "tools.trace_hand"]
    traced = subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": f"{ROOT / 'src'}"}, capture_output=True, text=True)
    if traced.returncode:
        raise RuntimeError(traced.stderr)
    return "\n" + traced.stdout


if __name__ == "__main__":
    write(PAGE, parts())
