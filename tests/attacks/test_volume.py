"""Attacks 13 to 18: too much of everything. Raw sockets where a library would be too polite."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import struct
from typing import Any

import msgspec
import pytest
from aiohttp import ClientConnectionResetError
from tests.patience import PATIENCE
from websockets.exceptions import InvalidStatus

from arena.driver import Arena, table_of
from arena.wire import Wires, on_the_wire
from croupier.arena.core.config import Limits, limits_of
from croupier.arena.core.effects import Lagging, Pinged, Send
from croupier.arena.journal.store import StoreFailed
from croupier.arena.server import sockets
from croupier.arena.server.fanout import DROPPED, GIVEN_UP, LAGS, QUEUED, Outgoing, Queue
from croupier.arena.server.limiter import SLICE, network
from croupier.arena.server.run import ServerConfig, running
from croupier.cli.logs import KindLimit

UPGRADE = (b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n")
SMALL: dict[str, Any] = {"limits": Limits(connections=6, per_address=4, handshake_ms=3_600_000, bytes_per_second=5000,
                                          queue=50)}


def frame(opcode: int, payload: bytes, *, fin: bool = True, rsv1: bool = False) -> bytes:
    """A masked frame as a client sends it, or should not."""
    first = opcode | (0x80 if fin else 0) | (0x40 if rsv1 else 0)
    size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack("!BH", 0xFE, len(payload))
    mask = os.urandom(4)
    return bytes([first]) + size + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


async def raw(wires: Wires, upgrade: bool = True) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A socket that says whatever it likes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", wires.port)
    if upgrade:
        writer.write(UPGRADE)
        await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
    return reader, writer


async def rest(reader: asyncio.StreamReader) -> bytes:
    """Everything until the other side ends it."""
    try:
        return await asyncio.wait_for(reader.read(), PATIENCE)
    except ConnectionError:
        return b""


async def still_plays(wires: Wires) -> None:
    """Two teams sit down, and a hand is dealt and played."""
    ann, bob = await wires.join("Ann"), await wires.join("Bob")
    await ann.act(await ann.until("act"), "FOLD")
    await bob.until("end_hand")


# -- 13 ----------------------------------------------------------------------------------------------------------------


def test_attack_13_pings_count_as_frames():
    arena, (ann, _) = table_of(2)
    pings = 0
    while ann.closed is None:
        arena.put(Pinged(ann.conn))
        pings += 1
    assert ann.closed == 4429
    assert pings == 2 * 50 - 1 + 20 * 50 + 1  # two seconds' worth, of which hello took one, and twenty above
    assert [error["code"] for error in ann.of("error")] == ["RATE_LIMITED"] * 2


@pytest.fixture
def _no_long_farewell(monkeypatch):
    """Clients here do not answer a closing: they are not waited for."""
    monkeypatch.setattr(sockets, "FAREWELL", 0.1)


@pytest.mark.usefixtures("_no_long_farewell")
def test_attack_13_a_flood_of_pings_or_empty_fragments_is_cut_off_and_others_play_on():
    async def body(wires: Wires) -> None:
        for flood in (frame(0x9, b"x" * 100), frame(0x0, b"", fin=False)):
            reader, writer = await raw(wires)
            writer.write(frame(0x1, b"{", fin=False) if flood[0] == 0 else b"")
            writer.write(flood * 12_000)
            assert struct.pack("!H", 4429) in await rest(reader)
            writer.close()
        assert wires.server.limiter.refusals["bytes"] >= 1
        await still_plays(wires)

    on_the_wire(body, SMALL)


@pytest.mark.usefixtures("_no_long_farewell")
@pytest.mark.parametrize("kind", [0x9, 0xA, 0x0])
@pytest.mark.parametrize("connections", [1, 8])
def test_22_2_floods_of_tiny_frames_are_handled_in_slices_and_closed_early(kind, connections, monkeypatch):
    """Pings, pongs and empty fragments of six bytes, 50,000 on each connection, all within the limit for bytes."""
    parsed: dict[int, list[int]] = {}
    real = sockets.Socket.bytes_parsed

    def bytes_parsed(self: sockets.Socket, count: int) -> None:
        parsed.setdefault(self.conn, []).append(count)
        real(self, count)

    monkeypatch.setattr(sockets.Socket, "bytes_parsed", bytes_parsed)

    async def flood(wires: Wires) -> bytes:
        reader, writer = await raw(wires)
        writer.write(frame(0x1, b'{"type":"spectate","v":1}') + (frame(0x1, b"{", fin=False) if kind == 0 else b""))
        writer.write(frame(kind, b"", fin=kind != 0) * 50_000)
        said = await rest(reader)
        writer.close()
        return said

    async def body(wires: Wires) -> None:
        hub = wires.server.hub
        said = await asyncio.gather(*(flood(wires) for _ in range(connections)))
        assert all(b"RATE_LIMITED" in each and struct.pack("!H", 4429) in each for each in said)
        assert hub.counts.flooding_clients_closed == connections
        assert max(max(slices) for slices in parsed.values()) <= SLICE
        assert max(sum(slices) for slices in parsed.values()) < 50_000  # of 300,000 bytes
        await still_plays(wires)

    on_the_wire(body)


def test_22_2_a_client_that_sends_many_messages_at_once_loses_none():
    async def body(wires: Wires) -> None:
        ann = await wires.connect()
        await ann.say(type="hello", team="Ann", join_code="secret")
        await ann.until("lobby")
        for _ in range(60):
            await ann.say(type="dance")
        for _ in range(60):
            assert (await ann.until("error"))["code"] == "UNKNOWN_TYPE"

    on_the_wire(body)


def test_attack_13_connections_are_limited_by_address_and_in_all():
    async def body(wires: Wires) -> None:
        open_ones = [await wires.connect() for _ in range(4)]
        with pytest.raises(InvalidStatus) as refused:
            await wires.connect()
        assert refused.value.response.status_code == 503
        assert b"RATE_LIMITED" in refused.value.response.body
        await open_ones[0].socket.close()
        while wires.server.limiter.connections > 3:
            await asyncio.sleep(0.01)
        assert await wires.connect()

    on_the_wire(body, SMALL)


def test_attack_13_handshakes_that_never_end():
    async def body(wires: Wires) -> None:
        slow = [await raw(wires, upgrade=False) for _ in range(4)]
        for _, writer in slow:
            writer.write(b"GET /ws HTTP/1.1\r\nHo")
        assert [await rest(reader) for reader, _ in slow] == [b""] * 4
        assert wires.server.limiter.refusals["handshake"] == 4
        wires.server.limiter.limits = SMALL["limits"]
        await still_plays(wires)

    on_the_wire(body, {"limits": msgspec.structs.replace(SMALL["limits"], handshake_ms=300)})


def test_attack_13_behind_a_proxy_addresses_are_those_it_tells():
    async def body(wires: Wires) -> None:
        mine = {"additional_headers": {"X-Forwarded-For": "6.6.6.6, 10.1.1.1"}}
        for _ in range(4):
            await wires.connect(**mine)
        with pytest.raises(InvalidStatus) as refused:
            await wires.connect(**mine)
        assert refused.value.response.status_code == 503
        other = await wires.connect(additional_headers={"X-Forwarded-For": "10.1.1.2"})
        await other.say(type="spectate")
        assert (await other.next())["type"] == "spectate"
        assert wires.server.limiter.by_address["10.1.1.1"] == 4

    limits = Limits(per_address=4)
    on_the_wire(body, {"limits": limits, "proxies": frozenset(["127.0.0.1"])})


def test_what_counts_as_one_address():
    assert network("::ffff:10.0.0.1") == "10.0.0.1"
    assert network("2001:db8:1:2:3::1") == network("2001:db8:1:2:ffff::9") == "2001:db8:1:2::/64"
    assert network("::1") == "::1"
    assert network("nonsense") == "nonsense"


# -- 14 ----------------------------------------------------------------------------------------------------------------

RUBBISH = [
    "", " ", "null", "[]", "{", '{"type":"action"', '"text"', "1e999", "[" * 4000, '{"a":' * 600, "{" * 9 + "}" * 9,
    '{"type":"action","v":1,"hand_id":"' + "x" * 4000, '{"type":"action","v":' + "9" * 3000 + "}",
    '{"type":"action","v":1,"hand_id":"H","action":"RAISE_TO","amount":' + "9" * 3000 + "}",
    '{"v":1,"type":"\\ud800"}', b"\xff\xfe\x00", b"\xef\xbb\xbf{}", b'{"type":"action","v":1,"action":"\xc3\x28"}',
    json.dumps({"type": "action", "v": 1, **{f"k{number}": number for number in range(250)}}),
    '{"type":"dance","type":"tango","v":1}', "\ufeff{}", '{"type":1,"v":1}', '{"type":"action","v":"1"}',
    '{"type":"action","v":true}', '{"type":"action","v":1.0}', '{"type":["hello"],"v":1}',
]


@pytest.mark.parametrize("text", RUBBISH)
def test_attack_14_rubbish_gets_a_named_error_and_changes_nothing(text):
    arena, (ann, bob) = table_of(2)
    before = arena.table.prompt, arena.hand_id, len(bob.heard)
    (error,) = ann.sends(text)
    assert error["code"] in ("BAD_SCHEMA", "UNKNOWN_TYPE", "ACTION_TOO_LATE")
    assert len(json.dumps(error)) < 600
    assert (arena.table.prompt, arena.hand_id, len(bob.heard)) == before


def test_attack_14_of_repeated_keys_the_last_counts_and_nothing_else_is_looked_at():
    arena, (ann, _) = table_of(2)
    heard = ann.sends(f'{{"type":"action","v":1,"action":"FOLD","action":"CALL","hand_id":"{arena.hand_id}"}}')
    assert heard[0]["ev"] == "CALL"


@pytest.mark.usefixtures("_no_long_farewell")
def test_attack_14_frames_too_long_or_against_the_protocol_close_that_socket_alone():
    async def body(wires: Wires) -> None:
        for said, code in ((frame(0x1, b"x" * 5000), 1009), (frame(0x1, b"a", rsv1=True), 1002),
                           (frame(0x3, b"a"), 1002), (frame(0x1, b"\xff\xff"), 1007)):
            reader, writer = await raw(wires)
            writer.write(said)
            assert struct.pack("!H", code) in await rest(reader), code
            writer.close()
        await still_plays(wires)

    on_the_wire(body)


# -- 15 to 18 ----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_no_long_farewell")
def test_attack_15_a_compressed_frame_is_a_protocol_error():
    async def body(wires: Wires) -> None:
        reader, writer = await raw(wires)
        writer.write(frame(0x1, b"\xaa\x56\x2a" * 20, rsv1=True))
        assert struct.pack("!H", 1002) in await rest(reader)
        await still_plays(wires)

    on_the_wire(body)


def test_attack_16_a_full_queue_drops_to_a_snapshot_and_then_gives_up():
    queue = Queue(3)
    assert [queue.push(b"") for _ in range(5)] == [QUEUED, QUEUED, QUEUED, LAGS, DROPPED]
    queue.fresh()
    assert [queue.push(b"") for _ in range(4)] == [QUEUED, QUEUED, QUEUED, GIVEN_UP]
    other = Queue(1)
    assert [other.push(b""), other.push(b"")] == [QUEUED, LAGS]
    other.fresh()
    other.frames.clear()
    other.drained()  # it reads again: the next time is a first time
    assert [other.push(b""), other.push(b"")] == [QUEUED, LAGS]


def test_attack_16_who_lagged_hears_how_things_stand():
    arena, (ann, bob) = table_of(2)
    watcher = arena.watch()
    for client, seat in ((ann, 0), (bob, 1), (watcher, None)):
        client.forget()
        arena.put(Lagging(client.conn))
        greeting = "spectate" if seat is None else "welcome"
        assert [each["type"] for each in client.heard] == [greeting, "lobby", "snapshot"]
        shot = client.last("snapshot")
        assert shot.get("you", {}).get("seat") == seat
        assert ("legal" in shot) is (client is ann)  # it is her turn, and she can answer
    assert next(each["ev"] for each in ann.acts("CALL") if each["type"] == "event") == "CALL"


def test_attack_16_a_client_that_never_reads_is_closed_and_delays_nobody():
    async def body(wires: Wires) -> None:
        ann, bob = await wires.join("Ann"), await wires.join("Bob")
        prompt = await ann.until("act")
        reader, writer = await raw(wires)
        writer.write(frame(0x1, b'{"type":"spectate","v":1}'))
        await reader.read(1)
        writer.transport.pause_reading()
        hub = wires.server.hub
        link = max(hub.links.items())[1]
        for _ in range(400):
            link.push([Outgoing(b"x" * 60_000)])
            await asyncio.sleep(0)
        assert (hub.counts.slow_clients_lagged, hub.counts.slow_clients_closed) == (1, 1)
        await ann.act(prompt, "CALL")
        await bob.until("act")
        writer.transport.abort()

    on_the_wire(body, {"limits": Limits(queue=50)})


def test_attack_16_a_client_that_reads_again_goes_on_from_a_snapshot():
    async def body(wires: Wires) -> None:
        await wires.join("Ann")
        bob = await wires.join("Bob")
        await bob.until("start_hand")
        link = max(wires.server.hub.links.items())[1]
        pushed = 0
        while not wires.server.hub.counts.slow_clients_lagged:  # all at once, more than the network takes
            link.push([Outgoing(b'{"type":"noise","x":"%b"}' % (b"x" * 60_000))])
            pushed += 1
        shot = await bob.until("snapshot")
        assert shot["you"]["seat"] == 1
        assert len([heard for heard in bob.heard if heard["type"] == "noise"]) == pushed - 51  # the queue, and one more
        assert wires.server.hub.counts.slow_clients_closed == 0

    on_the_wire(body, {"limits": Limits(queue=50)})


def test_attack_17_an_event_is_encoded_once_for_all_spectators():
    arena, (ann, _) = table_of(2)
    watchers = [arena.watch() for _ in range(300)]
    arena.effects.clear()
    ann.acts("CALL")
    sends = [effect for effect in arena.effects if isinstance(effect, Send)]
    assert len({id(send.data) for send in sends}) == 3  # the event, the table after it for spectators, the prompt
    assert [len(send.conns) for send in sends if send.crowd] == [300, 300]
    assert all(watcher.last("event")["ev"] == "CALL" for watcher in watchers)


def test_attack_17_those_who_stay_hear_on_in_their_order():
    arena, (ann, _) = table_of(2)
    watchers = [arena.watch() for _ in range(60)]
    for watcher in (*watchers[::2], watchers[3]):
        watcher.goes()
    arena.effects.clear()
    ann.acts("CALL")
    told = [effect.conns for effect in arena.effects if isinstance(effect, Send) and effect.crowd]
    assert told[0] == tuple(watcher.conn for watcher in watchers[1::2] if watcher is not watchers[3])
    assert len({id(conns) for conns in told}) == 1, "one audience, one tuple: they are gathered by it"
    assert all("CALL" not in watcher.evs for watcher in watchers[::2])


def test_attack_17_spectators_are_limited():
    arena, _ = table_of(2, spectators=3)
    for _ in range(3):
        assert arena.watch().closed is None
    late = arena.watch()
    assert (late.last("error")["code"], late.closed) == ("TABLE_FULL", 4401)


def test_attack_18_lines_of_one_kind_are_few_a_minute():
    seldom = KindLimit(3)

    def line(created: float, level: int = logging.WARNING) -> logging.LogRecord:
        record = logging.LogRecord("croupier", level, "", 0, "refused %d", (1,), None)
        record.created = created
        return record

    assert sum(seldom.filter(line(float(second) / 100)) for second in range(1000)) == 3
    assert not seldom.filter(line(5.0, logging.ERROR)), "a library's errors may be somebody's doing too"
    assert seldom.filter(line(5.0, logging.CRITICAL))
    later = line(100.0)
    assert seldom.filter(later)
    assert later.getMessage() == "refused 1 (998 more like it within a minute)"


def test_attack_18_who_is_gone_before_the_answer_writes_no_line(caplog, monkeypatch):
    async def gone(*_: Any) -> None:
        raise ClientConnectionResetError("Cannot write to closing transport")

    async def body(wires: Wires) -> None:
        with monkeypatch.context() as then:
            then.setattr(sockets.web.WebSocketResponse, "prepare", gone)
            for _ in range(3):
                _, writer = await raw(wires)
                writer.close()
        alpha, beta = await wires.join("Alpha"), await wires.join("Beta")
        await alpha.until("act")
        await beta.until("event", ev="POST_BLINDS")

    on_the_wire(body)
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


def test_attack_18_a_write_that_fails_stops_dealing_and_shows_nothing():
    async def body(wires: Wires) -> None:
        ann, bob = await wires.join("Ann"), await wires.join("Bob")
        prompt = await ann.until("act")
        await bob.until("event", ev="POST_BLINDS")

        def fail(*_: Any) -> None:
            raise StoreFailed("database or disk is full")

        wires.server.hub.store.commit = fail  # type: ignore[method-assign]
        await ann.act(prompt, "CALL")
        await asyncio.wait_for(wires.server.hub.ended.wait(), PATIENCE)
        with pytest.raises(TimeoutError):
            await bob.next(0.2)

    on_the_wire(body)


def test_limits_are_checked_at_the_door():
    assert limits_of({"queue": 7}).queue == 7
    for wrong in ({"queue": 0}, {"qeue": 1}, {"queue": "1"}, {"connections": -1}, {"bytes_per_second": 10}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            limits_of(wrong)
    too_many = ServerConfig(limits=Limits(tables=1), tables={f"T-{number}": Arena().table.config for number in (1, 2)})

    async def open_it() -> None:
        async with running(too_many):
            pass

    with pytest.raises(ValueError, match="tables"):
        asyncio.run(open_it())
