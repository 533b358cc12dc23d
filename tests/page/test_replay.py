"""The replayer: uploaded files of every format, recorded hands, links, downloads, odds and equities; and what is refused."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from pathlib import Path
from random import Random
from typing import Any

import pytest

import croupier
from croupier.arena.server.replayer import opened, steps_of
from croupier.notation.files import dumps, loads
from croupier.notation.recording import record_of
from croupier.notation.replay import Replay

from .players import until

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""


def played(seed: int = 11, game: Any = None, stacks: tuple[int, ...] = (1000, 800, 250)) -> Any:
    """A hand played to its end, as a record."""
    hand = (game or croupier.holdem(sb=10, bb=20)).deal(stacks=list(stacks), button=0, seed=seed)
    rng = Random(seed)
    while not hand.is_over:
        legal = hand.legal()
        if legal.discard:
            hand.stand_pat()
        elif legal.bring_in:
            hand.bring_in()
        elif legal.max_raise_to and rng.random() < 0.25:
            hand.raise_to(legal.min_raise_to)
        elif legal.check:
            hand.check()
        else:
            hand.call()
    return record_of(hand, ["Ann", "<b>Bob</b>", "Cid"][:len(stacks)])


def upload(page: Any, text: str, name: str = "hand.phh") -> None:
    page.set_input_files("#file", {"name": name, "mimeType": "text/plain", "buffer": text.encode()})


@pytest.mark.parametrize("form", ["phh", "pokerstars", "json"])
def test_a_file_of_every_format_is_replayed_to_its_end(visit, form):
    record = played()
    page = visit("#/replay")
    upload(page, dumps(record, form), f"hand.{form}")
    page.wait_for_selector(".transport")
    page.click("[aria-label='Last step']")
    final = Replay(record).final_stacks
    stacks = page.eval_on_selector_all(".pod .stack", "all => all.map(e => e.textContent)")
    assert stacks == [f"{stack:,}" for stack in final]
    names = page.eval_on_selector_all(".pod .name", "all => all.map(e => e.textContent)")
    assert names == record.players
    assert page.locator(".board .card").count() == 5
    assert page.locator(".card[data-lit='yes']").count() == 5


def test_step_play_jump_scrub_and_the_link_to_the_same_step(visit, shot):
    record = played(12)
    page = visit("#/replay")
    upload(page, dumps(record, "phh"))
    page.wait_for_selector(".transport")
    place = lambda: page.inner_text(".place")  # noqa: E731
    lines = page.eval_on_selector_all(".line", "all => all.map(e => e.textContent)")
    bold = [line for line in lines if " bets " in line or " raises to " in line]
    assert bold[:2] == ["<b>Bob</b> bets 20", "Cid raises to 40"]
    assert place().startswith("0 of")
    page.click("[aria-label='Step on']")
    page.keyboard.press("ArrowRight")
    assert place().startswith("2 of")
    page.keyboard.press("ArrowLeft")
    assert place().startswith("1 of")
    page.click(".sizes >> text='Turn'")
    assert page.locator(".board .card").count() == 4
    page.locator(".transport .slider").fill("5")
    assert place().startswith("5 of")
    shot(page, "replay")
    address, words = page.url, page.inner_text(".words")
    again = visit(address.replace(page.evaluate("location.origin") + "/", ""))
    again.wait_for_selector(".transport")
    assert again.inner_text(".place") == place()
    assert again.inner_text(".words") == words
    again.click("[aria-label='Play']")
    until(again, "document.querySelector('.place').textContent.startsWith('6 of')")
    again.keyboard.press("End")
    assert again.locator("[aria-label='Play']").count() == 1, "at the end it stands still"


def test_pot_odds_and_equities_are_the_engines(visit):
    record = played(12)
    steps = steps_of(record)["steps"]
    flop = next(number for number, step in enumerate(steps) if step["street"] == "FLOP")
    live = [row["seat"] for row in steps[flop]["state"]["players"] if not row["has_folded"]]
    holes = next(step["cards"] for step in steps if "cards" in step)
    exact = croupier.equity(*("".join(holes[seat]) for seat in live), board="".join(steps[flop]["state"]["community"])).equities
    assert [steps[flop]["equities"][seat] for seat in live] == [round(100 * share, 1) for share in exact]
    page = visit("#/replay")
    upload(page, dumps(record, "phh"))
    page.wait_for_selector(".transport")
    page.click(".sizes >> text='Flop'")
    shown = page.eval_on_selector_all(".equity", "all => all.map(e => e.textContent)")
    assert [shown[seat] for seat in live] == [f"{round(100 * share, 1):g} %" for share in exact]
    calls = [(number, step) for number, step in enumerate(steps) if step.get("call")]
    number, step = calls[0]
    page.locator(".transport .slider").fill(str(number + 1))
    part = round(1000 * step["call"] / (step["state"]["pot"] + step["call"])) / 10
    assert f"pot odds {part:g} %" in page.inner_text(".asked")


def test_22_19_a_replayed_fold_out_says_what_was_won_and_pot_odds_name_the_next_to_act(visit):
    hand = croupier.holdem(sb=10, bb=20).deal(stacks=[30000, 30000], button=0, seed=3)
    hand.raise_to(25000)
    hand.fold()
    page = visit("#/replay")
    upload(page, dumps(record_of(hand, ["Ann", "Bob"]), "phh"))
    page.wait_for_selector(".transport")
    last = page.inner_text(".line >> nth=-1")
    assert last.endswith("wins 40"), last
    bet = page.eval_on_selector_all(".line", "all => all.findIndex((line) => / raises to 25,000/.test(line.textContent))")
    page.locator(".line").nth(bet).click()
    assert page.inner_text(".asked").startswith("Bob: 24,980 to call into 25,020")
    page.keyboard.press("End")
    assert page.inner_text(".verdict") == "Ann +40"


def test_downloads_in_every_format_are_the_same_hand(visit):
    record = played(13)
    page = visit("#/replay")
    upload(page, dumps(record, "phh"))
    page.wait_for_selector(".transport")
    for label in ("PHH", "PokerStars", "JSON"):
        with page.expect_download() as download:
            page.click(f"[aria-label='Download {label}']")
        text = Path(download.value.path()).read_text(encoding="utf-8")
        (again,) = loads(text)
        assert Replay(again).status == "ok"
        assert [int(stack) for stack in Replay(again).final_stacks] == [int(stack) for stack in Replay(record).final_stacks]


def test_cards_can_be_kept_hidden_until_they_are_shown(visit):
    page = visit("#/replay")
    upload(page, dumps(played(12), "phh"))
    page.wait_for_selector(".transport")
    page.click(".sizes >> text='Flop'")
    assert page.locator(".pod .card.back").count() == 0
    hidden = json.loads(page.evaluate("""async () => {
        const { stateAt } = await import('./replay.js');
        const replay = { places: 0, variant: 'NT', players: ['a', 'b'], stacks: [100, 100], button: 1, steps: [
            { street: 'PRE_FLOP', cards: [['Ah', 'Ad'], ['??', '??']], events: [0, 1].map((seat) => ({ ev: 'DEAL', hand_id: '', seat, cards: ['??', '??'], street: 'PRE_FLOP' })),
              state: { hand_id: '', pot: 0, community: [], phase: 'PRE_FLOP', button: 1, next_actor: 0, players: [] } }] };
        return JSON.stringify([true, false].map((open) => stateAt(replay, 1, open).seats.get(0).cards));
    }"""))
    assert hidden == [["Ah", "Ad"], ["??", "??"]]


def test_a_recorded_hand_is_replayed_from_the_standings(visit):
    page = visit("#/standings")
    page.click("main.standings .hands a >> nth=0")
    page.wait_for_selector(".transport")
    assert re.match(r"H-\d{4}-\d\d-\d\d-\d+", page.inner_text("h1"))
    page.keyboard.press("End")
    assert re.search(r"wins|takes back", page.inner_text(".words"))


@pytest.mark.parametrize(("text", "reason"), [
    ("no hand at all", "line 1"), ("", "no hand"), ("variant = 'NT'\nantes = [0,\n", "line"),
    (dumps(played(), "phh").replace("p1 cbr", "p2 cbr"), ""), ("{\"variant\": \"NT\"}", "")])
def test_a_file_that_is_no_hand_is_answered_with_a_reason(visit, text, reason):
    page = visit("#/replay", quiet=True)
    page.wait_for_selector("#paste")
    page.fill("#paste", text)
    page.click("text='Open'")
    until(page, "Boolean(document.querySelector('.complaint')?.textContent) || Boolean(document.querySelector('.transport'))")
    if page.locator(".transport").count():
        page.keyboard.press("End")
        assert "The replay stops here" in page.inner_text(".asked")
    else:
        assert reason in page.inner_text(".complaint")


def test_a_file_too_large_is_refused_by_page_and_server(visit, arena):
    page = visit("#/replay")
    page.wait_for_selector("#file")
    upload(page, "x" * 1_000_001)
    until(page, "Boolean(document.querySelector('.complaint')?.textContent)")
    assert "one megabyte" in page.inner_text(".complaint")
    request = urllib.request.Request(arena.url + "api/replay", b"x" * 1_000_001, method="POST")
    with pytest.raises((urllib.error.HTTPError, urllib.error.URLError)) as refused:
        urllib.request.urlopen(request)
    if isinstance(refused.value, urllib.error.HTTPError):
        assert refused.value.code == 413


@pytest.mark.parametrize("link", ["~", "~!!!", "~AAAA", "H-1999-01-01-00001", "../../etc/passwd"])
def test_a_link_that_leads_nowhere_says_so(visit, link):
    page = visit(f"#/replay/{link.replace('/', '%2F')}/3", quiet=True)
    until(page, "Boolean(document.querySelector('.complaint')?.textContent)")


def test_a_link_that_would_blow_up_is_refused(visit):
    page = visit()
    grown = page.evaluate("""async () => {
        const { packed, unpacked } = await import('./replay.js');
        const data = await packed('a'.repeat(5_000_000));
        try { return (await unpacked(data)).length; } catch (error) { return error.message; }
    }""")
    assert grown == "too long"


GAMES = {"F7S/8": {"ante": 5, "bring_in": 10, "small_bet": 20, "big_bet": 40}, "F2L3D": {"sb": 10, "bb": 20}, "PO": {"sb": 10, "bb": 20},
         "NS": {"ante": 10, "button_blind": 20}, "FB": {"sb": 10, "bb": 20}}


@pytest.mark.parametrize("code", GAMES)
def test_steps_of_other_games_end_with_the_stacks_of_the_engine(code):
    record = played(5, croupier.game(code, **GAMES[code]), (1000, 1000, 1000))
    found = opened(dumps(record, "phh"), 0)
    assert found["fault"] is None
    ended = found["steps"][-1]["state"]
    assert [row["stack"] for row in ended["players"]] == [int(stack) for stack in Replay(record).final_stacks]
    assert ended["pot"] == 0


def test_steps_of_public_hands_agree_with_the_replay():
    """Hands of the shared corpus, of every kind: the last step has the stacks that the replay comes to."""
    import os
    folder = Path(os.environ.get("CROUPIER_CORPUS", Path(__file__).parents[3] / "shared/corpus"))
    files = sorted(folder.glob("phh/**/*.phh"))[:400:4] if folder.exists() else []
    if not files:
        pytest.skip("no corpus of public hands here")
    compared = 0
    for file in files:
        (record,) = loads(file.read_text(encoding="utf-8"), errors="keep")
        replay = Replay(record) if record.damage is None else None
        if replay is None or replay.status != "ok" or replay.hand is None or not replay.hand.is_over:
            continue
        found = steps_of(record, shares=False)
        if None in found["stacks"]:
            continue
        unit = 10 ** found["places"]
        assert [row["stack"] for row in found["steps"][-1]["state"]["players"]] == [stack * unit for stack in replay.played_stacks], file
        compared += 1
    assert compared > 10
