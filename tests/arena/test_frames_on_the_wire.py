"""Every frame of seed 002, field by field, over real sockets, by a client that is not ours."""

from __future__ import annotations

import asyncio
import json
import re
from contextlib import closing
from typing import Any

from croupier.arena.journal.sqlite import SqliteStore
from croupier.arena.verify.journal import Audit
from croupier.cards import text
from croupier.fair import FAIR, commitment, fair_deck

from .rig import front, rig
from .wire import UNHURRIED, Wire, Wires, on_the_wire

HAND_ID = re.compile(r"H-\d{4}-\d\d-\d\d-\d{5,}")
MOVE_MS = UNHURRIED["move_time_ms"]
HEX64 = re.compile(r"[0-9a-f]{64}")


def has(frame: dict[str, Any], **fields: Any) -> None:
    """A frame is of version 1 and has exactly these values; it may have more fields (T7)."""
    assert frame["v"] == 1
    for name, value in fields.items():
        assert name in frame, (name, frame)
        assert frame[name] == value, (name, frame[name], value)


async def shove(wire: Wire) -> None:
    """All-in, or call, until the match is over."""
    while (frame := await wire.next())["type"] != "match_end":
        if frame["type"] == "act":
            raises = "RAISE_TO" in frame["legal"]
            await wire.act(frame, "RAISE_TO" if raises else "CALL", frame["max_raise_to"] if raises else None)


async def two(wires: Wires) -> tuple[Wire, Wire]:
    return await wires.join("Alpha"), await wires.join("Beta")


def test_welcome_and_lobby():
    async def body(wires: Wires) -> None:
        alpha = await wires.join("Alpha", "KF7Q9C")
        welcome = await alpha.next()
        has(welcome, type="welcome", table_id="T-1", seat=0)
        assert welcome["config"].items() >= {
            "variant": "HUNL", "seats": 4, "starting_stack": 1000, "sb": 10, "bb": 20, "move_time_ms": MOVE_MS}.items()
        assert welcome["deal"]["alg"] == FAIR
        assert welcome["deal"]["hand_no"] == 0
        assert HEX64.fullmatch(welcome["deal"]["commit"])
        lobby = await alpha.next()
        has(lobby, type="lobby", players=[{"seat": 0, "team": "Alpha", "connected": True, "stack": 1000}])
        await wires.join("Beta")
        lobby = await alpha.next()
        has(lobby, type="lobby", players=[{"seat": 0, "team": "Alpha", "connected": True, "stack": 1000},
                                          {"seat": 1, "team": "Beta", "connected": True, "stack": 1000}])

    on_the_wire(body, min_teams=3)


def test_start_hand_and_post_blinds_and_act():
    async def body(wires: Wires) -> None:
        alpha, beta = await two(wires)
        start = await alpha.until("start_hand")
        has(start, button=0, stacks=[{"seat": 0, "stack": 1000}, {"seat": 1, "stack": 1000}])
        assert HAND_ID.fullmatch(start["hand_id"])
        assert type(start["seed"]) is int
        assert start["deal"].keys() >= {"alg", "match_id", "hand_no", "commit"}
        assert start["deal"]["hand_no"] == 1
        blinds = await alpha.next()
        has(blinds, type="event", ev="POST_BLINDS", sb_seat=0, bb_seat=1, sb=10, bb=20)
        act = await alpha.next()
        has(act, type="act", hand_id=start["hand_id"], seat=0, phase="PRE_FLOP",
            table={"sb": 10, "bb": 20, "seats": 2, "button": 0}, community=[], legal=["FOLD", "CALL", "RAISE_TO"],
            call_amount=10, min_raise_to=40, max_raise_to=1000, decision=1)
        assert act["you"].items() >= {"stack": 990, "to_call": 10, "time_ms": MOVE_MS}.items()
        assert len(act["you"]["hole"]) == 2
        names = ("seat", "stack", "has_folded", "committed")
        assert [{name: row[name] for name in names} for row in act["players"]] == [
            {"seat": 0, "stack": 990, "has_folded": False, "committed": 10},
            {"seat": 1, "stack": 980, "has_folded": False, "committed": 20}]
        heard = [frame["type"] for frame in [await beta.until("start_hand"), await beta.next()]]
        assert heard == ["start_hand", "event"]

    on_the_wire(body)


def test_every_event_of_a_hand_to_the_river_and_end_hand(monkeypatch):
    rig(monkeypatch, [front({0: "AcAd", 1: "KcKd"}, "3h4h8s9sJd", [0, 1], 0)])

    async def body(wires: Wires) -> None:
        alpha, beta = await two(wires)
        await alpha.act(await alpha.until("act"), "CALL")
        has(await alpha.next(), type="event", ev="CALL", seat=0, amount=10)
        await beta.act(await beta.until("act"), "CHECK")
        has(await alpha.next(), type="event", ev="CHECK", seat=1)
        has(await alpha.next(), type="event", ev="FLOP", cards=["3h", "4h", "8s"])
        prompt = await beta.until("act")
        has(prompt, phase="FLOP", community=["3h", "4h", "8s"], legal=["FOLD", "CHECK", "RAISE_TO"], min_raise_to=20,
            max_raise_to=980, seat=1)
        assert "call_amount" not in prompt
        assert prompt["you"].items() >= {"hole": ["Kc", "Kd"], "stack": 980, "to_call": 0}.items()
        await beta.act(prompt, "RAISE_TO", 60)
        has(await alpha.next(), type="event", ev="BET", seat=1, amount=60)
        prompt = await alpha.until("act")
        has(prompt, call_amount=60, min_raise_to=120, max_raise_to=980, legal=["FOLD", "CALL", "RAISE_TO"])
        await alpha.act(prompt, "CALL")
        has(await alpha.next(), type="event", ev="CALL", seat=0, amount=60)
        has(await alpha.next(), type="event", ev="TURN", card="9s")
        for street in ("RIVER", "SHOWDOWN"):
            await beta.act(await beta.until("act"), "CHECK")
            has(await alpha.next(), ev="CHECK", seat=1)
            await alpha.act(await alpha.until("act"), "CHECK")
            has(await alpha.next(), ev="CHECK", seat=0)
            if street == "RIVER":
                has(await alpha.next(), type="event", ev="RIVER", card="Jd")
        board = ["3h", "4h", "8s", "9s", "Jd"]
        for seat, hand, rank in ((1, ["Kc", "Kd"], "pair of kings"), (0, ["Ac", "Ad"], "pair of aces")):
            has(await alpha.next(), type="event", ev="SHOWDOWN", seat=seat, hand=hand, board=board, rank=rank)
        has(await alpha.next(), type="event", ev="POT_AWARD", seat=0, amount=160)
        end = await alpha.next()
        has(end, type="end_hand", stacks=[{"seat": 0, "stack": 1080}, {"seat": 1, "stack": 920}])
        assert end["results"] == [{"seat": 0, "net": 80}, {"seat": 1, "net": -80}]
        has(await alpha.next(), type="start_hand", button=1)

    on_the_wire(body)


def test_fold_eliminated_match_end_and_the_published_secret():
    """The match's decks can be dealt again from what everybody got."""
    async def body(wires: Wires) -> None:
        alpha, beta = await two(wires)
        await asyncio.gather(shove(alpha), shove(beta))
        shown: dict[int, list[str]] = {}
        end = alpha.heard[-1]
        events = [frame for frame in alpha.heard if frame["type"] == "event"]
        out = [frame["seat"] for frame in events if frame["ev"] == "ELIMINATED"]
        assert len(out) == 1
        winner = 1 - out[0]
        has(end, winner={"seat": winner, "team": ["Alpha", "Beta"][winner]})
        assert end["final_stacks"][0].items() >= {"seat": winner, "team": ["Alpha", "Beta"][winner],
                                                  "stack": 2000}.items()
        secret = bytes.fromhex(end["deal"]["secret"])
        starts = {frame["hand_id"]: frame for frame in alpha.heard if frame["type"] == "start_hand"}
        for start in starts.values():
            assert commitment(start["deal"]["match_id"], secret).hex() == start["deal"]["commit"]
        for frame in events:
            if frame["ev"] == "SHOWDOWN":
                deal = starts[frame["hand_id"]]["deal"]
                deck = fair_deck(deal["match_id"], secret, deal["hand_no"], [b"", b""])
                assert text(deck[4:9]) == "".join(frame["board"])
                place = (frame["seat"] - starts[frame["hand_id"]]["button"] - 1) % 2
                shown[frame["seat"]] = frame["hand"]
                assert frame["hand"] == [text([deck[place]]), text([deck[2 + place]])]
        assert shown

    on_the_wire(body)


def test_snapshot_on_coming_back_and_the_old_socket_closed():
    async def body(wires: Wires) -> None:
        alpha, beta = await two(wires)
        prompt = await alpha.until("act")
        again = await wires.join("Alpha")
        assert await alpha.closed() == 4000
        has(await again.next(), type="welcome", seat=0)
        await again.until("lobby")
        snapshot = await again.until("snapshot")
        has(snapshot, at_hand_id=prompt["hand_id"], phase="PRE_FLOP", community=[], next_actor=0,
            legal=["FOLD", "CALL", "RAISE_TO"], call_amount=10, min_raise_to=40, max_raise_to=1000, decision=1,
            players=prompt["players"], you={"seat": 0, "hole": prompt["you"]["hole"], "stack": 990, "to_call": 10})
        assert 0 < snapshot["time_ms_remaining"] <= MOVE_MS
        assert [frame["ev"] for frame in snapshot["events"]] == ["POST_BLINDS"]
        await again.act(prompt, "CALL")
        await again.until("event", ev="CALL")
        other = await wires.join("Alpha")
        snapshot = await other.until("snapshot")
        has(snapshot, next_actor=1)
        assert not {"legal", "call_amount", "min_raise_to", "max_raise_to"} & set(snapshot)
        await beta.until("act")

    on_the_wire(body)


def test_error():
    async def body(wires: Wires) -> None:
        alpha, _ = await two(wires)
        prompt = await alpha.until("act")
        await alpha.act(prompt, "RAISE_TO", 30)
        error = await alpha.next()
        has(error, type="error", code="INVALID_ACTION")
        assert error["msg"].startswith("RAISE_TO to 30 is below the minimum of 40")
        assert set(error) == {"type", "v", "code", "msg", "clause"}

    on_the_wire(body)


def test_spectate_and_operator_and_tables():
    async def body(wires: Wires) -> None:
        watcher = await wires.connect("?table=T-1")
        await watcher.say(type="spectate")
        has(await watcher.next(), type="spectate", table_id="T-1")
        has(await watcher.next(), type="lobby", players=[])
        has(await watcher.next(), type="snapshot", at_hand_id=None, phase="LOBBY", players=[], next_actor=None)
        nowhere = await wires.connect("?table=T-9")
        has(await nowhere.next(), type="error", code="TABLE_UNKNOWN")
        assert await nowhere.closed() == 4401
        operator = await wires.connect()
        await operator.say(type="operator", code="op", command="START_HAND")
        has(await operator.next(), type="operator", command="START_HAND", status="waiting_for_players")
        await two(wires)
        await watcher.until("start_hand")
        has(await watcher.next(), type="event", ev="POST_BLINDS")
        state = await watcher.next()
        has(state, type="state", phase="PRE_FLOP", pot=30, current_bet=20, next_actor=0, time_ms_remaining=MOVE_MS)
        await watcher.say(type="hello", team="x", join_code="y")
        assert await watcher.closed() == 4403

    on_the_wire(body, server={"operator_code": "op"})


# -- T4: which prompt an action without a decision answers -------------------------------------------------------------


async def to_the_big_blind(wires: Wires) -> tuple[Wire, Wire, dict[str, Any]]:
    """Two teams; the small blind has called, and the big blind is asked."""
    small, big = await wires.join("Small"), await wires.join("Big")
    await small.act(await small.until("act"), "CALL")
    return small, big, await big.until("act")


def test_T4_a_big_blind_that_sends_check_twice_does_not_check_the_flop():
    async def body(wires: Wires) -> None:
        _, big, prompt = await to_the_big_blind(wires)
        said = json.dumps({"type": "action", "v": 1, "hand_id": prompt["hand_id"], "action": "CHECK"})
        await asyncio.gather(big.socket.send(said), big.socket.send(said))
        assert (await big.until("error"))["code"] == "ACTION_TOO_LATE"
        flop = big.heard[-1] if big.heard[-1]["type"] == "act" else next(
            (frame for frame in big.heard if frame["type"] == "act" and frame["phase"] == "FLOP"), None)
        flop = flop or await big.until("act", phase="FLOP")
        table = wires.server.hub.host.tables["T-1"]
        assert (table.prompt.seat, table.prompt.decision) == (1, flop["decision"])
        await big.act(flop, "CHECK")
        assert (await big.until("event", ev="CHECK"))["seat"] == 1

    on_the_wire(body, seats=2)


def test_T4_an_action_is_journalled_with_the_decision_that_stood_when_it_was_read(tmp_path):
    path = tmp_path / "arena.db"

    async def body(wires: Wires) -> None:
        _, big, prompt = await to_the_big_blind(wires)
        await big.act(prompt, "CHECK")
        await big.until("act", phase="FLOP")

    on_the_wire(body, {"db": str(path)}, seats=2)
    with closing(SqliteStore.open_to_read(path)) as store:
        said = [json.loads(entry.body) for entry in store.journal.entries() if b'"SeatMessage"' in entry.body]
        assert [each["decision"] for each in said] == [1, 2]
        assert list(Audit(store).find_problems()) == []


def test_T4_who_comes_back_may_answer_the_snapshot_without_a_decision():
    async def body(wires: Wires) -> None:
        _, big, prompt = await to_the_big_blind(wires)
        big.socket.transport.abort()
        again = await wires.join("Big")
        await again.until("snapshot")
        await again.act(prompt, "CHECK")
        assert (await again.until("event", ev="CHECK"))["seat"] == 1

    on_the_wire(body, seats=2)
