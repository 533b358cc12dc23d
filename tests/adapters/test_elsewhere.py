"""The registry of players from elsewhere: adapters are imported when their word is used, not before."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from croupier.bots import BadBot, elsewhere, seat

SOURCE = str(Path(__file__).parents[2] / "src")


def test_bots_and_contests_import_no_adapter() -> None:
    code = ("import sys, croupier, croupier.bots, croupier.contest.matches.match, croupier.client.player; "
            "print([name for name in sys.modules if name.startswith('croupier.adapters')])")
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                           env={"PYTHONPATH": SOURCE})
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("word", elsewhere.ORIGINS)
def test_a_word_alone_names_no_player(word: str) -> None:
    with pytest.raises(BadBot, match=r"needs the name of a player|needs the package"):
        seat(f"{word}:")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard", None)
    monkeypatch.delitem(sys.modules, "croupier.adapters.agents.rlcard", raising=False)
    with pytest.raises(BadBot, match=r"pip install 'croupier\[rlcard\]'"):
        seat("rlcard:random")
