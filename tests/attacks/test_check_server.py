"""`croupier check-server`: what it says of a good server, and that each of its probes finds a bad one."""

from __future__ import annotations

import asyncio
import json
import pickle
import random
import re
import socket
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from aiohttp import ClientSession, web
from tests.patience import PATIENCE, WHOLE

from croupier.arena.core import host as hosting
from croupier.arena.core.config import Limits, TableConfig
from croupier.arena.core.match_key import MatchKey
from croupier.arena.core.outbox import Outbox
from croupier.arena.core.plays.event_frames import Numbering
from croupier.arena.core.plays.poker import PokerPlay
from croupier.arena.core.tables.base import ArenaTable
from croupier.arena.core.tables.broadcast import Audience
from croupier.arena.core.tables.hand import InPlay
from croupier.arena.core.tables.match import MatchTable
from croupier.arena.core.tables.seats import Seating
from croupier.arena.journal import commands
from croupier.arena.server import sockets
from croupier.arena.server.fanout import QUEUED, Queue
from croupier.arena.server.house import Pace
from croupier.arena.server.hub import Hub
from croupier.arena.server.run import Running, ServerConfig, loop_factory, running
from croupier.cli import main
from croupier.cli.check_server import is_here, numbers_of
from croupier.devtools import attacks as attacking
from croupier.devtools.attacks import ATTACKS, FAILED, INSIDE, OK, SKIPPED, Finding, attack, try_probe
from croupier.devtools.probes import bystander, leaks, outside, target
from croupier.devtools.probes import pair as pairs
from croupier.devtools.probes import seated as s
from croupier.devtools.probes.bystander import BystanderMatch
from croupier.devtools.probes.pair import Pair
from croupier.devtools.probes.target import Target
from croupier.protocol import errors
from croupier.protocol.errors import Refused

QUICK = Limits(handshake_ms=3000, bytes_per_second=150_000, per_address=60, queue=50)
TABLE: dict[str, Any] = {"seats": 3, "starting_stack": 200, "sb": 10, "bb": 20, "matches": 0, "release_absent": True,
                         "move_time_ms": 2000, "hello_time_ms": 1000}
ELSEWHERE = {18, 29, 30, 31, 33, 34, 36, 37}


def on_a_server(body: Callable[[Running], Awaitable[Any]], tables: int = 2, limits: Limits = QUICK,
                more: dict[str, Any] | None = None, patient: bool = False, **table: Any) -> Any:
    """Run something against a real server with so many empty tables."""
    named = {f"T-{number}": TableConfig(**{**TABLE, **table}) for number in range(1, tables + 1)}
    if patient:  # the bystanders sit at the last table, and a busy machine must not act for it
        named[f"T-{tables}"] = TableConfig(**{**TABLE, **table, "move_time_ms": 30_000})
    config = ServerConfig(tables=named, port=0, limits=limits, **(more or {}))

    async def serving() -> Any:
        async with running(config) as server:
            return await asyncio.wait_for(body(server), WHOLE)

    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        return runner.run(serving())


@pytest.fixture
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing takes long; but how long an answer may take is no matter here, where client and server share a busy
    machine: whoever waits for something waits until it is there."""
    monkeypatch.setattr(sockets, "HEARTBEAT", 3.0)
    monkeypatch.setattr(s, "CROWD", 20)
    monkeypatch.setattr(s, "UNREAD_S", 0.5)
    for where, name in ((s, "SLOW_S"), (s, "GRACE_S"), (outside, "SLOW_S"), (bystander, "LATE_S"), (pairs, "TURN"),
                        (pairs, "BEGIN"), (target, "PATIENCE")):
        monkeypatch.setattr(where, name, 100.0)


@pytest.mark.usefixtures("_quick")
def test_all_39_are_accounted_for_and_an_arena_holds_against_every_one():
    told: list[tuple[int, int]] = []

    async def body(server: Running) -> list[Finding]:
        found = await attack(server.ws_url, operator="op", progress=lambda done, total: told.append((done, total)))
        assert server.hub.failed is None
        assert len(server.hub.host.tables["T-1"].seats) == 0  # the bystanders may have split its last pot
        return found

    found = on_a_server(body, more={"operator_code": "op"}, patient=True, move_time_ms=4000, hello_time_ms=3000)
    assert [finding.number for finding in found] == list(range(40))
    assert [finding for finding in found if finding.status in (FAILED, SKIPPED)] == []
    assert {finding.number for finding in found if finding.status == INSIDE} == ELSEWHERE
    assert told[-1][0] == told[-1][1] == len(told)


@pytest.mark.usefixtures("_quick")
def test_without_empty_tables_what_needs_seats_is_skipped_and_a_table_in_play_is_watched():
    async def body(server: Running) -> list[Finding]:
        return await attack(server.ws_url, {2, 5, 19})

    house = {"house_bots": 3, "line_up": ("caller",), "pace": Pace(10, 20)}
    bystanders, two, five, nineteen = on_a_server(body, 1, more=house)
    assert (bystanders.status, five.status) == (OK, OK)
    assert "of others" in bystanders.detail
    assert two.status == nineteen.status == SKIPPED
    assert "croupier arena --tables 2 --house-bots 0" in nineteen.detail


@pytest.mark.parametrize("gets_around", [False, True])
def test_24_3_a_delay_for_spectators_is_understood(gets_around, monkeypatch):
    if gets_around:
        monkeypatch.setattr(Hub, "queries", property(lambda hub: hub.store.queries))

    async def body(server: Running) -> tuple[str, str]:
        while server.hub.host.numbers.last < 3:
            await asyncio.sleep(0.01)
        async with ClientSession() as session:
            found = Target(server.ws_url, session)
            assert await pairs.empty_tables(found) == []
            return await try_probe(outside.delay_held(found))

    house = {"house_bots": 3, "line_up": ("caller",), "pace": Pace(10, 20)}
    status, detail = on_a_server(body, 1, more=house, spectator_delay=3600)
    assert (status, detail) == ((FAILED, "/api/hands is ahead of what T-1 shows") if gets_around else (OK, "1 tables"))


@pytest.mark.parametrize("after_s", [0.0, 0.3, 1.5])
def test_a_run_that_is_cut_short_leaves_no_ghosts_behind(after_s):
    async def body(server: Running) -> None:
        run = asyncio.create_task(attack(server.ws_url))
        tables = server.hub.host.tables.values()
        while not all(len(table.seats) for table in tables):
            await asyncio.sleep(0.01)
        await asyncio.sleep(after_s)
        run.cancel()
        with pytest.raises(asyncio.CancelledError):
            await run
        while any(seat.intent != 3 for table in tables for seat in table.seats):  # its last words are on their way
            await asyncio.sleep(0.01)
        while any(len(table.seats) for table in tables):  # within the time that `on_a_server` gives
            await asyncio.sleep(0.01)

    on_a_server(body, move_time_ms=60_000)


def test_a_table_is_left_with_the_hand_that_ends_its_match(monkeypatch):
    """The server plays a match of two leavers to its end, thousands of hands: the probes leave when they are all-in."""
    monkeypatch.setattr(MatchKey, "deck", lambda self, *_: [51, 0, 50, 1, *range(2, 50)])  # no pot is split

    async def body(server: Running) -> None:
        found = await attack(server.ws_url, {9})
        assert [finding.status for finding in found] == [OK, OK]
        host = server.hub.host
        while host.numbers.last < 300 and any(len(table.seats) for table in host.tables.values()):
            await asyncio.sleep(0.01)
        assert host.numbers.last < 300

    on_a_server(body, starting_stack=10_000, move_time_ms=60_000)


def test_what_could_not_be_tried_for_want_of_tables_does_not_count_as_held(monkeypatch, capsys):
    async def pretend(*_: Any, **__: Any) -> list[Finding]:
        return [Finding(0, "w", OK, ""), Finding(2, "two", SKIPPED, attacking.NO_TABLE, "t"),
                Finding(24, "tls", SKIPPED, "not over TLS", "t"), Finding(5, "five", OK, "fine", "t")]

    monkeypatch.setattr(attacking, "attack", pretend)
    assert main(["check-server"]) == 1
    assert "attacks 2 need seats and were not tried" in capsys.readouterr().err


def test_who_has_been_locked_out_is_told_for_how_long():
    async def body(server: Running) -> None:
        await attack(server.ws_url, {8})
        with pytest.raises(ConnectionError, match=r"wait \d+ s"):
            await attack(server.ws_url, {5})

    on_a_server(body, 1)


# -- probes can fail ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_quick")
def test_a_server_without_limits_is_found_out(monkeypatch):
    monkeypatch.setattr(target, "PATIENCE", 0.25)
    monkeypatch.setattr(sockets, "HEARTBEAT", 86_400.0)
    for where, name, value in ((outside, "CONNECTIONS_MAX", 30), (outside, "GUESSES_MAX", 10),
                               (outside, "FLOOD_BYTES", 200_000), (s, "FLOOD", 300),
                               (sockets, "CONTROL_FRAMES", 10**9), (sockets, "OVERHEAD_BYTES", 10**9)):
        monkeypatch.setattr(where, name, value)
    many = 10**9
    lavish = Limits(connections=many, per_address=many, handshake_ms=many, bytes_per_second=many, wrong_codes=many)

    async def body(server: Running) -> set[str]:
        async with ClientSession() as session:
            at = Target(server.ws_url, session)
            probes = [probe for each in ATTACKS for probe in each.probes if each.number in (8, 13, 27)]
            ended = {probe.__name__: await try_probe(probe(at)) for probe in probes if probe is not outside.frame_flood}
            pair = Pair(at, "T-1")
            with monkeypatch.context() as calm:  # to sit down may take its time on a busy machine
                calm.setattr(target, "PATIENCE", PATIENCE)
                await pair.sit_down()
            ended["seat_floods"] = await try_probe(s.seat_floods(pair))
            await pair.hang_up()
        return {name for name, (status, _) in ended.items() if status != FAILED}

    held = on_a_server(body, 1, lavish, frames_per_second=100_000, hello_time_ms=86_400_000)
    assert held == set()


class Leaky:
    """A server that takes everything, says cards, compresses, unpickles what it is sent and breaks on it."""

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        ws = web.WebSocketResponse(max_msg_size=0)
        await ws.prepare(request)
        async for _ in ws:
            await ws.send_str('{"type":"snapshot","hole":["Ah"],"join_code":"x"}')
        return ws

    async def page(self, request: web.Request) -> web.Response:
        return web.Response(text='[{"join_code":"x"}]' if request.path != "/api/tables" else "[]")

    async def upload(self, request: web.Request) -> web.Response:
        body = await request.read()
        try:
            pickle.loads(body)
        except Exception:
            return web.Response(status=500)
        return web.Response()


def test_a_server_without_defences_is_found_out(monkeypatch):
    monkeypatch.setattr(target, "PATIENCE", 0.12)
    for name, value in (("CONNECTIONS_MAX", 30), ("GUESSES_MAX", 10), ("FLOOD_BYTES", 200_000)):
        monkeypatch.setattr(outside, name, value)

    async def body() -> list[Finding]:
        leaky, app = Leaky(), web.Application(client_max_size=10**8)
        app.router.add_get("/ws", leaky.socket)
        app.router.add_get("/{path:.*}", leaky.page)
        app.router.add_post("/{path:.*}", leaky.upload)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        try:
            return await attack(f"ws://127.0.0.1:{runner.addresses[0][1]}/ws")
        finally:
            await runner.cleanup()

    # 3 asks about tables with a delay, of which this server has none: its probe fails in the test of delays
    found = [finding for finding in asyncio.run(body()) if finding.number != 3]
    outer = {each.number for each in ATTACKS if each.probes} - {3}
    assert {finding.number for finding in found if finding.status == FAILED} == outer | {0}
    assert not [finding for finding in found if finding.status == OK]


def private_to_all(patch: pytest.MonkeyPatch) -> None:
    """What is private is broadcast."""
    patch.setattr(Audience, "private", lambda self, seat, frame: self.broadcast(frame))


def secret_told(patch: pytest.MonkeyPatch) -> None:
    """The hash is the secret."""
    patch.setattr(MatchKey, "commit", property(lambda self: self.secret.hex()))


def long_for_aces(patch: pytest.MonkeyPatch) -> None:
    """Prompts are longer the higher the first card is."""
    real = PokerPlay.prompt

    def prompt(self: PokerPlay, seat: int, *rest: Any) -> bytes:
        said = real(self, seat, *rest)
        return said + b" " * ("23456789TJQKA".index(self.hole(seat)[0][0]) + 1)

    patch.setattr(PokerPlay, "prompt", prompt)


def dealt_by_random(patch: pytest.MonkeyPatch) -> None:
    """Decks come from somewhere else."""
    patch.setattr(MatchKey, "deck", lambda self, *_: random.sample(range(52), 52))


def old_one_stays(patch: pytest.MonkeyPatch) -> None:
    """The connection that was replaced is not closed."""
    real = Outbox.close
    patch.setattr(Outbox, "close", lambda self, conn, code, *more: code != errors.REPLACED and real(self, conn, code))


def anybody_speaks(patch: pytest.MonkeyPatch) -> None:
    """Whatever is said is said by whoever is asked."""
    real = commands.apply_message

    def apply_message(table: ArenaTable, conn: int, message: Any, now: int, stood: int | None = None) -> None:
        asked = table.seats[table.prompt.seat].conn if table.prompt is not None else conn
        real(table, conn if asked is None else asked, message, now)

    patch.setattr(commands, "apply_message", apply_message)


def names_do_not_matter(patch: pytest.MonkeyPatch) -> None:
    """Every name is another team."""
    patch.setattr(hosting, "check_new", lambda *_: None)
    patch.setattr(Seating, "team", lambda self, name: next((seat for seat in self if seat.team == name), None))


def nothing_is_late(patch: pytest.MonkeyPatch) -> None:
    """An action counts for whatever is asked, whatever it answers."""
    real = ArenaTable.act

    def act(self: ArenaTable, seat: Any, sent: Any, now: int, stood: int | None = None) -> None:
        sent.hand_id, sent.decision = self.hand.hand_id, self.hand.decision
        real(self, seat if self.prompt is None else self.seats[self.prompt.seat], sent, now)

    patch.setattr(ArenaTable, "act", act)


def lenient(patch: pytest.MonkeyPatch) -> None:
    """What cannot be taken is made something that can."""
    real = PokerPlay.take

    def take(self: PokerPlay, sent: Any) -> None:
        try:
            real(self, sent)
        except Refused:
            self.automatic("check-call-fold")

    patch.setattr(PokerPlay, "take", take)


def without_a_word(patch: pytest.MonkeyPatch) -> None:
    """What is refused is not answered."""
    patch.setattr(hosting.Host, "_refuse", lambda *_: None)


def impatient(patch: pytest.MonkeyPatch) -> None:
    """Who is away is to be played for soon."""
    patch.setattr(s, "GRACE_S", 0.6)


def no_clock(patch: pytest.MonkeyPatch) -> None:
    """Nobody is played for."""
    patch.setattr(ArenaTable, "tick", lambda *_: None)
    impatient(patch)


def nothing_to_come_back_to(patch: pytest.MonkeyPatch) -> None:
    """A snapshot does not ask."""
    real = InPlay.snapshot
    patch.setattr(InPlay, "snapshot", lambda self, viewer, now: real(self, None, now))


def gaps(patch: pytest.MonkeyPatch) -> None:
    """Every other number is left out."""
    real = Numbering.numbered

    def numbered(self: Numbering, frame: Any) -> Any:
        self.event_no += 1
        return real(self, frame)

    patch.setattr(Numbering, "numbered", numbered)


def small_crowd(patch: pytest.MonkeyPatch) -> None:
    """Ten are many."""
    patch.setattr(s, "CROWD", 10)


def few_hear(patch: pytest.MonkeyPatch) -> None:
    """Of the spectators only some are told."""
    real = Outbox.send
    few = iter(range(10**6))

    def send(self: Outbox, conns: Any, frame: Any, crowd: tuple[int, ...] = ()) -> bytes:
        return real(self, conns, frame, crowd[:5] if len(crowd) > 5 or next(few) % 4 else ())

    patch.setattr(Outbox, "send", send)
    small_crowd(patch)


def acted_for(patch: pytest.MonkeyPatch) -> None:
    """The host acts whatever the seat says."""
    patch.setattr(ArenaTable, "act", lambda self, seat, sent, now, stood=None: self.act_for("timeout", now))


def stands_still(patch: pytest.MonkeyPatch) -> None:
    """Leaving takes everybody's time."""
    real = MatchTable.intent

    def intent(self: MatchTable, seat: Any, sent: Any, now: int) -> None:
        time.sleep(0.3)
        real(self, seat, sent, now)

    patch.setattr(MatchTable, "intent", intent)
    patch.setattr(s, "SLOW_S", 0.2)


def little_room(patch: pytest.MonkeyPatch) -> None:
    """Neither the kernel nor the server has room for many frames."""
    real = sockets.Socket.__init__

    def made(self: sockets.Socket, hub: Any, connection: Any, most: int) -> None:
        connection.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        real(self, hub, connection, 50)

    patch.setattr(sockets.Socket, "__init__", made)
    patch.setattr(sockets, "AHEAD", 1024)
    patch.setattr(s, "UNREAD_FRAMES", 600)
    patch.setattr(s, "UNREAD_S", PATIENCE)  # it ends by what happens, not by the clock


def keeps_everything(patch: pytest.MonkeyPatch) -> None:
    """Frames for a client that does not read are kept for ever."""
    def push(self: Queue, data: bytes) -> str:
        self.frames.append(data)
        return QUEUED

    patch.setattr(Queue, "push", push)
    little_room(patch)


MUTANTS: list[tuple[Callable[[pytest.MonkeyPatch], None], tuple[attacking.Seated, ...]]] = [
    (private_to_all, (leaks.others_cards, leaks.spectators_cards, leaks.private_frames)),
    (secret_told, (leaks.secret_kept,)),
    (long_for_aces, (leaks.alike,)), (dealt_by_random, (leaks.dealt_from_the_secret,)), (gaps, (leaks.numbered,)),
    (old_one_stays, (s.newest_wins,)), (anybody_speaks, (s.acting_for_another,)),
    (names_do_not_matter, (s.look_alikes, s.one_seat_a_team)), (lenient, (s.amounts, s.no_raise_left)),
    (nothing_is_late, (s.early_and_late, s.doubled, s.two_at_once)), (without_a_word, (s.seat_says_unknown_things,)),
    (no_clock, (s.absent,)), (nothing_to_come_back_to, (s.drops,)), (few_hear, (s.crowd,)),
    (keeps_everything, (s.never_reads,)), (stands_still, (s.everybody_leaves,))]


@pytest.mark.parametrize(("mutant", "probes"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_probe_finds_what_it_is_there_for(mutant, probes, monkeypatch):
    mutant(monkeypatch)

    async def body(server: Running) -> None:
        async with ClientSession() as session:
            for number, probe in enumerate(probes, 1):
                pair = Pair(Target(server.ws_url, session), f"T-{number}")
                await pair.sit_down()
                monkeypatch.setattr(pairs, "TURN", 0.5)
                patience = target.PATIENCE
                monkeypatch.setattr(target, "PATIENCE", 0.5)
                try:
                    assert (await try_probe(probe(pair)))[0] == FAILED, probe.__name__
                finally:
                    monkeypatch.setattr(target, "PATIENCE", patience)
                    await pair.hang_up()

    on_a_server(body, len(probes), Limits())


@pytest.mark.usefixtures("_quick")  # a good server may be slow on a busy machine
@pytest.mark.parametrize(("narrow", "probe"), [(None, s.absent), (small_crowd, s.crowd), (little_room, s.never_reads)])
def test_what_the_mutants_are_measured_by_lets_a_good_server_pass(narrow, probe, monkeypatch):
    if narrow is not None:
        narrow(monkeypatch)

    async def body(server: Running) -> None:
        async with ClientSession() as session:
            pair = Pair(Target(server.ws_url, session), "T-1")
            await pair.sit_down()
            assert (await try_probe(probe(pair)))[0] == OK
            await pair.hang_up()

    on_a_server(body, 1, Limits())


@pytest.mark.parametrize("mutant", [gaps, few_hear, acted_for])
def test_the_bystanders_match_reports_what_disturbed_it(mutant, monkeypatch):
    mutant(monkeypatch)

    async def body(server: Running) -> None:
        async with ClientSession() as session:
            bystanders = BystanderMatch(Target(server.ws_url, session), "T-1")
            monkeypatch.setattr(target, "PATIENCE", PATIENCE)
            await bystanders.begin()  # slow on a busy machine; waits for what never comes are short from here on
            monkeypatch.setattr(pairs, "TURN", 0.2)
            monkeypatch.setattr(target, "PATIENCE", 0.2)
            async with asyncio.timeout(PATIENCE):
                while sum(frame["type"] == "event" for frame in bystanders.watcher.frames) < 30 \
                        and not bystanders.playing.done():
                    await asyncio.sleep(0.02)
            assert (await try_probe(bystanders.verdict()))[0] == FAILED
            await bystanders.end()

    on_a_server(body, 1, Limits())


def test_every_probe_that_needs_a_seat_has_a_mutant():
    found = {probe for _, probes in MUTANTS for probe in probes}
    assert found | {s.seat_floods} == {probe for each in ATTACKS for probe in each.seated}  # floods: without limits


# -- the command -------------------------------------------------------------------------------------------------------


def test_the_page_says_of_each_attack_whether_it_is_tried():
    from .test_attacks import PAGE

    rows = re.findall(r"^\| (\d+) \| .+ \| .+ \| `(\w+)` \| (.+) \|$", PAGE, re.MULTILINE)
    said = {int(number): (tests, tried) for number, tests, tried in rows}
    for each in ATTACKS:
        assert said[each.number][0] == f"test_{each.tests}"
        assert said[each.number][1].startswith("no" if each.why else "yes"), each.number


def test_only_this_machine_unless_it_is_said(capsys):
    assert all(map(is_here, ("localhost", "127.0.0.1", "::1", "127.8.8.8")))
    assert not any(map(is_here, ("example.org", "10.0.0.1", "0.0.0.0", "localhost.evil.example", "")))
    assert main(["check-server", "ws://arena.example.org/ws"]) == 2
    assert "--yes-i-own-it" in capsys.readouterr().err
    assert main(["check-server", "ftp://localhost"]) == 2
    assert main(["check-server", "ws://127.0.0.1:9/ws"]) == 1
    assert "croupier arena --tables 2" in capsys.readouterr().err


def test_attacks_are_picked_by_number(capsys):
    assert numbers_of("14, 16") == {14, 16}
    assert numbers_of("19-21,5") == {5, 19, 20, 21}
    assert numbers_of(None) is None
    for wrong in ("", "0", "40", "a", "5-", "9-7", "1,,2", "-3"):
        assert main(["check-server", f"--only={wrong}"]) == 2
        assert "--only" in capsys.readouterr().err


def test_the_command_prints_an_object_an_attack_and_fails_with_one(monkeypatch, capsys):
    found = [Finding(0, "w", OK, ""), Finding(5, "five", OK, "fine", "t"), Finding(18, "disk", INSIDE, "no", "t")]

    async def pretend(*_: Any, **__: Any) -> list[Finding]:
        return found

    monkeypatch.setattr(attacking, "attack", pretend)
    assert main(["check-server", "--json"]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert rows[1] == {"number": 5, "what": "five", "status": "ok", "detail": "fine", "test": "t"}
    found.append(Finding(9, "nine", FAILED, "both are open", "t"))
    assert main(["check-server"]) == 1
    told = capsys.readouterr()
    assert "THROUGH   9  nine" in told.out
    assert "1 held, 1 got through, 0 skipped, 1 cannot be tried from outside" in told.out
    assert "attacks 9 got through" in told.err
