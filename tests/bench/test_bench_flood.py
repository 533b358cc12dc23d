"""The flood's bar, from recorded waits."""

from bench.flood import added_bar


def test_a_flood_is_judged_by_what_it_adds_to_the_longest_wait():
    bar = added_bar("ping", 8, [10.0, 12.0, 90.0], [25.0, 30.0, 431.0])
    assert (bar.figure, bar.required, bar.verdict) == (15.0, 20, "met")
    assert "25.0 (10.0)" in bar.note
    assert added_bar("pong", 1, [10.0], [30.5]).verdict == "missed"
    assert added_bar("pong", 1, [10.0], [5.0]).figure == 0
