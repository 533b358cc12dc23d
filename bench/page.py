"""The web page in Chromium: the time to its first view and to a visitor's first own decision, and tasks that hold up
the browser for over 50 ms.

Needs playwright and Chromium; without them the bars are skipped and say so.
"""

from __future__ import annotations

import shutil
from typing import Any

from bench.bars import Bar
from bench.harness import Options, Race, progress
from croupier.devtools.own_server import OwnServer, own_server

FIRST_VIEW_MS, FIRST_DECISION_S, LONG_TASKS = 1000.0, 20.0, 0
SIZES = {"a desk": (1440, 900), "a phone": (390, 844)}
VIEWS = {"lobby": ("", ".tablecard"), "table": ("#/table/T-1", ".pod"), "sting": ("#/table/S-1", ".sting")}
"""What is opened, and the selector by which it is seen to be there."""
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
SEEN = """new MutationObserver((_, watching) => {
    if (document.querySelector('%s')) { window.seen ??= performance.now(); watching.disconnect(); }
}).observe(document, { childList: true, subtree: true });"""
LONG = """window.long = []; new PerformanceObserver((list) => window.long.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true });"""
WATCHED_MS = 5000


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """Measure the best of some visits to each view, and the long tasks of a table that plays."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return [], [Bar("the page", None, 0, note="playwright is not installed")]
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        return [], [Bar("the page", None, 0, note="there is no Chromium here")]
    with own_server("--house-bots", "6", "--sting", "1") as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        bars = [_first_view(browser, server, name, options.rounds) for name in VIEWS]
        bars.append(_long_tasks(browser, server))
        bars += [_first_decision(browser, size) for size in SIZES]
        browser.close()
    progress("")
    return [], bars


def _first_view(browser: Any, server: OwnServer, name: str, visits: int) -> Bar:
    view, sign = VIEWS[name]
    took = []
    for _ in range(visits):
        page = _opened(browser, server, view, SEEN % sign)
        page.wait_for_selector(sign)
        took.append(page.evaluate("window.seen"))
        page.context.close()
        progress(f"page, {name}: {took[-1]:.0f} ms")
    return Bar(f"page: the first view of the {name}, best of {visits}", min(took), FIRST_VIEW_MS, "ms", at_most=True)


def _first_decision(browser: Any, size: str) -> Bar:
    """Measure the way from the link that `croupier arena` alone prints to the visitor's first own decision."""
    with own_server() as server:  # the practice table has one free seat
        page = _opened(browser, server, "#/play", SEEN % ".panel[data-open]", size)
        page.wait_for_selector(".panel[data-open]")
        took = page.evaluate("window.seen") / 1000
        page.context.close()
    progress(f"page, first decision on {size}: {took:.1f} s")
    return Bar(f"page: from the printed link to a first own decision on {size}, no click", took, FIRST_DECISION_S, "s",
               at_most=True)


def _long_tasks(browser: Any, server: OwnServer) -> Bar:
    page = _opened(browser, server, "#/table/T-1", LONG)
    page.wait_for_selector(".pod")
    page.wait_for_timeout(400)
    page.evaluate("window.long.length = 0")
    page.wait_for_timeout(WATCHED_MS)
    found = page.evaluate("window.long.length")
    return Bar(f"page: tasks over 50 ms in {WATCHED_MS / 1000:.0f} s of play", found, LONG_TASKS, "", at_most=True)


def _opened(browser: Any, server: OwnServer, view: str, script: str, size: str = "a desk") -> Any:
    width, height = SIZES[size]
    page = browser.new_context(viewport={"width": width, "height": height}).new_page()
    page.add_init_script(script)
    page.goto(server.url.replace("ws", "http", 1).removesuffix("/ws") + "/" + view)
    return page
