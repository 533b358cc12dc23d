"""The operator's page: behind the code, tables as they are, commands, what cannot be undone, the log."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .house import Arena, Company
from .players import until
from .test_access import sound, violations
from .test_layout import fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

CODE = "the-operator-code-of-a-test"
TABLES = """
house_bots = 0
[tables.T-1]
seats = 4
matches = 0
min_teams = 4
move_time_ms = 0
[tables.T-2]
seats = 3
matches = 0
hand_control = "operator"
move_time_ms = 0
"""


@pytest.fixture(scope="module")
def desk(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    folder: Path = tmp_path_factory.mktemp("desk")
    running = Arena(folder, TABLES, "--operator", CODE)
    Company(running.url, "T-1", ["Alpha", "Beta", "Gamma"], silent=("Gamma",))
    yield running
    running.kill()


def signed_in(visit: Any, desk: Arena, **size: int) -> Any:
    page = visit("#/operator", base=desk.url, **size)
    page.fill("#operator-code", CODE)
    page.click("form .primary")
    page.wait_for_selector("[data-table='T-1'] .teams .name >> nth=2")
    return page


def test_a_wrong_code_shows_nothing(visit, desk):
    page = visit("#/operator", base=desk.url, quiet=True)
    page.fill("#operator-code", "guess")
    page.click("form .primary")
    page.wait_for_selector(".complaint")
    assert "not the operator's code" in page.inner_text(".complaint")
    assert page.locator(".desk").count() == 0
    assert violations(page) == []


def test_an_operator_runs_the_tables(visit, desk, shot):
    page = signed_in(visit, desk)
    watcher = visit("#/table/T-1", base=desk.url)
    watcher.wait_for_selector(".pod")
    table = page.locator("[data-table='T-1']")
    assert "waiting for players" in table.inner_text()
    page.fill("#min-T-1", "3")
    table.locator(".minimum button").click()
    until(page, "document.querySelector('[data-table=\"T-1\"] .status').dataset.status === 'hand_in_progress'")
    until(page, "document.querySelector('[data-table=\"T-1\"] .teams').textContent.includes('to act')")
    table.locator("[data-command='SKIP']").click()
    until(page, "document.querySelector('.told').textContent === 'T-1: Skipped.'")
    page.wait_for_selector("[data-table='T-1'] [data-command='VOID']:enabled")
    table.locator("[data-command='PAUSE']").click()
    until(page, "document.querySelector('[data-table=\"T-1\"] .status').dataset.status === 'paused'")
    page.fill("#operator-message", "Ten minutes of rest")
    page.click("form.message .primary")
    watcher.wait_for_selector(".log li:has-text('Ten minutes of rest')")
    assert "Ten minutes of rest" in watcher.inner_text(".notice")
    watcher.click(".notice button")
    assert watcher.inner_text(".notice") == ""
    table.locator("[data-command='VOID']").click()
    page.click("dialog button:not(.danger)")
    until(page, "!document.querySelector('dialog')")  # cancelled, nothing was done
    table.locator("li:has-text('Gamma') [data-command='REMOVE']").click()
    assert "cannot be undone" in page.inner_text("dialog")
    shot(page, "operator-sure")
    assert violations(page) == []
    page.click("dialog .danger")
    until(page, "document.querySelector('.told').textContent === 'T-1: Removed.'")
    table.locator("[data-command='RESUME']").click()
    until(page, "[...document.querySelectorAll('.log li')].length >= 5")
    log = page.inner_text(".log")
    assert ("Void hand" not in log, "Remove Gamma" in log, "“Ten minutes of rest”" in log) == (True, True, True)
    for width, height in ((360, 780), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) == []
        assert sound(page) == []
        shot(page, f"operator-{width}")
    assert violations(page) == []
