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

from .house import NAMES, Arena, Company, settings

SHOTS = os.environ.get("CROUPIER_SHOTS")
"""A folder for screenshots, to be looked at; none are taken where none is named."""
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


@pytest.fixture
def visit(browser: Any, arena: Arena) -> Iterator[Callable[..., Any]]:
    """Opens an address in a window of its own; any error of the page fails the test."""
    contexts, errors = [], []

    def opened(address: str = "", *, width: int = 1280, height: int = 900, scheme: str = "light", script: str = "",
               base: str | None = None, quiet: bool = False) -> Any:
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme)
        context.set_default_timeout(15_000)
        contexts.append(context)
        page = context.new_page()
        if not quiet:
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        if script:
            page.add_init_script(script)
        page.goto((base or arena.url) + address)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


@pytest.fixture
def shot() -> Callable[[Any, str], None]:
    """Keeps a picture of a page, if that is wanted."""
    def taken(page: Any, name: str) -> None:
        if SHOTS:
            page.screenshot(path=Path(SHOTS) / f"{name}.png", full_page=True)

    return taken
