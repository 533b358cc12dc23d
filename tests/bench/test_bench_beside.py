"""`python -m bench.beside`: two versions in turns, the interval of their ratio, the file it writes, its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import croupier
from bench import beside

OURS = Path(croupier.__file__).parents[1]


class Fixed:
    """A side that is always as fast."""

    def __init__(self, rate):
        self.of = rate

    def rate(self, what, count):
        return self.of


def test_the_ratio_is_ours_to_theirs_with_the_warm_up_left_out():
    assert beside.ratios(Fixed(3.0), Fixed(4.0), "actions from Python", 7) == [0.75] * 7


def test_the_interval_lies_around_the_median():
    sample = [at / 100 for at in range(80, 121)]
    middle, low, high = beside.interval(sample)
    assert middle == 1.0
    assert 0.8 < low < middle < high < 1.2
    assert beside.interval([0.9] * 50) == (0.9, 0.9, 0.9)


@pytest.mark.parametrize(("bar", "code"), [("0", 0), ("1e9", 1)])
def test_a_version_beside_itself(tmp_path, monkeypatch, capsys, bar, code):
    monkeypatch.setattr(beside, "UNITS", dict.fromkeys(beside.UNITS, 3))
    file = tmp_path / "beside.json"
    monkeypatch.setattr("sys.argv", ["beside", str(OURS), "--ours", str(OURS), "--turns", "2", "--bar", bar,
                                     "--json", str(file), "--against", "itself"])
    assert beside.main() == code
    found = json.loads(file.read_text())
    assert (found["met"], found["against"], set(found["ratios"])) == (code == 0, "itself", set(beside.UNITS))
    assert all(row["low"] <= row["ratio"] <= row["high"] for row in found["ratios"].values())
    assert capsys.readouterr().out.count("of the other's speed") == 2
