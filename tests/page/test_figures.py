"""What hands are worth at each step of a replay: all games, only from cards the record tells, and on the page."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

import croupier
from croupier.arena.server import replayer as figures
from croupier.arena.server.replayer import opened, steps_of
from croupier.games.poker.rules import RULES
from croupier.notation.files import dumps, loads
from croupier.notation.recording import record_of
from games.every_game import CODES, stakes

from .players import until
from .test_replay import upload

pytestmark = pytest.mark.xdist_group("page")
DRAWS = [code for code, rules in RULES.items() if rules.has_draws]
NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gil", "Hal"]


def played(code: str, seats: int = 4, seed: int = 1, fold: float = 0.2) -> Any:
    """A hand with some folds and draws, shown down between two or more, as a record that knows every card."""
    hand = croupier.game(code, **stakes(code)).deal([2000] * seats, button=0, seed=seed)
    rng = Random(seed)
    while not hand.is_over:
        legal = hand.legal()
        if legal.discard:
            hand.discard(hand.hole(hand.actor)[:rng.randrange(3)])
        elif legal.bring_in:
            hand.bring_in()
        elif legal.call and len(hand.live) > 2 and rng.random() < fold:
            hand.fold()
        elif legal.check:
            hand.check()
        else:
            hand.call()
    return record_of(hand, NAMES[:seats])


def again(record: Any, actions: list[str]) -> Any:
    """The same record with another log."""
    (made,) = loads(dumps(record, "phh"))
    made.fields["actions"] = actions
    return made


def live_at(step: dict[str, Any]) -> list[int]:
    return [row["seat"] for row in step["state"]["players"] if not row["has_folded"]]


# -- every game ----------------------------------------------------------------------------------------------------------

@pytest.mark.parametrize("code", CODES)
def test_every_game_has_figures_from_the_deal_to_the_end(code):
    found = opened(dumps(played(code), "phh"), 0)
    assert found["fault"] is None
    dealt = next(at for at, step in enumerate(found["steps"]) if "cards" in step)
    assert all("basis" not in step for step in found["steps"][:dealt])
    for step in found["steps"][dealt:]:
        live, basis = live_at(step), step["basis"]
        assert [seat for seat, share in enumerate(step["equities"]) if share is not None] == live
        assert sum(share for share in step["equities"] if share is not None) == pytest.approx(100, abs=0.3)
        assert basis["standing"] == (code in DRAWS)
        assert basis["exact"] or 0 < basis["margin"] < 6
        assert basis["left_out"] == ()
    last = found["steps"][-1]
    won = {event["seat"]: event["amount"] for event in last["events"] if event["ev"] == "POT_AWARD"}
    assert {seat for seat, share in enumerate(last["equities"]) if share} == set(won)
    assert last["basis"]["exact"]


@pytest.mark.parametrize("code", CODES)
def test_a_figure_is_the_engines_answer_to_the_cards_on_the_table(code):
    """Each street's first figures, asked again from the cards in the steps: live hands, board, all others dead."""
    cards, asked = [], []
    for step in steps_of(played(code, seed=2))["steps"]:
        cards = step.get("cards", cards)
        if "equities" not in step:
            continue
        live = live_at(step)
        dead = "".join(card for seat, held in enumerate(cards) if seat not in live for card in held)
        spot = figures.Spot.of(croupier.game(code, **stakes(code)).rules, ["".join(cards[seat]) for seat in live],
                               "".join(step["state"]["community"]), "" if code in DRAWS else dead)
        if spot in asked:
            continue
        asked.append(spot)
        if step["basis"]["exact"]:
            assert [round(100 * share, 1) for share in spot.exact().equities] == [step["equities"][seat] for seat in live]
        else:
            near = spot.sampled(1_000, 99).equities
            assert max(abs(100 * share - step["equities"][seat]) for share, seat in zip(near, live)) < 6
    assert len(asked) >= 3


def test_folded_cards_that_are_known_cannot_come():
    record = played("NT", 3, seed=5)
    actions = ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 KsKc", "p3 f", "p1 cc", "p2 cc", "d db 2c7d9s", "p1 cc", "p2 cc"]
    steps = steps_of(again(record, actions))["steps"]
    flop = next(step for step in steps if step["street"] == "FLOP")
    assert flop["equities"][:2] == [round(100 * share, 1) for share in croupier.equity(
        "AhAd", "KhKd", board="2c7d9s", dead="KsKc").equities]
    assert flop["equities"][2] is None


def test_an_eighth_stud_player_is_replayed_with_the_shared_card():
    found = steps_of(played("F7S/8", 8, seed=3, fold=0))
    assert found["fault"] is None
    sixth = [step for step in found["steps"] if step["street"] == "SIXTH"][-1]
    assert sixth["basis"] == {"standing": False, "exact": True, "deals": 4, "margin": 0.0, "left_out": ()}
    seventh = next(step for step in found["steps"] if step["street"] == "SEVENTH")
    assert len(seventh["state"]["community"]) == 1
    assert seventh["basis"]["deals"] == 1


# -- only what the record tells ------------------------------------------------------------------------------------------

def masked(record: Any, *, shown: bool) -> Any:
    """The record as an onlooker has it: cards dealt down, thrown away and drawn are `??`; at the end hands are shown, or not."""
    actions, held = [], {}
    down = {"F7S": (0, 1, 6), "F7S/8": (0, 1, 6), "FR": (0, 1, 6)}.get(record.variant, range(9))
    for action in record.actions:
        words = action.split()
        if words[:2] == ["d", "dh"]:
            first = held.get(words[2], 0)
            held[words[2]] = first + len(words[3]) // 2
            cards = [words[3][at:at + 2] for at in range(0, len(words[3]), 2)]
            words[3] = "".join("??" if first + at in down else card for at, card in enumerate(cards))
        elif words[1:2] == ["sd"] and len(words) > 2:
            words[2] = "?" * len(words[2])
        elif words[1:2] == ["sm"] and not shown:
            continue
        actions.append(" ".join(words))
    return again(record, actions)


@pytest.mark.parametrize("code", CODES)
def test_hands_shown_at_the_end_are_known_from_their_first_card(code):
    """The onlooker's record has the same figures as the whole one, once only those who show are left."""
    record = played(code, 3, seed=7, fold=0)
    whole, seen = steps_of(record)["steps"], steps_of(masked(record, shown=True))["steps"]
    assert len(whole) == len(seen)
    last = max((at for at, step in enumerate(whole) if any(event["ev"] == "DRAW" for event in step["events"])), default=0)
    for ours, theirs in list(zip(whole, seen))[last:]:  # before that, cards that were thrown away are nobody's to know
        assert ours.get("equities") == theirs.get("equities")
        assert ours.get("cards") == theirs.get("cards")
    if code in DRAWS:
        early = next(step for step in seen if "basis" in step)
        assert set(early["basis"]) == {"left_out"} or early["basis"]["left_out"]


@pytest.mark.parametrize("code", CODES)
def test_where_nothing_is_known_there_is_no_figure_and_it_is_said(code):
    steps = steps_of(masked(played(code, 3, seed=7, fold=0), shown=False))["steps"]
    assert all("equities" not in step for step in steps)
    told = [step["basis"] for step in steps if "basis" in step]
    assert told
    assert all(basis == {"left_out": (0, 1, 2)} for basis in told)


def test_one_unknown_hand_is_left_out_of_the_others_figures():
    record = again(played("NT", 3, seed=5), ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 ????", "p3 cc", "p1 cc", "p2 cc", "d db 2c7d9s"])
    flop = steps_of(record)["steps"][-1]
    assert flop["equities"] == [*(round(100 * share, 1) for share in croupier.equity("AhAd", "KhKd", board="2c7d9s").equities), None]
    assert flop["basis"]["left_out"] == (2,)


def test_a_hand_shown_after_everybody_folded_is_known_all_along():
    record = again(played("NT", 2, seed=5), ["d dh p1 AhAd", "d dh p2 ????", "p2 cbr 40", "p1 f", "p2 sm KhKd"])
    steps = steps_of(record)["steps"]
    assert steps[-1].get("equities") is None
    before = next(step for step in steps if "equities" in step)
    assert before["equities"] == pytest.approx([100 * share for share in croupier.equity("AhAd", "KhKd").equities],
                                               abs=before["basis"]["margin"] + 0.05)


@pytest.mark.parametrize("shown", ["p2 sm -", "p2 sm", "p2 sm ????", "p2 sm zz", "p9 sm AhAd", "p2 sm AhAd"])
def test_words_that_show_nothing_do_no_harm(shown):
    record = again(played("NT", 2, seed=5), ["d dh p1 AhAd", "d dh p2 ????", "p2 cbr 40", "p1 cc", "d db 2c7d9s", shown])
    assert all("equities" not in step for step in steps_of(record)["steps"])


WORDS = ["p1 sm AhAd", "p2 sm -", "d db Ks", "p1 sm ????", "p3 sm AcAdAhAs2c", "d dh p1 ??", "p1 sd", "p2 sd ????", "# hello"]


def test_logs_that_were_tampered_with_have_true_figures_or_none(monkeypatch):
    """Actions lost, doubled, swapped, put in: the replay stops where it must, and what it shows adds up."""
    for name, least in (("SECONDS", 1e-6), ("SECONDS_EXACT", 1e-5), ("SAMPLES_MIN", 50)):
        monkeypatch.setattr(figures, name, least)
    rng = Random(1)
    for at in range(88):
        code = CODES[at % len(CODES)]
        record = played(code, min(rng.choice((2, 3, 8)), RULES[code].seats), seed=at)
        actions = list((masked(record, shown=True) if at % 2 else record).actions)
        spot, other = rng.randrange(len(actions)), rng.randrange(len(actions))
        damage = [lambda log, a, b: log.pop(a), lambda log, a, b: log.insert(a, log[b]), lambda log, a, b: log.insert(a, rng.choice(WORDS)),
                  lambda log, a, b: log.__setitem__(a, log[b])][at % 4]
        damage(actions, spot, other)
        for step in steps_of(again(record, actions))["steps"]:
            if "equities" in step:
                assert sum(share for share in step["equities"] if share is not None) == pytest.approx(100, abs=0.6)


def test_events_show_what_a_watcher_saw_and_cards_what_the_record_knows():
    for code in CODES:
        for step in steps_of(played(code, seed=2))["steps"]:
            down = [event for event in step["events"] if event["ev"] == "DEAL" and "seat" in event]
            if down and not RULES[code].has_bring_in:
                assert {card for event in down for card in event["cards"]} == {"??"}
            if "cards" in step:
                assert "??" not in [card for held in step["cards"] for card in held]


def test_the_work_on_a_hand_is_bounded_however_many_spots_it_has():
    """Measured by the core's own rates: each spot has its part of the budget, or the fewest samples that say anything."""
    for code in ("FO/8", "F7S/8", "NS", "PO"):
        steps = steps_of(played(code, 8, seed=6, fold=0.5))["steps"]
        spots = {(step["basis"]["deals"], len(live_at(step))) for step in steps if "equities" in step and not step["basis"]["exact"]}
        per_hand = sum(1 / rate for rate in rates(code))
        work = sum(deals * hands * per_hand for deals, hands in spots if deals > figures.SAMPLES_MIN)
        assert work <= 1.01 * figures.SECONDS
        assert all(figures.SAMPLES_MIN <= deals <= figures.SAMPLES_MAX for deals, _ in spots)


def rates(code: str) -> list[float]:
    from croupier.games.poker.equities import RANKED_PER_SECOND
    rules = croupier.game(code, **stakes(code)).rules
    return [RANKED_PER_SECOND[kind] for kind in (rules.high, rules.low) if kind]


def test_the_same_hand_has_the_same_figures():
    record = played("F7S/8", 5, seed=8)
    first = steps_of(record)
    figures._worth.cache_clear()
    assert steps_of(record) == first


# -- the page ------------------------------------------------------------------------------------------------------------

def badges(page: Any) -> list[str]:
    return page.eval_on_selector_all(".equity", "all => all.map(e => e.textContent)")


def at_street(page: Any, name: str) -> None:
    """The first step of a street with its cards; the first street begins with the forced bets."""
    page.click(f".sizes >> text='{name}'")
    if name in ("Third", "Pre-draw"):
        page.click("[aria-label='Step on']")
    until(page, "document.getAnimations().every((each) => each.playState === 'finished')")


def test_a_stud_hi_lo_file_shows_its_equities_and_how_sure_they_are(visit, shot):
    record = played("F7S/8", 3, seed=4, fold=0)
    steps = steps_of(record)["steps"]
    page = visit("#/replay")
    upload(page, dumps(record, "phh"))
    page.wait_for_selector(".transport")
    assert page.inner_text(".basis") == ""
    at_street(page, "Third")
    third = next(step for step in steps if "equities" in step)
    assert badges(page) == [f"≈ {int(share + 0.5)} %" for share in third["equities"]]
    assert page.inner_text(".basis") == f"Equities are sampled: {third['basis']['deals']:,} run-outs, ± {third['basis']['margin']:g} %."
    assert re.fullmatch(r"wins [\d.]+ % of the pot on average \(± [\d.]+\)", page.get_attribute(".equity >> nth=0", "title"))
    shot(page, "figures-stud-third")
    at_street(page, "Seventh")
    seventh = next(step for step in steps if step["street"] == "SEVENTH")
    assert badges(page) == [f"{share:g} %" for share in seventh["equities"]]
    assert page.inner_text(".basis") == "Equities are exact."
    page.click("label:has(#openly)")
    assert badges(page) == ["", "", ""], "with the cards hidden, so is what they are worth"
    assert page.locator(".pod .card.back").count() == 9, "three of each hand lie face down"
    assert page.inner_text(".basis") == ""


def test_a_draw_file_says_who_is_ahead_now_and_shows_the_drawn_cards(visit, shot):
    record = played("F2L3D", 3, seed=6, fold=0)
    steps = steps_of(record)["steps"]
    page = visit("#/replay", width=360)
    upload(page, dumps(record, "phh"))
    page.wait_for_selector(".transport")
    for street in ("Pre-draw", "Draw 3"):
        at_street(page, street)
        place = int(page.inner_text(".place").split()[0])
        words = ["ahead now" if share == 100 else "level now" if share else "" for share in steps[place - 1]["equities"]]
        assert badges(page) == words
        assert page.inner_text(".basis") == "Ahead now means the hands as they stand: draws to come are not played."
        assert page.get_attribute(".equity:not(:empty)", "title") == f"{max(words)[:-4]} if nobody draws again"
    shot(page, "figures-draw")
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    last = next(step["cards"] for step in reversed(steps) if "cards" in step)
    shown = page.eval_on_selector_all(".pod .hand", "all => all.map(e => [...e.children].map(c => c.dataset.card))")
    assert shown == last
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_unknown_hands_are_said_to_be_left_out(visit):
    page = visit("#/replay")
    base = played("NT", 3, seed=5)
    upload(page, dumps(again(base, ["d dh p1 AhAd", "d dh p2 KhKd", "d dh p3 ????", "p3 cc", "p1 cc", "p2 cc", "d db 2c7d9s"]), "phh"))
    page.wait_for_selector(".transport")
    page.keyboard.press("End")
    assert page.inner_text(".basis") == "Equities are exact. 1 live hand is not known and left out."
    assert badges(page)[2] == ""
    page.evaluate("location.hash = '#/replay'")
    upload(page, dumps(again(base, ["d dh p1 AhAd", "d dh p2 ????", "d dh p3 ????", "p3 cc"]), "phh"))
    until(page, "document.querySelector('.place')?.textContent === '0 of 3'")
    page.keyboard.press("End")
    assert page.inner_text(".basis") == "No equities: fewer than two live hands are known."
    assert badges(page) == ["", "", ""]
