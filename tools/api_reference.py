"""Write the API reference of the documentation site: each public name with its types and its whole docstring.

`docs/conf.py` calls this before every build; the pages go to `docs/reference` and are not kept in the repository. They
are read from the source files, because compiled modules carry neither types nor docstrings.
"""

from __future__ import annotations

import ast
import inspect
import shutil
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from tools.api_page import EXTRAS, PUBLIC, SOURCE, extra_home, names

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
PROPERTIES = {"property", "cached_property"}


def write_all(folder: Path = FOLDER) -> list[Path]:
    """Write one page for each public module, and an overview; return the paths."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    written = []
    for module in (*PUBLIC, *EXTRAS):
        written.append(folder / f"{module}.md")
        written[-1].write_text("\n".join(_page(module)) + "\n", encoding="utf-8")
    overview = folder / "index.md"
    overview.write_text("\n".join(["# API reference", "", *_overview()]) + "\n", encoding="utf-8")
    return [overview, *written]


def _overview() -> Iterator[str]:
    yield "Every public name, with types, by module. [Public names](../api.md) has all of them on one page."
    yield ""
    for module in (*PUBLIC, *EXTRAS):
        yield f"- [`{module}`]({module}.md): {PUBLIC.get(module) or EXTRAS[module][0]}"
    yield from ("", "```{toctree}", ":hidden:", "", *PUBLIC, *EXTRAS, "```")


def _page(module: str) -> Iterator[str]:
    yield f"# `{module}`"
    yield ""
    yield ast.get_docstring(_tree(module)) or ""
    for name in sorted(names(module), key=str.lower):
        found = definition(module, name)
        if found is not None:
            yield from ("", f"## `{name}`", "", *_described(found))


def definition(module: str, name: str) -> Definition | None:
    """Return where a public name is defined, following imports; None for values, types and modules."""
    home, at = _home(module, name)
    if home is None:
        return None
    return next((node for node in _tree(home).body if isinstance(node, Definition) and node.name == at), None)


def _home(module: str, name: str) -> tuple[str | None, str]:
    """Return the module that defines a name, and the name there."""
    if module not in EXTRAS:
        if (home := extra_home(module, name)) is not None:
            return _home(home, name)
        thing: Any = getattr(import_module(module), name)
        if callable(thing) and hasattr(thing, "__name__"):  # `inspect` does not recognise compiled functions
            return thing.__module__, thing.__name__
        return None, name
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and name in {each.asname or each.name for each in node.names}:
            return node.module, name
    written = {each.value for each in ast.walk(_tree(module)) if isinstance(each, ast.Constant)}
    for path in sorted(_path(module).parent.glob("*.py")):
        home = f"{module}.{path.stem}"
        if path.stem in written or home in written:
            if any(isinstance(node, Definition) and node.name == name for node in _tree(home).body):
                return home, name
    return module, name


def _path(module: str) -> Path:
    package = SOURCE.joinpath(*module.split("."), "__init__.py")
    return package if package.exists() else package.parent.with_suffix(".py")


@cache
def _tree(module: str) -> ast.Module:
    path = _path(module)
    return ast.parse(path.read_text(encoding="utf-8") if path.exists() else "")


def _described(node: Definition) -> Iterator[str]:
    if not isinstance(node, ast.ClassDef):
        yield from _code(signature(node))
        yield ast.get_docstring(node) or ""
        return
    bases = ", ".join(map(ast.unparse, node.bases))
    yield from _code(f"class {node.name}({bases})" if bases else f"class {node.name}")
    yield ast.get_docstring(node) or ""
    fields = list(_fields(node))
    if fields:
        yield from ("", *fields)
    for each in node.body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef) and (
                not each.name.startswith("_") or (each.name == "__init__" and ast.get_docstring(each))):
            yield from ("", *_code(signature(each)), ast.get_docstring(each) or "")


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """Yield the documented attributes of a class: a declaration, and the text below it."""
    for each, after in zip(node.body, [*node.body[1:], None]):
        if isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name) and not each.target.id.startswith("_"):
            text = after.value.value if (isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant)) else ""
            what = " ".join(inspect.cleandoc(str(text)).split())
            yield f"- `{each.target.id}: {ast.unparse(each.annotation)}`" + (f": {what}" if what else "")


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """Return the first line of a function as a caller reads it."""
    decorators = {ast.unparse(each).rpartition(".")[2] for each in node.decorator_list}
    if decorators & PROPERTIES:
        return f"{node.name}: {ast.unparse(node.returns) if node.returns else 'Any'}"
    given = ast.unparse(node.args)
    if not decorators & {"staticmethod"} and given.partition(",")[0] in ("self", "cls"):
        given = given.partition(",")[2].strip()
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    return f"{'async ' if isinstance(node, ast.AsyncFunctionDef) else ''}{node.name}({given}){result}"


def _code(text: str) -> list[str]:
    return ["```python", text, "```", ""]


if __name__ == "__main__":
    print(f"{len(write_all())} pages in {FOLDER}")
