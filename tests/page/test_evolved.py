"""Evolved games on the page (T10): watched and played by buttons and keys, every chip and card as the game has it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from .house import OTHER_GAME, Arena
from .players import answer, asked, own, sit, until
from .test_access import sound, violations
from .test_layout import at_all_sizes

pytestmark = pytest.mark.xdist_group("page")
LISTEN = """
    window.heard = [];
    const Real = WebSocket;
    window.WebSocket = class extends Real {
        constructor(...all) { super(...all); this.addEventListener("message", (m) => window.heard.push(JSON.parse(m.data))); }
    };
"""
"""Keeps every frame that the page hears, to compare with what it draws."""


SECOND_SOCKET_WAITS = """
    const Real = WebSocket;
    window.opened = 0;
    window.WebSocket = function (...all) {
        window.opened += 1;
        return window.opened === 1 ? new Real(...all) : Object.assign(new EventTarget(), { send() {}, close() {} });
    };
    Object.assign(window.WebSocket, { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 });
"""
"""The socket that takes the seat does not open: the moment between watching and playing lasts as long as a test needs."""


def drawn(page: Any) -> dict[str, dict[str, Any]]:
    """What stands at each seat: chips in figures, how many cards."""
    rows = page.eval_on_selector_all(".pod[data-kind]:not([data-kind=free])", """all => all.map(e => [e.dataset.seat,
        {stack: e.querySelector('.stack').textContent, cards: e.querySelectorAll('.card').length}])""")
    return dict(rows)


def chips(text: str) -> int:
    """The chips at the beginning of a plate's figures."""
    return int(re.match(r"[\d,]+", text)[0].replace(",", ""))  # type: ignore[index]


@pytest.mark.parametrize("table", ["EIGHTS", "DISCARDS"])
def test_an_evolved_game_is_drawn_as_it_stands(visit, shot, table):
    page = visit(script=LISTEN)
    sit(page, own(table))
    for step in range(12):
        asked(page)
        until(page, "document.getAnimations().length < 50")
        act = page.evaluate("window.heard.filter((frame) => frame.type === 'act').at(-1)")
        rows = drawn(page)
        for place, row in enumerate(act["players"]):
            assert chips(rows[str(row["seat"])]["stack"]) == row["stack"] == act["view"]["stacks"][place]
            if not row["has_folded"]:
                assert rows[str(row["seat"])]["cards"] == len(act["view"]["cards_of"][place])
        assert page.eval_on_selector_all(".panel .mine .card", "all => all.map(e => e.dataset.card)") == act["you"]["hole"]
        until(page, "document.querySelector('.book li[aria-current]')")
        at = act["view"]["step_no"]
        assert page.evaluate("[...document.querySelectorAll('.book ol.points:first-of-type > li')]"
                             ".findIndex((each) => each.hasAttribute('aria-current'))") == at
        assert page.inner_text(".panel .where").startswith(f"Step {at + 1} of 3: ")
        assert f"Hand {act['view']['hand_no'] + 1} · Round {act['view']['round_no'] + 1}" in page.text_content(".headline .sub")
        if step == 3:
            assert sound(page) == []
            assert violations(page) == []
            page.click(".seatmenu >> text=Help")
            page.wait_for_selector("dialog[open] .helptext h3")
            assert violations(page) == []
            page.keyboard.press("Escape")
            at_all_sizes(page, shot, f"evolved-{table.lower()}")
            page.set_viewport_size({"width": 1280, "height": 900})
        answer(page, ".move.call" if page.is_visible(".move.call") else ".others .move >> nth=0")
    log = page.inner_text(".log")
    assert re.search(r"Visitor \d+ (calls|checks|bets|plays|passes|throws)", log), log
    assert "antes" in log
    assert "undefined" not in page.inner_text("main")


def test_keys_choose_among_an_evolved_games_own_buttons(visit):
    page = visit()
    name = sit(page, own("EIGHTS"))
    for _ in range(20):
        asked(page)
        others = page.eval_on_selector_all(".others .move", "all => all.map(e => e.textContent)")
        if others and page.is_hidden(".move.call"):
            break
        answer(page, ".move.call")
    page.keyboard.press("1")
    until(page, f"document.querySelector('.log').textContent.includes({name!r} + ' ' + "
                f"{'passes' if others[0] == 'Pass' else 'plays ' + others[0].removeprefix('Play ')!r})")


def test_an_evolved_game_is_watched(visit, shot):
    """Who watches gets the public view: cards face down, chips in figures, what happened in words."""
    table = own("EIGHTS")
    page = visit(f"#/table/{table}")
    page.wait_for_selector(".pod[data-kind]")
    player = visit(script="1")
    sit(player, table)
    asked(player)
    until(page, "/antes/.test(document.querySelector('.log').textContent)")
    until(page, "document.querySelectorAll('.pod .card').length > 0")
    hidden = page.eval_on_selector_all(".pod .card", "all => all.every(e => !e.dataset.card)")
    assert hidden, "somebody who watches sees cards"
    shot(page, "evolved-watched")


def test_the_rules_come_although_somebody_sits_down_before_they_were_fetched(visit):
    """The page once asked for the rules of the table "null" (404), and had none as long as it was open."""
    page = visit(script=SECOND_SOCKET_WAITS)
    held: list[Any] = []
    page.route("**/help.js", lambda route: held.append(route))  # Playwright takes no builtin as a handler
    page.evaluate("location.hash = '#/table/EIGHTS-1/1'")  # nobody is seated, so the table may be another test's
    page.fill("#team", "Quick One")
    until(page, "document.querySelector('#main').dataset.game === 'evolved'")
    page.click("form .primary")
    until(page, "window.opened === 2")
    held[0].continue_()
    page.wait_for_selector(".book .helptext", state="attached")
    assert "eights" in page.text_content(".book").casefold()


def test_a_match_of_an_evolved_game_leads_to_its_record(visit, arena, tmp_path):
    """The replayer knows poker; the record of another game is there to read."""
    short = Arena(tmp_path, OTHER_GAME.format(name="SHORT", variant="genome:leduc-poker").replace("seats = 3", "seats = 2")
                  .replace("min_teams = 3", "min_teams = 2").replace("practice = true\n", ""), "--house-bots", "2")
    try:
        page = visit("#/standings", base=short.url)
        page.click("a[href^='#/match/'] >> nth=1")
        link = page.locator("main.match .hands.tall a >> nth=0")
        link.wait_for()
        assert link.inner_text() == "Hand 1 (JSON)"
        record = page.evaluate("async (where) => (await fetch(where)).json()", link.get_attribute("href"))
        assert record["record"]["variant"] == "genome:leduc-poker"
        assert {"HAND", "ANTE", "WIN"} <= {event["kind"] for event in record["record"]["events"]}
    finally:
        short.kill()
