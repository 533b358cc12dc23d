"""T1: `welcome` is the first frame after an accepted hello, and `lobby` comes only then, whenever the hello came."""

from __future__ import annotations

import pytest

from croupier.arena.core.config import TableConfig
from croupier.arena.core.effects import Connected, MatchGiven, Received, Saved, Send, WantMatch
from croupier.arena.core.host import Host
from croupier.arena.journal import checkpoint
from croupier.arena.journal.chain import Chain, Entry
from croupier.arena.journal.restore import Past

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


def test_22_8_after_a_crash_before_the_first_match_is_written_down_a_hello_is_welcomed_first():
    host = Host({"T-1": TableConfig(seats=3, min_teams=2)}, chain=Chain())
    effects = [*host.open(0), *host.handle(Connected(1, "T-1"), 1), *host.handle(Received(1, HELLO % b"Ann"), 1)]
    entries = [effect for effect in effects if isinstance(effect, Entry)]
    (saved,) = [checkpoint.decode(effect.body) for effect in effects if isinstance(effect, Saved)]
    again = Host({"T-1": TableConfig(seats=3, min_teams=2)}, chain=Chain(number=len(entries)))
    effects = again.open(2, Past([saved], entries[1:], 0, 1))
    assert WantMatch("T-1") in effects
    for conn, team in ((5, b"Ann"), (6, b"Bob")):
        effects += again.handle(Connected(conn, "T-1"), 3)
        effects += again.handle(Received(conn, HELLO % team), 3)
    assert types(effects, 5) == types(effects, 6) == []
    effects += again.handle(MatchGiven("T-1", "M-1", bytes(32)), 4)
    for conn in (5, 6):
        assert types(effects, conn)[:2] == ["welcome", "lobby"]
        assert "start_hand" in types(effects, conn)
