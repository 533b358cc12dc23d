"""One browser and one server for all tests of the page; skipped, with the reason, where there is no Chromium.

Both end with this folder: while Playwright is open, no other test of the same process could run an event loop.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE

from .house import NAMES, Arena, Company, settings

SHOTS = os.environ.get("CROUPIER_SHOTS")
"""A folder for screenshots to look at; none are taken unless it is set, because they cost half a second each."""
TIMEOUT = 1000 * PATIENCE
"""Milliseconds within which something must be there."""
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--no-first-run", "--disable-dev-shm-usage"]


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    sync = pytest.importorskip("playwright.sync_api", reason="the page is not tested: playwright is not installed")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        pytest.skip("the page is not tested: no chromium (Debian: apt-get install chromium)")
    with sync.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture(scope="package")
def arena(tmp_path_factory: pytest.TempPathFactory, browser: Any) -> Iterator[Arena]:
    running = Arena(tmp_path_factory.mktemp("arena"), settings())
    Company(running.url, "NAMES", NAMES)
    yield running
    running.kill()


class Window:
    """One window for all tests, so that each need not open its own: emptied and cleared of what was kept after each."""

    def __init__(self, browser: Any) -> None:
        self.context = browser.new_context()
        self.context.set_default_timeout(TIMEOUT)
        self.page = self.context.new_page()

    def opened(self, width: int, height: int, scheme: str) -> Any:
        self.page.set_viewport_size({"width": width, "height": height})
        self.page.emulate_media(color_scheme=scheme)
        return self.page

    def empty(self) -> None:
        if self.page.url != "about:blank":
            self.page.evaluate("localStorage.clear(); sessionStorage.clear()")
            self.page.goto("about:blank")


@pytest.fixture(scope="package")
def window(browser: Any) -> Iterator[Window]:
    made = Window(browser)
    yield made
    made.context.close()


@pytest.fixture
def visit(browser: Any, arena: Arena, window: Window) -> Iterator[Callable[..., Any]]:
    """Opens an address, the first of a test in the common window, others in windows of their own; any error of the page
    fails the test."""
    contexts, errors, listening = [], [], []

    def note(page: Any, event: str, words: Callable[[Any], str | None]) -> None:
        def noted(told: Any) -> None:
            errors.extend(filter(None, [words(told)]))

        page.on(event, noted)
        listening.append((page, event, noted))

    def own(width: int, height: int, scheme: str) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        context.set_default_timeout(TIMEOUT)
        contexts.append(context)
        return context.new_page()

    def opened(address: str = "", *, width: int = 1280, height: int = 900, scheme: str = "light", script: str = "",
               base: str | None = None, quiet: bool = False) -> Any:
        is_common = not script and base is None and window.page.url == "about:blank"
        page = (window.opened if is_common else own)(width, height, scheme)
        if not quiet:
            note(page, "pageerror", str)
            note(page, "console", lambda message: message.text if message.type == "error" else None)
        if script:
            page.add_init_script(script)
        page.goto((base or arena.url) + address)
        return page

    yield opened
    window.empty()
    for page, event, noted in listening:
        page.remove_listener(event, noted)
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def shot() -> Callable[[Any, str], None]:
    """Keeps a picture of a page."""
    def taken(page: Any, name: str) -> None:
        if SHOTS:
            Path(SHOTS).mkdir(exist_ok=True)
            page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)

    return taken
