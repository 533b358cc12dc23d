"""The page's texts: all of them in one file, ready to be translated, and none that nothing shows."""

from __future__ import annotations

import re
from typing import Any

import pytest

from croupier.arena.server.app import PAGE

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""
BY_NAME = {"evidence", "cover"}
"""Texts that the sting's bars find by the name of a figure."""
WORDS = re.compile(r"""(?:text|title|"aria-label"|placeholder): ["'`][A-Za-z]""")
"""What a person reads or hears, written where it is used."""


def sources() -> dict[str, str]:
    return {each.name: each.read_text(encoding="utf-8") for each in PAGE.glob("*.js")}


def test_every_text_is_shown_somewhere(visit):
    page: Any = visit()
    keys = set(page.evaluate("async () => Object.keys((await import('./texts.js')).t)"))
    code = "".join(sources().values())
    assert len(keys) > 300
    assert {key for key in keys if not re.search(rf"\bt\.{key}\b", code)} == BY_NAME


def test_no_text_is_written_anywhere_else():
    found = [f"{name}: {line.strip()}" for name, source in sources().items() if name != "texts.js"
             for line in source.splitlines() if WORDS.search(line)]
    assert found == []
