"""Lobby, table, play: through the real server, by mouse and by keyboard, at a match until its end."""

from __future__ import annotations

import json
import re
import urllib.request
from time import monotonic
from typing import Any

import pytest
from tests.patience import PATIENCE

from .players import OPEN, answer, asked, decision, own, sit, until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""


def told(page: Any) -> str:
    return str(page.inner_text("#told"))


def test_the_lobby_shows_every_table_and_one_click_watches_or_sits(visit):
    page = visit()
    card = page.locator("[data-table='W-1']")
    card.wait_for()
    assert "No-limit hold'em" in card.inner_text()
    assert "50 / 100" in card.inner_text()
    until(page, "document.querySelector('[data-table=\"W-1\"]').textContent.match(/hand \\d|leads/)")
    assert card.locator("text=Take a seat").is_hidden(), "both seats are taken"
    page.click("[data-table='EMPTY'] a.button:not(.primary)")
    page.wait_for_selector(".felt")
    assert "EMPTY" in page.inner_text("h1")
    page.go_back()
    page.click("[data-table='EMPTY'] .primary")
    page.wait_for_selector("form.join")


def test_a_table_that_is_not_there_leads_to_those_that_are(visit):
    for address in ("#/table/NOWHERE", "#/table/NOWHERE/1", "#/table/NOWHERE/2"):
        page = visit(address)
        page.wait_for_selector("text=There is no such table here.")
        assert page.inner_text("#link") == ""
        assert page.locator(".log, form").count() == 0
    page.click("text=See all tables")
    page.wait_for_selector(".tablecard")


def test_a_match_is_watched_to_its_end_and_its_decks_checked(visit, shot):
    page = visit("#/table/W-1")
    page.wait_for_selector(".pod[data-kind='turn'], .pod[data-kind='won']")
    page.wait_for_selector(".log a", timeout=300_000)
    assert "wins the match." in page.inner_text(".log")
    shot(page, "match-over")
    page.click(".log a")
    page.click("main.match .primary")
    page.wait_for_selector(".findings .good >> nth=1")
    findings = page.inner_text(".findings")
    assert "fits the commitment" in findings
    assert re.search(r"\d+ hands? dealt again here: all [\d,]+ cards", findings)
    assert page.locator(".findings .bad").count() == 0
    shot(page, "match-checked")


def test_a_forged_secret_and_a_forged_card_are_found(visit):
    page = visit("#/table/W-1")
    found = page.evaluate("""async () => {
        const { checked, commitment } = await import('./fair.js');
        const matches = await (await fetch('api/matches')).json();
        const ended = matches.find((match) => match.ended);
        const archive = await (await fetch('api/matches/' + ended.match_id)).json();
        const good = archive.hands.map((hand) => checked(archive, hand));
        const hand = structuredClone(archive.hands[0]);
        const place = hand.record.actions.findIndex((action) => action.startsWith('d dh p1'));
        const words = hand.record.actions[place].split(' ');
        hand.record.actions[place] = words.slice(0, 3).join(' ') + ' ' + words[3].slice(2) + words[3].slice(0, 2);
        const forged = { ...archive, secret: '00'.repeat(32) };
        return { good: good.every((each) => each.wrong === null && each.cards > 4), card: checked(archive, hand).wrong,
                 secret: commitment(forged.match_id, forged.secret) === archive.commit,
                 deck: checked(forged, archive.hands[0]).wrong };
    }""")
    assert found["good"] is True
    assert found["card"]
    assert found["secret"] is False
    assert found["deck"]


def test_no_hole_card_of_another_is_on_the_page_before_showdown(visit):
    page = visit()
    table = own("P-2")
    sit(page, table)
    asked(page)
    hidden = page.locator(".pod:not([data-mine]) .card.back")
    assert hidden.count() == 2
    assert page.locator(".pod[data-mine] .card:not(.back)").count() == 2
    frames = page.evaluate("""async (table) => {
        const heard = [];
        const socket = new WebSocket(`ws://${location.host}/ws?table=${table}`);
        socket.onopen = () => socket.send('{"type":"spectate","v":1}');
        socket.onmessage = (message) => heard.push(message.data);
        await new Promise((go) => setTimeout(go, 400));
        socket.close();
        return heard.join('');
    }""", table)
    mine = page.eval_on_selector_all(".pod[data-mine] .card", "all => all.map(e => e.dataset.card)")
    assert len(mine) == 2
    assert not any(f'"{card}"' in frames for card in mine), "a spectator hears nothing of my cards"


def test_a_whole_hand_by_mouse(visit, shot):
    page = visit()
    name = sit(page, own("P-6"))
    asked(page)
    shot(page, "playing")
    hand = page.inner_text(".sub")
    end = monotonic() + PATIENCE
    while page.inner_text(".sub") == hand:
        assert monotonic() < end, "the hand did not end"
        if page.locator(OPEN).count():
            answer(page, ".move.call")
        page.wait_for_timeout(60)
    assert name in told(page)


def test_a_whole_hand_by_keyboard_alone(visit):
    page = visit()
    take = f"[data-table='{own('P-6')}'] .primary"
    page.wait_for_selector(take)
    focus(page, take)
    page.keyboard.press("Enter")
    page.wait_for_selector("#team:focus")
    page.keyboard.press("Control+A")
    page.keyboard.type("Keys only")
    page.keyboard.press("Enter")
    asked(page)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("3")
    pot = page.input_value(".typed")
    page.keyboard.press("ArrowUp")
    assert int(page.input_value(".typed").replace(",", "")) >= int(pot.replace(",", ""))
    page.keyboard.press("r")
    until(page, "/Keys only (raises to|bets)/.test(document.querySelector('#told').textContent)")
    for _ in range(60):
        if "wins" in told(page).rpartition("Keys only")[0] or re.search(r"wins [\d,]+", told(page)):
            break
        page.keyboard.press("c")
        page.wait_for_timeout(80)
    assert re.search(r"wins [\d,]+", told(page))


def focus(page: Any, selector: str) -> None:
    """Go there with Tab, as far as it takes: the lobby has many tables."""
    for _ in range(page.locator("a, button, input, select, summary").count()):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    pytest.fail(f"{selector} is not reached by Tab")


def test_only_legal_amounts_can_be_sent(visit):
    page = visit()
    sit(page, own("P-2"))
    asked(page)
    for text in ("-5", "1e3", "12.5", "NaN", "", "abc", "１００", "99999999999999999999", "0x64"):
        page.fill(".typed", text)
        assert page.is_disabled(".move.raise"), text
        assert page.get_attribute(".typed", "aria-invalid") == "true"
        assert page.inner_text(".complaint") != ""
        page.keyboard.press("Enter")
    assert page.locator(OPEN).count() == 1, "nothing was sent"
    page.fill(".typed", "1")
    assert "The least is" in page.inner_text(".complaint")
    page.fill(".typed", "999999")
    assert "The most is" in page.inner_text(".complaint")
    low, high = (int(page.get_attribute(".slider", name) or 0) for name in ("min", "max"))
    page.fill(".typed", f"{low + 1:,}")
    assert page.is_enabled(".move.raise")
    for key, bound in (("1", low), ("4", high)):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
        assert page.input_value(".typed") == f"{bound:,}"


def test_what_the_server_refuses_is_answered_and_nothing_is_lost(visit):
    page = visit()
    sit(page, own("P-2"))
    asked(page)
    before = decision(page)
    page.evaluate("""() => {
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) {
            const frame = JSON.parse(text);
            if (frame.type === 'action') Object.assign(frame, { action: 'RAISE_TO', amount: 1 });
            WebSocket.prototype.send = send;
            return send.call(this, JSON.stringify(frame));
        };
    }""")
    page.locator(".move.call").click()
    until(page, "document.querySelector('.panel .complaint').textContent !== ''")
    assert "you may" in page.inner_text(".panel .complaint")
    assert decision(page) == before


def test_a_free_check_is_not_folded_by_a_slip(visit):
    page = visit()
    sit(page, own("P-2"))
    for _ in range(40):
        asked(page)
        if page.inner_text(".move.call") == "Check":
            break
        page.locator(".move.call").click()
        page.wait_for_timeout(80)
    page.locator(".move.fold").click()
    assert "Checking is free" in page.inner_text(".panel .complaint")
    assert page.locator(OPEN).count() == 1
    page.locator(".move.fold").click()
    until(page, "/Visitor \\d+ folds/.test(document.querySelector('#told').textContent)")


def test_a_wrong_code_is_refused_with_a_reason_and_the_form_comes_back(visit):
    first = visit()
    table = own("P-6")
    name = sit(first, table)
    second = visit(f"#/table/{table}/1")
    second.wait_for_selector("#team")
    second.fill("#team", name)
    second.fill("#code", "not the code")
    second.click("form .primary")
    second.wait_for_selector("form .complaint")
    assert "another code" in second.inner_text("form .complaint")
    assert second.input_value("#team") == name


def test_a_seat_survives_a_reload(visit):
    page = visit()
    name = sit(page, own("P-6"))
    asked(page)
    cards = page.eval_on_selector_all(".pod[data-mine] .card", "all => all.map(e => e.dataset.card)")
    page.reload()
    asked(page)
    assert page.eval_on_selector_all(".pod[data-mine] .card", "all => all.map(e => e.dataset.card)") == cards
    assert page.inner_text(".pod[data-mine] .name") == name


@pytest.mark.parametrize("table", ["OMAHA", "STUD", "DRAW"])
def test_other_games_are_played_with_their_own_buttons(visit, shot, table):
    page = visit()
    sit(page, own(table))
    for step in range(30):
        asked(page)
        if step == 2:
            shot(page, f"game-{table.lower()}")
        picks = page.locator(".pick")
        if picks.count():
            picks.first.click()
            assert page.is_enabled(".move.throw")
            page.locator(".move.throw").click()
            until(page, "/draws 1/.test(document.querySelector('#told').textContent)")
            break
        page.locator(".move.call").click()
        page.wait_for_timeout(60)
        if re.search(r"Visitor \d+ (calls|checks)", told(page)) and table != "DRAW" and step > 3:
            break
    assert re.search(r"Visitor \d+ (calls|checks|draws|brings)", told(page))


def test_the_lobby_agrees_with_the_api(visit, arena):
    with urllib.request.urlopen(arena.url + "api/tables") as answer:
        names = [table["table_id"] for table in json.load(answer)]
    page = visit()
    page.wait_for_selector(".tablecard")
    assert page.eval_on_selector_all(".tablecard", "all => all.map(e => e.dataset.table).sort()") == sorted(names)


def test_T12_the_page_asks_for_check_fold_and_says_so_before_the_seat_is_taken(visit):
    page = visit(f"#/table/{own('P-6')}/1")
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.wait_for_selector("#timeout-help")
    said = "If your time runs out, you check, or fold if there is a bet."
    assert page.inner_text("#timeout-help") == said
    page.fill("#team", "Unhurried")
    page.click("form .primary")
    page.wait_for_selector(".panel")
    until(page, "document.body.textContent.includes('If your time runs out')")
    hello = next(json.loads(frame) for frame in sent if json.loads(frame)["type"] == "hello")
    assert hello["on_timeout"] == "check-fold"
    assert said in page.inner_text("body")
