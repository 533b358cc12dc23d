"""The API reference has every public name, with its types and its docstring."""

from __future__ import annotations

from pathlib import Path

from tools.api_page import EXTRAS, PUBLIC, names, purpose
from tools.api_reference import definition, signature, write_all


def test_every_public_class_and_function_is_described(tmp_path: Path) -> None:
    pages = {path.stem: path.read_text(encoding="utf-8") for path in write_all(tmp_path / "reference")}
    assert set(pages) == {"index", *PUBLIC, *EXTRAS}
    for module in PUBLIC:
        for name in names(module):
            what = purpose(module, name)
            if not what.startswith(("Module; ", "A value: ", "A type, ")):
                assert f"\n## `{name}`\n" in pages[module], (module, name)


def test_types_of_compiled_functions_come_from_their_source() -> None:
    found = definition("croupier.ranking", "high")
    assert found is not None
    assert found.name == "high"
    assert signature(found).startswith("high(")
    assert signature(found).endswith("-> int")
