"""The page about long checks lists every file of evidence as it is."""

from __future__ import annotations

import pytest
from tools.evidence_page import PAGE, parts
from tools.pages import DOCS, fill


def test_the_page_is_what_the_files_say() -> None:
    page = (DOCS / PAGE).read_text(encoding="utf-8")
    assert fill(page, parts()) == page, "run: python -m tools.evidence_page"


@pytest.mark.parametrize("path", sorted((DOCS / "evidence").glob("*.json")), ids=lambda path: path.stem)
def test_every_file_has_a_row_that_says_what_it_shows(path) -> None:
    (row,) = [row for row in parts()["checks"].splitlines() if row.startswith(f"| [{path.stem}]")]
    assert len(row.split(" | ")[1]) > 10
