"""Attacks 1 to 7: what a curious client could learn."""

from __future__ import annotations

import asyncio
import json
import re
import socket

import pytest
from tests.patience import PATIENCE

from arena.driver import SECRET, Arena, table_of
from arena.rig import whole_deck
from arena.test_secrets import run, until_public
from arena.wire import Wires, on_the_wire
from croupier.arena.core.effects import Send
from croupier.cards import Cards


def all_raw(arena: Arena) -> bytes:
    return b"\n".join(line for client in arena.clients.values() for line in client.raw)


def test_attack_01_nothing_that_determines_a_deck_is_sent_or_logged(caplog):
    caplog.set_level(0)
    arena, clients = table_of(3, hand_pause_ms=10**6)
    start = clients[0].last("start_hand")
    clients[0].sends("{")
    clients[1].acts("RAISE_TO", -1)
    said = all_raw(arena).decode() + caplog.text + repr(arena.table.match) + repr(arena.host.conns)
    assert SECRET.hex() not in said
    assert str(SECRET) not in said
    other = Arena(bytes(32), seats=3, starting_stack=1000, sb=10, bb=20, min_teams=3, hand_pause_ms=10**6)
    again = [other.join(name) for name in ("Ann", "Bob", "Cy")]
    assert again[0].last("start_hand").get("seed") == start.get("seed")  # the same for another secret: it says nothing
    assert [str(card) for card in arena.table.hand.play.hand.hole(0)] != [
        str(card) for card in other.table.hand.play.hand.hole(0)]


def test_attack_02_no_frame_of_any_kind_has_others_cards():
    arena, clients = table_of(4, hand_pause_ms=10**6)
    watcher = arena.watch()
    arena.line("c c c x")
    again = arena.join("Dee")
    hand = arena.table.hand.play.hand
    board = {str(card) for card in hand.board}
    for client in (clients[0], watcher, again):
        own = set() if client is watcher else {str(card) for card in hand.hole(0 if client is clients[0] else 3)}
        heard = b"".join(client.raw).decode()
        hidden = {str(card) for seat in range(4) for card in hand.hole(seat)} - own - board
        assert not [card for card in hidden if f'"{card}"' in heard]
    arena.line("40 f f f")
    assert b'"ev":"SHOWDOWN"' not in all_raw(arena)  # nor in the summary of a hand that was mucked
    heard = b"".join(watcher.raw).decode()
    assert not [card for seat in range(4) for card in hand.hole(seat) if f'"{card}"' in heard]


def test_attack_03_a_second_connection_as_spectator_sees_no_hole_cards():
    arena, clients = table_of(2, hand_pause_ms=10**6)
    spy = arena.watch()
    arena.line("c x")
    hand = arena.table.hand.play.hand
    heard = b"".join(spy.raw).decode()
    assert not [card for seat in (0, 1) for card in hand.hole(seat) if f'"{card}"' in heard]
    assert not spy.of("cards", "act")
    assert clients[0].of("act")


def test_attack_04_lengths_and_order_of_frames_do_not_depend_on_cards():
    for viewer in (None, 0, 2):
        one, _ = run(whole_deck("AhAdAcAs"), [4] * 20, viewer)
        two, _ = run(whole_deck("2h7dTcJs"), [4] * 20, viewer)
        first, second = until_public(one), until_public(two)
        assert [len(frame) for frame in first] == [len(frame) for frame in second]
        assert [json.loads(frame).get("type") for frame in first] == [json.loads(frame).get("type") for frame in second]


def test_attack_05_sockets_are_never_compressed():
    async def body(wires: Wires) -> None:
        with socket.create_connection(("127.0.0.1", wires.port)) as raw:
            raw.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_sendall(raw, b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                         b"Connection: Upgrade\r\n"
                                         b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
                                         b"Sec-WebSocket-Extensions: permessage-deflate\r\n\r\n")
            head = await asyncio.wait_for(loop.sock_recv(raw, 4096), PATIENCE)
        assert b" 101 " in head
        assert b"extensions" not in head.lower()

    on_the_wire(body)


def test_attack_06_ids_tell_nothing_and_decks_come_from_a_keyed_hash():
    from croupier.arena.core.match_key import MatchKey

    key = MatchKey("M-1", bytes(range(32)))
    decks = [tuple(key.deck(hand_no, [], {})) for hand_no in range(1, 50)]
    assert len(set(decks)) == 49
    assert all(sorted(deck) == list(range(52)) for deck in decks)
    assert tuple(MatchKey("M-1", bytes(32)).deck(1, [], {})) != decks[0]  # the name alone does not determine it
    assert str(Cards(list(decks[0][:3]))) == "5h8sJd"  # the protocol's test vector: HMAC-SHA256, no Mersenne Twister
    _, clients = table_of(2)
    assert re.fullmatch(r"H-\d{4}-\d\d-\d\d-\d{5}", clients[0].last("start_hand")["hand_id"])


@pytest.mark.parametrize("cards", [False, True])
def test_attack_07_what_is_private_goes_to_one_connection_alone(cards):
    arena = Arena(seats=3, starting_stack=1000, sb=10, bb=20, min_teams=3)
    [arena.join(name, cards=cards) for name in ("Ann", "Bob", "Cy")]
    arena.watch()
    arena.line("c c")
    arena.join("Bob", cards=cards)
    private = [effect for effect in arena.effects if isinstance(effect, Send)
               and (b'"hole"' in effect.data or effect.data.startswith(b'{"type":"act"'))]
    assert len(private) >= 3
    assert all(len(effect.conns) == 1 for effect in private)
