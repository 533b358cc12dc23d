"""What a person does at the page, in a few words."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count
from time import monotonic
from typing import Any

from tests.patience import PATIENCE

from .house import TABLES_EACH

_NUMBERS = count(1)
_USED: Counter[str] = Counter()
OPEN = ".panel[data-open]"


def own(kind: str) -> str:
    """Return the name of a table of this kind at which no test has sat; tests must not depend on their order."""
    _USED[kind] += 1
    assert _USED[kind] <= TABLES_EACH[kind], f"more tests sit at {kind} than tests.page.house.TABLES_EACH has tables"
    return f"{kind}-{_USED[kind]}"


def sit(page: Any, table: str, team: str | None = None) -> str:
    """Take the free seat of a table from the lobby, as a person would; `table` is one of the test's own (`own`)."""
    name = team or f"Visitor {next(_NUMBERS)}"
    page.click(f"[data-table='{table}'] .primary")
    page.fill("#team", name)
    page.click("form .primary")
    page.wait_for_selector(".panel")
    return name


def until(page: Any, truth: str, timeout: float = PATIENCE) -> None:
    """Wait until an expression holds; Playwright's own waiting evaluates texts in the page, which its policy forbids."""
    end = monotonic() + timeout
    while not page.evaluate(truth):
        assert monotonic() < end, f"not within {timeout} s: {truth}"
        page.wait_for_timeout(30)


def asked(page: Any) -> None:
    """Wait for one's turn."""
    page.wait_for_selector(OPEN)


def decision(page: Any) -> str:
    """The buttons that can be pressed now."""
    return str(page.eval_on_selector_all(".panel .move:not([hidden])", "all => all.map(e => e.textContent).join('|')"))


def press(page: Any, button: str) -> None:
    """Press a button of the panel, twice if it asks: an all-in, and a fold where checking is free."""
    page.locator(f".panel {button}").click()
    if page.locator(".panel .complaint").count() and re.search("Press .*again", page.inner_text(".panel .complaint")):
        page.locator(f".panel {button}").click()


def answer(page: Any, button: str) -> None:
    """Press a button and wait until the prompt has been answered."""
    key = page.get_attribute(".panel", "data-decision")
    press(page, button)
    until(page, f"document.querySelector('.panel').dataset.decision !== {key!r}")
