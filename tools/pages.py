"""Fill the generated parts of a Markdown page: the text between `<!-- NAME -->` and `<!-- /NAME -->`."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

DOCS = Path(__file__).parents[1] / "docs"


def fill(page: str, parts: Mapping[str, str]) -> str:
    """Return the page with each named part replaced; raise ValueError if the page lacks one of the markers."""
    for name, text in parts.items():
        marked = re.compile(rf"<!-- {name} -->\n.*?<!-- /{name} -->", re.DOTALL)
        if not marked.search(page):
            raise ValueError(f"the page has no part named {name}")
        block = f"<!-- {name} -->\n\n{text.strip()}\n\n<!-- /{name} -->"
        page = marked.sub(lambda _, block=block: block, page)  # type: ignore[misc]
    return page


def write(name: str, parts: Mapping[str, str]) -> None:
    """Fill a page in `docs/` and say on standard error whether it changed."""
    path = DOCS / name
    before = path.read_text(encoding="utf-8")
    after = fill(before, parts)
    path.write_text(after, encoding="utf-8")
    print(f"docs/{name}: {'unchanged' if after == before else 'written'}", file=sys.stderr)
