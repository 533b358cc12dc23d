"""Nothing on the felt covers anything else: measured in the browser at every width, with every number of seats, in every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from croupier.games.poker.rules import RULES
from croupier.games.registry import variant_name

from .test_layout import fits

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

OVERLAPS = (Path(__file__).parent / "overlaps.js").read_text(encoding="utf-8")
WIDTHS = ((360, 780), (390, 844), (768, 1024), (1024, 768), (1366, 768), (1440, 900), (2560, 1440))
EVERY_NUMBER_OF_SEATS = (360, 1024, 1440)
"""At the other widths a few numbers of seats are drawn: a drawing costs 70 ms of processor time."""
GAMES = {variant_name(code): rules for code, rules in RULES.items()}
DIFFERENT = ("HUNL", "PO", "F7S", "F2L3D")
"""Drawn with every number of seats; the others, which look like one of these, with a few numbers."""
MOST = {"F7S": 7, "F7S/8": 7, "FR": 7, "N2L1D": 6, "F2L3D": 6, "FB": 8}
"""The most seats that a table of the game has on the page; in other games as many as the rules allow."""

STING_OVERLAPS = (Path(__file__).parent / "sting_overlaps.js").read_text(encoding="utf-8")
DRAW = """async ({ variant, seats, mine, cards, board, discards }) => {
    const { fresh } = await import('./state.js');
    const { tableView } = await import('./tableview.js');
    const state = fresh();
    const deck = [...'AKQJT98765432'].flatMap((rank) => [...'shdc'].map((suit) => rank + suit));
    const row = (seat) => ({ seat, stack: 1234567 + seat, bet: 1000000 + seat, total: 2000000 + 1000 * seat, dead: 0, folded: false, allIn: seat % 4 === 1,
        cards: Array.from({ length: cards }, (_, at) => at % 2 ? '??' : deck[(seat * cards + at) % 52]), deed: 'raise 1,000,000', deedKind: 'BET', shown: null, won: 0 });
    Object.assign(state, { config: { variant, seats, bb: 100, move_time_ms: 15000 }, me: mine ? 0 : null, hand: { hand_id: 'H' }, button: 1, small: 2 % seats, big: 3 % seats,
        lobby: Array.from({ length: seats }, (_, seat) => ({ seat, team: 'W'.repeat(30) + seat, connected: true, stack: 1 })), actor: seats > 2 ? 2 : 1, until: performance.now() + 9000, span: 15000,
        seats: new Map(Array.from({ length: seats }, (_, seat) => [seat, row(seat)])), pot: 9876543, log: [{}], hole: mine ? deck.slice(20, 20 + cards) : [], board: deck.slice(0, board),
        pots: [{ amount: 4000000, seats: [] }, { amount: 3000000, seats: [] }] });
    const main = document.getElementById('main');
    main.className = 'table';
    if (!window.view) {
        const { h } = await import('./dom.js');
        const { controls } = await import('./controls.js');
        window.view = tableView();
        window.panel = controls(() => true);
        main.replaceChildren(h('div', { class: 'headline' }), h('div', { class: 'stage' }, window.view.root), h('div', { class: 'foot' }, window.panel.root), h('aside', {}, h('ol', { class: 'log', vars: { height: '1200px' } })));
    }
    main.dataset.mode = mine ? 'play' : 'watch';
    state.prompt = mine ? { hand_id: 'H', decision: seats * 100 + cards, legal: ['FOLD', 'CALL', 'RAISE_TO'], call_amount: 1000000, min_raise_to: 2000000, max_raise_to: 2234567, pot: 9876543, current_bet: 1000000,
        you: { stack: 1234567, committed: 1000000, hole: state.hole } } : null;
    if (discards) Object.assign(state.prompt, { decision: 'discards', legal: [{ action: 'STAND_PAT' }, { action: 'DISCARD', any_of: state.hole }] });
    window.view.update(state);
    window.panel.update(state);
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    document.getAnimations().forEach((run) => { if (run.effect.target.matches('.card, .bet, .fly')) run.finish(); });
}"""


def hands(variant: str, page: Any) -> int:
    return int(page.evaluate("async (variant) => (await import('./games.js')).games[variant].cards", variant))


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_nothing_covers_anything_in_any_game(visit, shot, width, height):
    page = visit("#/standings", width=width, height=height)
    page.wait_for_selector("main > *")
    for variant, rules in GAMES.items():
        cards = hands(variant, page)
        board = sum(street.board for street in rules.streets)
        most = MOST.get(variant, rules.seats)
        all_seats = range(2, most + 1) if variant in DIFFERENT else (2, 6, most)
        if width not in EVERY_NUMBER_OF_SEATS:
            all_seats = (2, 6, most) if variant in DIFFERENT else (most,)
        for seats in all_seats:
            for mine in (False, True):
                page.evaluate(DRAW, {"variant": variant, "seats": seats, "mine": mine, "cards": cards, "board": board})
                assert page.evaluate(OVERLAPS) == [], f"{variant}, {seats} seats, {'playing' if mine else 'watching'} at {width}"
        if any(street.draw for street in rules.streets):
            page.evaluate(DRAW, {"variant": variant, "seats": most, "mine": True, "cards": cards, "board": 0, "discards": True})
            assert page.evaluate(OVERLAPS) == [], f"{variant}, choosing cards at {width}"
        if variant in DIFFERENT:
            shot(page, f"felt-{variant}-{width}")


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_nothing_covers_anything_in_evolved_games(visit, width, height):
    page = visit("#/standings", width=width, height=height)
    page.wait_for_selector("main > *")
    for cards in (1, 3, 7, 10, 13):
        for seats in range(2, 7):
            page.evaluate(DRAW, {"variant": "genome:x", "seats": seats, "mine": True, "cards": cards, "board": 8})
            found = [each for each in page.evaluate(OVERLAPS) if "hide each other" not in each]  # the panel shows them once more
            assert found == [], f"{cards} cards, {seats} seats at {width}"


DRAW_STING = """async ({ role, cards, turn, amount }) => {
    const { fresh } = await import('./state.js');
    const { stingView } = await import('./sting.js');
    const { h } = await import('./dom.js');
    const plain = { price: 0, multiplier: 100, evidence: 0, cover: 0, heat: 0, cost: 0, penalty: 0, threshold: 0 };
    const deck = [{ ...plain, name: 'Trusted Regular', kind: 'modifier', multiplier: 125, evidence: -100, cover: 100, heat: 100 }, { ...plain, name: 'DA Approval', kind: 'conviction', threshold: 100 },
        { ...plain, name: 'Parking Garage', kind: 'location', evidence: 100, cover: 100, heat: 100 }, { ...plain, name: 'Plea Bargain', kind: 'insurance', cover: 100, cost: 1000000, penalty: 100 },
        { ...plain, name: 'Surveillance', kind: 'evidence', evidence: 100, heat: 100 }, { ...plain, name: 'Cigarettes', kind: 'product', price: 1000000, heat: 100 }];
    const state = fresh();
    const table = Array.from({ length: cards }, (_, at) => [at % 2 ? role : (role + at) % 3, at % 4 === 3 ? null : deck[at % 6], at % 4 !== 3]);
    const view = { hand_no: 5, hands: 5, cash: amount, heat: amount, round_no: 3, state: 'betting', holder: role, raises_left: 2, live: [0, 1, 2], totals: { evidence: amount, cover: amount, profit: amount, heat: amount },
        hand: deck.slice(0, 3).map((card, at) => deck[(at * 2 + role) % 6]), held_by: [3, 3, 3], deck_of: [20, 20, 20], is_over: false, table };
    Object.assign(state, { config: { variant: 'sting', seats: 3, bb: 0, move_time_ms: 60000 }, me: role, hand: { hand_id: 'H' }, view, viewAt: 9, actor: turn, until: performance.now() + 59000, span: 60000,
        lobby: [0, 1, 2].map((seat) => ({ seat, team: 'W'.repeat(31) + seat, connected: true, stack: 1 })), seats: new Map([0, 1, 2].map((seat) => [seat, { seat, stack: 0, bet: 0 }])), game: [], log: [{}] });
    state.prompt = turn === role ? { hand_id: 'H', decision: cards, legal: [{ action: 'CHECK' }, { action: 'FOLD' }, ...view.hand.map((card, amount) => ({ action: 'RAISE', amount, card: card.name }))] } : null;
    const main = document.getElementById('main');
    main.className = 'table';
    main.dataset.mode = 'play';
    main.dataset.game = 'sting';
    if (!window.sting) {
        document.head.append(h('link', { rel: 'stylesheet', href: 'sting.css', id: 'styled' }));
        await new Promise((go) => document.getElementById('styled').addEventListener('load', go));
        window.sting = stingView(() => true);
        main.replaceChildren(h('div', { class: 'headline' }), h('div', { class: 'stage' }, window.sting.root), h('div', { class: 'foot' }), h('aside', {}, h('ol', { class: 'log', vars: { height: '1200px' } })));
    }
    window.sting.update(state);
    await new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)));
    document.getAnimations().forEach((run) => { if (run.effect.target.matches('.played, .fill')) run.finish(); });
}"""


@pytest.mark.parametrize(("width", "height"), WIDTHS)
def test_nothing_covers_anything_in_the_sting(visit, shot, width, height):
    page = visit("#/standings", width=width, height=height)
    page.wait_for_selector("main > *")
    for role in range(3):
        for cards in (0, 3, 9):
            for turn in (role, (role + 1) % 3):
                page.evaluate(DRAW_STING, {"role": role, "cards": cards, "turn": turn, "amount": 1_234_567})
                assert page.evaluate(STING_OVERLAPS) == [], f"role {role}, {cards} cards, {turn} to act at {width}"
                assert fits(page) == []
    page.evaluate(DRAW_STING, {"role": 2, "cards": 5, "turn": 2, "amount": 1_234})
    assert page.evaluate("document.querySelector('.sting .moves').getBoundingClientRect().bottom <= innerHeight"), "the buttons are in sight"
    shot(page, f"sting-{width}")
