"""A seat's own hands (B12, T6): what it saw and nothing more, for the team and code that held it."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import pytest

from croupier.arena.core.effects import Received
from croupier.arena.core.plays.any_game import GamePlay, recorded_event
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.seats import seat_key
from croupier.arena.journal import queries
from croupier.games.poker.rules import RULES
from croupier.games.registry import variant_name
from croupier.notation.files import loads
from croupier.notation.phh_order import listed
from croupier.notation.recording import script, spelled

from .played import Played
from .test_frames_on_the_wire import shove
from .wire import Wires, on_the_wire

TEAMS = ("Ann", "Bob", "Cy")


class Watched(Played):
    """Random players of any game; keeps each hand in play, to compare its records with what the game shows."""

    def __init__(self, **config: Any) -> None:
        self.plays: dict[str, Any] = {}
        super().__init__(**config)

    def move(self) -> None:
        hand = self.table.hand
        if hand is not None:
            self.plays[hand.hand_id] = hand.play
        self.now += 10
        if not self.asked:
            super().move()
            return
        conn, frame = self.asked.popitem()
        chosen = self.chance.choice(frame["legal"])
        action = dict(chosen) if isinstance(chosen, dict) else {"action": chosen}
        if action["action"] == "RAISE_TO":
            action["amount"] = frame[self.chance.choice(("min_raise_to", "max_raise_to"))]
        if "any_of" in action:
            action["cards"] = self.chance.sample(action["any_of"], self.chance.randint(1, len(action["any_of"])))
        sent = {"type": "action", "v": 1, "hand_id": frame.get("hand_id", frame.get("at_hand_id")), **action}
        self.put(Received(conn, json.dumps(sent)))


def seen_from(play: Any, seat: int) -> list[Any]:
    """Return what the game's own redactor shows to a seat."""
    if isinstance(play, PokerPlay):
        place = play.index[seat]
        lines = script(play.seen(whole=True), listed(play.hand.seats, play.hand.button))
        return spelled(lines, play.hand.observe(place)._hand)
    assert isinstance(play, GamePlay)
    return [recorded_event(event) for event in play.state.observe(play.index[seat]).events]


@pytest.mark.parametrize("variant", [*map(variant_name, RULES), "genome:eights-for-stakes", "genome:old-maid", "sting"])
def test_B12_T6_a_seat_is_shown_what_the_game_showed_to_it(variant):
    own_chips = {} if ":" not in variant else {"starting_stack": 10_000}
    played = Watched(variant=variant, seed=5, **own_chips)
    played.join()
    played.moves(150)
    for _ in range(4000):
        if played.store.queries.last_hand() and played.store.queries.hands(1):
            break
        played.move()
    compared = 0
    for team in TEAMS:
        key = seat_key(team, f"{team}-code")
        hands, before = played.store.queries.own_hands(key, 500, whole=True)
        assert before == 0
        for hand in hands:
            play = played.plays[hand["hand_id"]]
            shown = hand["record"].get("actions") or hand["record"]["events"]
            assert hand["seats"][str(hand["seat"])] == team
            assert shown == seen_from(play, hand["seat"])
            assert hand == played.store.queries.own_hand(hand["hand_id"], key)
            compared += 1
    assert compared >= 3


def test_B12_hidden_cards_of_others_are_in_no_own_record():
    """The secret of a seat's key: in the lines of a hold'em hand, only its own cards and those shown can be read."""
    played = Played(seed=3)
    played.join()
    played.moves(200)
    found = 0
    for team in TEAMS:
        for hand in played.store.queries.own_hands(seat_key(team, f"{team}-code"), 500)[0]:
            record, own = hand["record"], f"p{hand['record']['seats'].index(hand['seat'] + 1) + 1}"
            shown = {line.split()[0] for line in record["actions"] if " sm " in line}
            for line in record["actions"]:
                if line.startswith("d dh ") and line.split()[2] not in (own, *shown):
                    assert line.split()[3] == "????"
                    found += 1
    assert found > 20


def test_a_wrong_code_opens_nothing_and_no_key_is_public():
    played = Played(seed=4)
    played.join()
    played.moves(120)
    store = played.store.queries
    hand_id = store.hands(1)[0]["hand_id"]
    for key in (seat_key("Ann", "Bob-code"), seat_key("Nobody", "Ann-code"), "", "public"):
        assert store.own_hands(key, 10)[0] == []
        assert store.own_hand(hand_id, key) is None
    assert store.own_hand(hand_id, seat_key("ANN", "Ann-code")) is not None, "letter case aside"
    match = store.matches()[0]["match_id"]
    public = json.dumps([store.hands(), store.public_hand(hand_id), store.archive(match, everything=True)])
    assert "keys" not in public
    assert seat_key("Ann", "Ann-code") not in public


def test_open_tables_and_house_bots_have_no_keys():
    played = Played(seed=4, open=True)
    played.join()
    played.moves(120)
    assert played.store.queries.hands(1)
    assert played.store.queries.own_hands(seat_key("Ann", "Ann-code"), 10)[0] == []
    assert played.store.queries.own_hands(seat_key("Ann", ""), 10)[0] == []


def lost(hand: dict[str, Any], key: str) -> bool:
    return bool(hand["results"][str(queries.seat_of(hand, key))] < 0)


def test_one_call_looks_at_a_bounded_number_of_hands(monkeypatch):
    monkeypatch.setattr(queries, "LOOK_BACK", 7)
    played = Played(seed=6)
    played.join()
    played.moves(300)
    store, key = played.store.queries, seat_key("Bob", "Bob-code")
    found: list[str] = []
    before: int | None = None
    while before != 0:
        hands, before = store.own_hands(key, 3, before, lambda hand: lost(hand, key))
        assert len(hands) <= 3
        found += [hand["hand_id"] for hand in hands]
    every = [hand["hand_id"] for hand in store.hands(1000)
             if any(team == "Bob" and hand["results"][seat] < 0 for seat, team in hand["seats"].items())]
    assert found == every
    assert len(every) > 5


async def ask(wires: Wires, path: str, **body: Any) -> tuple[int, str]:
    address = wires.server.url.rstrip("/") + path
    async with aiohttp.ClientSession() as session, session.post(address, json=body) as answer:
        return answer.status, await answer.text()


def test_own_hands_over_http():
    async def body(wires: Wires) -> None:
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        await asyncio.gather(shove(alpha), shove(beta))
        who = {"team": "Alpha", "code": "secret"}
        status, text = await ask(wires, "/api/own-hands", **who)
        found = json.loads(text)
        assert (status, found["before"]) == (200, None)
        first = found["hands"][0]
        assert len(first["cards"]) == 2
        assert first["seats"][str(first["seat"])] == "Alpha"
        won = json.loads((await ask(wires, "/api/own-hands", **who, result="won"))[1])["hands"]
        assert [hand for hand in found["hands"] if hand["net"] > 0] == won
        assert json.loads((await ask(wires, "/api/own-hands", **who, game="PO"))[1])["hands"] == []
        phhs = (await ask(wires, "/api/own-hands", **who, format="phh"))[1]
        assert len(list(loads(phhs))) == len(found["hands"])
        steps = json.loads((await ask(wires, f"/api/own-hands/{first['hand_id']}", **who, format="steps"))[1])
        assert steps["seat"] == first["seat"]
        assert (await ask(wires, f"/api/own-hands/{first['hand_id']}", team="Alpha", code="x"))[0] == 404
        assert (await ask(wires, "/api/own-hands", team="Alpha"))[0] == 400
        assert (await ask(wires, "/api/own-hands", team="\u2800", code="x"))[0] == 400
        answers = [await ask(wires, "/api/own-hands", team="Alpha", code=f"guess-{number}") for number in range(25)]
        assert json.loads(answers[0][1]) == {"hands": [], "before": None}
        assert answers[-1][0] == 429, "guesses are counted"

    on_the_wire(body)
