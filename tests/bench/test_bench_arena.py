"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")

from bench.harness import Options

from bench import arena


def test_both_servers_take_the_same_load():
    race = arena.saturated(1, 0.7, 1)
    assert set(race.rates) == {"croupier", "croupier, in memory", "constant frames"}
    assert race.rate("constant frames") > race.rate("croupier") > 0


def test_every_bar_is_measured(monkeypatch):
    race = arena.Race("", "", {"croupier": [1.0], "constant frames": [2.0]})
    monkeypatch.setattr(arena, "saturated", lambda *_: race)
    _, bars = arena.measure(Options(1, 0.01))
    assert len(bars) == 6
    assert all(bar.figure is not None for bar in bars)
    assert bars[0].figure == 2.0
