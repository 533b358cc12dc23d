"""Take pictures of the real page for README and docs: `python -m tools.pictures` writes docs/pictures/*.webp.

Needs Chromium and playwright, like the tests of the page. A server with the tables of `croupier arena` runs while the
pictures are taken; each state of the page is taken at three sizes, as WebP of a few KB.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import croupier

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = {"desk": (1440, 900, 0.5), "tablet": (1024, 768, 0.6), "phone": (390, 844, 0.7)}
"""Width and height of the window, and the scale at which a picture is kept."""
QUALITY = 30
ENV = {**os.environ, "PYTHONPATH": str(Path(croupier.__file__).parents[1])}
"""The server runs the same croupier as this tool."""
FLAGS = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]


def lobby(page: Any) -> None:
    """Wait until the lobby lists its tables."""
    page.wait_for_selector(".tablecard")


def begin(page: Any) -> None:
    """Wait for a first decision and skip the tour."""
    page.wait_for_selector(".panel[data-open]")
    if page.locator(".tour").count():
        page.click("text=Skip the tour")


def decision(page: Any) -> None:
    """Wait for a decision, after the flop if the bots allow it."""
    begin(page)
    for _ in range(8):
        page.wait_for_selector(".panel[data-open]")
        if page.locator(".board .card").count() or not page.is_visible(".move.call"):
            return
        if "all-in" in page.inner_text(".move.call"):
            return
        page.click(".move.call")
        page.wait_for_timeout(400)


def sting(page: Any) -> None:
    """Play a card of the sting and wait for the next decision."""
    page.wait_for_selector(".sting[data-open]")
    page.keyboard.press("1")
    page.wait_for_timeout(800)
    page.wait_for_selector(".sting[data-open]")


def replay(page: Any) -> None:
    """Open the latest hand and step into it."""
    for _ in range(20):
        if page.locator(".hands a").count():
            break
        page.wait_for_timeout(1000)
        page.reload()
        page.wait_for_selector(".hands li")
    page.click(".hands a >> nth=0")
    page.wait_for_selector(".transport")
    for _ in range(7):
        page.keyboard.press("ArrowRight")


def showdown(page: Any) -> None:
    """Check and call until cards are shown."""
    begin(page)
    while " with " not in page.inner_text(".verdict"):
        if page.locator(".panel[data-open] .move.call:visible").count():
            page.keyboard.press("c")
        page.wait_for_timeout(100)


def hands(page: Any) -> None:
    """Play some hands, then look at them."""
    begin(page)
    for _ in range(4):
        page.wait_for_selector(".panel[data-open]")
        key = page.get_attribute(".panel", "data-decision")
        page.keyboard.press("c")
        page.wait_for_selector(f".panel[data-open]:not([data-decision='{key}'])")
    for _ in range(3):
        page.wait_for_selector(".panel[data-open]")
        page.keyboard.press("f")
        page.keyboard.press("f")
        page.wait_for_timeout(1500)
    page.evaluate("location.hash = '#/hands'")
    page.wait_for_selector(".own tbody tr")


def gallery(page: Any) -> None:
    """Wait until the gallery lists its games."""
    page.wait_for_selector(".game")


def operator(page: Any) -> None:
    """Sign in as the operator."""
    page.fill("#operator-code", CODE)
    page.keyboard.press("Enter")
    page.wait_for_selector(".desk .teams")


def standings(page: Any) -> None:
    """Wait for results."""
    page.wait_for_selector(".results tbody tr")


STATES: dict[str, tuple[str, Callable[[Any], None]]] = {
    "lobby": ("", lobby), "table": ("#/play", decision), "evolved": ("#/table/G-1/2", decision),
    "sting": ("#/table/S-1/2", sting), "replay": ("#/replay", replay), "standings": ("#/standings", standings),
    "showdown": ("#/play", showdown), "hands": ("#/play", hands), "gallery": ("#/games", gallery),
    "operator": ("#/operator", operator)}
SLOW = ("showdown",)
"""States that are taken at the pace of a person: a result is gone at once otherwise."""
CODE = "code-of-the-operator"


@contextmanager
def arena(*options: str) -> Iterator[str]:
    """Run `croupier arena` on a free port and give its address."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "croupier", "arena", "--port", "0", "--operator", CODE, "--db", ":memory:",
                   *options]
        process = subprocess.Popen(command, cwd=folder, env=ENV, text=True, stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL)
        assert process.stdout is not None
        try:
            for line in process.stdout:
                if found := re.search(r"watch at (\S+)", line):
                    yield found[1]
                    break
        finally:
            process.kill()
            process.wait()


def take(browser: Any, name: str, size: str) -> Path:
    """Take one state at one size, from a server of its own so that every seat is free."""
    address, ready = STATES[name]
    width, height, scale = SIZES[size]
    with arena(*() if name in SLOW else ("--pace", "fast")) as url:
        context = browser.new_context(viewport={"width": width, "height": height})
        page = context.new_page()
        page.goto(url + address)
        ready(page)
        page.wait_for_timeout(700)  # cards and chips come to rest
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": scale}
        shot = context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY,
                                                                             "clip": clip})
        context.close()
    file = PICTURES / f"{name}-{size}.webp"
    file.write_bytes(base64.b64decode(shot["data"]))
    return file


def main() -> None:
    """Write all pictures, or those of the states named on the command line."""
    from playwright.sync_api import sync_playwright

    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("no chromium (Debian: apt-get install chromium)")
    PICTURES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        for name in sys.argv[1:] or STATES:
            for size in SIZES:
                file = take(browser, name, size)
                print(f"{file.name}: {file.stat().st_size / 1000:.1f} KB", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
