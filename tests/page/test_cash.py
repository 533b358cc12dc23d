"""Sitting in and out at a cash table, on the page (seed 004): buy-in, pause, debt, waiting, coming back, chips, leaving."""

from __future__ import annotations

import pytest

from .players import answer, asked, own, until
from .test_access import sound

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

LOBBY = """async (table) => (await (await fetch('api/tables/' + table)).json()).players.find((row) => row.team === 'Banker')"""


def test_a_visit_at_a_cash_table(visit, shot):
    table = own("CASH")
    page = visit(f"#/table/{table}/1")
    page.wait_for_selector("#buy-in")
    page.fill("#team", "Banker")
    page.fill("#buy-in", "1")
    page.click("form .primary")
    assert page.locator("form.join").count() == 1, "less than the least is not sent"
    page.fill("#buy-in", "3000")
    page.click("form .primary")
    asked(page)
    assert page.evaluate(LOBBY, table)["stack"] <= 3000
    assert page.is_visible("[data-intent='2']")
    page.click("[data-intent='2']")
    until(page, "document.querySelector(\"[data-intent='0']\").checkVisibility()")
    for _ in range(60):
        row = page.evaluate(LOBBY, table)
        if row.get("debt"):
            break
        if page.locator(".panel[data-open]").count():
            answer(page, ".move.call")
        page.wait_for_timeout(100)
    until(page, "document.querySelector('.debt').textContent.includes('You owe')")
    debt = page.inner_text(".debt")
    assert f"{page.evaluate(LOBBY, table)['debt']:,}" in debt or "You owe" in debt
    assert sound(page) == []
    shot(page, "cash-sits-out")
    page.click("[data-intent='1']")
    until(page, "document.querySelector(\"[data-intent='2']\").checkVisibility()")
    page.evaluate("document.querySelector(\"[data-intent='0']\").click()")  # unless the big blind has come already
    asked(page)
    until(page, "document.querySelector('.debt').textContent === ''")
    if page.is_visible("[data-buy]"):
        page.click("[data-buy]")
        until(page, "document.querySelector('.debt').textContent.includes('with the next hand')")
        for _ in range(60):
            if "Banker adds" in page.inner_text("#told"):
                break
            if page.locator(".panel[data-open]").count():
                page.evaluate("document.querySelector('.move.fold').click(); document.querySelector('.move.fold').click()")
            page.wait_for_timeout(100)
        assert "Banker adds" in page.inner_text("#told")
    page.click("[data-intent='3']")
    assert "Press again" in page.inner_text("[data-intent='3']")
    page.click("[data-intent='3']")
    page.wait_for_selector(".farewell", timeout=300_000)
    assert "left" in page.inner_text(".farewell")
    assert page.evaluate(LOBBY, table) is None
