"""My hands: listed by name and seat code, filtered, replayed from one's own eyes, shared and downloaded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from croupier.notation.files import loads

from .players import answer, asked, own, sit, until
from .test_access import sound, violations
from .test_layout import fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""


def play_two_hands(page: Any, table: str) -> str:
    """Fold, or check and call, until two hands have ended; return the player's name."""
    name = sit(page, table)
    for _ in range(2):
        asked(page)
        answer(page, ".fold" if page.locator(".panel .fold:not([hidden])").count() else ".call")
    asked(page)
    return name


def test_a_player_finds_and_replays_own_hands(visit, shot):
    page = visit()
    name = play_two_hands(page, own("P-6"))
    page.click("nav a[data-view='hands']")
    page.wait_for_selector(".own tbody tr")
    assert page.input_value("#own-team") == name
    first = page.locator(".own tbody tr").nth(0)
    assert first.locator("td").nth(3).locator(".card:not(.back)").count() == 2, "one's own cards, folded or not"
    for width, height in ((360, 780), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) == []
        assert sound(page) == []
        shot(page, f"my-hands-{width}")
    assert violations(page) == []
    page.set_viewport_size({"width": 1280, "height": 900})
    listed = page.locator(".own tbody tr").count()
    page.select_option("#own-result", "won")
    until(page, f"document.querySelectorAll('.own tbody tr').length !== {listed} || document.querySelector('.sheeted').hidden")
    page.select_option("#own-result", "")
    until(page, f"document.querySelectorAll('.own tbody tr').length >= {listed}")
    with page.expect_download() as caught:
        page.click("[data-form='phh']")
    assert len(list(loads(Path(caught.value.path()).read_text(encoding="utf-8")))) >= listed
    with page.expect_download() as caught:
        page.click("[data-form='json']")
    hands = json.loads(Path(caught.value.path()).read_text(encoding="utf-8"))
    assert all("keys" not in hand and hand["seats"][str(hand["seat"])] == name for hand in hands)
    first.locator("text=Replay").click()
    page.wait_for_selector(".transport")
    assert "#/replay/~" in page.url
    page.keyboard.press("End")
    assert page.locator(".pod .card:not(.back)").count() >= 2


def test_a_wrong_code_shows_no_hand(visit):
    page = visit()
    name = play_two_hands(page, own("P-2"))
    page.click("nav a[data-view='hands']")
    page.wait_for_selector(".own tbody tr")
    page.fill("#own-code", "not-the-code")
    page.click("form.filters .primary")
    until(page, "document.querySelector('main .sub[role=status]').textContent.startsWith('No hand of this name')")
    assert page.locator(".own tbody tr").count() == 0
    assert page.input_value("#own-team") == name
