"""The arena under load, server and clients on the same cores: processor time an action, answer times, spectators.

Saturated: players answer at once. The arena's processor time per action is compared with that of `bench.constant`,
which sends the same fan-out of constant frames; both take turns, and a bar says how far the fan-outs are apart. Paced:
players think for 50 ms; how loud the machine was is told beside it (`bench.noise`). Durable commits are on
(`synchronous=FULL`) but where it says otherwise: the row beside it says what they cost.

Watched: all spectators watch one table of a few, in a process of their own (`bench.onlookers`): first 500 in the
server, then 5,000 on one `croupier relay`. Players at that table think for a second, because people do not watch a
table that acts every 50 ms; all others think for 50 ms. Measured are how long an event takes to reach all spectators,
what each costs in memory, and whether players notice: the same tables are played without spectators too, in short
turns, and the answers of all quiet rounds are compared together (`bench.pooled`). The notes compare answers within one
server: those while an event was on its way to spectators, and all others.

Every part says how much of a core its load generator took: near a whole one it would have measured itself.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bench.bars import Bar
from bench.crowd import crowd
from bench.harness import Options, Race, Unavailable, progress
from bench.noise import STOLEN_MAX, Listening, Syncing, sync_ms
from bench.pooled import Pooled, p99, split

if TYPE_CHECKING:
    from croupier.devtools.load import Load, LoadReport, Plan
    from croupier.devtools.own_server import OwnServer

TABLES, SEATS = 170, 6
BARE = "constant frames, one bare write a client"
"""The least it can cost; a row without a bar, for no program is written so."""
COST_MAX = 2.1
"""Processor time an action, as a multiple of constant frames."""
THINK_MS, ANSWER_MS, CALM_MS, SYNC_MS = 50.0, 20.0, 10.0, 5.0
"""What players take to think, what an answer may take in 99 of 100 cases, and what constant frames and the disk take on
a quiet machine."""
TRIES = 16
"""Minutes, or rounds, that are measured, at most, until enough were quiet (`bench.noise`)."""
LOUD_MINUTES, LOUD_ROUNDS = 7, 8
"""Where more than so many were passed over, the run was on a loud machine, and says so."""
WATCHED_THINK_MS = 1_000.0
"""How long players take at the table that is watched."""
VARYING = 0.5
"""By how much of it their time to think varies, so that no round depends on how its tables happen to keep step."""
ARRIVING = 3.0
"""Seconds that spectators are there longer than it is measured, for players come after them."""
SECONDS_A_ROUND = 20.0
"""A round of the saturated race with the usual `--seconds 0.4`; paced runs last three times as long."""


@dataclass(frozen=True)
class Crowd:
    """Spectators, where they connect, and how much slower players' slowest percent may be beside them."""

    name: str
    size: int
    slower_max: float
    is_relayed: bool = False

    def scaled(self, scale: float) -> Crowd:
        """Return a smaller crowd for a short run."""
        return replace(self, size=max(1, round(self.size * min(1.0, scale))))


CROWDS = (Crowd("in the server", 500, 1.3), Crowd("on one relay", 5_000, 1.1, is_relayed=True))


def measure(options: Options) -> tuple[list[tuple[Race, str]], list[Bar]]:
    """The race and the bars; smaller with fewer seconds."""
    scale = options.seconds / 0.4
    tables, rounds = max(1, round(TABLES * min(1.0, scale))), max(1, options.rounds // 3)
    try:
        race, bars = saturated(tables, SECONDS_A_ROUND * scale, rounds)
        bars += paced(tables, 3 * SECONDS_A_ROUND * scale)
        for people in CROWDS:
            bars += watched(max(1, tables // 10), people.scaled(scale), SECONDS_A_ROUND * scale / 2, 2 * rounds)
        progress("")
    except (ImportError, Unavailable) as reason:
        return [], [Bar("the arena under load", None, 0, note=str(reason))]
    return [(race, "croupier")], bars


def saturated(tables: int, seconds: float, rounds: int) -> tuple[Race, list[Bar]]:
    """Actions per second of the server's processor time, in turns."""
    race = Race(f"an action at a table of {SEATS}, {tables * SEATS:,} connections", "actions", {
        "croupier": [], "croupier, in memory": [], "constant frames": [], BARE: []})
    shares: list[float] = []
    fan_outs: dict[str, tuple[float, float]] = {}
    for _ in range(rounds):
        for name, opened in (("croupier", _arena(tables)), ("croupier, in memory", _arena(tables, disk=False)),
                             ("constant frames", _constant()), (BARE, _constant("--bare"))):
            with opened as server:
                report = load(server, tables, seconds, think_ms=0)
            if not report.actions or not report.server_cpu_seconds:
                raise Unavailable("this machine does not tell processor times")
            race.rates[name].append(report.actions / report.server_cpu_seconds)
            if name != BARE:  # cheaper than the generator itself, which is why it has no bar
                shares.append(report.own_share())
            fan_outs[name] = report.frames / report.actions, report.bytes / report.actions
            progress(f"saturated, {name}: {1e6 / race.rates[name][-1]:.0f} µs of processor time an action")
    return race, [_cost_bar(race), _yardstick_bar(fan_outs["croupier"], fan_outs["constant frames"]),
                  _share_bar("saturated", max(shares))]


def _cost_bar(race: Race) -> Bar:
    return Bar("processor time an action, to constant frames", race.ratio("constant frames", "croupier"), COST_MAX,
               at_most=True)


def _yardstick_bar(ours: tuple[float, float], constant: tuple[float, float]) -> Bar:
    """How far frames and bytes an action are apart: a fan-out that is not ours is no yardstick."""
    apart = max(abs(mine / other - 1) for mine, other in zip(ours, constant, strict=True))
    return Bar("constant frames: their number and bytes, off ours by", 100 * apart, 10, "%", at_most=True)


def _share_bar(part: str, share: float) -> Bar:
    from croupier.devtools.load import SHARE_MAX

    return Bar(f"{part}: the load generator's own share of a core", share, SHARE_MAX, "", at_most=True)


def paced(tables: int, seconds: float) -> list[Bar]:
    """Players who think: nobody dropped, answers in time; then constant frames, at the same pace, and the disk alone.

    Where the host of this machine took too much of it away, the minute was too loud to measure in, and another one is,
    some times at most. What counts is the last one; the p99 of all of them is told.
    """
    minutes = [_minute(tables, seconds)]
    while not minutes[-1].noise.is_low and len(minutes) < TRIES:
        minutes.append(_minute(tables, seconds))
    last = minutes[-1]
    told = "p99 of each minute: " + ", ".join(f"{each.p99:.1f} ms ({each.noise.stolen:.2f} %)" for each in minutes)
    return [Bar("paced: connections dropped", sum(minute.report.dropped for minute in minutes), 0, "", at_most=True),
            Bar("paced: answer time, p99", last.p99, ANSWER_MS, "ms", at_most=True, note=told),
            Bar("paced: stolen by this machine's host meanwhile", last.noise.stolen, STOLEN_MAX, "%", at_most=True),
            Bar("paced: minutes passed over, for more was", len(minutes) - 1, LOUD_MINUTES, "", at_most=True,
                note=told),
            Bar("paced: p99 of constant frames, afterwards", _calm(tables, seconds / 6), CALM_MS, "ms", at_most=True),
            Bar("paced: 8 KB made safe on this disk, p99", _sync_ms(seconds / 20), SYNC_MS, "ms", at_most=True),
            _share_bar("paced", last.report.own_share())]


@dataclass(frozen=True)
class Minute:
    """A minute of players who think, and how loud it was."""

    report: LoadReport
    noise: Listening

    @property
    def p99(self) -> float:
        """What answers took, the slowest percent."""
        return self.report.percentile(0.99) or 0.0


def _minute(tables: int, seconds: float) -> Minute:
    with _arena(tables) as server, Listening() as noise:
        report = load(server, tables, seconds, think_ms=THINK_MS)
    minute = Minute(report, noise)
    progress(f"paced: p99 {minute.p99:.1f} ms, {noise.stolen:.2f} % stolen")
    return minute


def _calm(tables: int, seconds: float) -> float:
    with _constant() as server:
        return load(server, tables, seconds, think_ms=THINK_MS).percentile(0.99) or 0.0


def _sync_ms(seconds: float) -> float:
    """What a program that does nothing else waits for the disk, the slowest percent."""
    took, until = [], time.perf_counter() + seconds
    with tempfile.TemporaryFile() as file:
        while time.perf_counter() < until:
            took.append(sync_ms(file.fileno(), 8192))
            time.sleep(0.003)
    return sorted(took)[len(took) * 99 // 100]


def watched(tables: int, people: Crowd, seconds: float, rounds: int = 1) -> list[Bar]:
    """Measure a crowd at one table of some: reach, memory, and how much slower players are.

    Only rounds in which neither the processors nor the disk were away count; nobody is dropped in the others either.
    """
    done = [_round(tables, people, seconds)]
    while sum(each.is_quiet for each in done) < rounds and len(done) < rounds + TRIES:
        done.append(_round(tables, people, seconds, len(done) % 2 == 1))
    quiet = [each for each in done if each.is_quiet] or done
    reached = [each.heard["reach_ms"] for each in quiet if each.heard["reach_ms"] is not None]
    loud = ", ".join(f"{each.slower:.2f} × ({each.noise.stolen:.2f} %, {each.disk.longest_ms:.0f} ms)" for each in done)
    name = f"{people.size:,} spectators {people.name}"
    return [Bar(f"{name}: an event reaches all of them", max(reached, default=None), 250, "ms", at_most=True,
                note="nothing happened"),
            Bar(f"{name}: events that did not reach one, and connections dropped",
                sum(each.heard["missed"] + each.heard["dropped"] for each in done), 0, "", at_most=True),
            Bar(f"{name}: memory each", max(each.memory_kb for each in done), 64, "KB", at_most=True),
            _slower_bar(name, people, Pooled([each.beside for each in quiet], [each.alone for each in quiet]),
                        f"{_meanwhile(quiet)}; in each round: {loud}"),
            Bar(f"{name}: rounds passed over as too loud", sum(not each.is_quiet for each in done), LOUD_ROUNDS, "",
                at_most=True, note=f"in each round: {loud}"),
            _share_bar(name, max(each.share for each in done))]


def _slower_bar(name: str, people: Crowd, pooled: Pooled, rounds: str) -> Bar:
    """Return how much slower players are, with the interval of that figure."""
    note = "nobody answered" if pooled.ratio is None else (
        f"p99 {p99(pooled.beside):.2f} to {p99(pooled.alone):.2f} ms over all quiet rounds, 95 % interval "
        f"{pooled.low:.2f} to {pooled.high:.2f} ×; {rounds}")
    return Bar(f"{name}: players' p99, to p99 without them", pooled.ratio, people.slower_max, at_most=True, note=note)


def _meanwhile(rounds: list[Round]) -> str:
    """What answers took while an event was on its way to spectators, beside all others of the same rounds."""
    during, otherwise = ([each.split[part] for each in rounds] for part in (0, 1))
    if not any(during) or not any(otherwise):
        return "no event was on its way"
    return (f"while an event was on its way {p99(during):.2f} ms ({sum(map(len, during))} answers), else "
            f"{p99(otherwise):.2f} ({sum(map(len, otherwise))})")


@dataclass(frozen=True)
class Round:
    """The same tables without spectators and with them."""

    alone: list[float]
    """What answers took, in milliseconds, without spectators and beside them."""
    beside: list[float]
    memory_kb: float
    heard: dict[str, Any]
    share: float
    noise: Listening
    disk: Syncing
    split: tuple[list[float], list[float]] = ([], [])
    """Of those beside spectators: answers while an event was on its way to them, and all others."""

    @property
    def is_quiet(self) -> bool:
        """Whether neither the processors nor the disk were away: then it says something of the server."""
        return self.noise.is_low and self.disk.is_low

    @property
    def slower(self) -> float:
        """How many times as long the players' slowest percent took with them."""
        return Pooled([self.beside], [self.alone]).ratio or 0.0


def _round(tables: int, people: Crowd, seconds: float, watched_first: bool = False) -> Round:
    alone: LoadReport | None = None
    with Listening() as noise, Syncing() as disk:
        if not watched_first:
            alone = _unwatched(tables, people.size, seconds)
        with _arena(tables, people.size) as server, _shown_by(server, people) as shows:
            before = shows.resident_mb() or 0.0
            with crowd(shows.url, people.size, seconds + ARRIVING) as watching:
                report, sent = _play(server, tables, seconds)
                connections = people.size + (0 if people.is_relayed else tables * SEATS)
                memory = ((shows.resident_mb() or 0.0) - before) * 1024 / connections
                heard = watching.report()
        alone = alone or _unwatched(tables, people.size, seconds)
    done = Round(alone.answer_ms, report.answer_ms, memory, heard, max(report.own_share(), heard["generator_share"]),
                 noise, disk, split(zip(sent, report.answer_ms, strict=True), heard["ways"]))
    progress(f"{people.size:,} {people.name}: players' p99 {done.slower:.2f} ×, reach {heard['reach_ms']} ms, "
             f"{noise.stolen:.2f} % stolen, the disk away for {disk.longest_ms:.0f} ms")
    return done


def _unwatched(tables: int, spectators: int, seconds: float) -> LoadReport:
    with _arena(tables, spectators) as server:
        return _play(server, tables, seconds)[0]


def _play(server: OwnServer, tables: int, seconds: float) -> tuple[LoadReport, list[float]]:
    """Tables of which people watch the first; the report, and when each answer was sent."""
    from bench.onlookers import Noting

    players = Noting(_plan(tables, seconds, THINK_MS, WATCHED_THINK_MS), server.url, server.cpu_seconds)
    return _run(players), players.sent


def load(server: OwnServer, tables: int, seconds: float, *, think_ms: float) -> LoadReport:
    """Put load on a server; gives the report."""
    from croupier.devtools.load import Load

    return _run(Load(_plan(tables, seconds, think_ms), server.url, server.cpu_seconds))


def _plan(tables: int, seconds: float, think_ms: float, watched_think_ms: float | None = None) -> Plan:
    from croupier.devtools.load import Plan

    names = tuple(f"T-{number + 1}" for number in range(tables))
    return Plan(names, SEATS, 0, think_ms, seconds, watched_think_ms=watched_think_ms,
                varying=0.0 if watched_think_ms is None else VARYING)


def _run(players: Load) -> LoadReport:
    from croupier.arena.server.clock import enough_files
    from croupier.arena.server.run import loop_factory
    from croupier.cli.loop import run

    enough_files(len(players.clients))
    return run(players.run, loop_factory())


def _arena(tables: int, spectators: int = 0, disk: bool = True):  # type: ignore[no-untyped-def]
    from croupier.devtools.own_server import own_server

    room = str(2 * (tables * SEATS + spectators) + 100)
    return own_server("--tables", str(tables), "--seats", str(SEATS), "--min-teams", str(SEATS), "--house-bots", "0",
                      "--pace", "fast", "--connections", room, "--per-address", room, "--spectators",
                      str(max(1, spectators)), disk=disk)


def _shown_by(server: OwnServer, people: Crowd):  # type: ignore[no-untyped-def]
    """Return what spectators connect to: the server, or a relay of its first table in a process beside it."""
    if not people.is_relayed:
        return nullcontext(server)
    room = str(people.size + 100)
    return _process("croupier", "relay", server.url, "--table", "T-1", "--port", "0", "--spectators", room,
                    "--connections", room, "--per-address", room)


def _constant(*options: str):  # type: ignore[no-untyped-def]
    """Return the server of constant frames, in a process beside this one."""
    return _process("bench.constant", "--seats", str(SEATS), *options)


@contextmanager
def _process(module: str, *options: str) -> Iterator[OwnServer]:
    """Run a module that serves sockets, in a process beside this one."""
    from croupier.devtools.own_server import OwnServer, address_of

    with subprocess.Popen([sys.executable, "-m", module, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        try:
            yield OwnServer(address_of(process), process)
        finally:
            process.kill()
