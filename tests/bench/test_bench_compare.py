"""Two versions side by side: what is compared, and what counts as slower."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.harness import Unavailable

from bench import compare, equity, ompeval

ROOT = Path(__file__).resolve().parents[2]


def test_a_version_is_a_folder_that_holds_the_package(tmp_path: Path) -> None:
    assert compare.package_folder(str(ROOT)) == ROOT / "src"
    assert compare.package_folder(str(ROOT / "src")) == ROOT / "src"
    with pytest.raises(ValueError, match="holds no package croupier"):
        compare.package_folder(str(tmp_path))


def test_a_ratio_is_the_median_of_the_rounds() -> None:
    rounds = [({"x": 10.0, "old": 1.0}, {"x": 9.0}), ({"x": 100.0}, {"x": 80.0}), ({"x": 1.0}, {"x": 2.0})]
    assert compare.ratios(rounds) == {"x": 0.9}
    assert compare.slower({"x": 0.9, "y": 0.96, "z": 3.0}) == ["x"]


def test_a_missing_ompeval_says_what_to_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CROUPIER_OMPEVAL", str(tmp_path))
    with pytest.raises(Unavailable, match="CROUPIER_OMPEVAL"):
        ompeval.folder()


def test_every_question_of_the_bench_has_an_answer() -> None:
    for name in ("AhKh v QsQd, river", "AhKh v QQ+, flop", "JJ+,AKs v TT+,AQs+ v 22+, turn"):
        equity.our_answers(name)(1)
    assert len(equity.QUESTIONS) == 9
