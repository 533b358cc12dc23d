"""The pages for researchers: every Python block runs, in order."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.docs.test_docs import run_blocks

from croupier.stats.intervals import Interval

DOCS = Path(__file__).parents[2] / "docs"
pytestmark = pytest.mark.extras


def test_the_page_of_environments_runs(capsys: pytest.CaptureFixture[str]) -> None:
    for package in ("numpy", "gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package, reason="an extra (`envs`, `openspiel`) is not installed")
    run_blocks("docs/environments.md", {"__name__": "documented"})
    assert "own_cards" in capsys.readouterr().out


def test_the_page_of_data_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="the extra `data` is not installed")
    run_blocks("docs/data.md", {"__name__": "documented"}, least=2)
    assert "'player': 'Bob'" in capsys.readouterr().out


def test_the_first_experiment_runs(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("numpy", reason="the extra `envs` is not installed")
    run_blocks("docs/first-experiment.md", {"__name__": "documented"})
    printed = capsys.readouterr().out
    assert "[-0.0555" in printed
    assert "\nTrue\n" in printed


def test_a_bound_is_given_only_where_the_interval_lies_above_zero() -> None:
    from tools.baselines import bound_text

    assert bound_text(Interval(1500.0, 250.0, 100, "mbb")) == "1,250.0"
    assert bound_text(Interval(1500.0, 1500.0, 100, "mbb")) == "nothing shown"


def test_the_page_says_of_every_bot_how_far_it_can_be_exploited() -> None:
    """The simple bots lose far more than chance explains."""
    lines = (DOCS / "research.md").read_text(encoding="utf-8").split("<!-- lbr -->")[1].split("<!-- /lbr -->")[0]
    rows = [line.strip("| ").split(" | ") for line in lines.strip().splitlines()[2:]]
    shown = {row[0] for row in rows if row[3] != "nothing shown"}
    assert shown >= {"folder", "caller", "random", "maniac"}


def test_the_page_solves_games_that_are_published() -> None:
    """The rows went missing once, when other games took the place of those that the page named."""
    from tools.baselines import BRED

    part = (DOCS / "research.md").read_text(encoding="utf-8").split("<!-- exact -->")[1].split("<!-- /exact -->")[0]
    bred = [row.split("|")[1].split(",")[0].strip() for row in part.splitlines() if "six cards" in row]
    assert len(bred) == BRED
    assert all((DOCS / "evolved" / f"{name}.json").exists() for name in bred)
