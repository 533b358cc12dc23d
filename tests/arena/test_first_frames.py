"""T1: `welcome` is the first frame after an accepted hello, and `lobby` comes only then, whenever the hello came."""

from __future__ import annotations

import pytest

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, MatchGiven, Received, Send
from croupier.arena.core.host import Host

HELLO = b'{"type":"hello","v":1,"team":"%b","join_code":"secret"}'


def types(effects: list, conn: int) -> list[str]:
    sends = [effect for effect in effects if isinstance(effect, Send) and conn in effect.conns]
    return [send.data.split(b'"')[3].decode() for send in sends]


@pytest.mark.parametrize("format_", ["match", "cash"])
def test_22_8_a_hello_before_the_first_match_is_written_down_is_welcomed_first(format_):
    host = Host({"T-1": TableConfig(seats=3, format=format_, min_teams=2)})
    effects = host.open(0)
    for conn, team in ((1, b"Ann"), (2, b"Bob")):
        effects += host.handle(Connected(conn, "T-1"), 1)
        effects += host.handle(Received(conn, HELLO % team), 1)
    effects += host.handle(Connected(3, "T-1"), 1)
    effects += host.handle(Received(3, b'{"type":"spectate","v":1}'), 1)
    effects += host.handle(Received(2, b'{"type":"nonce","v":1,"nonce":"' + b"ab" * 32 + b'"}'), 1)
    assert all(types(effects, conn) == [] for conn in (1, 2, 3))
    effects += host.handle(MatchGiven("T-1", "M-1", bytes(32)), 2)
    for conn in (1, 2):
        assert types(effects, conn)[:2] == ["welcome", "lobby"]
        assert "start_hand" in types(effects, conn)
    assert types(effects, 3)[:3] == ["spectate", "lobby", "snapshot"]


def test_T1_a_team_that_comes_back_before_the_first_match_is_welcomed_once_and_first():
    host = Host({"T-1": TableConfig(seats=3)})
    effects = host.open(0)
    for conn in (1, 2):
        effects += host.handle(Connected(conn, "T-1"), 1)
        effects += host.handle(Received(conn, HELLO % b"Ann"), 1)
    effects += host.handle(MatchGiven("T-1", "M-1", bytes(32)), 2)
    assert types(effects, 2) == ["welcome", "lobby"]
