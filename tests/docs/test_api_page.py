"""`docs/api.md` lists every public name, and nothing else is public."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest
from tools import api_page
from tools.pages import fill

PAGE = (Path(__file__).parents[2] / "docs/api.md").read_text(encoding="utf-8")
NAMES = [(module, name) for module in api_page.PUBLIC for name in api_page.names(module)]


def test_the_page_is_up_to_date():
    assert fill(PAGE, api_page.parts()) == PAGE, "run: python -m tools.api_page"


def test_there_are_at_most_three_hundred_public_names():
    assert len(NAMES) <= 300


@pytest.mark.parametrize(("module", "name"), NAMES)
def test_every_public_name_exists_and_says_what_it_is(module, name):
    assert hasattr(import_module(module), name)
    assert api_page.purpose(module, name).endswith((".", "`", ")", ":"))


def test_no_name_is_listed_twice_in_a_module():
    for module in api_page.PUBLIC:
        listed = api_page.names(module)
        assert len(listed) == len(set(listed))
