"""The server is killed and comes back: the page says so, and the player sits where he sat."""

from __future__ import annotations

import pytest

from .house import Arena, table
from .players import asked, sit, until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""


def test_a_player_comes_back_after_the_server_was_killed_and_restarted(visit, tmp_path, shot):
    arena = Arena(tmp_path, table("P-2", "P-2-1"))
    try:
        page = visit(base=arena.url, quiet=True)
        name = sit(page, "P-2-1")
        asked(page)
        cards = page.eval_on_selector_all(".pod[data-mine] .card", "all => all.map(e => e.dataset.card)")
        hand = page.inner_text(".sub")
        arena.kill()
        until(page, "document.getElementById('link').textContent.includes('lost')")
        assert "Connection lost" in page.inner_text("#told")
        shot(page, "lost")
        arena.start()
        until(page, "document.getElementById('link').textContent === 'live'", 30)
        assert "Connected again" in page.inner_text("#told")
        asked(page)
        assert page.inner_text(".pod[data-mine] .name") == name
        assert page.inner_text(".sub") == hand, "the journal has the hand"
        assert page.eval_on_selector_all(".pod[data-mine] .card", "all => all.map(e => e.dataset.card)") == cards
        page.keyboard.press("c")
        until(page, f"/{name} (calls|checks)/.test(document.querySelector('#told').textContent)")
    finally:
        arena.kill()


def test_a_spectator_comes_back_too(visit, tmp_path):
    arena = Arena(tmp_path, "house_bots = 2\n[tables.T-1]\nseats = 2\nmatches = 0\nhand_pause_ms = 200\n")
    try:
        page = visit("#/table/T-1", base=arena.url, quiet=True)
        page.wait_for_selector(".pod")
        arena.kill()
        until(page, "document.getElementById('link').textContent.includes('lost')")
        arena.start()
        until(page, "document.getElementById('link').textContent === 'live'", 30)
        until(page, "document.querySelectorAll('.log li').length > 1")
    finally:
        arena.kill()
