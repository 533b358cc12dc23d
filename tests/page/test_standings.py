"""Standings on the page and behind it: rates with intervals, courses, head to head."""

from __future__ import annotations

import json
import urllib.request

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.server.standings import POINTS_MAX, Course, Courses, flows

from .players import until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

NETS = st.lists(st.integers(-10_000, 10_000), min_size=1, max_size=9).map(lambda nets: [*nets, -sum(nets)])


@given(NETS)
def test_head_to_head_shares_add_up_exactly(nets):
    results = {f"team {place}": net for place, net in enumerate(nets)}
    shares = flows(results)
    for team, net in results.items():
        won = sum(amount for (winner, _), amount in shares.items() if winner == team)
        lost = sum(amount for (_, loser), amount in shares.items() if loser == team)
        assert won - lost == net
    assert all(amount >= -1 for amount in shares.values())


@given(st.lists(NETS, max_size=30))
def test_a_teams_row_is_its_sum(hands):
    courses = Courses()
    totals: dict[str, int] = {}
    for nets in hands:
        results = {f"team {place}": net for place, net in enumerate(nets)}
        courses.hand(results)
        for team, net in results.items():
            totals[team] = totals.get(team, 0) + net
    found = courses.as_dict()
    for team, total in totals.items():
        assert sum(row["chips"] for row in found["rivals"] if row["team"] == team) == total
        assert found["courses"][team][-1][1] == total


def test_a_course_stays_small_and_ends_at_the_sum():
    course = Course()
    for number in range(100_000):
        course.add(1 if number % 3 else -1)
    points = course.as_list()
    assert len(points) <= POINTS_MAX + 1
    assert points[0] == (0, 0)
    assert points[-1] == (100_000, course.sum)
    assert [hand for hand, _ in points] == sorted({hand for hand, _ in points})


def test_the_page_shows_results_courses_and_rivals(visit, shot, arena):
    page = visit("#/standings")
    page.wait_for_selector(".results tbody tr")
    page.wait_for_selector(".course")
    with urllib.request.urlopen(arena.url + "api/standings") as answer:
        rows = json.load(answer)
    names = page.eval_on_selector_all(".results tbody th", "all => all.map(e => e.textContent)")
    assert set(names) <= {row["team"] for row in rows}
    assert "±" in page.inner_text(".results")
    assert page.locator(".rivals tbody tr").count() == min(10, len(names))
    until(page, "document.querySelectorAll('main.standings .hands a').length > 1")
    shot(page, "standings")
