"""`docs/api.md` lists every public name, and nothing else is public."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from tools import api_page
from tools.pages import fill

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/api.md").read_text(encoding="utf-8")
EVERY = {*api_page.PUBLIC, *api_page.EXTRAS}
IMPORT = re.compile(r"^from (croupier[\w.]*) import (\([^)]*\)|[^\n#]*)", re.MULTILINE)
NAMES = [(module, name) for module in api_page.PUBLIC for name in api_page.names(module)]


def test_the_page_is_up_to_date():
    assert fill(PAGE, api_page.parts()) == PAGE, "run: python -m tools.api_page"


def test_there_are_at_most_three_hundred_public_names():
    assert len(NAMES) + sum(len(api_page.names(module)) for module in api_page.EXTRAS) <= 300


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_every_public_name_exists_and_says_what_it_is(module, name):
    home = api_page.extra_home(module, name)
    assert hasattr(import_module(module), name) if home is None else name in api_page.names(home)
    assert api_page.purpose(module, name).endswith((".", "`", ")", ":"))


def test_no_name_is_listed_twice_in_a_module():
    for module in api_page.PUBLIC:
        listed = api_page.names(module)
        assert len(listed) == len(set(listed))


def test_only_public_modules_define_all():
    assert set(api_page.declared()) == {*EVERY, *api_page.INTERNAL}


def imports_shown() -> list[tuple[str, str, str]]:
    """Return every import from croupier that a page or an example shows: where, from which module, which name."""
    found = []
    for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "examples").glob("*.py"))]:
        text = path.read_text(encoding="utf-8")
        shown = [text] if path.suffix == ".py" else re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        for module, names in IMPORT.findall("\n".join(shown)):
            found += [(path.name, module, name.split()[0]) for name in names.strip("()\n ").split(",") if name.strip()]
    return found


def test_documents_and_examples_import_public_names_only():
    shown = imports_shown()
    assert len(shown) > 15
    private = [each for each in shown if each[1] not in EVERY or each[2] not in api_page.names(each[1])]
    assert private == []
