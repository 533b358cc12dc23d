"""`docs/design.md` shows the code as it is: rooms, imports, and one hand's way."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tools import design_page
from tools.pages import fill

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs/design.md").read_text(encoding="utf-8")


def test_the_page_is_up_to_date():
    assert fill(PAGE, design_page.parts()) == PAGE, "run: python -m tools.design_page"


@pytest.mark.parametrize("room", design_page.rooms())
def test_every_room_says_what_it_is_for(room):
    assert design_page.purpose(room).endswith(".")


def test_rooms_named_in_the_text_exist():
    named = {name for row in re.findall(r"^\| .*\? \| (.*) \|$", PAGE, re.MULTILINE)
             for name in re.findall(r"`([\w.]+)`", row)} - {"view", "redact"}
    assert len(named) > 60
    for name in named:
        path = ROOT / "src/croupier" / name.replace(".", "/")
        assert path.is_dir() or path.with_suffix(".py").is_file(), name


def test_an_arrow_is_left_out_where_another_way_leads_there():
    imports = {"a": set(), "b": {"a"}, "c": {"a", "b"}}
    assert design_page.ordered(imports) == ["a", "b", "c"]
    assert design_page.import_graph(imports).count("-->") == 2


def test_rooms_that_import_each_other_are_refused():
    with pytest.raises(ValueError, match="import each other"):
        design_page.ordered({"a": {"b"}, "b": {"a"}})


def test_a_page_without_the_part_is_refused():
    with pytest.raises(ValueError, match="no part named way"):
        fill("text", {"way": "new"})
