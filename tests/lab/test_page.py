"""docs/lab.md is true: its JSON is a known game, its numbers of things are right."""

from __future__ import annotations

import re
from pathlib import Path

from croupier import lab

PAGE = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


def test_the_json_is_simple_poker():
    (text,) = blocks("json")
    assert lab.loads(text) == lab.load("simple-poker")


def test_operators_and_games_are_counted_right():
    assert f"one of {len(lab.operators.OPERATORS)} operators" in PAGE
    assert len(lab.names()) == 23
    for name in lab.names():
        assert name == "war" or f"| {name} (" in PAGE or f"{name} " in PAGE


def test_every_phase_and_condition_is_named():
    from typing import get_args

    from croupier.games.genome.values import AnyPhase, Win

    for phase in get_args(AnyPhase):
        assert f"`{phase.__name__}`" in PAGE
    for condition in get_args(Win):
        assert f"`{condition}`" in PAGE
