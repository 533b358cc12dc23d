"""The page on players from elsewhere: every Python block runs, every command exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.docs.test_docs import blocks

from croupier.cli.app import COMMANDS

PAGE = "docs/players-from-elsewhere.md"
HEAVY = re.compile(r'"(rlcard|openspiel):')


@pytest.mark.parametrize("heavy", [False, pytest.param(True, marks=pytest.mark.extras)], ids=["light", "heavy"])
def test_every_python_block_runs(heavy: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for package in ("pypokerengine", *(("rlcard", "pyspiel") if heavy else ())):
        pytest.importorskip(package, reason=f"{package} is not installed")
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o755)
    found = [block for block in blocks(PAGE, "python") if heavy or not HEAVY.search(block)]
    assert len(found) == (4 if heavy else 2)
    names: dict[str, object] = {"__name__": "documented"}
    for number, block in enumerate(found):
        exec(compile(block, f"{PAGE}, block {number + 1}", "exec"), names)


def test_commands_shown_exist() -> None:
    commands = re.findall(r"^croupier (\S+)", "\n".join(blocks(PAGE, "sh")), re.MULTILINE)
    assert len(commands) >= 6
    assert set(commands) <= set(COMMANDS)
