"""The sting on the page, through the real arena: a run against the house's Narc and Customer."""

from __future__ import annotations

from typing import Any

import pytest

from .players import own, until
from .test_access import sound, violations
from .test_layout import SIZES, fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

OPEN = ".sting[data-open]"


def turn(page: Any) -> str:
    page.wait_for_selector(OPEN)
    return str(page.get_attribute(".sting", "data-decision"))


def answered(page: Any, decision: str) -> None:
    until(page, f"document.querySelector('.sting').dataset.decision !== {decision!r}")


def seated(page: Any) -> None:
    """The form tells what the game is about; then one sits as the Player."""
    page.click(f"[data-table='{own('STING')}'] .primary")
    page.wait_for_selector("form.join")
    page.fill("#team", "Seller")
    page.click("form .primary")


def test_a_run_is_played_with_keys_and_mouse_and_everything_is_shown(visit, shot):
    page = visit()
    seated(page)
    turn(page)
    assert page.inner_text(".role[data-mine] h2") == "Player"
    assert page.locator(".owncard").count() == 3
    assert "raises left" in page.inner_text(".sting .facts")
    assert "A fold keeps 20 cards" in page.inner_text(".keeps")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    page.keyboard.press("?")
    page.wait_for_selector("dialog[open]")
    assert violations(page) == []
    words = page.inner_text("dialog")
    assert page.inner_text(".owncard b >> nth=0") in words
    page.keyboard.press("Escape")
    name = page.inner_text(".owncard b >> nth=1")
    decision = turn(page)
    page.locator(".owncard .face").nth(1).click()
    answered(page, decision)
    until(page, "document.querySelectorAll('.lane:nth-child(3) .played').length === 1")
    flips, seen = 0, set()
    for _ in range(60):
        decision = turn(page)
        seen.add(page.inner_text(".sting .phase"))
        if page.locator(".played:not([data-down])").count() and not flips:
            flips = 1
            assert page.locator(".played:not([data-down]) b").first.inner_text()
            assert name in page.inner_text(".lane:nth-child(3)")
            for width, height in SIZES:
                page.set_viewport_size({"width": width, "height": height})
                page.wait_for_timeout(100)
                assert fits(page) == []
                assert sound(page) == []
                shot(page, f"sting-{width}")
        page.keyboard.press("c")
        answered(page, decision)
        if "Hand 2 of" in page.inner_text(".sting .facts") or page.inner_text(".sting .verdict"):
            break
    assert flips
    assert {"betting", "go on or fold?"} <= seen
    until(page, "/Safe|Bust|insured|Folded/.test(document.querySelector('#told').textContent)")


def test_the_bars_and_figures_of_the_sting_are_those_of_its_cards(visit):
    page = visit()
    found = page.evaluate("""async () => {
        const { figures, runOf, scale } = await import('./stingstate.js');
        const card = { name: 'Deal', kind: 'modifier', price: 0, multiplier: 150, evidence: -5, cover: 0, heat: 10, cost: 0, penalty: 0, threshold: 0 };
        const event = (ev, seat, data) => ({ ev, seat, data, event_no: 1 });
        const state = { view: null, viewAt: 0, game: [event('HANDBEGAN', undefined, { hand: 1, cash: 5, heat: 2 }), event('ENTERED', undefined, { phase: 'betting', round: 1 }),
            event('DREW', 4, { card: null }), event('RAISED', 4, { card: null }), event('RAISED', 7, { card: null }), event('FLIPPED', 4, { card })] };
        const run = runOf(state, (seat) => [1, 4, 7].indexOf(seat));
        return { figures: figures(card), scale: scale({ evidence: 10, cover: 40 }), holder: run.holder, left: run.raisesLeft, table: run.table.map((each) => [each.role, each.flipped]), held: run.held };
    }""")
    assert found == {"figures": [["multiplier", 150], ["evidence", -5], ["heat", 10]], "scale": {"evidence": 0.25, "cover": 1}, "holder": 1, "left": 1,
                     "table": [[1, True], [2, False]], "held": [0, 0, -1]}


