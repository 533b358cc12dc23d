"""The arena's bench in small: both servers take the same load, and every bar has a figure."""

import asyncio
import json
import os
import random
import re
import sys
import time

import pytest

pytest.importorskip("aiohttp", reason="the arena is not installed")


from bench import arena, crowd, noise, pooled
from croupier.arena.client.load import Report
from croupier.arena.client.wire import accepted
from croupier.arena.websocket import LAST, PING, PONG, closing, framed


def test_both_servers_take_the_same_load():
    race, bars = arena.saturated(2, 1.0, 1)
    assert set(race.rates) == {"croupier", "croupier, in memory", "constant frames", arena.BARE}
    assert race.rate("constant frames") > race.rate("croupier") > 0
    yardstick = next(bar for bar in bars if "off ours" in bar.name)
    assert yardstick.verdict == "met", f"bench.constant is {yardstick.figure:.1f} % off: measure HAND and PER_HAND anew"


def test_answer_times_come_with_how_loud_it_was():
    bars = arena.paced(1, 0.6)
    assert all(bar.figure is not None for bar in bars)
    named = {bar.name: bar for bar in bars}
    assert named["paced: answer time, p99"].required == 20
    calm, disk = named["paced: p99 of constant frames, afterwards"], named["paced: 8 KB made safe on this disk, p99"]
    assert calm.figure > 0
    assert (calm.required, disk.required) == (10, 5)
    assert named["paced: stolen by this machine's host meanwhile"].required == noise.STOLEN_MAX


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
        return arena.Minute(Report(answer_ms=[10.0 + number], dropped=number), loudness(0.5 + (number < loud)))

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


def test_spectators_are_measured(monkeypatch):
    monkeypatch.setattr(arena, "WATCHED_THINK_MS", 60.0)
    monkeypatch.setattr(arena, "ARRIVING", 0.6)
    monkeypatch.setattr(noise, "STOLEN_MAX", 100.0)
    monkeypatch.setattr(noise, "HELD_MAX", 10_000.0)
    bars = arena.watched(1, 12, 0.6)
    assert len(bars) == 7
    notes = next(bar.note for bar in bars if "to p99 without them" in bar.name)
    assert re.search(r"while an event was on its way \d+\.\d\d ms \(\d+ answers\), else", notes)
    assert all(bar.figure is not None and bar.figure >= 0 for bar in bars)
    assert next(bar for bar in bars if "did not reach" in bar.name).figure == 0


@pytest.mark.parametrize("by", ["processors", "disk"])
@pytest.mark.parametrize(("loud", "rounds", "tried", "slower"), [
    ([], 3, 3, 3.0), ([0], 3, 4, 4.0), ([0, 3], 2, 3, 3.0), (list(range(99)), 1, 1 + arena.TRIES, 1 + arena.TRIES)])
def test_players_beside_spectators_are_compared_in_quiet_rounds(monkeypatch, loud, rounds, tried, slower, by):
    orders: list[bool] = []

    def one(tables: int, spectators: int, seconds: float, watched_first: bool = False) -> arena.Round:
        orders.append(watched_first)
        number = len(orders)
        heard = {"reach_ms": 100.0 + number, "missed": 0, "dropped": 1}
        is_loud = number - 1 in loud
        return arena.Round([1.0] * 90, [float(number)] * 90, 10.0, heard, 0.1,
                           loudness(1.0 if is_loud and by == "processors" else 0.0),
                           held_up(50.0 if is_loud and by == "disk" else 1.0))

    monkeypatch.setattr(arena, "_round", one)
    bars = {bar.name: bar for bar in arena.watched(1, 12, 1.0, rounds)}
    assert orders == [bool(number % 2) for number in range(tried)], "both kinds are first in turns"
    beside = bars["spectators: players' p99, to p99 without them"]
    assert (beside.figure, beside.required) == (slower, 1.1), "over all quiet rounds together"
    assert beside.note.count("× (") == tried
    assert bars["spectators: the same, lower end of its 95 % interval"].required == 1
    assert bars["spectators: events that did not reach one, and connections dropped"].figure == tried
    assert bars["12 spectators: an event reaches all of them"].figure == 100 + tried
    passed_over = bars["watched: rounds passed over as too loud"]
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
    real, calls = os.fsync, []

    def slow(file: int) -> None:
        calls.append(file)
        time.sleep(0.05 if len(calls) == 3 else 0)
        real(file)

    with noise.Syncing() as disk:
        time.sleep(0.2)
    assert disk.longest_ms > 0
    monkeypatch.setattr(noise.os, "fsync", slow)
    with noise.Syncing() as disk:
        time.sleep(0.3)
    assert disk.longest_ms >= 50
    assert not disk.is_low


def test_the_slowest_percent_is_that_of_a_report():
    for count in (1, 5, 99, 100, 101, 1234):
        times = [float(number) for number in range(count)]
        assert pooled.p99([times]) == Report(answer_ms=times).percentile(0.99)


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
    told = pytest.raises(ConnectionError, match=r"did not come: \[Errno")
    with told, crowd.crowd("ws://127.0.0.1:9/ws", 3, 1):
        pass


def test_onlookers_hear_what_came_when_it_came_and_notice_who_was_cut():
    """They read when all is over; a ping is answered meanwhile, and whoever the server closes is told as dropped."""
    pings: list[bytes] = []
    told = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        key = re.search(rb"Sec-WebSocket-Key: (\S+)", head).group(1)
        writer.write(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Accept: " + accepted(key) + b"\r\n\r\n")
        await reader.read(100)
        writer.write(framed(b'{"type":"spectating"}'))
        told.append(writer)
        number = len(told)
        while len(told) < 2:
            await asyncio.sleep(0.01)
        await asyncio.sleep(1 + 0.1 * number)
        writer.write(framed(b'{"type":"event","n":1}') + framed(b"", PING))
        pings.append(await reader.read(6))
        if number == 2:
            writer.write(closing(1008, "enough"))
            writer.close()

    async def both() -> dict[str, object]:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        watching = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bench.onlookers", f"ws://127.0.0.1:{port}/ws", "--spectators", "2", "--seconds", "3",
            stdout=asyncio.subprocess.PIPE)
        out, _ = await watching.communicate()
        server.close()
        assert out.startswith(b"there\n")
        return json.loads(out[6:])

    heard = asyncio.run(asyncio.wait_for(both(), 30))
    assert [ping[0] for ping in pings] == [LAST | PONG] * 2
    assert (heard["missed"], heard["dropped"], heard["endings"]) == (0, 1, {"closed with 1008 enough": 1})
    assert 50 < heard["reach_ms"] < 1000
    assert [round(1000 * (last - first), 3) for first, last in heard["ways"]] == [heard["reach_ms"]]


@pytest.mark.parametrize(("ours", "constant", "figure"), [((10, 2000), (10, 2000), 0), ((11, 2000), (10, 2000), 10),
                                                          ((10, 1500), (10, 2000), 25)])
def test_a_yardstick_that_drifts_is_told(ours, constant, figure):
    assert arena._yardstick_bar(ours, constant).figure == pytest.approx(figure)


def test_the_bar_is_how_many_times_as_much_an_action_costs():
    bar = arena._cost_bar(arena.Race("", "", {"croupier": [1.0, 10.0], "constant frames": [2.0, 20.0]}))
    assert (bar.figure, bar.at_most, bar.required) == (2.0, True, 2.5)
