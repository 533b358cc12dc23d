"""Every attack of the list has a test that is named by its number, and a line in docs/limits.md that names it."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec

from croupier.arena.core.config import Limits

HERE = Path(__file__).parent
ATTACKS = 39
PAGE = (HERE.parents[1] / "docs/limits.md").read_text(encoding="utf-8")


def found() -> dict[int, set[str]]:
    """The files with tests of each attack."""
    by_number: dict[int, set[str]] = {}
    for file in HERE.glob("test_*.py"):
        for number in re.findall(r"^def test_attack_(\d\d)_", file.read_text(encoding="utf-8"), re.MULTILINE):
            by_number.setdefault(int(number), set()).add(file.stem)
    return by_number


def test_every_attack_is_tested_and_documented():
    rows = re.findall(r"^\| (\d+) \| .+ \| .+ \| `(\w+)` \| .+ \|$", PAGE, re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, ATTACKS + 1))
    assert found() == {int(number): {file} for number, file in rows}


def test_every_limit_is_documented_with_its_default():
    for field in msgspec.structs.fields(Limits):
        rows = [line.split("|") for line in PAGE.splitlines() if line.startswith("| ")]
        (row,) = [cells for cells in rows if f"`{field.name}`" in cells[1]]
        assert row[2].strip() == f"{field.default:,}", field.name
