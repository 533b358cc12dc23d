"""For everybody: labels, contrast, focus, the live region; and quick: small, no long task. Nothing foreign runs."""

from __future__ import annotations

import re
import urllib.request
from pathlib import Path
from typing import Any

import pytest

from .players import asked, own, sit, until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

CHECKS = (Path(__file__).parent / "checks.js").read_text(encoding="utf-8")


FINISHED = """document.getAnimations().forEach((each) => {
    if (each.effect.getComputedTiming().iterations < 9) each.finish();
})"""
"""Ends what is fading in or out; a ring that turns forever goes on."""


def violations(page: Any) -> list[str]:
    """Return what axe-core finds wrong with the page. The page's policy lets no foreign script in: evaluate.

    A live table changes while axe reads it (a card fades in or out): only what three looks in a row find counts.
    """
    axe = pytest.importorskip("axe_playwright_python", reason="axe-core is not installed")
    page.evaluate((Path(axe.__file__).parent / "axe.min.js").read_text(encoding="utf-8"))
    wrong: list[str] = []
    for _ in range(3):
        page.evaluate(FINISHED)
        found = page.evaluate("axe.run({resultTypes: ['violations']})")
        wrong = [f"{each['id']}: {node['target']} {node['failureSummary']}" for each in found["violations"]
                 for node in each["nodes"]]
        if not wrong:
            break
        page.wait_for_timeout(500)
    return wrong


@pytest.mark.parametrize(("view", "sign"), [
    ("", ".tablecard"), ("#/standings", ".results"), ("#/replay", "#paste"), ("#/table/NAMES", ".pod"),
    ("#/table/EMPTY/1", "form.join"), ("#/match/M-none", "h1"), ("#/table/NOWHERE", ".missing")])
def test_axe_finds_nothing_on_any_page(visit, view, sign):
    page = visit(view, quiet=True)
    page.wait_for_selector(sign)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert violations(page) == [], scheme


def test_axe_finds_nothing_while_playing_and_replaying(visit):
    page = visit("")
    sit(page, own("P-6"))
    asked(page)
    assert violations(page) == []
    page.goto(page.url.split("#")[0] + "#/standings")
    page.click("main.standings .hands a >> nth=0")
    page.wait_for_selector(".transport")
    assert violations(page) == []
    page.click("text=Check the decks")
    page.wait_for_selector("main.match .hands a")
    assert violations(page) == []


def sound(page: Any) -> list[str]:
    return list(page.evaluate(CHECKS))


@pytest.mark.parametrize(("view", "sign"), [("", ".tablecard"), ("#/standings", ".results"), ("#/replay", "#paste"), ("#/table/NAMES", ".pod"),
                                            ("#/table/EMPTY/1", "form.join"), ("#/match/M-none", "h1"), ("#/table/NOWHERE", ".missing")])
def test_labels_contrast_and_structure(visit, view, sign):
    page = visit(view, quiet=True)
    page.wait_for_selector(sign)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(150)
        assert sound(page) == [], scheme


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_labels_and_contrast_while_playing_and_replaying(visit, scheme):
    page = visit("", scheme=scheme)
    sit(page, own("P-2" if scheme == "dark" else "P-6"))
    asked(page)
    page.fill(".typed", "x")
    assert sound(page) == []
    page.goto(page.url.split("#")[0] + "#/standings")
    page.click("main.standings .hands a >> nth=0")
    page.wait_for_selector(".transport")
    page.keyboard.press("End")
    assert sound(page) == []


def test_tab_goes_through_the_page_in_its_order_and_shows_where_it_is(visit):
    page = visit()
    page.wait_for_selector(".tablecard .primary:visible")
    order = []
    for _ in range(16):
        page.keyboard.press("Tab")
        order.append(page.evaluate("""() => { const here = document.activeElement; const style = getComputedStyle(here);
            const all = [...document.querySelectorAll('*')]; const box = here.getBoundingClientRect();
            return [all.indexOf(here), style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2, box.top >= 0 && box.height > 0, here.textContent.trim()]; }"""))
    places = [place for place, *_ in order]
    assert places == sorted(places)
    assert all(outlined for _, outlined, *_ in order), order
    assert all(visible for _, _, visible, _ in order), order
    assert [text for *_, text in order][:7] == ["Skip to the content", "croupier", "Lobby", "Games", "Standings", "My hands", "Replay"]


def test_the_skip_link_leads_to_the_content(visit):
    page = visit()
    page.wait_for_selector(".tablecard")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "main"
    assert page.url.rstrip("#/").endswith(str(page.evaluate("location.port")))


def test_the_live_region_tells_what_happens_once(visit):
    page = visit("#/table/W-1")
    until(page, "document.querySelectorAll('#told p').length > 3")
    told = page.inner_text("#told")
    assert page.get_attribute("#told", "aria-live") == "polite"
    assert re.search(r"posts|checks|calls|bets|folds|raises|wins", told)
    assert page.evaluate("document.querySelectorAll('#told p').length") <= 30


def test_card_faces_are_spoken(visit):
    page = visit("#/table/W-1")
    page.wait_for_selector(".card")
    names = page.eval_on_selector_all(".card", "all => all.map(e => e.getAttribute('aria-label'))")
    assert all(re.fullmatch(r"hidden card|\w+ of (clubs|diamonds|hearts|spades)", name) for name in names)


@pytest.mark.parametrize(("view", "sign"), [("", ".tablecard"), ("#/table/W-1", ".pod"), ("#/table/STING-WATCHED", ".sting")])
def test_the_first_view_is_under_100_kb(visit, view, sign):
    """How long it takes is measured by `python -m bench page`. The list of tables is as long as an arena has tables: it
    is counted at an arena as it comes (`test_first_minute.test_the_first_load_is_small`)."""
    page = visit(view, script="window.first = true;")
    page.wait_for_selector(sign)
    size = page.evaluate("""() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
        .filter((each) => !each.name.endsWith('/api/tables')).reduce((sum, each) => sum + each.transferSize, 0)""")
    assert 0 < size < 100_000


def test_the_policy_is_strict_and_in_force(visit, arena):
    with urllib.request.urlopen(arena.url) as answer:
        policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    page = visit(quiet=True)
    page.wait_for_selector(".tablecard")
    ran = page.evaluate("""async () => {
        window.ran = [];
        const script = document.createElement('script');
        script.textContent = "window.ran.push('inline')";
        document.body.append(script);
        const link = document.createElement('a');
        link.setAttribute('onclick', "window.ran.push('attribute')");
        document.body.append(link);
        link.click();
        setTimeout(() => { try { new Function("window.ran.push('eval')")(); } catch { window.ran.push('no eval'); } });
        await new Promise((go) => setTimeout(go, 100));
        return window.ran;
    }""")
    assert ran == ["no eval"]


def test_nothing_is_loaded_from_anywhere_else(visit, arena):
    page = visit("#/table/W-1")
    page.wait_for_selector(".pod")
    names = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert all(name.startswith(arena.url) for name in names)
