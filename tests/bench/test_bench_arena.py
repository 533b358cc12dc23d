"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import asyncio
import json
import random
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")


from aiohttp import WSMsgType
from tests.patience import PATIENCE, WHOLE

from bench import arena, crowd, noise, pooled
from croupier.arena.server.fanout import FRAMES, close_frame
from croupier.devtools.load import Load, LoadReport
from croupier.devtools.wire import accepted


@contextmanager
def no_server(*_: object, **__: object) -> Iterator[None]:
    """Stand in for a server that is opened for a measurement."""
    yield None


class Played(Load):
    """A load that lasts for a number of actions, however long they take."""

    async def wait_out(self) -> None:
        while self.report.actions < 120:
            await asyncio.sleep(0.01)


def fan_out(opened: Any) -> tuple[float, float]:
    """Return frames and bytes an action of a real server."""
    with opened as server:
        report = arena._run(Played(arena._plan(1, 0.0, 0.0), server.url))
    return report.frames / report.actions, report.bytes / report.actions


def test_constant_frames_are_as_many_and_as_long_as_those_of_an_arena():
    yardstick = arena._yardstick_bar(fan_out(arena._arena(1)), fan_out(arena._constant()))
    assert yardstick.verdict == "met", f"bench.constant is {yardstick.figure:.1f} % off: measure HAND and PER_HAND anew"


def test_servers_are_compared_by_processor_time_in_turns(monkeypatch):
    costs = iter([2.0, 1.0, 0.5, 0.25] * 3)  # seconds of the processor for 1,000 actions, in the order of the turns
    monkeypatch.setattr(arena, "_arena", no_server)
    monkeypatch.setattr(arena, "_constant", no_server)
    monkeypatch.setattr(arena, "load", lambda server, tables, seconds, think_ms: LoadReport(
        actions=1000, frames=7000, bytes=900_000, seconds=1.0, own_cpu_seconds=0.3, server_cpu_seconds=next(costs)))
    race, bars = arena.saturated(2, 1.0, 3)
    assert {name: race.rate(name) for name in race.rates} == {
        "croupier": 500, "croupier, in memory": 1000, "constant frames": 2000, arena.BARE: 4000}
    cost, yardstick, share = bars
    assert (cost.figure, yardstick.figure, share.figure) == (4.0, 0.0, 0.3)


def test_answer_times_come_with_how_loud_it_was(monkeypatch):
    times = [float(number) for number in range(1, 101)]
    minute = arena.Minute(LoadReport(answer_ms=times), loudness(0.25))
    monkeypatch.setattr(arena, "_minute", lambda tables, seconds: minute)
    monkeypatch.setattr(arena, "_calm", lambda tables, seconds: 3.0)
    monkeypatch.setattr(arena, "_sync_ms", lambda seconds: 1.5)
    named = {bar.name: (bar.figure, bar.required) for bar in arena.paced(1, 0.6)}
    assert named["paced: answer time, p99"] == (100.0, 20)
    assert named["paced: p99 of constant frames, afterwards"] == (3.0, 10)
    assert named["paced: 8 KB made safe on this disk, p99"] == (1.5, 5)
    assert named["paced: stolen by this machine's host meanwhile"] == (0.25, noise.STOLEN_MAX)


def loudness(stolen: float) -> noise.Listening:
    heard = noise.Listening()
    heard.stolen = stolen
    return heard


def held_up(millis: float) -> noise.Syncing:
    disk = noise.Syncing()
    disk.longest_ms = millis
    return disk


@pytest.mark.parametrize(("loud", "tried"), [(0, 1), (1, 2), (2, 3), (7, 8), (8, 9), (99, arena.TRIES)])
def test_a_loud_minute_is_passed_over_and_told(monkeypatch, loud, tried):
    tries: list[int] = []

    def minute(tables: int, seconds: float) -> arena.Minute:
        number = len(tries)
        tries.append(number)
        return arena.Minute(LoadReport(answer_ms=[10.0 + number], dropped=number), loudness(0.5 + (number < loud)))

    monkeypatch.setattr(arena, "_minute", minute)
    monkeypatch.setattr(arena, "_calm", lambda tables, seconds: 1.0)
    bars = {bar.name: bar for bar in arena.paced(1, 1.0)}
    assert len(tries) == tried
    answer = bars["paced: answer time, p99"]
    assert answer.figure == 10.0 + tried - 1
    assert answer.note.count(" ms (") == tried
    passed_over = bars["paced: minutes passed over, for more was"]
    assert (passed_over.figure, passed_over.required) == (tried - 1, 7)
    assert (passed_over.verdict == "met") == (tried <= 8), "a run that waited for long says so"
    assert bars["paced: connections dropped"].figure == sum(range(tried)), "a loud minute drops nobody either"
    assert (bars["paced: stolen by this machine's host meanwhile"].verdict == "met") == (loud < 99)


class People:
    """Spectators of whom it is recorded what they heard."""

    def report(self) -> dict[str, object]:
        return {"reach_ms": 40.0, "missed": 0, "dropped": 0, "generator_share": 0.2, "ways": [(10.0, 10.1)]}


class Server:
    """A server that grows by 24 MB while it is watched."""

    url = "ws://localhost/ws"

    def __init__(self) -> None:
        self.sizes = iter([100.0, 124.0])

    def resident_mb(self) -> float:
        return next(self.sizes)


@contextmanager
def recorded_crowd(*_: object) -> Iterator[People]:
    yield People()


@contextmanager
def recorded_server(*_: object) -> Iterator[Server]:
    yield Server()


@contextmanager
def quiet() -> Iterator[noise.Listening]:
    yield loudness(0.0)


@contextmanager
def quick_disk() -> Iterator[noise.Syncing]:
    yield held_up(1.0)


def test_spectators_are_measured(monkeypatch):
    """Two answers were sent while the only event was on its way, one before it."""
    played = LoadReport(answer_ms=[4.0, 6.0, 2.0], seconds=1.0, own_cpu_seconds=0.1)
    monkeypatch.setattr(arena, "Listening", quiet)
    monkeypatch.setattr(arena, "Syncing", quick_disk)
    monkeypatch.setattr(arena, "_arena", recorded_server)
    monkeypatch.setattr(arena, "crowd", recorded_crowd)
    monkeypatch.setattr(arena, "_play", lambda server, tables, seconds: (played, [10.0, 10.05, 9.0]))
    bars = arena.watched(1, arena.Crowd("in the server", 12, 1.3), 0.6)
    assert len(bars) == 6
    notes = next(bar.note for bar in bars if "to p99 without them" in bar.name)
    assert "while an event was on its way 6.00 ms (2 answers), else 2.00 (1)" in notes
    named = {bar.name: bar.figure for bar in bars}
    assert named["12 spectators in the server: an event reaches all of them"] == 40.0
    assert named["12 spectators in the server: memory each"] == pytest.approx(24 * 1024 / (12 + arena.SEATS))
    assert named["12 spectators in the server: events that did not reach one, and connections dropped"] == 0
    assert named["12 spectators in the server: the load generator's own share of a core"] == 0.2


def test_24_the_bars_of_crowds_are_those_of_the_issue():
    assert [(people.size, people.slower_max, people.is_relayed) for people in arena.CROWDS] == [
        (500, 1.3, False), (5000, 1.1, True)]


def test_spectators_on_a_relay_hear_everything():
    """A small round through a real arena and a real relay; figures are not judged."""
    people = arena.Crowd("on one relay", 3, 1.1, is_relayed=True)
    with arena._arena(1, 3) as server, arena._shown_by(server, people) as shows:
        assert shows.url != server.url
        with crowd.crowd(shows.url, people.size, 2.0) as watching:
            arena._run(Played(arena._plan(1, 0.0, 0.0), server.url))
            heard = watching.report()
    assert (heard["missed"], heard["dropped"]) == (0, 0)
    assert heard["reach_ms"] is not None


def test_a_run_in_which_nothing_happened_says_so():
    still = arena.Round([1.0], [1.0], 1.0, {}, 0.1, loudness(0.0), held_up(1.0), ([], [1.0]))
    assert arena._meanwhile([still]) == "no event was on its way"


@pytest.mark.parametrize("by", ["processors", "disk"])
@pytest.mark.parametrize(("loud", "rounds", "tried", "slower"), [
    ([], 3, 3, 3.0), ([0], 3, 4, 4.0), ([0, 3], 2, 3, 3.0), (list(range(99)), 1, 1 + arena.TRIES, 1 + arena.TRIES)])
def test_players_beside_spectators_are_compared_in_quiet_rounds(monkeypatch, loud, rounds, tried, slower, by):
    orders: list[bool] = []

    def one(tables: int, people: arena.Crowd, seconds: float, watched_first: bool = False) -> arena.Round:
        orders.append(watched_first)
        number = len(orders)
        heard = {"reach_ms": 100.0 + number, "missed": 0, "dropped": 1}
        is_loud = number - 1 in loud
        return arena.Round([1.0] * 90, [float(number)] * 90, 10.0, heard, 0.1,
                           loudness(1.0 if is_loud and by == "processors" else 0.0),
                           held_up(50.0 if is_loud and by == "disk" else 1.0))

    monkeypatch.setattr(arena, "_round", one)
    bars = {bar.name: bar for bar in arena.watched(1, arena.Crowd("on one relay", 12, 1.1, is_relayed=True), 1.0,
                                                       rounds)}
    assert orders == [bool(number % 2) for number in range(tried)], "both kinds are first in turns"
    beside = bars["12 spectators on one relay: players' p99, to p99 without them"]
    assert (beside.figure, beside.required) == (slower, 1.1), "over all quiet rounds together"
    assert beside.note.count("× (") == tried
    assert bars["12 spectators on one relay: events that did not reach one, and connections dropped"].figure == tried
    assert bars["12 spectators on one relay: an event reaches all of them"].figure == 100 + tried
    passed_over = bars["12 spectators on one relay: rounds passed over as too loud"]
    assert (passed_over.figure, passed_over.required) == (len([each for each in loud if each < tried]), 8)
    assert (passed_over.verdict == "met") == (len(loud) < tried)


def test_a_p99_that_is_longer_is_told_from_one_that_is_not():
    rng = random.Random(3)

    def answers(slow: float) -> list[list[float]]:
        return [[rng.expovariate(1.0) * (slow if rng.random() < 0.1 else 1) for _ in range(2000)] for _ in range(3)]

    same, longer = pooled.Pooled(answers(1), answers(1)), pooled.Pooled(answers(3), answers(1))
    assert same.low < 1 < same.high
    assert same.ratio == pytest.approx(1, abs=0.2)
    assert 1.1 < longer.low < longer.ratio < longer.high
    assert pooled.Pooled([], []).ratio is pooled.Pooled([], []).low is pooled.Pooled([[]], [[1.0]]).high is None


def test_answers_during_something_are_told_from_all_others():
    ways = [(10.0, 10.2), (10.1, 10.3), (12.0, 12.1), (10.15, 10.2)]
    answers = [(9.0, 900.0), (9.99, 9.0), (9.99, 11.0), (10.25, 1.0), (10.31, 2.0), (11.0, 1500.0), (12.05, 3.0),
               (12.2, 4.0)]
    assert pooled.split(answers, ways) == ([11.0, 1.0, 1500.0, 3.0], [900.0, 9.0, 2.0, 4.0])
    assert pooled.split(answers[:1], []) == ([], [900.0])


def test_a_disk_that_is_away_is_noticed(monkeypatch):
    """The third write takes 50 ms of a clock that otherwise stands still."""
    clock, calls, enough = [100.0], [], threading.Event()

    def slow(file: int) -> None:
        calls.append(file)
        clock[0] += 0.05 if len(calls) == 3 else 0.001
        if len(calls) > 3:
            enough.set()

    monkeypatch.setattr(noise.os, "fsync", slow)
    monkeypatch.setattr(noise.time, "perf_counter", lambda: clock[0])
    with noise.Syncing() as disk:
        assert enough.wait(PATIENCE)
    assert disk.longest_ms == pytest.approx(50)
    assert not disk.is_low


def test_the_slowest_percent_is_that_of_a_report():
    for count in (1, 5, 99, 100, 101, 1234):
        times = [float(number) for number in range(count)]
        assert pooled.p99([times]) == LoadReport(answer_ms=times).percentile(0.99)


def test_what_is_stolen_is_a_share_of_all_time(tmp_path, monkeypatch):
    stat = tmp_path / "stat"
    monkeypatch.setattr(noise, "STAT", stat)
    stat.write_text("cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 1 1\n")
    with noise.Listening() as heard:
        stat.write_text("cpu  100 0 100 787 0 0 0 13 7 7\ncpu0 1 1\n")
    assert heard.stolen == pytest.approx(100 * 3 / 900)
    assert heard.is_low
    with noise.Listening() as heard:
        stat.write_text("cpu  190 0 190 1494 0 0 0 26 7 7\n")
    assert not heard.is_low
    stat.unlink()
    with noise.Listening() as heard:
        pass
    assert (heard.stolen, heard.is_low) == (0.0, True), "a machine that does not tell is taken for quiet"


def test_a_crowd_that_cannot_come_says_why():
    told = pytest.raises(ConnectionError, match=r"did not come: Cannot connect to host 127\.0\.0\.1:9")
    with told, crowd.crowd("ws://127.0.0.1:9/ws", 3, 1):
        pass


def test_onlookers_hear_what_came_when_it_came_and_notice_who_was_cut():
    """They answer a ping while they look, read when all is over, and report whoever the server closed as dropped.

    The second spectator is sent its event once the first has answered a ping: the event takes time to reach both.
    """
    answered = [asyncio.Event(), asyncio.Event()]
    looking = asyncio.Event()
    pings: list[bytes] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", head).group(1)
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Accept: " + accepted(key).encode() + b"\r\n\r\n")
        await reader.read(100)
        writer.write(FRAMES.frame(b'{"type":"spectating"}'))
        number = arrivals.pop()
        await looking.wait()
        if number == 1:
            await answered[0].wait()
        writer.write(FRAMES.frame(b'{"type":"event","n":1}') + FRAMES.frame(b"", WSMsgType.PING))
        pings.append(await reader.readexactly(6))
        answered[number].set()
        await answered[1].wait()
        writer.write(close_frame(1008, "enough"))
        writer.close()

    arrivals = [1, 0]

    async def both() -> dict[str, object]:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        watching = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.onlookers", f"ws://127.0.0.1:{port}/ws", "--spectators", "2", "--seconds",
            "3600", "--nice", "0", stdout=asyncio.subprocess.PIPE)
        assert watching.stdout is not None
        assert await watching.stdout.readline() == b"there\n"
        looking.set()
        out, _ = await watching.communicate()
        server.close()
        return json.loads(out)

    heard = asyncio.run(asyncio.wait_for(both(), WHOLE))
    assert [ping[0] for ping in pings] == [0x80 | WSMsgType.PONG] * 2
    assert (heard["missed"], heard["dropped"], heard["endings"]) == (0, 2, {"closed with 1008 enough": 2})
    assert heard["reach_ms"] > 0
    assert [round(1000 * (last - first), 3) for first, last in heard["ways"]] == [heard["reach_ms"]]


@pytest.mark.parametrize(("ours", "constant", "figure"), [((10, 2000), (10, 2000), 0), ((11, 2000), (10, 2000), 10),
                                                          ((10, 1500), (10, 2000), 25)])
def test_a_yardstick_that_drifts_is_told(ours, constant, figure):
    assert arena._yardstick_bar(ours, constant).figure == pytest.approx(figure)


def test_the_bar_is_how_many_times_as_much_an_action_costs():
    bar = arena._cost_bar(arena.Race("", "", {"croupier": [1.0, 10.0], "constant frames": [2.0, 20.0]}))
    assert (bar.figure, bar.at_most, bar.required) == (2.0, True, 2.1)
