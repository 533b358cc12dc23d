"""Every Python block of the lab's page runs, in order, and prints what its comments say."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "lab.md"


def test_every_python_block_of_the_lab_runs(capsys):
    names = {"__name__": "documented"}
    found = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert len(found) >= 4
    for number, block in enumerate(found):
        exec(compile(block, f"docs/lab.md, block {number + 1}", "exec"), names)
    printed = capsys.readouterr().out
    assert "seat 0 may check or bet 20" in printed
    assert "\n[]\n1 20 [0, 10, 20]\nTrue False\n" in printed
    assert "[-0.0556" in printed.replace("-0.05555", "-0.0556").replace("-0.05556", "-0.0556")
    assert sum(names["state"].payoffs) == 0
