"""Settings of the documentation site: `make docs` builds it into build/docs; warnings are errors."""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
from tools.api_reference import write_all

PACKAGE = Path(__file__).parents[1] / "src" / "croupier" / "__init__.py"

project = "croupier"
author = "The croupier engineers"
release = version = re.findall(r'^__version__ = "(.+)"$', PACKAGE.read_text(encoding="utf-8"), re.MULTILINE)[0]
extensions = ["myst_parser"]
exclude_patterns = ["evidence", "evolved/*.json"]
html_theme = "furo"
html_title = f"croupier {version}"
html_copy_source = False
html_show_sphinx = False
templates_path: list[str] = []
myst_heading_anchors = 4
myst_enable_extensions = ["colon_fence"]
myst_links_external_new_tab = False


def setup(app: object) -> None:
    """Adapt pages that are also read on the repository's site, which knows neither MyST's anchors nor its languages."""
    app.connect("source-read", _adapt)  # type: ignore[attr-defined]
    write_all()  # the API reference, read from the source code


def _adapt(app: object, docname: str, source: list[str]) -> None:
    """Turn HTML anchors into targets that Sphinx checks, and show diagrams as text."""
    text = re.sub(r'^<a id="([\w-]+)"></a>$', r"(\1)=", source[0], flags=re.MULTILINE)
    source[0] = text.replace("```mermaid\n", "```text\n")
