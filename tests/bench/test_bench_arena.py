"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")


from bench import arena, crowd, noise
from croupier.arena.client.load import Report


def test_both_servers_take_the_same_load():
    race, bars = arena.saturated(2, 1.0, 1)
    assert set(race.rates) == {"croupier", "croupier, in memory", "constant frames", arena.BARE}
    assert race.rate("constant frames") > race.rate("croupier") > 0
    yardstick = next(bar for bar in bars if "off ours" in bar.name)
    assert yardstick.verdict == "met", f"bench.constant is {yardstick.figure:.1f} % off: measure HAND and PER_HAND anew"


def test_answer_times_come_with_how_loud_it_was():
    bars = arena.paced(1, 0.6)
    assert all(bar.figure is not None for bar in bars)
    named = {bar.name: bar for bar in bars}
    assert named["paced: answer time, p99"].required == 20
    calm, disk = named["paced: p99 of constant frames, afterwards"], named["paced: 8 KB made safe on this disk, p99"]
    assert calm.figure > 0
    assert (calm.required, disk.required) == (10, 5)
    assert named["paced: stolen by this machine's host meanwhile"].required == noise.STOLEN_MAX


def loudness(stolen: float) -> noise.Listening:
    heard = noise.Listening()
    heard.stolen = stolen
    return heard


@pytest.mark.parametrize(("loud", "tried"), [(0, 1), (1, 2), (2, 3), (7, 8), (8, 9), (99, arena.TRIES)])
def test_a_loud_minute_is_passed_over_and_told(monkeypatch, loud, tried):
    tries: list[int] = []

    def minute(tables: int, seconds: float) -> arena.Minute:
        number = len(tries)
        tries.append(number)
        return arena.Minute(Report(answer_ms=[10.0 + number], dropped=number), loudness(0.5 + (number < loud)))

    monkeypatch.setattr(arena, "_minute", minute)
    monkeypatch.setattr(arena, "_calm", lambda tables, seconds: 1.0)
    bars = {bar.name: bar for bar in arena.paced(1, 1.0)}
    assert len(tries) == tried
    answer = bars["paced: answer time, p99"]
    assert answer.figure == 10.0 + tried - 1
    assert answer.note.count(" ms (") == tried
    passed_over = bars["paced: minutes passed over, for more was"]
    assert (passed_over.figure, passed_over.required) == (tried - 1, 7)
    assert (passed_over.verdict == "met") == (tried <= 8), "a run that waited for long says so"
    assert bars["paced: connections dropped"].figure == sum(range(tried)), "a loud minute drops nobody either"
    assert (bars["paced: stolen by this machine's host meanwhile"].verdict == "met") == (loud < 99)


def test_spectators_are_measured(monkeypatch):
    monkeypatch.setattr(arena, "WATCHED_THINK_MS", 60.0)
    monkeypatch.setattr(arena, "ARRIVING", 0.6)
    monkeypatch.setattr(noise, "STOLEN_MAX", 100.0)
    bars = arena.watched(1, 12, 0.6)
    assert len(bars) == 6
    assert all(bar.figure is not None and bar.figure >= 0 for bar in bars)
    assert next(bar for bar in bars if "did not reach" in bar.name).figure == 0


@pytest.mark.parametrize(("loud", "rounds", "tried", "slower"), [
    ([], 3, 3, 1.0), ([0], 3, 4, 2.0), ([0, 2], 2, 4, 2.0), (list(range(99)), 1, 1 + arena.TRIES, arena.TRIES / 2)])
def test_players_beside_spectators_are_compared_in_quiet_rounds(monkeypatch, loud, rounds, tried, slower):
    done: list[float] = []

    def one(tables: int, spectators: int, seconds: float) -> arena.Round:
        number = len(done)
        done.append(number)
        heard = {"reach_ms": 100.0 + number, "missed": 0, "dropped": 1}
        return arena.Round(float(number), 10.0, heard, 0.1, loudness(1.0 if number in loud else 0.0))

    monkeypatch.setattr(arena, "_round", one)
    bars = {bar.name: bar for bar in arena.watched(1, 12, 1.0, rounds)}
    assert len(done) == tried
    assert bars["spectators: players' p99, to p99 without them"].figure == slower
    assert bars["spectators: events that did not reach one, and connections dropped"].figure == tried
    assert bars["12 spectators: an event reaches all of them"].figure == 100 + tried - 1
    passed_over = bars["watched: rounds passed over as too loud"]
    assert (passed_over.figure, passed_over.required) == (min(len(loud), tried), 8)
    assert (passed_over.verdict == "met") == (len(loud) < tried)


def test_what_is_stolen_is_a_share_of_all_time(tmp_path, monkeypatch):
    stat = tmp_path / "stat"
    monkeypatch.setattr(noise, "STAT", stat)
    stat.write_text("cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 1 1\n")
    with noise.Listening() as heard:
        stat.write_text("cpu  100 0 100 787 0 0 0 13 7 7\ncpu0 1 1\n")
    assert heard.stolen == pytest.approx(100 * 3 / 900)
    assert heard.is_low
    with noise.Listening() as heard:
        stat.write_text("cpu  190 0 190 1494 0 0 0 26 7 7\n")
    assert not heard.is_low
    stat.unlink()
    with noise.Listening() as heard:
        pass
    assert (heard.stolen, heard.is_low) == (0.0, True), "a machine that does not tell is taken for quiet"


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
