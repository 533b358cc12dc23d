"""`python -m tools.evidence_page`: list what each long check proves in `docs/evidence-of-checks.md`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tools.pages import DOCS, write

PAGE = "evidence-of-checks.md"
OTHERS = {"reading": "sentences understood at first reading, mixed with those of other projects"}
"""Figures that are written by tools, not by a check that says what it shows."""


def parts() -> dict[str, str]:
    """Return the generated part of the page."""
    return {"checks": "\n".join(_rows())}


def _rows() -> Iterator[str]:
    yield "| check | what it shows | volume | failures | commit | date |"
    yield "|---|---|--:|--:|---|---|"
    for path in sorted((DOCS / "evidence").glob("*.json")):
        found = json.loads(path.read_text(encoding="utf-8"))
        yield (f"| [{path.stem}](evidence/{path.name}) | {_what(found)} | {_volume(found)} | {_failures(found)} | "
               f"{str(found.get('commit', ''))[:7]} | {found.get('date', '')} |")


def _what(found: dict[str, Any]) -> str:
    return str(found.get("what") or OTHERS.get(found["check"], "")).replace("|", "\\|")


def _volume(found: dict[str, Any]) -> str:
    volume = found.get("volume")
    return f"{volume:,}" if isinstance(volume, int) else ""


def _failures(found: dict[str, Any]) -> str:
    failures = found.get("failures", found.get("failed"))
    return "" if failures is None else str(failures if isinstance(failures, int) else len(failures))


if __name__ == "__main__":
    write(PAGE, parts())
