"""Nothing before its time: what a viewer can reach does not depend on cards it may not see.

Non-interference: two runs that differ only in cards hidden from a viewer (others' hole cards, cards to come) and have
the same actions are equal to that viewer, byte for byte, until one of those cards is public.
"""

from __future__ import annotations

import json
import logging
import re
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.arena.core.match_key import MatchKey
from croupier.arena.server.api import table_facts
from croupier.cards import Cards

from .driver import Arena, Client, table_of
from .rig import whole_deck
from .wire import Wires, on_the_wire

DECKS = st.permutations(range(52))
MOVES = st.lists(st.integers(0, 7), min_size=1, max_size=25)


def swapped(deck: list[int], keep: set[int], order: list[int]) -> list[int]:
    """The same deck with all places but those kept dealt anew, in an order of choice."""
    loose = [place for place in range(52) if place not in keep]
    cards = sorted((deck[place] for place in loose), key=order.index)
    other = list(deck)
    for place, card in zip(loose, cards):
        other[place] = card
    return other


def run(deck: list[int], moves: list[int], viewer: int | None) -> tuple[list[bytes], int]:
    """All that a seat, or a spectator, hears in one hand played by these moves, and how many board cards came."""
    original = MatchKey.deck
    MatchKey.deck = lambda *_: list(deck)  # type: ignore[method-assign, assignment]
    try:
        arena, clients = table_of(4, hand_pause_ms=10**6, move_time_ms=1000)
        watcher = arena.watch()
        reached: list[bytes] = []
        for move in moves:
            if not arena.table.in_hand:
                break
            step(arena, move)
            reached.append(json.dumps(table_facts(arena.table, arena.now)).encode())
        heard = (watcher if viewer is None else clients[viewer]).raw
        return [*heard, *reached], len(arena.table.hand.play.hand.board)
    finally:
        MatchKey.deck = original  # type: ignore[method-assign]


def step(arena: Arena, move: int) -> None:
    """One move of whoever's turn it is: legal, illegal or none at all, chosen by what is public alone."""
    actor = arena.actor()
    act = actor.act
    if move == 0:
        arena.wait(1000)
    elif move == 1:
        actor.acts("RAISE_TO", 1)
        actor.acts("FOLD")
    elif move == 2 and "min_raise_to" in act:
        actor.acts("RAISE_TO", act["min_raise_to"])
    elif move == 3 and "max_raise_to" in act:
        actor.acts("RAISE_TO", act["max_raise_to"])
    else:
        actor.acts("CALL" if "call_amount" in act else "CHECK")


def until_public(frames: list[bytes]) -> list[bytes]:
    """The frames before the first hand is shown."""
    for place, frame in enumerate(frames):
        if b'"SHOWDOWN"' in frame:
            return frames[:place]
    return frames


@given(DECKS, DECKS, MOVES, st.sampled_from([None, 0, 1, 2, 3]))
def test_two_runs_that_differ_in_hidden_cards_are_equal_to_a_viewer_until_those_are_public(deck, order, moves, viewer):
    first, boards = run(deck, moves, viewer)
    # dealt from the left of the button, seat 1 first: a seat's cards lie at its place and four further on
    own = set() if viewer is None else {(viewer - 1) % 4, (viewer - 1) % 4 + 4}
    second, _ = run(swapped(deck, own | set(range(8, 8 + boards)), order), moves, viewer)
    assert until_public(first) == until_public(second)


def test_the_lengths_of_frames_do_not_depend_on_hidden_cards():
    """Card texts are all two letters: a pair or a high card makes no frame longer."""
    for viewer in range(4):
        one, _ = run(whole_deck("AhAdAcAs"), [4] * 20, viewer)
        two, _ = run(whole_deck("2h7dTcJs"), [4] * 20, viewer)
        assert [len(frame) for frame in until_public(one)] == [len(frame) for frame in until_public(two)]


def test_B12_a_fold_out_winner_and_folded_cards_are_never_shown_to_anyone():
    for moves in ([1, 1, 1], [4, 4, 4, 4, 3, 1, 1, 1], [3, 1, 1, 4]):
        arena, clients = table_of(4, hand_pause_ms=10**6)
        hand = arena.table.hand
        for move in moves:
            if arena.table.in_hand:
                step(arena, move)
        told = {frame["seat"] for frame in clients[0].of("event") if frame["ev"] == "SHOWDOWN"}
        again = arena.join("Ann")
        for seat in range(1, 4):
            cards = {str(card) for card in hand.play.hand.hole(seat)}
            if seat not in told:
                heard = b"".join(clients[0].raw + again.raw).decode()
                assert not any(f'"{card}"' in heard for card in cards)


class Everything:
    """All that a curious client can reach: its frames, the API, metrics, errors, the log."""

    def __init__(self, wires: Wires, caplog: pytest.LogCaptureFixture) -> None:
        self.wires, self.caplog = wires, caplog
        self.base = wires.server.url.rstrip("/")

    async def reach(self, session: aiohttp.ClientSession) -> str:
        texts = [record.getMessage() for record in self.caplog.records if not record.name.startswith("websockets")]
        hub = self.wires.server.hub
        match = hub.host.tables["T-1"].match
        assert match is not None
        hand = hub.host.tables["T-1"].hand
        for path in ("/api/tables", "/api/tables/T-1", "/api/standings", "/api/hands", "/api/matches", "/metrics",
                     "/healthz", "/", f"/api/matches/{match.key.match_id}", "/api/hands/none",
                     f"/api/hands/{hand.hand_id if hand else 'x'}", "/api/nothing", "/api/hands?limit=x"):
            async with session.get(self.base + path) as response:
                text = await response.text()
                texts += [str(response.headers), self.but_ended_hands(path, text, hand.hand_id if hand else "x")]
        return "\n".join(texts)

    def but_ended_hands(self, path: str, text: str, hand_id: str) -> str:
        """A text without hands that have ended, whose shown cards are public; the hand in play is not among them."""
        if not path.startswith(("/api/hands?", "/api/matches/")) and path != "/api/hands":
            return text
        if not text.startswith(("{", "[")):
            return text
        value = json.loads(text)
        hands = value.pop("hands") if isinstance(value, dict) else value
        assert hand_id not in [each["hand_id"] for each in hands]
        return json.dumps(value) if isinstance(value, dict) else ""


def test_nothing_a_client_can_reach_tells_a_hidden_card_or_the_secret(caplog):
    """A seat that hears everything and asks for everything, before every decision of a match."""
    caplog.set_level(logging.DEBUG)

    async def body(wires: Wires) -> None:
        players = [await wires.join(name) for name in ("Ann", "Bob", "Cy")]
        spy = await wires.connect()
        await spy.say(type="spectate")
        table = wires.server.hub.host.tables["T-1"]
        everything = Everything(wires, caplog)
        async with aiohttp.ClientSession() as session:
            for turn in range(60):
                if table.match.over:
                    break
                while table.prompt is None:
                    await spy.next()
                seat, hand = table.prompt.seat, table.hand
                await players[seat].say(type="action", hand_id=hand.hand_id, action="RAISE_TO", amount=1)
                error = await players[seat].until("error")
                hidden = [str(card) for place in range(len(hand.play.seats)) for card in hand.play.hand.hole(place)]
                reached = await everything.reach(session) + json.dumps(error)
                assert not [card for card in hidden if f'"{card}"' in reached or f" {card}" in reached]
                assert "".join(hidden[:2]) not in reached
                assert table.match.key.secret.hex() not in reached
                action = "CALL" if turn % 3 else "RAISE_TO"
                act = next(frame for frame in reversed(players[seat].heard) if frame["type"] == "act")
                if action == "RAISE_TO" and "max_raise_to" in act:
                    await players[seat].act(act, "RAISE_TO", act["max_raise_to"])
                else:
                    await players[seat].act(act, "CALL" if "call_amount" in act else "CHECK")
                await players[seat].until("event", seat=seat)

    on_the_wire(body, min_teams=3, frames_per_second=1000)


def test_no_log_line_metric_or_repr_shows_a_hand(caplog):
    caplog.set_level(logging.DEBUG)
    arena, _ = table_of(3)
    hand = arena.table.hand.play.hand
    things = (arena.host, arena.table, arena.table.hand, arena.table.match, arena.table.seats[0])
    shown = [re.sub("0x[0-9a-f]+", "", repr(thing)) for thing in things]
    cards = [str(Cards([card])) for seat in range(3) for card in hand.hole(seat)]
    assert not [card for card in cards for text in shown if card in text]
    assert "Ann-code" not in " ".join(shown)


def test_a_client_sees_only_its_own_cards_frames():
    arena = Arena(seats=3, starting_stack=1000, sb=10, bb=20, min_teams=3)
    clients: list[Client] = [arena.join(name, cards=True) for name in ("Ann", "Bob", "Cy")]
    for client in clients:
        (frame,) = client.of("cards")
        assert frame["seat"] == client.seat
        place: Any = arena.table.hand.play.index[client.seat]
        assert frame["hole"] == [str(card) for card in arena.table.hand.play.hand.hole(place)]
