"""Attacks 8 to 12: who is who."""

from __future__ import annotations

import hmac
import json
import logging

import aiohttp
import pytest
from websockets.exceptions import InvalidStatus

from arena.driver import Arena, Client, table_of
from arena.wire import Wires, on_the_wire
from croupier.arena.core.config import Limits
from croupier.arena.core.effects import Connected
from croupier.arena.core.tables import seats


def come(arena: Arena, address: str) -> Client:
    """A connection from an address."""
    conn = len(arena.clients) + 1
    arena.clients[conn] = Client(arena, conn)
    arena.put(Connected(conn, "T-1", address=address))
    return arena.clients[conn]


def try_code(arena: Arena, address: str, code: str, team: str = "Ann") -> str:
    """The code of the error a hello from an address gets, or `in`."""
    client = come(arena, address)
    client.says(type="hello", team=team, join_code=code)
    return client.last("error")["code"] if client.of("error") else "in"


def test_attack_08_guessing_a_code_ends_after_twenty_tries_a_minute_from_an_address(monkeypatch):
    compared: list[int] = []
    real = hmac.compare_digest
    monkeypatch.setattr(seats.hmac, "compare_digest", lambda one, two: compared.append(1) or real(one, two))
    arena = Arena(roster={"Ann": "right", "Bob": "b"}, operator_code="op")
    wrong = {try_code(arena, "10.0.0.1", "guess"), try_code(arena, "10.0.0.1", "guess", "Nobody")}
    assert wrong == {"TEAM_UNKNOWN"}  # a wrong code and an unknown team get the same answer
    for number in range(Limits().wrong_codes - 2):
        assert try_code(arena, "10.0.0.1", f"guess {number}") == "TEAM_UNKNOWN"
    assert try_code(arena, "10.0.0.1", "right") == "RATE_LIMITED"  # not even the right one is looked at
    assert arena.clients[max(arena.clients)].closed == 4429
    assert try_code(arena, "10.0.0.2", "right") == "in"  # others are not locked out
    assert len(compared) == 21
    arena.wait(60_000)
    assert try_code(arena, "10.0.0.1", "right") == "in"


def test_attack_08_guessing_from_many_addresses_is_bounded_by_the_table():
    arena = Arena(roster={"Ann": "right"})
    most = Limits().wrong_codes_table
    for number in range(most):
        assert try_code(arena, f"10.0.{number // 10}.1", "guess") == "TEAM_UNKNOWN"
    assert try_code(arena, "10.0.0.1", "right") == "RATE_LIMITED"  # was wrong before
    assert try_code(arena, "10.9.9.9", "right") == "in"


def test_attack_08_the_operators_code_too():
    arena = Arena(operator_code="op")
    for _ in range(Limits().wrong_codes):
        come(arena, "10.0.0.1").says(type="operator", code="guess", command="STATUS")
    client = come(arena, "10.0.0.1")
    client.says(type="operator", code="op", command="STATUS")
    assert client.last("error")["code"] == "RATE_LIMITED"
    watcher = come(arena, "10.0.0.1")
    watcher.says(type="spectate")
    assert not watcher.of("error")  # watching is no guess


def test_attack_08_a_right_code_that_is_refused_is_no_guess():
    """A team that was removed and asks again and again does not lock out who plays from the same address."""
    arena = Arena(operator_code="op")
    for team in ("Ann", "Bob", "Cy"):
        arena.join(team, code="right")
    arena.operator().says(type="operator", command="REMOVE", team="Cy")
    for _ in range(Limits().wrong_codes + 5):
        assert try_code(arena, "10.0.0.1", "right", "Cy") == "TEAM_TAKEN"
    assert try_code(arena, "10.0.0.1", "right", "Ann") == "in"


def test_attack_08_a_leaver_who_comes_back_too_early_is_no_guess():
    arena = Arena(format="cash", sb=10, bb=20, starting_stack=2000)
    players = [arena.join(team, code="right") for team in ("Ann", "Bob", "Cy")]
    waits = next(each for each in players if each.team != arena.actor().team)
    waits.says(type="intent", intent=3)
    for _ in range(Limits().wrong_codes + 5):
        assert try_code(arena, "10.0.0.1", "right", waits.team) == "TEAM_TAKEN"
    assert try_code(arena, "10.0.0.1", "right", arena.actor().team) == "in"


def test_attack_09_two_sockets_for_one_seat_the_newest_wins():
    arena, (ann, bob) = table_of(2)
    again = arena.join("Ann")
    assert ann.closed == 4000
    assert again.last("snapshot")["you"]["seat"] == 0
    hand = arena.hand_id
    assert ann.says(type="action", hand_id=hand, action="FOLD") == []
    assert arena.hand_id == hand
    assert bob.closed is None


def test_attack_10_nobody_acts_or_speaks_for_another_seat():
    arena, (ann, bob) = table_of(2)
    (error,) = bob.says(type="action", hand_id=arena.hand_id, action="FOLD", seat=0, team="Ann", player="Ann")
    assert error["code"] == "OUT_OF_TURN"
    bob.says(type="intent", intent=3, seat=0, team="Ann")
    assert not arena.table.seats[0].is_away
    assert arena.table.seats[1].is_away
    assert ann.closed is None


def test_attack_11_other_sites_may_not_open_sockets_and_urls_and_logs_hold_no_codes(caplog):
    caplog.set_level(logging.DEBUG)

    async def body(wires: Wires) -> None:
        with pytest.raises(InvalidStatus):
            await wires.connect(origin="https://evil.example")
        ann = await wires.join("Ann", "a-code-of-hers")
        await ann.until("welcome")
        async with aiohttp.ClientSession() as session, session.get(wires.server.url + "api/tables") as answer:
            assert "a-code-of-hers" not in await answer.text()

    on_the_wire(body)
    assert not [record for record in caplog.records if "a-code-of-hers" in record.getMessage()
                and not record.name.startswith("websockets")]  # the client's own library may log what it sends


LOOK_ALIKES = ["ann", "ANN", " Ann ", "Аnn".replace("А", "A"), "Ａｎｎ", "A n n"]
BAD_NAMES = ["", " ", "A" * 33, "An\u202en", "An\u200bn", "A\x00", "A\nB", "An\ud800", "\u0301A",
             "e\u0301\u0302\u0303\u0304\u0305", "Аnn", "\ue000", "A\u2028B"]


@pytest.mark.parametrize("name", LOOK_ALIKES)
def test_attack_12_names_that_look_like_one_that_is_seated(name):
    arena, _ = table_of(2, seats=4, min_teams=2)
    other = arena.connect()
    other.sends(json.dumps({"type": "hello", "v": 1, "team": name, "join_code": "other"}))
    assert other.last("error")["code"] == "TEAM_TAKEN"


@pytest.mark.parametrize("name", BAD_NAMES)
def test_attack_12_names_that_are_none(name):
    arena = Arena()
    client = arena.connect()
    client.sends(json.dumps({"type": "hello", "v": 1, "team": name, "join_code": "x"}))
    assert client.last("error")["code"] == "BAD_SCHEMA"
    assert client.closed == 4400
    assert len(arena.table.seats) == 0


def test_attack_12_html_in_a_name_is_text_under_a_strict_policy():
    async def body(wires: Wires) -> None:
        ann = await wires.join("<img src=x onerror=1>")
        assert (await ann.until("lobby"))["players"][0]["team"] == "<img src=x onerror=1>"
        async with aiohttp.ClientSession() as session, session.get(wires.server.url) as answer:
            policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy

    on_the_wire(body)


def test_attack_12_the_page_has_no_raw_html_sink():
    from croupier.arena.server.app import PAGE

    for file in PAGE.iterdir():
        if file.name.endswith(".js"):
            text = file.read_text(encoding="utf-8")
            assert not [sink for sink in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(")
                        if sink in text], file.name


def test_real_names_of_many_languages_are_welcome():
    arena = Arena(seats=6, min_teams=6)
    for name in ("Größe", "Привет", "Ελλάδα", "東京", "Ali", "All"):
        assert arena.join(name).of("welcome"), name
