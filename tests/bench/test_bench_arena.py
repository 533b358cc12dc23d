"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")


from bench import arena


def test_both_servers_take_the_same_load():
    race = arena.saturated(1, 0.7, 1)
    assert set(race.rates) == {"croupier", "croupier, in memory", "constant frames"}
    assert race.rate("constant frames") > race.rate("croupier") > 0


def test_spectators_are_measured():
    bars = arena.watched(1, 12, 0.6)
    assert len(bars) == 3
    assert all(bar.figure is not None and bar.figure >= 0 for bar in bars)


def test_the_bar_is_how_many_times_as_much_an_action_costs():
    bar = arena._cost_bar(arena.Race("", "", {"croupier": [1.0, 10.0], "constant frames": [2.0, 20.0]}))
    assert (bar.figure, bar.at_most, bar.required) == (2.0, True, 2.5)
