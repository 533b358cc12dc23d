"""The page's own arithmetic against the engine's: which cards play, pots, decks, hashes, amounts, the fold of events."""

from __future__ import annotations

import hashlib
import hmac
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

import croupier
from croupier.arena.core.config import TableConfig
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.plays.any_game import GamePlay
from croupier.cards import Cards
from croupier.games.genome.known import names as known_games
from croupier.games.poker.rules import RULES
from croupier.games.registry import poker_at
from croupier.notation.files import dumps
from croupier.notation.recording import record_of

pytestmark = pytest.mark.xdist_group("page")
"""One browser and one server serve them all: one worker runs them."""

RANKS, SUITS = "23456789TJQKA", "cdhs"


@pytest.fixture(scope="module")
def page(browser: Any, arena: Any) -> Any:
    context = browser.new_context()
    opened = context.new_page()
    opened.goto(arena.url)
    yield opened
    context.close()


def run(page: Any, module: str, body: str, argument: Any = None) -> Any:
    """Run a function body with a module of the page and an argument."""
    return page.evaluate(f"async (argument) => {{ const module = await import('./{module}.js'); {body} }}", argument)


def test_sha256_and_hmac_are_those_of_everybody(page):
    rng = Random(1)
    texts = [rng.randbytes(size) for size in [*range(130), 1000, 4096]]
    found = run(page, "sha256", """return argument.map((hex) => module.hex(module.sha256(module.unhex(hex))));""",
                [text.hex() for text in texts])
    assert found == [hashlib.sha256(text).hexdigest() for text in texts]
    pairs = [(rng.randbytes(rng.randrange(0, 100)), rng.randbytes(rng.randrange(0, 100))) for _ in range(100)]
    found = run(page, "sha256", """return argument.map(([key, text]) => module.hex(module.hmac(module.unhex(key), module.unhex(text))));""",
                [(key.hex(), text.hex()) for key, text in pairs])
    assert found == [hmac.digest(key, text, "sha256").hex() for key, text in pairs]


def test_T6_decks_are_those_of_the_server(page):
    rng = Random(2)
    cases = []
    for number in range(60):
        secret = rng.randbytes(32)
        seats = sorted(rng.sample(range(10), rng.randrange(2, 10)))
        nonces = {seat: rng.randbytes(32).hex() for seat in seats if rng.random() < 0.5}
        size = 36 if number % 5 == 0 else 52
        key = MatchKey(f"M-2026-01-01-{number:04d}", secret)
        deck = " ".join(str(card) for card in Cards(key.deck(number + 1, seats, nonces, size)))
        cases.append(([key.match_id, secret.hex(), number + 1, [nonces.get(seat, "") for seat in seats], size], key.commit, deck))
    found = run(page, "fair", """return argument.map((each) => [module.commitment(each[0], each[1]), module.deck(...each).join(' ')]);""",
                [case[0] for case in cases])
    assert found == [[commit, deck] for _, commit, deck in cases]


def dealt(code: str, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A hand of a game played at random from a committed deck, as an archive holds it."""
    rng, key = Random(f"{code}{number}"), MatchKey("M-2026-01-01-0007", bytes(range(32)))
    seats = sorted(rng.sample(range(10), rng.randint(2, 6)))
    nonces = {seat: rng.randbytes(32).hex() for seat in seats if rng.random() < 0.5}
    deck, game = Cards(key.deck(number, seats, nonces, RULES[code].deck)), poker_at(code, 10, 20, 0)
    muck = key.muck_numbers(number, seats, nonces, game.muck_numbers_needed(len(seats)))
    hand = game.deal([500] * len(seats), button=len(seats) - 1, deck=deck, muck_numbers=muck or None)
    while not hand.is_over:
        legal = hand.legal()
        if legal.discard:
            own = hand.hole(hand.actor)[:rng.randint(0, 4)]
            hand.apply(croupier.Action("DISCARD", None, own) if own else croupier.Action("STAND_PAT"))
        else:
            hand.apply(rng.choice([each for each in legal.menu(6) if each.kind != "FOLD"]))
    record = json.loads(dumps(record_of(hand), "json"))
    told = {"hand_no": number, "stacks": dict.fromkeys(map(str, seats), 500), "record": record,
            "nonces": {str(seat): nonce for seat, nonce in nonces.items()}}
    return {"match_id": key.match_id, "secret": key.secret.hex()}, told


@pytest.mark.parametrize("code", RULES)
def test_T6_cards_of_every_poker_game_are_followed_through_the_deck(page, code):
    cases = [dealt(code, number) for number in range(1, 21)]
    found = run(page, "fair", "return argument.map(([archive, hand]) => module.checked(archive, hand));", cases)
    assert all(each["wrong"] is None and each["cards"] > 3 for each in found), found
    dealt_after_the_deck = [each["cards"] > RULES[code].deck for each in found]
    assert any(dealt_after_the_deck) == (code in ("F2L3D", "FB"))  # the muck was shuffled back in some of these hands
    for _, hand in cases:  # another hand's deck is found out
        hand["hand_no"] += 1
    assert all(each["wrong"] for each in run(page, "fair", "return argument.map(([archive, hand]) => module.checked(archive, hand));", cases))


def hosted(variant: str, number: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """A game that is not poker, played at random from a committed secret, as an archive holds it."""
    rng, key = Random(f"{variant}{number}"), MatchKey("M-2026-01-01-0007", bytes(range(32)))
    game = TableConfig(variant=variant).hosted
    seats = sorted(rng.sample(range(10), rng.randint(game.least, game.most)))
    nonces = {seat: rng.randbytes(32).hex() for seat in seats if rng.random() < 0.5}
    play = GamePlay(game, "H-1", dict.fromkeys(seats, game.chips), seats[0], key.dealer(number, seats, nonces))
    for _ in range(400):
        if not play.is_over:
            play.apply(rng.choice(list(play.state.legal())))
    record = json.loads(json.dumps(play.records({}, {})[1]))
    return {"match_id": key.match_id, "secret": key.secret.hex()}, {
        "hand_no": number, "stacks": dict.fromkeys(map(str, seats), 500), "record": record, "nonces": nonces}


@pytest.mark.parametrize("variant", ["sting", "sting:tuned", *(f"genome:{name}" for name in known_games())])
def test_T6_cards_of_other_games_are_dealt_again_from_the_hand_key(page, variant):
    cases = [hosted(variant, number) for number in range(1, 3)]
    found = run(page, "fair", "return argument.map(([archive, hand]) => module.checked(archive, hand));", cases)
    assert all(each["wrong"] is None and each["cards"] > 0 for each in found), found
    for _, hand in cases:  # another hand's chance is found out
        hand["hand_no"] += 1
    others = run(page, "fair", "return argument.map(([archive, hand]) => module.checked(archive, hand));", cases)
    assert any(each["wrong"] for each in others)
    del cases[0][1]["record"]["decks"]
    assert run(page, "fair", "return module.checked(...argument).cards;", cases[0]) is None


def test_T6_the_test_vectors_of_the_documents(page):
    found = run(page, "fair", """
        const archive = { match_id: 'M-1', secret: argument };
        const cards = [...'23456789TJQKA'].flatMap((rank) => [...'cdhs'].map((suit) => rank + suit));
        const muck = module.muckNumbers(archive, 1, []);
        const next = module.gameNumbers(archive, 1, [], 1);
        return [module.commitment('M-1', argument), module.deck('M-1', argument, 1, []).slice(0, 10).join(' '),
                module.deck('M-1', argument, 1, ['07'.repeat(32), '', '09'.repeat(32)]).slice(0, 10).join(' '),
                [muck(), muck(), muck()].join(', '),
                ...[1, 2].map((hand) => module.shuffled([...cards], module.gameNumbers(archive, 1, [], hand)).slice(0, 10).join(' ')),
                Array.from({ length: 6 }, () => module.below(52, next)).join(' ')];""", bytes(range(32)).hex())
    text = " ".join((Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8").split())
    assert [each for each in found if each not in text] == []
    assert len(set(found)) == 7


@pytest.mark.parametrize(("variant", "game", "hole", "board", "deck"), [
    ("HUNL", "high", 2, 5, 52), ("F7S", "high", 7, 0, 52), ("PO", "omaha", 4, 5, 52), ("PO5", "omaha", 5, 5, 52), ("PO6", "omaha", 6, 5, 52), ("NS", "short_deck", 2, 5, 36), ("FR", "low", 7, 0, 52)])
def test_the_cards_that_are_lit_are_worth_what_the_hand_is(page, variant, game, hole, board, deck):
    rng = Random(variant)
    cards = [rank + suit for rank in RANKS for suit in SUITS][52 - deck:]
    hands = [rng.sample(cards, hole + board) for _ in range(150)]
    found = run(page, "best", "return argument[1].map(([hand, board]) => module.playing(argument[0], hand, board));",
                [variant, [(hand[:hole], hand[hole:]) for hand in hands]])
    for hand, lit in zip(hands, found):
        mine, table = hand[:hole], hand[hole:]
        assert len(lit) == 5
        assert set(lit) <= set(hand)
        best = croupier.rank("".join(mine), game, "".join(table))
        if game == "omaha":
            assert len(set(lit) & set(mine)) == 2
            again = croupier.rank("".join(card for card in lit if card in mine), "high", "".join(card for card in lit if card in table))
            assert again.words == best.words
        else:
            assert croupier.rank("".join(lit), game).value == best.value


def test_hidden_cards_light_nothing_and_draw_hands_play_whole(page):
    assert run(page, "best", "return module.playing('HUNL', ['??', '??'], ['Ah', 'Kh', 'Qh']);") == []
    assert run(page, "best", "return module.playing('F2L3D', argument, []);", ["2c", "3d", "4h", "5s", "7c"]) == ["2c", "3d", "4h", "5s", "7c"]


def test_side_pots_are_those_of_the_engine(page):
    cases, expected = [], []
    for seed in range(120):
        rng = Random(seed)
        seats = rng.randrange(2, 7)
        hand = croupier.holdem(sb=10, bb=20).deal(stacks=[rng.choice([20, 60, 150, 400, 1000]) for _ in range(seats)], button=0, seed=seed)
        begun = hand.starting_stacks
        while not hand.is_over and hand.street == "PRE_FLOP":
            legal = hand.legal()
            if legal.max_raise_to and rng.random() < 0.5:
                hand.raise_to(rng.choice([legal.min_raise_to, legal.max_raise_to]))
            elif rng.random() < 0.25 and legal.call:
                hand.fold()
            elif legal.check:
                hand.check()
            else:
                hand.call()
        if hand.is_over:
            continue
        live = set(hand.live)
        cases.append([{"seat": seat, "paid": begun[seat] - hand.stacks[seat], "dead": 0, "folded": seat not in live,
                       "allIn": seat in live and hand.stacks[seat] == 0} for seat in range(seats)])
        expected.append([[pot.amount, sorted(pot.seats)] for pot in hand.pots])
    assert len(cases) > 20
    found = run(page, "pots", "return argument.map((rows) => module.layers(rows).map((pot) => [pot.amount, pot.seats]));", cases)
    assert found == expected


def test_amounts_stay_within_what_is_legal(page):
    rng = Random(5)
    prompts = []
    for _ in range(300):
        least = rng.randrange(1, 5000)
        prompts.append({"legal": ["FOLD", "CALL", "RAISE_TO"], "call_amount": rng.randrange(1, 3000), "min_raise_to": least,
                        "max_raise_to": least + rng.randrange(0, 20000), "pot": rng.randrange(0, 40000), "current_bet": rng.randrange(0, least)})
    found = run(page, "amounts", "return argument.map((prompt) => module.presets(prompt, module.choices(prompt).raise));", prompts)
    for prompt, sizes in zip(prompts, found):
        least, most = prompt["min_raise_to"], prompt["max_raise_to"]
        amounts = {size["name"]: size["amount"] for size in sizes}
        assert list(amounts) == ["min", "half", "pot", "max"]
        assert amounts["min"] == least
        assert amounts["max"] == most
        assert all(type(size) is int and least <= size <= most for size in amounts.values())
        pot = prompt["current_bet"] + prompt["pot"] + prompt["call_amount"]
        assert amounts["pot"] == min(most, max(least, pot))
    typed = run(page, "amounts", "return argument.map(module.typed);",
                ["1,200", " 300 ", "12'000", "-1", "1.5", "1e3", "", "0x10", "٣", "99999999999999999999"])
    assert typed == [1200, 300, 12000, None, None, None, None, None, None, None]
    assert run(page, "amounts", "return [module.odds(50, 150), module.odds(0, 100)];") == [25, None]


def test_the_fold_of_events_is_what_the_server_says(page):
    """A spectator's events, folded by the page alone, against the server's own `state` after each of them."""
    found = run(page, "state", """
        const state = module.fresh();
        const wrong = [];
        let states = 0;
        const compare = (frame) => {
            if (frame.hand_id !== state.hand?.hand_id) return;
            states += 1;
            for (const row of frame.players) {
                const mine = state.seats.get(row.seat);
                const over = frame.phase === 'SHOWDOWN';
                if (mine.stack !== row.stack || (!over && mine.bet !== row.committed) || mine.folded !== row.has_folded || mine.total !== row.total_in_pot) {
                    wrong.push([frame, mine]);
                }
            }
            if (state.pot !== frame.pot || String(state.board) !== String(frame.community)) wrong.push([frame, state.pot, state.board]);
        };
        await Promise.all(argument.map((table) => new Promise((go) => {
            const socket = new WebSocket(`ws://${location.host}/ws?table=${table}`);
            const until = performance.now() + 3500;
            socket.onopen = () => socket.send('{"type":"spectate","v":1}');
            socket.onmessage = (message) => {
                const frame = JSON.parse(message.data);
                if (frame.type === 'state') compare(frame);
                else module.apply(state, frame, 0);
                if (performance.now() > until) { socket.close(); go(); }
            };
        })));
        return { wrong: JSON.stringify(wrong.slice(0, 2)), states };""", ["W-1"])
    assert found["wrong"] == "[]"
    assert found["states"] > 8


def test_boxes_of_seats_and_middle_are_inside_and_apart(page):
    cases = [(count, width, many, own) for count in range(2, 11) for width in range(300, 1400, 37)
             for many in (False, True) for own in (False, True)]
    found = run(page, "positions", "return argument.map(([count, width, many, own]) => module.layout(count, width, { fit: 500, many, own }));", cases)
    for case, plan in zip(cases, found):
        pod, mine = plan["pod"], plan["mine"]
        boxes = [(spot["x"], spot["y"], *((mine["width"], mine["height"]) if place == 0 else (pod["width"], pod["height"])))
                 for place, spot in enumerate(plan["spots"])]
        assert len(boxes) == case[0]
        boxes.append(tuple(plan["middle"][name] for name in ("x", "y", "width", "height")))
        for place, (x, y, width, height) in enumerate(boxes):
            assert -1 <= x <= plan["width"] - width + 1, case
            assert -1 <= y <= plan["height"] - height + 1, case
            for x2, y2, width2, height2 in boxes[place + 1:]:
                apart = x + width <= x2 + 1 or x2 + width2 <= x + 1 or y + height <= y2 + 1 or y2 + height2 <= y + 1
                assert apart, (case, boxes)


def test_addresses_lead_where_they_say(page):
    found = run(page, "router", "return argument.map(module.parse);",
                ["", "#/", "#/table/T-1", "#/table/T-1/1", "#/replay/H-1/12", "#/nonsense/x", "#/table/%", "#/replay/H-1/-3", "#/constructor"])
    assert [each["view"] for each in found] == ["lobby", "lobby", "table", "table", "replay", "lobby", "table", "replay", "lobby"]
    assert found[4] == {"view": "replay", "id": "H-1", "step": 12}
    assert found[7]["step"] is None
    ids = ["T-1", "a/b", "ü#?%", "<x>"]
    again = run(page, "router", "return argument.map((id) => module.parse(module.address('table', id)).id);", ids)
    assert again == ids


def test_chips_are_written_exactly(page):
    found = run(page, "texts", "return argument.map(([amount, places]) => module.chips(amount, places));",
                [(1234567, 0), (123456, 2), (5, 2), (-250, 2), (100, 2), (900000000000001, 0)])
    assert found == ["1,234,567", "1,234.56", "0.05", "-2.50", "1", "900,000,000,000,001"]


def test_every_module_is_sound_and_no_text_is_left_out(page):
    """Each text that a module asks for exists: a misspelt one would be drawn as `undefined`."""
    missing = page.evaluate("""async () => {
        const { t } = await import('./texts.js');
        const names = ['announce', 'amounts', 'best', 'cards', 'chart', 'clock', 'controls', 'dom', 'evolved', 'fair', 'help', 'icons', 'lobby', 'main', 'match', 'motion', 'options',
                       'play', 'positions', 'pots', 'replay', 'replayer', 'room', 'router', 'seat', 'sha256', 'socket', 'sound', 'standings', 'state', 'sting', 'stingstate', 'tableview', 'tour'];
        const missing = [];
        for (const name of names) {
            const text = await (await fetch(name + '.js')).text();
            for (const [, key] of text.matchAll(/\\bt\\.([A-Za-z0-9]+)/g)) if (!(key in t)) missing.push(name + ': t.' + key);
            if (/innerHTML|outerHTML|insertAdjacentHTML|document\\.write|\\beval\\(|new Function/.test(text)) missing.push(name + ' makes HTML or code from text');
        }
        return missing;
    }""")
    assert json.dumps(missing) == "[]"


@pytest.mark.parametrize(("variant", "name"), [
    ("HUNL", "No-limit hold'em"), ("sting:tuned", "The sting"), ("genome:leduc-poker", "Leduc poker"),
    ("genome:/srv/games/01-quiet-magpie-3f.json", "Quiet magpie 3f"), ("genome:C:\\games\\mine.json", "Mine")])
def test_a_game_is_called_by_its_name_and_not_by_where_it_lies(page, variant, name):
    assert run(page, "texts", "return module.t.game(argument);", variant) == name


FOLD_OUT = """
  const state = module.fresh();
  const frames = [
    { type: "start_hand", hand_id: "H", button: 0, stacks: [{ seat: 0, stack: 1000 }, { seat: 1, stack: 1000 }], deal: { hand_no: 1 } },
    { type: "event", hand_id: "H", event_no: 1, ev: "POST_BLINDS", sb_seat: 0, bb_seat: 1, sb: 10, bb: 20 },
    { type: "event", hand_id: "H", event_no: 2, ev: "BET", seat: 0, amount: 990 },
    { type: "event", hand_id: "H", event_no: 3, ev: "FOLD", seat: 1 },
    { type: "event", hand_id: "H", event_no: 4, ev: "POT_AWARD", seat: 0, amount: 1020 }];
  for (const frame of frames) module.apply(state, frame, 0);
  const winner = state.seats.get(0);
  return { won: winner.won, stack: winner.stack, pot: state.pot, line: state.log.at(-1).text };
"""


def test_22_19_a_fold_out_says_what_was_won_not_what_nobody_called(page):
    found = run(page, "state", FOLD_OUT)
    assert found["won"] == 40
    assert (found["stack"], found["pot"]) == (1020, 0)
    assert "40" in found["line"]
    assert "1,020" not in found["line"]


def test_22_19_a_broke_seat_shows_no_chips_of_an_older_lobby(page):
    found = run(page, "state", """
      const state = module.fresh();
      module.apply(state, { type: "lobby", players: [{ seat: 0, team: "A", stack: 500 }, { seat: 1, team: "B", stack: 500 }] }, 0);
      module.apply(state, { type: "start_hand", hand_id: "H", button: 0, stacks: [{ seat: 0, stack: 500 }, { seat: 1, stack: 500 }], deal: { hand_no: 1 } }, 0);
      module.apply(state, { type: "end_hand", hand_id: "H", stacks: [{ seat: 0, stack: 1000 }, { seat: 1, stack: 0 }], results: [] }, 0);
      return state.lobby.map((each) => each.stack);""")
    assert found == [1000, 0]


def test_22_19_figures_of_the_sting_stay_while_another_role_acts(page):
    found = run(page, "stingstate", """
      const view = { hand_no: 2, hands: 5, cash: 100, heat: 3, round_no: 2, state: "betting", holder: null, raises_left: 3, live: [0, 1, 2],
        totals: { evidence: 30, cover: 20, profit: 7, heat: 1 }, hand: [], held_by: [3, 3, 3], deck_of: [22, 22, 17], is_over: false, table: [] };
      const game = [{ ev: "RAISED", event_no: 9, seat: 0, data: {} }];
      const run = module.runOf({ game, view, viewAt: 8 }, (seat) => seat);
      return [run.totals.evidence, run.totals.cover, run.decks, run.held, run.raisesLeft, view.held_by];""")
    assert found == [30, 20, [22, 22, 17], [2, 3, 3], 2, [3, 3, 3]]


def test_22_19_a_public_view_keeps_the_figures_of_the_sting_for_all(page):
    """A spectator, and a player while others act, take the totals from the public view after each action."""
    found = run(page, "state", """
      const { runOf } = await import('./stingstate.js');
      const state = module.fresh();
      const view = { hand_no: 2, hands: 5, cash: 100, heat: 3, round_no: 2, state: "betting", holder: null, raises_left: 3, live: [0, 1, 2],
        totals: { evidence: 30, cover: 20, profit: 7, heat: 1 }, held_by: [3, 3, 3], deck_of: [22, 22, 17], is_over: false, table: [] };
      const rows = [0, 1, 2].map((seat) => ({ seat, stack: 0, committed: 0, total_in_pot: 0, has_folded: false, all_in: false }));
      module.apply(state, { type: "spectate", table_id: "S", config: { variant: "sting", seats: 3 }, deal: { match_id: "M" } }, 0);
      module.apply(state, { type: "start_hand", hand_id: "H", button: 0, stacks: rows, deal: { hand_no: 1 } }, 0);
      module.apply(state, { type: "event", hand_id: "H", event_no: 1, ev: "HANDBEGAN", data: { hand: 2, cash: 100, heat: 3 } }, 0);
      module.apply(state, { type: "state", hand_id: "H", event_no: 1, players: rows, pot: 0, community: [], phase: "BETTING", next_actor: 0, view }, 0);
      const run = runOf(state, (seat) => seat);
      return [run.totals, run.decks, state.log[0].text];""")
    assert found == [{"evidence": 30, "cover": 20, "profit": 7, "heat": 1}, [22, 22, 17], "Game 1"]


def test_22_19_a_seat_that_goes_broke_is_out_at_once_and_a_newcomer_is_not(page):
    found = run(page, "state", """
      const { tableView } = await import('./tableview.js');
      const state = module.fresh();
      const lobby = ["A", "B", "C"].map((team, seat) => ({ seat, team, stack: 500, connected: true }));
      module.apply(state, { type: "spectate", table_id: "T", config: { variant: "HUNL", seats: 3, bb: 20 }, deal: { match_id: "M" } }, 0);
      module.apply(state, { type: "lobby", players: lobby }, 0);
      const start = (hand_id, seats) => module.apply(state, { type: "start_hand", hand_id, button: 0, stacks: seats.map((seat) => ({ seat, stack: 500 })), deal: { hand_no: 1 } }, 0);
      start("H1", [0, 1]);
      module.apply(state, { type: "event", hand_id: "H1", event_no: 1, ev: "ELIMINATED", seat: 1 }, 0);
      start("H2", [0]);
      const view = tableView();
      document.body.append(view.root);
      view.update(state);
      await new Promise((go) => setTimeout(go, 200));
      const rows = [...view.root.querySelectorAll(".pod")].map((pod) => [pod.querySelector(".stack").textContent, pod.querySelector(".deed").textContent]);
      view.leave();
      view.root.remove();
      return rows;""")
    assert found == [["500", ""], ["0", "out"], ["500", "in next"]]


def test_the_winner_keeps_the_name_while_seats_of_the_next_match_are_given(page):
    """A new match moves every team on by a seat, right after the last hand of the old one."""
    found = run(page, "state", """
      const state = module.fresh();
      const lobby = (...teams) => ({ type: "lobby", players: teams.map((team, seat) => ({ seat, team, stack: 500 })) });
      const welcome = (seat, match_id) => ({ type: "welcome", table_id: "T", seat, config: { variant: "HUNL", seats: 2 }, deal: { match_id } });
      const stacks = [{ seat: 0, stack: 500 }, { seat: 1, stack: 500 }];
      for (const frame of [welcome(0, "M1"), lobby("Ann", "Bob"), { type: "start_hand", hand_id: "H", button: 0, stacks, deal: { hand_no: 1 } },
        { type: "event", hand_id: "H", event_no: 1, ev: "POT_AWARD", seat: 0, amount: 1000 },
        { type: "end_hand", hand_id: "H", stacks: [{ seat: 0, stack: 1000 }, { seat: 1, stack: 0 }], results: [] },
        { type: "match_end", winner: { seat: 0, team: "Ann" }, final_stacks: [] }, welcome(1, "M2"), lobby("Bob", "Ann")]) module.apply(state, frame, 100);
      const after = [module.won(state, 0), state.me, state.match.winner.team];
      module.apply(state, { type: "start_hand", hand_id: "H2", button: 0, stacks, deal: { hand_no: 1 } }, 200);
      return [...after, module.team(state, 0), state.me];""")
    assert found == ["Ann +1,000", 0, "Ann", "Bob", 1]


def test_the_clock_of_a_player_has_the_time_bank_in_it(page):
    found = run(page, "state", """
      const state = Object.assign(module.fresh(), { config: { variant: "HUNL", move_time_ms: 15000 }, me: 0 });
      const act = (you) => ({ type: "act", hand_id: "H", seat: 0, decision: 1, players: [], community: [], pot: 0, legal: [], you: { hole: [], time_ms: 15000, ...you } });
      const until = (you) => [module.apply(state, act(you), 1000).until, state.span];
      return [until({}), until({ time_bank_ms: 20000 })];""")
    assert found == [[16000, 15000], [36000, 35000]]


def test_a_player_is_told_what_part_of_the_clock_is_the_time_bank(page):
    found = run(page, "controls", """
      const { fresh } = await import('./state.js');
      const panel = module.controls(() => true);
      panel.update(Object.assign(fresh(), { me: 0, config: { bb: 100 }, prompt: { hand_id: "H", decision: 1, legal: ["CHECK"], pot: 0, you: { stack: 900, time_bank_ms: 19500 } } }));
      return panel.root.querySelector(".ask").textContent;""")
    assert found == "Your turn. The last 20 s on the clock are your time bank."


def test_the_end_of_a_play_is_called_what_it_is(page):
    """Whoever lays cards and claims does not stand pat."""
    found = run(page, "controls", """
      const { fresh } = await import('./state.js');
      const panel = module.controls(() => true);
      const named = (...legal) => {
        panel.update(Object.assign(fresh(), { me: 0, config: { bb: 100 }, prompt: { hand_id: "H", decision: legal.length, legal, pot: 0, you: { stack: 900 } } }));
        return panel.root.querySelector(".pat").textContent;
      };
      const card = (action) => ({ action, cards: ["Ah"] });
      return [named("STAND_PAT", card("LAY")), named("STAND_PAT", card("PLAY"), card("PLAY")), named("STAND_PAT", "DRAW", "FOLD", "CHECK")];""")
    assert found == ["Lay no more", "Play no more", "Stand pat"]
