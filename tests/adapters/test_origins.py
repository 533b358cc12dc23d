"""Players of five origins in one contest: chips are conserved, and nobody acts illegally."""

from __future__ import annotations

import pytest

from .origins import PAIRS, play_pair, play_table


@pytest.mark.parametrize("pair", [pair for pair in PAIRS if "rlcard" not in pair], ids=" v ".join)
def test_a_pair_of_origins(pair: tuple[str, str]) -> None:
    if "pypokerengine" in pair:
        pytest.importorskip("pypokerengine", reason="PyPokerEngine is not installed")
    assert play_pair(pair, 20, 1)["hands"] == 20


@pytest.mark.extras
@pytest.mark.parametrize("pair", [pair for pair in PAIRS if "rlcard" in pair], ids=" v ".join)
def test_a_pair_with_rlcard(pair: tuple[str, str]) -> None:
    pytest.importorskip("rlcard", reason="RLCard is not installed: pip install 'croupier[rlcard]'")
    assert play_pair(pair, 20, 1)["hands"] == 20


@pytest.mark.extras
def test_a_table_of_all_but_mit() -> None:
    for package in ("rlcard", "pyspiel", "pypokerengine"):
        pytest.importorskip(package, reason=f"{package} is not installed")
    assert play_table(60, 1)["hands"] == 60
