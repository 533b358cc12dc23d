"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")


from bench import arena, crowd
from croupier.arena.client.load import Report


def test_both_servers_take_the_same_load():
    race, bars = arena.saturated(2, 1.0, 1)
    assert set(race.rates) == {"croupier", "croupier, in memory", "constant frames", arena.BARE}
    assert race.rate("constant frames") > race.rate("croupier") > 0
    yardstick = next(bar for bar in bars if "off ours" in bar.name)
    assert yardstick.verdict == "met", f"bench.constant is {yardstick.figure:.1f} % off: measure HAND and PER_HAND anew"


def test_answer_times_come_with_those_of_constant_frames():
    bars = arena.paced(1, 0.6)
    assert all(bar.figure is not None for bar in bars)
    ours, theirs = (next(bar for bar in bars if name in bar.name) for name in ("p99", "of constant frames"))
    assert theirs.figure > 0
    assert (ours.required, theirs.required) == (20, 10)


@pytest.mark.parametrize(("loud", "tried"), [([], 1), ([0], 2), ([0, 1], 3), ([0, 1, 2], 3)])
def test_a_loud_minute_is_passed_over_and_told(monkeypatch, loud, tried):
    tries: list[int] = []

    def minute(tables: int, seconds: float) -> arena.Minute:
        number = len(tries)
        tries.append(number)
        report = Report(answer_ms=[10.0 + number], dropped=number)
        noise = arena.Noise(arena.CALM_MS + (1 if number in loud else 0), arena.SYNC_MS, looks=2)
        return arena.Minute(report, noise)

    monkeypatch.setattr(arena, "_minute", minute)
    bars = {bar.name: bar for bar in arena.paced(1, 1.0)}
    assert len(tries) == tried
    answer = bars["paced: answer time, p99"]
    assert answer.figure == 10.0 + tried - 1
    assert answer.note.count(" ms") == tried
    assert bars["paced: minutes passed over as too loud"].figure == tried - 1
    assert bars["paced: looks until it was quiet"].figure == 2 * tried
    assert bars["paced: connections dropped"].figure == sum(range(tried)), "a loud minute drops nobody either"
    assert (bars["paced: the same of constant frames, for how loud it was"].verdict == "met") == (len(loud) < 3)


@pytest.mark.parametrize(("seconds", "loud", "looks"), [(arena.A_LOOK, 0, 1), (arena.A_LOOK, 4, 5), (1.0, 4, 1),
                                                        (arena.A_LOOK, 99, arena.LOOKS)])
def test_a_quiet_machine_is_waited_for_but_not_forever(monkeypatch, seconds, loud, looks):
    noises = iter([arena.Noise(arena.CALM_MS, arena.SYNC_MS + 1)] * loud + [arena.Noise(1.0, 1.0)])
    monkeypatch.setattr(arena, "_noise", lambda tables, seconds: next(noises))
    noise = arena._when_quiet(1, seconds)
    assert noise.looks == looks
    assert noise.is_low == (looks > loud)


def test_spectators_are_measured(monkeypatch):
    monkeypatch.setattr(arena, "WATCHED_THINK_MS", 60.0)
    monkeypatch.setattr(arena, "ARRIVING", 0.6)
    bars = arena.watched(1, 12, 0.6, until=lambda: 3)
    assert len(bars) == 6
    assert next(bar for bar in bars if "passed over" in bar.name).figure == 3
    assert all(bar.figure is not None and bar.figure >= 0 for bar in bars)
    assert next(bar for bar in bars if "did not reach" in bar.name).figure == 0


def test_a_crowd_that_cannot_come_says_why():
    told = pytest.raises(ConnectionError, match=r"did not come: \[Errno")
    with told, crowd.crowd("ws://127.0.0.1:9/ws", 3, 1):
        pass


@pytest.mark.parametrize(("ours", "constant", "figure"), [((10, 2000), (10, 2000), 0), ((11, 2000), (10, 2000), 10),
                                                          ((10, 1500), (10, 2000), 25)])
def test_a_yardstick_that_drifts_is_told(ours, constant, figure):
    assert arena._yardstick_bar(ours, constant).figure == pytest.approx(figure)


def test_the_bar_is_how_many_times_as_much_an_action_costs():
    bar = arena._cost_bar(arena.Race("", "", {"croupier": [1.0, 10.0], "constant frames": [2.0, 20.0]}))
    assert (bar.figure, bar.at_most, bar.required) == (2.0, True, 2.5)
