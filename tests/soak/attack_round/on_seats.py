"""Seats, names, codes, operators, spectators: who may be what."""

from __future__ import annotations

import asyncio
import json

from .live import OPERATOR, WITNESSES, Live
from .plan import attack

HUGE = 1 << 63


@attack("T1, T13, operations page: names", "BAD_SCHEMA and close 4400, nobody is seated",
        empty="", spaces="   ", thirty_three_letters="x" * 33, newline="Ann\nBob", right_to_left="Ann\u202e",
        zero_width="An\u200bn", hangul_filler="Ann\u3164", braille_blank="Ann\u2800", soft_hyphen="An\u00adn",
        tag_characters="Ann\U000e0041", byte_order_mark="\ufeffAnn", marks="A" + "\u0301" * 20, private_use="\ue000",
        unassigned="\u0378", two_alphabets="Аnn")
async def misleading_name(live: Live, team: str) -> None:
    raw = await live.join(team)
    assert await raw.error() in ("BAD_SCHEMA", "BAD_HELLO")
    assert await raw.closed() == 4400
    assert not any(message["type"] == "welcome" for message in raw.heard)


@attack("T13: NFKC; equal names are one team", "TEAM_TAKEN, as the code is another one",
        full_width="\uff21nn", outer_spaces=" Ann ", circled="Ⓐnn", compatibility_ligature="Ann")
async def same_name_in_other_letters(live: Live, team: str) -> None:
    ann = await live.join("Ann", "hers")
    await ann.until("welcome")
    raw = await live.join(team, "his")
    code = await raw.error()
    assert code in ("TEAM_TAKEN", "BAD_SCHEMA"), code


@attack("T1: join_code is a text", "BAD_SCHEMA or BAD_HELLO, closed",
        missing=(None, True), number=5, null=None, list_=["a"], true=True, object_={"a": 1})
async def code_that_is_none(live: Live, code: object, missing: bool = False) -> None:
    raw = await live.socket()
    await raw.say(type="hello", team="Mallory", **({} if missing else {"join_code": code}))
    assert await raw.error() in ("BAD_SCHEMA", "BAD_HELLO")
    assert await raw.closed() in (4400, 4401)


@attack("T1: the same team with the same code replaces the old connection", "one connection is left, the others get 4000")
async def fifty_connections_for_one_seat(live: Live) -> None:
    sockets = await asyncio.gather(*(live.join("Ann") for _ in range(50)))
    ends = [asyncio.ensure_future(each.closed()) for each in sockets]
    while sum(end.done() for end in ends) < 49:
        await asyncio.sleep(0.02)
    codes = [end.result() for end in ends if end.done()]
    assert codes == [4000] * 49, codes
    left = sockets[next(at for at, end in enumerate(ends) if not end.done())]
    next(end for end in ends if not end.done()).cancel()
    await left.say(type="nonce", nonce="ab" * 32)
    watcher = await live.socket()
    await watcher.say(type="spectate")
    lobby = await watcher.until("lobby")
    assert [player["team"] for player in lobby["players"]] == ["Ann"]


@attack("T1: no free seat", "TABLE_FULL, close 4401")
async def fourth_team_at_three_seats(live: Live) -> None:
    for team in ("Ann", "Bob", "Cleo"):
        await (await live.join(team)).until("welcome")
    raw = await live.join("Dan")
    assert await raw.error() == "TABLE_FULL"
    assert await raw.closed() == 4401


@attack("the protocol page: /ws?table=NAME", "TABLE_UNKNOWN or a refused handshake, never a seat elsewhere",
        unknown="T-999", lower_case="t-1", with_a_space="T-1%20", null="T-1%00", path="../T-1", star="*", quoted="'T-1'",
        long="T" * 3000, two="T-998&table=T-999")
async def odd_table(live: Live, table: str) -> None:
    raw = await live.connect()
    from .raw_socket import HANDSHAKE, request
    await raw.send(request(f"/ws?table={table}", {"Host": live.host, **HANDSHAKE}))
    status, _ = await raw.response()
    if status == 101:
        await raw.say(type="hello", team="Mallory", join_code="m")
        code = await raw.error()
        assert code == "TABLE_UNKNOWN", code
    else:
        assert 400 <= status < 500, status


@attack("T1, limits: wrong_codes", "RATE_LIMITED and 4429 after 20; who is seated plays on")
async def guessing_a_code(live: Live) -> None:
    ann, bob = await live.pair()
    codes = []
    for number in range(40):
        raw = await live.join("Ann", f"guess {number}")
        codes.append(await raw.error())
        await raw.closed()
    assert set(codes) == {"TEAM_TAKEN", "RATE_LIMITED"}, set(codes)
    assert codes.index("RATE_LIMITED") <= 20, codes
    asked, _, prompt = await live.turn(ann, bob)
    await asked.say(type="action", hand_id=prompt["hand_id"], action="CALL", decision=prompt["decision"])
    await live.turn(ann, bob)


@attack("T1, operations page: only a trusted proxy's X-Forwarded-For counts", "the 21st guess is RATE_LIMITED all the same")
async def guessing_under_forged_addresses(live: Live) -> None:
    await (await live.join("Ann", "hers")).until("welcome")
    codes = []
    for number in range(30):
        raw = await live.socket(**{"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.1.0.{number}"})
        await raw.say(type="hello", team="Ann", join_code=f"guess {number}")
        codes.append(await raw.error())
    assert codes[-1] == "RATE_LIMITED", codes


@attack("T1: hello comes once", "BAD_HELLO; the seat is kept", hello={"type": "hello", "team": "Ann", "join_code": "code"},
        other_team={"type": "hello", "team": "Eve", "join_code": "x"}, spectate={"type": "spectate"})
async def second_hello(live: Live, said: dict[str, object]) -> None:
    ann = await live.join("Ann")
    await ann.until("lobby")
    await ann.say(**said)
    assert await ann.error() == "BAD_HELLO"
    await live.join("Bob")
    await ann.until("start_hand")


@attack("the protocol page: operators", "NOT_OPERATOR (and a close for a first frame); the table goes on",
        wrong={"code": "wrong", "command": "PAUSE"}, none={"command": "PAUSE"}, empty={"code": "", "command": "PAUSE"},
        front={"code": OPERATOR[:-1], "command": "PAUSE"}, with_a_space={"code": OPERATOR + " ", "command": "PAUSE"},
        upper_case={"code": OPERATOR.upper(), "command": "PAUSE"})
async def forged_operator(live: Live, said: dict[str, object]) -> None:
    raw = await live.socket(WITNESSES)
    await raw.say(type="operator", **said)
    code = await raw.error()
    assert code in ("NOT_OPERATOR", "BAD_HELLO"), code
    await live.witnesses[0].plays_on(2)


@attack("the protocol page: operators; T5", "BAD_COMMAND (or an answer), no effect on another table",
        unknown={"command": "EXPLODE"}, lower_case={"command": "pause"}, empty={"command": ""}, remove_nobody={"command": "REMOVE"},
        remove_unknown={"command": "REMOVE", "team": "Witness one"}, skip_nobody={"command": "SKIP"}, void_nothing={"command": "VOID"},
        resume_nothing={"command": "RESUME"}, start_without_teams={"command": "START_HAND"},
        count_negative={"command": "START_HAND", "count": -1}, count_huge={"command": "START_HAND", "count": HUGE},
        count_text={"command": "START_HAND", "count": "3"}, team_number={"command": "REMOVE", "team": 5})
async def odd_command(live: Live, said: dict[str, object]) -> None:
    raw = await live.operator()
    await raw.say(type="operator", **said)
    message = await raw.next()
    assert message is not None
    assert message["type"] in ("error", "operator", "notice"), message
    if message["type"] == "error":
        assert message["code"] in ("BAD_COMMAND", "BAD_SCHEMA"), message
    await live.witnesses[0].plays_on(2)


@attack("T5: a removed team takes the lowest place then open; the match ends", "match_end with the other as winner, verify agrees")
async def removal_in_mid_hand(live: Live) -> None:
    ann, bob = await live.pair()
    operator = await live.operator()
    asked, _, prompt = await live.turn(ann, bob)
    await asked.say(type="action", hand_id=prompt["hand_id"], action="CALL", decision=prompt["decision"])
    await operator.say(type="operator", command="REMOVE", team="Ann")
    while (end := await bob.next()) is not None and end["type"] != "match_end":
        if end["type"] == "act":  # a prompt that stood is answered; the removed team folds when its turn comes
            word = "CHECK" if "CHECK" in end["legal"] else "CALL"
            await bob.say(type="action", hand_id=end["hand_id"], action=word, decision=end["decision"])
    assert end is not None
    assert end["winner"]["team"] == "Bob", end
    assert {row["team"]: row["place"] for row in end["final_stacks"]} == {"Ann": 2, "Bob": 1}, end
    assert await ann.closed() == 4002


@attack("operations page: per_address", "503 that begins with RATE_LIMITED; a place is free again after a close",
        options=("--per-address", "20"))
async def too_many_connections(live: Live) -> None:
    sockets = []
    for _ in range(40):
        raw = await live.connect()
        sockets.append(raw)
    answers = []
    for raw in sockets:
        await raw.send(f"GET /healthz HTTP/1.1\r\nHost: {live.host}\r\n\r\n".encode())
        answers.append(await raw.response())
    refused = [body for status, body in answers if status == 503]
    assert len(refused) >= 20, [status for status, _ in answers]
    assert all(body.startswith(b"RATE_LIMITED") for body in refused), refused[0]
    for raw in sockets:
        await raw.end()
    while (await live.http("/healthz"))[0] != 200:
        await asyncio.sleep(0.05)


@attack("B12, T6, fair dealing", "neither cards nor the secret are in what a spectator, the API or the figures show")
async def looking_at_others_cards(live: Live) -> None:
    watcher = await live.socket()
    await watcher.say(type="spectate")
    await watcher.until("spectate")
    ann, bob = await live.pair(cards=True)
    asked, other, prompt = await live.turn(ann, bob)
    hole = json.dumps(prompt["you"]["hole"]).encode()
    await asked.say(type="action", hand_id=prompt["hand_id"], action="FOLD", decision=prompt["decision"])
    end = await watcher.until("end_hand")
    shown = json.dumps(watcher.heard).encode() + json.dumps([m for m in other.heard if m["type"] not in ("cards", "act")]).encode()
    for path in (f"/api/tables/{live.table}", "/api/hands", f"/api/hands/{end['hand_id']}", f"/api/hands/{end['hand_id']}?format=phh",
                 f"/api/hands/{end['hand_id']}?format=steps", "/api/matches", f"/api/matches/{end_match(watcher.heard)}", "/metrics"):
        shown += (await live.http(path))[1]
    assert hole not in shown
    assert hole.replace(b'", "', b'","') not in shown
    assert "".join(prompt["you"]["hole"]).encode() not in shown
    assert b'"secret": "' not in shown
    assert b'"secret":"' not in shown
    assert b"Witness" not in (await live.http("/metrics"))[1]


def end_match(heard: list[dict[str, object]]) -> str:
    return next(message["deal"]["match_id"] for message in heard if message["type"] == "spectate")  # type: ignore[index]
