"""The harness compares within rounds, names who is missing, and says which bars were met."""

import json

import pytest
from bench.bars import Bar, bar_table, ratio_bar

from bench import __main__ as command
from bench import harness, threads


def steady(units_per_second):
    """A contender whose own clock says it does so many units a second."""
    return lambda: lambda n: harness.Done(n, n / units_per_second)


def absent():
    raise ImportError("no such library")


def unbuilt():
    raise harness.Unavailable("no C compiler")


@pytest.fixture
def race():
    contenders = {"ours": steady(300), "slow": steady(10), "fast": steady(100), "gone": absent, "limit": unbuilt}
    return harness.race("a race", "units", contenders, harness.Options(3, 0.01))


def test_rates_and_ratios(race):
    assert race.rate("slow") == pytest.approx(10)
    assert race.ratio("ours", "fast") == pytest.approx(3)
    assert race.best(but="ours") == "fast"


def test_a_ratio_is_taken_within_rounds():
    race = harness.Race("t", "u", {"a": [10, 100, 30], "b": [5, 50, 10]})
    assert race.ratio("a", "b") == 2


def test_who_cannot_take_part_is_named(race):
    assert race.left_out == {"gone": "not installed", "limit": "no C compiler"}
    assert ratio_bar("b", race, "ours", "gone", 2).row[-1] == "skipped: gone not installed"


def test_time_is_cpu_time_unless_the_contender_says():
    assert harness.turn(lambda n: None, 5)[0] == 5
    assert harness.turn(lambda n: harness.Done(seconds=2.0), 5) == (5, 2.0)


@pytest.mark.parametrize(("figure", "at_most", "verdict"), [
    (2.0, False, "met"), (1.9, False, "missed"), (2.0, True, "met"), (2.1, True, "missed"), (None, False, "skipped")])
def test_verdicts(figure, at_most, verdict):
    assert Bar("bar", figure, 2.0, at_most=at_most).verdict == verdict


def test_the_best_peer_is_the_one_to_beat(race):
    bar = ratio_bar("b", race, "ours", None, 2)
    assert bar.figure == pytest.approx(3)
    assert bar.note == "against fast"


def test_the_table_is_markdown():
    first, rule, row = bar_table([Bar("speed", 3.14159, 2)]).splitlines()
    assert first.startswith("| bar")
    assert set(rule) <= set("|-: ")
    assert [cell.strip() for cell in row.strip("|").split("|")] == ["speed", "3.14 ×", "≥ 2 ×", "met"]


def test_disturbed_rounds_do_not_count_for_threads():
    wall = harness.Race("t", "u", {threads.ONE: [10.0] * 8, threads.TWO: [19.0] * 6 + [8.0] * 2})
    bar = threads.thread_bar(wall, [0.0] * 6 + [0.4] * 2)
    assert bar.figure == pytest.approx(1.9)
    assert threads.thread_bar(wall, [0.4] * 8).verdict == "skipped"


@pytest.mark.parametrize(("figure", "code"), [(3.0, 0), (1.0, 1)])
def test_the_exit_code_tells_of_missed_bars(figure, code, monkeypatch, tmp_path, capsys):
    class Subset:
        measure = staticmethod(lambda options: ([], [Bar("a bar", figure, 2.0)]))

    real = command.import_module
    monkeypatch.setattr(command, "import_module", lambda name: Subset if name == "bench.engine" else real(name))
    written = tmp_path / "out" / "bars.json"
    assert command.main(["engine", "--json", str(written)]) == code
    assert json.loads(written.read_text())["bars"][0]["figure"] == figure
    assert "a bar" in capsys.readouterr().out


def test_an_unknown_subset_is_refused(capsys):
    with pytest.raises(SystemExit):
        command.main(["rankings"])
    assert "there are ranking, equity" in capsys.readouterr().err
