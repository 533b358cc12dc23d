"""The first minute: `croupier arena` alone, from the printed link to a first own decision, on a desk and on a phone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from .house import ENV
from .players import asked, until
from .test_access import sound, violations
from .test_geometry import OVERLAPS
from .test_layout import fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

HEARD = """window.sent = []; const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (text) { window.sent.push(JSON.parse(text)); return send.call(this, text); };"""


@pytest.fixture(scope="module")
def alone(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """`croupier arena` without options but for a free port and a store of its own; what it prints."""
    folder: Path = tmp_path_factory.mktemp("alone")
    process = subprocess.Popen([sys.executable, "-m", "croupier", "arena", "--port", "0", "--pace", "fast", "--db", ":memory:"],
                               cwd=folder, env=ENV, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdout is not None
    printed = ""
    for line in process.stdout:
        printed += line
        if line.startswith("Ctrl-C"):
            break
    threading.Thread(target=process.stdout.read, daemon=True).start()
    play = re.search(r"Play now: (\S+)", printed)
    assert play is not None, printed
    yield {"printed": printed, "play": play[1], "url": play[1].partition("#")[0]}
    process.kill()
    process.wait()


def take_practice_seat(visit: Any, alone: dict[str, str], **how: Any) -> Any:
    """Follow the printed link once the only free seat of P-1 is there; tests must not depend on their order."""
    while True:
        with urllib.request.urlopen(alone["url"] + "api/tables/P-1") as answer:
            if len(json.load(answer)["players"]) < 6:
                return visit("#/play", base=alone["url"], **how)
        time.sleep(0.1)


def free_practice_seat(page: Any) -> None:
    """Leave P-1 for the next visitor: the seat of a window that is closed stays taken for a minute."""
    page.click("[data-intent='3']")
    page.click("[data-intent='3']")
    page.wait_for_selector(".farewell")


def test_the_printed_lines_name_a_link_and_four_kinds_of_table(alone):
    for table in ("T-1: no-limit hold'em", "P-1: no-limit hold'em", "G-1: genome:", "S-1: sting"):
        assert table in alone["printed"]


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_the_printed_link_leads_to_an_own_decision_without_a_click(visit, alone, width, height):
    page = take_practice_seat(visit, alone, width=width, height=height)
    asked(page)
    assert page.locator(".pod[data-mine] .card:not(.back)").count() == 2
    page.click("text=Skip the tour")
    until(page, "document.getAnimations().filter((run) => run.effect.target.matches('.card, .bet, .fly')).length === 0")
    assert page.evaluate(OVERLAPS) == []
    assert page.evaluate("document.querySelector('.move.fold').getBoundingClientRect().bottom <= innerHeight"), "the buttons are in sight"
    assert page.evaluate("document.title").startswith("Your turn")
    assert "you check, or fold if there is a bet" in page.inner_text(".keys")
    free_practice_seat(page)


def test_the_tour_has_four_steps_and_never_comes_back(visit, alone):
    page = take_practice_seat(visit, alone)
    page.wait_for_selector(".tour")
    assert violations(page) == []
    for width in (1440, 1024):
        page.set_viewport_size({"width": width, "height": 800})
        box = page.evaluate("(({ x, y }) => [x, y])(document.querySelector('.tour').getBoundingClientRect())")
        links = page.eval_on_selector_all("#top a, #top summary, .felt, .log", "all => all.map((each) => { const { right, bottom } = each.getBoundingClientRect(); return [right, bottom]; })")
        assert all(right <= box[0] or bottom <= box[1] for right, bottom in links[:-1]), f"the tour covers something at {width}"
    steps = [page.inner_text(".tour p")]
    while page.inner_text(".tour .primary") != "Start playing":
        page.click(".tour .primary")
        steps.append(page.inner_text(".tour p"))
    assert len(set(steps)) == 4
    page.click(".tour .primary")
    assert page.locator(".tour").count() == 0
    page.reload()
    page.wait_for_selector(".felt .pod")
    assert page.locator(".tour").count() == 0
    free_practice_seat(page)


def test_the_lobby_says_what_croupier_is_and_every_door_leads_somewhere(visit, alone, shot):
    page = visit("", base=alone["url"])
    page.wait_for_selector(".tablecard")
    assert page.eval_on_selector_all(".door h2", "all => all.map(e => e.textContent)") == ["Play", "Bring a bot", "Run a tournament", "Invent a game"]
    assert page.locator(".door:nth-child(1) .primary, .door:nth-child(1) .sub").count() == 1
    commands = page.eval_on_selector_all(".door code", "all => all.map(e => e.textContent)")
    assert [command.split()[1] for command in commands] == ["bot", "tournament"]
    assert page.eval_on_selector_all(".kind:not([hidden]) > h2", "all => all.map(e => e.textContent)") == ["Practice", "Matches", "Games from the lab", "The sting"]
    assert "30 s per move" in page.inner_text("[data-table='P-1']")
    for width, height in ((360, 780), (1024, 768), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        assert fits(page) == []
        assert sound(page) == []
        shot(page, f"front-{width}")
    page.click(".door:nth-child(4) .primary")
    asked(page)
    page.wait_for_selector(".book .helptext p")
    assert "Match the top card" in page.inner_text(".book")
    page.click("text=Help")
    page.wait_for_selector("dialog[open] .helptext h3")
    assert sound(page) == []
    assert "**" not in page.inner_text("dialog")
    page.keyboard.press("Escape")
    until(page, "!document.querySelector('dialog')")


def test_full_tables_can_be_hidden(visit):
    page = visit()
    page.wait_for_selector("[data-table='W-1']")
    page.uncheck("#full")
    assert page.locator("[data-table='W-1']").is_hidden(), "both seats are taken"
    page.check("#full")
    assert page.locator("[data-table='W-1']").is_visible()


def test_a_decision_before_the_turn_is_sent_once_and_only_while_it_fits(visit, browser):
    page = visit()
    found = page.evaluate("""async () => {
        const { planned } = await import('./amounts.js');
        const may = (check, call, fold = true) => ({ check, call, fold });
        return [planned({ kind: 'checkfold' }, may(true, null)), planned({ kind: 'checkfold' }, may(false, 100)), planned({ kind: 'callthis', amount: 100 }, may(false, 100)),
            planned({ kind: 'callthis', amount: 100 }, may(false, 300)), planned({ kind: 'callthis', amount: 0 }, may(true, null)), planned({ kind: 'callany' }, may(false, 5000)), planned({ kind: 'callany' }, may(true, null))];
    }""")
    assert found == ["CHECK", "FOLD", "CALL", None, "CHECK", "CALL", "CHECK"]


PANEL = """async (frames) => {
    const { controls } = await import('./controls.js');
    const { fresh } = await import('./state.js');
    const sent = [];
    const panel = controls((action) => sent.push(action));
    document.getElementById('main').replaceChildren(panel.root);
    const state = Object.assign(fresh(), { me: 0, hand: { hand_id: 'H' }, config: { variant: 'HUNL', bb: 100 }, hole: ['Ah', 'Kd'], actor: 1,
        seats: new Map([[0, { seat: 0, stack: 900, bet: 100 }], [1, { seat: 1, stack: 900, bet: 300 }]]), lobby: [{ seat: 1, team: 'B' }] });
    panel.update(state);
    const prompt = (decision, extra) => Object.assign(state, { actor: 0, prompt: { hand_id: 'H', decision, legal: ['FOLD', 'CALL', 'RAISE_TO'], call_amount: 200, min_raise_to: 500, max_raise_to: 1000, pot: 400, current_bet: 300,
        you: { stack: 900, committed: 100 }, ...extra } });
    window.bench = { panel, state, prompt, sent, update: () => panel.update(state) };
}"""


def test_pre_actions_answer_the_prompt_they_were_meant_for(visit):
    page = visit()
    page.wait_for_selector(".tablecard")
    page.evaluate(PANEL)
    assert page.eval_on_selector_all(".plan", "all => all.map(e => e.textContent)") == ["Check or fold", "Call 200", "Call any bet"]
    page.click("[data-ahead='callthis']")
    assert page.get_attribute("[data-ahead='callthis']", "aria-pressed") == "true"
    page.evaluate("bench.prompt(1); bench.update()")
    assert page.evaluate("bench.sent.map((each) => [each.action, each.decision])") == [["CALL", 1]]
    page.evaluate("Object.assign(bench.state, { prompt: null, actor: 1 }); bench.update()")
    page.click("[data-ahead='callthis']")
    page.evaluate("bench.state.seats.get(1).bet = 600; bench.update()")  # somebody raises: the plan is void
    assert page.get_attribute("[data-ahead='callthis']", "aria-pressed") == "false"
    page.evaluate("bench.prompt(2, { call_amount: 500 }); bench.update()")
    assert page.evaluate("bench.sent.length") == 1


def test_all_in_asks_twice_unless_switched_off(visit):
    page = visit()
    page.wait_for_selector(".tablecard")
    page.evaluate(PANEL)
    page.evaluate("bench.prompt(1); bench.update()")
    page.click("[data-size='max']")
    page.click(".move.raise")
    assert "Press again" in page.inner_text(".complaint")
    assert page.evaluate("bench.sent.length") == 0
    page.click(".move.raise")
    assert page.evaluate("bench.sent.at(-1).amount") == 1000
    page.click("summary")
    page.uncheck("#confirm")
    page.fill("#sizes", "33 75,nonsense")
    page.press("#sizes", "Enter")
    page.keyboard.press("Escape")
    page.evaluate("bench.prompt(2); bench.update()")
    assert page.eval_on_selector_all(".size", "all => all.map(e => e.textContent)") == ["Min", "33 %", "75 %", "All-in"]
    page.click("[data-size='max']")
    page.click(".move.raise")
    assert page.evaluate("bench.sent.length") == 2


def test_one_amount_is_on_the_button_and_leaves_nothing_to_choose(visit):
    page = visit()
    page.wait_for_selector(".tablecard")
    page.evaluate(PANEL)
    page.evaluate("bench.prompt(1, { min_raise_to: 500, max_raise_to: 500, you: { stack: 9000, committed: 100 } }); bench.update()")
    assert page.inner_text(".move.raise") == "Raise to 500"
    assert page.locator(".size:visible, .slider:visible, .typed:visible").count() == 0
    page.keyboard.press("r")
    page.click(".move.raise")
    assert page.evaluate("bench.sent.at(-1).amount") == 500


def test_a_plate_has_a_short_word_for_a_hand(visit):
    page = visit()
    found = page.evaluate("""async () => {
        const { deeds } = await import('./texts.js');
        return ['two pair, aces and jacks', 'nine-high straight flush', 'ace-high flush', 'four of a kind, aces', 'pair of aces', 'ace high', 'eight-six low'].map((rank) => deeds.SHOWDOWN({ rank }));
    }""")
    assert found == ["two pair", "str. flush", "flush", "quads", "pair", "ace high", "eight-six low"]


def test_the_wheel_changes_the_amount(visit):
    page = visit()
    page.wait_for_selector(".tablecard")
    page.evaluate(PANEL)
    page.evaluate("bench.prompt(1); bench.update()")
    page.hover(".slider")
    page.mouse.wheel(0, -100)
    until(page, "document.querySelector('.typed').value === '600'")


def test_the_hand_in_words(visit):
    page = visit()
    found = page.evaluate("""async () => {
        const { madeHand } = await import('./best.js');
        const cases = [['HUNL', 'Ah Kd', ''], ['HUNL', 'Ah Kd', 'Ac 7d 2s'], ['HUNL', 'Ah Kd', 'Ac Kh 2s'], ['HUNL', '6h 6d', '6c Kh 2s'], ['HUNL', '5h 4d', '3c 2h As'], ['HUNL', 'Ah Th', 'Kh 2h 3h'],
            ['HUNL', 'Ah Ad', 'Ac Kh Ks'], ['HUNL', '9h 9d', '9c 9s Ks'], ['PO', 'Ah Ad Kc Kd', '7h 8h 9h'], ['NS', 'Ah 9d', '8c 7h 6s']];
        return cases.map(([variant, hand, board]) => madeHand(variant, hand.split(' '), board ? board.split(' ') : []));
    }""")
    assert found == ["", "a pair of aces", "two pair, aces and kings", "three sixes", "a straight to the five", "a flush, ace high", "a full house, aces over kings", "four nines",
                     "a pair of aces", "a straight to the nine"]


def test_the_first_load_is_small(visit, alone):
    """At most 120 KB on the wire for everything that a first decision needs."""
    page = take_practice_seat(visit, alone)
    page.wait_for_selector(".felt .pod")
    sizes = page.evaluate("performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')).map((each) => [each.name, each.transferSize])")
    assert len(sizes) > 10
    assert sum(size for _, size in sizes) <= 120_000, sizes
    free_practice_seat(page)
