"""How it looks, measured: no overflow, no overlap, no shift; and screenshots, kept to be looked at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from .house import NAMES
from .players import asked, own, sit, until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

LAYOUT = (Path(__file__).parent / "layout.js").read_text(encoding="utf-8")
SIZES = ((360, 780), (768, 1024), (1440, 900))
DRAWN = "(felt => !felt || Number(felt.dataset.width) === felt.clientWidth)(document.querySelector('.felt'))"
"""The felt has been drawn for the width it has now."""
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => { for (const each of list.getEntries()) if (!each.hadRecentInput) window.shifts.push(
    [each.value, each.sources.map((source) => source.node?.className ?? source.node?.nodeName).join(' ')]); })
    .observe({ type: 'layout-shift', buffered: true });"""


def fits(page: Any) -> list[str]:
    return list(page.evaluate(LAYOUT))


def at_all_sizes(page: Any, shot: Any, name: str) -> None:
    """Look at a page at every size, several times: things happen on it."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        until(page, DRAWN)
        for _ in range(3):
            page.wait_for_timeout(80)
            assert fits(page) == [], f"{name} at {width}"
        shot(page, f"{name}-{width}")


@pytest.mark.parametrize("seats", [2, 6])
def test_a_player_with_the_longest_name_at_every_size(visit, shot, seats):
    page = visit()
    sit(page, own(f"P-{seats}"), "M" * 31 + str(seats))
    asked(page)
    at_all_sizes(page, shot, f"play-{seats}")


def test_ten_seats_with_hostile_and_right_to_left_names_at_every_size(visit, shot):
    page = visit("#/table/NAMES", script="window.boomed = 0; window.boom = () => { window.boomed += 1; };")
    page.wait_for_selector(".pod[data-kind='turn'], .pod[data-kind='won'], .pod[data-kind='in']")
    at_all_sizes(page, shot, "names-10")
    shown = page.eval_on_selector_all(".pod .name", "all => all.map(e => e.textContent)")
    assert set(NAMES) <= set(shown), "every name is text, letter by letter"
    assert page.evaluate("window.boomed") == 0
    assert page.locator("main img, main script").count() == 0
    until(page, "document.querySelectorAll('.log li').length > 2")
    assert page.locator(".log img, #told img, .log script").count() == 0


def test_ten_seats_as_a_player(visit, shot):
    page = visit()
    sit(page, own("P-10"), "W" * 32)
    asked(page)
    at_all_sizes(page, shot, "play-10")


@pytest.mark.parametrize(("view", "sign"), [("", ".tablecard"), ("#/standings", ".results tbody tr"), ("#/replay", "#paste")])
def test_the_other_pages_at_every_size(visit, shot, view, sign):
    page = visit(view)
    page.wait_for_selector(sign)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        at_all_sizes(page, shot, f"{view.removeprefix('#/') or 'lobby'}-{scheme}")


def test_nothing_shifts_while_a_table_plays(visit):
    page = visit("#/table/NAMES", script=SHIFTS)
    page.wait_for_selector(".log li")  # the hand in play has come, not the empty table alone
    page.wait_for_timeout(300)
    page.evaluate("window.shifts.length = 0")
    page.wait_for_timeout(1500)
    shifts = page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.01, shifts


def test_nothing_shifts_while_one_plays(visit):
    page = visit("", script=SHIFTS)
    sit(page, own("P-6"))
    asked(page)
    page.wait_for_timeout(700)
    page.evaluate("window.shifts.length = 0")
    for _ in range(4):
        asked(page)
        page.evaluate("document.querySelector('.move.call').click()")
        page.wait_for_timeout(150)
    shifts = sorted(page.evaluate("window.shifts"), reverse=True)
    assert sum(value for value, _ in shifts) < 0.01, shifts


def test_motion_is_by_transform_and_opacity_alone(visit):
    page = visit("#/table/W-1")
    page.wait_for_selector(".pod")
    moved: set[str] = set()
    for turn in range(400):  # two seconds of play, and longer where the table waits for its next hand
        if turn >= 40 and moved:
            break
        moved |= set(page.evaluate("""() => document.getAnimations().flatMap((each) => each.transitionProperty ? [each.transitionProperty] :
            each.effect.getKeyframes().flatMap((frame) => Object.keys(frame).filter((key) => !['offset', 'computedOffset', 'easing', 'composite'].includes(key))))"""))
        page.wait_for_timeout(50)
    assert moved
    assert moved <= {"transform", "opacity"}


def test_those_who_want_no_motion_get_none_but_the_clock(visit, browser, arena):
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(arena.url + "#/table/W-1")
    page.wait_for_selector(".pod")
    for _ in range(10):
        moving = page.evaluate("document.getAnimations().map((each) => each.effect.target.className)")
        assert set(moving) <= {"clock"}
        page.wait_for_timeout(80)
    context.close()


def test_the_four_colour_deck_and_the_theme_are_kept(visit):
    page = visit()
    page.click("summary")
    page.check("#four")
    page.check("[value='dark']")
    page.reload()
    assert page.evaluate("document.documentElement.dataset.deck") == "four"
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 22, 26)"
